"""B-splines, their coefficients and the banded systems behind them, against SciPy."""
import copy
import pickle

import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import interpolate as host

from cupyx.scipy import interpolate
from cupyx.scipy.interpolate._banded import Banded, tridiagonal

RNG = numpy.random.default_rng(2)
X = numpy.sort(RNG.random(12))
Q = numpy.linspace(-0.1, 1.1, 40).reshape(4, 10)
TRAILING = [(), (2, 3)]


def close(actual, desired, tol=1e-9):
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


def values(trailing, dtype):
    y = RNG.random((12, *trailing))
    return y + 1j * y[::-1] if dtype == "D" else y


@pytest.mark.parametrize("n, count", [(8, 7), (8, 500), (60, 11), (60, 2000), (9, 0)])
@pytest.mark.parametrize("k", [1, 3, 5])
def test_intervals(n, count, k):
    """Knots that are evenly spaced but at the ends, nearly so, and not at all; points at and beside them."""
    even = numpy.linspace(-2, 5, n)
    for inner in (even[k:-k] if n > 2 * k else even[1:-1], even + RNG.random(n) * 0.1, RNG.standard_normal(n) ** 3,
                  even.round(), RNG.random(n).round(1)):
        inner = numpy.sort(inner)
        t = numpy.r_[[inner[0] - 1] * (k + 1), inner, [inner[-1] + 2] * (k + 1)]
        c = RNG.random(len(t) - k - 1)
        near = numpy.r_[t, numpy.nextafter(t, -9), numpy.nextafter(t, 9), t[0] - 1, t[-1] + 1, numpy.nan]
        q = numpy.r_[RNG.choice(near, count), RNG.uniform(t[0] - 0.1, t[-1] + 0.1, count)]
        for nu in {0, 1, k}:
            wanted = host.BSpline(t, c, k)(q, nu)
            tol = 1e-9 * numpy.nanmax(abs(wanted), initial=1)
            close(interpolate.BSpline(t, c, k)(q, nu), wanted, tol)
            close(interpolate.BSpline(t, c, k)(q, nu, False), host.BSpline(t, c, k)(q, nu, False), tol)


@pytest.mark.parametrize("n, queries", [(1000, 1 << 20), (4000, 1 << 21), (8000, 1 << 20)])
def test_very_many_queries(n, queries):
    """Tables of two blocks and of one that fit in the shared memory of a GPU, and one that does not."""
    theirs = host.make_interp_spline(numpy.sort(RNG.random(n)).round(9) + numpy.arange(n), RNG.random(n))
    q = RNG.uniform(-3, n + 3, queries + 1)
    q[::1001] = numpy.nan
    ours = interpolate.BSpline(cupy.asarray(theirs.t), cupy.asarray(theirs.c), 3)
    close(ours(cupy.asarray(q), 1, False), theirs(q, 1, False), 1e-7)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 5, 7])
@pytest.mark.parametrize("trailing", TRAILING)
@pytest.mark.parametrize("dtype", "dD")
def test_values(k, trailing, dtype):
    theirs = host.make_interp_spline(X, values(trailing, dtype), k)
    ours = interpolate.BSpline(cupy.asarray(theirs.t), cupy.asarray(theirs.c), k)
    for nu in range(k + 2):
        close(ours(cupy.asarray(Q), nu), theirs(Q, nu), 1e-6 if nu > 3 else 1e-8)
    for extrapolate in (False, "periodic"):
        close(ours(Q, extrapolate=extrapolate), theirs(Q, extrapolate=extrapolate), 1e-8)
    if k:
        close(ours.derivative()(Q), theirs.derivative()(Q), 1e-7)
    close(ours.antiderivative(2)(Q), theirs.antiderivative(2)(Q), 1e-7)
    if 0 < k <= 5 and dtype == "d":       # SciPy's splint fails for others
        for extrapolate in (True, False, "periodic"):
            close(ours.integrate(0.1, 3.3, extrapolate), theirs.integrate(0.1, 3.3, extrapolate), 1e-7)
            close(ours.integrate(0.9, 0.1, extrapolate), theirs.integrate(0.9, 0.1, extrapolate), 1e-7)


