"""Tests of goodness of fit of long samples: the gaps of distribution functions are found on the device."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api
from cupyx.scipy.stats._rank import rankdata

if TYPE_CHECKING:
    from typing import TypeVar

    from cupy.typing import ArrayLike

    _Function = TypeVar("_Function", bound=Callable[..., Any])

__all__ = ["cramervonmises", "cramervonmises_2samp", "ks_1samp", "ks_2samp"]

_EXACT = 10_000         # items up to which SciPy's p-value of two samples is exact unless it is asked for another


def _scipys(name: str) -> Callable[..., Any]:
    return _array_api.on_host(_host.of_scipy(f"stats.{name}"), name, scalars=True)


def _with_old_name(function: _Function) -> _Function:
    """A function that knows its parameter `method` by its older name, as SciPy's does."""
    @functools.wraps(function)
    def through(*args: Any, **kwargs: Any) -> Any:
        if "mode" in kwargs:
            if "method" in kwargs:
                raise TypeError(f"{function.__name__}() got multiple values for argument now known as `method`")
            kwargs["method"] = kwargs.pop("mode")
        return function(*args, **kwargs)
    found: Any = through
    return found


def _are_long(samples: tuple[cupy.ndarray, ...], axis: object, nan_policy: object, keepdims: object) -> bool:
    """Whether samples are sorted on the device: numbers along one axis, more than the host has in less time."""
    return (axis in (0, -1) and nan_policy == "propagate" and keepdims is False
            and all(x.ndim == 1 and x.size > 0 and x.dtype.kind in "iuf" for x in samples)
            and not _array_api.are_few(*samples))


def _sorted_floats(x: cupy.ndarray) -> cupy.ndarray:
    return cupy.sort(x if x.dtype.kind == "f" else x.astype(float))


def _is_ours(cdf: object) -> bool:
    """Whether a distribution function takes arrays of the device."""
    return callable(cdf) and not type(getattr(cdf, "__self__", cdf)).__module__.startswith("scipy.")


def _sides(alternative: str) -> str:
    found = {"t": "two-sided", "g": "greater", "l": "less"}.get(alternative.lower()[:1], alternative)
    if found not in ("two-sided", "greater", "less"):
        raise ValueError(f"Unexpected value alternative={found!r}")
    return found


def _result(statistic: float, pvalue: float, location: float, sign: int, dtype: Any, location_dtype: Any) -> Any:
    from scipy.stats._stats_py import KstestResult

    sign_dtype: Any = "b"
    if math.isnan(statistic):
        pvalue = location = statistic
        dtype = location_dtype = sign_dtype = location_dtype if location_dtype.kind == "f" else float
    return KstestResult(cupy.asarray(statistic, dtype), cupy.asarray(pvalue, dtype),
                        statistic_location=cupy.asarray(location, location_dtype),
                        statistic_sign=cupy.asarray(statistic if statistic != statistic else sign, sign_dtype))


@_with_old_name
def ks_1samp(x: ArrayLike, cdf: Callable[..., Any], args: tuple[Any, ...] | Sequence[Any] = (),
             alternative: Literal["two-sided", "less", "greater"] = "two-sided",
             method: Literal["auto", "exact", "approx", "asymp"] = "auto", *, axis: SupportsIndex | None = 0,
             nan_policy: Literal["propagate", "omit", "raise"] = "propagate", keepdims: bool = False) -> Any:
    """Kolmogorov and Smirnov's test of whether a sample has a distribution.

    Parameters
    ----------
    x : array_like
        The sample.
    cdf : callable
        Distribution function, of arrays of the device or a distribution's method.
    args : tuple, optional
        Further arguments of `cdf`.
    alternative : {'two-sided', 'less', 'greater'}, optional
        The alternative hypothesis.
    method : {'auto', 'exact', 'approx', 'asymp'}, optional
        How the p-value is found; 'auto' is 'exact'.
    axis : int or None, optional
        Axis of the samples. Default is zero; None takes all values as one.
    nan_policy : {'propagate', 'omit', 'raise'}, optional
        What to do with NaN. Default is 'propagate'.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    result
        With ``statistic``, ``pvalue``, ``statistic_location`` and ``statistic_sign``, arrays.

    Notes
    -----
    Samples of one axis are sorted and compared on the device; others are SciPy's, on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import stats
    >>> float(stats.ks_1samp(cupy.linspace(-2, 2, 9), stats.norm.cdf).statistic.round(6))
    0.174678
    """
    sample = cupy.asarray(x)
    if not _are_long((sample,), axis, nan_policy, keepdims) or not _is_ours(cdf):
        return _scipys("ks_1samp")(x, cdf, args, alternative, method, axis=axis, nan_policy=nan_policy,
                                   keepdims=keepdims)
    sides, n = _sides(alternative), sample.size
    sample = _sorted_floats(sample)
    values, below = cdf(sample, *args), cupy.arange(n, dtype=sample.dtype)
    found: list[Any] = [sample[-1]]
    for gaps in ((below + 1) / n - values, values - below / n):
        place = gaps.argmax()
        found += [gaps[place], sample[place]]
    last, plus, at_plus, minus, at_minus = cupy.stack(found).get().tolist()
    upwards = sides == "greater" or sides == "two-sided" and plus > minus
    statistic = (plus if upwards else minus) if last == last else math.nan
    stats = _host.of_scipy
    if sides != "two-sided" or method == "approx":
        pvalue = stats("stats.ksone").sf(statistic, n) * (2 if sides == "two-sided" else 1)
    elif method == "asymp":
        pvalue = stats("stats.kstwobign").sf(statistic * math.sqrt(n))
    else:
        pvalue = stats("stats.kstwo").sf(statistic, n)
    return _result(statistic, float(numpy.clip(pvalue, 0, 1)), at_plus if upwards else at_minus, 1 if upwards else -1,
                   sample.dtype, sample.dtype)


