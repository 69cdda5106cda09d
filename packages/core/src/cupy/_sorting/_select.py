"""Items by rank along the last axis: short rows are sorted, of long ones a byte of the keys is counted at a time.

Of very long rows a GPU collects the items that a sample leaves in question before it counts their bytes.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.sort import divided, divided_host, ranked
from cupy._core.kernel import Kernel
from cupy._core.sort import key_order, radix_tile
from cupy._core.transfer import host_view
from cupy._core.constructors import empty, zeros
from cupy._core.target import host_memory, multiprocessors, serial_blocks, tuned
from cupy._host.shares import in_shares
from cupy._sorting import _rows

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_SAMPLED_FROM = 16 << 20    # bytes of a row
_MOST_SAMPLED = 40      # ranks that are found faster than by a sort
_FEW = 30_000           # items of a row from which NumPy's sort beats its selection
_MANY_THREADS = 8       # of the host, that beat NumPy's one
_MOST_STEPS = 3         # selections of NumPy's that take no longer than its sort
_ALONE = 1 << 15        # items that one thread of the host selects from
_COUNTABLE = 1 << 32    # items of a row whose counts are no longer numbers of 32 bits
_COUNTED_FROM = 6000    # bytes of a row from which the host counts them
_CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L"}

_ranked, _divided, _divided_host = Kernel(ranked), Kernel(divided), Kernel(divided_host)
_TARGETS = _ranked.constants["kTargets"]        # ranks at a time


def _is_sorted(rows: ndarray, targets: int) -> bool:
    """Whether sorting is faster, or the only way."""
    return (targets > _TARGETS or rows.dtype.kind == "c" or rows.size == 0
            or not tuned(serial=256, parallel=8192) < rows.shape[-1] < _COUNTABLE)


def _is_sampled(rows: ndarray) -> bool:
    """Whether a sample is worth its while."""
    return not serial_blocks() and rows.dtype.itemsize in (4, 8) and rows.dtype.kind != "c" \
        and rows.shape[-1] * rows.itemsize >= _SAMPLED_FROM


def _numpy_selects(rows: ndarray) -> bool:
    """Whether the vectors of the processor, which NumPy uses, beat the threads of the host."""
    return host_memory() and rows.dtype.kind != "V" and (rows.shape[-1] <= _FEW or multiprocessors() < _MANY_THREADS)


def _in_places(rows: numpy.ndarray, ranks: list[int]) -> numpy.ndarray:
    """NumPy's rows with the items of some ranks in their places.

    It selects by vectors where it is asked for one rank at a time; the one before is the largest of what lies before.
    """
    steps = sum(ranks[k + 1] - ranks[k] > 1 for k in range(len(ranks) - 1))
    if steps > _MOST_STEPS:
        return numpy.sort(rows)
    rows, stop, every = rows.copy(), rows.shape[-1] + 1, numpy.arange(len(rows))
    for rank in reversed(ranks):
        if rank == stop - 1:
            place = rows[:, :stop].argmax(axis=-1)
            largest = rows[every, place]
            rows[every, place] = rows[:, rank]
            rows[:, rank] = largest
        else:
            rows[:, :stop].partition(rank)
        stop = rank
    return rows


def _selected_by_numpy(rows: ndarray, ranks: Any) -> ndarray:
    length, targets = rows.shape[-1], ranks.shape[-1]
    result = empty(rows.shape[:-1] + ranks.shape[-1:], rows.dtype)
    view, found = host_view(rows).reshape(-1, length), host_view(result).reshape(-1, targets)
    own = None if isinstance(ranks, numpy.ndarray) else \
        numpy.broadcast_to(host_view(ranks), result.shape).reshape(-1, targets)

    def share(first: int, last: int) -> None:
        part = view[first:last]
        if own is not None:
            found[first:last] = numpy.take_along_axis(numpy.sort(part), own[first:last], -1)
        else:
            found[first:last] = _in_places(part, sorted(set(ranks.tolist())))[:, ranks]

    in_shares(len(view), share, alone=rows.size < _ALONE)
    return result


def _selected_by_counts(rows: ndarray, ranks: Any) -> ndarray:
    """Bytes of NumPy's `ranks`, by how many of each value there are."""
    import cupy
    result = empty(rows.shape[:-1] + ranks.shape, rows.dtype)
    found = host_view(result).reshape(-1, ranks.size)
    least = 128 * (rows.dtype.kind == "i")
    for place, row in enumerate(rows.reshape(-1, rows.shape[-1]).view("B")):
        counts = host_view(cupy.bincount(row, minlength=256))
        ends = numpy.cumsum(numpy.roll(counts, least))
        found[place] = numpy.searchsorted(ends, ranks, side="right") - least
    return result


