"""Items by rank along the last axis: short rows are sorted, of long ones a byte of the keys is counted at a time.

Of very long rows a GPU collects the items that a sample leaves in question before it counts their bytes.
"""
import itertools
import struct
from functools import partial

import numpy

from cupy._codegen import sort as text
from cupy._core import routine
from cupy._core.sort import radix_tile
from cupy._core.template import is_host, multiprocessors
from cupy._core.transfer import host_view
from cupy._creation.basic import empty, zeros
from cupy._sorting import _rows

__all__ = []

_TARGETS = 8            # kTargets of device/order_statistics.hpp
_TILE = 4096            # kThreads * kItems there
_SAMPLE_BLOCKS = 64     # kSample / kSampleShare of device/sample_select.hpp
_SAMPLED_ROW = 336      # bytes of a SampledRow
_SAMPLED_FROM = 16 << 20    # bytes of a row
_MOST_SAMPLED = 40      # ranks that are found faster than by a sort
_FEW = 30_000           # items of a row from which NumPy's sort beats its selection
_MANY_THREADS = 8       # of the host, that beat NumPy's one
_RADIX_THREADS = 384    # kRadixThreads of device/radix_sort.hpp
_LETTERS = {1: "B", 2: "H", 4: "I", 8: "L"}
_PARTITION = {key: partial(text.partition, *key) for key in itertools.product("BHIL", "IL")}


def _is_short(rows, targets):
    """Whether sorting is faster, or the only way."""
    return (targets > _TARGETS or rows.dtype.kind == "c" or rows.size == 0
            or rows.shape[-1] <= (256 if is_host() else 8192))


def _is_sampled(rows):
    """Whether a sample is worth its while."""
    return not is_host() and rows.dtype.itemsize in (4, 8) and rows.dtype.kind != "c" \
        and rows.shape[-1] * rows.itemsize >= _SAMPLED_FROM


def _numpy_selects(rows):
    """Whether the vectors of the processor, which NumPy uses, beat the threads of the host."""
    return is_host() and rows.dtype.kind != "V" and (rows.shape[-1] <= _FEW or multiprocessors() < _MANY_THREADS)


def _selected_by_numpy(rows, ranks):
    result, view = empty(rows.shape[:-1] + ranks.shape[-1:], rows.dtype), host_view(rows)
    if isinstance(ranks, numpy.ndarray):
        some = numpy.partition(view, ranks) if rows.shape[-1] <= _FEW else numpy.sort(view)
        host_view(result)[...] = some[..., ranks]
    else:
        ranks = numpy.broadcast_to(host_view(ranks), result.shape)
        host_view(result)[...] = numpy.take_along_axis(numpy.sort(view), ranks, -1)
    return result


def order_statistics(rows, ranks):
    """Items of given ranks of each row.

    `rows` is C-contiguous; `ranks` are positions of the sorted row, int64: a vector of NumPy for all rows,
    or an array of the device with one row for all or one for each.
    """
    import cupy
    shape = rows.shape[:-1] + ranks.shape[-1:]
    targets = ranks.shape[-1]
    if targets == 0 or rows.size == 0:
        return empty(shape, rows.dtype)
    if _numpy_selects(rows) and (rows.dtype.char != "e" or rows.shape[-1] <= _FEW):     # no vectors sort those
        return _selected_by_numpy(rows, ranks)
    ranks = cupy.asarray(ranks)
    if _TARGETS < targets <= _MOST_SAMPLED and _is_sampled(rows):
        return cupy.concatenate([order_statistics(rows, ranks[..., k:k + _TARGETS])
                                 for k in range(0, targets, _TARGETS)], axis=-1)
    if _is_short(rows, targets):
        ordered = _rows.sorted_rows(rows)
        if ranks.ndim == 1:
            return ordered[..., ranks]
        return cupy.take_along_axis(ordered, cupy.broadcast_to(ranks, shape), -1)
    return _radix_select(rows, cupy.ascontiguousarray(ranks), ranks.ndim > 1)[0].reshape(shape)


