# Arrays with something around them, in one launch.

from math import gcd

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from cupy._core cimport dtypes
from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_F, FLAG_MISALIGNED, ndarray, new_array, transposed
from cupy._core.target cimport blocks_for
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "pad_params.hpp" namespace "cupy" nogil:
    int kPadThreads, kPadTable, kPadRows, kPadTurns, kPadLeast, kPadGroup, kPadGroups
    int kPadConstant, kPadEdge, kPadReflect, kPadSymmetric, kPadWrap
    int pad_vector(int width)
    int pad_vectors(int width)
    cdef struct PadAxis:
        Divider out
        int left
        int length
        unsigned int period
        unsigned int shift
        unsigned int mode
        long long stride
    cdef struct PadRun:
        Divider out
        int left
        int length
        long long stride
        int axes
    cdef struct PadValue:
        unsigned char[16] bytes
    cdef struct PadParams "cupy::Pad":
        const char *items
        char *output
        unsigned int size
        unsigned int ndim
        unsigned int outer_wins
        unsigned int tabled
        unsigned int turns
        unsigned int together
        Divider inner
        Divider row
        unsigned int rows
        PadRun run
        PadAxis[6] axes
        PadValue[6][2] values

cdef enum:
    MOST_AXES = 6
    MOST_ITEMS = 1 << 30
    LONG_PART = 1 << 23         # bytes, of which a cache holds only some
    MOST_TURNS = 1024

cdef dict _modes = {"constant": kPadConstant, "edge": kPadEdge, "reflect": kPadReflect, "symmetric": kPadSymmetric,
                    "wrap": kPadWrap}
cdef Kernel _kernel = core_kernel("items", "pad")
cdef Kernel _rows = core_kernel("items", "pad_rows")


cdef int _find_run(PadParams *p) except -1:
    """What is copied as it lies: pixels of several channels along a row of an image too."""
    cdef PadAxis *inner = &p.axes[0]
    cdef PadAxis *outer = &p.axes[1]
    cdef long long items = inner.out.divisor
    p.run.out, p.run.left, p.run.length, p.run.stride, p.run.axes = inner.out, inner.left, inner.length, inner.stride, 1
    if p.ndim > 1 and inner.length == items and outer.stride == items * inner.stride \
            and items * outer.out.divisor < MOST_ITEMS:
        p.run.out = divider(<uint32_t>(items * outer.out.divisor))
        p.run.left = <int>(outer.left * items)
        p.run.length = <int>(outer.length * items)
        p.run.axes = 2
    return 0


