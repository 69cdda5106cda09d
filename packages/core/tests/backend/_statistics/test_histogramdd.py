"""Histograms of several variables."""
import numpy
import pytest

import cupy
from cupy import testing

OPTIONS = [
    {}, {"bins": 4}, {"bins": (3, 4, 5)}, {"bins": (3, [0, 2, 2, 9], 5), "density": True},
    {"range": [(0, 10), None, (2, 3)]}, {"bins": 3, "weights": True, "density": True},
]


def lists(result):
    return [result[0], *result[1]]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@testing.for_dtypes("Bifd")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_histogramdd(xp, dtype, options):
    options = dict(options)
    if "weights" in options:
        options["weights"] = testing.shaped_random((2000,), xp, numpy.float64, scale=10, seed=2)
    return lists(xp.histogramdd(testing.shaped_random((2000, 3), xp, dtype, scale=10, seed=1), **options))


@testing.numpy_cupy_allclose()
def test_histogramdd_forms(xp):
    a = testing.shaped_random((3, 50), xp, numpy.float64, scale=1, seed=1)
    whole = testing.shaped_random((50,), xp, numpy.int64, scale=5, seed=1)
    return [*lists(xp.histogramdd(list(a), 3)), *lists(xp.histogramdd((a[0], whole), [2, 3])),
            *lists(xp.histogramdd(a[0], 3)), *lists(xp.histogramdd(a.T[::-2, :2], (2, 3))),
            *lists(xp.histogramdd(a[:0].reshape(0, 2), 2)), *lists(xp.histogramdd([0.5, 2, 3, 3], 3)),
            *lists(xp.histogramdd((1, 2), [2], weights=xp.array([1.0, 3.0]))), *lists(xp.histogramdd([], 2))]


@pytest.mark.parametrize("bins", [5, (3, 4), [[0, 1, 5], 4], [0, 2, 4, 10], [[0, 3, 5], [1, 2]]], ids=str)
@testing.for_dtypes("ld")
@testing.numpy_cupy_allclose(rtol=1e-9)
def test_histogram2d(xp, bins, dtype):
    x = testing.shaped_random((3000,), xp, dtype, scale=10, seed=1)
    y = testing.shaped_random((3000,), xp, dtype, scale=10, seed=2)
    w = testing.shaped_random((3000,), xp, numpy.float64, scale=10, seed=3)
    return [*xp.histogram2d(x, y, bins), *xp.histogram2d(x, y, bins, density=True, weights=w)]


@testing.numpy_cupy_allclose()
def test_histogram2d_edges_on_the_device(xp):
    x, y = testing.shaped_random((2, 300), xp, numpy.float64, scale=10, seed=1)
    edges = xp.asarray([0.0, 3.0, 7.0])
    return [*xp.histogram2d(x, y, edges), *xp.histogram2d(x, y, [edges, 4]), *xp.histogram2d([1, 2], [3, 4], 2),
            *xp.histogram2d(x, y, 3, [[0, 5], [5, 10]])]


@pytest.mark.parametrize("arguments", [
    {"bins": (2, 2, 2)}, {"bins": 0}, {"bins": (2, 0)}, {"bins": (2, 1.5)}, {"bins": (2, [3, 1])},
    {"bins": (2, [[1, 2]])}, {"range": [(0, 1)]}, {"range": [(0, 1), (2, 1)]}, {"range": [(0, 1), (2, float("nan"))]},
], ids=str)
def test_histogramdd_errors(arguments):
    errors = []
    for xp in (numpy, cupy):
        with pytest.raises((ValueError, TypeError)) as info:
            xp.histogramdd(xp.ones((4, 2)), **arguments)
        errors.append(info.type)
    assert errors[0] is errors[1]


def test_histogram2d_lengths():
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            xp.histogram2d(xp.ones(3), xp.ones(4))
        with pytest.raises(ValueError):
            xp.histogramdd(xp.ones((4, 2)), weights=xp.ones(3))
    with pytest.raises(ValueError, match="more than 16"):
        cupy.histogramdd(cupy.ones((2, 17)), bins=1)


@testing.numpy_cupy_raises(accept_error=ValueError)
def test_more_bins_than_memory_has(xp):
    xp.histogramdd(xp.ones((1, 10)), bins=2**10)
