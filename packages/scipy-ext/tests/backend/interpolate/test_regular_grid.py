"""Interpolation on rectilinear grids and of one variable, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import interpolate as host
from scipy.sparse.linalg import spsolve

from cupyx.scipy import interpolate

RNG = numpy.random.default_rng(4)
SPLINES = ("slinear", "cubic", "quintic")


def close(actual, desired, tol=1e-8):
    assert actual.shape == numpy.shape(desired)
    assert actual.dtype == numpy.asarray(desired).dtype
    assert_allclose(actual, desired, rtol=tol, atol=tol)


def data(ndim, dtype, trailing):
    grid = tuple(numpy.sort(RNG.random(6 + i))[::-1 if i == 1 and dtype != "i" else 1] for i in range(ndim))
    v = RNG.random((*map(len, grid), *trailing)) * 10
    return grid, (v + 1j * v if dtype in "FD" else v).astype(dtype)


@pytest.mark.parametrize("ndim", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", "fdFDi")
@pytest.mark.parametrize("trailing", [(), (2, 3)])
@pytest.mark.parametrize("fill", [None, numpy.nan, 3.0])
@pytest.mark.parametrize("method", ["linear", "nearest"])
def test_local(ndim, dtype, trailing, fill, method):
    grid, v = data(ndim, dtype, trailing)
    q = RNG.random((20, ndim)) * 1.4 - 0.2
    q[0] = [g[0] for g in grid]
    q[1] = [g[-1] for g in grid]
    ours = interpolate.RegularGridInterpolator(tuple(map(cupy.asarray, grid)), cupy.asarray(v), method, False, fill)
    theirs = host.RegularGridInterpolator(grid, v, method, False, fill)
    close(ours(cupy.asarray(q)), theirs(q), 1e-5 if dtype in "fF" else 1e-9)
    q[2, -1] = numpy.nan
    assert bool(cupy.isnan(ours(cupy.asarray(q))[2]).all())


@pytest.mark.parametrize("ndim", [1, 2, 3])
@pytest.mark.parametrize("trailing", [(), (2,)])
@pytest.mark.parametrize("fill", [None, numpy.nan, 3.0])
@pytest.mark.parametrize("method, dtype", [*((method, dtype) for method in SPLINES for dtype in "dD"), ("pchip", "d")])
def test_smooth(ndim, dtype, trailing, fill, method):
    grid, v = data(ndim, dtype, trailing)
    q = RNG.random((10, ndim)) * (1.4 if method != "pchip" or fill is None else 1) - 0.1
    more = {"solver": spsolve} if method in SPLINES else {}
    ours = interpolate.RegularGridInterpolator(grid, cupy.asarray(v), method, False, fill)
    theirs = host.RegularGridInterpolator(grid, v, method, False, fill, **more)
    close(ours(cupy.asarray(q)), theirs(q), 1e-5)
    if method in SPLINES:
        nu = [1] * ndim
        close(ours(q, nu=nu), theirs(q, nu=nu), 1e-4)


def test_other_method_and_shapes():
    grid, v = data(2, "d", ())
    ours, theirs = interpolate.RegularGridInterpolator(grid, v), host.RegularGridInterpolator(grid, v)
    q = numpy.stack(numpy.broadcast_arrays(grid[0][2:4, None], grid[1][1:5]), axis=-1)
    close(ours((grid[0][2:4, None], grid[1][1:5]), method="nearest"), theirs(q, method="nearest"))
    close(ours(cupy.asarray(q[..., ::-1])[..., ::-1]), theirs(q))
    close(ours(cupy.asarray([grid[0][1], grid[1][2]])), theirs([grid[0][1], grid[1][2]]))
    one = interpolate.RegularGridInterpolator(([1.0], [0.0, 1.0]), numpy.array([[1.0, 3.0]]))
    close(one([[1.0, 0.5]]), numpy.array([2.0]))
    assert ours(cupy.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize("method", ["linear", "nearest", "cubic", "pchip", "slinear", "splinef2d"])
def test_interpn(method):
    x, y = numpy.sort(RNG.random(9)), numpy.sort(RNG.random(8))
    v, q = RNG.random((9, 8)), (x[1:5, None], y[1:4])
    tol = 1e-4 if method == "cubic" else 1e-8
    close(interpolate.interpn((x, y), cupy.asarray(v), q, method), host.interpn((x, y), v, q, method), tol)
    with pytest.raises(ValueError, match="out of bounds in dimension 1"):
        interpolate.interpn((x, y), v, [[x[1], 3]], method)
    close(interpolate.interpn((x, y), v, [[x[1], 3]], method, False, 7.0), numpy.array([7.0]))


@pytest.mark.parametrize(("points", "shape", "options", "message"), [
    (([0, 1, 1],), (3,), {}, "strictly ascending"), (([0, 1],), (3,), {}, "2 points and 3 values"),
    (([0, 1], [0, 1]), (2,), {}, "2 point arrays"), (([0, 1],), (2,), {"method": "odd"}, "not defined"),
    (([0, 1],), (2,), {"method": "cubic"}, "requires at least"), (([0, 1],), (2,), {"fill_value": 1j}, "fill_value"),
    (([0, 1],), (2,), {"solver": spsolve}, "does not accept")])
def test_refused(points, shape, options, message):
    with pytest.raises(ValueError, match=message):
        interpolate.RegularGridInterpolator(points, cupy.ones(shape), **options)


def test_points_outside_again_and_again():
    """Reports of points outside are used again, and not copied with the interpolator."""
    import copy

    f = interpolate.RegularGridInterpolator(([0, 1, 2.0],) * 2, cupy.arange(9.0).reshape(3, 3))
    q = cupy.asarray([[0.5, 0.5], [1.5, 1.0]])
    for g in (f, copy.deepcopy(f), copy.deepcopy(f)):
        for _ in range(3):
            close(g(q), [2.0, 5.5])
            for axis in (0, 1):
                outside = q.copy()
                outside[1, axis] = 2.5
                with pytest.raises(ValueError, match=f"dimension {axis}"):
                    g(outside)
        f = g


def test_refused_calls():
    f = interpolate.RegularGridInterpolator(([0, 1, 2.0],) * 2, cupy.ones((3, 3)))
    with pytest.raises(ValueError, match="dimension 3"):
        f(cupy.ones((2, 3)))
    with pytest.raises(ValueError, match="derivatives"):
        f(cupy.ones((2, 2)), nu=(1, 1))
    with pytest.raises(ValueError, match="out of bounds in dimension 0"):
        f(cupy.asarray([[-1.0, 0.0]]))


@pytest.mark.parametrize("axis", [0, -1])
@pytest.mark.parametrize("kind", ["linear", "nearest", "nearest-up", "previous", "next", "zero", "slinear", "quadratic",
                                  "cubic", 4])
@pytest.mark.parametrize("fill", ["extrapolate", numpy.nan, (1.0, 2.0)])
@pytest.mark.parametrize("dtype", "fdD")
def test_one_variable(axis, kind, fill, dtype):
    x = numpy.sort(RNG.random(6))
    y = RNG.random((6, 6)).astype(dtype)
    q = numpy.r_[x, numpy.linspace(-0.2, 1.2, 9)].reshape(3, 5)
    for values, at in ((y, axis), (y[0], 0)):
        ours = interpolate.interp1d(cupy.asarray(x[::-1].copy()), cupy.asarray(values), kind, at, bounds_error=False,
                                    fill_value=fill)
        theirs = host.interp1d(x[::-1], values, kind, at, bounds_error=False, fill_value=fill)
        close(ours(cupy.asarray(q)), theirs(q), 1e-6)
        close(ours(0.5), theirs(0.5), 1e-6)


@pytest.mark.parametrize("kind", ["previous", "next"])
@pytest.mark.parametrize("dtype", "efd")
def test_steps_at_points_of_less_precision(kind, dtype):
    """A point is reached by what rounds to it."""
    x = numpy.sort(RNG.random(6)).astype(dtype)
    q = numpy.stack([numpy.nextafter(x, x.dtype.type(end)).astype(float) * 0.51 + x * 0.49 for end in (0, 1)])
    ours = interpolate.interp1d(cupy.asarray(x), cupy.arange(6.0), kind, fill_value="extrapolate")
    close(ours(cupy.asarray(q)), host.interp1d(x, numpy.arange(6.0), kind, fill_value="extrapolate")(q))


def test_one_point():
    for kind in ("linear", "nearest", "zero"):
        ours, theirs = (library.interp1d([1.0], [2.0], kind, bounds_error=False) for library in (interpolate, host))
        close(ours(cupy.asarray([0.0, 1.0, 3.0])), theirs([0.0, 1.0, 3.0]))


def test_one_variable_refused():
    x, y = numpy.arange(4.0), numpy.arange(4.0)
    for q, word in ((-1.0, "below"), (9.0, "above")):
        with pytest.raises(ValueError, match=word):
            interpolate.interp1d(x, y)(q)
    with pytest.raises(NotImplementedError):
        interpolate.interp1d(x, y, kind="odd")
    with pytest.raises(ValueError, match="equal in length"):
        interpolate.interp1d(x, y[:3])
    with pytest.raises(ValueError, match="extrapolate and raise"):
        interpolate.interp1d(x, y, bounds_error=True, fill_value="extrapolate")
    with pytest.raises(ValueError, match="at least 4 entries"):
        interpolate.interp1d(x[:3], y[:3], kind="cubic")
    with pytest.raises(ValueError, match="broadcast"):
        interpolate.interp1d(x, numpy.ones((2, 4)), fill_value=numpy.ones(3))
    with pytest.raises(ValueError, match="broadcast"):
        interpolate.interp1d(x, y, fill_value=[[-1]])
    with pytest.raises(NotImplementedError, match="RegularGridInterpolator"):
        interpolate.interp2d(x, y, y)


@pytest.mark.parametrize("kind", ["quadratic", "cubic"])
def test_one_variable_with_nan(kind):
    x, y = numpy.arange(6.0), numpy.arange(6.0)
    y[2] = numpy.nan
    assert bool(cupy.isnan(interpolate.interp1d(x, y, kind)(cupy.asarray([1.5, 2.5]))).all())


@pytest.mark.parametrize("kind", ["linear", "nearest", "nearest-up", "previous", "next", "zero", "slinear", "quadratic",
                                  "cubic"])
def test_random_interp1d(kind):
    """Points in any order, of any type and number, bounds, NaN, axes: SciPy's values, or its type of error."""
    rng = numpy.random.default_rng(len(kind))
    for _ in range(60):
        n = int(rng.integers(1, 9))
        x = [numpy.sort(rng.random(n)), rng.permutation(3 * n)[:n] / 1.0, numpy.arange(n), numpy.arange(n)[::-1],
             numpy.arange(n, dtype="f")][rng.integers(5)]
        axis, shape = [(0, (n,)), (0, (n, 3)), (1, (2, n)), (0, (n, 1))][rng.integers(4)]
        y = rng.random(shape)
        if rng.random() < 0.15:
            y.flat[rng.integers(y.size)] = numpy.nan
        options = [{}, {"fill_value": "extrapolate"}, {"bounds_error": False}, {"assume_sorted": True},
                   {"bounds_error": False, "fill_value": (-1.0, 2.0)}, {"copy": False}][rng.integers(6)]
        q = rng.uniform(-1, n, rng.integers(0, 5))
        if rng.random() < 0.8 and "bounds_error" not in options:
            q = numpy.clip(q, x.min(), x.max())
        if rng.random() < 0.1 and q.size:
            q[0] = numpy.nan
        found = []
        for library, array in (interpolate, cupy.asarray), (host, numpy.asarray):
            try:
                found.append(library.interp1d(array(x), array(y), kind, axis, **options)(array(q)))
            except Exception as error:
                found.append(error)
        if isinstance(found[1], Exception):
            assert type(found[0]) is type(found[1]), (x, y, q, options)
        else:
            close(found[0], found[1], 1e-8)


