# Which element types an operation computes in (NEP 50).

cdef enum:
    WEAK_INT = 16       # Python scalars take part with their kind only
    WEAK_FLOAT = 17
    WEAK_COMPLEX = 18
    NSTATES = 19

cdef int state_of(object scalar) except -2          # a code, a weak state, or -1 for no scalar
cdef int strong_code(int nin, const int *states, int weak) noexcept
cdef int default_code(int weak) noexcept nogil
cdef int common_code(int a, int b) noexcept nogil
