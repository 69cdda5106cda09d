# Launches, from compiled code, of kernels whose parameters are one C struct.

from cupy._runtime cimport driver

cdef void *kernel_of(dict handles, str module, int key, int device) except NULL
cdef Py_ssize_t blocks_for(const driver.Target *target, Py_ssize_t size, Py_ssize_t nbytes, Py_ssize_t share) noexcept
cdef int run_blocks(void *kernel, Py_ssize_t blocks, int threads, void *params, str name) except -1
