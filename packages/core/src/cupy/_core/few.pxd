# Few elements that lie in the host's memory.

from cupy._core.ndarray cimport ndarray

cdef bint at_once() except -1
cdef ndarray select_few(ndarray flags, ndarray items)       # both contiguous; None if they are for kernels
