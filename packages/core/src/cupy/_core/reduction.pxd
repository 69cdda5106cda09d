# Reductions over some or all axes.

from libc.stdint cimport int64_t

from cupy._core.kernel cimport Kernel
from cupy._core.ndarray cimport ndarray
from cupy._memory.memory cimport Memory
from cupy._runtime cimport driver

# Zeros to count arriving blocks with, which kernels leave zero.
cdef Memory stream_counters(int64_t count, driver.ThreadState *state)

cdef struct Layout

cdef class Reduction:
    cdef:
        readonly object spec
        readonly str name
        dict loops                  # (input dtype char, output dtype char) -> accumulator
        str small                   # input dtype chars whose items devices reduce some at a time in words
        dict flat                   # (input dtype char, output dtype char) -> items of a vector kept apart
        dict first                  # input code -> output dtype char
        int compiled                # a bit for each strategy that it has kernels for
        Kernel kernel               # by input and output dtype char, strategy
    cdef ndarray launch(self, ndarray a, bint *reduced, str dtype_char, str out, bint keepdims, double extra,
                        int64_t whole=*)
    cdef int64_t first_stage(self, ndarray a, Layout *at, str dtype_char, str out, int result_size) except -1
    cdef ndarray launch_through(self, ndarray a, Layout *at, bint *reduced, str dtype_char, str out, bint keepdims,
                                double extra)
    cdef bint fill(self, ndarray a, ndarray result, Layout *at, str dtype_char, str out, double extra,
                   int64_t whole) except -1
    cdef int run(self, void *plan, str dtype_char, str out, int strategy, unsigned int grid,
                 unsigned int threads) except -1
    cdef ndarray by_halves(self, ndarray a, bint *reduced, str dtype_char, str out, bint keepdims, double extra,
                           tuple shape)
    cdef ndarray regrouped(self, ndarray a, bint *reduced, str dtype_char, str out, double extra, tuple shape,
                           int64_t whole)
    cdef ndarray reduce(self, ndarray a, object axis, object dtype, bint keepdims, double extra)
