# Launches, from compiled code, of kernels whose parameters are one C struct.

from cupy._runtime cimport driver


cdef void *kernel_of(dict handles, str module, int key, int device) except NULL:
    """A kernel of `cupy._codegen.items`, remembered in `handles`."""
    cdef size_t handle
    found = handles.get((key, device))
    if found is None:
        from cupy._codegen import items
        from cupy._runtime import kernel_cache
        found = handles[key, device] = kernel_cache.function(items.unit(module), items.name(module, key))
    handle = found
    return <void *>handle


cdef Py_ssize_t blocks_for(const driver.Target *target, Py_ssize_t size, Py_ssize_t nbytes, Py_ssize_t share) noexcept:
    """How many blocks work on `size` items of `nbytes` in all, where a GPU's block takes `share` items."""
    if target.is_host:
        return max(1, min(4 * target.multiprocessors, nbytes // 65536))
    return (size + share - 1) // share


cdef int run_blocks(void *kernel, Py_ssize_t blocks, int threads, void *params, str name) except -1:
    """Launch on the current stream of a bound thread; `threads` are a GPU's."""
    cdef driver.ThreadState *state = driver.thread_state()
    cdef (void *)[1] pointers
    cdef int status
    pointers[0] = params
    if driver.target(state.device).is_host:
        threads = 1
    if blocks > 1:
        with nogil:
            status = driver.api.launch(kernel, <unsigned int>blocks, 1, 1, threads, 1, 1, 0, state.stream, pointers)
    else:       # not worth letting other threads of Python run
        status = driver.api.launch(kernel, 1, 1, 1, threads, 1, 1, 0, state.stream, pointers)
    driver.check(status, name)
    return 0
