"""Triangulations, hulls and diagrams: SciPy's results on the device."""
import numpy
import pytest
import scipy.spatial

import cupy
from cupyx.scipy import spatial

rng = numpy.random.default_rng(37)


def same(found, wanted, names):
    for name in names:
        x, y = getattr(found, name), getattr(wanted, name)
        if isinstance(y, numpy.ndarray):
            assert isinstance(x, cupy.ndarray) and x.dtype == y.dtype
            numpy.testing.assert_array_equal(x.get(), y)
        elif isinstance(y, tuple):
            for a, b in zip(x, y, strict=True):
                numpy.testing.assert_array_equal(a.get(), b)
        else:
            assert x == y


@pytest.mark.parametrize("m", [3, 4])
@pytest.mark.parametrize("dtype", ["d", "f"])
def test_delaunay(m, dtype):
    points = rng.random((40, m)).astype(dtype)
    tri, wanted = spatial.Delaunay(cupy.asarray(points)), scipy.spatial.Delaunay(points)
    same(tri, wanted, spatial.Delaunay._attributes[:-1])
    x = rng.random((5, 60, m)) * 1.2 - 0.1
    found = tri.find_simplex(cupy.asarray(x))
    assert found.dtype == "i4"
    numpy.testing.assert_array_equal(found.get(), wanted.find_simplex(x))
    numpy.testing.assert_array_equal(spatial.tsearch(tri, cupy.asarray(x[0])).get(), wanted.find_simplex(x[0]))
    numpy.testing.assert_allclose(tri.lift_points(cupy.asarray(x[0])).get(), wanted.lift_points(x[0]))
    numpy.testing.assert_allclose(tri.plane_distance(cupy.asarray(x[0])).get(), wanted.plane_distance(x[0]), atol=1e-12)
    # Corners and middles of edges belong to several simplices: any of them will do, but some.
    corners = points.astype("d")
    on_edges = (corners[wanted.simplices[:, 0]] + corners[wanted.simplices[:, 1]]) / 2
    for x in (corners, on_edges):
        assert (tri.find_simplex(cupy.asarray(x), tol=1e-9).get() >= 0).all()
    centers = corners[wanted.simplices].mean(axis=1)
    assert (tri.find_simplex(cupy.asarray(centers)).get() == numpy.arange(len(centers))).all()


def test_points_on_lines():
    """A lattice, and points that are there twice."""
    grid = numpy.stack(numpy.meshgrid(numpy.arange(5.0), numpy.arange(4.0)), -1).reshape(-1, 2)
    points = numpy.concatenate((grid, grid[:3]))
    tri, wanted = spatial.Delaunay(cupy.asarray(points), qhull_options="Qbb Qc Qz"), scipy.spatial.Delaunay(points)
    same(tri, wanted, ("simplices", "coplanar"))
    inside = rng.random((50, 2)) * [4, 3]
    assert (tri.find_simplex(cupy.asarray(inside)).get() >= 0).all()
    assert (tri.find_simplex(cupy.asarray(inside), bruteforce=True).get() >= 0).all()
    with pytest.raises(spatial.QhullError):
        spatial.Delaunay(cupy.asarray(numpy.stack([numpy.arange(5.0)] * 2, 1)))


def test_incremental():
    points = rng.random((30, 2))
    tri = spatial.Delaunay(cupy.asarray(points[:20]), incremental=True)
    before = tri.simplices
    tri.find_simplex(cupy.asarray(points))
    tri.add_points(cupy.asarray(points[20:]))
    wanted = scipy.spatial.Delaunay(points[:20], incremental=True)
    wanted.add_points(points[20:])
    assert tri.simplices is not before
    same(tri, wanted, ("points", "simplices"))
    numpy.testing.assert_array_equal(tri.find_simplex(cupy.asarray(points * 0.9 + 0.05)).get(),
                                     wanted.find_simplex(points * 0.9 + 0.05))
    tri.close()
    with pytest.raises(RuntimeError):
        tri.add_points(cupy.asarray(points))


@pytest.mark.parametrize("m", [2, 3])
def test_others(m):
    points = rng.random((25, m))
    for name in ("ConvexHull", "Voronoi"):
        cls = getattr(spatial, name)
        same(cls(cupy.asarray(points)), getattr(scipy.spatial, name)(points), cls._attributes)
    half = numpy.concatenate((numpy.hstack((numpy.eye(m), -numpy.ones((m, 1)))),
                              numpy.hstack((-numpy.eye(m), numpy.zeros((m, 1))))))
    found = spatial.HalfspaceIntersection(cupy.asarray(half), cupy.full(m, 0.5), incremental=True)
    wanted = scipy.spatial.HalfspaceIntersection(half, numpy.full(m, 0.5), incremental=True)
    same(found, wanted, spatial.HalfspaceIntersection._attributes)
    cut = numpy.ones((1, m + 1))
    cut[0, -1] = -0.8 * m
    found.add_halfspaces(cupy.asarray(cut))
    wanted.add_halfspaces(cut)
    same(found, wanted, ("intersections", "halfspaces"))
    found.close()


