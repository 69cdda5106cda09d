# Launches of built-in kernels whose parameters are one C struct.

from cpython.bytes cimport PyBytes_AS_STRING

from cupy._core.ndarray cimport ndarray
from cupy._core.sort cimport KeyOrder, order_of
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef dict _handles = {}


def launch(unit, str name, grid, unsigned int threads, bytes params, tuple arrays):
    """Launch the kernel `name` of the `KernelSource` that ``unit(language)`` gives, on the current stream.

    `arrays` are those whose memory the kernel uses.
    """
    cdef driver.ThreadState *state = driver.thread_state()
    cdef (void *)[1] pointers
    cdef size_t handle
    cdef unsigned int blocks = grid
    cdef int status
    driver.bind_thread()
    key = (unit, name, state.device)
    found = _handles.get(key)
    if found is None:
        from cupy._runtime import driver as runtime, kernel_cache
        source = unit(runtime.backend().compiler().language)
        found = _handles[key] = kernel_cache.function(source, name)
    handle = found
    for a in arrays:
        if (<ndarray>a).memory is not None:
            use_on((<ndarray>a).memory, state.stream)
    pointers[0] = PyBytes_AS_STRING(params)
    with nogil:
        status = driver.api.launch(<void *>handle, blocks, 1, 1, threads, 1, 1, 0, state.stream, pointers)
    driver.check(status, f"launching {name}")


def key_order(ndarray a):
    """The bytes of the ``KeyOrder`` of ``sort_keys.hpp`` for the items of `a`."""
    cdef KeyOrder order
    order_of(a, &order)
    return (<char *>&order)[:sizeof(order)]
