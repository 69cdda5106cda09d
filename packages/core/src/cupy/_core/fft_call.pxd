# FftCall for the modules that call it without Python.

from cupy._core.ndarray cimport ndarray


cdef class FftCall:
    cdef:
        readonly object plan
        readonly tuple offsets
        readonly size_t work_size
        object execute
        object scale
        bint once

    cdef int run(self, ndarray source, ndarray target, bint forward) except -1
