# Arrays to and from the host's memory.

from cupy._core.ndarray cimport ndarray

cdef ndarray upload(object host, object dtype, char order, bint blocking)
