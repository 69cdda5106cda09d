"""Logarithms of sums of exponentials and what is normalized by them, against SciPy."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special


def numbers(char):
    return (numpy.random.default_rng(0).normal(size=(7, 33)) * 20).astype(char)


@pytest.mark.parametrize("name", ["logsumexp", "softmax", "log_softmax"])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 1)])
@pytest.mark.parametrize("char", "efdil")
def test_against_scipy(name, axis, char):
    x = numbers(char)
    found, wanted = getattr(special, name)(cupy.asarray(x), axis=axis), getattr(scipy.special, name)(x, axis=axis)
    assert found.dtype == wanted.dtype and found.shape == numpy.shape(wanted)
    rtol, atol = {"e": (1e-2, 1e-2), "f": (2e-5, 1e-6)}.get(char, (1e-12, 1e-13))
    numpy.testing.assert_allclose(found.get(), wanted, rtol=rtol, atol=atol)


def test_logsumexp_keeps_small_sums():
    assert float(special.logsumexp(cupy.asarray([0.0, -40.0]))) == scipy.special.logsumexp([0.0, -40.0]) > 0


@pytest.mark.parametrize("values", [[numpy.inf, 1], [numpy.inf] * 2, [-numpy.inf] * 2, [numpy.nan, 1], [-numpy.inf, 2],
                                    [numpy.inf, -numpy.inf], [5.0]])
def test_infinite_and_nan(values):
    x = numpy.array(values, float)
    for name in ("logsumexp", "softmax", "log_softmax"):
        with numpy.errstate(all="ignore"):
            wanted = getattr(scipy.special, name)(x)
        numpy.testing.assert_array_equal(getattr(special, name)(cupy.asarray(x)).get(), wanted)


def test_empty():
    assert float(special.logsumexp(cupy.zeros(0))) == -numpy.inf
    assert special.logsumexp(cupy.zeros((0, 3)), axis=0).get().tolist() == [-numpy.inf] * 3


@pytest.mark.parametrize("options", [{"b": True}, {"b": True, "return_sign": True}, {"return_sign": True},
                                     {"b": True, "axis": 1, "keepdims": True, "return_sign": True}])
@pytest.mark.parametrize("kind", ["d", "D"])
def test_factors_and_signs(options, kind):
    x, b = numbers("d")[:4, :5] / 10, numbers("d")[2:6, 3:8]
    b[0, 0] = 0
    x = x + 1j * b if kind == "D" else x
    mine = {**options, "b": cupy.asarray(b)} if "b" in options else options
    theirs = {**options, "b": b} if "b" in options else options
    found, wanted = special.logsumexp(cupy.asarray(x), **mine), scipy.special.logsumexp(x, **theirs)
    for p, q in zip(*(y if isinstance(y, tuple) else (y,) for y in (found, wanted))):
        numpy.testing.assert_allclose(p.get(), q, rtol=1e-11)
