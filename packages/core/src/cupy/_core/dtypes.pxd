# Type codes: positions in "?bBhHiIlLeEfdFD"; 15 for every other dtype.

cdef enum:
    BOOL = 0
    INT8 = 1
    UINT8 = 2
    INT16 = 3
    UINT16 = 4
    INT32 = 5
    UINT32 = 6
    INT64 = 7
    UINT64 = 8
    FLOAT16 = 9
    BFLOAT16 = 10
    FLOAT32 = 11
    FLOAT64 = 12
    COMPLEX64 = 13
    COMPLEX128 = 14
    OTHER = 15
    NCODES = 16

cdef int code_of(object dtype) except -1            # a native numpy.dtype
cdef object dtype_of(int code)                      # None for bfloat16 without ml_dtypes
cdef int size_of(int code) noexcept nogil           # 0 for OTHER
cdef object as_dtype(object obj)                    # anything numpy.dtype takes, made native
cdef bint can_cast_safely(int source, int target) noexcept nogil
cdef int kind_of(int code) noexcept nogil           # 0 bool, 1 integer, 2 floating, 3 complex, 4 other
cdef char char_of(int code) noexcept nogil
cdef int carrier_of(int itemsize) noexcept nogil    # what items of a size are moved as; OTHER for other sizes