@pytest.mark.parametrize("k", range(6))
@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("trailing", TRAILING)
def test_many_queries(k, dtype, trailing):
    """Evenly spaced knots and others, some repeated; points inside, outside, at knots, and NaN."""
    c = RNG.random((12, *trailing)) * (1 + 2j if dtype == "D" else 1)
    for t in (numpy.linspace(0, 1, 13 + k), numpy.sort(RNG.random(13 + k))):
        t[k + 4:k + 6], t[-2 - k:] = t[k + 4], t[-1]
        q = numpy.concatenate((RNG.random(100) * 1.2 - 0.1, t, [numpy.nan]))
        for extrapolate in (True, False):
            ours, theirs = interpolate.BSpline(t, c, k, extrapolate), host.BSpline(t, c, k, extrapolate)
            for nu in range(k + 1):
                wanted = theirs(q, nu)
                close(ours(q, nu), wanted, 1e-12 * numpy.nanmax(abs(wanted)) + 1e-12)


def test_nan_and_repeated_knots():
    t = numpy.array([0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3.0])
    c = RNG.random(9)
    q = numpy.array([numpy.nan, -1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4])
    for extrapolate in (True, False):
        ours, theirs = interpolate.BSpline(t, c, 3, extrapolate), host.BSpline(t, c, 3, extrapolate)
        for nu in (0, 4):
            close(ours(q, nu), theirs(q, nu))
    with pytest.raises(NotImplementedError, match="derivative order"):
        ours(q, -1)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_axis(axis):
    y = numpy.moveaxis(RNG.random((12, 2, 3)), 0, axis)
    ours, theirs = interpolate.make_interp_spline(X, y, axis=axis), host.make_interp_spline(X, y, axis=axis)
    close(ours(Q), theirs(Q), 1e-8)
    close(interpolate.BSpline(theirs.t, numpy.moveaxis(theirs.c, 0, theirs.axis), 3, axis=axis)(Q), theirs(Q), 1e-8)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 5, 7])
@pytest.mark.parametrize("trailing", TRAILING)
@pytest.mark.parametrize("dtype", "dD")
def test_through_points(k, trailing, dtype):
    y = values(trailing, dtype)
    ours, theirs = interpolate.make_interp_spline(cupy.asarray(X), cupy.asarray(y), k), host.make_interp_spline(X, y, k)
    close(ours.t, theirs.t)
    close(ours.c, theirs.c, 1e-6)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("n", [3, 4, 12])
@pytest.mark.parametrize("trailing", TRAILING)
def test_periodic(k, n, trailing):
    y = RNG.random((n, *trailing))
    y[-1] = y[0]
    ours = interpolate.make_interp_spline(cupy.asarray(X[:n]), cupy.asarray(y), k, bc_type="periodic")
    theirs = host.make_interp_spline(X[:n], y, k, bc_type="periodic")
    close(ours.t, theirs.t)
    q = numpy.linspace(-1, 2, 50)
    close(ours(q), theirs(q), 1e-5)


@pytest.mark.parametrize("trailing", TRAILING)
@pytest.mark.parametrize("case", range(4))
def test_conditions(trailing, case):
    one = numpy.ones(trailing)
    bc = ["natural", "clamped", ([(1, one)], [(2, 2 * one)]), (None, [(1, one), (2, 0 * one)])][case]
    y = values(trailing, "d")
    ours, theirs = interpolate.make_interp_spline(X, y, bc_type=bc), host.make_interp_spline(X, y, bc_type=bc)
    close(ours.c, theirs.c, 1e-8)


def test_one_derivative_for_all_columns():
    y, bc = values((2,), "d"), ([(1, 0.5), (2, 0.5)], None)
    close(interpolate.make_interp_spline(X, y, bc_type=bc).c, host.make_interp_spline(X, y, bc_type=bc).c, 1e-8)


@pytest.mark.parametrize("method", ["qr", "norm-eq"])
@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("dtype", "dD")
def test_least_squares(method, weights, dtype):
    x = numpy.linspace(0, 1, 60) ** 2
    t = numpy.r_[[0] * 4, 0.3, 0.5, 0.8, [1] * 4]
    y = RNG.random((60, 2))
    y = y + 1j * y[::-1] if dtype == "D" else y
    w = RNG.random(60) + 0.5 if weights else None
    ours = interpolate.make_lsq_spline(cupy.asarray(x), cupy.asarray(y), cupy.asarray(t), 3, w, method=method)
    close(ours.c, host.make_lsq_spline(x, y, t, 3, w, method=method).c, 1e-8)
    with pytest.raises(ValueError, match="Unknown method"):
        interpolate.make_lsq_spline(x, y, t, method="svd")


