# The active backend's C functions, and what a thread has made current.

cdef extern from "contract.h":
    ctypedef struct CupyDriver:
        int (*device_count)(int *) noexcept nogil
        # ... every row of contract.h, same order

cdef struct ThreadState:
    int device          # current device of this thread
    void *stream        # current stream of this thread on that device; NULL is the default stream

cdef struct Target:     # what launch geometry depends on, of one device
    int is_host         # 1: a block is one thread that works on a range
    int multiprocessors
    int warp_size
    int max_threads

# Filled in place by ensure(); never replaced, so its address may be kept.
cdef CupyDriver api
cdef bint ready

cdef int ensure() except -1                             # choose and start the backend (first use)
cdef int check(int status, str operation=*) except -1   # raise the exception of a status
cdef ThreadState *thread_state() noexcept nogil
cdef const Target *target(int device) noexcept nogil    # of a started backend