@_with_old_name
def ks_2samp(data1: ArrayLike, data2: ArrayLike,
             alternative: Literal["two-sided", "less", "greater"] = "two-sided",
             method: Literal["auto", "exact", "asymp"] = "auto", *, axis: SupportsIndex | None = 0,
             nan_policy: Literal["propagate", "omit", "raise"] = "propagate", keepdims: bool = False) -> Any:
    """Kolmogorov and Smirnov's test of whether two samples have the same distribution.

    Parameters
    ----------
    data1, data2 : array_like
        The samples, which need not have one length.
    alternative : {'two-sided', 'less', 'greater'}, optional
        The alternative hypothesis.
    method : {'auto', 'exact', 'asymp'}, optional
        How the p-value is found; 'auto' is 'exact' for samples of at most 10,000.
    axis : int or None, optional
        Axis of the samples. Default is zero; None takes all values as one.
    nan_policy : {'propagate', 'omit', 'raise'}, optional
        What to do with NaN. Default is 'propagate'.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    result
        With ``statistic``, ``pvalue``, ``statistic_location`` and ``statistic_sign``, arrays.

    Notes
    -----
    Samples of one axis whose p-value is asymptotic are sorted and compared on the device; others are SciPy's, on the
    host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import ks_2samp
    >>> float(ks_2samp(cupy.arange(5), cupy.arange(2, 7)).statistic)
    0.4
    """
    first, second = cupy.asarray(data1), cupy.asarray(data2)
    asymptotic = method == "asymp" or method == "auto" and max(first.size, second.size) > _EXACT
    if not asymptotic or not _are_long((first, second), axis, nan_policy, keepdims):
        return _scipys("ks_2samp")(data1, data2, alternative, method, axis=axis, nan_policy=nan_policy,
                                   keepdims=keepdims)
    sides = _sides(alternative)
    first, second = cupy.sort(first), cupy.sort(second)
    points = cupy.concatenate([first, second])
    gaps = (cupy.searchsorted(first, points, side="right") / first.size
            - cupy.searchsorted(second, points, side="right") / second.size)
    low, high = gaps.argmin(), gaps.argmax()
    ends = cupy.stack([gaps[low], gaps[high], first[-1], second[-1]])
    least, most, *last = ends.get().tolist()
    least = min(max(-least, 0.0), 1.0)
    downwards = sides == "less" or sides == "two-sided" and least > most
    statistic = math.nan if any(x != x for x in last) else least if downwards else most
    m, n = (float(x) for x in sorted((first.size, second.size), reverse=True))
    en = m * n / (m + n)
    if sides == "two-sided":
        pvalue = _host.of_scipy("stats.kstwo").sf(statistic, numpy.round(en))
    else:                                           # J. L. Hodges, Ark. Mat. 3 (1958), 5.3
        z = math.sqrt(en) * statistic
        pvalue = math.exp(-2 * z * z - 2 * z * (m + 2 * n) / math.sqrt(m * n * (m + n)) / 3)
    location = points[low if downwards else high].get().item()
    single = points.dtype == "f" and _host.scipy_from(1, 18)
    return _result(statistic, float(numpy.clip(pvalue, 0, 1)), location, -1 if downwards else 1,
                   points.dtype if single else float, points.dtype)


def _smirnov_tail(statistic: float, n: int | None = None) -> float:
    """The chance that Cramér and von Mises' statistic of n numbers, or of very many, is greater."""
    from scipy.stats import _hypotests

    return max(0.0, 1 - float(_hypotests._cdf_cvm(numpy.asarray(statistic), n)))