cdef bint _by_rows(PadParams *p, int width):
    """Whether places along the last axes are tabled, as `p` then says: where vectors often meet an edge."""
    cdef long long reach = 0
    cdef unsigned int length = 1, rows = 1, turns = kPadTurns, vector = pad_vector(width)
    cdef PadAxis *axis
    if p.run.out.divisor >= 64 * vector and p.run.stride == width:
        return False
    p.tabled = 0
    while p.tabled < p.ndim and length * <long long>p.axes[p.tabled].out.divisor <= (
            kPadTable if length < <unsigned int>kPadLeast else kPadTable // 2):
        length *= p.axes[p.tabled].out.divisor
        reach += abs(p.axes[p.tabled].stride) * p.axes[p.tabled].length
        p.tabled += 1
    if 0 < p.tabled < p.ndim:       # groups are few of an axis: those at its ends go item by item
        axis = &p.axes[p.tabled]
        rows = max(1, min(<unsigned int>kPadGroup // length, <unsigned int>axis.length // kPadGroups))
        reach += rows * abs(axis.stride)
    p.row = divider(length)
    p.rows = rows
    length *= rows
    while turns > 0 and turns * kPadThreads * vector // length + 2 > <unsigned int>kPadRows:
        turns //= 2
    p.turns = turns
    p.inner = divider(length)
    return p.tabled > 0 and turns > 0 and reach < 1 << 30


cdef int _take_turns(PadParams *p, int width, Py_ssize_t each) except -1:
    """Let blocks of outer parts take turns where several parts come from the same one, too long ago for a cache."""
    cdef long long inner = 1, sources = 1, parts
    cdef unsigned int d
    for d in range(p.ndim):
        if inner * width < LONG_PART:
            inner *= p.axes[d].out.divisor
        else:
            sources *= p.axes[d].length
    parts = p.size // inner
    if 8 * parts >= 9 * sources and parts <= MOST_TURNS:
        p.together = <unsigned int>parts
        p.turns = <unsigned int>(p.size // each // parts)
    return 0


def padded(ndarray a, list widths, str mode, list values, bint outer_wins=False):
    """`a` with `widths` items around it, or None where one kernel cannot do that.

    `values` holds the bytes of an item before and behind each axis, or is None for zeros. Corners have that of the last
    axis, or with `outer_wins` that of the first.
    """
    cdef PadParams p
    cdef PadAxis *axis
    cdef Py_ssize_t[MOST_AXES] shape
    cdef driver.ThreadState *state
    cdef ndarray result
    cdef Py_ssize_t inner = 1, each, slab, aligned, first, left, right, period, grid
    cdef int d, k, kind, ndim = a.ndim_
    cdef bint by_rows
    cdef bytes item
    if ndim == 0 or ndim > MOST_AXES or a.size == 0 or a.code == dtypes.OTHER or a.flags_ & FLAG_MISALIGNED:
        return None
    if a.flags_ & (FLAG_C | FLAG_F) == FLAG_F and ndim > 1:
        result = padded(transposed(a), widths[::-1], mode, None if values is None else values[::-1], not outer_wins)
        return None if result is None else transposed(result)
    kind = _modes[mode]
    memset(&p, 0, sizeof(p))
    p.outer_wins = outer_wins
    for k in range(ndim):
        d = ndim - 1 - k
        axis = &p.axes[d]
        left, right = widths[k]
        shape[k] = left + a.shape_[k] + right
        if k > 0:
            inner *= shape[k]
        if shape[k] >= MOST_ITEMS or inner >= MOST_ITEMS:
            return None
        period = a.shape_[k] if kind == kPadWrap else 2 * a.shape_[k] if kind == kPadSymmetric else 2 * a.shape_[k] - 2
        axis.out = divider(<uint32_t>shape[k])
        axis.left = <int>left
        axis.length = <int>a.shape_[k]
        axis.mode = kPadEdge if kind == kPadReflect and period == 0 else kind
        axis.period = <unsigned int>period
        axis.shift = <unsigned int>((left + period - 1) // period * period) if period > 0 else 0
        axis.stride = a.strides_[k]
        if values is not None:
            for status in range(2):
                item = values[k][status]
                memcpy(p.values[d][status].bytes, <const char *>item, a.itemsize_)
    # Kernels count in 32 bits: larger outputs are slabs of the first axis, each at a multiple of 16 bytes.
    slab = shape[0]
    if slab * inner >= MOST_ITEMS:
        aligned = 16 // gcd(16, inner * a.itemsize_)
        slab = (MOST_ITEMS - 1) // inner // aligned * aligned
        if slab == 0:
            return None
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device:
        return None
    result = new_array(a.dtype_, a.code, a.itemsize_, ndim, shape, c"C")
    use_on(a.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    if <size_t>p.output & 15:
        return None
    p.ndim = ndim
    _find_run(&p)
    axis = &p.axes[ndim - 1]
    left = axis.left
    p.size = <unsigned int>(min(slab, shape[0]) * inner)
    by_rows = not driver.target(state.device).serial_blocks and _by_rows(&p, a.itemsize_)
    each = kPadThreads * pad_vector(a.itemsize_) * (<int>p.turns if by_rows else pad_vectors(a.itemsize_))
    if not by_rows:
        p.turns = 0
    if not by_rows and kind != kPadConstant:
        _take_turns(&p, a.itemsize_, each)
    for first in range(0, shape[0], slab):
        axis.left = <int>(left - first)
        p.size = <unsigned int>(min(slab, shape[0] - first) * inner)
        if not by_rows and first:
            p.together = p.turns = 0
        grid = blocks_for(p.size, p.size * a.itemsize_ / 4.0, each)
        (_rows if by_rows else _kernel).run(a.itemsize_, grid, kPadThreads, &p)
        p.output += slab * inner * a.itemsize_
    return result
