"""Median, percentiles, quantiles: methods, axes, NaN, weights, errors."""
import warnings

import numpy
import pytest

import cupy
from cupy import testing

METHODS = ("inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen",
           "weibull", "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest")

pytestmark = pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")


def values(xp, dtype, shape, nan=0.0):
    random = numpy.random.default_rng(0)
    a = (random.standard_normal(shape) * 20).astype(dtype)
    if nan:
        a[random.random(shape) < nan] = numpy.nan
    return xp.asarray(a)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("length", [1, 2, 7, 8, 1000, 20_001])
@testing.for_dtypes("blfd")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-5)
def test_methods(xp, dtype, length, method):
    a = values(xp, dtype, length)
    return [xp.quantile(a, q, method=method) for q in
            (0, 0.5, 1, 0.3, [0.1, 0.25, 0.9], numpy.array([[0.0, 1.0], [0.2, 0.33]]))] + [
        xp.percentile(a, [25, 30.5], method=method), xp.percentile(a, 30, method=method)]


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (2, 0), (0, 1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("nan", [0.0, 0.2])
@testing.for_dtypes("fd")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_axes(xp, dtype, axis, keepdims, nan):
    a = values(xp, dtype, (4, 5, 6), nan)[:, ::-1]
    result = [xp.median(a, axis, keepdims=keepdims), xp.nanmedian(a, axis, keepdims=keepdims)]
    for method in ("linear", "weibull", "lower", "inverted_cdf"):
        for function in (xp.quantile, xp.nanquantile):
            result.append(function(a, [0.2, 0.8], axis, keepdims=keepdims, method=method))
    return result + [xp.nanpercentile(a, 30.0, axis), xp.percentile(a, 30.0, axis)]


@testing.for_all_dtypes()
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_median(xp, dtype):
    a = values(xp, dtype, (7, 300))
    return xp.median(a), xp.median(a, axis=0), xp.median(a, axis=1, keepdims=True), xp.nanmedian(a, axis=0)


@testing.for_dtypes("bifd")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_long_rows(xp, dtype):
    a = values(xp, dtype, (3, 30_000), 0.1 if numpy.dtype(dtype).kind == "f" else 0)
    return (xp.median(a, axis=1), xp.nanmedian(a, axis=1), xp.percentile(a[0], [5, 50, 95]), xp.median(a),
            xp.nanpercentile(a, [5, 50], axis=1), xp.percentile(a, numpy.linspace(0, 100, 11), axis=1))


@testing.numpy_cupy_allclose()
def test_special_values(xp):
    inf = numpy.inf
    return (xp.quantile(xp.asarray([inf, inf, 1.0, 2.0]), [0, 0.25, 0.5, 0.9]),
            xp.median(xp.asarray([inf, inf, -inf, -inf])), xp.median(xp.asarray([inf, 1.0, inf])),
            xp.median(xp.asarray([1.0, numpy.nan, 2])), xp.nanmedian(xp.full(3, numpy.nan)),
            xp.median(xp.array(3)), xp.percentile(xp.array(3), 50), xp.percentile(xp.arange(3), []))


@testing.numpy_cupy_allclose()
def test_no_items(xp):
    return (xp.median(xp.zeros(0)), xp.median(xp.zeros((0, 3)), axis=0), xp.median(xp.zeros((0, 3)), axis=1),
            xp.percentile(xp.zeros((0, 3)), 50, axis=1), xp.nanpercentile(xp.zeros(0), 50), xp.nanmedian(xp.zeros(0)))


@pytest.mark.parametrize("q", [0, 0.3, 1, [0.2, 0.5]])
@testing.numpy_cupy_allclose()
def test_weights(xp, q):
    a, random = values(xp, "d", (3, 20)), numpy.random.default_rng(1)
    same, row = xp.asarray(random.integers(0, 4, (3, 20))), xp.asarray(random.random(20))
    with_nan = a.copy()
    with_nan[0, 3] = numpy.nan
    options = {"method": "inverted_cdf"}
    return (xp.quantile(a, q, weights=same, **options), xp.quantile(a, q, 1, weights=same, **options),
            xp.quantile(a, q, 1, weights=row, **options), xp.quantile(with_nan, q, 1, weights=row, **options),
            xp.nanquantile(with_nan, q, weights=same, **options))


@testing.numpy_cupy_allclose()
def test_out(xp):
    a = values(xp, "d", (3, 20))
    one, two = xp.zeros(3, "f"), xp.zeros((2, 3))
    assert xp.median(a, 1, one) is one
    assert xp.percentile(a, [10, 20], 1, two) is two
    return one, two


def test_quantiles_on_the_device():
    a = cupy.arange(11.0)
    numpy.testing.assert_allclose(cupy.quantile(a, cupy.array([0.5, 0.1])).get(), [5, 1])
    numpy.testing.assert_allclose(cupy.percentile(a, 50, interpolation="lower").get(), 5)


BAD = {
    "range": lambda xp, a: xp.quantile(a, 1.5), "percent": lambda xp, a: xp.percentile(a, -1),
    "nan": lambda xp, a: xp.percentile(a, numpy.nan), "method": lambda xp, a: xp.quantile(a, 0.5, method="x"),
    "bool": lambda xp, a: xp.quantile(a > 0, 0.3),
    "complex": lambda xp, a: xp.quantile(a * 1j, 0.5), "axis": lambda xp, a: xp.median(a, axis=2),
    "twice": lambda xp, a: xp.quantile(a, 0.5, axis=(0, 0)),
    "out": lambda xp, a: xp.percentile(a, [10, 20], 1, xp.zeros((2, 4))),
    "empty": lambda xp, a: xp.percentile(a[:0], 50, axis=0),
    "weighted method": lambda xp, a: xp.quantile(a, 0.5, weights=abs(a)),
    "negative": lambda xp, a: xp.quantile(a, 0.5, method="inverted_cdf", weights=a),
    "no weight": lambda xp, a: xp.quantile(a, 0.5, method="inverted_cdf", weights=a * 0),
    "weights shape": lambda xp, a: xp.quantile(a, 0.5, method="inverted_cdf", weights=abs(a[0])),
    "weights axis": lambda xp, a: xp.quantile(a, 0.5, 0, method="inverted_cdf", weights=abs(a[0])),
}


@pytest.mark.parametrize("call", BAD.values(), ids=BAD)
def test_errors(call):
    with warnings.catch_warnings(), pytest.raises(Exception) as expected:  # noqa: PT011
        warnings.simplefilter("ignore")
        call(numpy, values(numpy, "d", (3, 20)))
    with pytest.raises(expected.type):
        call(cupy, values(cupy, "d", (3, 20)))


@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
@testing.for_dtypes("iLd")
@testing.numpy_cupy_array_equal()
def test_integers_as_places(xp, name, dtype):
    return getattr(xp, name)(xp.asarray([[3, 1, 2], [5, 9, 4]]), xp.asarray([0, 1], dtype), axis=1)


@pytest.mark.parametrize("name", ["percentile", "nanpercentile"])
@pytest.mark.parametrize("q", [33, 12.5, numpy.float64(23.4), numpy.float32(60), [10, 95.0], numpy.array([5, 80], "e")])
@pytest.mark.parametrize("method", ["linear", "hazen", "weibull", "midpoint"])
@testing.for_dtypes("efdl")
@testing.numpy_cupy_allclose(rtol={numpy.float16: 1e-3, "default": 1e-6})
def test_type_of_places(xp, name, q, method, dtype):
    a = xp.asarray([3, 1, 7, 2, 5, 11, 4], dtype)
    if isinstance(q, numpy.ndarray):
        q = xp.asarray(q)
    return getattr(xp, name)(a, q, method=method)


@pytest.mark.parametrize("shape, axis", [((20_000,), None), ((3, 7000), 1), ((7000, 3), 0), ((2, 6500, 2), (0, 1)),
                                         ((3, 6100)[::-1], None), ((2, 5), 1), ((0, 7000), 1)])
@testing.for_dtypes("?bB")
@testing.numpy_cupy_array_equal()
def test_long_rows_of_bytes(xp, dtype, shape, axis):
    a = numpy.random.default_rng(0).integers(-128, 255, shape).astype(dtype)
    a = xp.asarray(a)
    result = [xp.median(a, axis), xp.quantile(a, [0, 0.3, 1], axis, method="inverted_cdf")]
    return result if dtype == numpy.bool_ else [*result, xp.percentile(a, [1, 30, 99.5], axis)]


@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
@testing.for_dtypes("efd")
@testing.numpy_cupy_array_equal()
def test_numbers_of_python_weigh_alike_from_both_ends(xp, dtype, name):
    random = numpy.random.default_rng(1)
    rows = [random.standard_normal(n).astype(dtype) for n in range(1, 9)]
    return [getattr(xp, name)(xp.asarray(row), q) for row in rows for q in [0.3, 0.9, *random.random(20).tolist()]]


def test_quantiles_lose_no_fraction_in_an_output():
    a = cupy.arange(4.0)
    for function, q in ((cupy.quantile, 0.25), (cupy.percentile, [25, 50])):
        with pytest.raises(TypeError, match="same_kind"):
            function(a, q, out=cupy.zeros(numpy.shape(q), "l"))
    out = cupy.zeros((), "l")
    assert cupy.nanquantile(a, 0.5, out=out) is out and out.item() == 1         # as NumPy's
