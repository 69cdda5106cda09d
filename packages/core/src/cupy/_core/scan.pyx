# Running results along an axis: how the array is cut, and the launches.

from cupy._core cimport dtypes
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, cast_to, copy_of, ndarray, new_array, plain_view
from cupy._core.operands cimport output_axes
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver

cdef extern from "scan_params.hpp" namespace "cupy" nogil:
    long long kScanThreads
    long long kScanNear
    long long kScanInFlight
    long long kScanConstant
    long long kScanStrip
    long long kScanWholeColumns
    int scan_vector(int itemsize)
    int scan_tile(int itemsize)
    int scan_block(int accumulator)
    int scan_tile_items(int accumulator)
    int scan_strip(int accumulator)
    int scan_deep(int accumulator)
    unsigned int scan_parts(long long length, long long deep)
    long long chain_words(long long outer, long long tiles, int accumulator)
    long long column_words(long long columns, long long chunks, int accumulator)
    long long strip_words(long long columns, long long chunks, int accumulator)
    int kScanTotals, kScanResults, kScanReduce
    int kScanAxes
    cdef struct ScanAxes:
        long long *size
        long long *stride
        int count
    cdef struct ScanParams "cupy::Scan":
        const void *input
        void *output
        void *totals
        const long long *bounds
        long long outer
        long long length
        long long inner
        long long[3] strides
        long long chunks
        long long span
        int phase
        double[2] extra
        long long[2] whole
        int vectors
        int linear
        ScanAxes outer_axes
        ScanAxes inner_axes
        int parts
        int ahead

AHEAD = 512                             # tiles of columns that are added up before they are scanned
AHEAD_COLUMNS = 512                     # fewer are; more keep memory busy while their chunks wait for one another

cdef enum:
    LARGEST_ACCUMULATOR = 32        # bytes
    SHORT_ROW = 64                  # items of a row that a block scans with others
    MIDDLING_ROW = 96               # small items of a row that lies apart; of more, a warp scans as fast
    FEW_TILES = 4                   # that lie evenly are fewer than are read in place
    LONG_ROW = 1024                 # items of a row that a block scans where rows are few
    FEW_COLUMNS = 32                # fewer are scanned in shared memory
    HOST_CHUNK = 16384              # items that a thread of the host scans at a time
    FEW_LINES = 64                  # rows, or groups of columns, fewer of which are cut for the threads of the host
    CHUNK_PARTS = 4                 # threads that share a chunk of a long column, where there are many columns:
    LONG_COLUMN = 2048              # the fewer, the wider blocks are, and the fewer sectors they read twice;
    WIDE_ENOUGH = 4096              # no more of any column, and half as many of a chunk, where there are more yet
    MORE_COLUMNS = 10000
    MANY_COLUMNS = 512              # so many are no strips
    MANY_ITEMS = 1 << 16            # so many are worth a launch to save what repeats,
    MANY_REPEATS = 6                # and so many times are worth that it is written, and read again
    NEAR_STRIDE = 4                 # items from one that a thread reads to its neighbour's, at most, to read in place

cdef Kernel _kernel = core_kernel("scan", "scan")       # by scan, input and output dtype char, form


cdef void _cut(ScanParams *p, long long chunks, long long unit) noexcept:
    """Cut rows into about so many chunks whose length is a multiple of `unit`."""
    p.span = (p.length + chunks - 1) // chunks
    p.span = (p.span + unit - 1) // unit * unit
    p.chunks = (p.length + p.span - 1) // p.span
    if p.chunks <= 1:
        p.chunks = 1
        p.span = p.length


