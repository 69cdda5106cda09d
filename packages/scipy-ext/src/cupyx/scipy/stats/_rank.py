"""Ranks, rank correlations and distances between samples."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import host_memory, loop, normalize_axis_index, ufunc

from cupyx.scipy._host import scipy_from
from cupyx.scipy.stats import _array_api, _ranked

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["energy_distance", "kendalltau", "rankdata", "spearmanr", "wasserstein_distance"]

_SMALL = 4096            # values up to which SciPy counts pairs on the host, where it does so if they lie there


_bits = ufunc("stats_bits", 2, 2, [loop(f"{char}l->b{char}", """
    out0 = (in0 >> in1) & 1;
    out1 = (in0 >> in1 >> 1) << 1 << in1""") for char in "il"],
    doc="A bit of numbers, and the numbers without it and those below it.")
_step = ufunc("stats_step", 5, 2, [loop(f"b{char * 3}l->{char * 2}", """
    const in1_type zeros = in3 - in2 - in1;
    out0 = in2 + (in0 ? (in1_type(1) << in4) + in1 : zeros);
    out1 = in0 ? in1_type(0) : in1""") for char in "il"],
    doc="Where a number goes that has a bit, behind so many that have it, from a start on; how many it comes before.")


def _groups(x: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """``(order, first, number, start, length)`` of equal values of the sorted rows of a matrix, flat."""
    rows, n = x.shape
    order = cupy.argsort(x, axis=1, kind="stable")
    if rows > 1:
        order += cupy.arange(0, rows * n, n)[:, None]
    order = order.ravel()
    y = x.ravel()[order].reshape(rows, n)
    first = cupy.ones((rows, n), dtype=bool)
    first[:, 1:] = y[:, 1:] != y[:, :-1]
    number = cupy.cumsum(first.ravel()) - 1
    start = cupy.flatnonzero(first.ravel())
    length = cupy.diff(cupy.concatenate([start, cupy.asarray([rows * n])]))
    return order, first, number, start, length


@_array_api.few_on_host
def rankdata(a: ArrayLike, method: Literal["average", "min", "max", "dense", "ordinal"] = "average", *,
             axis: int | None = None, nan_policy: Literal["propagate", "omit", "raise"] = "propagate") -> cupy.ndarray:
    """Ranks of values, from one on.

    Parameters
    ----------
    a : array_like
        Values.
    method : {'average', 'min', 'max', 'dense', 'ordinal'}, optional
        What equal values get: the mean, least or greatest of their ranks; the same rank without gaps after; or ranks
        in the order that they stand in.
    axis : int or None, optional
        Axis to rank along; None ranks all values. Default is None.
    nan_policy : {'propagate', 'omit', 'raise'}, optional
        NaN makes all ranks of its row NaN (default), is left out, or is an error.

    Returns
    -------
    cupy.ndarray
        Of the floating type of `a`, or float64; with SciPy before 1.18 float64 for 'average', else int64 unless there
        is NaN.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import rankdata
    >>> rankdata(cupy.array([0, 2, 3, 2]))
    array([1. , 2.5, 4. , 2.5])
    """
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f'unknown method "{method}"')
    a = cupy.asarray(a)
    if nan_policy != "propagate":
        return _array_api.scipys("rankdata")(a, method, axis=axis, nan_policy=nan_policy)
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = normalize_axis_index(axis, a.ndim)
    if scipy_from(1, 18):
        dtype = a.dtype if a.dtype.kind == "f" else float
    else:
        dtype = float if method == "average" else "l"
    if a.size == 0:
        return cupy.empty(a.shape, dtype)
    moved = cupy.moveaxis(a, axis, -1)
    x = cupy.ascontiguousarray(moved.reshape(-1, moved.shape[-1]))
    rows, n = x.shape
    order, first, number, start, length = _groups(x)
    if method == "ordinal":
        ranks = cupy.broadcast_to(cupy.arange(1, n + 1), (rows, n))
    elif method == "dense":
        ranks = cupy.cumsum(first, axis=1)
    else:
        low = start % n + 1
        high = low + length - 1
        ranks = {"min": low, "max": high, "average": (low + high) / 2}[method][number].reshape(rows, n)
    out = cupy.empty(rows * n, dtype)
    out[order] = ranks.ravel()
    out = out.reshape(rows, n)
    if x.dtype.kind == "f":
        missing = cupy.isnan(x).any(axis=1)
        if bool(missing.any()):
            out = cupy.where(missing[:, None], numpy.nan, out)
    return cupy.moveaxis(out.reshape(moved.shape), -1, axis)


def _inversions(r: cupy.ndarray) -> int:
    """Pairs of a permutation of 0, 1, … that stand in descending order, bit by bit as in a wavelet tree.

    Numbers that agree above a bit lie together, in the order that they came in, from their own place on.
    """
    total = cupy.zeros((), "l")
    places = cupy.arange(r.size, dtype=r.dtype)
    ones = cupy.zeros(r.size + 1, r.dtype)
    for b in range(max(r.size - 1, 0).bit_length() - 1, -1, -1):
        bit, start = _bits(r, b)
        cupy.cumsum(bit, dtype=r.dtype, out=ones[1:])
        place, inverted = _step(bit, ones[:-1] - ones[start], start, places, b)
        total += inverted.sum(dtype="l")
        if b:
            sorted_by_bit = cupy.empty_like(r)
            sorted_by_bit[place] = r
            r = sorted_by_bit
    return int(total)


def _begins(*columns: cupy.ndarray) -> cupy.ndarray:
    """Where sorted values, or rows of them, differ from those before."""
    begins = cupy.ones(columns[0].size, bool)
    begins[1:] = columns[0][1:] != columns[0][:-1]
    for values in columns[1:]:
        begins[1:] |= values[1:] != values[:-1]
    return begins


def _ties(begins: cupy.ndarray) -> tuple[int, numpy.ndarray[Any, Any]]:
    """How many groups of equal values there are, and sums over their sizes t: pairs, t(t-1)(t-2), t(t-1)(2t+5)."""
    starts = cupy.flatnonzero(begins)
    t = cupy.diff(cupy.concatenate([starts, cupy.full(1, begins.size)])).astype(float)
    sums = cupy.stack([(t * (t - 1) / 2).sum(), (t * (t - 1) * (t - 2)).sum(), (t * (t - 1) * (2 * t + 5)).sum()])
    return starts.size, sums.get()


def _significance(statistic: cupy.ndarray, pvalue: cupy.ndarray) -> Any:
    """SciPy's result of correlations, with the older name of its statistic."""
    import scipy.stats

    result = type(scipy.stats.kendalltau([1, 2], [1, 2]))(statistic, pvalue)
    result.correlation = statistic
    return result


