# The layout of a parameter block, as compiled code fills it.

cdef enum:
    LARGEST_BLOCK = 4096        # bytes
    BLOCK_WORDS = 512           # of 8 bytes
    MOST_MEMBERS = 64

cdef struct Member:
    int offset
    int itemsize
    int count               # 0: no array
    char kind               # as in `struct`; P a pointer, S a struct
    bint is_divider
    bint read_only          # a pointer to const

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
        Member[MOST_MEMBERS] members
    cdef int fill(self, char *to, dict fields, list arrays, void *stream) except -1
    cdef dict aligned(self, dict fields)
    cdef int put(self, int k, char *to, object value, list arrays, void *stream) except -1