def test_design_matrix_and_basis():
    t = numpy.r_[[0] * 4, 0.3, 0.5, 0.8, [1] * 4]
    close(interpolate.BSpline.design_matrix(X, t, 3).toarray(), host.BSpline.design_matrix(X, t, 3).toarray())
    with pytest.raises(ValueError, match="Out of bounds"):
        interpolate.BSpline.design_matrix([2.0], t, 3)
    knots = [0.0, 1, 2, 3]
    close(interpolate.BSpline.basis_element(cupy.asarray(knots))(Q), host.BSpline.basis_element(knots)(Q))


def test_derivatives_of_tuples():
    t, c, k = host.splrep(X, numpy.sin(X * 6))
    for n in (1, 2):
        for name in ("splder", "splantider"):
            ours = getattr(interpolate, name)((cupy.asarray(t), cupy.asarray(c), k), n)
            theirs = getattr(host, name)((t, c, k), n)
            close(ours[0], theirs[0])
            close(ours[1], theirs[1], 1e-8)
    with pytest.raises(ValueError, match="must be <= order"):
        interpolate.splder((t, c, k), 4)
    with pytest.raises(ValueError, match="repeated knots"):
        interpolate.splder((numpy.r_[[0.] * 4, [1.] * 4, [2.] * 4], numpy.ones(12), 3), 3)


def test_from_power_basis_and_new_knots():
    y = numpy.sin(6 * X)
    close(interpolate.BSpline.from_power_basis(interpolate.CubicSpline(X, y)).c,
          host.BSpline.from_power_basis(host.CubicSpline(X, y)).c)
    close(interpolate.make_interp_spline(X, y).insert_knot(X[5] + 0.01, 2).c,
          host.make_interp_spline(X, y).insert_knot(X[5] + 0.01, 2).c)


@pytest.mark.parametrize(("x", "y", "options", "message"), [
    ([0, 1, 1, 2], numpy.ones(4), {}, "duplicates"), ([0, 2, 1, 3], numpy.ones(4), {}, "strictly increasing"),
    ([0, 1, 2, 3], numpy.ones(5), {}, "incompatible"), ([0, 1, 2, 3], numpy.ones(4), {"k": -1}, "non-negative"),
    ([0, 1, 2, numpy.nan], numpy.ones(4), {}, "infs or nans"),
    ([0, 1, 2, 3], numpy.ones(4), {"bc_type": "odd"}, "Unknown"),
    ([0, 1, 2, 3], numpy.arange(4.), {"bc_type": "periodic"}, "does not match"),
    ([0, 1, 2, 3], numpy.ones(4), {"t": [0, 1, 2]}, "need at least")])
def test_refused(x, y, options, message):
    with pytest.raises(ValueError, match=message):
        interpolate.make_interp_spline(cupy.asarray(x), cupy.asarray(y), **options)


@pytest.mark.parametrize(("t", "c", "k", "message"), [
    ([0, 1, 2, 3, 3, 4], [1, 1], 3, "Need at least"), ([0, 1, 3, 2], [1, 1], 1, "non-decreasing"),
    ([0, 1, 2, 3], [1], 1, "inconsistent"), ([0, 1, 2, 3], [1, 1], -1, "negative"),
    ([1, 1, 1, 1], [1, 1], 1, "two internal"), ([0, 1, 2, numpy.inf], [1, 1], 1, "nans or infs")])
def test_bad_splines(t, c, k, message):
    with pytest.raises(ValueError, match=message):
        interpolate.BSpline(cupy.asarray(t, dtype=float), cupy.asarray(c), k)


