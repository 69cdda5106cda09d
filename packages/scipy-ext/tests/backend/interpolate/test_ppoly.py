"""Piecewise polynomials in the power and Bernstein bases, against SciPy."""
import cupy
import numpy
import pytest
from cupy._ext import OfFew
from cupy.testing import assert_allclose
from scipy import interpolate as host

from cupyx.scipy import interpolate
from cupyx.scipy.interpolate import _ppoly

RNG = numpy.random.default_rng(1)
TRAILING = [(), (3,), (2, 3)]


def close(actual, desired, tol=1e-9):
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


def data(trailing, dtype, descending=False, order=4):
    x = numpy.sort(RNG.random(7))
    x = x[::-1].copy() if descending else x
    c = RNG.random((order, 6, *trailing)).astype(dtype)
    return c + 1j * c[::-1] if dtype == "D" else c, x


def points(x):
    q = numpy.linspace(-0.2, 1.2, 33).reshape(3, 11)
    q[0, 0], q[0, 1:8] = numpy.nan, x
    return q


@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("trailing", TRAILING)
@pytest.mark.parametrize("descending, extrapolate", [
    (False, True), (False, False), (False, "periodic"), (True, True), (True, False)])
def test_values(name, dtype, trailing, descending, extrapolate):
    c, x = data(trailing, dtype, descending)
    q = points(x)
    ours = getattr(interpolate, name)(cupy.asarray(c), cupy.asarray(x), extrapolate)
    theirs = getattr(host, name)(c, x, extrapolate)
    for nu in (0, 1, 3):
        close(ours(cupy.asarray(q), nu), theirs(q, nu), 1e-8)
    close(ours(0.4), theirs(0.4))
    if not descending:
        for ours_, theirs_ in ((ours.derivative(2), theirs.derivative(2)),
                               (ours.antiderivative(2), theirs.antiderivative(2))):
            close(ours_(cupy.asarray(q)), theirs_(q))
        end = 5.5 if extrapolate == "periodic" else 1.3
        for a, b in ((0.2, end), (end, 0.2)):
            close(ours.integrate(a, b), theirs.integrate(a, b))


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
def test_axis(name, axis):
    c, x = data((2, 3), "d")
    c = numpy.moveaxis(c, (0, 1), (axis, axis + 1))
    ours, theirs = getattr(interpolate, name)(cupy.asarray(c), x, axis=axis), getattr(host, name)(c, x, axis=axis)
    q = numpy.linspace(0, 1, 6).reshape(2, 3)
    close(ours(cupy.asarray(q)), theirs(q))
    close(ours.derivative()(q), theirs.derivative()(q))


@pytest.mark.parametrize("trailing", TRAILING)
@pytest.mark.parametrize("dtype", "dD")
def test_change_of_basis(trailing, dtype):
    c, x = data(trailing, dtype)
    close(interpolate.BPoly.from_power_basis(interpolate.PPoly(c, x)).c,
          host.BPoly.from_power_basis(host.PPoly(c, x)).c)
    close(interpolate.PPoly.from_bernstein_basis(interpolate.BPoly(c, x)).c,
          host.PPoly.from_bernstein_basis(host.BPoly(c, x)).c)
    with pytest.raises(TypeError):
        interpolate.PPoly.from_bernstein_basis(interpolate.PPoly(c, x))


@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
@pytest.mark.parametrize("x", [[1.5, 2.0], [-2.0, -1.5]])
@pytest.mark.parametrize("order", [2, 4, 6])
def test_extend(name, x, order):
    c, at = data((2,), "d")
    if x[0] < 0 and name == "PPoly":
        order = 4                          # SciPy puts others in the wrong rows
    more = RNG.random((order, 2, 2))
    ours, theirs = getattr(interpolate, name)(c, at), getattr(host, name)(c, at)
    ours.extend(cupy.asarray(more), cupy.asarray(x))
    theirs.extend(more, numpy.array(x))
    close(ours.c, theirs.c)
    close(ours.x, theirs.x)
    with pytest.raises(ValueError, match="neither"):
        ours.extend(cupy.asarray(more), cupy.asarray([at.mean(), at.mean() + 1e-9]))


def test_roots():
    c, x = data((), "d")
    c -= 0.7
    ours, theirs = interpolate.PPoly(c, x), host.PPoly(c, x)
    close(ours.roots(), theirs.roots())
    close(ours.solve(0.1, discontinuity=False, extrapolate=False), theirs.solve(0.1, False, False))
    several = interpolate.PPoly(numpy.stack([c, c + 0.1], axis=2), x).roots()
    close(several[0], theirs.roots())


@pytest.mark.parametrize("orders", [None, 1, 3, [1, 2]])
def test_from_derivatives(orders):
    x, y = [0, 1.0, 3], [[1, 2], [3, 4], [6, -1]]
    ours = interpolate.BPoly.from_derivatives(cupy.asarray(x), [cupy.asarray(v) for v in y], orders)
    close(ours.c, host.BPoly.from_derivatives(x, y, orders).c)