cdef long long _plan_host(ScanParams *p, bint associative, int threads, bint *passes):
    """Cut long rows and columns, whatever the number of threads: how many blocks, and whether totals come first."""
    cdef long long size = p.outer * p.length * p.inner, side = min(p.inner, 256)
    cdef long long lines = p.outer * ((p.inner + 255) // 256)
    cdef long long blocks = min(4 * threads, size // 65536) if threads > 1 else 1
    passes[0] = False
    if associative and p.length * side >= 2 * HOST_CHUNK and lines < FEW_LINES:
        p.span = max(64, HOST_CHUNK // side)
        p.chunks = max(1, (p.length + p.span - 1) // p.span)
        passes[0] = p.chunks > 1 and lines < blocks
    return max(1, min(blocks, lines * p.chunks if passes[0] else lines))


cdef long long _plan_rows(ScanParams *p, int itemsize, int processors):
    """A warp each row, or several short ones; how many blocks there are."""
    cdef long long each = kScanThreads // kScanNear, step = kScanNear * scan_vector(itemsize)
    cdef long long vectors = (p.length + step - 1) // step
    if vectors <= 2 and p.outer >= each * kScanInFlight * processors:
        p.parts = kScanInFlight // vectors
    each *= p.parts
    return (p.outer + each - 1) // each


cdef long long _plan_lanes(ScanParams *p, bint associative, int processors):
    """Cut columns where there are few of them; how many blocks there are."""
    cdef long long lanes = p.outer * p.inner
    cdef long long wanted = min(512, processors * 1024 // lanes)
    if associative and wanted > 1 and p.length >= 64:
        _cut(p, max(1, min(wanted, p.length // 32)), 1)
    return (lanes * p.chunks + kScanThreads - 1) // kScanThreads


cdef long long _plan_columns(ScanParams *p, int itemsize, int processors):
    """Share a column among threads that hold it, cut it into chunks, or give a thread several short ones; how many
    blocks there are."""
    cdef long long deep = scan_deep(itemsize), parts = scan_parts(p.length, deep), columns = p.outer * p.inner
    cdef long long several = min(deep // p.length, columns // (processors * 1024))
    if several > 1 and columns < 1 << 31:
        p.parts = 0
        p.span = several
        return (columns + kScanThreads * several - 1) // (kScanThreads * several)
    if parts > CHUNK_PARTS and columns >= MORE_COLUMNS:
        parts = CHUNK_PARTS if p.length <= parts * deep else CHUNK_PARTS // 2
    elif p.length >= LONG_COLUMN and columns >= WIDE_ENOUGH:
        parts = CHUNK_PARTS
    p.parts = parts
    p.chunks = (p.length + parts * deep - 1) // (parts * deep)
    p.span = (p.length + parts * p.chunks - 1) // (parts * p.chunks)
    return p.chunks * ((p.outer * p.inner * parts + kScanThreads - 1) // kScanThreads)


cdef bint _powers_pay(long long length, int itemsize) noexcept:
    """Whether rows are long, or of small items, of which the result's vectors have parts of two rows at most."""
    return length >= LONG_ROW or itemsize <= 4 and scan_vector(itemsize) - 1 <= length <= SHORT_ROW


cdef long long _plan_constant(const ScanParams *p, int itemsize) noexcept:
    """Some vectors of the result for each thread; how many blocks there are."""
    cdef long long each = kScanThreads * kScanConstant * scan_vector(itemsize)
    return (p.outer * p.length + each - 1) // each


cdef long long _plan_tile(ScanParams *p, int accumulator, int processors) noexcept:
    """Whole groups for each block, fewer where there are few of them; how many blocks there are."""
    cdef long long few = (p.outer + 2 * processors - 1) // (2 * processors), size = p.length * p.inner
    few = min(few, p.outer_axes.size[0])
    p.span = max(min(scan_tile_items(accumulator) // size, few), min(p.outer, scan_block(accumulator) // size))
    p.parts = p.span * p.inner < kScanWholeColumns
    p.chunks = (p.outer_axes.size[0] + p.span - 1) // p.span
    return p.outer // p.outer_axes.size[0] * p.chunks


cdef long long _plan_strip(ScanParams *p, int accumulator) noexcept:
    """Cut groups of few columns into stretches of a block each; how many blocks there are."""
    p.span = kScanThreads // p.inner * scan_strip(accumulator)
    p.chunks = (p.length + p.span - 1) // p.span
    return p.outer * p.chunks


cdef bint _spaced(ndarray a, int first, int stop, int most, ScanAxes *axes) noexcept:
    """Fill in some axes' strides, evenly spaced neighbours as one; False if they are more than so many."""
    cdef int i
    cdef long long stride
    axes.count = 0
    for i in range(stop - 1, first - 1, -1):
        if a.shape_[i] == 1:
            continue
        stride = a.strides_[i] // a.itemsize_
        if a.strides_[i] % a.itemsize_:
            return False
        if axes.count and stride == axes.stride[axes.count - 1] * axes.size[axes.count - 1]:
            axes.size[axes.count - 1] *= a.shape_[i]
            continue
        if axes.count == most:
            return False
        axes.size[axes.count] = a.shape_[i]
        axes.stride[axes.count] = stride
        axes.count += 1
    if not axes.count:
        _one_axis(axes, 1, 0)
    return True


cdef void _one_axis(ScanAxes *axes, long long size, long long stride) noexcept:
    axes.count = 1
    axes.size[0] = size
    axes.stride[0] = stride


cdef bint _in_place(ndarray a, int axis, int outer, int inner, ScanParams *p) noexcept:
    """Fill in the array's strides, with so many axes around; False if it is better copied first."""
    cdef long long near
    if a.flags_ & FLAG_MISALIGNED or p.length == 1 or a.strides_[axis] % a.itemsize_:
        return False
    if not (_spaced(a, 0, axis, outer, &p.outer_axes) and _spaced(a, axis + 1, a.ndim_, inner, &p.inner_axes)):
        return False
    p.strides[0] = p.outer_axes.stride[0]
    p.strides[1] = a.strides_[axis] // a.itemsize_
    p.strides[2] = p.inner_axes.stride[0]
    near = p.strides[2] if p.inner > 1 else p.strides[1]
    return -NEAR_STRIDE <= near <= NEAR_STRIDE


cdef bint _vectors_fit(const ScanParams *p, int itemsize, int largest) noexcept:
    """Whether every row begins where vectors do."""
    cdef int i, items = scan_vector(largest)
    if p.inner > 1 or p.strides[1] != 1 or p.outer > 1 and p.length % items or <size_t>p.input % (items * itemsize):
        return False
    for i in range(p.outer_axes.count):
        if p.outer_axes.stride[i] % items:
            return False
    return True


cdef ndarray _readable(ndarray a, int axis, int outer, int inner, ScanParams *p):
    """The array, or a contiguous copy where axes lie apart in more than so many steps; fills in its strides."""
    cdef bint contiguous = a.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C
    p.linear = contiguous or not (outer and _in_place(a, axis, outer, inner, p))
    if p.linear:
        p.strides[0] = p.length * p.inner
        p.strides[1] = p.inner
        p.strides[2] = 1
        _one_axis(&p.outer_axes, p.outer, p.strides[0])
        _one_axis(&p.inner_axes, p.inner, 1)
    return copy_of(a, c"C") if p.linear and not contiguous else a


cdef tuple _read(object spec, ndarray a, int axis, ScanParams *p):
    """Fill in the array's shape; the loop of its type."""
    cdef int i
    p.outer = p.inner = p.chunks = 1
    for i in range(axis):
        p.outer *= a.shape_[i]
    for i in range(axis + 1, a.ndim_):
        p.inner *= a.shape_[i]
    p.length = p.span = a.shape_[axis]
    p.phase = kScanResults
    p.vectors = p.linear = 0
    p.parts = 1
    p.ahead = 0
    p.totals = NULL
    p.bounds = NULL
    if a.code != dtypes.OTHER:
        dtype_char = chr(dtypes.char_of(a.code))
        for loop in spec.loops():
            if loop[0] == dtype_char:
                return loop
    raise TypeError(f"cannot perform {spec.name} with items of dtype {a.dtype_}")


cdef int _bytes_of(str acc):
    """Size of an accumulator, or of the largest there is where it is more than a number."""
    return dtypes.size_of("?bBhHiIlLeEfdFD".index(acc)) if len(acc) == 1 else LARGEST_ACCUMULATOR


cdef ndarray _result(str out, int ndim, const Py_ssize_t *shape):
    dtype = dtypes.dtype_of("?bBhHiIlLeEfdFD".index(out))
    return new_array(dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, shape, c"C")


cdef ndarray _repeated(spec, ndarray a, int axis, bint associative, tuple extra):
    """Where the array repeats along another axis, so do the results, which are found once; None where it does not."""
    cdef int i
    cdef Py_ssize_t repeats = 1
    cdef Py_ssize_t[64] shape, strides
    for i in range(a.ndim_):
        shape[i] = a.shape_[i]
        strides[i] = a.strides_[i]
        if i != axis and strides[i] == 0 and shape[i] > 1:
            repeats *= shape[i]
            shape[i] = 1
    if repeats < MANY_REPEATS or a.size < MANY_ITEMS:
        return None
    cdef ndarray once = scan(spec, plain_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, a.ndim_, shape, strides),
                             axis, associative, extra)
    for i in range(a.ndim_):
        strides[i] = 0 if shape[i] != a.shape_[i] else once.strides_[i]
    return copy_of(plain_view(once, once.ptr, once.dtype_, once.code, once.itemsize_, a.ndim_, a.shape_, strides),
                   c"C")


def scan(spec, ndarray a, int axis, bint associative=True, tuple extra=()):
    """Running results along an axis.

    Parameters
    ----------
    spec : ReductionSpec
        What is combined; there must be a loop of the array's type.
    a : ndarray
        Elements, with at least one axis.
    axis : int
        Axis to run along, not negative.
    associative : bool, optional
        Whether results of parts can be combined, in any order; otherwise elements join one after the other.
    extra : tuple, optional
        Up to two numbers of the operation.

    Returns
    -------
    ndarray
        Of the shape of `a`, its axes in memory in the order of those of `a`.
    """
    cdef int i
    cdef int[64] axes
    if a.ndim_ > 1 and not a.flags_ & FLAG_C:
        output_axes([a], None, a.ndim_, a.shape_, axes)
        order = [axes[i] for i in range(a.ndim_)]
        if order != sorted(order):
            moved = scan(spec, a.transpose(order), order.index(axis), associative, extra)
            return moved.transpose([order.index(i) for i in range(a.ndim_)])

    cdef ndarray source, result = _repeated(spec, a, axis, associative, extra)
    if result is not None:
        return result
    cdef ScanParams p
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef Memory scratch = None
    cdef tuple loop = _read(spec, a, axis, &p)
    cdef str form = "lanes", out = loop[2]
    cdef int previous, held, largest
    cdef long long grid, words, tile, room
    cdef bint together, tiles, strips, even, constant, passes = True
    if p.length == 1 and spec.keeps_single:
        dtype = dtypes.dtype_of("?bBhHiIlLeEfdFD".index(out))
        return copy_of(a, c"C") if a.dtype_ is dtype else cast_to(a, dtype, c"C")
    for i, number in enumerate(extra):
        p.extra[i] = number
        p.whole[i] = int(number) if number == number and abs(number) < 2.0**63 else 0
    driver.bind_thread()
    state = driver.thread_state()
    previous = state.device
    if a.device_id_ != previous:
        driver.use_device(a.device_id_)
    try:
        target = driver.target(state.device)
        held = _bytes_of(loop[1])
        room = scan_block(held)
        together = associative and not spec.neighbour and 1 < p.length
        # Columns that a block scans together lie evenly.
        tiles = together and p.inner < FEW_COLUMNS and p.length * p.inner <= room and (
            p.inner > 1 or p.length <= SHORT_ROW)
        strips = together and not tiles and 1 < p.inner <= kScanStrip and p.length * p.inner > room and (
            p.inner < FEW_COLUMNS or p.outer * p.inner < MANY_COLUMNS)
        source = _readable(a, axis, 0 if target.serial_blocks else kScanAxes, 1 if tiles or strips else kScanAxes, &p)
        even = p.outer_axes.count == 1 or p.outer_axes.size[0] * p.length * p.inner >= FEW_TILES * room
        constant = together and p.inner == 1 and p.strides[1] == 0 and _powers_pay(p.length, _bytes_of(out))
        if tiles and not even and not constant:
            source = _readable(a, axis, 0, 0, &p)
        if p.length == 1:           # every item is a column
            p.inner *= p.outer
            p.outer = p.strides[0] = p.strides[1] = 1
            _one_axis(&p.outer_axes, 1, 0)
            _one_axis(&p.inner_axes, p.inner, 1)
        result = _result(out, a.ndim_, a.shape_)
        if p.outer * p.length * p.inner == 0:
            return result
        use_on(source.memory, state.stream)
        p.input = source.pointer()
        p.output = result.pointer()
        largest = max(a.itemsize_, result.itemsize_)
        p.vectors = _vectors_fit(&p, a.itemsize_, largest)
        if target.serial_blocks:
            grid = _plan_host(&p, associative, target.multiprocessors, &passes)
        elif constant:
            form = "constant"
            grid = _plan_constant(&p, result.itemsize_)
        elif tiles or together and p.inner == 1 and p.length <= min(room, LONG_ROW) and even \
                and not p.vectors and (p.linear or p.strides[1] == 1 and (held > 4 or p.length <= MIDDLING_ROW)):
            form = "tile"
            grid = _plan_tile(&p, held, target.multiprocessors)
        elif strips:
            form = "strip"
            grid = _plan_strip(&p, held)
        elif associative and p.inner == 1 and p.length > SHORT_ROW:
            grid = _plan_rows(&p, largest, target.multiprocessors)
            form = "rows"
            tile = scan_tile(largest)
            if p.length >= 4 * tile or p.length >= LONG_ROW and p.outer < target.multiprocessors * 16:
                form = "chain"
                p.chunks = (p.length + tile - 1) // tile
                grid = p.outer * p.chunks
        elif associative and not spec.neighbour:
            form = "columns"
            grid = _plan_columns(&p, a.itemsize_, target.multiprocessors)
            if p.chunks > 1 and p.outer * p.inner < AHEAD_COLUMNS:
                p.ahead = min(AHEAD, grid)
                grid += p.ahead
        else:
            grid = _plan_lanes(&p, associative, target.multiprocessors)
        kernel = spec, chr(dtypes.char_of(a.code)), out, form, associative
        if form in ("chain", "strip", "columns") and p.chunks > 1:
            words = (chain_words(p.outer, p.chunks, held) if form == "chain" else
                     strip_words(p.outer * p.inner, p.chunks, held) if form == "strip" or p.ahead else
                     column_words(p.outer * p.inner, p.chunks, held))
            scratch = allocate(words * 8)
            p.totals = <void *><size_t>scratch.ptr
            driver.check(driver.api.fill(p.totals, 0, 4, 2 * words, state.stream), "scan")
        elif form == "lanes" and p.chunks > 1 and passes:
            scratch = allocate(p.outer * p.chunks * p.inner * LARGEST_ACCUMULATOR)
            p.totals = <void *><size_t>scratch.ptr
            p.phase = kScanTotals
            _kernel.run(kernel, grid, kScanThreads, &p)
            p.phase = kScanResults
        _kernel.run(kernel, grid, kScanThreads, &p)
    finally:
        if a.device_id_ != previous:
            driver.use_device(previous)
    return result


def reduce_slices(spec, ndarray a, int axis, ndarray bounds, bint associative=True):
    """Reduce chunks of an axis, elements joining in order unless the operation is associative.

    Parameters
    ----------
    spec, a, axis, associative
        As for `scan`.
    bounds : ndarray of int64
        First element and stop of each chunk, none of which is empty.

    Returns
    -------
    ndarray
        Of the shape of `a`, but for as many elements along the axis as there are chunks.
    """
    cdef ndarray source, result
    cdef ScanParams p
    cdef Py_ssize_t[64] shape
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef str form = "lanes", out = _read(spec, a, axis, &p)[2]
    cdef int i, previous
    cdef long long grid, each
    for i in range(a.ndim_):
        shape[i] = a.shape_[i]
    shape[axis] = p.chunks = bounds.size // 2
    driver.bind_thread()
    state = driver.thread_state()
    previous = state.device
    if a.device_id_ != previous:
        driver.use_device(a.device_id_)
    try:
        target = driver.target(state.device)
        source = _readable(a, axis, 0, 0, &p)
        result = _result(out, a.ndim_, shape)
        if p.outer * p.chunks * p.inner == 0:
            return result
        use_on(source.memory, state.stream)
        use_on(bounds.memory, state.stream)
        p.input = source.pointer()
        p.output = result.pointer()
        p.bounds = <const long long *>bounds.pointer()
        p.phase = kScanReduce
        if target.serial_blocks:
            grid = max(1, min(4 * target.multiprocessors, a.size // 65536))
        else:
            if associative and p.inner == 1:
                form = "rows"
            each = kScanThreads // kScanNear if form == "rows" else kScanThreads
            grid = (p.outer * p.chunks * p.inner + each - 1) // each
        _kernel.run((spec, chr(dtypes.char_of(a.code)), out, form, associative), grid, kScanThreads, &p)
    finally:
        if a.device_id_ != previous:
            driver.use_device(previous)
    return result
