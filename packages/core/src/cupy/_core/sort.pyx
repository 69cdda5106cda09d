# Sorting of C-contiguous rows: short ones in one launch, long ones by radix.

from functools import partial

import numpy

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from cupy._core cimport dtypes
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray, new_array
from cupy._memory cimport growth
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver
from cupy._core.creation import zeros

cdef enum:
    RUN = 32                    # items of a thread in sort_rows.hpp, with few items: 8
    FEW = 2048                  # items of a block with 8 a thread
    SHORT = 256                 # up to here, 8 are faster
    COUNT_BLOCKS = 4            # that a multiprocessor holds at once
    HOST_PART = 32768           # items worth a thread of the host
    LONG_WAIT = 4194304         # items that NumPy sorts in a moment; of more Ctrl-C does not await the end
    MANY = 1 << 20              # items of a row for which many threads beat one with vectors
    PACKED = 600                # items of a row from which on words of keys and places are sorted

cdef extern from "sort_params.hpp" namespace "cupy" nogil:
    int kRadixThreads, kCountThreads, kCountItems, kNetworkLine
    long long kNetworkLength
    int radix_items(int key, bint pairs, int word)
    cdef struct SortRows:
        const void *input
        void *items
        long long *positions
        void *scratch
        long long rows
        long long length
        long long scratch_bytes
        KeyOrder order
        int levels
        int stable
    cdef struct RadixSort:
        const void *items
        void *keys[2]
        void *places[2]
        long long *positions
        void *starts
        void *states
        unsigned int *tickets
        unsigned int *moves
        long long length
        long long tiles
        long long rows
        KeyOrder order
        int pass_ "pass"
        int passes
        int targets
        int both
    cdef struct HostRadixSort:
        const void *keys
        void *keys_out
        const unsigned int *positions
        void *positions_out
        long long *counts
        long long length
        KeyOrder order
        int pass_ "pass"
        int first
        int last

cdef int64_t LONGEST = <int64_t>1 << 32     # items of a row of the host whose places are no longer numbers of 32 bits
cdef Kernel _rows = core_kernel("sort", "sorted_rows")      # by dtype char of what moves, name
cdef Kernel _radix = core_kernel("sort", "radix_sort")      # by dtype char of the keys, of places, name
cdef dict _chars = {1: "B", 2: "H", 4: "I", 8: "L"}
cdef object _int64 = numpy.dtype("i8"), _uint64 = numpy.dtype("u8")


cdef int order_of(ndarray a, KeyOrder *order) except -1:
    """How the bits of the items of `a` compare."""
    cdef int code = a.code
    order.size = a.itemsize_
    order.sign = <uint64_t>1 << (8 * a.itemsize_ - 1)
    order.mask = order.sign | (order.sign - 1)
    order.flip = order.flip_negative = order.minus_zero = 0
    order.infinity = order.mask
    order.is_floating = dtypes.FLOAT16 <= code <= dtypes.FLOAT64
    if order.is_floating:
        order.flip = order.minus_zero = order.sign
        order.flip_negative = order.mask
        order.infinity = {dtypes.FLOAT16: 0x7c00, dtypes.BFLOAT16: 0x7f80, dtypes.FLOAT32: 0x7f800000,
                          dtypes.FLOAT64: 0x7ff << 52}[code]
    elif code in (dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.INT64):
        order.flip = order.flip_negative = order.sign
    elif code in (dtypes.BOOL, dtypes.UINT8, dtypes.UINT16, dtypes.UINT32, dtypes.UINT64):
        pass
    else:
        raise TypeError(f"items of type {a.dtype_} cannot be sorted")
    return 0


def key_order(ndarray a):
    """The bytes of the ``KeyOrder`` of ``sort_params.hpp`` for the items of `a`."""
    cdef KeyOrder order
    order_of(a, &order)
    return (<char *>&order)[:sizeof(order)]


def sort_rows(ndarray a, bint positions, bint stable=False):
    """Sorted items along the last axis of a C-contiguous array, or the positions that sort it stably.

    Where not `stable`, -0 and +0 may change places.
    """
    return _sort_rows(a, a.shape_[a.ndim_ - 1], positions, stable)