@pytest.mark.parametrize("count", [9, 9000])
def test_from_spline(count):
    """Few coefficients are SciPy's where they lie in the host's memory."""
    x = numpy.arange(count) + RNG.random(count) / 2
    spline = host.make_interp_spline(x, numpy.sin(x))
    ours = interpolate.PPoly.from_spline(interpolate.BSpline(spline.t, spline.c, 3))
    close(ours.c, host.PPoly.from_spline(spline).c)
    close(interpolate.PPoly.from_spline((spline.t, spline.c, 3))(x), numpy.sin(x))


@pytest.mark.parametrize("few", [True, False])
def test_from_spline_of_several_values(few, monkeypatch):
    if not few:
        monkeypatch.setattr(_ppoly, "_few", OfFew(None, most=0))
    x = numpy.sort(RNG.random(9))
    spline = host.make_interp_spline(x, numpy.stack([numpy.sin(x), x * x], 1))
    ours = interpolate.PPoly.from_spline((spline.t, spline.c, 3))
    close(ours(x), spline(x))


def test_splines_of_too_few_coefficients_are_refused():
    with pytest.raises(ValueError, match="inconsistent"):
        interpolate.PPoly.from_spline((cupy.arange(12.0), cupy.ones(5), 3))


@pytest.mark.parametrize(("c", "x", "message"), [
    (numpy.ones(3), [0, 1], "at least 2-dimensional"), (numpy.ones((2, 2)), [0, 1], "number of coefficients"),
    (numpy.ones((0, 1)), [0, 1], "order 0"), (numpy.ones((2, 2)), [0, 2, 1], "strictly increasing or decreasing"),
    (numpy.ones((2, 1)), [0], "2 breakpoints"), (numpy.ones((2, 1)), [[0, 1]], "1-dimensional")])
def test_refused(c, x, message):
    with pytest.raises(ValueError, match=message):
        interpolate.PPoly(cupy.asarray(c), cupy.asarray(x))


def test_negative_derivative_is_refused():
    with pytest.raises(ValueError, match="negative"):
        interpolate.PPoly(numpy.ones((2, 1)), [0, 1])(0.5, nu=-1)
    with pytest.raises(NotImplementedError, match="antiderivatives"):
        interpolate.BPoly(numpy.ones((2, 1)), [0, 1])(0.5, nu=-1)


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("trailing", TRAILING)
def test_several_variables(dtype, trailing):
    x = tuple(numpy.sort(RNG.random(m + 1)) for m in (5, 6, 3))
    c = RNG.random((3, 4, 2, 5, 6, 3, *trailing)).astype(dtype)
    ours, theirs = interpolate.NdPPoly(cupy.asarray(c), tuple(map(cupy.asarray, x))), host.NdPPoly(c, x)
    q = RNG.random((4, 7, 3)) * 1.2 - 0.1
    for nu in (None, (1, 0, 1), (0, 3, 2)):
        close(ours(cupy.asarray(q), nu=nu), theirs(q, nu=nu))
    close(ours(q, extrapolate=False), theirs(q, extrapolate=False))
    close(ours.derivative((1, 2, 0))(q), theirs.derivative((1, 2, 0))(q))
    close(ours.antiderivative((1, 2, 0))(q), theirs.antiderivative((1, 2, 0))(q))
    close(ours.integrate_1d(0.1, 0.8, 1)(q[..., :2]), theirs.integrate_1d(0.1, 0.8, 1)(q[..., :2]))
    box = ((0.1, 0.2), (0.3, 0.4), (0.5, 0.6))
    close(ours.integrate(box), theirs.integrate(box))


def test_several_variables_refused():
    x = numpy.array([0.0, 1.0])
    with pytest.raises(ValueError, match="number of intervals"):
        interpolate.NdPPoly(numpy.ones((2, 2, 2, 1)), (x, x))
    with pytest.raises(ValueError, match="increasing order"):
        interpolate.NdPPoly(numpy.ones((2, 2, 1, 1)), (x, x[::-1]))


@pytest.mark.parametrize("extrapolate", [True, "periodic"])
def test_integrals_of_no_functions(extrapolate):
    c, x = cupy.zeros((4, 3, 0)), cupy.arange(4.0)
    for made in (interpolate.PPoly(c, x, extrapolate), interpolate.BPoly(c, x, extrapolate),
                 interpolate.BSpline(cupy.arange(8.0), c[:, 0], 3, extrapolate)):
        assert made.integrate(0.5, 2.5).shape == (0,)


