"""Distances of all pairs, nearest neighbours, triangulations."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import Suite
from cupy_testing.bench.library import shrunk

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def pairs(name: str, shape: tuple[int, ...], metric: str, char: str = "f", **options: int) -> None:
    """Distances of all rows to all rows."""
    def make(lib: Library) -> Callable[..., Any]:
        distance = lib.scipy("spatial.distance")
        x = lib.source.rand(*shrunk(lib, shape))
        x = lib.array(x > 0.5 if char == "?" else x.astype(char))
        return lambda: distance.cdist(x, x, metric, **options)

    suite.row(name, make)


def tree(name: str, points: int, queries: int, call: Callable[..., Any], dimensions: int = 3) -> None:
    """Questions to a tree of uniform random points."""
    def make(lib: Library) -> Callable[..., Any]:
        spatial = lib.scipy("spatial")
        shapes = [shrunk(lib, (count, dimensions)) for count in (points, queries)]
        data, x = (lib.array(lib.source.rand(*shape)) for shape in shapes)
        found = spatial.KDTree(data)
        return lambda: call(spatial, found, data, x)

    suite.row(name, make)


pairs("cdist_euclidean_16384x64_f32", (16384, 64), "euclidean")
pairs("cdist_cityblock_8192x64_f64", (8192, 64), "cityblock", "d")
pairs("cdist_minkowski3_2048x32_f32", (2048, 32), "minkowski", p=3)
pairs("cdist_jaccard_8192x256_bool", (8192, 256), "jaccard", "?")
tree("kdtree_build_1e6_3d", 10 ** 6, 16, lambda spatial, found, data, x: spatial.KDTree(data))
tree("kdtree_query8_1e6_3d", 10 ** 6, 10 ** 6, lambda spatial, found, data, x: found.query(x, 8))
tree("kdtree_within_1e6_3d", 10 ** 6, 10 ** 5,
     lambda spatial, found, data, x: found.query_ball_point(x, 0.02, return_length=True))
tree("kdtree_pairs_1e6_3d", 10 ** 6, 16, lambda spatial, found, data, x: found.query_pairs(0.01, output_type="ndarray"))


@suite.case("squareform_4000")
def squareform(lib: Library) -> Callable[..., Any]:
    n = shrunk(lib, (4000, 1))[0]
    distances, distance = lib.array(lib.source.rand(n * (n - 1) // 2)), lib.scipy("spatial.distance")
    return lambda: distance.squareform(distances)


def delaunay(name: str, count: int) -> None:
    """The triangulation of uniform random points of the plane."""
    def make(lib: Library) -> Callable[..., Any]:
        points, spatial = lib.array(lib.source.rand(*shrunk(lib, (count, 2)))), lib.scipy("spatial")
        return lambda: spatial.Delaunay(points)

    suite.row(name, make)


delaunay("delaunay_1e5_2d", 10 ** 5)
delaunay("delaunay_1e6_2d", 10 ** 6)


@suite.case("find_simplex_1e5_in_1e4_2d")
def find_simplex(lib: Library) -> Callable[..., Any]:
    spatial = lib.scipy("spatial")
    triangles = spatial.Delaunay(lib.array(lib.source.rand(*shrunk(lib, (10 ** 4, 2)))))
    x = lib.array(lib.source.rand(*shrunk(lib, (10 ** 5, 2))))
    return lambda: triangles.find_simplex(x)
