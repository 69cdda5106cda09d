# The C++ half of the pools, as Cython sees it.

from libc.stdint cimport uint64_t
from libcpp cimport bool
from libcpp.vector cimport vector

from cupy._runtime.driver cimport CupyDriver

cdef extern from "cupy/_memory/block.hpp" namespace "cupy" nogil:
    const size_t granule
    cppclass SpinLock:
        void lock()
        void unlock()

    size_t round_up(size_t size, size_t to)

    cppclass Segment:
        Arena *arena
        char *ptr
        size_t size
        void *owner
        Segment *next

    cppclass Block:
        char *ptr
        size_t size
        Segment *segment
        void *site

cdef extern from "cupy/_memory/arena.hpp" namespace "cupy" nogil:
    cppclass Usage:
        size_t used
        size_t free
        size_t total
        size_t free_blocks
        size_t largest_free

    cppclass Holder:
        size_t size
        void *site

    cppclass Arena:
        int device
        void *stream
        void *pool
        bool eager

        @staticmethod
        bool is_small(size_t size)

        Block *malloc_quick(size_t size)
        Block *malloc(size_t size) except +
        Block *malloc(size_t size, bool anywhere) except +
        void free(Block *block)
        Block *add_segment(char *ptr, size_t segment_size, void *owner, size_t size) except +
        Segment *detach_idle()
        Usage usage()
        size_t total()
        size_t total_for(size_t size)
        vector[Holder] holders(void (*keep)(void *) noexcept nogil) except +

cdef extern from "cupy/_memory/pending.hpp" namespace "cupy" nogil:
    cppclass Use:
        int device
        void *stream

    cppclass Pending:
        Pending(const CupyDriver *api)
        void push(Block *block, const vector[Use] &uses, int bound, size_t thread) except +
        bool poll(bool capturing, bool wait) except +
        bool empty()

cdef extern from "cupy/_memory/pool.hpp" namespace "cupy" nogil:
    cppclass Pool:
        void *source
        bint paged
        Pool() except +
        Arena *arena(int device, void *stream) except +
        bool charge(int device, size_t size)
        void refund(int device, size_t size)
        void set_limit(int device, size_t size)
        size_t limit(int device)
        size_t total(int device)
        size_t peak(int device)
        void reset_peak(int device)
        Usage usage(int device) except +
        vector[Arena *] of_device(int device) except +
        vector[Arena *] every() except +
        Arena *existing(int device, void *stream)
        Arena *make_private(int device, void *stream) except +
        Arena *retire_stream(int device, void *stream)
        void abandon(Arena *arena) except +
