# The functions of the backend contract, on the host: capsules for the C++ files of this folder.
from libc.string cimport memcpy

from cupy._host cimport host

cdef int init(unsigned int a) noexcept nogil:
    return host.init(a)

cdef int driver_version(int *a) noexcept nogil:
    return host.driver_version(a)

cdef int device_count(int *a) noexcept nogil:
    return host.device_count(a)

cdef int device_set(int a) noexcept nogil:
    return host.device_set(a)

cdef int device_attribute(int a, int b, int *c) noexcept nogil:
    return host.device_attribute(a, b, c)

cdef int device_name(int a, char *b, int c) noexcept nogil:
    return host.device_name(a, b, c)

cdef int device_pci_bus_id(int a, char *b, int c) noexcept nogil:
    return host.device_pci_bus_id(a, b, c)

cdef int device_uuid(int a, char *b) noexcept nogil:
    return host.device_uuid(a, b)

cdef int device_total_memory(int a, size_t *b) noexcept nogil:
    return host.device_total_memory(a, b)

cdef int device_synchronize() noexcept nogil:
    return host.device_synchronize()

cdef int device_reset(int a) noexcept nogil:
    return host.device_reset(a)

cdef int device_limit_get(int a, size_t *b) noexcept nogil:
    return host.device_limit_get(a, b)

cdef int device_limit_set(int a, size_t b) noexcept nogil:
    return host.device_limit_set(a, b)

cdef int device_can_access_peer(int *a, int b, int c) noexcept nogil:
    return host.device_can_access_peer(a, b, c)

cdef int device_enable_peer(int a) noexcept nogil:
    return host.device_enable_peer(a)

cdef int device_disable_peer(int a) noexcept nogil:
    return host.device_disable_peer(a)

cdef int device_stream_priorities(int *a, int *b) noexcept nogil:
    return host.device_stream_priorities(a, b)

cdef int memory_info(size_t *a, size_t *b) noexcept nogil:
    return host.memory_info(a, b)

cdef int memory_alloc(void **a, size_t b) noexcept nogil:
    return host.memory_alloc(a, b)

cdef int memory_free(void *a) noexcept nogil:
    return host.memory_free(a)

cdef int memory_alloc_async(void **a, size_t b, void *c) noexcept nogil:
    return host.memory_alloc_async(a, b, c)

cdef int memory_free_async(void *a, void *b) noexcept nogil:
    return host.memory_free_async(a, b)

cdef int memory_pool_trim(int a, size_t b) noexcept nogil:
    return host.memory_pool_trim(a, b)

cdef int memory_pool_usage(int a, size_t *b, size_t *c) noexcept nogil:
    return host.memory_pool_usage(a, b, c)

cdef int memory_alloc_managed(void **a, size_t b) noexcept nogil:
    return host.memory_alloc_managed(a, b)

cdef int memory_prefetch(void *a, size_t b, int c, void *d) noexcept nogil:
    return host.memory_prefetch(a, b, c, d)

cdef int memory_advise(void *a, size_t b, int c, int d) noexcept nogil:
    return host.memory_advise(a, b, c, d)

cdef int memory_alloc_pinned(void **a, size_t b, unsigned int c) noexcept nogil:
    return host.memory_alloc_pinned(a, b, c)

cdef int memory_free_pinned(void *a) noexcept nogil:
    return host.memory_free_pinned(a)

cdef int memory_register(void *a, size_t b, unsigned int c) noexcept nogil:
    return host.memory_register(a, b, c)

cdef int memory_unregister(void *a) noexcept nogil:
    return host.memory_unregister(a)

cdef int memory_pointer_info(void *a, int *b, int *c) noexcept nogil:
    return host.memory_pointer_info(a, b, c)

cdef int memory_ipc_export(char *a, void *b) noexcept nogil:
    return host.memory_ipc_export(a, b)

cdef int memory_ipc_open(void **a, char *b) noexcept nogil:
    return host.memory_ipc_open(a, b)

cdef int memory_ipc_close(void *a) noexcept nogil:
    return host.memory_ipc_close(a)

cdef int copy(void *a, void *b, size_t c, int d, void *e) noexcept nogil:
    return host.copy(a, b, c, d, e)

cdef int copy_sync(void *a, void *b, size_t c, int d) noexcept nogil:
    return host.copy_sync(a, b, c, d)

