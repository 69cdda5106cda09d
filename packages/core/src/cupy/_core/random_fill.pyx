# Streams of random numbers: the state of a bit generator, and the launch of kernels that draw from it.

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cupy._core cimport dtypes, layout
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport ndarray, new_array
from cupy._memory cimport capture, growth
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef enum:
    HOST_ITEMS = 4096           # less is not worth another thread
    BLOCKS = 16                 # of a multiprocessor, before a thread does more than one step
    REPEAT = 8

cdef extern from "random_params.hpp" namespace "cupy" nogil:
    int kFillRounds, kFillThreads
    cdef struct FillParameter:
        const void *data
        unsigned long long bits
    cdef struct RandomFillParams "cupy::RandomFill":
        unsigned int[8] words
        unsigned long long position
        const void *table
        void *out
        long long size
        long long inner
        const unsigned long long *replayed
        unsigned int arrays
        unsigned int aligned
        unsigned int repeat
        unsigned int[10][2] schedule
        FillParameter[4] parameters

cdef Kernel _kernel = core_kernel("random", "fill")      # by distribution, bit generator, dtype char


cdef class Stream:
    """State of a bit generator: what it was seeded with, and how much of it was drawn.

    Parameters
    ----------
    engine : str
        Name of the generator in `cupy._specs.distributions.ENGINES`.
    words : sequence of int
        The seeded state, at most eight words.
    position : int
        Streams of the generator that were used.
    table : callable, optional
        Gives the array that the generator needs to jump, for the current device.
    """

    cdef:
        uint32_t[8] words_
        readonly str engine
        readonly int items          # of a draw that one stream serves
        public uint64_t position
        object table
        dict tables

    def __init__(self, str engine, words, position=0, table=None):
        from cupy._specs.distributions import ENGINES
        self.engine = engine
        self.items = ENGINES[engine]
        memset(self.words_, 0, sizeof(self.words_))
        self.set(words, position)
        self.table = table
        self.tables = {}

    def set(self, words, position):
        """Put the generator where it was."""
        for k, word in enumerate(words):
            self.words_[k] = word
        self.position = position

    @property
    def words(self):
        """The seeded state."""
        return [self.words_[k] for k in range(8)]

    cdef int start(self, RandomFillParams *p, int device) except -1:
        cdef ndarray table
        cdef uint32_t k
        memset(p, 0, sizeof(RandomFillParams))
        memcpy(p.words, self.words_, sizeof(self.words_))
        if self.table is None:
            for k in range(kFillRounds):
                p.schedule[k][0] = self.words_[0] + k * <uint32_t>0x9e3779b9
                p.schedule[k][1] = self.words_[1] + k * <uint32_t>0xbb67ae85
        if self.table is not None:
            table = self.tables.get(device)
            if table is None:
                table = self.tables[device] = self.table()
            use_on(table.memory, driver.thread_state().stream)
            p.table = table.pointer()
        return 0

    cdef int run(self, str name, str dtype_char, ndarray out, RandomFillParams *p, int64_t size) except -1:
        cdef driver.ThreadState *state = driver.thread_state()
        cdef const driver.Target *target = driver.target(state.device)
        cdef int64_t streams = (size + self.items - 1) // self.items, steps, blocks
        if target.serial_blocks:
            blocks = min(4 * target.multiprocessors, (size + HOST_ITEMS - 1) // HOST_ITEMS)
        else:
            # Threads that do several steps share the work of beginning, if enough are left to fill the device.
            steps = 2 * streams if self.items == 4 and out.itemsize_ == 8 else streams
            p.repeat = 1
            if self.items == 4:
                p.repeat = <uint32_t>max(1, min(REPEAT, steps // (kFillThreads * BLOCKS * target.multiprocessors)))
            blocks = (steps + kFillThreads * <int64_t>p.repeat - 1) // (kFillThreads * <int64_t>p.repeat)
        use_on(out.memory, state.stream)
        p.out = out.pointer()
        p.aligned = <size_t>p.out % 16 == 0
        p.size = size
        if growth.captures:
            memory = capture.memory_of(state.device, state.stream)
            if memory is not None:
                self.recorded(memory, p, streams)
                _kernel.run((name, self.engine, dtype_char), blocks, kFillThreads, p)
                return 0
        p.position = self.position
        self.position += streams
        _kernel.run((name, self.engine, dtype_char), blocks, kFillThreads, p)
        return 0

    cdef int recorded(self, capture.CaptureMemory memory, RandomFillParams *p, int64_t streams) except -1:
        """A draw of a graph: every replay begins where the generator is then."""
        cdef Py_ssize_t[64] shape
        cdef ndarray begin
        found = memory.draws.get(self)
        if found is None:
            shape[0] = 1
            begin = new_array(dtypes.dtype_of(dtypes.UINT64), dtypes.UINT64, 8, 1, shape, c"C")
            found = memory.draws[self] = [0, begin]
        begin = found[1]
        p.replayed = <const unsigned long long *>begin.pointer()
        p.position = found[0]
        found[0] += streams
        return 0

    def fill(self, str name, str dtype_char, ndarray out, tuple parameters=(), bint ints=False, int64_t inner=0,
             bint rows=False):
        """Fill `out`, which is C-contiguous, with elements of a distribution.

        Parameters
        ----------
        name : str
            The distribution.
        dtype char : str
            Type of the elements; the array's has the same size.
        out : ndarray
            Is filled.
        parameters : tuple
            Numbers, or contiguous arrays of float64 (int64 if `ints`) with one for each element.
        ints : bool
            Whether the parameters are integers.
        inner : int
            A length that the distribution knows: of a row, a table or a lane.
        rows : bool
            An element is a row of `inner` values.
        """
        cdef RandomFillParams p
        cdef ndarray a
        cdef double value
        cdef int64_t integer, size = out.size
        cdef int k = 0
        if size == 0:
            return out
        driver.bind_thread()
        self.start(&p, driver.thread_state().device)
        p.inner = inner
        for x in parameters:
            if isinstance(x, ndarray):
                a = <ndarray>x
                use_on(a.memory, driver.thread_state().stream)
                p.parameters[k].data = a.pointer()
                p.arrays = 1
            elif ints:
                integer = x
                memcpy(&p.parameters[k].bits, &integer, 8)
            else:
                value = x
                memcpy(&p.parameters[k].bits, &value, 8)
            k += 1
        self.run(name, dtype_char, out, &p, size // inner if rows else size)
        return out

    def draw(self, str name, str dtype_char, size, double first, double second):
        """New array of items of type ``"f"`` or ``"d"``, for two numbers as parameters."""
        cdef RandomFillParams p
        cdef Py_ssize_t[64] shape
        cdef ndarray out
        cdef int code = dtypes.FLOAT64 if dtype_char == "d" else dtypes.FLOAT32
        cdef int ndim = 0
        if size is not None:
            ndim = layout.read_shape(size, shape)
        out = new_array(dtypes.dtype_of(code), code, dtypes.size_of(code), ndim, shape, c"C")
        if out.size == 0:
            return out
        driver.bind_thread()
        self.start(&p, driver.thread_state().device)
        memcpy(&p.parameters[0].bits, &first, 8)
        memcpy(&p.parameters[1].bits, &second, 8)
        self.run(name, dtype_char, out, &p, out.size)
        return out