@pytest.mark.parametrize("band", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("n", [1, 3, 20])
@pytest.mark.parametrize("dtype", "dD")
def test_banded_systems(band, n, dtype):
    a = numpy.triu(numpy.tril(RNG.random((n, n)), band), -band) + 0.1 * numpy.eye(n)
    ab = numpy.zeros((3 * band + 1, n))
    for i, j in zip(*numpy.nonzero(a), strict=True):
        ab[2 * band + i - j, j] = a[i, j]
    b = RNG.random((n, 3, 2)).astype(dtype) * (1 + 1j if dtype == "D" else 1)
    system, right = Banded(ab, band, band), cupy.asarray(b)
    for on_device in (True, False):
        found = system.solve(right, on_device)
        assert_allclose(cupy.tensordot(cupy.asarray(a.astype(dtype)), found, 1), b, atol=1e-7)
        assert_allclose(right, b)


def test_unchecked_splines_are_refused_when_used():
    t = cupy.arange(8.0)
    for call in (lambda: interpolate.BSpline.construct_fast(t, cupy.ones(3), 3)(1.0),
                 lambda: interpolate.splev(1.0, (t, cupy.ones(3), 3)),
                 lambda: interpolate.splint(0, 1, (t, cupy.ones(3), 3)),
                 lambda: interpolate.PPoly.construct_fast(cupy.ones((2, 3)), t)(1.0),
                 lambda: interpolate.NdPPoly.construct_fast(cupy.ones((2, 3)), (t,))([[1.0]])):
        with pytest.raises(ValueError, match=r"inconsistent|incompatible|do not agree"):
            call()


@pytest.mark.parametrize("n", [1, 2, 3, 40])
def test_singular_system(n):
    with pytest.raises(numpy.linalg.LinAlgError):
        tridiagonal(numpy.zeros(n - 1), numpy.zeros(n), numpy.zeros(n - 1))


@pytest.mark.parametrize("on_device", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 40])
def test_tridiagonal_systems_change_rows(n, on_device):
    lower, diagonal, upper = RNG.random(n - 1) + 1, RNG.random(n) + 0.01, RNG.random(n - 1)
    b = cupy.asarray(RNG.random((n, 2, 3)) * (1 + 2j))
    matrix = numpy.diag(diagonal) + numpy.diag(lower, -1) + numpy.diag(upper, 1)
    x = tridiagonal(lower, diagonal, upper).solve(b, on_device).get().reshape(n, -1)
    assert abs(matrix @ x - b.get().reshape(n, -1)).max() < 1e-13 * n * abs(x).max()


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("k", [1, 3, (1, 3, 5)])
def test_tensor_products(dtype, k):
    grid = tuple(numpy.sort(RNG.random(m)) for m in (7, 8, 9))
    v = RNG.random((7, 8, 9, 2)).astype(dtype) * (1 + 2j if dtype == "D" else 1)
    ours = interpolate.NdBSpline(*_tensor(grid, v, k))
    theirs = host.NdBSpline(tuple(t.get() for t in ours.t), ours.c.get(), ours.k)
    q = RNG.random((4, 7, 3)) * 1.2 - 0.1
    at_grid = ours(cupy.stack(cupy.meshgrid(*map(cupy.asarray, grid), indexing="ij"), axis=-1))
    close(at_grid, v, 1e-7)
    for nu in (None, (1, 0, 1), (0, 2, 0)):
        close(ours(cupy.asarray(q), nu=nu), theirs(q, nu=nu), 1e-7)
    close(ours(q, extrapolate=False), theirs(q, extrapolate=False))
    close(ours.derivative((1, 0, 1))(q), theirs.derivative((1, 0, 1))(q), 1e-6)
    close(ours.derivative((2, 0, 0))(q), theirs(q, nu=(2, 0, 0)), 1e-6)
    some = RNG.random((6, 3))
    matrix = interpolate.NdBSpline.design_matrix(some, ours.t, k)
    close(matrix.astype(dtype) @ ours.c.reshape(-1, 2), ours(some), 1e-8)


def _tensor(grid, v, k):
    spline = interpolate.make_ndbspl(grid, cupy.asarray(v), k)
    return spline.t, spline.c, spline.k


def test_tensor_products_refused():
    t = cupy.arange(8.)
    with pytest.raises(ValueError, match="tuple"):
        interpolate.NdBSpline([t, t], cupy.ones((4, 4)), 3)
    with pytest.raises(ValueError, match="inconsistent"):
        interpolate.NdBSpline((t, t), cupy.ones((4, 5)), 3)
    with pytest.raises(ValueError, match="ndim"):
        interpolate.NdBSpline((t, t), cupy.ones((4, 4)), 3)(cupy.ones((2, 3)))
    with pytest.raises(ValueError, match="requires at least"):
        interpolate.make_ndbspl((t[:3], t), cupy.ones((3, 8)))


