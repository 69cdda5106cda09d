# How the bits of items compare, as the kernels want it.

from libc.stdint cimport uint64_t

from cupy._core.ndarray cimport ndarray

cdef struct KeyOrder:
    uint64_t sign
    uint64_t mask
    uint64_t flip
    uint64_t flip_negative
    uint64_t infinity
    uint64_t minus_zero
    int is_floating
    int size

cdef int order_of(ndarray a, KeyOrder *order) except -1
