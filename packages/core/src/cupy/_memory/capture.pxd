# Memory of graphs: what is allocated while a stream is captured stays reserved.

from libcpp.vector cimport vector

from cupy._memory.cpp cimport Arena, Pool

cdef class CaptureMemory:
    cdef int device
    cdef void *stream
    cdef bint open
    cdef vector[Arena *] arenas
    cdef Arena *arena(self, Pool *pool, void *stream) except NULL

# The private arena of a stream that is being captured; NULL for any other.
cdef Arena *arena_of(Pool *pool, int device, void *stream) except? NULL
