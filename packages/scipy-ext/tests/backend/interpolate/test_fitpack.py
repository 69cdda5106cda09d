"""FITPACK's splines and smoothing splines, against SciPy."""
import copy
import pickle

import cupy
import numpy
import pytest
from cupy._ext import host_memory
from cupy.testing import assert_allclose
from scipy import interpolate as host

from cupyx.scipy import interpolate

RNG = numpy.random.default_rng(6)
X = numpy.linspace(0, 3, 40)
Y = numpy.sin(3 * X) + RNG.random(40) * 0.05
Q = numpy.linspace(-0.3, 3.3, 30).reshape(5, 6)
G = numpy.linspace(-0.1, 1.1, 7)


def close(actual, desired, tol=1e-8):
    assert numpy.shape(actual) == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("s", [0, 0.02, None])
@pytest.mark.parametrize("ext", [0, "zeros", 3])
def test_univariate(k, s, ext):
    ours = interpolate.UnivariateSpline(cupy.asarray(X), cupy.asarray(Y), k=k, s=s, ext=ext)
    theirs = host.UnivariateSpline(X, Y, k=k, s=s, ext=ext)
    assert type(ours).__name__ == type(theirs).__name__
    for nu in (0, 1):
        close(ours(cupy.asarray(Q), nu), theirs(Q, nu))
    close(ours.get_knots(), theirs.get_knots())
    close(ours.get_coeffs(), theirs.get_coeffs())
    assert ours.get_residual() == pytest.approx(theirs.get_residual())
    close(ours.integral(-1, 2), theirs.integral(-1, 2))
    close(ours.derivatives(1.0), theirs.derivatives(1.0))
    close(ours.derivative()(Q), theirs.derivative()(Q))
    close(ours.antiderivative()(Q), theirs.antiderivative()(Q))
    if k == 3:
        close(ours.roots(), theirs.roots())


@pytest.mark.filterwarnings("ignore")
def test_univariate_more():
    t = [1.0, 2.0]
    close(interpolate.LSQUnivariateSpline(X, cupy.asarray(Y), t)(Q), host.LSQUnivariateSpline(X, Y, t)(Q))
    close(interpolate.InterpolatedUnivariateSpline(X, Y, k=4)(Q), host.InterpolatedUnivariateSpline(X, Y, k=4)(Q))
    ours, theirs = interpolate.UnivariateSpline(X, Y), host.UnivariateSpline(X, Y)
    for spline in (ours, theirs):
        spline.set_smoothing_factor(0.05)
    close(ours(Q), theirs(Q))
    with pytest.raises(ValueError, match="outside"):
        ours(Q, ext="raise")
    with pytest.raises(ValueError, match="Unknown extrapolation"):
        ours(Q, ext=7)
    with pytest.raises(ValueError, match="must hold"):
        ours(Q, nu=4)
    with pytest.raises(ValueError, match="strictly increasing"):
        interpolate.UnivariateSpline([0, 1, 1, 2], [0, 1, 2, 3], s=0)
    assert interpolate.UnivariateSpline.validate_input(X, Y, None, [None] * 2, 3, 0, "const", True)[4] == 3


@pytest.mark.parametrize("ext", [0, 1, 3])
@pytest.mark.parametrize("der", [0, 1, 3])
def test_curves(ext, der):
    ours, theirs = interpolate.splrep(cupy.asarray(X), cupy.asarray(Y), s=0.01), host.splrep(X, Y, s=0.01)
    close(interpolate.splev(cupy.asarray(Q), ours, der, ext), host.splev(Q, theirs, der, ext))


def test_functions_of_curves():
    ours, theirs = interpolate.splrep(cupy.asarray(X), cupy.asarray(Y)), host.splrep(X, Y)
    close(interpolate.splint(0.1, 5, ours), host.splint(0.1, 5, theirs))
    close(interpolate.sproot(ours), host.sproot(theirs))
    close(interpolate.spalde(1.0, ours), host.spalde(1.0, theirs))
    used = slice(-4)        # behind the coefficients SciPy's array is as its memory was
    close(interpolate.insert(1.11, ours)[1][used], host.insert(1.11, theirs)[1][used])
    spline = interpolate.BSpline(*ours)
    close(interpolate.splev(Q, spline), host.splev(Q, host.BSpline(*theirs)))
    close(interpolate.splint(0.1, 1, spline), host.splint(0.1, 1, theirs))
    close(interpolate.insert(1.11, spline).t, host.insert(1.11, host.BSpline(*theirs)).t)
    for call in (lambda: interpolate.splev(Q, spline, ext=1), lambda: interpolate.splev(Q, ours, ext=5),
                 lambda: interpolate.splev(Q, ours, ext=2), lambda: interpolate.splev(Q, ours, der=5)):
        with pytest.raises(ValueError, match=r"ext|Extrapolation|outside|must hold"):
            call()
    with pytest.raises(TypeError):
        interpolate.spalde(1.0, spline)


