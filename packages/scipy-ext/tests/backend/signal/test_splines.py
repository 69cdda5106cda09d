"""Splines and mirror-symmetric filters beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

RNG = numpy.random.default_rng(3)


def _signal(shape, dtype):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def _compare(found, wanted, tolerance):
    assert found.shape == wanted.shape
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("shape", [(100,), (3, 120)])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("precision", [-1.0, 1e-3])
def test_mirrored(shape, dtype, precision):
    x = _signal(shape, dtype)
    tolerance = 2e-4 if dtype in "fF" else 1e-9
    _compare(
        signal.symiirorder1(cupy.asarray(x), 0.3, 0.5, precision),
        scipy.signal.symiirorder1(x, 0.3, 0.5, precision),
        tolerance,
    )
    if dtype in "fd":
        _compare(
            signal.symiirorder2(cupy.asarray(x), 0.5, 0.7, precision),
            scipy.signal.symiirorder2(x, 0.5, 0.7, precision),
            tolerance,
        )


@pytest.mark.parametrize("dtype", ["f", "d", "i"])
@pytest.mark.parametrize("count", [1, 2, 5, 300])
def test_curves(dtype, count):
    x = (_signal(count, "d") * 9).astype(dtype)
    for name in ("cspline1d", "qspline1d"):
        ours, theirs = getattr(signal, name)(cupy.asarray(x)), getattr(scipy.signal, name)(x)
        numpy.testing.assert_allclose(ours.get(), theirs, rtol=1e-9, atol=1e-9)
        if count > 1:
            places = numpy.linspace(-2.0 * count, 3.0 * count, 77)
            _compare(
                getattr(signal, name + "_eval")(ours, cupy.asarray(places), 1.5, 0.5),
                getattr(scipy.signal, name + "_eval")(theirs, places, 1.5, 0.5),
                1e-8,
            )
    if count > 100:
        numpy.testing.assert_allclose(
            signal.cspline1d(cupy.asarray(x), 3.0).get(), scipy.signal.cspline1d(x, 3.0), rtol=1e-8, atol=1e-8
        )


@pytest.mark.parametrize("dtype", ["f", "d"])
def test_images(dtype):
    x = _signal((90, 101), dtype)
    tolerance = 2e-4 if dtype == "f" else 1e-9
    for name, lamb in (("cspline2d", 0.0), ("cspline2d", 2.0), ("qspline2d", 0.0)):
        _compare(getattr(signal, name)(cupy.asarray(x), lamb), getattr(scipy.signal, name)(x, lamb), tolerance)
    _compare(signal.spline_filter(cupy.asarray(x), 5.0), scipy.signal.spline_filter(x, 5.0), tolerance)


@pytest.mark.parametrize("dtype, tolerance", [("d", 1e-14), ("f", 1e-6), ("e", 2e-3), ("i", 1e-14), ("D", 1e-14)])
def test_gauss_spline(dtype, tolerance):
    x = numpy.linspace(-2, 2, 9).astype(dtype)
    found, wanted = signal.gauss_spline(cupy.asarray(x), 3), scipy.signal.gauss_spline(x, 3)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance)


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x: s.symiirorder1(x, 1.0, 1.0),
        lambda s, x: s.symiirorder1(x[:3], 1.0, 0.9),
        lambda s, x: s.symiirorder2(x, 1.0, 1.0),
        lambda s, x: s.symiirorder2(x[:4], 0.9, 1.0),
        lambda s, x: s.qspline1d(x, 1.0),
        lambda s, x: s.qspline2d(x[None], 1.0),
        lambda s, x: s.cspline1d_eval(x[:0], x),
        lambda s, x: s.symiirorder1(x[None, None], 1.0, 0.5),
    ],
)
def test_bad_input(call):
    for module, x in ((scipy.signal, numpy.ones(60)), (signal, cupy.ones(60))):
        with pytest.raises(ValueError):
            call(module, x)


@pytest.mark.parametrize("name", ["cspline1d", "qspline1d"])
@pytest.mark.parametrize("places", ["f", "d", "l"])
@pytest.mark.parametrize("dtype", ["f", "d", "l"])
def test_types_of_values(name, places, dtype):
    y, x = (9 * RNG.standard_normal(8)).astype(dtype), numpy.array([0, 2, 5, 11], places)
    for q in (x, x[:0]):
        found, wanted = (getattr(m, name + "_eval")(getattr(m, name)(xp.asarray(y)), xp.asarray(q))
                         for xp, m in ((cupy, signal), (numpy, scipy.signal)))
        _compare(found, wanted, 1e-4)
