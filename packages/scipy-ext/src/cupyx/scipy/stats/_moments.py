"""Statistics of means and central moments of long samples: few sums, on the device.

Functions have the parameters of SciPy's, and return NotImplemented for what is left to those: numbers that are not
finite, and samples that are so near to constant that rounding decides, of which SciPy warns.
"""
from __future__ import annotations

import math
from typing import Any, cast

import numpy

import cupy
from cupyx.scipy._host import of_scipy, scipy_from
from cupyx.scipy.stats._ranked import are_plain, floating, results, student_p

__all__ = []

_Moments = tuple[int, cupy.ndarray, list[cupy.ndarray]]


def _moments(a: Any, axis: Any, nan_policy: Any, keepdims: Any, *orders: int, least: int = 2) -> _Moments | None:
    """How many values samples have, their means and their central moments; None for what is left to SciPy."""
    a = cupy.asarray(a)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    if (nan_policy != "propagate" or keepdims is not False or a.dtype.char not in "fdbBhHiIlL" or not a.size
            or not isinstance(axis, int) or not -a.ndim <= axis < a.ndim or a.shape[axis] < least):
        return None
    a = a.astype(floating(a), copy=False)
    mean = a.mean(axis=axis, keepdims=True)
    apart = a - mean
    square = apart * apart
    second = square.mean(axis=axis)
    unsure = 10 * float(numpy.finfo(a.dtype).eps) * mean.squeeze(axis)
    if not bool(((second > unsure * unsure) & (second < math.inf)).all()):
        return None
    found = {2: lambda: second, 3: lambda: (square * apart).mean(axis=axis),
             4: lambda: (square * square).mean(axis=axis)}
    return a.shape[axis], mean.squeeze(axis), [found[order]() for order in orders]


def _skewness(n: int, second: Any, third: Any, bias: Any) -> Any:
    value = third / second ** 1.5
    return value if bias or n <= 2 else ((n - 1) * n) ** 0.5 / (n - 2) * value


def _peakedness(n: int, second: Any, fourth: Any, bias: Any) -> Any:
    value = fourth / second ** 2
    if bias or n <= 3:
        return value
    return ((n ** 2 - 1) * value - 3 * (n - 1) ** 2) / (n - 2) / (n - 3) + 3


def skew(a: Any, axis: Any = 0, bias: Any = True, nan_policy: Any = "propagate", *, keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2, 3)
    return NotImplemented if found is None else cast("Any", _skewness)(found[0], *found[2], bias)


def kurtosis(a: Any, axis: Any = 0, fisher: Any = True, bias: Any = True, nan_policy: Any = "propagate", *,
             keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2, 4)
    if found is None:
        return NotImplemented
    return cast("Any", _peakedness)(found[0], *found[2], bias) - (3 if fisher else 0)


def moment(a: Any, order: Any = 1, axis: Any = 0, nan_policy: Any = "propagate", *, center: Any = None,
           keepdims: Any = False) -> Any:
    if center is not None or type(order) is not int or not 1 <= order <= 4:
        return NotImplemented
    found = _moments(a, axis, nan_policy, keepdims, max(order, 2))
    if found is None:
        return NotImplemented
    return cupy.zeros_like(found[2][0]) if order == 1 else found[2][0]


def describe(a: Any, axis: Any = 0, ddof: Any = 1, bias: Any = True, nan_policy: Any = "propagate") -> Any:
    found = _moments(a, axis, nan_policy, False, 2, 3, 4)
    if found is None or not found[0] > ddof:
        return NotImplemented
    a, (n, mean, (second, third, fourth)) = cupy.asarray(a), found
    return of_scipy("stats._stats_py.DescribeResult")(
        cupy.asarray(n), (a.min(axis=axis), a.max(axis=axis)), mean, second * (n / (n - ddof)),
        _skewness(n, second, third, bias), _peakedness(n, second, fourth, bias) - 3)


def tvar(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, *,
         nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2) if limits is None else None
    if found is None or not found[0] > ddof:
        return NotImplemented
    return found[2][0] * (found[0] / (found[0] - ddof))