def kendalltau(x: ArrayLike, y: ArrayLike, *, nan_policy: Literal["propagate", "raise", "omit"] = "propagate",
               method: Literal["auto", "asymptotic", "exact"] = "auto", variant: Literal["b", "c"] = "b",
               alternative: Literal["two-sided", "less", "greater"] = "two-sided", axis: SupportsIndex | None = None,
               keepdims: bool = False) -> Any:
    """Kendall's tau: how far two rankings agree.

    Parameters
    ----------
    x, y : array_like
        Values, of one length.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN. Default is 'propagate'.
    method : {'auto', 'asymptotic', 'exact'}, optional
        How the p-value is found.
    variant : {'b', 'c'}, optional
        How ties are accounted for.
    alternative : {'two-sided', 'less', 'greater'}, optional
        The alternative hypothesis.
    axis : int or None, optional
        Axis of the samples; None (default) takes all values as one.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    result
        With ``statistic`` and ``pvalue``, arrays.

    Notes
    -----
    Discordant pairs of long samples are counted on the device, one bit of the ranks after the other.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import kendalltau
    >>> round(float(kendalltau(cupy.arange(5), cupy.array([1, 0, 2, 3, 4])).statistic), 6)
    0.8
    """
    import scipy.stats

    x, y = cupy.asarray(x), cupy.asarray(y)
    host = functools.partial(_array_api.on_host(scipy.stats.kendalltau, "kendalltau", scalars=True), x, y,
                             nan_policy=nan_policy, method=method, variant=variant, alternative=alternative)
    if axis is not None or keepdims:
        return host(axis=axis, keepdims=keepdims)
    dtype = cupy.result_type(x, y, *(() if x.dtype.kind == "f" or y.dtype.kind == "f" else (float,)))
    dtype = dtype if scipy_from(1, 18) else float
    x, y = (v.ravel() + 0 for v in (x, y))       # without zeros below zero
    n = x.size
    nan = any(v.dtype.kind == "f" and bool(cupy.isnan(v).any()) for v in (x, y))
    if n <= _SMALL or host_memory() or n != y.size or method == "exact" or nan or variant not in ("b", "c"):
        return host()
    order = cupy.lexsort(cupy.stack([y, x]))
    x, y = x[order], y[order]
    by_y = cupy.argsort(y, kind="stable")
    ranks = cupy.empty(n, "i" if n < 1 << 31 else "l")
    ranks[by_y] = cupy.arange(n, dtype=ranks.dtype)         # equal values in turn: they are no inversions
    discordant = _inversions(ranks)
    pairs = n * (n - 1) // 2
    both = _ties(_begins(x, y))[1][0]
    (distinct_x, (xtie, x0, x1)), (distinct_y, (ytie, y0, y1)) = _ties(_begins(x)), _ties(_begins(y[by_y]))
    if xtie == pairs or ytie == pairs:
        return _significance(cupy.asarray(numpy.nan, dtype), cupy.asarray(numpy.nan, dtype))
    balance = pairs - xtie - ytie + both - 2 * discordant
    if variant == "b":
        tau = balance / math.sqrt(pairs - xtie) / math.sqrt(pairs - ytie)
    else:
        classes = min(distinct_x, distinct_y)
        tau = 2 * balance / (n ** 2 * (classes - 1) / classes)
    m = n * (n - 1.0)
    variance = (m * (2 * n + 5) - x1 - y1) / 18 + 2 * xtie * ytie / m + x0 * y0 / (9 * m * (n - 2))
    pvalue = _ranked.normal_p(balance / math.sqrt(variance), alternative)
    return _significance(cupy.asarray(max(-1.0, min(1.0, tau)), dtype), cupy.asarray(pvalue, dtype))