@pytest.mark.parametrize("shape", ["square", "disc", "line of sight", "lattice", "equal but for few"])
def test_hull_of_many_points(shape, monkeypatch):
    from cupyx.scipy.spatial import _hulls

    monkeypatch.setattr(_hulls, "_MANY", 0)
    monkeypatch.setattr(_hulls, "host_memory", lambda: False)
    points = rng.random((3000, 2))
    if shape == "disc":
        points = rng.standard_normal((3000, 2))
        points *= (rng.random(3000) ** 0.1 / numpy.linalg.norm(points, axis=1))[:, None]
    elif shape == "line of sight":
        points[:, 1] *= 1e-6
    elif shape == "lattice":
        points = numpy.floor(points * 9)
    elif shape == "equal but for few":
        points[3:] = points[0]
    hull, wanted = spatial.ConvexHull(cupy.asarray(points)), scipy.spatial.ConvexHull(points)
    assert len(_hulls._outer(cupy.asarray(points))) < 3000 or shape == "equal but for few"
    corners = points[hull.vertices.get()]
    numpy.testing.assert_array_equal(numpy.unique(corners, axis=0), numpy.unique(points[wanted.vertices], axis=0))
    numpy.testing.assert_allclose([hull.volume, hull.area], [wanted.volume, wanted.area])
    assert hull.npoints == 3000 and numpy.array_equal(hull.points.get(), points)
    assert hull.vertices.dtype == hull.simplices.dtype == "i4"
    ends = points[hull.simplices.get()]
    numpy.testing.assert_allclose(numpy.einsum("fkj,fj->fk", ends, hull.equations.get()[:, :2]),
                                  -hull.equations.get()[:, 2:] * [1, 1], atol=1e-12)
    with pytest.raises(ValueError, match="NaN|nan"):
        spatial.ConvexHull(cupy.asarray(points * numpy.nan))
    with pytest.raises(spatial.QhullError):
        spatial.ConvexHull(cupy.asarray(points * [1, 0]))


def test_sphere():
    points = rng.standard_normal((20, 3))
    points /= numpy.linalg.norm(points, axis=1)[:, None]
    found, wanted = spatial.SphericalVoronoi(cupy.asarray(points)), scipy.spatial.SphericalVoronoi(points)
    found.sort_vertices_of_regions()
    wanted.sort_vertices_of_regions()
    same(found, wanted, ("points", "vertices", "regions", "radius", "center"))
    numpy.testing.assert_array_equal(found.calculate_areas().get(), wanted.calculate_areas())


def test_shapes():
    a, b = rng.random((9, 3)), rng.random((9, 3))
    for x, y in zip(spatial.procrustes(cupy.asarray(a), cupy.asarray(b)), scipy.spatial.procrustes(a, b), strict=True):
        numpy.testing.assert_allclose(x.get(), y, atol=1e-12)
    t = numpy.linspace(0, 1, 5)
    found = spatial.geometric_slerp(cupy.asarray([1.0, 0, 0]), cupy.asarray([0, 1.0, 0]), cupy.asarray(t))
    numpy.testing.assert_allclose(found.get(), scipy.spatial.geometric_slerp([1.0, 0, 0], [0, 1.0, 0], t))
    box = spatial.Rectangle([1.0, 1], [0.0, 0])
    assert box.volume() == 1


@pytest.mark.parametrize("error, call", [
    (ValueError, lambda x: spatial.Delaunay(x[0])), (TypeError, lambda x: spatial.Delaunay(x * 1j)),
    (ValueError, lambda x: spatial.Delaunay(x * cupy.nan)), (TypeError, lambda x: spatial.Delaunay(x.get())),
    (ValueError, lambda x: spatial.Delaunay(x).find_simplex(x[:, :1])),
    (AttributeError, lambda x: spatial.Voronoi(x).area),
    (spatial.QhullError, lambda x: spatial.ConvexHull(x[:2])), (ValueError, lambda x: spatial.SphericalVoronoi(x)),
    (ValueError, lambda x: spatial.procrustes(x, x[:3])), (ValueError, lambda x: spatial.procrustes(x[0], x)),
    (ValueError, lambda x: spatial.procrustes(x * 0, x)), (ValueError, lambda x: spatial.procrustes(x[:, :1], x)),
    (ValueError, lambda x: spatial.procrustes(x, x[:, :1]))])
def test_errors(error, call):
    with pytest.raises(error):
        call(cupy.asarray(rng.random((8, 2))))


@pytest.mark.parametrize("call", [
    lambda x: spatial.ConvexHull(x[:, :, None]), lambda x: spatial.Voronoi(x[:, :, None]),
    lambda x: spatial.ConvexHull(x, incremental=True).add_points(x[:, :, None]),
    lambda x: spatial.HalfspaceIntersection(x[:, :, None], x[0]), lambda x: spatial.SphericalVoronoi(x[:, :, None])])
def test_points_are_a_matrix(call):
    """With more axes SciPy's ends the process."""
    with pytest.raises(ValueError, match="two axes"):
        call(cupy.asarray(rng.random((8, 3))))
