"""Interpolation of scattered data, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import interpolate as host
from scipy.spatial import Delaunay

from cupyx.scipy import interpolate

RNG = numpy.random.default_rng(7)
RADIAL = ["linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "inverse_multiquadric",
          "inverse_quadratic", "gaussian"]


@pytest.fixture(autouse=True)
def the_same_numbers():
    """Each test draws what it draws alone: estimates of gradients end within a tolerance that few points come near."""
    RNG.bit_generator.state = numpy.random.default_rng(7).bit_generator.state


def close(actual, desired, tol=1e-8):
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


def values(n, trailing, dtype):
    d = RNG.random((n, *trailing)) * 10
    return (d + 1j * d[::-1] if dtype == "D" else d).astype(dtype)


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("trailing", [(), (5,), (2, 3)])
@pytest.mark.parametrize("kernel", RADIAL)
@pytest.mark.parametrize("dtype", "dD")
def test_radial(dims, trailing, kernel, dtype):
    y, q = RNG.random((40, dims)), RNG.random((30, dims)) * 1.2 - 0.1
    d = values(40, trailing, dtype)
    options = {"kernel": kernel, "epsilon": 5.0, "smoothing": 1e-2}
    close(interpolate.RBFInterpolator(cupy.asarray(y), cupy.asarray(d), **options)(cupy.asarray(q)),
          host.RBFInterpolator(y, d, **options)(q), 1e-5)


@pytest.mark.parametrize("dims", [1, 2])
@pytest.mark.parametrize("options", [{"degree": 2}, {"degree": -1, "kernel": "gaussian", "epsilon": 4.0},
                                     {"neighbors": 12}, {"neighbors": 1, "kernel": "linear"},
                                     {"smoothing": numpy.linspace(0.1, 1, 40)}])
def test_radial_options(dims, options):
    y, q = RNG.random((40, dims)), RNG.random((30, dims))
    d = values(40, (2,), "d")
    options = {"smoothing": 1e-2, **options}
    close(interpolate.RBFInterpolator(y, d, **options)(q), host.RBFInterpolator(y, d, **options)(q), 1e-5)


def test_radial_keeps_nan():
    """NaN among values makes all of its column NaN; among points it is an error, as since SciPy 1.18."""
    y, d, q = RNG.random((9, 2)), RNG.random((9, 2)), RNG.random((3, 2))
    d[4, 1] = numpy.nan
    found = interpolate.RBFInterpolator(y, d)(q)
    close(found, host.RBFInterpolator(y, d)(q), 1e-5)
    assert cupy.isnan(found).any(axis=0).tolist() == [False, True]
    y[3, 0] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError):
        interpolate.RBFInterpolator(y, q[0, 0] * numpy.ones(9))


def test_a_failure_before_is_not_that_of_an_interpolator():
    with pytest.raises(numpy.linalg.LinAlgError, match="^Singular matrix$"):
        cupy.linalg.inv(cupy.zeros((2, 2)))                             # raises here on the host
        interpolate.RBFInterpolator(cupy.eye(3), cupy.arange(3.0), kernel="gaussian", epsilon=1)
    interpolate.RBFInterpolator(cupy.eye(3), cupy.arange(3.0), kernel="gaussian", epsilon=1)


def test_radial_refused():
    y, d = RNG.random((5, 2)), numpy.ones(5)
    for args, options, message in [
            ((y[0], d), {}, "2-dimensional"), ((y, d[:3]), {}, "first axis of `d`"),
            ((y, d), {"kernel": "odd"}, "must be one of"), ((y, d), {"kernel": "gaussian"}, "epsilon"),
            ((y, d), {"degree": -2}, "at least -1"), ((y[:2], d[:2]), {}, "data points are required"),
            ((y, d), {"smoothing": [1.0, 2.0]}, "smoothing")]:
        with pytest.raises(ValueError, match=message):
            interpolate.RBFInterpolator(*args, **options)
    with pytest.raises(numpy.linalg.LinAlgError, match=r"rank \(1/3\)"):
        interpolate.RBFInterpolator(numpy.zeros((5, 2)), d)
    line = numpy.stack([numpy.arange(5.0), numpy.zeros(5)], axis=1)
    with pytest.raises(numpy.linalg.LinAlgError, match=r"rank \(2/3\)"):
        interpolate.RBFInterpolator(line, d, neighbors=4)(line)
    with pytest.warns(UserWarning, match="degree"):
        interpolate.RBFInterpolator(y, d, degree=0, smoothing=1)
    with pytest.raises(ValueError, match="second axis of `x`"):
        interpolate.RBFInterpolator(y, d)(cupy.ones((2, 3)))


@pytest.mark.parametrize("function", ["multiquadric", "inverse", "gaussian", "linear", "cubic", "quintic",
                                      "thin_plate"])
def test_radial_older(function):
    y, d, q = RNG.random((2, 30)), values(30, (), "d"), RNG.random((2, 4, 5))
    options = {"function": function, "smooth": 0.01}
    close(interpolate.Rbf(*y, cupy.asarray(d), **options)(*q), host.Rbf(*y, d, **options)(*q), 1e-5)


def test_radial_older_more():
    y, d, q = RNG.random((2, 30)), values(30, (2,), "d"), RNG.random((2, 4, 5))
    close(interpolate.Rbf(*y, d, mode="N-D")(*q), host.Rbf(*y, d, mode="N-D")(*q), 1e-5)
    close(interpolate.Rbf(*y, d[:, 0], function=lambda r: r ** 3 + 1, norm="cityblock")(*q),
          host.Rbf(*y, d[:, 0], function=lambda r: r ** 3 + 1, norm="cityblock")(*q), 1e-5)
    with pytest.raises(ValueError, match="one of"):
        interpolate.Rbf(*y, d[:, 0], function="odd")
    with pytest.raises(ValueError, match="equal length"):
        interpolate.Rbf(*y, d[:3, 0])
    with pytest.raises(ValueError, match="infs or nans"):
        interpolate.Rbf(*y, d[:, 0] * numpy.inf)
    with pytest.raises(ValueError, match="same number of columns"):
        interpolate.Rbf(*y, d[:, 0])(q[0])


def test_radial_older_of_a_function_of_two_points():
    y, d, q = RNG.random((2, 12)), values(12, (), "d"), RNG.random((2, 3))
    options = {"function": "linear", "norm": lambda u, v: abs(u - v).sum()}
    close(interpolate.Rbf(*y, cupy.asarray(d), **options)(*q), host.Rbf(*y, d, **options)(*q), 1e-8)


@pytest.mark.parametrize("dims", [2, 3, 4])
@pytest.mark.parametrize("trailing", [(), (2, 3)])
@pytest.mark.parametrize("dtype", "dDi")
@pytest.mark.parametrize("rescale", [False, True])
def test_scattered(dims, trailing, dtype, rescale):
    y, q = RNG.random((60, dims)), RNG.random((5, 20, dims)) * 1.2 - 0.1
    d = values(60, trailing, dtype)
    on_device = cupy.asarray(y), cupy.asarray(d)
    close(interpolate.NearestNDInterpolator(*on_device, rescale=rescale)(cupy.asarray(q)),
          host.NearestNDInterpolator(y, d, rescale=rescale)(q))
    close(interpolate.LinearNDInterpolator(*on_device, rescale=rescale)(cupy.asarray(q)),
          host.LinearNDInterpolator(y, d, rescale=rescale)(q))
    if dims == 2:
        close(interpolate.CloughTocher2DInterpolator(*on_device, rescale=rescale)(cupy.asarray(q)),
              host.CloughTocher2DInterpolator(y, d, rescale=rescale)(q), 1e-6)


def test_points_in_a_grid():
    points = numpy.stack(numpy.meshgrid(numpy.arange(6.0), numpy.arange(5.0)), -1).reshape(-1, 2)
    q = numpy.stack(numpy.meshgrid(numpy.linspace(-1, 6, 29), numpy.linspace(-1, 5, 25)), -1)
    d = RNG.random(30)
    for name in ("LinearNDInterpolator", "CloughTocher2DInterpolator"):
        triangles = Delaunay(points)        # of a square there are two: both have the same
        close(getattr(interpolate, name)(triangles, d, fill_value=-3)(q),
              getattr(host, name)(triangles, d, fill_value=-3)(q), 1e-6)
        plane = points @ [2, -3] + 1
        f = getattr(interpolate, name)(cupy.asarray(points), cupy.asarray(plane))
        close(f(points), plane)
        inside = q[numpy.isfinite(host.LinearNDInterpolator(triangles, d)(q))]
        close(f(inside), inside @ [2, -3] + 1, 1e-4)


@pytest.mark.parametrize("squeeze", [1e-9, 1e-13])
def test_thin_triangles(squeeze):
    points = RNG.random((50, 2)) * [1, squeeze]
    d, q = RNG.random(50), RNG.random((60, 2)) * [1, squeeze]
    triangles = Delaunay(points)
    ours = interpolate.LinearNDInterpolator(triangles, d)(q).get()
    theirs = host.LinearNDInterpolator(triangles, d)(q)
    both = numpy.isfinite(ours) & numpy.isfinite(theirs)
    assert both.sum() >= 0.9 * numpy.isfinite(theirs).sum()
    numpy.testing.assert_allclose(ours[both], theirs[both], atol=1e-2)


@pytest.mark.parametrize("name", ["LinearNDInterpolator", "CloughTocher2DInterpolator"])
def test_given_triangulation(name):
    from cupyx.scipy import spatial

    points, d, q = RNG.random((40, 2)), RNG.random(40), RNG.random((30, 2))
    want = getattr(host, name)(points, d)(q)
    for triangles in (Delaunay(points), spatial.Delaunay(cupy.asarray(points))):
        close(getattr(interpolate, name)(triangles, cupy.asarray(d))(q), want, 1e-7)
    with pytest.raises(ValueError, match="Rescaling"):
        getattr(interpolate, name)(Delaunay(points), d, rescale=True)


@pytest.mark.parametrize("trailing", [(), (3,)])
@pytest.mark.parametrize("dtype", "dD")
def test_gradients(trailing, dtype):
    """As SciPy's to its tolerance; points that are there twice have one that counts."""
    y = RNG.random((80, 2))
    d = values(80, trailing, dtype)
    found = interpolate.CloughTocher2DInterpolator(y, d, tol=1e-10).grad
    wanted = host.CloughTocher2DInterpolator(y, d, tol=1e-10).grad
    assert found.dtype == dtype and found.shape == wanted.shape
    numpy.testing.assert_allclose(found.get(), wanted, atol=1e-7)
    again = numpy.concatenate((y, y[5:9]))
    f = interpolate.CloughTocher2DInterpolator(again, numpy.concatenate((d, d[5:9])), tol=1e-10)
    q = y.mean(axis=0) + 0.5 * (RNG.random((50, 2)) - 0.5)
    close(f(q), host.CloughTocher2DInterpolator(y, d, tol=1e-10)(q), 1e-6)
    with pytest.warns(host._interpnd.GradientEstimationWarning):
        interpolate.CloughTocher2DInterpolator(y, d, maxiter=1)


