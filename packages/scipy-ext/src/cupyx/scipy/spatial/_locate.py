"""Simplices of points: a grid of simplices to start from, and a walk."""
from __future__ import annotations

from typing import Any

import cupy
from cupy._ext import Kernel

from cupyx.scipy._host import library, of_formula
from cupyx.scipy.spatial import _kernels

__all__ = []

_nearest, _find = (Kernel("locate.hpp", _kernels, params, packed=("d",), arguments=f"{params}, {function}")
                   for params, function in (("StartCells", "start_cell"), ("Location", "find_simplex")))
_MOST_CELLS = 1 << 24
_FEW = 256          # simplices, and points, that each cell looks at


def _box(points: Any, cells: int) -> Any:
    """The least and the greatest coordinates, and how many cells a unit has along each axis."""
    xp, low, high = library(points), points.min(axis=0), points.max(axis=0)
    extent = high - low
    return xp.stack((low, high, cells / xp.where(extent > 0, extent, 1.0)))


class StartGrid:
    """For each cell of a grid over points a simplex whose centre is in it, or in the next cell that has one.

    Of a few simplices it is the one whose centre is nearest.

    Parameters
    ----------
    points : (n, dimensions) ndarray
    simplices : (number, dimensions + 1) ndarray of int
    """

    def __init__(self, points: cupy.ndarray, simplices: cupy.ndarray) -> None:
        self.number, dims = simplices.shape[0], points.shape[1]
        self.cells = max(1, min(int(self.number ** (1 / dims)), int(_MOST_CELLS ** (1 / dims))))
        if self.number <= _FEW and points.shape[0] <= _FEW:
            self.box, self.start = cupy.empty((3, dims)), cupy.empty(self.cells ** dims, "i4")
            _nearest.map("d", self.start.size, work=10 * dims * dims * self.number,
                         points=cupy.ascontiguousarray(points), simplices=cupy.ascontiguousarray(simplices, "i4"),
                         box=self.box, start=self.start, number=self.number, corners=len(points), dimensions=dims,
                         cells=self.cells)
            return
        self.box = of_formula(_box, points, self.cells)
        centers = points[simplices].mean(axis=1)
        index = ((centers - self.box[0]) * self.box[2]).astype("i8").clip(0, self.cells - 1)
        flat = index[:, 0]
        for d in range(1, dims):
            flat = flat * self.cells + index[:, d]
        start = cupy.full(self.cells ** dims, -1, "i4")
        cupy.maximum.at(start, flat, cupy.arange(self.number, dtype="i4"))
        start = start.reshape((self.cells,) * dims)
        for axis in reversed(range(dims)):
            start = _filled(_filled(start, axis), axis, backward=True)
        self.start = start.ravel()


def _filled(start: cupy.ndarray, axis: int, backward: bool = False) -> cupy.ndarray:
    """Cells that have no simplex take that of the last cell before them along an axis."""
    start = cupy.flip(start, axis) if backward else start
    place = cupy.arange(start.shape[axis]).reshape([-1 if k == axis else 1 for k in range(start.ndim)])
    last = cupy.maximum.accumulate(cupy.where(start >= 0, place, 0), axis=axis)
    filled = cupy.take_along_axis(start, last, axis)
    return cupy.ascontiguousarray(cupy.flip(filled, axis) if backward else filled)


def find(grid: StartGrid, neighbors: cupy.ndarray, transforms: cupy.ndarray, queries: cupy.ndarray, tolerance: Any,
         every: bool = False) -> cupy.ndarray:
    """The simplex of each of `queries` (..., dimensions), contiguous, or -1, of type int32."""
    *leading, dims = queries.shape
    found = cupy.empty(leading, "i4")
    _find.map("d", found.size, work=200, transforms=transforms, neighbors=neighbors, start=grid.start, box=grid.box,
              queries=queries, found=found, tolerance=tolerance, number=grid.number, dimensions=dims,
              cells=grid.cells, all=int(every))
    return found
