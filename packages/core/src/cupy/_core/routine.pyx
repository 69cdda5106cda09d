# Launches of built-in kernels whose parameters are one C struct.

from cpython.bytes cimport PyBytes_AS_STRING

from cupy._core.ndarray cimport ndarray
from cupy._core.sort cimport KeyOrder, order_of
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef enum:
    ATTR_MAX_SHARED_OPTIN = 6       # CUPY_ATTR_*, CUPY_FUNC_* of contract.h
    FUNC_MAX_DYNAMIC_SHARED = 8
    PLAIN_SHARED = 48 << 10         # what a block may have without asking

cdef dict _handles = {}
cdef dict _most_shared = {}


def launch(unit, str name, grid, unsigned int threads, bytes params, tuple arrays, unsigned int shared=0):
    """Launch the kernel `name` of the `KernelSource` that ``unit(language)`` gives, on the current stream.

    `arrays` are those whose memory the kernel uses; `shared` bytes of shared memory are given to each block.
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
    if shared > PLAIN_SHARED:
        driver.check(driver.api.function_set_attribute(<void *>handle, FUNC_MAX_DYNAMIC_SHARED, <int>shared),
                     f"shared memory of {name}")
    with nogil:
        status = driver.api.launch(<void *>handle, blocks, 1, 1, threads, 1, 1, shared, state.stream, pointers)
    driver.check(status, f"launching {name}")


def key_order(ndarray a):
    """The bytes of the ``KeyOrder`` of ``sort_keys.hpp`` for the items of `a`."""
    cdef KeyOrder order
    order_of(a, &order)
    return (<char *>&order)[:sizeof(order)]


def most_shared():
    """Bytes of shared memory that a block of the current device may have."""
    cdef int value = 0
    driver.bind_thread()
    device = driver.thread_state().device
    if device not in _most_shared:
        driver.check(driver.api.device_attribute(device, ATTR_MAX_SHARED_OPTIN, &value), "shared memory of a block")
        _most_shared[device] = max(value, PLAIN_SHARED)
    return _most_shared[device]