def _radix_select(rows, ranks, own_ranks, starts=None):
    """Items of the ranks, and their keys; fills in where the sides of a partition start."""
    length, targets = rows.shape[-1], ranks.shape[-1]
    count = rows.size // length
    host = is_host()
    if host:
        parts = max(1, min(multiprocessors(), length // 65536)) if count < multiprocessors() else 1
    else:
        parts = min(-(-length // _TILE), max(1, 4 * multiprocessors() // count))     # one wave
    values, keys = empty((count, targets), rows.dtype), empty((count, targets), numpy.uint64)
    remaining = empty((count, targets), numpy.int64)
    sampled = _is_sampled(rows)
    work = zeros(count * (_SAMPLED_ROW * sampled + 4 + targets * 1024 * (parts if host else 1)), numpy.uint8)
    tickets = work.data.ptr + count * _SAMPLED_ROW * sampled
    capacity = length * (targets + 1) // 16 if sampled else 0
    candidates = empty((count, capacity), rows.dtype)
    arrays = (rows, ranks, keys, remaining, work, values, candidates) + (() if starts is None else (starts,))
    head = struct.pack("10P5q", *(a.data.ptr for a in arrays[:4]), tickets + 4 * count, tickets, values.data.ptr,
                       0 if starts is None else starts.data.ptr, work.data.ptr if sampled else 0,
                       candidates.data.ptr, length, count, parts, targets if own_ranks else 0,
                       capacity) + routine.key_order(rows)
    letter, wide = _LETTERS[rows.itemsize], starts is not None and starts.itemsize == 8
    if sampled:
        params = head + struct.pack("4i", 0, rows.itemsize, targets, wide)
        for name, blocks in ("sample", count * _SAMPLE_BLOCKS), ("filter", count * parts):
            routine.launch(text.sampled, f"{name}_{letter}", blocks, 256, params, arrays)
    for number in range(rows.itemsize):
        params = head + struct.pack("4i", number, rows.itemsize, targets, wide)
        routine.launch(text.order_statistics, f"count_{letter}", count * parts, 1 if host else 256, params, arrays)
        if host:
            routine.launch(text.order_statistics, f"narrow_{letter}", count, 1, params, arrays)
    return values, keys


def _partitioned_by_numpy(rows, kth, positions):
    out = empty(rows.shape, numpy.int64 if positions else rows.dtype)
    view = host_view(out)
    if positions:
        view[...] = numpy.argpartition(host_view(rows), kth)
    else:
        view[...] = host_view(rows)
        view.partition(kth)
    return out


def partitioned(rows, kth, positions):
    """Rows, or positions of their items, with the item of each rank in `kth` (ascending) in its place."""
    import cupy
    if rows.size and _numpy_selects(rows):
        return _partitioned_by_numpy(rows, kth, positions)
    if _is_short(rows, len(kth)):
        return _rows.argsorted(rows) if positions else _rows.sorted_rows(rows)
    length = rows.shape[-1]
    count, targets = rows.size // length, len(kth)
    starts = zeros((count, 256), numpy.uint32 if length < 1 << 30 else numpy.uint64)
    _, keys = _radix_select(rows, cupy.asarray(numpy.array(kth, numpy.int64)), False, starts)
    out = empty(rows.shape, numpy.int64 if positions else rows.dtype)
    arrays = (rows, out, keys, starts)
    order, letter = routine.key_order(rows), _LETTERS[rows.itemsize]
    to = (0, out.data.ptr) if positions else (out.data.ptr, 0)      # items, positions
    if is_host():
        params = struct.pack("5P2q", rows.data.ptr, *to, keys.data.ptr, starts.data.ptr, length, count) \
            + order + struct.pack("2i", targets, 0)
        routine.launch(text.order_statistics, f"partition_{letter}", min(count, 4 * multiprocessors()), 1, params,
                       arrays)
        return out
    word = "I" if starts.itemsize == 4 else "L"
    tiles = -(-length // radix_tile(rows.itemsize, positions, starts.itemsize))
    states = zeros(count * tiles * 256 + 2, starts.dtype)
    tickets = states.data.ptr + (states.size - 2) * starts.itemsize
    params = struct.pack("11P3q", rows.data.ptr, to[0], 0, 0, 0, to[1], starts.data.ptr, states.data.ptr, tickets, 0,
                         keys.data.ptr, length, tiles, count) + order + struct.pack("4i", 0, 1, targets, 0)
    routine.launch(_PARTITION[letter, word], f"partition_{letter}_{'pairs' if positions else 'keys'}", count * tiles,
                   _RADIX_THREADS, params, (*arrays, states))
    return out
