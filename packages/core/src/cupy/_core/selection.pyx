# Selection by mask: items where it is true, their places, and assignment there.

import numpy

from libc.string cimport memset

from cupy._core cimport dtypes
from cupy._core.few cimport select_few
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray, new_array
from cupy._core.constructors import empty, zeros
from cupy._core.dtypes import CARRIERS
from cupy._core.few import nonzero_few
from cupy._core.gather import take_axis
from cupy._core.layout import unravel
from cupy._core.overlap import may_share_memory
from cupy._core.strided import broadcast_view
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef Kernel _selection = core_kernel("gather", "selection")  # by name


cdef extern from "select_params.hpp" namespace "cupy" nogil:
    int kSelectTile, kSelectThreads, kSelectMostTotals
    cdef struct SelectParams "cupy::Select":
        const unsigned char *flags
        long long *totals
        const void *items
        void *out
        long long size
        long long tiles


cdef int _use(ndarray a) except -1:
    use_on(a.memory, driver.thread_state().stream)
    return 0


cdef ndarray _flags(ndarray mask):
    """A contiguous bool array: nonzero items of `mask`."""
    cdef ndarray flags = mask
    if mask.code != dtypes.BOOL:
        flags = mask.astype("?") if mask.code != dtypes.OTHER else mask != zeros((), mask.dtype_)
    return flags if flags.flags_ & FLAG_C else copy_of(flags, c"C")


cdef Py_ssize_t _count(ndarray flags, SelectParams *params, list keep) except -1:
    """Count true flags, tile by tile; this waits for the device."""
    cdef const driver.Target *target
    cdef Py_ssize_t length
    cdef ndarray totals
    driver.bind_thread()
    target = driver.target(driver.thread_state().device)
    memset(params, 0, sizeof(SelectParams))
    if target.serial_blocks:
        params.tiles = max(1, min(4 * target.multiprocessors, flags.size // 65536))
    else:
        params.tiles = (flags.size + kSelectTile - 1) // kSelectTile
    length = params.tiles + 1
    totals = new_array(numpy.dtype("i8"), dtypes.INT64, 8, 1, &length, c"C")
    params.flags = <const unsigned char *>flags.pointer()
    params.totals = <long long *>totals.pointer()
    params.size = flags.size
    keep.append(totals)
    _use(flags)
    _selection.run("select_count", params.tiles, kSelectThreads, params)
    _selection.run("select_total", 1, kSelectMostTotals, params)
    return int(totals[params.tiles])


cdef int _select_write(str name, SelectParams *params, ndarray items, ndarray out) except -1:
    """Move items between where flags are true and a row of them."""
    if items is not None:
        _use(items)
        params.items = items.pointer()
    _use(out)
    params.out = out.pointer()
    return _selection.run(name, params.tiles, kSelectThreads, params)


cdef ndarray _select(ndarray flags, ndarray items):
    """Flat positions of the true flags (`items` is None), or the items there; one read of the count."""
    cdef SelectParams params
    cdef list keep = []
    cdef ndarray few = select_few(flags, items)
    if few is not None:
        return few
    dtype = numpy.dtype("i8") if items is None else items.dtype_
    count = _count(flags, &params, keep) if flags.size else 0
    out = empty(count, dtype)
    if count:
        _select_write("select_positions" if items is None else f"select_items_{CARRIERS[items.itemsize_]}",
                      &params, items, out)
    return out


def nonzero(ndarray a):
    """Tuple of index arrays, one an axis, of the items that are not zero."""
    cdef ndarray flags = _flags(a), positions
    few = nonzero_few(flags) if a.ndim_ > 1 else None
    if few is not None:
        return few
    positions = _select(flags, None)
    if a.ndim_ <= 1:
        return (positions,)
    return tuple(unravel(positions, a.shape, "C"))


def mask_select(ndarray a, ndarray mask):
    """Items of `a` where `mask`, of the same shape, is true, in C order."""
    cdef ndarray items = a if a.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C else copy_of(a, c"C")
    if a.itemsize_ not in CARRIERS:
        return take_axis(items.reshape(-1), _select(_flags(mask), None), 0)
    return _select(_flags(mask), items)


def mask_assign(ndarray a, ndarray mask, ndarray value):
    """``a[mask] = value`` for a flat `value` with as many items as the mask has true ones."""
    cdef ndarray flags = _flags(mask)
    cdef SelectParams params
    cdef list keep = []
    count = _count(flags, &params, keep) if flags.size else 0
    if value.size != count and value.size != 1:
        raise ValueError(f"NumPy boolean array indexing assignment cannot assign {value.size} input values "
                         f"to the {count} output values where the mask is true")
    if count == 0:
        return
    if value.size != count:
        value = broadcast_view(value, (count,))
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or a.itemsize_ not in CARRIERS:
        positions = _select(flags, None)
        a[tuple(unravel(positions, a.shape, "C"))] = value
        return
    if (<ndarray>value).flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C:
        value = copy_of(value, c"C")
    if may_share_memory(value, a):
        value = value.copy()
    _select_write(f"select_put_{CARRIERS[a.itemsize_]}", &params, value, a)