@pytest.mark.parametrize("t", [[], [0.0]])
def test_elements_of_too_few_knots(t):
    with pytest.raises(ValueError, match="at least 2 knots"):
        interpolate.BSpline.basis_element(cupy.asarray(t))


@pytest.mark.parametrize("coefficients", [[numpy.nan] * 5, [1, 2, numpy.inf, 3, 4], [1, 2, 3, numpy.nan, numpy.nan]])
@pytest.mark.parametrize("n", [1, 2])
def test_derivatives_of_what_is_no_number_between_repeated_knots(coefficients, n):
    t, c = numpy.array([0, 0, 0, 0.5, 1, 1, 1, 1]), numpy.array([*coefficients, 0, 0, 0], float)
    outcomes = []
    for splder, asarray in ((host.splder, numpy.asarray), (interpolate.splder, cupy.asarray)):
        try:
            outcomes.append([cupy.asnumpy(x).tolist() for x in splder((asarray(t), asarray(c), 2), n)[:2]])
        except ValueError as error:
            outcomes.append(str(error))
    numpy.testing.assert_equal(*outcomes)


def test_parts_of_a_period_do_not_see_what_lies_outside():
    t, c = numpy.r_[[0.0] * 4, 1, 2, 3, 4, 5, [6.0] * 4], numpy.r_[numpy.arange(8.0), numpy.nan]
    wanted = host.BSpline(t, c, 3).integrate(0.5, 1.5, "periodic")
    assert numpy.isfinite(wanted)
    close(interpolate.BSpline(cupy.asarray(t), cupy.asarray(c), 3).integrate(0.5, 1.5, "periodic"), wanted)


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("trailing, axis", [((), 0), ((3,), 0), ((3,), 1)])
@pytest.mark.parametrize("extrapolate", [True, False, "periodic"])
def test_few_values_as_many(dtype, trailing, axis, extrapolate):
    """SciPy's of few points are the kernels' of many: outside, at repeated knots, of NaN, derivatives of any order."""
    t = numpy.array([0, 0, 0, 0, 1, 2, 2, 2, 3, 5, 5, 5, 5.0])
    c = RNG.random((9, *trailing)) * (1 if dtype == "d" else 1 + 2j)
    c = numpy.moveaxis(c, 0, axis)
    spline = interpolate.BSpline(cupy.asarray(t), cupy.asarray(c), 3, extrapolate, axis)
    theirs = host.BSpline(t, c, 3, extrapolate, axis)
    few = numpy.array([[-1, 0, 0.5], [2, 5, 7], [numpy.nan, 4.9, 2.0]])
    many = numpy.resize(few, (99, 3))
    for nu in range(5):
        found = spline(cupy.asarray(few), nu)
        assert_allclose(found, theirs(few, nu), atol=1e-12, rtol=1e-12)
        there = numpy.moveaxis(spline(cupy.asarray(many), nu).get(), (axis, axis + 1), (0, 1))[:3]
        assert_allclose(numpy.moveaxis(found.get(), (axis, axis + 1), (0, 1)), there, atol=1e-12, rtol=1e-12)
    one = spline(0.5)
    assert type(one) is cupy.ndarray and one.dtype == dtype and one.shape == trailing
    with pytest.raises(NotImplementedError):
        spline(cupy.asarray(few), -1)


def test_splines_that_change():
    """What is written to coefficients and knots counts at once, of copies too; so do other arrays."""
    x = cupy.linspace(0, 5, 6)
    spline = interpolate.make_interp_spline(x, cupy.cos(x))
    before = spline(2.5)
    for other in (spline, copy.copy(spline), copy.deepcopy(spline), pickle.loads(pickle.dumps(spline))):
        for _ in range(2):
            value = float(other(2.5))
            other.c *= 2
            assert_allclose(other(2.5), 2 * value)
        other.c = cupy.ones(6)
        assert_allclose(other(cupy.asarray([2.5])), [1.0])
        other.k, other.t = 1, cupy.linspace(0, 1, 8)
        assert_allclose(other(0.5), 1.0)
        if other is spline:
            spline = interpolate.make_interp_spline(x, cupy.cos(x))
            assert_allclose(spline(2.5), before)
    short = interpolate.BSpline.construct_fast(cupy.linspace(0, 1, 8), cupy.ones(2), 3)
    with pytest.raises(ValueError, match="inconsistent"):
        short(0.5)