cdef ndarray _sort_rows(ndarray a, int64_t length, bint positions, bint stable):
    cdef ndarray result
    cdef KeyOrder order
    cdef const driver.Target *target
    cdef int64_t rows
    order_of(a, &order)
    if length == 1:
        return zeros(a.shape, _int64) if positions else copy_of(a, c"C")
    if a.flags_ & FLAG_MISALIGNED:
        a = copy_of(a, c"C")
    if positions:
        result = new_array(_int64, dtypes.INT64, 8, a.ndim_, a.shape_, c"C")
    else:
        result = new_array(a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, c"C")
    if a.size == 0:
        return result
    driver.bind_thread()
    target = driver.target(driver.thread_state().device)
    use_on(a.memory, driver.thread_state().stream)
    rows = a.size // length
    if target.serial_blocks:
        if length >= LONGEST:
            _numpy_rows(a, result, rows, length, positions, stable)
        elif not positions and not stable and order.size >= 4 and (length < MANY or target.multiprocessors < 8) and \
                (length > kNetworkLength or rows < 2 * kNetworkLine // order.size):
            _numpy_rows(a, result, rows, length)
        elif positions and order.size >= 4 and length >= PACKED and (length < MANY or target.multiprocessors < 8) \
                and not growth.captures:
            _packed_rows(a, result, &order, rows, length, target.multiprocessors)
        elif rows < target.multiprocessors and length >= 2 * HOST_PART:
            _host_radix(a, result, &order, rows, length, positions, target.multiprocessors)
        else:
            _host_rows(a, result, &order, rows, length, positions, stable, target.multiprocessors)
        return result
    if length <= _short_rows(&order, positions):
        _device_rows(a, result, &order, rows, length, positions, target.multiprocessors)
    else:
        _device_radix(a, result, &order, rows, length, positions, target.multiprocessors)
    return result


cdef int64_t _short_rows(KeyOrder *order, bint positions):
    """The longest rows that one block sorts."""
    return 128 * RUN if positions and order.size == 8 else 256 * RUN


def sort_with_positions(ndarray a):
    """Sorted items of a contiguous array of integers of one axis, and the positions that sort it stably."""
    cdef ndarray items, positions
    cdef KeyOrder order
    cdef const driver.Target *target
    order_of(a, &order)
    driver.bind_thread()
    target = driver.target(driver.thread_state().device)
    if target.serial_blocks or order.is_floating or a.size <= _short_rows(&order, True):
        positions = sort_rows(a, True)
        return a[positions], positions
    use_on(a.memory, driver.thread_state().stream)
    items = new_array(a.dtype_, a.code, a.itemsize_, 1, a.shape_, c"C")
    positions = new_array(_int64, dtypes.INT64, 8, 1, a.shape_, c"C")
    _device_radix(a, positions, &order, 1, a.size, True, target.multiprocessors, items)
    return items, positions


def sort_last(ndarray a, axis, bint positions):
    """`sort_rows` along an axis that is the last or has only axes of length 1 behind it, if nothing else is to do."""
    cdef int k, at
    if a.ndim_ == 0 or not a.flags_ & FLAG_C or a.flags_ & FLAG_MISALIGNED or a.code > dtypes.FLOAT64:
        return None
    if type(axis) is not int or not -a.ndim_ <= axis < a.ndim_:
        return None
    at = axis if axis >= 0 else axis + a.ndim_
    for k in range(at + 1, a.ndim_):
        if a.shape_[k] != 1 and a.shape_[at] != 1:
            return None
    return _sort_rows(a, a.shape_[at], positions, False)


cdef int _describe_rows(SortRows *params, ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length,
                        bint positions) except -1:
    memset(params, 0, sizeof(SortRows))
    params.input = a.pointer()
    if positions:
        params.positions = <long long *>result.pointer()
    else:
        params.items = result.pointer()
    params.rows = rows
    params.length = length
    params.order = order[0]
    return 0


cdef int _device_rows(ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length,
                      bint positions, int multiprocessors) except -1:
    cdef SortRows params
    cdef int threads = 256, run = RUN
    cdef int64_t rows_per_block
    if length <= SHORT or (length <= FEW and a.size <= <int64_t>FEW * multiprocessors):
        run = 8
    if order.size == 8:
        element = "LI" if positions else "L"
        threads = 128 if positions and run == RUN else 256
    else:
        element = "L" if positions and order.size == 4 else "I"
    _describe_rows(&params, a, result, order, rows, length, positions)
    params.levels = 5 if run == RUN else 3
    while <int64_t>1 << params.levels < length:
        params.levels += 1
    rows_per_block = threads * run >> params.levels
    return _rows.run((element, f"sort_rows_{element}_{run}"), (rows + rows_per_block - 1) // rows_per_block, threads,
                     &params)


cpdef int radix_tile(int itemsize, bint pairs, int word):
    """Items of a block."""
    return kRadixThreads * radix_items(itemsize, pairs, word)


cdef int _device_radix(ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length,
                       bint positions, int multiprocessors, ndarray items=None) except -1:
    cdef RadixSort params
    cdef driver.ThreadState *state = driver.thread_state()
    cdef int word = 4 if length < <int64_t>1 << 30 else 8
    cdef int64_t tile = radix_tile(order.size, positions, word)
    cdef int passes = order.size, k
    cdef int64_t tiles = (length + tile - 1) // tile, starts, states, blocks, used
    cdef Memory work, keys, places = None
    cdef char *at
    arguments = (_chars[order.size], "I" if word == 4 else "L")
    form = f"{''.join(arguments)}_{'pairs' if positions else 'keys'}"
    starts = rows * passes * 256 * word
    states = rows * tiles * 256 * word
    used = starts + passes * states + (passes + 2 * rows) * 4
    work = allocate(used)
    driver.check(driver.api.fill(<void *><size_t>work.ptr, 0, 1, used, state.stream), "filling")
    memset(&params, 0, sizeof(params))
    params.items = a.pointer()
    at = <char *><size_t>work.ptr
    params.starts = at
    params.tickets = <unsigned int *>(at + starts + passes * states)
    params.moves = params.tickets + passes + rows
    params.length = length
    params.rows = rows
    params.tiles = tiles
    params.order = order[0]
    params.passes = passes
    keys = allocate((2 if positions else 1) * a.size * order.size)
    params.keys[1] = <char *><size_t>keys.ptr
    if positions:
        places = allocate(2 * a.size * word)
        params.keys[0] = <char *><size_t>keys.ptr + a.size * order.size
        params.places[0] = <char *><size_t>places.ptr
        params.places[1] = <char *><size_t>places.ptr + a.size * word
        params.positions = <long long *>result.pointer()
        if items is not None:
            params.keys[0] = items.pointer()
            params.both = True
    else:
        params.keys[0] = result.pointer()
    blocks = min((length + (kCountThreads * kCountItems) - 1) // (kCountThreads * kCountItems),
                 max(1, COUNT_BLOCKS * multiprocessors // rows))
    _radix.run((*arguments, f"radix_count_{form}"), rows * blocks, kCountThreads, &params)
    for k in range(passes):
        params.pass_ = k
        params.states = at + starts + k * states
        _radix.run((*arguments, f"radix_pass_{form}"), rows * tiles, kRadixThreads, &params)
    return 0


def _numpy_share(given, result, positions, kind, first, last):
    if positions:
        result[first:last] = given[first:last].argsort(axis=-1, kind="stable")
    else:
        numpy.copyto(result[first:last], given[first:last])
        result[first:last].sort(axis=-1, kind=kind)


cdef int _numpy_rows(ndarray a, ndarray result, int64_t rows, int64_t length, bint positions=False,
                     bint stable=False) except -1:
    """NumPy's sort for the vectors of the processor, which beats a few threads that count digits."""
    from cupy._core.transfer import host_view
    given, view = host_view(a).reshape(rows, length), host_view(result).reshape(rows, length)
    _share_rows(partial(_numpy_share, given, view, positions, "stable" if stable else None), rows, a.size)
    return 0


cdef int _share_rows(object share, int64_t rows, int64_t size) except -1:
    """Call ``share(first, last)`` for all rows, in several threads if there are many items."""
    if size < HOST_PART or rows == 1 and size < LONG_WAIT:
        share(0, rows)
        return 0
    from cupy._host.shares import abandonable, in_shares
    work = partial(in_shares, rows, share)
    if size < LONG_WAIT:
        work()
    else:
        abandonable(work)
    return 0


def _sort_words(words, first, last):
    words[first:last].sort(axis=-1)


cdef int _packed_rows(ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length, int threads) except -1:
    """Positions by a sort of words that have a key above its place."""
    from cupy._core.transfer import host_view
    cdef SortRows params
    cdef ndarray words = new_array(_uint64, dtypes.UINT64, 8, a.ndim_, a.shape_, c"C")
    cdef int64_t grid = max(1, min(rows, threads * 4, a.size // 4096))
    cdef Memory scratch
    _describe_rows(&params, a, result, order, rows, length, True)
    params.items = words.pointer()
    params.scratch_bytes = (2 * length * (order.size + 4) + 71) // 64 * 64
    scratch = allocate(grid * params.scratch_bytes)
    params.scratch = <char *><size_t>scratch.ptr
    _rows.run(("", f"pack_rows_{_chars[order.size]}"), grid, 1, &params)
    _share_rows(partial(_sort_words, host_view(words).reshape(rows, length)), rows, a.size)
    return _rows.run(("", f"unpack_rows_{_chars[order.size]}"), grid, 1, &params)


cdef int _host_rows(ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length, bint positions,
                    bint stable, int threads) except -1:
    cdef SortRows params
    cdef Memory scratch
    cdef int64_t grid = max(1, min(rows, threads * 4, a.size // 4096))
    _describe_rows(&params, a, result, order, rows, length, positions)
    params.stable = stable
    params.scratch_bytes = max((2 * length * (order.size + (4 if positions else 0)) + 71) // 64 * 64,
                               3 * length * kNetworkLine if length <= kNetworkLength else 0)
    scratch = allocate(grid * params.scratch_bytes)
    params.scratch = <char *><size_t>scratch.ptr
    name = f"{'arg' if positions else ''}sort_rows_{_chars[order.size]}"
    return _rows.run(("", name), grid, 1, &params)


cdef int _host_radix(ndarray a, ndarray result, KeyOrder *order, int64_t rows, int64_t length, bint positions,
                     int threads) except -1:
    """Each row with all threads; a digit that all items share moves nothing."""
    cdef HostRadixSort params
    cdef int passes = order.size, k, turn
    cdef int64_t grid = min(threads, length // HOST_PART), row
    cdef Memory counts = allocate(grid * 256 * 8), work = allocate(2 * length * (order.size + 4))
    cdef char *keys = <char *><size_t>work.ptr
    cdef char *places = keys + 2 * length * order.size
    arguments = (_chars[order.size], "I")
    form = f"{''.join(arguments)}_{'pairs' if positions else 'keys'}"
    memset(&params, 0, sizeof(params))
    params.counts = <long long *><size_t>counts.ptr
    params.length = length
    params.order = order[0]
    for row in range(rows):
        params.keys = a.pointer() + row * length * order.size
        params.positions = NULL
        turn = 0
        for k in range(passes):
            params.pass_ = k
            params.first = k == 0
            params.last = k == passes - 1
            _radix.run((*arguments, f"radix_count_{form}"), grid, 1, &params)
            if not params.first and not params.last and _one_digit(params.counts, grid, length):
                continue
            params.keys_out = keys + turn * length * order.size
            params.positions_out = places + turn * length * 4
            if params.last:
                params.keys_out = NULL if positions else <void *>(result.pointer() + row * length * order.size)
                params.positions_out = result.pointer() + row * length * 8
            _radix.run((*arguments, f"radix_pass_{form}"), grid, 1, &params)
            params.keys = params.keys_out
            params.positions = <const unsigned int *>params.positions_out
            turn = 1 - turn
    return 0


cdef bint _one_digit(const long long *counts, int64_t grid, int64_t length) noexcept:
    cdef int digit
    cdef int64_t block, count
    for digit in range(256):
        count = 0
        for block in range(grid):
            count += counts[block * 256 + digit]
        if count:
            return count == length
    return False
