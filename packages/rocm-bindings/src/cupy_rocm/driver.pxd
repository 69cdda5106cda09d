# The functions of the backend contract, on HIP.

cdef int init(unsigned int) noexcept nogil
cdef int driver_version(int *) noexcept nogil
cdef int device_count(int *) noexcept nogil
cdef int device_set(int) noexcept nogil
cdef int device_attribute(int, int, int *) noexcept nogil
cdef int device_name(int, char *, int) noexcept nogil
cdef int device_pci_bus_id(int, char *, int) noexcept nogil
cdef int device_uuid(int, char *) noexcept nogil
cdef int device_total_memory(int, size_t *) noexcept nogil
cdef int device_synchronize() noexcept nogil
cdef int device_reset(int) noexcept nogil
cdef int device_limit_get(int, size_t *) noexcept nogil
cdef int device_limit_set(int, size_t) noexcept nogil
cdef int device_can_access_peer(int *, int, int) noexcept nogil
cdef int device_enable_peer(int) noexcept nogil
cdef int device_disable_peer(int) noexcept nogil
cdef int device_stream_priorities(int *, int *) noexcept nogil
cdef int memory_info(size_t *, size_t *) noexcept nogil
cdef int memory_alloc(void **, size_t) noexcept nogil
cdef int memory_free(void *) noexcept nogil
cdef int memory_alloc_async(void **, size_t, void *) noexcept nogil
cdef int memory_free_async(void *, void *) noexcept nogil
cdef int memory_pool_trim(int, size_t) noexcept nogil
cdef int memory_pool_usage(int, size_t *, size_t *) noexcept nogil
cdef int memory_alloc_managed(void **, size_t) noexcept nogil
cdef int memory_prefetch(void *, size_t, int, void *) noexcept nogil
cdef int memory_advise(void *, size_t, int, int) noexcept nogil
cdef int memory_alloc_pinned(void **, size_t, unsigned int) noexcept nogil
cdef int memory_free_pinned(void *) noexcept nogil
cdef int memory_register(void *, size_t, unsigned int) noexcept nogil
cdef int memory_unregister(void *) noexcept nogil
cdef int memory_pointer_info(void *, int *, int *) noexcept nogil
cdef int memory_ipc_export(char *, void *) noexcept nogil
cdef int memory_ipc_open(void **, char *) noexcept nogil
cdef int memory_ipc_close(void *) noexcept nogil
cdef int copy(void *, void *, size_t, int, void *) noexcept nogil
cdef int copy_sync(void *, void *, size_t, int) noexcept nogil
cdef int copy_peer(void *, int, void *, int, size_t, void *) noexcept nogil
cdef int copy_2d(void *, size_t, void *, size_t, size_t, size_t, int, void *) noexcept nogil
cdef int fill(void *, unsigned int, int, size_t, void *) noexcept nogil
cdef int stream_create(void **, unsigned int, int) noexcept nogil
cdef int stream_destroy(void *) noexcept nogil
cdef int stream_synchronize(void *) noexcept nogil
cdef int stream_query(void *) noexcept nogil
cdef int stream_wait_event(void *, void *) noexcept nogil
cdef int stream_host_callback(void *, void *, void *) noexcept nogil
cdef int stream_capture_begin(void *, int) noexcept nogil
cdef int stream_capture_end(void *, void **) noexcept nogil
cdef int stream_capture_status(void *, int *) noexcept nogil
cdef int event_create(void **, unsigned int) noexcept nogil
cdef int event_destroy(void *) noexcept nogil
cdef int event_record(void *, void *) noexcept nogil
cdef int event_synchronize(void *) noexcept nogil
cdef int event_query(void *) noexcept nogil
cdef int event_elapsed(float *, void *, void *) noexcept nogil
cdef int event_ipc_export(char *, void *) noexcept nogil
cdef int event_ipc_open(void **, char *) noexcept nogil
cdef int module_load(void **, void *, size_t) noexcept nogil
cdef int module_unload(void *) noexcept nogil
cdef int module_function(void **, void *, char *) noexcept nogil
cdef int module_global(void **, size_t *, void *, char *) noexcept nogil
cdef int function_attribute(int *, void *, int) noexcept nogil
cdef int function_set_attribute(void *, int, int) noexcept nogil
cdef int launch(void *, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
                unsigned int, void *, void **) noexcept nogil
cdef int launch_cooperative(void *, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
                            unsigned int, unsigned int, void *, void **) noexcept nogil
cdef int occupancy_blocks(int *, void *, int, size_t) noexcept nogil
cdef int occupancy_block_size(int *, int *, void *, size_t, int) noexcept nogil
cdef int graph_instantiate(void **, void *) noexcept nogil
cdef int graph_launch(void *, void *) noexcept nogil
cdef int graph_upload(void *, void *) noexcept nogil
cdef int graph_destroy(void *) noexcept nogil
cdef int graph_exec_destroy(void *) noexcept nogil
cdef int error_name(int, char **) noexcept nogil
cdef int error_text(int, char **) noexcept nogil
