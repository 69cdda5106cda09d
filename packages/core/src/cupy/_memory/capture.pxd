# Memory of graphs: what is allocated while a stream is captured stays reserved.

from libcpp.vector cimport vector

from cupy._memory.cpp cimport Arena, Pool

cdef class CaptureMemory:
    cdef int device
    cdef void *stream
    cdef bint open
    cdef vector[Arena *] arenas
    cdef list kept              # what recorded copies read
    cdef public dict draws      # random streams → how many of their streams a replay uses, and where it says from which
    cdef Arena *arena(self, Pool *pool, void *stream) except NULL

# The private arena of a stream that is being captured; NULL for any other.
cdef Arena *arena_of(Pool *pool, int device, void *stream) except? NULL

# The memory of the capture that a stream takes part in, or None.
cdef CaptureMemory memory_of(int device, void *stream)

# Raise before the driver is asked to wait for a stream that is being captured, which would end the capture.
cdef int refuse_wait(void *stream, str what) except -1

# A copy of bytes of the host that lives as long as the graph.
cdef void *keep(CaptureMemory memory, const void *host, size_t size) except NULL
