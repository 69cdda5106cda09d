# Kernels found, cached and launched: what compiled callers fill a block for.

cdef enum:
    MAX_DEVICES = 32        # as of driver.pyx

cdef class Handles:
    cdef (void *)[MAX_DEVICES] of_device
    cdef unsigned int[MAX_DEVICES] shared      # bytes of shared memory that were asked for, beyond what needs no asking

cdef struct Member:
    int offset
    int itemsize
    int count               # 0: no array
    char kind               # as in `struct`; P a pointer, S a struct
    bint is_divider

cdef class Layout:
    cdef:
        readonly int size
        str title
        dict places         # name -> number of the member
        list nested         # Layout of each member that is a struct
        list names
        list missing        # whether a member must be given
        int required
        bytes defaults
        Member[64] members
    cdef int fill(self, char *to, dict fields, list arrays, void *stream) except -1
    cdef int put(self, int k, char *to, object value, list arrays, void *stream) except -1

cdef class Kernel:
    cdef:
        readonly object spec
        object name         # for messages
        dict found          # key -> Handles
        Layout layout_
    cdef Layout layout(self)
    cdef Handles find(self, object key)
    cdef void *handle(self, object key, int device) except NULL
    cdef int run(self, object key, Py_ssize_t blocks, unsigned int threads, void *params,
                 unsigned int shared=*) except -1

cdef Py_ssize_t blocks_for(Py_ssize_t items, double work, Py_ssize_t share) noexcept