cdef int copy_peer(void *a, int b, void *c, int d, size_t e, void *f) noexcept nogil:
    return host.copy_peer(a, b, c, d, e, f)

cdef int copy_2d(void *a, size_t b, void *c, size_t d, size_t e, size_t f, int g,
                 void *h) noexcept nogil:
    return host.copy_2d(a, b, c, d, e, f, g, h)

cdef int fill(void *a, unsigned int b, int c, size_t d, void *e) noexcept nogil:
    return host.fill(a, b, c, d, e)

cdef int stream_create(void **a, unsigned int b, int c) noexcept nogil:
    return host.stream_create(a, b, c)

cdef int stream_destroy(void *a) noexcept nogil:
    return host.stream_destroy(a)

cdef int stream_synchronize(void *a) noexcept nogil:
    return host.stream_synchronize(a)

cdef int stream_query(void *a) noexcept nogil:
    return host.stream_query(a)

cdef int stream_wait_event(void *a, void *b) noexcept nogil:
    return host.stream_wait_event(a, b)

cdef int stream_host_callback(void *a, void *b, void *c) noexcept nogil:
    return host.stream_host_callback(a, b, c)

cdef int stream_capture_begin(void *a, int b) noexcept nogil:
    return host.stream_capture_begin(a, b)

cdef int stream_capture_end(void *a, void **b) noexcept nogil:
    return host.stream_capture_end(a, b)

cdef int stream_capture_status(void *a, int *b) noexcept nogil:
    return host.stream_capture_status(a, b)

cdef int event_create(void **a, unsigned int b) noexcept nogil:
    return host.event_create(a, b)

cdef int event_destroy(void *a) noexcept nogil:
    return host.event_destroy(a)

cdef int event_record(void *a, void *b) noexcept nogil:
    return host.event_record(a, b)

cdef int event_synchronize(void *a) noexcept nogil:
    return host.event_synchronize(a)

cdef int event_query(void *a) noexcept nogil:
    return host.event_query(a)

cdef int event_elapsed(float *a, void *b, void *c) noexcept nogil:
    return host.event_elapsed(a, b, c)

cdef int event_ipc_export(char *a, void *b) noexcept nogil:
    return host.event_ipc_export(a, b)

cdef int event_ipc_open(void **a, char *b) noexcept nogil:
    return host.event_ipc_open(a, b)

cdef int module_load(void **a, void *b, size_t c) noexcept nogil:
    return host.module_load(a, b, c)

cdef int module_unload(void *a) noexcept nogil:
    return host.module_unload(a)

cdef int module_function(void **a, void *b, char *c) noexcept nogil:
    return host.module_function(a, b, c)

cdef int module_global(void **a, size_t *b, void *c, char *d) noexcept nogil:
    return host.module_global(a, b, c, d)

cdef int function_attribute(int *a, void *b, int c) noexcept nogil:
    return host.function_attribute(a, b, c)

cdef int function_set_attribute(void *a, int b, int c) noexcept nogil:
    return host.function_set_attribute(a, b, c)

cdef int launch(void *a, unsigned int b, unsigned int c, unsigned int d, unsigned int e,
                unsigned int f, unsigned int g, unsigned int h, void *i, void **j) noexcept nogil:
    return host.launch(a, b, c, d, e, f, g, h, i, j)

cdef int launch_cooperative(void *a, unsigned int b, unsigned int c, unsigned int d,
                            unsigned int e, unsigned int f, unsigned int g, unsigned int h,
                            void *i, void **j) noexcept nogil:
    return host.launch_cooperative(a, b, c, d, e, f, g, h, i, j)

cdef int occupancy_blocks(int *a, void *b, int c, size_t d) noexcept nogil:
    return host.occupancy_blocks(a, b, c, d)

cdef int occupancy_block_size(int *a, int *b, void *c, size_t d, int e) noexcept nogil:
    return host.occupancy_block_size(a, b, c, d, e)

cdef int graph_instantiate(void **a, void *b) noexcept nogil:
    return host.graph_instantiate(a, b)

cdef int graph_launch(void *a, void *b) noexcept nogil:
    return host.graph_launch(a, b)

cdef int graph_upload(void *a, void *b) noexcept nogil:
    return host.graph_upload(a, b)

