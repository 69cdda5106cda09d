# Kernels found, cached and launched: what compiled callers fill a block for.

from cupy._core.handles cimport Handles
from cupy._core.param_layout cimport Layout

cdef class Kernel:
    cdef:
        readonly object spec
        str module          # of ``cupy._codegen``, where `spec` is not loaded yet
        str name            # for messages
        dict found          # key -> Handles
        Layout layout_
    cdef Layout layout(self)
    cdef Handles find(self, object key)
    cdef void *handle(self, object key, int device) except NULL
    cdef int allow_shared(self, object key, void *function, int device, unsigned int shared) except -1
    cdef int run(self, object key, Py_ssize_t blocks, unsigned int threads, void *params,
                 unsigned int shared=*) except -1
    cdef int start(self, object types, Py_ssize_t blocks, unsigned int threads, unsigned int shared, bint cooperative,
                   dict fields) except -1

cdef Kernel core_kernel(str module, str name)