def _cramer_result(statistic: float, pvalue: Callable[[], float], dtype: Any) -> Any:
    from scipy.stats._hypotests import CramerVonMisesResult

    found = pvalue() if statistic == statistic else math.nan
    return CramerVonMisesResult(statistic=cupy.asarray(statistic, dtype), pvalue=cupy.asarray(found, dtype))


def cramervonmises(rvs: ArrayLike, cdf: str | Callable[..., Any], args: tuple[Any, ...] = (), *,
                   axis: SupportsIndex | None = 0, nan_policy: Literal["propagate", "omit", "raise"] = "propagate",
                   keepdims: bool = False) -> Any:
    """Cramér and von Mises' test of whether a sample has a distribution.

    Parameters
    ----------
    rvs : array_like
        The sample, of at least two numbers.
    cdf : str or callable
        Distribution function, of arrays of the device or a distribution's method, or the name of a distribution.
    args : tuple, optional
        Further arguments of `cdf`.
    axis : int or None, optional
        Axis of the samples. Default is zero; None takes all values as one.
    nan_policy : {'propagate', 'omit', 'raise'}, optional
        What to do with NaN. Default is 'propagate'.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    result
        With ``statistic`` and ``pvalue``, arrays.

    Notes
    -----
    Samples of one axis are sorted and compared on the device; others are SciPy's, on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import stats
    >>> float(stats.cramervonmises(cupy.linspace(-2, 2, 9), stats.norm.cdf).statistic.round(6))
    0.072649
    """
    sample = cupy.asarray(rvs)
    if sample.size < 2 or not _are_long((sample,), axis, nan_policy, keepdims) or not _is_ours(cdf):
        return _scipys("cramervonmises")(rvs, cdf, args, axis=axis, nan_policy=nan_policy, keepdims=keepdims)
    n, sample = sample.size, _sorted_floats(sample)
    middles = (2 * cupy.arange(1, n + 1, dtype=sample.dtype) - 1) / (2 * n)
    function: Any = cdf
    apart = middles - function(sample, *args)
    statistic = 1 / (12 * n) + float((apart * apart).sum(dtype=float))
    return _cramer_result(statistic, lambda: _smirnov_tail(statistic, n), sample.dtype)


def cramervonmises_2samp(x: ArrayLike, y: ArrayLike, method: Literal["auto", "asymptotic", "exact"] = "auto", *,
                         axis: SupportsIndex | None = 0,
                         nan_policy: Literal["propagate", "omit", "raise"] = "propagate",
                         keepdims: bool = False) -> Any:
    """Cramér and von Mises' test of whether two samples have the same distribution.

    Parameters
    ----------
    x, y : array_like
        The samples, which need not have one length.
    method : {'auto', 'asymptotic', 'exact'}, optional
        How the p-value is found; 'auto' is 'exact' for samples of at most 20.
    axis : int or None, optional
        Axis of the samples. Default is zero; None takes all values as one.
    nan_policy : {'propagate', 'omit', 'raise'}, optional
        What to do with NaN. Default is 'propagate'.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    result
        With ``statistic`` and ``pvalue``, arrays.

    Notes
    -----
    Samples of one axis whose p-value is asymptotic are ranked on the device; others are SciPy's, on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import cramervonmises_2samp
    >>> float(cramervonmises_2samp(cupy.arange(5), cupy.arange(2, 7)).statistic.round(6))
    0.3
    """
    first, second = cupy.asarray(x), cupy.asarray(y)
    m, n = first.size, second.size
    asymptotic = method == "asymptotic" or method == "auto" and max(m, n) > 20
    if not asymptotic or min(m, n) < 2 or not _are_long((first, second), axis, nan_policy, keepdims):
        return _scipys("cramervonmises_2samp")(x, y, method, axis=axis, nan_policy=nan_policy, keepdims=keepdims)
    ranks = rankdata(cupy.concatenate([cupy.sort(first), cupy.sort(second)])).astype(float, copy=False)
    apart = [ranks[:m] - cupy.arange(1, m + 1), ranks[m:] - cupy.arange(1, n + 1)]
    products, whole = m * n, m + n
    u = float(m * (apart[0] * apart[0]).sum() + n * (apart[1] * apart[1]).sum())
    statistic = u / (products * whole) - (4 * products - 1) / (6 * whole)
    mean = (1 + 1 / whole) / 6
    variance = (whole + 1) * (4 * products * whole - 3 * (m * m + n * n) - 2 * products)
    variance /= 45 * whole ** 2 * 4 * products
    scaled = 1 / 6 + (statistic - mean) / math.sqrt(45 * variance)      # as the statistic of one sample is distributed
    dtype = cupy.result_type(first, second, *(() if "f" in (first.dtype.kind, second.dtype.kind) else (float,)))
    return _cramer_result(statistic, lambda: _smirnov_tail(scaled) if scaled >= 0.003 else 1.0, dtype)
