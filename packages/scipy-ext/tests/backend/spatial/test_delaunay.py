"""Triangulations in the plane, of any points."""
from fractions import Fraction
from itertools import combinations

import numpy
import pytest
import scipy.spatial

import cupy
from cupy._ext import OfFew
from cupyx.scipy import _host, spatial
from cupyx.scipy.spatial import Delaunay, _plane, _triangulate

rng = numpy.random.default_rng(41)
angles = numpy.arange(64) * (numpy.pi / 32)
turned = numpy.array([[0.8, 0.6], [-0.6, 0.8]])
lattice = numpy.stack(numpy.meshgrid(numpy.arange(9.0), numpy.arange(7.0)), -1).reshape(-1, 2)
circle = numpy.stack((numpy.cos(angles), numpy.sin(angles)), 1)

SETS = {
    "three": rng.random((3, 2)), "four": rng.random((4, 2)), "five": rng.random((5, 2)) - 3,
    "random": rng.random((300, 2)), "float32": rng.random((200, 2)).astype("f"), "shifted": rng.random((100, 2)) + 1e6,
    "lattice": lattice, "turned lattice": lattice @ turned, "equal": rng.integers(0, 6, (200, 2)).astype("d"),
    "circle": circle, "circle and center": numpy.concatenate((circle, numpy.zeros((1, 2)))),
    "pythagorean": numpy.array([[5, 0], [-5, 0], [0, 5], [0, -5], [3, 4], [-3, 4], [3, -4], [-3, -4], [4, 3.0]]),
    "line and point": numpy.concatenate((numpy.arange(40.0)[:, None] * [1, 1], [[3, 4.0]])),
    "nearly a line": numpy.stack((numpy.arange(60.0), rng.standard_normal(60) * 1e-17), 1),
    "clusters": numpy.concatenate((rng.random((40, 2)), 0.5 + 1e-9 * rng.standard_normal((80, 2)))),
    "wide and thin": rng.random((100, 2)) * [1, 1e-40], "tiny": rng.random((50, 2)) * 1e-200,
    "huge": rng.random((50, 2)) * 1e200,
    "negative zeros": numpy.array([[0.0, 0], [-0.0, 0], [1, -0.0], [1, 0], [0, 1.0]]),
}


def triangles(corners):
    return set(map(tuple, numpy.sort(corners, axis=1).tolist()))


