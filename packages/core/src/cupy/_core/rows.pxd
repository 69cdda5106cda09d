# Rows at indices moved by serial blocks.

from libc.stdint cimport int64_t

from cupy._core.ndarray cimport ndarray

cdef bint take_rows(ndarray index, ndarray source, ndarray to, int64_t length, int64_t row, int64_t outer,
                    void *report) except -1
cdef bint put_rows(ndarray index, ndarray values, ndarray to, int64_t length, int64_t row, int64_t outer,
                   void *report) except -1
