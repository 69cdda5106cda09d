"""A tree of boxes around points."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, cast

import cupy
from cupy._ext import Kernel, host_memory, host_view, most_shared, on_devices, serial_blocks

from cupyx.scipy.spatial import _kernels

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


def _kernel(header: str, params: str, function: str = "") -> Kernel:
    return Kernel(header, _kernels, params, packed=("d",), arguments=function)


_codes, _nodes, _halve = (_kernel("box_tree_build.hpp", "BoxTree", step) for step in ("code", "enclose", "halve"))
_build = Kernel("box_tree_block.hpp", _kernels, "box_tree_build.hpp:BoxTree", packed=on_devices("d"))
_nearest = _kernel("nearest.hpp", "Neighbours")
_count, _list, _pairs = (_kernel("within.hpp", "Neighbours", function)
                         for function in ("count_within", "list_within", "pairs_within"))

_SORTED = 4096      # queries from which on they are asked in the order of the curve
_WORK = 500         # operations of a query, about
_FOUND = 32         # items of a query for which there is room at first on the host
_FEW = 256          # items that NumPy sorts faster
_PLACES, _SIDES = 4096, 32      # points and their coordinates of which one block builds the tree
_PLACE = 16         # bytes of shared memory that it takes for a point
_SHARED = 4096      # items of a node that a thread of the host does not halve down to the leaves by itself


def _radii(radii: Any) -> dict[str, Any]:
    """Fields of a radius that all queries have, or of an array with one or one for each."""
    return {"radius": radii} if isinstance(radii, float) else {"radii": radii, "same_radius": int(radii.size == 1)}


class BoxTree:
    """The tree of `points` (items, dimensions)."""

    def __init__(self, points: cupy.ndarray) -> None:
        self.items, self.dimensions = points.shape
        self.leaves = 1 << max(0, (-(-self.items // _codes.constants["kLeaf"]) - 1).bit_length())
        self.boxes = cupy.empty((2 * self.leaves, 2, self.dimensions))
        places = max(2 * _build.constants["kTreeThreads"], 1 << (self.items - 1).bit_length())
        self.order = cupy.arange(self.items)
        build = self._by_sorting
        if host_memory():
            build = self._by_selection
        elif places <= _PLACES and 0 < self.dimensions <= _SIDES and not serial_blocks() \
                and places * _PLACE <= most_shared():
            build = functools.partial(self._by_a_block, places)
        build({"points": points, "boxes": self.boxes, "order": self.order, "items": self.items,
               "leaves": self.leaves, "dimensions": self.dimensions})
        self.extent = self.boxes[1]

    def _by_a_block(self, places: int, fields: dict[str, cupy.ndarray | int]) -> None:
        """Boxes and order of few points, in one launch."""
        _build("d", blocks=1, threads=_build.constants["kTreeThreads"], shared=_PLACE * places, count=self.items,
               **cast("Any", fields))

    def _by_selection(self, fields: dict[str, cupy.ndarray | int]) -> None:
        """Boxes and order from the root down, a thread for a node or for all that is below it."""
        nodes = 1
        while self.items > _SHARED * nodes:
            _halve.map("d", nodes, work=30 * self.items / nodes, level=nodes, one=1, **fields)
            nodes *= 2
        _halve.map("d", nodes, work=100 * self.items / nodes, level=nodes, **fields)

    def _by_sorting(self, fields: dict[str, cupy.ndarray | int]) -> None:
        """The order by runs that are halved across the widest side of their cell, then boxes from the leaves."""
        if self.leaves > 1 and self.dimensions:
            self.order[:] = self._sorted(fields["points"])
        level = self.leaves
        while level:
            _nodes.map("d", level, level=level, work=8 * self.dimensions, **fields)
            level //= 2

    def _sorted(self, points: Any) -> cupy.ndarray:
        n, order = self.items, self.order
        ranks = cupy.argsort(cupy.argsort(points.T, axis=1), axis=1)
        cells, nodes = cupy.stack((points.min(axis=0), points.max(axis=0)))[None], 1
        place = cupy.arange(n)
        while nodes < self.leaves:
            across = (cells[:, 1] - cells[:, 0]).argmax(axis=1)
            node = ((place + 1) * nodes - 1) // n           # runs begin at n * node // nodes
            order = order[cupy.argsort(node * n + ranks[across[node], order])]
            node = cupy.arange(nodes)
            cut = points[order[n * (2 * node + 1) // (2 * nodes)], across]
            cells = cupy.repeat(cells, 2, axis=0)
            cells[2 * node, 1, across] = cut
            cells[2 * node + 1, 0, across] = cut
            nodes *= 2
        return order

    def sequence(self, queries: cupy.ndarray) -> cupy.ndarray | None:
        """In which order many queries are asked, near ones together."""
        count = queries.shape[0]
        if count < _SORTED or not self.dimensions:
            return None
        codes = cupy.empty(count, "u8")
        _codes.map("d", count, points=queries, start=self.extent, codes=codes, items=count,
                   dimensions=self.dimensions, work=100 * self.dimensions)
        return cupy.argsort(codes)

    def _given(self, points: cupy.ndarray, queries: cupy.ndarray, kind: int, power: float,
               period: cupy.ndarray | None, **fields: Any) -> dict[str, Any]:
        """The fields of a launch."""
        fields |= {"points": points, "boxes": self.boxes, "order": self.order, "queries": queries, "period": period,
                   "power": power, "items": self.items, "leaves": self.leaves, "dimensions": self.dimensions,
                   "kind": kind}
        return fields

    def _neighbours(self, kernel: Kernel, fields: dict[str, Any]) -> None:
        kernel.map("d", fields["queries"].shape[0], work=_WORK * self.dimensions, **fields)

    def nearest(self, points: cupy.ndarray, queries: cupy.ndarray, count: int, kind: int, power: float, period: Any,
                bound: float) -> tuple[cupy.ndarray, cupy.ndarray]:
        """Distances and items ``(queries, count)`` of the nearest points, which are nearer than `bound`."""
        distances = cupy.empty((queries.shape[0], count))
        found = cupy.empty((queries.shape[0], count), "i8")
        self._neighbours(_nearest, self._given(
            points, queries, kind, power, period, distances=distances, found=found, neighbours=count, bound=bound,
            sequence=self.sequence(queries)))
        return distances, found

    def count_within(self, points: cupy.ndarray, queries: cupy.ndarray, radii: ArrayLike, kind: int, power: float,
                     period: cupy.ndarray | None, weights: cupy.ndarray | None = None) -> cupy.ndarray | None:
        """How many points are within a radius or radii ``(queries)`` or (1), or the sums of their weights."""
        counts = cupy.empty(queries.shape[0], "i8") if weights is None else None
        sums = None if weights is None else cupy.empty(queries.shape[0])
        self._neighbours(_count, self._given(
            points, queries, kind, power, period, weights=weights, counts=counts, sums=sums,
            sequence=self.sequence(queries), **_radii(radii)))
        return counts if weights is None else sums

    def list_within(self, points: cupy.ndarray, queries: cupy.ndarray, radii: float, kind: int, power: float,
                    period: Any,
                    with_distances: bool = False) -> tuple[cupy.ndarray, cupy.ndarray | None, cupy.ndarray]:
        """Keys ``query * items + item``, sorted, of what is within radii, distances if wanted, and counts."""
        return self._keys(_list, self._given(points, queries, kind, power, period, sequence=self.sequence(queries),
                                             **_radii(radii)), with_distances)

    def pairs_within(self, points: cupy.ndarray, radius: float, kind: int, power: float,
                     period: cupy.ndarray | None) -> cupy.ndarray:
        """Pairs of items within a radius, each as ``smaller * items + larger``, sorted."""
        return self._keys(_pairs, self._given(points, points, kind, power, period, radius=radius, sequence=None),
                          False)[0]

    def _keys(self, kernel: Kernel, fields: dict[str, Any],
              with_distances: bool) -> tuple[cupy.ndarray, cupy.ndarray | None, cupy.ndarray]:
        counts = fields["counts"] = cupy.empty(fields["queries"].shape[0], "i8")

        def run(size: int) -> tuple[cupy.ndarray, Any]:
            keys = fields["found"] = cupy.empty(size, "i8")
            distances = fields["distances"] = cupy.empty(size) if with_distances else None
            self._neighbours(kernel, fields)
            return keys, distances

        if host_memory():           # one walk, whose few threads share a list
            room, size, written = -1, _FOUND * counts.size, cupy.empty(1, "u8")
            seen, fields["written"] = host_view(written), written
            while size > room:
                room, seen[0] = size, 0
                fields["room"] = room
                keys, distances = run(room)
                size = int(seen[0])
            keys = keys[:size]
            if with_distances:
                distances = distances[:size]
            elif size <= _FEW:
                host_view(keys).sort()
                return keys, None, counts
        else:
            run(0)
            ends = cupy.cumsum(counts)
            fields["offsets"] = ends - counts
            keys, distances = run(int(ends[-1]) if counts.size else 0)
        if not with_distances:
            return cupy.sort(keys), None, counts
        order = cupy.argsort(keys)
        return keys[order], distances[order], counts