def orientation(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def in_circle(a, b, c, d):
    rows = [(x - d[0], y - d[1]) for x, y in (a, b, c)]
    (ax, ay), (bx, by), (cx, cy) = rows
    return (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) + (
        cx * cx + cy * cy) * (ax * by - ay * bx)


@pytest.mark.parametrize("name", SETS)
def test_plane(name):
    """All points are corners, triangles fill the hull, and no point is in a circle: with fractions."""
    points = SETS[name]
    tri = spatial.Delaunay(cupy.asarray(points))
    corners, neighbors = tri.simplices.get(), tri.neighbors.get()
    assert corners.dtype == neighbors.dtype == "i4"
    again = tri.coplanar.get()
    different = sorted(set(range(len(points))) - set(again[:, 0].tolist()))
    assert sorted(set(corners.ravel().tolist())) == different
    assert len(different) == len(numpy.unique(points, axis=0))
    assert (points[again[:, 0]] == points[again[:, 2]]).all()
    hull = int((neighbors < 0).sum())
    assert len(corners) == 2 * len(different) - 2 - hull and hull == len(tri.convex_hull)
    exact = [tuple(map(Fraction, point)) for point in points.astype("d").tolist()]
    assert all(orientation(*(exact[k] for k in triangle)) > 0 for triangle in corners)
    for triangle, beyond in zip(corners, neighbors, strict=True):
        for k in range(3):
            a, b = triangle[k - 2], triangle[k - 1]
            if beyond[k] < 0:
                assert all(orientation(exact[a], exact[b], exact[p]) >= 0 for p in different[::7])
                continue
            (apex,) = set(corners[beyond[k]].tolist()) - {a, b}
            assert {a, b} <= set(corners[beyond[k]].tolist())
            assert in_circle(*(exact[p] for p in (*triangle, apex))) <= 0


@pytest.mark.parametrize("name", SETS)
def test_two_ways(name):
    """Stars and halves find the same, also of points on one circle."""
    found = _plane.prepared(cupy.asarray(SETS[name].astype("d")))
    assert found[4] == (name in ("lattice", "equal", "pythagorean", "line and point", "negative zeros"))
    for whole in {False, found[4]}:
        stars = _triangulate.by_stars(found[0], whole)
        for parts in (1, 1000):
            corners, neighbors = (x.get() for x in _triangulate.by_halves(found[0], parts, whole))
            assert triangles(corners) == triangles(stars[0].get())
            assert (neighbors < 0).sum() == (stars[1].get() < 0).sum()


@pytest.mark.parametrize("name", SETS)
def test_neighbor_vertices(name):
    """Of each point in ascending order; of a point that is there again none. Simplices may be written to."""
    tri = spatial.Delaunay(cupy.asarray(SETS[name]))
    edges = {(a, b) for corners in tri.simplices.get().tolist() for a in corners for b in corners if a != b}
    starts, found = (part.get() for part in tri.vertex_neighbor_vertices)
    assert starts.dtype == found.dtype == "i4" and starts[-1] == len(found) == len(edges)
    points = numpy.repeat(numpy.arange(len(SETS[name])), numpy.diff(starts))
    assert list(zip(points, found, strict=True)) == sorted(edges)
    spoilt = spatial.Delaunay(cupy.asarray(SETS[name]))
    spoilt.simplices[::2] = cupy.array([-1, 2 ** 31 - 1, 0], "i4")
    starts, found = spoilt.vertex_neighbor_vertices
    assert len(starts) == len(SETS[name]) + 1 and found.dtype == "i4"


def test_as_scipy():
    points = rng.random((200, 2)) * 3 - 1
    tri, wanted = spatial.Delaunay(cupy.asarray(points)), scipy.spatial.Delaunay(points)
    corners = tri.simplices.get()
    assert triangles(corners) == triangles(wanted.simplices)
    where = {tuple(sorted(triangle)): k for k, triangle in enumerate(wanted.simplices.tolist())}
    back = numpy.array([where[tuple(sorted(triangle))] for triangle in corners.tolist()])
    numpy.testing.assert_allclose(tri.equations.get(), wanted.equations[back], atol=1e-13)
    numpy.testing.assert_allclose([tri.paraboloid_scale, tri.paraboloid_shift],
                                  [wanted.paraboloid_scale, wanted.paraboloid_shift])
    for x, y in ((tri.min_bound, wanted.min_bound), (tri.max_bound, wanted.max_bound), (tri.points, points)):
        numpy.testing.assert_array_equal(x.get(), y)
    assert (tri.ndim, tri.npoints, tri.nsimplex) == (2, 200, len(corners)) and tri.coplanar.shape == (0, 3)
    assert triangles(tri.convex_hull.get()) == triangles(wanted.convex_hull)
    assert tri.convex_hull.dtype == tri.vertex_to_simplex.dtype == "i4"
    assert (corners[tri.vertex_to_simplex.get()] == numpy.arange(200)[:, None]).any(axis=1).all()
    (starts, found), (starts2, wanted_found) = tri.vertex_neighbor_vertices, wanted.vertex_neighbor_vertices
    numpy.testing.assert_array_equal(starts.get(), starts2)
    for k in range(200):
        assert set(found.get()[starts2[k]:starts2[k + 1]]) == set(wanted_found[starts2[k]:starts2[k + 1]])
    transform = tri.transform.get()
    edges = points[corners[:, :2]] - points[corners[:, 2:]]
    numpy.testing.assert_allclose(transform[:, :2] @ edges.swapaxes(1, 2), [numpy.eye(2)] * len(corners), atol=1e-9)
    numpy.testing.assert_array_equal(transform[:, 2], points[corners[:, 2]])
    x = rng.random((7, 90, 2)) * 4 - 1.5
    expected = wanted.find_simplex(x)
    for options in ({}, {"bruteforce": True}, {"tol": 1e-12}):
        numbers = tri.find_simplex(cupy.asarray(x), **options).get()
        assert numbers.dtype == "i4"
        numpy.testing.assert_array_equal(numpy.where(numbers >= 0, back[numbers], -1), expected)


@pytest.mark.parametrize("name", ["random", "turned lattice", "equal", "circle and center", "clusters",
                                  "nearly a line"])
def test_find_simplex(name):
    """Points of triangles, of edges and corners are found, unless a hair outside; points outside and NaN are not."""
    points = SETS[name]
    tri = spatial.Delaunay(cupy.asarray(points))
    corners = points[tri.simplices.get()]
    for weights in ([1 / 3] * 3, [0.5, 0.5, 0], [1, 0, 0]):
        x = (corners * numpy.array(weights)[:, None]).sum(axis=1)
        found = tri.find_simplex(cupy.asarray(x)).get()
        assert (found >= 0).all() or name == "turned lattice" and (found >= 0).mean() > 0.9
        x, corners_found = x[found >= 0], corners[found[found >= 0]]
        sizes = abs(corners_found - x[:, None]).max(axis=(1, 2))
        for k in range(3):
            a, b = corners_found[:, k - 2], corners_found[:, k - 1]
            area = (b[:, 0] - a[:, 0]) * (x[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (x[:, 0] - a[:, 0])
            assert (area >= -1e-12 * numpy.hypot(*(b - a).T) * (sizes + numpy.hypot(*(b - a).T))).all()
    inside = points.mean(axis=0) + 0.98 * (points[scipy.spatial.ConvexHull(points).vertices] - points.mean(axis=0)) \
        if name != "nearly a line" else points[:0]
    assert (tri.find_simplex(cupy.asarray(inside)).get() >= 0).all()
    outside = numpy.array([[numpy.nan, 0], [numpy.inf, 0], [1e9, 1], [0, -1e9]])
    assert (tri.find_simplex(cupy.asarray(outside)).get() == -1).all()
    assert tri.find_simplex(cupy.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize("points", list(combinations([[0.0, 0], [1, 1], [2, 2], [-3, -3]], 3)) + [
    [[1.0, 2]] * 5, [[0.0, 0], [1, 1]], [[0.0, 0], [1, 1], [2, 2], [1, numpy.inf]], [[k, 3 * k] for k in range(99)]])
def test_no_triangulation(points):
    with pytest.raises(spatial.QhullError):
        spatial.Delaunay(cupy.asarray(numpy.array(points, "d")))


def test_stars_are_given_up():
    """One that takes too long, or all together: then halves do it."""
    hub = numpy.concatenate((circle * 2 + 1, rng.random((2000, 2)) * 1e-3 + 1))
    found = _plane.prepared(cupy.asarray(hub))
    assert _triangulate.by_stars(found[0], False) is not None
    far = numpy.arange(20_000) * (2 * numpy.pi / 20_000)
    many = _plane.prepared(cupy.asarray(numpy.stack((numpy.cos(far), numpy.sin(far)), 1)))
    assert _triangulate.by_stars(many[0], False, patience=1000) is None
    assert _triangulate.by_halves(many[0], 64)[0].shape == (19_998, 3)


def test_many_points():
    """Of a number that takes both kernels through many blocks, beside SciPy."""
    points = rng.random((20000, 2))
    found = _plane.prepared(cupy.asarray(points))
    ordered = found[1].get()
    wanted = triangles(scipy.spatial.Delaunay(points).simplices)
    for corners, neighbors in (_triangulate.by_stars(found[0]), _triangulate.by_halves(found[0], 64)):
        assert triangles(ordered[corners.get()]) == wanted
        assert (neighbors.get() < 0).sum() == len(scipy.spatial.ConvexHull(points).vertices)


@pytest.mark.parametrize("count", [3, 10, 60])
def test_formulas_of_few_and_of_many(monkeypatch, count):
    """NumPy's of few points are the device's."""
    points = cupy.asarray(numpy.random.default_rng(count).random((count, 2)))
    found = []
    for most in (4096, 0):
        monkeypatch.setattr(_host, "_formulas", OfFew(None, most=most, types="dil", finish=_host.to_device))
        tri = Delaunay(points)
        parts = [tri.transform, tri.equations, tri.convex_hull, *tri.vertex_neighbor_vertices, tri.lift_points(points),
                 tri.plane_distance(points), tri.find_simplex(points)]
        found.append([part.get() for part in parts])
    for few, many in zip(*found, strict=True):
        assert few.dtype == many.dtype
        numpy.testing.assert_allclose(few, many, rtol=1e-13, atol=1e-13)
