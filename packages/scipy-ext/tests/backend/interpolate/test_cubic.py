"""Cubic interpolators, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import interpolate as host

from cupyx.scipy import interpolate

RNG = numpy.random.default_rng(3)
Q = numpy.linspace(-0.1, 1.1, 12).reshape(4, 3)
SHAPES = [((), 0), ((3,), 0), ((3,), 1), ((2, 3), 1), ((2, 3), -1)]


def close(actual, desired, tol=1e-8):
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


def data(n, trailing, axis):
    return numpy.sort(RNG.random(n)), numpy.moveaxis(RNG.random((n, *trailing)), 0, axis)


@pytest.mark.parametrize("n", [2, 3, 4, 9])
@pytest.mark.parametrize(("trailing", "axis"), SHAPES)
def test_local(n, trailing, axis):
    x, y = data(n, trailing, axis)
    slopes = RNG.random(y.shape)
    on_device = cupy.asarray(x), cupy.asarray(y)
    close(interpolate.CubicHermiteSpline(*on_device, cupy.asarray(slopes), axis)(cupy.asarray(Q)),
          host.CubicHermiteSpline(x, y, slopes, axis)(Q))
    close(interpolate.PchipInterpolator(*on_device, axis)(Q), host.PchipInterpolator(x, y, axis)(Q))
    for method in ("akima", "makima"):
        ours = interpolate.Akima1DInterpolator(*on_device, axis, method=method)
        theirs = host.Akima1DInterpolator(x, y, axis, method=method)
        close(ours(Q), theirs(Q))
        close(ours(Q, 1, extrapolate=True), theirs(Q, 1, extrapolate=True))


@pytest.mark.parametrize("y", [[0, 0, 1, 1, 1, 0, 0, 2.0], [1.0] * 8, [0, 1, 0, 1, 0, 1, 0, 1.0]])
def test_flat_stretches(y):
    x, q = numpy.arange(8.0), numpy.linspace(-1, 8, 50)
    for method in ("akima", "makima"):
        close(interpolate.Akima1DInterpolator(x, y, method=method)(q), host.Akima1DInterpolator(x, y, method=method)(q))
    close(interpolate.pchip(x, y)(q), host.PchipInterpolator(x, y)(q))
    close(interpolate.pchip_interpolate(x, y, q, der=1), host.pchip_interpolate(x, y, q, der=1))
    close(interpolate.pchip_interpolate(x, y, q, der=[0, 2])[1], host.pchip_interpolate(x, y, q, der=[0, 2])[1])


@pytest.mark.parametrize("n", [2, 3, 4, 5, 9])
@pytest.mark.parametrize(("trailing", "axis"), SHAPES)
@pytest.mark.parametrize("bc", ["not-a-knot", "natural", "clamped", "periodic", "pair", "mixed"])
@pytest.mark.parametrize("dtype", "dD")
def test_splines(n, trailing, axis, bc, dtype):
    x, y = data(n, trailing, axis)
    if bc == "periodic":
        moved = numpy.moveaxis(y, axis, 0)
        moved[-1] = moved[0]
    y = y * (1 + 2j) if dtype == "D" else y
    one = numpy.ones(trailing)
    bc = {"pair": ((1, one), (2, 3 * one)), "mixed": ("not-a-knot", (1, 3 * one))}.get(bc, bc)
    ours = interpolate.CubicSpline(cupy.asarray(x), cupy.asarray(y), axis, bc)
    theirs = host.CubicSpline(x, y, axis, bc)
    close(ours.c, theirs.c, 1e-6)
    close(ours(cupy.asarray(Q)), theirs(Q), 1e-7)
    close(ours.integrate(0.1, 0.9), theirs.integrate(0.1, 0.9), 1e-7)


@pytest.mark.parametrize("n", [3, 4, 40])
def test_many_columns(n, monkeypatch):
    from cupyx.scipy.interpolate import _banded

    monkeypatch.setattr(_banded, "host_memory", lambda: False)
    x, y = data(n, (70,), 0)
    close(interpolate.CubicSpline(x, cupy.asarray(y)).c, host.CubicSpline(x, y).c, 1e-6)
    close(interpolate.make_interp_spline(x, cupy.asarray(y), 2).c, host.make_interp_spline(x, y, 2).c, 1e-6)


def test_empty():
    assert interpolate.CubicSpline([0, 1, 2], numpy.ones((3, 0)))(Q).shape == (4, 3, 0)


@pytest.mark.parametrize(("x", "y", "message"), [
    ([0, 1, 1], [1, 2, 3], "strictly increasing"), ([0, 1, numpy.inf], [1, 2, 3], "`x` must contain only finite"),
    ([0, 1, 2], [1, 2, numpy.nan], "`y` must contain only finite"), ([0, 1, 2], [1, 2], "length of `y`"),
    ([0], [1], "at least 2"), ([[0, 1]], [[1, 2]], "1-dimensional")])
@pytest.mark.parametrize("name", ["CubicSpline", "PchipInterpolator", "Akima1DInterpolator"])
def test_refused(name, x, y, message):
    with pytest.raises(ValueError, match=message):
        getattr(interpolate, name)(cupy.asarray(x), cupy.asarray(y))


@pytest.mark.parametrize("bc", ["odd", ("natural",), ("periodic", "natural"), ((3, 0), "natural"),
                                ((1, [0, 1]), "natural")])
def test_refused_conditions(bc):
    with pytest.raises(ValueError, match=r"bc_type|order must be|deriv_value"):
        interpolate.CubicSpline([0, 1, 2, 3], [0, 1, 2, 0.5], bc_type=bc)


def test_refused_kinds():
    with pytest.raises(ValueError, match="real values"):
        interpolate.PchipInterpolator([0, 1], [1j, 2])
    with pytest.raises(ValueError, match="identical"):
        interpolate.CubicSpline([0, 1, 2], [0, 1, 2], bc_type="periodic")
    with pytest.raises(NotImplementedError):
        interpolate.Akima1DInterpolator([0, 1], [1, 2], method="other")
    with pytest.raises(NotImplementedError):
        interpolate.Akima1DInterpolator.from_spline(None)
