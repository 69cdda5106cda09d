# Loops of a universal function.

from cupy._core.launch cimport Loop

cdef class UfuncLoops:
    cdef:
        readonly object spec
        readonly str name
        readonly int nin, nout, nargs
        list loops
        short[361] resolved                 # 19 * 19: loop by the states of one or two inputs; -2 unknown
        dict resolved_many
    cdef int search(self, int nin, const int *codes) except -2
    cdef int resolve(self, int nin, const int *states) except -2
    cdef int first_fitting(self, const int *states) except -2
    cdef list typed_loops(self)
    cdef int no_loop(self, int nin, const int *codes) except -1
    cdef int resolve_wanted(self, const int *states, tuple wanted) except -2
    cdef int settle(self, list inputs, int *states, Loop loop, str casting, tuple wanted) except -1
