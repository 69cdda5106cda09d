"""Histograms: edges, counts, weights, densities, and what is refused."""
import numpy
import pytest

import cupy
from cupy import testing

OPTIONS = [
    {}, {"bins": 7}, {"bins": [0, 1.5, 3, 3, 70, 70]}, {"bins": 5, "range": (3, 50)}, {"bins": 1},
    {"bins": 6, "density": True}, {"bins": [1, 5, 9], "density": True}, {"bins": 4, "range": (7, 7)},
    {"bins": []}, {"bins": [3]},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@testing.for_dtypes("bBhHiIlLefd")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_histogram(xp, dtype, options):
    a = testing.shaped_random((40, 25), xp, dtype, scale=100, seed=1)
    return list(xp.histogram(a, **options))


@testing.for_dtypes("ilLfdFD", name="weight")
@pytest.mark.parametrize("options", [{"bins": 8}, {"bins": [0, 2, 5], "density": True}, {"range": (1, 4)}], ids=str)
def test_histogram_weights(options, weight):
    x = testing.shaped_random((500,), numpy, numpy.float64, scale=10, seed=1)
    w = testing.shaped_random((500,), numpy, weight, scale=10, seed=2)
    wide = w.astype(complex if w.dtype.kind == "c" else float)      # NumPy's sums lose digits in single precision
    expected = numpy.histogram(x, weights=wide, **options)[0]
    found = cupy.histogram(cupy.asarray(x), weights=cupy.asarray(w), **options)[0]
    if "density" not in options:
        assert found.dtype == w.dtype
        expected = expected.astype(w.dtype)
    testing.assert_allclose(found, expected, rtol=1e-5)


def test_histogram_on_edges():
    for edges in (numpy.linspace(0, 1, 98), numpy.linspace(1e6, 1e6 + 1, 12, dtype="f"),
                  numpy.linspace(-3, 1e-3, 3001, dtype="f"), numpy.linspace(0, 65504, 77, dtype="e")):
        near = numpy.concatenate([edges, numpy.nextafter(edges, -1e9), numpy.nextafter(edges, edges.dtype.type(6e4))])
        near = near.astype(edges.dtype)
        options = {"bins": len(edges) - 1, "range": (edges[0], edges[-1])}
        expected = numpy.histogram(near, **options)
        found = cupy.histogram(cupy.asarray(near), **options)
        testing.assert_array_equal(found[0], expected[0])
        testing.assert_array_equal(found[1], expected[1])
        testing.assert_array_equal(cupy.histogram(cupy.asarray(near), found[1])[0], expected[0])


@testing.for_dtypes("fd")
@testing.numpy_cupy_array_equal()
def test_histogram_nan_and_infinity(xp, dtype):
    a = xp.asarray([xp.nan, 1, 2, xp.inf, -xp.inf, 3, 0, 3], dtype)
    return [xp.histogram(a, bins=3, range=(0, 3))[0], xp.histogram(a, bins=[0, 1, 3])[0],
            xp.histogram(a, bins=xp.asarray([-xp.inf, 0, xp.inf]))[0]]


@testing.numpy_cupy_array_equal()
def test_histogram_large_integers(xp):
    a = xp.asarray([2**62, 2**62 + 1, 2**62 + 3], "l")
    b = xp.asarray([2**63, 2**63 + 1, 2**64 - 1], "L")
    return [xp.histogram(a, bins=a)[0], xp.histogram(b, bins=b)[0], *xp.histogram(xp.asarray([-128, 127], "b"), 3),
            *xp.histogram(xp.zeros(0), 3), *xp.histogram(xp.asarray([5, 5]), 2), xp.histogram([1, 2, 2])[0]]


@pytest.mark.parametrize("bins", [2, 3, 1000, 20_000])
@testing.numpy_cupy_allclose(rtol=1e-9)
def test_histogram_of_many(xp, bins):
    a = testing.shaped_random((300_001,), xp, numpy.float32, scale=1, seed=8)
    w = testing.shaped_random((300_001,), xp, numpy.float64, scale=1, seed=9)
    return [*xp.histogram(a, bins), xp.histogram(a[::-2], bins, weights=w[::-2])[0]]


@pytest.mark.parametrize("rule", ["doane", "rice", "scott", "sqrt", "stone", "sturges"])
@testing.for_dtypes("hld")
@testing.numpy_cupy_allclose(rtol=1e-9)
def test_estimated_edges(xp, rule, dtype):
    a = testing.shaped_random((700,), xp, dtype, scale=300, seed=3) ** 2 // 100
    return [xp.histogram_bin_edges(a, rule), xp.histogram_bin_edges(a, rule, range=(20, 150)),
            xp.histogram_bin_edges(a[:0], rule), xp.histogram_bin_edges(a[:2], rule),
            xp.histogram_bin_edges(xp.ones(5, dtype), rule)]


@pytest.mark.parametrize("rule", ["auto", "fd"])
@testing.for_dtypes("ld")
@testing.numpy_cupy_allclose(rtol=1e-9)
def test_edges_estimated_from_quartiles(xp, rule, dtype):
    a = testing.shaped_random((700,), xp, dtype, scale=300, seed=3)
    return [xp.histogram_bin_edges(a, rule), xp.histogram(a, rule)[0], xp.histogram_bin_edges(xp.ones(9, dtype), rule)]


def test_histogram_of_bools():
    a = numpy.array([True, False, True])
    with pytest.warns(RuntimeWarning):
        expected = numpy.histogram(a, 2)
    for x, y in zip(cupy.histogram(cupy.asarray(a), 2), expected, strict=True):
        testing.assert_array_equal(x, y)


@pytest.mark.parametrize("arguments", [
    {"bins": 0}, {"bins": 1.5}, {"bins": [3, 1, 2]}, {"bins": [[1, 2], [3, 4]]}, {"bins": "least"},
    {"bins": "sqrt", "weights": [1, 2, 3]}, {"range": (2, 1)}, {"range": (0, float("nan"))},
    {"range": (0, float("inf"))}, {"weights": [1, 2]}, {"bins": 10**4, "range": (1, 1 + 1e-14)},
], ids=str)
def test_histogram_errors(arguments):
    errors = []
    for xp in (numpy, cupy):
        kwargs = {k: xp.asarray(v) if k == "weights" else v for k, v in arguments.items()}
        with pytest.raises((ValueError, TypeError)) as info:
            xp.histogram(xp.asarray([1.0, 2.0, 3.0]), **kwargs)
        errors.append(info.type)
    assert errors[0] is errors[1]


def test_histogram_refuses_a_range_that_is_not_finite():
    for xp in (numpy, cupy):
        for bad in (xp.nan, xp.inf):
            with pytest.raises(ValueError, match="autodetected range"):
                xp.histogram(xp.asarray([1.0, bad]))
    for items in ([1j], ["a", "b"], [b"a"]):
        for function in (cupy.histogram, cupy.histogram_bin_edges, cupy.histogramdd):
            with pytest.raises(TypeError, match="sorted into bins"):
                function(cupy.asarray(items))
    with pytest.raises(TypeError):
        cupy.histogram(numpy.ones(3))


def test_a_range_of_subnormal_width():
    hist, edges = cupy.histogram(cupy.asarray([-0.9e-308, -0.1e-308, 1.0]), 2, (-1e-308, -2e-313))
    assert hist.tolist() == [1, 1]
    assert edges.size == 3


@pytest.mark.parametrize("dtypes", ["ef", "ed", "fd"])
def test_ends_of_a_wider_type(dtypes):
    a, ends = numpy.ones(1, dtypes[0]), numpy.array([1 + numpy.finfo(dtypes[1]).eps, 2], dtypes[1])
    hist, edges = cupy.histogram(cupy.asarray(a), 1, cupy.asarray(ends))
    assert hist.tolist() == [0]
    assert edges.dtype == dtypes[1]


@pytest.mark.parametrize("density", [False, True])
@pytest.mark.parametrize("kind", ["M8[D]", "m8[D]"])
def test_times(kind, density):
    a, bins = numpy.array([0, 0, 1, 1, 2, 3, 5, 10, 20]).astype(kind), numpy.array([0, 48, 168, 480])
    bins = bins.astype(kind.replace("D", "h"))
    result = cupy.histogram(cupy.asarray(a), cupy.asarray(bins), density=density)
    for x, y in zip(result, numpy.histogram(a, bins, density=density), strict=True):
        testing.assert_array_equal(x, y)


@pytest.mark.parametrize("size", [1, 17, 5000, 200_001])
@testing.for_dtypes("bBhHiIlLefd")
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_ends_of_items_in_any_place(xp, dtype, size):
    rng = numpy.random.default_rng(size)
    x = rng.integers(10, 90, 2 * size).astype(dtype)
    x[rng.integers(0, size)], x[rng.integers(0, size)] = 1, 99
    x = xp.asarray(x)
    return [xp.histogram_bin_edges(part) for part in (x[:size], x[::2], x[::-2], x[1:size + 1])]


def test_an_item_that_is_no_number_has_no_range():
    for place in (0, 70, 4999):
        x = cupy.ones(5000)
        x[place] = numpy.nan
        with pytest.raises(ValueError, match="not finite"):
            cupy.histogram_bin_edges(x)
