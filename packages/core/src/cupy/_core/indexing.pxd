# a[key] and a[key] = value.

from cupy._core.ndarray cimport ndarray

cdef ndarray basic(ndarray a, object key)