def tstd(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, *,
         nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    variance = tvar(a, limits, inclusive, axis, ddof, nan_policy=nan_policy, keepdims=keepdims)
    return NotImplemented if variance is NotImplemented else cupy.sqrt(variance)


def tsem(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, *,
         nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    variance = tvar(a, limits, inclusive, axis, ddof, nan_policy=nan_policy, keepdims=keepdims)
    if variance is NotImplemented:
        return variance
    a = cupy.asarray(a)
    return cupy.sqrt(variance / (a.size if axis is None else a.shape[axis]))


def _skew_score(n: int, skewness: Any) -> Any:
    """D'Agostino's transform of skewness to a normal variable."""
    y = skewness * math.sqrt((n + 1) * (n + 3) / (6 * (n - 2)))
    beta = 3 * (n ** 2 + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
    w = math.sqrt(2 * (beta - 1)) - 1
    scaled = numpy.where(y == 0, 1, y) / math.sqrt(2 / (w - 1))
    return numpy.log(scaled + numpy.sqrt(scaled * scaled + 1)) / math.sqrt(0.5 * math.log(w))


def _kurtosis_score(n: int, kurtosis: Any) -> Any:
    """Anscombe and Glynn's transform of kurtosis to a normal variable."""
    x = (kurtosis - 3 * (n - 1) / (n + 1)) / math.sqrt(24 * n * (n - 2) * (n - 3) / ((n + 1) ** 2 * (n + 3) * (n + 5)))
    root = 6 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9)) * math.sqrt(6 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)))
    a = 6 + 8 / root * (2 / root + math.sqrt(1 + 4 / root ** 2))
    below = 1 + x * math.sqrt(2 / (a - 4))
    with numpy.errstate(divide="ignore"):
        part = numpy.sign(below) * ((1 - 2 / a) / abs(below)) ** (1 / 3)
    return (1 - 2 / (9 * a) - numpy.where(below == 0, math.nan, part)) / math.sqrt(2 / (9 * a))


def _tested(name: str, z: Any, alternative: Any, dtype: Any) -> Any:
    ndtr = of_scipy("special.ndtr")
    if alternative not in ("two-sided", "less", "greater") or (z != z).any():
        return NotImplemented
    pvalue = 2 * ndtr(-abs(z)) if alternative == "two-sided" else ndtr(z if alternative == "less" else -z)
    return of_scipy(f"stats._stats_py.{name}")(*results(dtype, z, pvalue))


def skewtest(a: Any, axis: Any = 0, nan_policy: Any = "propagate", alternative: Any = "two-sided", *,
             keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2, 3, least=8)
    if found is None:
        return NotImplemented
    skewness = cast("Any", _skewness)(found[0], *found[2], True)
    return _tested("SkewtestResult", _skew_score(found[0], skewness.get().astype(float)), alternative, skewness.dtype)


def kurtosistest(a: Any, axis: Any = 0, nan_policy: Any = "propagate", alternative: Any = "two-sided", *,
                 keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2, 4, least=20)
    if found is None:
        return NotImplemented
    value = cast("Any", _peakedness)(found[0], *found[2], True)
    return _tested("KurtosistestResult", _kurtosis_score(found[0], value.get().astype(float)), alternative,
                   value.dtype)


def _both(n: int, moments: list[cupy.ndarray]) -> tuple[Any, Any, Any]:
    """Skewness and kurtosis on the host, and their type."""
    second, third, fourth = moments
    both = cupy.stack([_skewness(n, second, third, True), _peakedness(n, second, fourth, True)])
    return *both.get().astype(float), both.dtype


def _chi_squared(name: str, statistic: Any, dtype: Any) -> Any:
    if (statistic != statistic).any():
        return NotImplemented
    return of_scipy(f"stats._stats_py.{name}")(*results(dtype, statistic, of_scipy("special.chdtrc")(2, statistic)))


def normaltest(a: Any, axis: Any = 0, nan_policy: Any = "propagate", *, keepdims: Any = False) -> Any:
    found = _moments(a, axis, nan_policy, keepdims, 2, 3, 4, least=20)
    if found is None:
        return NotImplemented
    skewness, value, dtype = _both(found[0], found[2])
    z = _skew_score(found[0], skewness), _kurtosis_score(found[0], value)
    return _chi_squared("NormaltestResult", z[0] ** 2 + z[1] ** 2, dtype)


