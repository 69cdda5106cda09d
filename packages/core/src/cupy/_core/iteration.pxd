# The normaliser of elementwise launches; see iteration.hpp.

from libc.stdint cimport int64_t, uint32_t

cdef extern from "params.hpp" namespace "cupy" nogil:
    cdef enum:
        FLAT "cupy::kFlat"
        ROWS "cupy::kRows"
        TILE "cupy::kTile"
        STRIDED "cupy::kStrided"
    cdef struct Divider "cupy::Divider":
        unsigned int divisor
    cdef struct Slot "cupy::Slot":
        unsigned char[16] bytes
    cdef struct Header "cupy::Header":
        long long base
        long long total
        unsigned int size
        unsigned int scalars
        unsigned int broadcast
        unsigned int flags

cdef extern from "iteration.hpp" namespace "cupy::iteration" nogil:
    cdef enum:
        MAX_OPERANDS "cupy::iteration::kMaxOperands"
        ALL_VARIANTS "cupy::iteration::kAllVariants"
        HOST_VARIANTS "cupy::iteration::kHostVariants"
    cdef int64_t MAX_SIZE "cupy::iteration::kMaxSize"      # of plan_flat

    Divider divider(uint32_t divisor)

    cdef struct IterationTarget "cupy::iteration::Target":  # cast a driver.Target pointer to it
        int serial_blocks
        int multiprocessors
        int warp_size
        int max_threads

    cdef struct Operand "cupy::iteration::Operand":
        const void *data            # first element, or the bytes of a scalar given by value
        const int64_t *strides      # over the broadcast shape; NULL: one element for all
        int itemsize
        int by_value
        const void *cast            # host: how an input is cast as it is read, or NULL

    cdef struct Launch "cupy::iteration::Launch":
        void *params                # valid until the next launch of the same walk
        unsigned int bytes
        unsigned int grid
        unsigned int threads
        unsigned int shared

    cdef struct FlatBuffer "cupy::iteration::FlatBuffer":
        Header head
        Slot[32] slots

    cdef cppclass Pace "cupy::iteration::Pace":             # of an element on the host
        bint is_open(const Launch &launch, int64_t size)
        void hear(int64_t size, int64_t nanoseconds)

    int64_t nanoseconds_now()

    cdef cppclass FlatShape "cupy::iteration::FlatShape":
        int n
        int elements
        int item_bytes
        Pace pace
        void prepare(const int *itemsizes, int nin, int count)

    void set_pointer(Slot &slot, const void *pointer)
    void set_value(Slot &slot, const void *value, int itemsize)
    Launch plan_flat(const FlatShape &shape, FlatBuffer &buffer, int64_t size,
                     const IterationTarget &target)

    cdef cppclass Walk "cupy::iteration::Walk":
        int variant
        int64_t size
        void start(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                   bint ordered, unsigned int variants, const IterationTarget &target)
        void start(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                   bint ordered, unsigned int variants, const IterationTarget &target, Pace pace)
        void start(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                   bint ordered, unsigned int variants, const IterationTarget &target, Pace pace, bint pure)
        bint next(Launch &launch)
        unsigned int misplaced()
