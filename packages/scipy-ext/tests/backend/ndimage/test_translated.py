"""Python functions of windows, lines and coordinates that become kernels."""
import math

import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._filters import _translated

FACTOR = 0.25


def middle(w):
    return w[len(w) // 2] * FACTOR + w[-1]


def loops(w):
    total = 0.0
    for x in w:
        if x > 50:
            total += x
        else:
            total -= math.sqrt(x)
    return total


def least(w):
    best = w[0]
    for i in range(1, w.size):
        if w[i] < best:
            best = w[i]
    return best


def centred(w):
    d = w - w.mean()
    return numpy.sqrt(numpy.sum(d * d) / (len(w) - 1))


def decides(w):
    if numpy.any(w > 90) and w.all():
        return 1
    return -1.5


WINDOWS = {
    "spread": lambda w: w.max() - w.min(),
    "counts": lambda w: (w > w[4]).sum(),
    "slices": lambda w: w[::2].sum() - numpy.mean(w[1:4]),
    "deviates": lambda w: numpy.std(w, ddof=1) + numpy.var(w),
    "halves": lambda w: abs(w[0] - w[8]) ** 2 // 3,
    "ufuncs": lambda w: numpy.exp(-w / 50).sum(),
    "builtin": lambda w: max(w) - min(w) + sum(w),
    "median": lambda w: numpy.median(w) * numpy.ptp(w[:4]),
    "product": lambda w: (w[:3] / 10).prod(),
    "middle": middle, "loops": loops, "least": least, "centred": centred, "decides": decides,
}


@pytest.fixture
def x():
    return numpy.random.default_rng(0).random((9, 11)) * 100


@pytest.mark.parametrize("name", WINDOWS)
def test_windows(x, name):
    f = WINDOWS[name]
    assert _translated.of_windows(f, 9, (), {}) is not None
    numpy.testing.assert_allclose(ndimage.generic_filter(cupy.asarray(x), f, 3).get(),
                                  scipy.ndimage.generic_filter(x, f, 3), rtol=1e-12)


def test_more_arguments(x):
    def scaled(w, a, b=2):
        return w.mean() * a + b

    more = {"extra_arguments": (3,), "extra_keywords": {"b": 1}}
    assert _translated.of_windows(scaled, 9, (3,), {"b": 1}) is not None
    numpy.testing.assert_allclose(ndimage.generic_filter(cupy.asarray(x), scaled, 3, **more).get(),
                                  scipy.ndimage.generic_filter(x, scaled, 3, **more), rtol=1e-12)


def test_places_outside_of_a_window_stay_inside(x):
    """An index that the window does not have reads an item that it has."""
    def beyond(w):
        return w[int(w[0]) + 1000]

    found = ndimage.generic_filter(cupy.asarray(x), beyond, 3)
    assert set(found.get().ravel()) <= set(x.ravel())


def test_what_stays_on_the_host(x):
    seen = []

    def keeps(w):
        seen.append(w.sum())
        return len(seen)

    def third(w):
        return numpy.sort(w)[3]

    assert _translated.of_windows(keeps, 9, (), {}) is None
    assert _translated.of_windows(third, 9, (), {}) is None
    ndimage.generic_filter(cupy.asarray(x), keeps, 3)
    assert len(seen) == x.size
    numpy.testing.assert_array_equal(ndimage.generic_filter(cupy.asarray(x), third, 3).get(),
                                     scipy.ndimage.generic_filter(x, third, 3))


def difference(line, out):
    out[...] = line[1:] - line[:-1]


def means(line, out):
    for i in range(len(out)):
        out[i] = (line[i] + line[i + 1]) / 2


def scaled(line, out, factor=2):
    out[:] = line[:-1] * factor
    out[0] = line.max()


@pytest.mark.parametrize("f", [difference, means, scaled])
def test_lines(x, f):
    assert _translated.of_lines(f, 12, 11, (), {}) is not None
    for axis in (0, 1):
        numpy.testing.assert_allclose(ndimage.generic_filter1d(cupy.asarray(x), f, 2, axis).get(),
                                      scipy.ndimage.generic_filter1d(x, f, 2, axis))


def test_coordinates(x):
    def bent(at):
        if at[0] > 3:
            return at[0] - 0.5, math.sqrt(at[1])
        return at[0] * 0.5, at[1] + 0.25

    assert _translated.coordinates_of(bent, x.shape, 2, (), {}) is not None
    numpy.testing.assert_allclose(ndimage.geometric_transform(cupy.asarray(x), bent, order=1).get(),
                                  scipy.ndimage.geometric_transform(x, bent, order=1))
