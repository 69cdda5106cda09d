# Copies between a few planes and their items side by side.

from cupy._core.ndarray cimport ndarray

cdef bint interleaved(ndarray target, ndarray source) except -1
