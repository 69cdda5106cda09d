"""A tree of boxes around points."""
import cupy
from cupy._ext import Kernel, host_memory, host_view

from cupyx.scipy.spatial import _kernels

__all__ = []


def _kernel(header, params, function=""):
    return Kernel(header, _kernels, params, packed=("d",), arguments=function)


_codes, _nodes = (_kernel("box_tree_build.hpp", "BoxTree", step) for step in ("code", "enclose"))
_nearest = _kernel("nearest.hpp", "Neighbours")
_count, _list, _pairs = (_kernel("within.hpp", "Neighbours", function)
                         for function in ("count_within", "list_within", "pairs_within"))

_SORTED = 4096      # queries from which on they are asked in the order of the curve
_WORK = 500         # operations of a query, about
_PAIRS = 32         # pairs of an item that are looked for at once on the host


class BoxTree:
    """The tree of items with the corners `lower` and `upper`, (items, dimensions)."""

    def __init__(self, lower, upper):
        self.items, self.dimensions = lower.shape
        self.extent = cupy.stack((lower.min(axis=0), upper.max(axis=0)))
        self.leaves = 1 << max(0, (-(-self.items // _codes.constants["kLeaf"]) - 1).bit_length())
        self.order = self._halved((lower + upper) / 2)
        self.boxes = cupy.empty((2 * self.leaves, 2, self.dimensions))
        level = self.leaves
        while level:
            _nodes.map("d", level, lower=lower, upper=upper, boxes=self.boxes, start=None, codes=None,
                       order=self.order, items=self.items, leaves=self.leaves, level=level,
                       dimensions=self.dimensions, work=8 * self.dimensions)
            level //= 2

    def _halved(self, centers):
        """Items in the order of the leaves: runs of them are halved across the widest side of the cell they fill."""
        n, order = self.items, cupy.arange(self.items)
        if self.leaves == 1 or not self.dimensions:
            return order
        if host_memory():
            from scipy.spatial import cKDTree

            return cupy.asarray(cKDTree(host_view(centers), leafsize=_codes.constants["kLeaf"]).indices)
        ranks = cupy.argsort(cupy.argsort(centers.T, axis=1), axis=1)
        cells, nodes = self.extent[None], 1
        place = cupy.arange(n)
        while nodes < self.leaves:
            across = (cells[:, 1] - cells[:, 0]).argmax(axis=1)
            node = ((place + 1) * nodes - 1) // n           # runs begin at n * node // nodes
            order = order[cupy.argsort(node * n + ranks[across[node], order])]
            node = cupy.arange(nodes)
            cut = centers[order[n * (2 * node + 1) // (2 * nodes)], across]
            cells = cupy.repeat(cells, 2, axis=0)
            cells[2 * node, 1, across] = cut
            cells[2 * node + 1, 0, across] = cut
            nodes *= 2
        return order

    def _along_curve(self, lower, upper):
        codes = cupy.empty(lower.shape[0], "u8")
        _codes.map("d", lower.shape[0], lower=lower, upper=upper, boxes=None, start=self.extent, codes=codes,
                   order=None, items=lower.shape[0], leaves=0, level=0, dimensions=self.dimensions,
                   work=100 * self.dimensions)
        return cupy.argsort(codes)

    def sequence(self, queries):
        """In which order many queries are asked, near ones together."""
        return self._along_curve(queries, queries) if queries.shape[0] >= _SORTED and self.dimensions else None

    def _neighbours(self, kernel, points, queries, kind, power, period, **fields):
        given = {"neighbours": 0, "missing": self.items, "bound": 0.0, "radii": None, "weights": None,
                 "distances": None, "found": None, "rows": None, "offsets": None, "counts": None, "sums": None,
                 "same_radius": 0, **fields}
        if "sequence" not in given:
            given["sequence"] = self.sequence(queries)
        kernel.map("d", queries.shape[0], work=_WORK * self.dimensions, points=points, boxes=self.boxes,
                   order=self.order, queries=queries, period=period, power=power,
                   items=self.items, leaves=self.leaves, dimensions=self.dimensions, kind=kind, **given)

    def nearest(self, points, queries, count, kind, power, period, bound):
        """Distances and items ``(queries, count)`` of the nearest points, which are below `bound` to the power."""
        distances = cupy.empty((queries.shape[0], count))
        found = cupy.empty((queries.shape[0], count), "i8")
        self._neighbours(_nearest, points, queries, kind, power, period, distances=distances, found=found,
                         neighbours=count, bound=bound)
        return distances, found

    def count_within(self, points, queries, radii, kind, power, period, weights=None):
        """How many points are within radii ``(queries)`` or (1), or the sums of their weights."""
        counts = cupy.empty(queries.shape[0], "i8") if weights is None else None
        sums = None if weights is None else cupy.empty(queries.shape[0])
        self._neighbours(_count, points, queries, kind, power, period, radii=radii, weights=weights, counts=counts,
                         sums=sums, same_radius=int(radii.size == 1))
        return counts if weights is None else sums

    def list_within(self, points, queries, radii, kind, power, period, with_distances=False):
        """Pairs within radii: queries and items, sorted, distances if wanted, and how many each query has."""
        counts = self.count_within(points, queries, radii, kind, power, period)
        ends = cupy.cumsum(counts)
        size = int(ends[-1]) if counts.size else 0
        rows, found = cupy.empty(size, "i8"), cupy.empty(size, "i8")
        distances = cupy.empty(size) if with_distances else None
        if size:
            self._neighbours(_list, points, queries, kind, power, period, radii=radii, found=found, rows=rows,
                             distances=distances, offsets=ends - counts, counts=counts,
                             same_radius=int(radii.size == 1))
            order = cupy.argsort(rows * self.items + found)
            rows, found = rows[order], found[order]
            distances = distances[order] if with_distances else None
        return rows, found, distances, counts

    def pairs_within(self, points, radius, kind, power, period):
        """Pairs of items within ``radius`` (1), each as ``smaller * items + larger``, sorted."""
        def run(**fields):
            self._neighbours(_pairs, points, points, kind, power, period, radii=radius, same_radius=1, sequence=None,
                             **fields)

        if host_memory():           # one walk, whose few threads share a list
            room = 0
            size = _PAIRS * self.items
            while size > room:
                room, written = size, cupy.zeros(1, "u8")
                found = cupy.empty(room, "i8")
                run(found=found, written=written, room=room)
                size = int(written[0])
            return cupy.sort(found[:size])
        counts = cupy.empty(self.items, "i8")
        run(counts=counts)
        ends = cupy.cumsum(counts)
        found = cupy.empty(int(ends[-1]), "i8")
        if found.size:
            run(found=found, counts=counts, offsets=ends - counts)
        return cupy.sort(found)
