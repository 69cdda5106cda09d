# Methods of ndarray that are public functions.

cdef class ArrayMethods:
    pass
