"""The Delaunay triangulation of points in the plane, as `Delaunay` shows it."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NoReturn

import numpy

import cupy
from cupy._ext import Kernel, only_host, serial_blocks

from cupyx.scipy._host import few_by_scipy, library, of_formula
from cupyx.scipy.spatial import _kernels, _triangulate

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []

_invert, _planes = (Kernel("plane_triangles.hpp", _kernels, "PlaneTriangles", packed=("d",), arguments=step)
                    for step in ("invert_edges", "lifted_planes"))
_adjoin, _enclose = (Kernel(f"plane_{name.lower()}.hpp", _kernels, f"Plane{name}", packed=only_host("d"))
                     for name in ("Neighbors", "Hull"))
_lift, _measure = (Kernel("lifted.hpp", _kernels, "Lifted", packed=("d",), arguments=step)
                   for step in ("lift", "plane_distances"))
_STEEP = 1 / (1000 * numpy.finfo("d").eps)      # the condition of edges from which on triangles are flat
_SMALLEST = 2.0 ** -_triangulate.BITS        # beside a largest coordinate of 1


def _order_of_few(points: numpy.ndarray[Any, Any]) -> Any:
    x, y = points.T + 0.0
    return numpy.lexsort((y, x))


#: Of coordinates that NumPy sorts in less time than launches take.
_by_numpy = few_by_scipy(_order_of_few, types="d", most=1024)


def _failure(text: str) -> Any:
    from scipy.spatial import QhullError

    return QhullError(text)


def prepared(points: cupy.ndarray) -> Any:
    """Points that differ, scaled to at most 1; the order that sorts all, where in it new ones begin, if any recur.

    Last, whether coordinates are multiples of 2^-kWhole, of exact.hpp. None where coordinates have so different
    magnitudes that tests of them are not exact.
    """
    count = points.shape[0]
    largest, smallest = _triangulate.extent(points)
    if math.isnan(largest):
        raise ValueError("Points cannot contain NaN")
    if math.isinf(largest):
        raise _failure("points are infinite")
    if count < 3:
        raise _failure(f"not enough points({count}) to construct initial simplex (need 3)")
    exponent = math.frexp(largest)[1]
    if abs(exponent) > 1000 or smallest < math.ldexp(_SMALLEST, exponent):
        return None
    order = _order(points)
    placed, marks, different, whole = _triangulate.placed(points, order, math.ldexp(1.0, -exponent))
    if different < 3:
        raise _failure("initial simplex is flat: points are equal")
    if different == count:
        return placed, order, None, False, whole
    new = (marks & 1).astype(bool)
    return placed[new], order, new, True, whole


def _order(points: cupy.ndarray) -> cupy.ndarray:
    """Which point comes first, by its first coordinate and then the second; without negative zeros."""
    found = _by_numpy((points,))
    if found is not NotImplemented:
        return found
    x, y = points[:, 0] + 0.0, points[:, 1] + 0.0
    return cupy.lexsort((y, x))


def _heights(points: Any) -> Any:
    """The least and more than the greatest square of a distance from zero, and the greatest coordinate."""
    xp, heights = library(points), (points * points).sum(axis=1)
    return xp.stack((heights.min(), 1.1 * heights.max(), abs(points).max()))


def lifted(x: cupy.ndarray, scale: float, shift: float) -> cupy.ndarray:
    """Points on a paraboloid."""
    *leading, dims = x.shape
    out = cupy.empty((*leading, dims + 1))
    _lift.map("d", math.prod(leading), work=10, points=x, equations=None, out=out, scale=scale, shift=shift, planes=0,
              each=1, dimensions=dims)
    return out


def plane_distances(x: cupy.ndarray, equations: cupy.ndarray, scale: float, shift: float) -> cupy.ndarray:
    """Distances of points on a paraboloid from planes."""
    *leading, dims = x.shape
    planes = len(equations)
    each = planes if serial_blocks() else 1
    out = cupy.empty((*leading, planes))
    _measure.map("d", out.size // each, work=10 * each, points=x, equations=equations, out=out, scale=scale,
                 shift=shift, planes=planes, each=each, dimensions=dims)
    return out


def _hull(simplices: cupy.ndarray, neighbors: cupy.ndarray) -> cupy.ndarray:
    """Edges on the outside."""
    simplex, corner = cupy.nonzero(neighbors < 0)
    return simplices[simplex[:, None], cupy.array([[1, 2], [0, 2], [0, 1]])[corner]]


def _neighbor_vertices(simplices: cupy.ndarray, neighbors: cupy.ndarray,
                       count: int) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Where the neighbours of each point begin, and all of them in turn."""
    begin, end = (cupy.roll(simplices, step, axis=1).astype("i8") for step in (-1, 1))
    outer = (end << 32 | begin)[neighbors < 0]
    keys = cupy.sort(cupy.concatenate(((begin << 32 | end).ravel(), outer)))
    indptr = cupy.searchsorted(keys, cupy.arange(count + 1) << 32)
    return indptr.astype("i4"), (keys & 0xffffffff).astype("i4")


