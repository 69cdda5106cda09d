"""Remainders and exponentials of floats over their whole range, against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

SPECIAL = [0.0, -0.0, 1, -1, 2, -2, 3, 0.5, -0.5, 7.5, -7.5, 1e-45, -1e-45, 3e38, -3e38, 16777217, 2.0**30, 1e-20,
           1.0000001, 0.9999999, numpy.inf, -numpy.inf, numpy.nan]


def _pairs(dtype):
    rng = numpy.random.default_rng(0)
    x, y = (part.ravel() for part in numpy.meshgrid(SPECIAL, SPECIAL))
    size = 20_000
    bits = [rng.integers(0, 2**32, size, dtype="u4").view("f4") for _ in "xy"]
    # quotients of all sizes, and whole ones
    scale = 2.0 ** rng.integers(-60, 60, size)
    whole = rng.integers(-50, 50, size) * 0.1
    x = numpy.concatenate([x, bits[0], rng.standard_normal(size) * scale, whole])
    y = numpy.concatenate([y, bits[1], rng.standard_normal(size), numpy.full(size, 0.1)])
    return x.astype(dtype), y.astype(dtype)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("name", ["fmod", "remainder", "floor_divide"])
def test_remainders(name, dtype):
    x, y = _pairs(dtype)
    want, got = getattr(numpy, name)(x, y), getattr(cupy, name)(cupy.asarray(x), cupy.asarray(y)).get()
    testing.assert_array_equal(got, want)
    number = ~numpy.isnan(want)
    testing.assert_array_equal(numpy.signbit(got[number]), numpy.signbit(want[number]))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["exp", "tanh", "sin", "cos"])
def test_float32(name):
    x = numpy.arange(0, 2**32, 65_537, dtype="u8").astype("u4").view("f4")
    if name in ("sin", "cos"):
        x = x[~(abs(x) > 1e4)]
    want = getattr(numpy, name)(x.astype("f8"))
    got = getattr(cupy, name)(cupy.asarray(x)).get()
    rounded = want.astype("f4")
    finite = numpy.isfinite(rounded)
    testing.assert_array_equal(got[~finite], rounded[~finite])
    error = abs(got[finite] - want[finite]) / numpy.spacing(numpy.maximum(abs(rounded[finite]), 1e-38)).astype("f8")
    assert error.max() < 3
