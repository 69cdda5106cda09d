"""One polynomial or rational function through points, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import interpolate as host

from cupyx.scipy import interpolate

RNG = numpy.random.default_rng(5)
X = numpy.linspace(0, 1, 6) ** 1.5
Q = numpy.r_[X[2], RNG.random(7)].reshape(2, 4)


def close(actual, desired, tol=1e-8):
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


@pytest.mark.parametrize("name", ["KroghInterpolator", "BarycentricInterpolator"])
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("dtype", "fdD")
def test_values_and_derivatives(name, axis, dtype):
    y = RNG.random((6, 6, 6)).astype(dtype) * (1 + 1j if dtype == "D" else 1)
    tol = 1e-3 if dtype == "f" else 1e-6
    ours = getattr(interpolate, name)(cupy.asarray(X), cupy.asarray(y), axis)
    theirs = getattr(host, name)(X, y, axis)
    close(ours(cupy.asarray(Q)), theirs(Q), tol)
    close(ours(0.3), theirs(0.3), tol)
    for der in (None, 3, 9):
        close(ours.derivatives(Q, der), theirs.derivatives(Q, der), tol * 100)
    close(ours.derivative(Q, 2), theirs.derivative(Q, 2), tol * 100)
    close(ours.derivative(Q, 8), theirs.derivative(Q, 8), tol * 100)


def test_repeated_points():
    xi, yi = [0, 0, 0, 1, 1, 2], [1.0, 2, 3, 4, 5, 6]
    ours, theirs = interpolate.KroghInterpolator(cupy.asarray(xi), cupy.asarray(yi)), host.KroghInterpolator(xi, yi)
    close(ours(Q), theirs(Q))
    close(ours.derivatives(Q), theirs.derivatives(Q))
    with pytest.raises(ValueError, match="equal"):
        interpolate.KroghInterpolator([0, 1, 0], [1, 2, 3])
    with pytest.warns(UserWarning, match="thirty"):
        interpolate.KroghInterpolator(numpy.arange(40), numpy.ones(40))


@pytest.mark.parametrize("n", [3, 4])
def test_points_added(n):
    p = interpolate.BarycentricInterpolator(X[:n], X[:n] ** 3)
    p.add_xi([2.0, 3.0], [8.0, 27.0])
    close(p(Q), Q ** 3)
    p.set_yi(p.xi)
    close(p(Q), Q)
    with pytest.raises(ValueError, match="update"):
        p.add_xi([5.0])
    with pytest.raises(ValueError, match="distinct"):
        interpolate.BarycentricInterpolator([0, 1, 1], [1, 2, 3])
    with pytest.raises(ValueError, match="equal in length"):
        interpolate.BarycentricInterpolator([0, 1, 2], [1, 2])


@pytest.mark.parametrize("der", [0, 1, [0, 2]])
def test_functions(der):
    y = numpy.sin(X)
    for name in ("krogh_interpolate", "barycentric_interpolate"):
        close(getattr(interpolate, name)(X, y, Q, der=der), getattr(host, name)(X, y, Q, der=der), 1e-7)


@pytest.mark.parametrize("count", [5, 60])
def test_barycentric_at_few_and_many(count):
    y = numpy.stack([numpy.sin(X), 1j * X], 1)
    q = numpy.r_[X[2], numpy.linspace(0, 1, count)]
    close(interpolate.BarycentricInterpolator(cupy.asarray(X), cupy.asarray(y))(cupy.asarray(q)),
          host.BarycentricInterpolator(X, y)(q))


def test_taylor():
    found = interpolate.approximate_taylor_polynomial(cupy.sin, 0.3, 4, 0.1, 8).coef
    wanted = [numpy.sin(0.3) / 24, -numpy.cos(0.3) / 6, -numpy.sin(0.3) / 2, numpy.cos(0.3), numpy.sin(0.3)]
    close(cupy.asarray(found), wanted, 1e-5)


@pytest.mark.parametrize("degree", [0, 1, 2, 5])
def test_lagrange(degree):
    coefficients = RNG.random(degree + 1) + 0.5
    for x in (X, X[::-1] + 1j):
        found = interpolate.lagrange(cupy.asarray(x[:degree + 1]), numpy.polyval(coefficients, x[:degree + 1]))
        close(found.coeffs, coefficients)


@pytest.mark.parametrize(("m", "n"), [(2, None), (0, 3), (1, 1), (3, 0), (4, None)])
def test_pade(m, n):
    """Numerator and denominator have the series of the polynomial as far as their degrees tell."""
    an = RNG.random(5) + 0.5
    p, q = interpolate.pade(cupy.asarray(an), m, n)
    terms = m + (4 - m if n is None else n) + 1
    assert (p.order, q.order) == (terms - 1 - m, m) and float(q[0]) == 1
    product = numpy.convolve(an, q.coeffs.get()[::-1])[:terms]
    close(cupy.asarray(product), numpy.append(p.coeffs.get()[::-1], numpy.zeros(m)))


@pytest.mark.parametrize("degrees", [(5, None), (2, 3), (1, -1)])
def test_pade_of_too_few_terms(degrees):
    with pytest.raises(ValueError, match="Order of"):
        interpolate.pade([1.0, 1.0, 0.5, 0.2], *degrees)


def test_aaa():
    z = numpy.exp(2j * numpy.pi * numpy.arange(40) / 40)
    ours, theirs = interpolate.AAA(cupy.asarray(z), cupy.asarray(numpy.tan(z))), host.AAA(z, numpy.tan(z))
    for q in (Q, z, numpy.array([numpy.inf, numpy.nan])):
        close(ours(cupy.asarray(q)), theirs(q))
    for name in ("poles", "roots", "residues"):
        close(getattr(ours, name)(), getattr(theirs, name)())
    for name in ("support_points", "support_values", "weights", "errors"):
        close(getattr(ours, name), getattr(theirs, name))
    assert ours.clean_up(1e-13) == theirs.clean_up(1e-13)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("d", [0, 3])
def test_floater_hormann(axis, d):
    v = numpy.moveaxis(RNG.random((6, 2, 3)), 0, axis)
    ours = interpolate.FloaterHormannInterpolator(cupy.asarray(X), cupy.asarray(v), d=d, axis=axis)
    theirs = host.FloaterHormannInterpolator(X, v, d=d, axis=axis)
    for q in (Q[0], X, numpy.float64(0.4)):
        close(ours(cupy.asarray(q)), theirs(q))
    single = interpolate.FloaterHormannInterpolator(cupy.asarray(X, "f"), cupy.asarray(X, "f"), d=d)
    assert single(cupy.asarray(X, "f")).dtype == numpy.float32
    with pytest.raises(ValueError, match="0 <= d < n"):
        interpolate.FloaterHormannInterpolator(X, X, d=9)
