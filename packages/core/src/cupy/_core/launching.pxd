# The one call that starts a built-in kernel, in compiled code.

from cupy._runtime cimport driver


cdef inline int start(void *function, unsigned int blocks, unsigned int threads, unsigned int shared, void *stream,
                      void **params) noexcept nogil:
    """Launch a one-dimensional grid; its status."""
    return driver.api.launch(function, blocks, 1, 1, threads, 1, 1, shared, stream, params)


cdef inline int launch(void *function, unsigned int blocks, unsigned int threads, unsigned int shared, void *stream,
                       void **params) noexcept:
    """`start`, while other threads of Python may run if there is more than one block."""
    cdef int status
    if blocks <= 1:
        return start(function, blocks, threads, shared, stream, params)
    with nogil:
        status = start(function, blocks, threads, shared, stream, params)
    return status
