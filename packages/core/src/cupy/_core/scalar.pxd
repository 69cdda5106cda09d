# Python and NumPy scalars as the bytes of an element type.

cdef object whole_number(object value, int code)
cdef int write_scalar(object value, int code, void *slot) except -1      # up to 16 bytes
cdef bint fits(object value, int code) except -1                         # a Python int in an integer type