def order_statistics(rows: ndarray, ranks: Any) -> Any:
    """Items of given ranks of each row.

    `rows` is C-contiguous; `ranks` are positions of the sorted row, int64: a vector of NumPy for all rows,
    or an array of the device with one row for all or one for each.
    """
    import cupy
    shape = rows.shape[:-1] + ranks.shape[-1:]
    targets = ranks.shape[-1]
    if targets == 0 or rows.size == 0:
        return empty(shape, rows.dtype)
    if (host_memory() and rows.itemsize == 1 and rows.dtype.kind != "b" and rows.shape[-1] >= _COUNTED_FROM
            and isinstance(ranks, numpy.ndarray)):
        return _selected_by_counts(rows, ranks)
    if _numpy_selects(rows) and (rows.dtype.char != "e" or rows.shape[-1] <= _FEW):     # no vectors sort those
        return _selected_by_numpy(rows, ranks)
    ranks = cupy.asarray(ranks)
    if _TARGETS < targets <= _MOST_SAMPLED and _is_sampled(rows):
        return cupy.concatenate([order_statistics(rows, ranks[..., k:k + _TARGETS])
                                 for k in range(0, targets, _TARGETS)], axis=-1)
    if _is_sorted(rows, targets):
        ordered = _rows.sorted_rows(rows)
        if ranks.ndim == 1:
            return ordered[..., ranks]
        return cupy.take_along_axis(ordered, cupy.broadcast_to(ranks, shape), -1)
    return _radix_select(rows, cupy.ascontiguousarray(ranks), ranks.ndim > 1)[0].reshape(shape)


def _radix_select(rows: ndarray, ranks: ndarray, own_ranks: bool,
                  starts: ndarray | None = None) -> tuple[ndarray, ndarray]:
    """Items of the ranks, and their keys; fills in where the sides of a partition start."""
    length, targets = rows.shape[-1], ranks.shape[-1]
    count = rows.size // length
    serial, known = serial_blocks(), _ranked.constants
    tile = known["kThreads"] * known["kItems"]
    if serial:
        parts = max(1, min(multiprocessors(), length // 65536)) if count < multiprocessors() else 1
    else:
        parts = min(-(-length // tile), max(1, 4 * multiprocessors() // count))     # one wave
    values, keys = empty((count, targets), rows.dtype), empty((count, targets), numpy.uint64)
    remaining = empty((count, targets), numpy.int64)
    sampled = _is_sampled(rows)
    head = count * ranked.struct("SampledRow").size if sampled else 0
    work = zeros(head + count * (4 + targets * 1024 * (parts if serial else 1)), numpy.uint8)
    capacity = length * (targets + 1) // 16 if sampled else 0
    fields: dict[str, Any] = {
        "keys": rows, "ranks": ranks, "prefixes": keys, "remaining": remaining, "counts": work[head + 4 * count:],
        "tickets": work[head:], "values": values, "starts": starts, "sampled": work if sampled else None,
        "candidates": empty((count, capacity), rows.dtype), "length": length, "rows": count, "parts": parts,
        "rank_stride": targets if own_ranks else 0, "capacity": capacity, "order": key_order(rows),
        "passes": rows.itemsize, "targets": targets, "wide": starts is not None and starts.itemsize == 8}
    char = _CARRIERS[rows.itemsize]
    if sampled:
        fields["pass"] = 0
        shares = _ranked.constants["kSample"] // _ranked.constants["kSampleShare"]
        _ranked(("sample", char), blocks=count * shares, **fields)
        _ranked(("filter", char), blocks=count * parts, **fields)
    for number in range(rows.itemsize):
        fields["pass"] = number
        _ranked(("count", char), blocks=count * parts, **fields)
        if serial:
            _ranked(("narrow", char), blocks=count, **fields)
    return values, keys


def _partitioned_by_numpy(rows: ndarray, kth: list[int], positions: bool) -> ndarray | tuple[ndarray, ndarray]:
    out = empty(rows.shape, numpy.int64 if positions else rows.dtype)
    given, view = (host_view(a).reshape(-1, rows.shape[-1]) for a in (rows, out))

    def share(first: int, last: int) -> None:
        if positions:
            view[first:last] = numpy.argpartition(given[first:last], kth)
        else:
            view[first:last] = given[first:last]
            view[first:last].partition(kth)

    in_shares(len(view), share, alone=rows.size < _ALONE)
    return out


def partitioned(rows: ndarray, kth: list[int], positions: bool) -> Any:
    """Rows, or positions of their items, with the item of each rank in `kth` (ascending) in its place."""
    import cupy
    if rows.size and _numpy_selects(rows):
        return _partitioned_by_numpy(rows, kth, positions)
    if _is_sorted(rows, len(kth)):
        return _rows.argsorted(rows) if positions else _rows.sorted_rows(rows)
    length = rows.shape[-1]
    count, targets = rows.size // length, len(kth)
    starts = zeros((count, 256), numpy.uint32 if length < 1 << 30 else numpy.uint64)
    _, keys = _radix_select(rows, cupy.asarray(numpy.array(kth, numpy.int64)), False, starts)
    out = empty(rows.shape, numpy.int64 if positions else rows.dtype)
    char = _CARRIERS[rows.itemsize]
    fields: dict[str, Any] = {"positions": out if positions else None, "pivots": keys, "starts": starts,
                              "length": length, "rows": count, "order": key_order(rows), "targets": targets}
    if serial_blocks():
        _divided_host((char, "I", positions), blocks=min(count, 4 * multiprocessors()), keys=rows,
                      items=None if positions else out, unused=0, **fields)
        return out
    word = "I" if starts.itemsize == 4 else "L"
    tiles = -(-length // radix_tile(rows.itemsize, positions, starts.itemsize))
    states = zeros(count * tiles * 256 + 2, starts.dtype)
    fields["pass"] = 0
    _divided((char, word, positions), blocks=count * tiles, threads=_divided.constants["kRadixThreads"], items=rows,
             keys=(None if positions else out, None), places=(), states=states, tickets=states[-2:], tiles=tiles,
             passes=1, both=0, **fields)
    return out
