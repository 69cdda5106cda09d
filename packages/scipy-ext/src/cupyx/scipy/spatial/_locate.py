"""Simplices of points: a grid of simplices to start from, and a walk."""
import cupy
from cupy._ext import Kernel

from cupyx.scipy.spatial import _kernels

__all__ = []

_find = Kernel("find_simplex.hpp", _kernels, "find_simplex_params.hpp:Location", packed=("d",))
_MOST_CELLS = 1 << 24


class StartGrid:
    """For each cell of a grid over points a simplex whose centre is in it, or in the last cell before that has one.

    Parameters
    ----------
    points : (n, dimensions) ndarray
    simplices : (number, dimensions + 1) ndarray of int
    """

    def __init__(self, points, simplices):
        self.number, dims = simplices.shape[0], points.shape[1]
        self.low = points.min(axis=0)
        extent = points.max(axis=0) - self.low
        self.cells = max(1, min(int(self.number ** (1 / dims)), int(_MOST_CELLS ** (1 / dims))))
        self.per_unit = self.cells / cupy.where(extent > 0, extent, 1.0)
        centers = points[simplices].mean(axis=1)
        index = ((centers - self.low) * self.per_unit).astype("i8").clip(0, self.cells - 1)
        flat = index[:, 0]
        for d in range(1, dims):
            flat = flat * self.cells + index[:, d]
        start = cupy.full(self.cells ** dims, -1, "i4")
        cupy.maximum.at(start, flat, cupy.arange(self.number, dtype="i4"))
        filled = cupy.where(start >= 0, cupy.arange(start.size), -1)
        filled = cupy.maximum.accumulate(filled)
        self.start = cupy.where(filled >= 0, start[filled], 0).astype("i4")


def find(grid, transforms, neighbors, queries, tolerance, every=False):
    """The simplex of each of `queries`, or -1, of type int32."""
    found = cupy.empty(queries.shape[0], "i4")
    _find.map("d", queries.shape[0], work=200, transforms=transforms, neighbors=neighbors, start=grid.start,
              low=grid.low, per_unit=grid.per_unit, queries=queries, found=found, tolerance=tolerance,
              number=grid.number, dimensions=queries.shape[1], cells=grid.cells, all=int(every))
    return found