@pytest.mark.parametrize("columns", [1, 3])
def test_sweeps_end_alike(columns):
    """Points one by one, as on the host, or all at once: gradients that bend edges least are the same."""
    from cupyx.scipy import spatial
    from cupyx.scipy.interpolate import _gradients

    y, d = cupy.asarray(RNG.random((90, 2))), cupy.asarray(RNG.random((90, columns)))
    tri = spatial.Delaunay(y)
    indptr, indices = tri.vertex_neighbor_vertices
    fields = {"points": y, "values": d, "indptr": indptr, "indices": indices, "number": 90, "edges": indices.size,
              "columns": columns, "tolerance": 1e-13, "changed": cupy.zeros(1, "i4")}
    swept, moves = _gradients._swept(1000, fields)
    assert not moves
    close(_gradients.estimate(y, tri, d, 1e-13, 1000), swept.get(), 1e-11)
    assert _gradients._swept(3, fields)[1]


@pytest.mark.parametrize("name", ["LinearNDInterpolator", "CloughTocher2DInterpolator"])
@pytest.mark.parametrize("dtype", "dD")
def test_outside(name, dtype):
    """The fill value is a number of the values' kind, and a scale and an offset are to be had, as SciPy's."""
    y, d = RNG.random((12, 2)), values(12, (3,), dtype)
    for fill in (2, 2.5, 1 + 2j, None, "a"):
        found = []
        for library in (interpolate, host):
            try:
                f = getattr(library, name)(y, d, fill_value=fill, rescale=True)
            except (TypeError, ValueError) as error:
                found.append(type(error))
            else:
                found.append((f.fill_value, type(f.fill_value), cupy.asnumpy(f([[9.0, 9], [0.5, numpy.nan]])).tolist(),
                              cupy.asnumpy(f.scale).tolist(), cupy.asnumpy(f.offset).tolist()))
        assert found[0] == found[1]


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("rescale", [False, True])
def test_nearest_tells_what_others_do(dtype, rescale):
    y, d = RNG.random((12, 2)), values(12, (3,), dtype)
    ours, theirs = (library.NearestNDInterpolator(y, d, rescale=rescale) for library in (interpolate, host))
    for name in ("is_complex", "tri", "values_shape"):
        assert getattr(ours, name) == getattr(theirs, name)
    numpy.testing.assert_equal(ours.fill_value, theirs.fill_value)
    assert type(ours.fill_value) is type(theirs.fill_value) and hasattr(ours, "offset") == rescale
    assert (ours.scale is None) == (not rescale)
    if rescale:
        assert_allclose(ours.scale, theirs.scale)
        assert_allclose(ours.offset, theirs.offset)