def test_parametric():
    ours, u = interpolate.splprep([cupy.asarray(X), cupy.asarray(Y)], s=0)
    theirs, u2 = host.splprep([X, Y], s=0)
    close(u, u2)
    for a, b in zip(interpolate.splev(Q / 4, ours), host.splev(Q / 4, theirs), strict=True):
        close(a, b)
    (spline, u), (spline2, u2) = interpolate.make_splprep([cupy.asarray(X), Y], s=0.1), host.make_splprep([X, Y], s=0.1)
    close(u, u2)
    close(spline(Q / 4), spline2(Q / 4))


def test_smoothing():
    for name, more in (("make_smoothing_spline", {}), ("make_smoothing_spline", {"lam": 0.1}),
                       ("make_splrep", {"s": 0.1}), ("make_splrep", {})):
        ours = getattr(interpolate, name)(cupy.asarray(X), cupy.asarray(Y), **more)
        close(ours(Q), getattr(host, name)(X, Y, **more)(Q))
    pairs = zip(interpolate.generate_knots(cupy.asarray(X), cupy.asarray(Y), s=0.1), host.generate_knots(X, Y, s=0.1),
                strict=True)
    for a, b in pairs:
        close(a, b)


def scattered():
    x, y = RNG.random((2, 100))
    return x, y, x * y + x ** 2


def surface(name):
    if name == "RectBivariateSpline":
        return numpy.sort(RNG.random(9)), numpy.sort(RNG.random(10)), RNG.random((9, 10))
    return (*scattered(), [0.5], [0.5]) if name == "LSQBivariateSpline" else scattered()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["RectBivariateSpline", "SmoothBivariateSpline", "LSQBivariateSpline"])
def test_surfaces(name):
    args = surface(name)
    ours = getattr(interpolate, name)(*[cupy.asarray(a) for a in args])
    theirs = getattr(host, name)(*args)
    close(ours(cupy.asarray(G), cupy.asarray(G)), theirs(G, G))
    close(ours(G, G, 1, 2), theirs(G, G, 1, 2), 1e-6)
    close(ours.ev(G[:, None], G, 1, 0), theirs.ev(G[:, None], G, 1, 0), 1e-6)
    close(ours(G, G[::-1], grid=False), theirs(G, G[::-1], grid=False))
    assert ours.integral(0.1, 0.8, 0.2, 0.9) == pytest.approx(theirs.integral(0.1, 0.8, 0.2, 0.9))
    assert ours.get_residual() == pytest.approx(theirs.get_residual())
    close(ours.partial_derivative(1, 1)(G, G), theirs.partial_derivative(1, 1)(G, G), 1e-6)
    for a, b in zip((*ours.get_knots(), ours.get_coeffs()), (*theirs.get_knots(), theirs.get_coeffs()), strict=True):
        close(a, b)
    for unordered in (G[::-1], numpy.array([0.1, numpy.nan, 0.2])):
        with pytest.raises(ValueError, match="increasing"):
            ours(unordered, G)
    with pytest.raises(ValueError, match="parder"):
        ours(G, G, 3, 0)
    for grid in (True, False):      # at no points any derivative is none
        assert ours(G[:0], G[:0], 3, 1, grid=grid).shape == theirs(G[:0], G[:0], 3, 1, grid=grid).shape
    with pytest.raises(ValueError, match="less than degree"):
        ours.partial_derivative(3, 0)


@pytest.mark.skipif(host_memory(), reason="FITPACK's own errors, of several kinds")
def test_surfaces_without_enough_coefficients():
    knots, few = numpy.arange(8.0), numpy.ones(3)
    for tck in ((knots, knots, few, 1, 1), (knots[:0], knots, few, 0, 1), (knots[:2], knots, few, 1, 1)):
        for grid in (True, False):
            with pytest.raises(ValueError, match="length"):
                interpolate.BivariateSpline._from_tck(tck)([0.5], [0.5], grid=grid)


