# The array: a window on device memory.

from cupy._memory.memory cimport Memory
from cupy._core.array_operators cimport ArrayOperators

cdef enum:
    INLINE_NDIM = 8
    MAX_NDIM = 64
    FLAG_C = 1          # C-contiguous
    FLAG_F = 2          # Fortran-contiguous
    FLAG_MISALIGNED = 4     # items that kernels cannot load whole: copied before use

cdef class ndarray(ArrayOperators):
    cdef:
        char *ptr                  # first element; reach it through pointer()
        readonly Py_ssize_t size
        int ndim_
        int code                   # type code, see dtypes.pxd
        int itemsize_
        int flags_
        int device_id_
        Py_ssize_t *shape_         # both point into inline_, or into one heap block
        Py_ssize_t *strides_       # bytes
        Py_ssize_t[16] inline_
        object dtype_
        Memory memory              # keeps the bytes alive; None for an empty array
        ndarray base_              # the array this is a view of, or None
        object __weakref__

    cdef inline char *pointer(self) noexcept nogil:
        return self.ptr
    cdef int set_ndim(self, int ndim) except -1
    cdef void update_flags(self) noexcept nogil

# What modules above this one do for it; they fill the table when they load.
cdef struct Hooks:
    object (*getitem)(ndarray a, object key)
    int (*setitem)(ndarray a, object key, object value) except -1
    int (*assign)(ndarray target, ndarray source) except -1                 # broadcast, cast, overlap-safe
    int (*fill)(ndarray target, object value) except -1
    object (*download)(ndarray a, object stream, object order, object out, bint blocking)

cdef Hooks hooks

# Every array is made by one of these.  shape/strides are copied.
cdef ndarray bare(object dtype, int code, int itemsize, int ndim, const Py_ssize_t *shape)   # without memory or strides
cdef ndarray new_array(object dtype, int code, int itemsize, int ndim,
                       const Py_ssize_t *shape, char order)           # 'C' or 'F', uninitialised memory
cdef ndarray new_strided(object dtype, int code, int itemsize, int ndim,
                         const Py_ssize_t *shape, const int *axes)    # axes: slowest first in memory
cdef ndarray new_view(ndarray a, char *ptr, object dtype, int code, int itemsize, int ndim,
                      const Py_ssize_t *shape, const Py_ssize_t *strides)
cdef ndarray plain_view(ndarray a, char *ptr, object dtype, int code, int itemsize, int ndim,
                        const Py_ssize_t *shape, const Py_ssize_t *strides)     # not of a derived class
cdef ndarray copy_of(ndarray a, char order)                           # 'C', 'F', 'A' or 'K'
cdef void stride_order(ndarray a, int *axes) noexcept
cdef ndarray cast_to(ndarray a, object dtype, char order)
cdef ndarray reshaped(ndarray a, int ndim, const Py_ssize_t *shape, char order, object copy)
cdef ndarray transposed(ndarray a)
cdef char read_order(object order) except 0
