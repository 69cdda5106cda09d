"""Unique integers of a narrow range, on GPUs: a table of all values that may be there, instead of a sort."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.sort import tabled
from cupy._core.kernel import Kernel
from cupy._core.constructors import empty, full, zeros
from cupy._core.target import most_shared, multiprocessors, serial_blocks
from cupy._statistics.extent import extent

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_BLOCKS = 2             # of a multiprocessor
_FROM = 1 << 20         # items from which this is faster than a sort
_MOST_PLACES = 1 << 24
_SAMPLE = 4096          # items that show whether a look at all of them is worth its while
_MOST_PARTS = 4         # of the places, tallied by different blocks that read all items
_COPIES = 32 << 10      # bytes of shared memory that copies of few places may take
_CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L"}

_kernel = Kernel(tabled)


def unique(a: ndarray, wanted: Sequence[bool]) -> list[ndarray | None] | None:
    """Items, first positions, inverse and counts, None where not wanted; None for arrays that better be sorted.

    `a` is contiguous and has one axis; `wanted` are three bools.
    """
    if serial_blocks() or a.dtype.kind not in "biu" or not _FROM <= a.size < 1 << 32:
        return None
    low, places = _range(a)
    return None if places is None else _unique(a, low, places, *wanted)


def _range(a: ndarray) -> tuple[Any, Any]:
    """Lowest value and number of values up to the highest; (None, None) if they are too many."""
    if a.dtype.kind == "b":
        return 0, 2
    if a.itemsize <= 2:
        return int(numpy.iinfo(a.dtype).min), 1 << 8 * a.itemsize
    for items in (a[::a.size // _SAMPLE], a):
        low, high = map(int, extent(items))
        if high - low >= min(_MOST_PLACES, a.size // 2):
            return None, None
    return low, high - low + 1


def _unique(a: ndarray, low: int, places: int, index: bool, inverse: bool, counted: bool) -> list[ndarray | None]:
    import cupy
    words = -(-places // 32)
    char, blocks = _CARRIERS[a.itemsize], _BLOCKS * multiprocessors()
    bits = zeros(words, numpy.uint32)
    firsts = full(places, a.size, numpy.uint32) if index else None
    counts = zeros(places, numpy.uint32) if counted else None
    ranks = empty(a.size, numpy.int64) if inverse else None
    parts, width, copies, shared, tallies = _shares(places)
    threads = _kernel.constants["kThreads"]
    fields = {"items": a, "low": low & (1 << 64) - 1, "size": a.size, "bits": bits, "firsts": firsts, "counts": counts,
              "ranks": ranks, "places": places, "words": words, "parts": parts, "width": width, "copies": copies,
              "unused": 0}

    def launch(name: str, blocks: int = blocks, shared: int = 0) -> None:
        _kernel((name, char), blocks=blocks, threads=threads, shared=shared, **fields)

    launch("mark")
    ends = fields["ends"] = cupy.cumsum(cupy.bitwise_count(bits), dtype=numpy.uint32)
    if inverse:
        launch("rank")
    if index:
        launch("first", tallies, shared)
    if counted:
        launch("count", tallies, shared)
    size = int(ends[-1])
    values = fields["values"] = empty(size, a.dtype)
    value_firsts = fields["value_firsts"] = empty(size, numpy.int64) if index else None
    value_counts = fields["value_counts"] = empty(size, numpy.int64) if counted else None
    launch("write", min(blocks, -(-places // threads)))
    return [values, value_firsts, ranks, value_counts]


def _shares(places: int) -> tuple[int, int, int, int, int]:
    """Parts of the places, the width of one, the binary logarithm of its copies, their bytes, and blocks."""
    most, processors = most_shared() & ~1023, multiprocessors()
    parts = -(-4 * places // most)
    if parts > _MOST_PARTS:
        return 0, 0, 0, 0, _BLOCKS * processors
    width, copies = -(-places // parts), 0
    while 4 * width << copies + 1 <= _COPIES and copies < 5:
        copies += 1
    shared = 4 * width << copies
    return parts, width, copies, shared, max(1, processors * (2 if 2 * shared <= most else 1) // parts) * parts