def test_functions_of_surfaces():
    x, y, z = scattered()
    ours, theirs = interpolate.bisplrep(cupy.asarray(x), cupy.asarray(y), cupy.asarray(z), s=0.01), \
        host.bisplrep(x, y, z, s=0.01)
    close(interpolate.bisplev(cupy.asarray(G), cupy.asarray(G), ours), host.bisplev(G, G, theirs))
    close(interpolate.bisplev(0.3, G, ours, 1, 1), host.bisplev(0.3, G, theirs, 1, 1))
    close(interpolate.bisplev(0.3, 0.4, ours), host.bisplev(0.3, 0.4, theirs))
    with pytest.raises(ValueError, match="must hold"):
        interpolate.bisplev(G, G, ours, 3, 0)


def test_spheres():
    theta, phi = numpy.linspace(0.2, 3, 9), numpy.linspace(0, 6, 10)
    r = RNG.random((9, 10))
    t, p = (v.ravel() for v in numpy.meshgrid(theta, phi))
    cases = [("RectSphereBivariateSpline", (theta, phi, r), {}),
             ("SmoothSphereBivariateSpline", (t, p, numpy.ones(90) + t / 100), {"s": 3.0}),
             ("LSQSphereBivariateSpline", (t, p, t + 1, [1.5], [2.0, 4.0]), {})]
    for name, args, more in cases:
        ours = getattr(interpolate, name)(*[cupy.asarray(a) for a in args], **more)
        theirs = getattr(host, name)(*args, **more)
        close(ours(cupy.asarray(theta), phi), theirs(theta, phi))
        close(ours.ev(1.0, 2.0), theirs.ev(1.0, 2.0))
        with pytest.raises(ValueError, match="out of bounds"):
            ours([4.0], [1.0])


def test_shapes_of_surfaces_at_few_points():
    tck = host.bisplrep(*(v.ravel() for v in numpy.meshgrid(numpy.arange(5.0), numpy.arange(5.0))),
                        numpy.arange(25.0), s=0)
    for x, y in (((1.0, 2.0), 2.0), (2.0, (1.0, 2.0)), (1.0, 2.0), ((1.0, 2.0), (2.0, 3.0))):
        close(interpolate.bisplev(cupy.asarray(x), cupy.asarray(y), tck), host.bisplev(x, y, tck))
    for x, y in (([], 2.0), (2.0, [])):
        for library in (interpolate, host):
            with pytest.raises(ValueError, match="Invalid input data"):
                library.bisplev(x, y, tck)


def test_integrals_of_several_curves_and_more():
    t, c, k = host.splrep(X, Y, s=0)
    ours, theirs = (library.splint(0.5, 2, (t, [c, 2 * c], k), 1) for library in (interpolate, host))
    assert type(ours) is type(theirs) is list
    close(cupy.stack(ours), numpy.stack(theirs))


def test_knots_of_tensor_products_are_looked_at():
    t, x = numpy.array([0.0, 0.0, 1.0, 0.5, 2.0, 2.0]), numpy.full((2, 1), 0.5)
    for library, xp in ((interpolate, cupy), (host, numpy)):
        with pytest.raises(ValueError, match="non-decreasing"):
            library.NdBSpline.design_matrix(xp.asarray(x), (xp.asarray(t),), 1)
        with pytest.raises(TypeError):
            library.NdBSpline((xp.arange(6.0),), xp.arange(4.0), 1).derivative(None)


@pytest.mark.parametrize("call", [
    lambda tck: interpolate.splev(Q, tck), lambda tck: interpolate.splev(cupy.asarray(Q), tck),
    lambda tck: interpolate.splint(0.1, 0.5, tck), lambda tck: interpolate.splint(0.1, 0.5, tck, full_output=1),
    lambda tck: interpolate.sproot(tck), lambda tck: interpolate.spalde(0.3, tck),
    lambda tck: interpolate.insert(0.3, tck),
    lambda tck: interpolate.insert(0.3, interpolate.BSpline.construct_fast(*tck))])
def test_too_few_coefficients_are_refused(call):
    """FITPACK's insert would read behind them."""
    t, c, k = interpolate.splrep(cupy.asarray(X), cupy.asarray(Y))
    for lie in ((t, c[:3], k), (t[:5], c, k), (t, c, 40), (t[:0], c[:0], k)):
        with pytest.raises(ValueError, match="inconsistent"):
            call(lie)


