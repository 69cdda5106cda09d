# How the bits of items compare, as the kernels want it.

from cupy._core.ndarray cimport ndarray

cdef extern from "sort_params.hpp" namespace "cupy" nogil:
    cdef struct KeyOrder:
        unsigned long long sign
        unsigned long long mask
        unsigned long long flip
        unsigned long long flip_negative
        unsigned long long infinity
        unsigned long long minus_zero
        int is_floating
        int size

cdef int order_of(ndarray a, KeyOrder *order) except -1