class PlaneTriangulation:
    """Attributes of SciPy's `Delaunay`, as arrays of the device, computed when they are asked for."""

    ndim = 2
    furthest_site = False
    _not_incremental = "incremental mode not enabled or already closed"

    def __init__(self, points: cupy.ndarray, found: Any) -> None:
        distinct, order, new, has_equal, whole = found
        corners, self.neighbors = _triangulate.triangles(distinct, whole)
        if not corners.shape[0]:
            raise _failure("initial simplex is flat: points are on a line")
        self.points, self.npoints, self.nsimplex = points, points.shape[0], corners.shape[0]
        self.ncorners = distinct.shape[0]
        first = order[new] if has_equal else order
        self.simplices = first[corners].astype("i4")
        self._again = None
        if has_equal:
            again = cupy.logical_not(new)
            self._again = order[again], first[(cupy.cumsum(new) - 1)[again]]

    def add_points(self, points: ArrayLike, restart: bool = False) -> NoReturn:
        raise RuntimeError(self._not_incremental)

    def close(self) -> None:
        """Nothing is held."""

    @functools.cached_property
    def good(self) -> Any:
        return cupy.ones(self.nsimplex, "i4")

    @functools.cached_property
    def min_bound(self) -> cupy.ndarray:
        return self.points.min(axis=0)

    @functools.cached_property
    def max_bound(self) -> cupy.ndarray:
        return self.points.max(axis=0)

    @functools.cached_property
    def _lift(self) -> tuple[float, float]:
        """Scale and shift of the paraboloid, as Qhull's option Qbb makes them beside its point at infinity."""
        low, high, size = of_formula(_heights, self.points).get().tolist()
        scale = size / (high - low)
        return scale, -low * scale

    @property
    def paraboloid_scale(self) -> float:
        return self._lift[0]

    @property
    def paraboloid_shift(self) -> float:
        return self._lift[1]

    def _of_triangles(self, kernel: Kernel, *shape: int, limit: float = -1.0, scale: float = 0.0,
                      shift: float = 0.0) -> cupy.ndarray:
        out = cupy.empty((self.nsimplex, *shape))
        kernel.map("d", self.nsimplex, work=20, points=self.points, simplices=self.simplices, out=out,
                   number=self.npoints, limit=limit, scale=scale, shift=shift)
        return out

    @functools.cached_property
    def inverses(self) -> cupy.ndarray:
        """As `transform`, of all triangles whose inverse is finite."""
        return self._of_triangles(_invert, 3, 2)

    @functools.cached_property
    def transform(self) -> cupy.ndarray:
        return self._of_triangles(_invert, 3, 2, limit=float(_STEEP))

    @functools.cached_property
    def equations(self) -> cupy.ndarray:
        scale, shift = self._lift
        return self._of_triangles(_planes, 4, scale=scale, shift=shift)

    @functools.cached_property
    def coplanar(self) -> cupy.ndarray:
        if self._again is None:
            return cupy.empty((0, 3), "i4")
        again, first = self._again
        order = cupy.argsort(again)
        again, first = again[order], first[order]
        return cupy.stack((again, self._first_simplex[first], first), axis=1).astype("i4")

    @functools.cached_property
    def _first_simplex(self) -> cupy.ndarray:
        first = cupy.full(self.npoints, self.nsimplex, "i4")
        numbers = cupy.arange(self.nsimplex, dtype="i4")
        cupy.minimum.at(first, self.simplices.ravel(), cupy.repeat(numbers, 3))
        return first

    @functools.cached_property
    def vertex_to_simplex(self) -> cupy.ndarray:
        found = self._first_simplex.copy()
        if self._again is not None:
            found[self._again[0]] = found[self._again[1]]
        return found

    @functools.cached_property
    def convex_hull(self) -> cupy.ndarray:
        if not serial_blocks():
            return _hull(self.simplices, self.neighbors)
        edges = cupy.empty((2 * self.ncorners - 2 - self.nsimplex, 2), "i4")       # Euler's formula
        _enclose.map("d", 1, simplices=self.simplices, neighbors=self.neighbors, edges=edges, size=len(edges),
                     triangles=self.nsimplex)
        return edges

    @functools.cached_property
    def vertex_neighbor_vertices(self) -> tuple[cupy.ndarray, cupy.ndarray]:
        if not serial_blocks():
            return _neighbor_vertices(self.simplices, self.neighbors, self.npoints)
        edges = 2 * (self.nsimplex + self.ncorners - 1)     # each in both directions: Euler's formula
        indptr, indices = cupy.empty(self.npoints + 1, "i4"), cupy.empty(edges, "i4")
        _adjoin.map("d", 1, work=1, simplices=self.simplices, neighbors=self.neighbors, indptr=indptr, indices=indices,
                    places=cupy.empty(self.npoints, "i4"), unsorted=cupy.empty(edges, "i4"), triangles=self.nsimplex,
                    number=self.npoints, edges=edges)
        return indptr, indices