def jarque_bera(x: Any, *, axis: Any = None, nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    found = _moments(x, axis, nan_policy, keepdims, 2, 3, 4)
    if found is None:
        return NotImplemented
    skewness, value, dtype = _both(found[0], found[2])
    return _chi_squared("SignificanceResult", found[0] / 6 * (skewness ** 2 + (value - 3) ** 2 / 4), dtype)


def mvsdist(data: Any) -> Any:
    x = cupy.asarray(data).ravel()
    n = x.size
    if n <= 1000 or not are_plain((x,)):        # of fewer the distributions are no normal ones
        return NotImplemented
    mean, variance = cupy.stack([x.mean(dtype=floating(x)), x.var(dtype=floating(x))]).get()
    norm, deviation = of_scipy("stats.norm"), math.sqrt(variance)
    return (norm(loc=mean, scale=math.sqrt(variance / n)), norm(loc=variance, scale=math.sqrt(2 / n) * variance),
            norm(loc=deviation, scale=math.sqrt(variance / (2 * n))))


def bayes_mvs(data: Any, alpha: Any = 0.9) -> Any:
    found = mvsdist(data) if 0 < alpha < 1 else NotImplemented
    if found is NotImplemented:
        return found
    return tuple(of_scipy(f"stats._morestats.{name}")(one.mean(), one.interval(alpha))
                 for name, one in zip(("Mean", "Variance", "Std_dev"), found))


def linregress(x: Any, y: Any, alternative: Any = "two-sided", *, axis: Any = 0, nan_policy: Any = "propagate",
               keepdims: Any = False) -> Any:
    x, y = cupy.asarray(x), cupy.asarray(y)
    n = x.size
    if not are_plain((x, y), axis, nan_policy, keepdims, 3) or y.size != n:
        return NotImplemented
    dtype = floating(x, y) if scipy_from(1, 18) else float
    x, y = x.astype(float, copy=False), y.astype(float, copy=False)
    means = x.mean(), y.mean()
    dx, dy = x - means[0], y - means[1]
    x_mean, y_mean, xx, xy, yy, least, most = cupy.stack([
        *means, (dx * dx).sum(), (dx * dy).sum(), (dy * dy).sum(), x.min(), x.max()]).get().tolist()
    if not (most - least > 1e-13 * abs(x_mean) and math.isfinite(xx) and math.isfinite(yy) and xx > 0 and yy > 0):
        return NotImplemented
    r = min(1.0, max(-1.0, xy / math.sqrt(xx * yy)))
    slope, df, tiny = xy / xx, n - 2, 1e-20        # the least difference that SciPy divides by
    pvalue = student_p(df, r * math.sqrt(df / ((1 - r + tiny) * (1 + r + tiny))), alternative)
    error = math.sqrt((1 - r * r) * yy / xx / df)
    values = results(dtype, slope, y_mean - slope * x_mean, r, pvalue, error, error * math.sqrt(xx / n + x_mean ** 2))
    return of_scipy("stats._stats_py.LinregressResult")(
        slope=values[0], intercept=values[1], rvalue=values[2], pvalue=values[3], stderr=values[4],
        intercept_stderr=values[5])


def epps_singleton_2samp(x: Any, y: Any, t: Any = (0.4, 0.8), *, axis: Any = 0, nan_policy: Any = "propagate",
                         keepdims: Any = False) -> Any:
    x, y = cupy.asarray(x), cupy.asarray(y)
    if (not are_plain((x, y), axis, nan_policy, keepdims, 25) or not isinstance(t, (tuple, list))
            or not 1 <= len(t) <= 4):
        return NotImplemented
    dtype, n = floating(x, y), x.size + y.size
    low, high = cupy.percentile(cupy.concatenate([x, y]).astype(dtype, copy=False), [25.0, 75.0])
    parts = [_waves(v.astype(dtype, copy=False), t, (high - low) / 2) for v in (x, y)]
    host = cupy.stack([part for of_sample in parts for part in of_sample]).get().astype(float)
    if not numpy.isfinite(host).all() or not all(number > 0 for number in t):
        return NotImplemented
    k, covariance, means = 2 * len(t), 0, []
    for v, found in zip((x, y), host.reshape(2, -1)):
        means.append(found[:k])
        covariance = covariance + n / v.size * found[k:].reshape(k, k) / v.size
    inverse = numpy.linalg.pinv(covariance)
    if (rank := numpy.linalg.matrix_rank(inverse)) < k:
        return NotImplemented
    apart = means[0] - means[1]
    statistic = n * apart @ inverse @ apart
    return of_scipy("stats._hypotests.Epps_Singleton_2sampResult")(
        *results(dtype, statistic, of_scipy("special.chdtrc")(rank, statistic)))


def _waves(x: cupy.ndarray, t: Any, unit: cupy.ndarray) -> list[cupy.ndarray]:
    """Means of cosines and sines of a sample at some frequencies, and sums of products of their deviations."""
    waves = [function(x * (number / unit)) for function in (cupy.cos, cupy.sin) for number in t]
    means = [wave.mean() for wave in waves]
    for wave, mean in zip(waves, means):
        wave -= mean
    sums = {(i, j): (waves[i] * waves[j]).sum() for i in range(len(waves)) for j in range(i + 1)}
    return [*means, *[sums[max(i, j), min(i, j)] for i in range(len(waves)) for j in range(len(waves))]]
