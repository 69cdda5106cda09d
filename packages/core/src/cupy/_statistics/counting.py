"""Counts items in bins: what the histogram functions share, and the launch of their kernel."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.items import histogram
from cupy._core.kernel import Kernel, type_characters
from cupy._core.constructors import zeros
from cupy._core.from_data import asarray
from cupy._core.target import multiprocessors, serial_blocks
from cupy._core.dtype_rules import result_type

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_SHARES = 16                            # of weights, whatever the number of threads: sums do not depend on it
SHARED, SHARED_COPIES = 48 * 1024, 32 * 1024
MOST_COPIES = 5                         # as a binary logarithm

_EPSILON = {char: float(numpy.finfo(char).eps) for char in "efd"}

_kernel = Kernel(histogram)
MOST_AXES = _kernel.constants["kHistogramAxes"]


class Axis:
    """Bins along one axis: edges on the host, or on the device when they came from there.

    Without edges, items are bins themselves.  With a `step`, edges of equal bins are what NumPy makes of it
    in their type, and can be computed again.
    """

    ITEM_IS_BIN, EQUAL, SEARCHED = range(3)

    def __init__(self, edges: Any = None, *, equal: bool = False, bins: int = 0, step: float | None = None) -> None:
        self.edges: Any = edges
        self.step = step
        self.bins = bins if edges is None else max(len(edges) - 1, 0)
        self.uploaded = None
        self.mode = self.ITEM_IS_BIN if edges is None else self.EQUAL if equal else self.SEARCHED

    def on_device(self) -> ndarray:
        """The edges as an array of the device."""
        if self.uploaded is None:
            self.uploaded = asarray(self.edges)
        return self.uploaded

    def describe(self, items: ndarray, stride: int, char: str) -> dict[str, Any]:
        """The members of a ``HistogramAxis``."""
        members = {"items": items, "edges": None, "stride": stride, "bins": self.bins, "first": 0.0, "last": 0.0,
                   "step": 0.0, "scale": 0.0, "margin": 0.0, "mode": self.mode, "rough": 1.0}
        if self.edges is None:
            return members
        if self.step is not None and self.edges.dtype.char == char and not serial_blocks():
            members["step"] = self.step
        else:
            members["edges"] = self.on_device().astype(char, copy=False)
        if self.mode == self.EQUAL:
            first, last = float(self.edges[0]), float(self.edges[-1])
            scale = self.bins / (last - first)
            # Edges and places of items are rounded; far from the edges that does not matter.
            share = 4 * max(abs(first), abs(last)) * scale + 8 * self.bins
            epsilon = _EPSILON.get(self.edges.dtype.char, 2 ** -7)
            margin = epsilon * share
            if share * max(epsilon, _EPSILON["f"]) < 0.25 and 1e-30 < scale < 1e30:
                members["rough"] = share * max(epsilon, _EPSILON["f"])
            members |= {"first": first, "last": last, "scale": scale, "margin": min(margin, 1.0)}
        return members


def count(columns: list[ndarray], axes: list[Axis], weights: ndarray | None = None) -> ndarray:
    """Number of elements, or sum of their weights, in each bin of some axes together.

    Parameters
    ----------
    columns : list of ndarray
        For each axis one-dimensional elements of one real dtype.
    axes : list of Axis
        The bins.
    weights : ndarray, optional
        Contiguous and real; their sums are made in float64.

    Returns
    -------
    ndarray
        One-dimensional, int64 or float64, the last axis running fastest.
    """
    total = 1
    for axis in axes:
        total *= axis.bins
    if total >= 1 << 60:
        raise ValueError(f"Too many bins: {total}")
    size = columns[0].size
    dtype = numpy.dtype(numpy.int64 if weights is None else numpy.float64)
    rows = _rows(size, total, multiprocessors() if weights is None else _SHARES) if serial_blocks() else 1
    sums = zeros((rows, total), dtype)
    if size and total:
        _launch(columns, axes, weights, sums, size, total, rows)
    return sums.sum(axis=0) if rows > 1 else sums[0]


def _rows(size: int, total: int, most: int) -> int:
    """Shares of the host's threads, whose bins should not outweigh the items."""
    return max(1, min(most, size // 32768, 1 + size // (4 * total + 1)))


def _compare_char(columns: list[ndarray], axes: list[Axis]) -> str:
    """Dtype char of the type in which NumPy compares the items with the edges."""
    edges = [axis.edges for axis in axes if axis.edges is not None]
    if not edges:
        return "l"
    char = columns[0].dtype.char
    if char in "fd" and all(e.dtype.char == char for e in edges):
        return char
    dtype = result_type(columns[0].dtype, *(e.dtype for e in edges))
    if dtype.kind in "iub":
        return "L" if dtype == numpy.uint64 else "l"
    return "d" if dtype == numpy.float64 else "f"


def _launch(columns: list[ndarray], axes: list[Axis], weights: ndarray | None, sums: ndarray, size: int, total: int,
            rows: int) -> None:
    compare = _compare_char(columns, axes)
    columns = [x if x.flags.aligned and x.strides[0] % x.itemsize == 0 else x.copy() for x in columns]
    characters = type_characters(columns[0].dtype) + compare + "?"
    if weights is not None:
        if weights.dtype.char not in "fd":
            weights = weights.astype(numpy.float64)
        if not weights.flags.aligned:
            weights = weights.copy()
        characters = characters[:2] + weights.dtype.char
    cell = 4 if weights is None else 8
    copies = -1                         # as a binary logarithm
    if total * cell <= SHARED and rows == 1:
        copies = 0
        while (total * cell << copies + 1) <= SHARED_COPIES and copies < MOST_COPIES:
            copies += 1
    threads, items = _kernel.constants["kHistogramThreads"], _kernel.constants["kHistogramItems"]
    tile = threads * (items if len(axes) == 1 else 1)
    blocks = rows if serial_blocks() else min(4 * multiprocessors(), -(-size // tile))
    shared = total * cell << copies if copies >= 0 else 0
    _kernel(characters, blocks=blocks, threads=threads, shared=shared, weights=weights, sums=sums, size=size,
            bins=total, axes=len(axes), copies=copies,
            axis=[axis.describe(column, column.strides[0] // column.itemsize, compare)
                  for column, axis in zip(columns, axes, strict=True)])