@pytest.mark.parametrize("name", ["LinearNDInterpolator", "CloughTocher2DInterpolator"])
def test_simplices_that_were_written_to(name):
    """Points that are none are not read."""
    y, d, q = (cupy.asarray(RNG.random(shape)) for shape in ((40, 2), 40, (30, 2)))
    wanted = getattr(interpolate, name)(y, d)(q)
    for spoil in (2 ** 31 - 1, -7):
        f = getattr(interpolate, name)(y, d)
        f(q)
        f.tri.simplices[::2, 1] = spoil
        found = f(q)
        assert cupy.isnan(found).sum() > cupy.isnan(wanted).sum()
        if name == "LinearNDInterpolator":
            assert (cupy.isnan(found) | (found == wanted)).all()


def test_calls_by_coordinate():
    y, d = RNG.random((60, 2)), values(60, (), "d")
    a, b = RNG.random(4), RNG.random((3, 1))
    for name in ("NearestNDInterpolator", "LinearNDInterpolator", "CloughTocher2DInterpolator"):
        ours, theirs = getattr(interpolate, name)(y, d), getattr(host, name)(y, d)
        close(ours(cupy.asarray(a), b), theirs(a, b), 1e-7)
        close(ours((a, b)), theirs((a, b)), 1e-7)
        close(ours(0.4, 0.5), theirs(0.4, 0.5), 1e-7)
        with pytest.raises(ValueError, match="dimensions"):
            ours(cupy.ones((2, 3)))


