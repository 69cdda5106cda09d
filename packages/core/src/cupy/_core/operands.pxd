# What an operation may be given, and how results lie in memory.

from cupy._core cimport dtypes
from cupy._core.ndarray cimport ndarray

cdef object as_operand(object x)
cdef bint same_shape(ndarray a, ndarray b) noexcept nogil
cdef bint has_shape(ndarray a, int ndim, const Py_ssize_t *shape) noexcept
cdef ndarray read_mask(object where)
cdef str unlike(list arrays)
cdef int warn_of_lost_parts(int n, const int *given, const int *computed) except -1
cdef bint has_items(int ndim, const Py_ssize_t *shape) noexcept
cdef int check_exponent(object x) except -1
cdef bint overlaps(ndarray a, ndarray b) noexcept nogil
ctypedef Py_ssize_t (*Step)(ndarray a, int axis, int ndim, int place) noexcept
cdef bint sort_axes(list arrays, int ndim, int *axes, Step step, int place, bint from_last) noexcept
cdef int output_axes(list inputs, object order, int ndim, const Py_ssize_t *shape, int *axes) except -1


cdef inline bint is_signed(int code) noexcept:
    return code <= dtypes.UINT64 and code & 1
