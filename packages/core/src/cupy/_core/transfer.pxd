# Arrays to and from the host's memory.

from cupy._core.ndarray cimport ndarray

cdef ndarray upload(object host, object dtype, char order, bint blocking)

# On the host: read the ends of memory that is no pool's, before what is not guarded uses it.
cdef int touch(ndarray a) except -1
