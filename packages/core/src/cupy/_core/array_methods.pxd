# Methods of ndarray that are public functions.

cdef object function(str name)

cdef class ArrayMethods:
    pass