@pytest.mark.parametrize("kind", ["nearest", "nearest-up", "previous", "next"])
@pytest.mark.parametrize("fill", [(-1.0, -2.0), "extrapolate"])
@pytest.mark.parametrize("spaced", ["evenly", "unevenly", "repeated", "one"])
def test_steps_of_many_points(kind, fill, spaced):
    """Ends of steps, their neighbours, infinities and NaN; of few points as of many."""
    x = {"evenly": numpy.arange(-20, 21) / 4, "unevenly": numpy.sort(RNG.standard_cauchy(60)), "one": numpy.zeros(1),
         "repeated": numpy.sort(RNG.integers(-3, 4, 50)).astype(float)}[spaced]
    y = RNG.random((len(x), 2))
    ends = numpy.concatenate((x, (x[1:] + x[:-1]) / 2, x[1:] / 2 + x[:-1] / 2, [0.0, -0.0, numpy.nan, numpy.inf]))
    q = numpy.concatenate((ends, numpy.nextafter(ends, numpy.inf), numpy.nextafter(ends, -numpy.inf), [-numpy.inf]))
    many = numpy.concatenate((q, numpy.linspace(x[0] - 1, x[-1] + 1, 5000)))
    options = {"kind": kind, "axis": 0, "bounds_error": False, "fill_value": fill}
    f, g = interpolate.interp1d(cupy.asarray(x), cupy.asarray(y), **options), host.interp1d(x, y, **options)
    for points in (q, many):
        numpy.testing.assert_array_equal(f(cupy.asarray(points)).get(), g(points))


@pytest.mark.parametrize("method", ["linear", "nearest", "slinear"])
def test_grids_without_points(method):
    for xp, module in ((numpy, host), (cupy, interpolate)):
        with pytest.raises((IndexError, ValueError)):
            module.RegularGridInterpolator([xp.zeros(0)], xp.zeros((0, 2)), method, False, None)(xp.ones((3, 1)))
