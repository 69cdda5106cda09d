# How a pool gets memory from the driver and gives it back.

from libcpp.vector cimport vector

from cupy._memory.cpp cimport Arena, Block, Pool, Use

cdef Pool *new_pool(object source) except NULL
cdef void close_pool(Pool *pool)                                    # its Python object is gone
cdef Block *obtain(Pool *pool, Arena *arena, size_t size) except NULL
cdef int release(Block *block, const vector[Use] *uses) except -1   # `uses`: streams elsewhere, or NULL
cdef int free_cached(Pool *pool, int device, Arena *only) except -1  # of one arena, or of all
cdef int poll_pending(bint wait) except -1                          # 1: a block became free
cdef void retire_arena(Arena *arena) noexcept                       # nobody will take from it again
cdef int retire_stream(int device, void *stream) except -1

cdef void *key_of(void *stream) noexcept nogil      # what stands for it in pools: stream_key.hpp
cdef void *handle_of(void *key) noexcept nogil

# How many graph captures are under way: blocks used by one wait for its end.
cdef int captures