cdef int graph_destroy(void *a) noexcept nogil:
    return host.graph_destroy(a)

cdef int graph_exec_destroy(void *a) noexcept nogil:
    return host.graph_exec_destroy(a)

cdef int error_name(int a, char **b) noexcept nogil:
    return host.error_name(a, b)

cdef int error_text(int a, char **b) noexcept nogil:
    return host.error_text(a, b)


cdef extern from "machine.hpp" namespace "cupy::host":
    int _processor_level "cupy::host::processor_level"()


cdef extern from "pool.hpp" namespace "cupy::host":
    unsigned int _thread_count "cupy::host::thread_count"() noexcept nogil
    void _set_thread_count "cupy::host::set_thread_count"(unsigned int) noexcept nogil


cdef extern from "processors.hpp" namespace "cupy::host":
    double _group_quota "cupy::host::group_quota"(const char *) except +


def thread_count():
    """Threads that work on a kernel, the one that launches it among them."""
    return _thread_count()


def set_thread_count(unsigned int count):
    """Change that; `count` is positive."""
    _set_thread_count(count)


def group_quota(str root=""):
    """Processors that the control groups of this process grant, 0 without a limit; `root` is before /proc and /sys."""
    return _group_quota(root.encode())


def processor_level():
    """Level of the x86-64 instruction set, 1 to 4, that this machine has; 0 on others."""
    return _processor_level()


cdef extern from "graph.hpp" namespace "cupy::host":
    int _condition_add "cupy::host::condition_add"(void *, int, const void *, size_t, size_t, size_t *) noexcept nogil
    int _body_begin "cupy::host::body_begin"(void *, size_t, size_t) noexcept nogil
    int _body_end "cupy::host::body_end"(void *) noexcept nogil
    int _graph_update "cupy::host::graph_update"(void *, void *) noexcept nogil
    const char *_kernel_name "cupy::host::kernel_name"(void *, size_t) noexcept nogil
    int _kernel_get "cupy::host::kernel_get"(void *, size_t, unsigned int *) noexcept nogil
    int _kernel_set "cupy::host::kernel_set"(void *, size_t, const unsigned int *) noexcept nogil
    void *_kernel_argument "cupy::host::kernel_argument"(void *, size_t, size_t, size_t *) noexcept nogil


def condition_add(size_t stream, int kind, size_t condition, size_t size, size_t count):
    """Add a conditional node to what a stream records; a status and the node's place."""
    cdef size_t place = 0
    cdef int status = _condition_add(<void *>stream, kind, <void *>condition, size, count, &place)
    return status, place


def body_begin(size_t stream, size_t place, size_t choice):
    """What a stream in capture records from now on goes into a body of the node; a status."""
    return _body_begin(<void *>stream, place, choice)


def body_end(size_t stream):
    """The body is complete; a status."""
    return _body_end(<void *>stream)


def graph_update(size_t executable, size_t graph):
    """The executable graph takes the parameters of a graph of the same nodes; a status."""
    return _graph_update(<void *>executable, <void *>graph)


def graph_kernel(size_t graph, size_t place):
    """``(name, geometry, arguments)`` of a kernel of a graph; None behind the last one."""
    cdef unsigned int[7] geometry
    cdef size_t size = 0
    cdef const char *name = _kernel_name(<void *>graph, place)
    cdef void *argument
    if name == NULL or _kernel_get(<void *>graph, place, geometry):
        return None
    arguments = []
    while True:
        argument = _kernel_argument(<void *>graph, place, len(arguments), &size)
        if argument == NULL:
            return name.decode(), [geometry[k] for k in range(7)], arguments
        arguments.append((<char *>argument)[:size])


def graph_kernel_set(size_t graph, size_t place, geometry, arguments):
    """Change a kernel; arguments have the sizes that they had. A status."""
    cdef unsigned int[7] numbers
    cdef size_t size = 0
    cdef char *argument
    for k in range(7):
        numbers[k] = geometry[k]
    cdef int status = _kernel_set(<void *>graph, place, numbers)
    if status:
        return status
    for k, value in enumerate(arguments):
        argument = <char *>_kernel_argument(<void *>graph, place, k, &size)
        memcpy(argument, <const char *>(<bytes>value), min(size, <size_t>len(value)))
    return 0
