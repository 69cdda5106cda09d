"""Sums of slices: as accurate as pairwise sums, whatever their length."""
import math

import numpy
import pytest

import cupy


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "f2"])
def test_reduceat_is_accurate(dtype):
    n = 1 << (24 if dtype == "f4" else 11 if dtype == "f2" else 20)
    rng = numpy.random.default_rng(3)
    values = (rng.random(n) * 2.0 ** rng.integers(-20, 1, n)).astype(dtype)
    got = complex(cupy.add.reduceat(cupy.asarray(values), [0, n // 2])[0])
    wanted = math.fsum(values[:n // 2].real.astype("f8"))
    assert abs(got.real - wanted) <= 2 * numpy.finfo(dtype).eps * wanted


def test_ones_beyond_the_mantissa():
    n = 17 << 20
    assert float(cupy.add.reduceat(cupy.ones(n, "f4"), [0])[0]) == n


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_infinities_and_nan(dtype):
    with numpy.errstate(all="ignore"):
        values = numpy.array([1, numpy.inf, 2, 3, -numpy.inf, numpy.inf, numpy.nan, 1, 1e308, 1e308], dtype)
        wanted = numpy.add.reduceat(values, [0, 3, 4, 6, 7, 8])
    got = cupy.add.reduceat(cupy.asarray(values), [0, 3, 4, 6, 7, 8]).get()
    numpy.testing.assert_array_equal(got.real, wanted.real)
