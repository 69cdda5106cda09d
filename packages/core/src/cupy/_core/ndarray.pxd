# The array: a window on device memory.

from cupy._memory.memory cimport Memory

cdef enum:
    INLINE_NDIM = 8
    MAX_NDIM = 64
    FLAG_C = 1          # C-contiguous
    FLAG_F = 2          # Fortran-contiguous
    CODE_OTHER = 15     # dtypes that only move as bytes

cdef class ndarray:
    cdef:
        char *ptr                  # first element; reach it through pointer()
        readonly Py_ssize_t size
        int ndim_
        int code                   # type code, position in "?bBhHiIlLeEfdFD"
        int itemsize_
        int flags_
        int device_id_
        Py_ssize_t *shape_         # both point into inline_, or into one heap block
        Py_ssize_t *strides_       # bytes
        Py_ssize_t[16] inline_
        object dtype_
        Memory memory              # keeps the bytes alive; None for an empty array
        ndarray base_              # the array this is a view of, or None

    cdef inline char *pointer(self) noexcept nogil:
        return self.ptr

# Every array is made by one of these.  shape/strides are copied.
cdef ndarray new_array(object dtype, int code, int itemsize, int ndim,
                       const Py_ssize_t *shape, char order)           # 'C' or 'F', uninitialised memory
cdef ndarray new_view(ndarray a, char *ptr, object dtype, int code, int itemsize, int ndim,
                      const Py_ssize_t *shape, const Py_ssize_t *strides)