def test_bernstein_polynomials_are_right_at_both_ends_of_a_piece():
    near = numpy.array([3 + 1e-9, 7 - 1e-9])
    for c, x in (([[1.0], [0.0]], [3.0, 7]), ([[0.0], [1.0]], [7.0, 3])):
        found = interpolate.BPoly(cupy.asarray(c), cupy.asarray(x))(cupy.asarray(near)).get()
        numpy.testing.assert_allclose(found, (7 - near) / 4, rtol=4e-16)


@pytest.mark.parametrize("pieces", [1, 2, 7, 300])
@pytest.mark.parametrize("order", [1, 2, 5])
def test_integrals(pieces, order):
    """From and to breakpoints, within a piece, outside; breakpoints that repeat; columns with NaN."""
    rng = numpy.random.default_rng([pieces, order])
    for dtype in "dD":
        x = numpy.sort(rng.integers(0, 2 * pieces + 1, pieces + 1) / 3)
        x[-1] += 0.5
        c = rng.standard_normal((order, pieces, 3)) + (1j if dtype == "D" else 0)
        c[:, 0, 1] = numpy.nan
        ours, theirs = interpolate.PPoly(c, x), host.PPoly(c, x)
        ends = numpy.r_[rng.choice(x, 4), rng.uniform(x[0], x[-1], 4), x[0] - 1, x[-1] + 1]
        for a, b in rng.choice(ends, (20, 2)):
            for extrapolate in (True, False, "periodic"):
                wanted = theirs.integrate(a, b, extrapolate)
                close(ours.integrate(a, b, extrapolate), wanted, 1e-9 * max(1, numpy.nanmax(abs(wanted), initial=0)))
        for method in ours.integrate, theirs.integrate:
            for a, b in (0, numpy.nan), (numpy.nan, 0):
                with pytest.raises(ValueError):
                    method(a, b)
        falls = interpolate.PPoly(c[:, ::-1], x[::-1])
        whole = falls.antiderivative()
        for a, b in rng.uniform(x[0] - 1, x[-1] + 1, (5, 2)):
            found, wanted = falls.integrate(a, b)[::2], (whole(b) - whole(a))[::2]
            close(found, wanted.get(), 1e-9 * max(1, float(abs(wanted).max())))


def test_integral_of_unchecked_coefficients():
    made = interpolate.PPoly.construct_fast(cupy.ones((2, 1)), cupy.arange(9.0))
    with pytest.raises(ValueError, match="incompatible"):
        made.integrate(0, 8)


def test_what_is_missing_stays_where_it_counts():
    """NaN in a coefficient is in those of the other basis that depend on it; at infinity a constant is itself."""
    c = numpy.arange(12.0).reshape(4, 3)
    c[1, 1] = numpy.nan
    x = numpy.array([0.0, 1.0, 3.0, 4.0])
    for name, other in (("PPoly", "BPoly"), ("BPoly", "PPoly")):
        make = "from_power_basis" if other == "BPoly" else "from_bernstein_basis"
        ours = getattr(getattr(interpolate, other), make)(getattr(interpolate, name)(cupy.asarray(c), cupy.asarray(x)))
        theirs = getattr(getattr(host, other), make)(getattr(host, name)(c, x))
        close(ours.c, theirs.c)
    far = cupy.asarray([numpy.inf, -numpy.inf])
    assert interpolate.PPoly(cupy.asarray([[5.0]]), cupy.asarray([0.0, 1.0]))(far).tolist() == [5, 5]
    assert interpolate.KroghInterpolator([1.0], [3.0])(far).tolist() == [3, 3]


@pytest.mark.parametrize("c", [[[1.0, 2.0]], [[1.0, 2.0], [3.0, -4.0]], [[1.0, 2.0], [3.0, -4.0], [0.0, 0.0]]])
@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
def test_integrals_to_infinity(name, c):
    x, inf = numpy.array([0.0, 1.0, 2.0]), numpy.inf
    ours = getattr(interpolate, name)(cupy.asarray(c), cupy.asarray(x))
    theirs = getattr(host, name)(numpy.asarray(c), x)
    for ends in [(-inf, 0), (0.5, inf), (inf, 0), (-inf, inf), (inf, inf), (0.25, 1.5)]:
        close(ours.integrate(*ends), theirs.integrate(*ends))


def test_integrals_without_a_period():
    with pytest.raises(ValueError, match="not in order"):
        interpolate.PPoly([[1.0]], [1.0, 1.0], "periodic").integrate(0, 2)
    assert cupy.isnan(interpolate.BPoly([[1.0]], [1.0, 1.0], "periodic").integrate(0, 2))


@pytest.mark.parametrize("name", ["PPoly", "BPoly"])
def test_periodic_integrals_of_breakpoints_that_descend(name):
    steps = getattr(interpolate, name)([[2.0, 3.0]], [2.0, 1.0, 0.0], "periodic")
    for ends, wanted in [((0, 2), 5), ((0.5, 5), 11.5), ((5, 0.5), -11.5), ((-0.5, 0.5), 2.5)]:
        close(steps.integrate(*ends), wanted)
