from cupy._core.ndarray cimport ndarray

cdef ndarray basic(ndarray a, object key)
