# What an operation may be given, and how results lie in memory.

from cupy._core.ndarray cimport ndarray

cdef object as_operand(object x)
cdef bint same_shape(ndarray a, ndarray b) noexcept nogil
cdef bint overlaps(ndarray a, ndarray b) noexcept nogil
cdef int output_axes(list inputs, object order, int ndim, const Py_ssize_t *shape, int *axes) except -1