@pytest.mark.parametrize("method", ["nearest", "linear", "cubic"])
def test_griddata(method):
    y, d = RNG.random((60, 2)), values(60, (), "d")
    a, b = RNG.random((2, 4, 5))
    for q in ((a, b), numpy.stack([a, b], axis=-1)):
        close(interpolate.griddata(cupy.asarray(y), cupy.asarray(d), q, method), host.griddata(y, d, q, method), 1e-7)
    parts = y[:, 0], y[:, 1]
    close(interpolate.griddata(parts, d, (a, b), method), host.griddata(parts, d, (a, b), method), 1e-7)
    close(interpolate.griddata(y[:, 0], d, a, method), host.griddata(y[:, 0], d, a, method), 1e-5)


def test_scattered_refused():
    y, d = RNG.random((6, 2)), numpy.ones(6)
    with pytest.raises(ValueError, match="Unknown interpolation method"):
        interpolate.griddata(y, d, y, "odd")
    with pytest.raises(ValueError, match="number of values"):
        interpolate.LinearNDInterpolator(y, d[:3])
    with pytest.raises(ValueError, match="2-D"):
        interpolate.CloughTocher2DInterpolator(RNG.random((6, 3)), d)


@pytest.mark.parametrize("name", ["LinearNDInterpolator", "CloughTocher2DInterpolator"])
def test_tolerance_of_simplices(name):
    """Points a little outside are inside for those who ask for it."""
    corners = cupy.asarray([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    values = corners @ cupy.asarray([2.0, 3.0]) + 1
    f = getattr(interpolate, name)(corners, values)
    q = cupy.asarray([[0.5, -1e-9], [0.5 + 1e-9, 0.5], [0.25, 0.25], [0.5, -1e-3]])
    assert numpy.isnan(f(q).get()).tolist() == [True, True, False, True]
    found = f(q, simplex_tolerance=1e6)
    assert numpy.isnan(found.get()).tolist() == [False, False, False, True]
    close(found[:3], [2.0, 3.5, 2.25], 1e-6)
    method = "linear" if name[0] == "L" else "cubic"
    close(interpolate.griddata(corners, values, q[:3], method, simplex_tolerance=1e6), [2.0, 3.5, 2.25], 1e-6)
    for wrong in (0, -1.0, numpy.nan):
        with pytest.raises(ValueError, match="positive"):
            f(q, simplex_tolerance=wrong)
        with pytest.raises(ValueError, match="positive"):
            interpolate.griddata(corners, values, q, method, simplex_tolerance=wrong)


@pytest.mark.parametrize("dtype", "?bleFfdD")
def test_types_of_nearest_values(dtype):
    """Real ones are double precision, complex ones stay as they are."""
    x, y = RNG.random((9, 2)), (RNG.random(9) * 9).astype(dtype)
    found = interpolate.NearestNDInterpolator(cupy.asarray(x), cupy.asarray(y))(cupy.asarray(x[::2] + 0.01))
    wanted = host.NearestNDInterpolator(x, y)(x[::2] + 0.01)
    assert found.dtype == wanted.dtype
    close(found, wanted)


@pytest.mark.parametrize("kernel", RADIAL)
def test_radial_functions_of_more_points_than_lie_side_by_side(kernel):
    for n, dims, columns in ((70, 1, 1), (130, 2, 1), (64, 2, 3), (129, 3, 5), (20, 2, 2)):
        y, d, q, smoothing = (RNG.random(shape) for shape in ((n, dims), (n, columns), (33, dims), n))
        q[:3] = y[:3]
        ours = interpolate.RBFInterpolator(cupy.asarray(y), cupy.asarray(d), kernel=kernel, epsilon=3,
                                           smoothing=cupy.asarray(smoothing))
        wanted = host.RBFInterpolator(y, d, kernel=kernel, epsilon=3, smoothing=smoothing)
        close(ours(cupy.asarray(q)), wanted(q), 1e-6)