def test_on_a_stream_as_at_once():
    """Kernels compute what SciPy does of few points, where work is put on a stream."""
    x, y, q = cupy.asarray(X), cupy.asarray(Y), cupy.asarray(Q[:9])
    tck, spline, grid = interpolate.splrep(x, y), interpolate.UnivariateSpline(x, y), cupy.asarray(X[:9])
    surface = interpolate.RectBivariateSpline(grid, grid, cupy.asarray(numpy.outer(Y[:9], Y[:9])))
    p = interpolate.CubicSpline(x, y)
    b = interpolate.BPoly.from_power_basis(p)
    calls = (lambda: interpolate.splev(q, tck), lambda: interpolate.splev(q, tck, 2, 1), lambda: spline(q),
             lambda: spline(q, 1, ext=3), lambda: interpolate.splint(0.1, 1.7, tck),
             lambda: interpolate.bisplev(grid, grid[:4], [*surface.tck, 3, 3], 1), lambda: b(q, 2),
             lambda: p.antiderivative(2).c, lambda: interpolate.AAA(x, y)(q),
             lambda: interpolate.FloaterHormannInterpolator(x, y)(q))
    for call in calls:
        at_once = call()
        with cupy.cuda.Stream():
            close(call(), at_once.get())


def test_inserted_knots_leave_nothing_behind_the_coefficients():
    for k in (1, 3, 5):
        t, c, _ = interpolate.insert(1.3, interpolate.splrep(cupy.asarray(X), cupy.asarray(Y), k=k), 2)
        assert len(t) == len(c) and not c[len(t) - k - 1:].any()


def test_no_points_have_no_values():
    tck, none = interpolate.splrep(cupy.asarray(X), cupy.asarray(Y)), cupy.empty(0)
    for ext in (0, 1, 2, 3):
        assert interpolate.splev(none, tck, 1, ext).shape == (0,)
        assert interpolate.UnivariateSpline(X, Y)(none, ext=ext).shape == (0,)
    for given in (none, [], numpy.empty((0, 2))):       # SciPy looks at nothing else then
        assert interpolate.UnivariateSpline(X, Y)(given, ext=7).shape == host.UnivariateSpline(X, Y)([], ext=7).shape


def test_derived_surfaces():
    """Of what they are made from SciPy's attributes, copies and pickles are; coefficients may be written to."""
    x, v = numpy.arange(6.0), RNG.random((6, 6))
    ours = interpolate.RectBivariateSpline(cupy.asarray(x), cupy.asarray(x), cupy.asarray(v)).partial_derivative(1, 1)
    theirs = host.RectBivariateSpline(x, x, v).partial_derivative(1, 1)
    for other in (ours, copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert other.degrees == theirs.degrees and not hasattr(other, "fp") and not hasattr(other, "nothing")
        assert_allclose(other.ev(1.5, 2.5), theirs(1.5, 2.5, grid=False), rtol=1e-12)
        for mine, wanted in zip(other.tck, theirs.tck, strict=True):
            assert_allclose(mine, wanted, rtol=1e-12)
        other.tck[2][:] = 3
        assert_allclose(other.ev(1.5, 2.5), 3.0)
        assert_allclose(other.partial_derivative(1, 0).ev(1.5, 2.5), 0.0, atol=1e-12)


def test_coefficients_that_change():
    """Fits again, copies and pickles have their own; of what is written to them all values know."""
    x = numpy.linspace(0, 5, 40)
    y = numpy.cos(x) + RNG.random(40) / 9
    ours, theirs = interpolate.UnivariateSpline(cupy.asarray(x), cupy.asarray(y)), host.UnivariateSpline(x, y)
    old = ours.get_coeffs().copy()
    others = copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))
    for f in (ours, theirs):
        f.set_smoothing_factor(0.1)
    assert_allclose(ours.get_coeffs(), theirs.get_coeffs(), rtol=1e-10)
    many = numpy.linspace(0, 5, 200)
    for f in others:
        assert_allclose(f.get_coeffs(), old)
    coefficients = ours.get_coeffs()
    coefficients *= 2
    assert_allclose(ours(cupy.asarray(many)), 2 * theirs(many), rtol=1e-9, atol=1e-9)
