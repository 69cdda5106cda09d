"""Filters of few taps along the last axis, which GPUs read by packs, and of short rows."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


def _check(x, weights, mode, origin, output, cval, axis=-1):
    wanted = scipy.ndimage.correlate1d(x, weights, axis, output, mode, cval, origin)
    for given in (weights, cupy.asarray(weights)):
        found = ndimage.correlate1d(cupy.asarray(x), given, axis, output, mode, cval, origin)
        assert found.dtype == wanted.dtype
        if wanted.dtype.kind == "f":
            numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5 if "f" in x.dtype.char + output else 1e-12,
                                          atol=1e-4)
        else:
            numpy.testing.assert_array_equal(found.get(), wanted)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("types", ["ff", "dd", "BB", "hh", "Bd", "fd", "?i"])
def test_few_taps(image, types, mode):
    rng = numpy.random.default_rng(MODES.index(mode))
    dtype, output = types
    for shape in ((3, 8), (2, 2, 24), (5, 32), (4, 12), (30,), (16, 1)):
        x = image(shape, dtype)
        axis = -1 if shape[-1] > 1 else 0
        for taps in (1, 2, 3, 4, 5, 8, 9):
            row = rng.integers(1, 9, taps) / 16
            for weights in (row, row + row[::-1], row - row[::-1]):
                for origin in {0, -(taps // 2), (taps - 1) // 2}:
                    _check(x, weights, mode, origin, output, cval=0 if taps % 2 else 2.5, axis=axis)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("types", ["ff", "BB", "dd"])
def test_many_taps_of_short_rows(image, types, mode):
    rng = numpy.random.default_rng(1)
    for shape in ((70, 9), (40, 64), (3, 33), (5, 20, 3), (1, 300)):
        for taps in (10, 13, 70):
            row = rng.integers(1, 9, taps) / 256
            for weights in (row, row + row[::-1]):
                _check(image(shape, types[0]), weights, mode, 1, types[1], 3, axis=1)


def test_infinities_outside_of_windows(image):
    x = image((4, 64), "f")
    x[:, 10] = numpy.inf
    x[:, 40] = numpy.nan
    for taps in (1, 2, 3, 5):
        _check(x, numpy.ones(taps), "reflect", 0, "f", 0)
