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
    int kPadThreads, kPadInner, kPadRows, kPadBytes, kPadBlocks
    int kPadConstant, kPadEdge, kPadReflect, kPadSymmetric, kPadWrap
    int pad_vector(int width)
    int pad_vectors(int width)
    int pad_unit(int width)
    cdef struct PadAxis:
        Divider out
        int left
        int length
        unsigned int period
        unsigned int shift
        unsigned int mode
        long long stride
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
        PadAxis[6] axes
        PadValue[6][2] values

cdef enum:
    MOST_AXES = 6
    MOST_ITEMS = 1 << 30
    LONG_ROW = 1 << 23          # bytes, of which a cache holds only some
    FEW_ROWS = 16

cdef dict _modes = {"constant": kPadConstant, "edge": kPadEdge, "reflect": kPadReflect, "symmetric": kPadSymmetric,
                    "wrap": kPadWrap}
cdef Kernel _kernel = core_kernel("items", "pad")
cdef Kernel _rows = core_kernel("items", "pad_rows")


cdef bint _by_rows(PadParams *p, int width, int multiprocessors):
    """Whether the last axes are short rows, as `p` then says."""
    cdef long long reach = 0, length = 1, step, units, most, found
    cdef double share, best = 0
    cdef int unit = pad_unit(width), k
    p.tabled = 0
    while p.tabled < p.ndim and length * p.axes[p.tabled].out.divisor * width <= kPadInner:
        length *= p.axes[p.tabled].out.divisor
        reach += abs(p.axes[p.tabled].stride) * p.axes[p.tabled].length
        p.tabled += 1
    if p.tabled == 0 or reach >= 1 << 30:
        return False
    p.inner = divider(<uint32_t>length)
    # Rows together are whole units, which leave few of the threads without one.
    step = unit // gcd(unit, length)
    p.together = <unsigned int>step
    for k in range(1, 9):
        found = max(1, k * kPadThreads * unit // (length * step)) * step
        units = found * length // unit
        share = units / <double>((units + kPadThreads - 1) // kPadThreads * kPadThreads)
        if found <= kPadRows and share > best + 0.05:
            best, p.together = share, <unsigned int>found
    most = min(kPadBytes // (length * width), p.size // length // (kPadBlocks * multiprocessors))
    most = max(1, min(kPadRows, most) // p.together)
    p.turns = <unsigned int>(most if most < 8 else most // 8 * 8)
    return True


def padded(ndarray a, list widths, str mode, list values, bint outer_wins=False):
    """`a` with `widths` items around it, or None where one kernel cannot do that.

    `values` holds the bytes of an item before and behind each axis, or is None for zeros. Corners have that of the last
    axis, or with `outer_wins` that of the first.
    """
    cdef PadParams p
    cdef PadAxis *axis
    cdef Py_ssize_t[MOST_AXES] shape
    cdef driver.ThreadState *state
    cdef const driver.Target *target
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
    axis = &p.axes[ndim - 1]
    left = axis.left
    p.size = <unsigned int>(min(slab, shape[0]) * inner)
    target = driver.target(state.device)
    by_rows = not target.serial_blocks and _by_rows(&p, a.itemsize_, target.multiprocessors)
    each = kPadThreads * pad_vector(a.itemsize_) * pad_vectors(a.itemsize_)
    if by_rows:
        each = <Py_ssize_t>p.turns * p.together * p.inner.divisor
    elif shape[ndim - 1] * a.itemsize_ >= LONG_ROW and p.size // shape[ndim - 1] <= FEW_ROWS:
        p.together = <unsigned int>(p.size // shape[ndim - 1])
        p.turns = <unsigned int>(p.size // each // p.together)
    for first in range(0, shape[0], slab):
        axis.left = <int>(left - first)
        p.size = <unsigned int>(min(slab, shape[0] - first) * inner)
        if not by_rows and first:
            p.together = p.turns = 0
        grid = blocks_for(p.size, p.size * a.itemsize_ / 4.0, each)
        (_rows if by_rows else _kernel).run(a.itemsize_, grid, kPadThreads, &p)
        p.output += slab * inner * a.itemsize_
    return result