@_array_api.few_on_host
def spearmanr(a: Any, b: ArrayLike | None = None, axis: Any = 0,
              nan_policy: Literal["propagate", "raise", "omit"] = "propagate",
              alternative: Literal["two-sided", "less", "greater"] = "two-sided") -> Any:
    """Spearman's rank correlation.

    Parameters
    ----------
    a, b : array_like
        Values: two vectors, or matrices of variables; `b` may be left out for a matrix.
    axis : int or None, optional
        Axis of the observations; None flattens. Default is zero.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN. Default is 'propagate'.
    alternative : {'two-sided', 'less', 'greater'}, optional
        The alternative hypothesis.

    Returns
    -------
    result
        With ``statistic`` and ``pvalue``: numbers for two variables, else matrices.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import spearmanr
    >>> float(spearmanr(cupy.arange(5), cupy.array([5, 6, 7, 8, 7])).statistic.round(4))
    0.8208
    """
    import scipy.stats

    from cupyx.scipy import special

    a = cupy.asarray(a)
    parts = [a] if b is None else [a, cupy.asarray(b)]
    plain = axis in (0, 1) and all(v.ndim == 2 or (v.ndim == 1 and len(parts) == 2 and axis == 0) for v in parts)
    if not plain or nan_policy != "propagate" or parts[0].shape[axis] != parts[-1].shape[axis] or a.shape[axis] < 3:
        return _array_api.on_host(scipy.stats.spearmanr, "spearmanr", scalars=True)(
            a, b, axis=axis, nan_policy=nan_policy, alternative=alternative)
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    rows = cupy.concatenate([cupy.atleast_2d(v.T if axis == 0 else v) for v in parts])
    n = rows.shape[1]
    ranks = rankdata(rows, axis=1)
    if len(rows) == 2:
        first, second = ranks.astype(float, copy=False) - (n + 1) / 2
        return _of_two(first, second, alternative)
    rs = cupy.corrcoef(ranks)
    t = rs * cupy.sqrt(cupy.clip((n - 2) / ((rs + 1) * (1 - rs)), 0, None))
    p = {"less": lambda: special.stdtr(n - 2, t), "greater": lambda: special.stdtr(n - 2, -t),
         "two-sided": lambda: 2 * special.stdtr(n - 2, -abs(t))}[alternative]()
    return _significance(rs, p)


