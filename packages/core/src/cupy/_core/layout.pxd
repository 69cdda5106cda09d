# Arithmetic on shapes and strides; no arrays.

cdef extern from *:
    """
    static inline int mul_overflows(Py_ssize_t a, Py_ssize_t b, Py_ssize_t *out) {
        return __builtin_mul_overflow(a, b, out);
    }
    """
    bint mul_overflows(Py_ssize_t, Py_ssize_t, Py_ssize_t *) noexcept nogil

cdef enum:
    LAYOUT_C = 1
    LAYOUT_F = 2

cdef int contiguity(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                    Py_ssize_t itemsize) noexcept nogil
cdef void fill_strides(int ndim, const Py_ssize_t *shape, Py_ssize_t itemsize, char order,
                       Py_ssize_t *strides) noexcept nogil
cdef void fill_new(int ndim, const Py_ssize_t *shape, Py_ssize_t size, Py_ssize_t itemsize, char order,
                   Py_ssize_t *strides) noexcept nogil
cdef bint evenly_spaced(int first, int stop, const Py_ssize_t *shape, const Py_ssize_t *strides,
                        long long *stride) noexcept nogil
cdef Py_ssize_t count_items(int ndim, const Py_ssize_t *shape, Py_ssize_t itemsize) except -1
cdef int read_shape(object shape, Py_ssize_t *out) except -1
cdef tuple as_tuple(int ndim, const Py_ssize_t *values)
cdef int normalize_axis(object axis, int ndim) except -1
cdef int infer_shape(int ndim, Py_ssize_t *shape, Py_ssize_t size) except -1
cdef bint reshape_strides(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                          int new_ndim, const Py_ssize_t *new_shape, Py_ssize_t itemsize,
                          char order, Py_ssize_t *new_strides) noexcept nogil
cdef int broadcast_into(int *ndim, Py_ssize_t *shape, int other_ndim,
                        const Py_ssize_t *other) noexcept nogil
cdef void extent(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                 Py_ssize_t itemsize, Py_ssize_t *low, Py_ssize_t *high) noexcept nogil
