# The active backend's C functions, and what a thread has made current.

cdef extern from "contract.h":
    ctypedef struct CupyDriver:  # every row of contract.h, same order
        int (*init)(unsigned int) noexcept nogil
        int (*driver_version)(int *) noexcept nogil
        int (*device_count)(int *) noexcept nogil
        int (*device_set)(int) noexcept nogil
        int (*device_attribute)(int, int, int *) noexcept nogil
        int (*device_name)(int, char *, int) noexcept nogil
        int (*device_pci_bus_id)(int, char *, int) noexcept nogil
        int (*device_uuid)(int, char *) noexcept nogil
        int (*device_total_memory)(int, size_t *) noexcept nogil
        int (*device_synchronize)() noexcept nogil
        int (*device_reset)(int) noexcept nogil
        int (*device_limit_get)(int, size_t *) noexcept nogil
        int (*device_limit_set)(int, size_t) noexcept nogil
        int (*device_can_access_peer)(int *, int, int) noexcept nogil
        int (*device_enable_peer)(int) noexcept nogil
        int (*device_disable_peer)(int) noexcept nogil
        int (*device_stream_priorities)(int *, int *) noexcept nogil
        int (*memory_info)(size_t *, size_t *) noexcept nogil
        int (*memory_alloc)(void **, size_t) noexcept nogil
        int (*memory_free)(void *) noexcept nogil
        int (*memory_alloc_async)(void **, size_t, void *) noexcept nogil
        int (*memory_free_async)(void *, void *) noexcept nogil
        int (*memory_pool_trim)(int, size_t) noexcept nogil
        int (*memory_pool_usage)(int, size_t *, size_t *) noexcept nogil
        int (*memory_alloc_managed)(void **, size_t) noexcept nogil
        int (*memory_prefetch)(void *, size_t, int, void *) noexcept nogil
        int (*memory_advise)(void *, size_t, int, int) noexcept nogil
        int (*memory_alloc_pinned)(void **, size_t, unsigned int) noexcept nogil
        int (*memory_free_pinned)(void *) noexcept nogil
        int (*memory_register)(void *, size_t, unsigned int) noexcept nogil
        int (*memory_unregister)(void *) noexcept nogil
        int (*memory_pointer_info)(void *, int *, int *) noexcept nogil
        int (*memory_ipc_export)(char *, void *) noexcept nogil
        int (*memory_ipc_open)(void **, char *) noexcept nogil
        int (*memory_ipc_close)(void *) noexcept nogil
        int (*copy)(void *, void *, size_t, int, void *) noexcept nogil
        int (*copy_sync)(void *, void *, size_t, int) noexcept nogil
        int (*copy_peer)(void *, int, void *, int, size_t, void *) noexcept nogil
        int (*copy_2d)(void *, size_t, void *, size_t, size_t, size_t, int, void *) noexcept nogil
        int (*fill)(void *, unsigned int, int, size_t, void *) noexcept nogil
        int (*stream_create)(void **, unsigned int, int) noexcept nogil
        int (*stream_destroy)(void *) noexcept nogil
        int (*stream_synchronize)(void *) noexcept nogil
        int (*stream_query)(void *) noexcept nogil
        int (*stream_wait_event)(void *, void *) noexcept nogil
        int (*stream_host_callback)(void *, void *, void *) noexcept nogil
        int (*stream_capture_begin)(void *, int) noexcept nogil
        int (*stream_capture_end)(void *, void **) noexcept nogil
        int (*stream_capture_status)(void *, int *) noexcept nogil
        int (*event_create)(void **, unsigned int) noexcept nogil
        int (*event_destroy)(void *) noexcept nogil
        int (*event_record)(void *, void *) noexcept nogil
        int (*event_synchronize)(void *) noexcept nogil
        int (*event_query)(void *) noexcept nogil
        int (*event_elapsed)(float *, void *, void *) noexcept nogil
        int (*event_ipc_export)(char *, void *) noexcept nogil
        int (*event_ipc_open)(void **, char *) noexcept nogil
        int (*module_load)(void **, void *, size_t) noexcept nogil
        int (*module_unload)(void *) noexcept nogil
        int (*module_function)(void **, void *, char *) noexcept nogil
        int (*module_global)(void **, size_t *, void *, char *) noexcept nogil
        int (*function_attribute)(int *, void *, int) noexcept nogil
        int (*function_set_attribute)(void *, int, int) noexcept nogil
        int (*launch)(void *, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
                      unsigned int, unsigned int, void *, void **) noexcept nogil
        int (*launch_cooperative)(void *, unsigned int, unsigned int, unsigned int, unsigned int,
                                  unsigned int, unsigned int, unsigned int, void *,
                                  void **) noexcept nogil
        int (*occupancy_blocks)(int *, void *, int, size_t) noexcept nogil
        int (*occupancy_block_size)(int *, int *, void *, size_t, int) noexcept nogil
        int (*graph_instantiate)(void **, void *) noexcept nogil
        int (*graph_launch)(void *, void *) noexcept nogil
        int (*graph_upload)(void *, void *) noexcept nogil
        int (*graph_destroy)(void *) noexcept nogil
        int (*graph_exec_destroy)(void *) noexcept nogil
        int (*error_name)(int, char **) noexcept nogil
        int (*error_text)(int, char **) noexcept nogil

cdef struct ThreadState:
    int device          # current device of this thread
    void *stream        # its current stream on that device; NULL is the default stream
    int bound           # device whose context is current on this thread; -1 before first use

cdef struct Target:     # what launch geometry depends on, of one device; the flags are what its backend declares
    int serial_blocks   # a block is one thread that works on a range
    int multiprocessors
    int warp_size
    int max_threads
    int host_memory     # arrays lie in the host's memory
    int synchronous     # work is complete when the call that issues it returns
    int compiled_ahead  # a kernel that no pack has is better avoided

# Filled in place by ensure(); never replaced, so its address may be kept.
cdef CupyDriver api
cdef bint ready

cdef int ensure() except -1                             # choose and start the backend (first use)
cdef int check(int status, str operation=*) except -1   # raise the exception of a status
cdef ThreadState *thread_state() noexcept nogil
cdef const Target *target(int device) noexcept nogil    # of a started backend
cdef int use_device(int device) except -1               # make current on this thread, with its stream
cdef int bind_slow() except -1

cdef inline int bind_thread() except -1:
    """Call before `api`: the backend has started and this thread's device is current."""
    cdef ThreadState *state = thread_state()
    if state.bound == state.device:
        return 0
    return bind_slow()