def _of_two(x: cupy.ndarray, y: cupy.ndarray, alternative: str) -> Any:
    """Spearman's correlation of the ranks of two samples, less their mean."""
    xx, xy, yy = cupy.stack([(x * x).sum(), (x * y).sum(), (y * y).sum()]).get()
    with numpy.errstate(all="ignore"):
        r = numpy.clip(xy / numpy.sqrt(xx * yy), -1, 1)
        t = r * numpy.sqrt(max(0.0, (x.size - 2) / ((r + 1) * (1 - r))))
    return _significance(*_ranked.results(float, r, _ranked.student_p(x.size - 2, t, alternative)))


def _cdf_gaps(u: Any, v: Any, u_weights: Any, v_weights: Any) -> tuple[cupy.ndarray, cupy.ndarray]:
    """``(differences of the distribution functions, widths)`` between neighbours of all values."""
    u, v = _sample(u, u_weights), _sample(v, v_weights)
    points = cupy.sort(cupy.concatenate([u[0], v[0]]))
    gaps = _cdf(points[:-1], *u) - _cdf(points[:-1], *v)
    return gaps, cupy.diff(points)


def _sample(values: cupy.ndarray, weights: cupy.ndarray | None) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    values = cupy.asarray(values, dtype=float)
    if values.size == 0:
        raise ValueError("Distribution can't be empty.")
    if values.ndim != 1:
        raise ValueError(f"The values of a distribution have one axis, not {values.ndim}.")
    if weights is None:
        return values, None
    weights = cupy.asarray(weights, dtype=float).ravel()
    if weights.size != values.size:
        raise ValueError("Value and weight array-likes for the same empirical distribution must be of the same size.")
    low, total = cupy.stack([weights.min(), weights.sum()]).get()
    if low < 0:
        raise ValueError("All weights must be non-negative.")
    if not 0 < total < numpy.inf:
        raise ValueError("Weight array-like sum must be positive and finite. Set as None for an equal distribution of "
                         "weight.")
    return values, weights


def _cdf(points: cupy.ndarray, values: cupy.ndarray, weights: cupy.ndarray | None) -> cupy.ndarray:
    order = cupy.argsort(values)
    index = cupy.searchsorted(values[order], points, side="right")
    if weights is None:
        return index / values.size
    total = cupy.concatenate([cupy.zeros(1), cupy.cumsum(weights[order])])
    return total[index] / total[-1]


@_array_api.few_on_host
def wasserstein_distance(u_values: ArrayLike, v_values: ArrayLike, u_weights: ArrayLike | None = None,
                         v_weights: ArrayLike | None = None) -> cupy.ndarray:
    """The first Wasserstein distance of two samples, the earth mover's.

    Parameters
    ----------
    u_values, v_values : array_like
        Values.
    u_weights, v_weights : array_like, optional
        Weights. Default: equal.

    Returns
    -------
    cupy.ndarray
        Zero-dimensional.

    Raises
    ------
    ValueError
        If a sample is empty, or weights are negative or of another size.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import wasserstein_distance
    >>> wasserstein_distance(cupy.array([0, 1, 3]), cupy.array([5, 6, 8]))
    array(5.)
    """
    gaps, widths = _cdf_gaps(u_values, v_values, u_weights, v_weights)
    return (abs(gaps) * widths).sum()


@_array_api.few_on_host
def energy_distance(u_values: ArrayLike, v_values: ArrayLike, u_weights: ArrayLike | None = None,
                    v_weights: ArrayLike | None = None) -> cupy.ndarray:
    """The energy distance of two samples.

    Parameters
    ----------
    u_values, v_values : array_like
        Values.
    u_weights, v_weights : array_like, optional
        Weights. Default: equal.

    Returns
    -------
    cupy.ndarray
        Zero-dimensional.

    Raises
    ------
    ValueError
        If a sample is empty, or weights are negative or of another size.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import energy_distance
    >>> energy_distance(cupy.array([0]), cupy.array([2]))
    array(2.)
    """
    gaps, widths = _cdf_gaps(u_values, v_values, u_weights, v_weights)
    return cupy.sqrt(2 * (gaps ** 2 * widths).sum())
