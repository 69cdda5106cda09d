"""The Delaunay triangulation of points in the plane, on the device."""
from __future__ import annotations

from typing import Any

import cupy
from cupy._ext import Kernel, serial_blocks

from cupyx.scipy.spatial import _kernels
from cupyx.scipy.spatial._box_tree import BoxTree

__all__ = []


def _kernel(header: str, params: str, arguments: str = "") -> Kernel:
    return Kernel(header, _kernels, params, packed=("d",), arguments=arguments)


_stars, _halves = _kernel("delaunay_stars.hpp", "Stars"), _kernel("delaunay_halves.hpp", "Halves")
_gather, _faces, _sides = (
    _kernel("delaunay_triangles.hpp", params, f"{params}, delaunay_{step}")
    for params, step in (("Gathered", "gather"), ("Faces", "faces"), ("Sides", "sides")))

_extent, _place = (_kernel("delaunay_points.hpp", params, f"{params}, delaunay_{step}")
                   for params, step in (("Extent", "extent"), ("Placed", "place")))

BITS = _stars.constants["kSmallest"]    # below one, see exact.hpp
_WORK = 5000        # operations of a point, about
_PARTS = 4          # of a triangulation by halves that are made at once on the host
_FEW = 256          # points that are triangulated sooner by one thread
_PART = 1 << 15     # coordinates that a thread of the host looks at
_LANES = 1 << 14    # threads of a GPU that do
_PATIENCE = 200_000     # leaves of the tree that a star may take


def extent(points: cupy.ndarray) -> tuple[Any, Any]:
    """The largest magnitude of a coordinate, NaN if one is, and the least of those that are not 0; of the host."""
    size = points.size
    if serial_blocks():
        parts, each = -(-size // _PART), _PART
        steps = {"apart": each, "step": 1}
    else:
        parts = min(_LANES, size)
        each, steps = -(-size // parts), {"apart": 1, "step": parts}
    found = cupy.empty((parts, 2))
    _extent.map("d", parts, work=each, points=points, found=found, coordinates=size, each=each, **steps)
    largest, least = found.max(axis=0).get().tolist()
    return largest, -least


def placed(points: cupy.ndarray, order: cupy.ndarray, scale: float) -> tuple[cupy.ndarray, cupy.ndarray, int, bool]:
    """Scaled points in order, a mark of each, odd where new ones begin, how many do, and whether all are whole."""
    count = points.shape[0]
    places, marks = cupy.empty((count, 2)), cupy.empty(count, "i8")
    _place.map("d", count, work=20, points=points, order=order, placed=places, marks=marks, scale=scale)
    uneven, different = divmod(int(marks.sum()), 1 << _place.constants["kUneven"])
    return places, marks, different, not uneven


def triangles(points: cupy.ndarray, whole: bool = False) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Corners and neighbours ``(triangles, 3)`` of points at most 1, sorted, of which no two are equal.

    `whole`: all coordinates are multiples of 2^-24, which makes exact tests fast.

    The triangulation is the only one where circles through more than three points are told apart by the numbers of
    these, whichever way it is found.
    """
    if serial_blocks():
        return by_halves(points, _PARTS if points.shape[0] > _FEW else 1, whole)
    return by_stars(points, whole) or by_halves(points, points.shape[0], whole)


def by_stars(points: cupy.ndarray, whole: bool = False,
             patience: int = _PATIENCE) -> tuple[cupy.ndarray, cupy.ndarray] | None:
    """Triangles, and their neighbours, of points of which no two are equal.

    Every point finds the triangles around it by itself, in a tree of boxes: right whatever the points, as the tests
    are exact and circles through four points are told apart, and fast where few circles hold many boxes.

    Returns
    -------
    tuple
        Corners and neighbours ``(triangles, 3)``; or None if some star would have taken too long.
    """
    count = points.shape[0]
    tree = BoxTree(points)
    owned = cupy.empty(count, "i4")
    places = cupy.empty((count, _stars.constants["kOwned"], 2), "i4")
    more, written = cupy.empty((2 * count, 3), "i4"), cupy.zeros(3, "u4")
    _stars.map("d", count, work=_WORK, points=points[tree.order], boxes=tree.boxes, order=tree.order, owned=owned,
               places=places, more=more, written=written, leaves=tree.leaves,
               patience=patience, budget=2000 + count // 8, whole=int(whole))
    ends = cupy.cumsum(owned, dtype="i8")
    size, extra, given_up, _ = cupy.concatenate((ends[-1:], written.astype("i8"))).get().tolist()
    if given_up:
        return None
    corners = cupy.empty((size + extra, 3), "i4")
    _gather.map("d", count, work=20, owned=owned, places=places, ends=ends, order=tree.order, corners=corners,
                size=size)
    if extra:           # written in any order
        rest = more[:extra].astype("i8")
        corners[size:] = tree.order[more[cupy.argsort(rest[:, 0] * count + rest[:, 1])]]
    return corners, neighbors_of(corners)


def neighbors_of(corners: cupy.ndarray) -> cupy.ndarray:
    """The triangles opposite to the corners of triangles, -1 where there are none."""
    following, last = cupy.roll(corners, -1, axis=1), cupy.roll(corners, 1, axis=1)
    keys = (cupy.minimum(following, last).astype("u8") << 32 | cupy.maximum(following, last).astype("u8")).ravel()
    neighbors = cupy.empty(corners.shape, "i4")
    _sides.map("d", keys.size, work=10, keys=keys, order=cupy.argsort(keys), neighbors=neighbors)
    return neighbors


def by_halves(points: cupy.ndarray, parts: int, whole: bool = False) -> tuple[cupy.ndarray, cupy.ndarray]:
    """As `by_stars`, for points that are sorted, in time n log n whatever they are; little of it at once."""
    count = points.shape[0]
    leaves = 1 << max(0, (count // 2).bit_length() - 1)
    origins = cupy.full(6 * count, -1, "i4")
    nexts, previous, ends = cupy.empty(6 * count, "i4"), cupy.empty(6 * count, "i4"), cupy.empty((count, 5), "i4")
    parts, start = min(parts, leaves), 1
    while parts:
        _halves.map("d", parts, work=500 * count / parts, points=points, origins=origins, nexts=nexts,
                    previous=previous, ends=ends, size=count, leaves=leaves, start=start,
                    whole=int(whole))
        leaves, parts, start = parts, parts // 2, 0
    stands = cupy.empty(6 * count, "i4")
    given = {"points": points, "origins": origins, "previous": previous, "stands": stands, "size": count,
             "whole": int(whole)}
    _faces.map("d", stands.size, work=30, numbers=None, ranks=None, corners=None, neighbors=None, triangles=0, **given)
    numbers = cupy.cumsum(stands, dtype="i8")
    size = int(numbers[-1])
    corners, neighbors = cupy.empty((size, 3), "i4"), cupy.empty((size, 3), "i4")
    _faces.map("d", stands.size, work=50, numbers=numbers, ranks=cupy.arange(count, dtype="i4"), corners=corners,
               neighbors=neighbors, triangles=size, **given)
    return corners, neighbors
