cdef object function(str name)

cdef class ArrayMethods:
    pass
