"""Counts of small integers."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("options", [{}, {"minlength": 50}, {"weights": "f"}, {"weights": "d", "minlength": 3},
                                     {"weights": "l"}], ids=str)
@testing.for_dtypes("?bBhHiIlL")
@testing.numpy_cupy_allclose(rtol=1e-12)
def test_bincount(xp, dtype, options):
    if xp is numpy and dtype == numpy.uint64:
        dtype = numpy.int64           # which NumPy refuses to read
    x = testing.shaped_random((1000,), xp, dtype, scale=40, seed=3)
    options = dict(options)
    if "weights" in options:
        options["weights"] = testing.shaped_random((1000,), xp, options["weights"], seed=4)
    return xp.bincount(x, **options)


@pytest.mark.parametrize("bins", [2, 300, 13_000])
@pytest.mark.parametrize("size", [70_000, 300_001])
@testing.numpy_cupy_allclose(rtol=1e-10)
def test_bincount_of_many(xp, size, bins):
    x = testing.shaped_random((size,), xp, numpy.int32, scale=bins, seed=5)
    w = testing.shaped_random((size,), xp, numpy.float64, seed=6)
    return [xp.bincount(x), xp.bincount(x[::-3], w[::-3])]


@testing.numpy_cupy_array_equal()
def test_bincount_corner_cases(xp):
    return [xp.bincount([]), xp.bincount([], minlength=3), xp.bincount(xp.zeros(0, int)), xp.bincount([0]),
            xp.bincount(xp.zeros(0, int), xp.zeros(0)), xp.bincount([1, 2], [0.5, -0.5])]


@pytest.mark.parametrize("make", [
    lambda xp: xp.bincount(xp.asarray([1, -1])), lambda xp: xp.bincount(xp.asarray([[1]])),
    lambda xp: xp.bincount(xp.asarray(1)), lambda xp: xp.bincount(xp.asarray([1]), minlength=-1),
    lambda xp: xp.bincount(xp.asarray([1.0])), lambda xp: xp.bincount(xp.zeros(0)),
    lambda xp: xp.bincount(xp.asarray([1, 2]), xp.asarray([1.0])),
    lambda xp: xp.bincount(xp.asarray([1j])), lambda xp: xp.bincount(xp.asarray([1]), xp.asarray([1j])),
    lambda xp: xp.bincount(xp.asarray([1]), minlength=1.5), lambda xp: xp.bincount(xp.asarray([1]), minlength=None),
])
def test_bincount_errors(make):
    errors = []
    for xp in (numpy, cupy):
        with pytest.raises((ValueError, TypeError)) as info:
            make(xp)
        errors.append(info.type)
    assert errors[0] is errors[1]
