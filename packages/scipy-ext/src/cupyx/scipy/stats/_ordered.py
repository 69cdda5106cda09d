"""Statistics of medians, trimmed samples and counts of long samples, on the device.

Functions have the parameters of SciPy's, and return NotImplemented for what is left to those.
"""
from __future__ import annotations

import math
from typing import Any

import numpy

import cupy
from cupy._ext import host_memory
from cupyx.scipy._host import of_scipy
from cupyx.scipy.stats._ranked import are_plain, floating, results

__all__ = []


def _trimmed(a: Any, axis: Any, first: int, stop: int) -> Any:
    """The items of the places `first` to `stop` along an axis of the sorted array."""
    ordered = cupy.partition(a, (first, stop - 1), axis)
    return ordered[tuple(slice(first, stop) if k == axis % a.ndim else slice(None) for k in range(a.ndim))]


def trimboth(a: Any, proportiontocut: Any, axis: Any = 0) -> Any:
    a = cupy.asarray(a)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    if a.size == 0 or a.ndim == 0:
        return NotImplemented
    cut = int(proportiontocut * a.shape[axis])
    return _trimmed(a, axis, cut, a.shape[axis] - cut) if 0 <= cut < a.shape[axis] - cut else NotImplemented


def trim1(a: Any, proportiontocut: Any, tail: Any = "right", axis: Any = 0) -> Any:
    a, tail = cupy.asarray(a), str(tail).lower()
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    if a.size == 0 or a.ndim == 0 or tail not in ("left", "right") or not 0 <= proportiontocut < 1:
        return NotImplemented
    count = a.shape[axis]
    cut = int(proportiontocut * count)
    return _trimmed(a, axis, *((0, count - cut) if tail == "right" else (cut, count)))


def percentileofscore(a: Any, score: Any, kind: Any = "rank", nan_policy: Any = "propagate") -> Any:
    a = cupy.asarray(a)
    if kind not in ("rank", "weak", "strict", "mean") or not are_plain((a,), 0, nan_policy):
        return NotImplemented
    if isinstance(score, (int, float, numpy.integer, numpy.floating)):
        missing = (a != a).any() if a.dtype.kind == "f" else cupy.zeros((), bool)
        below, up_to, missing = cupy.stack([cupy.count_nonzero(a < score), cupy.count_nonzero(a <= score),
                                            missing.astype("l")]).get()
        return numpy.float64(math.nan if missing or score != score else _percents(below, up_to, kind, a.size))
    scores = cupy.asarray(score)
    if scores.dtype.kind not in "iuf":
        return NotImplemented
    ordered = cupy.sort(a)
    below, up_to = (cupy.searchsorted(ordered, scores, side=side) for side in ("left", "right"))
    known = (ordered[-1] == ordered[-1]) & (scores == scores)
    found = cupy.where(known, _percents(below, up_to, kind, a.size), math.nan)
    return found if found.ndim else numpy.float64(found.get())


def _percents(below: Any, up_to: Any, kind: str, n: int) -> Any:
    if kind in ("strict", "weak"):
        return (below if kind == "strict" else up_to) * (100.0 / n)
    return (below + up_to + (below < up_to if kind == "rank" else 0)) * (50.0 / n)


def scoreatpercentile(a: Any, per: Any, limit: Any = (), interpolation_method: Any = "fraction",
                      axis: Any = None) -> Any:
    a = cupy.asarray(a)
    a = a.ravel() if axis is None else a
    if (host_memory() or not are_plain((a,)) or limit or not isinstance(per, (int, float)) or not 0 <= per <= 100
            or axis not in (None, 0, -1) or interpolation_method not in ("fraction", "lower", "higher")):
        return NotImplemented
    place = per / 100 * (a.size - 1)
    low = math.floor(place) if interpolation_method != "higher" else math.ceil(place)
    if interpolation_method != "fraction" or low == place:
        return numpy.float64(cupy.partition(a, low)[low].get())
    first, second = cupy.partition(a, (low, low + 1))[low:low + 2].get().astype(float)
    return numpy.float64(first * (low + 1 - place) + second * (place - low))


def median_test(*samples: Any, ties: Any = "below", correction: Any = True, lambda_: Any = 1,
                nan_policy: Any = "propagate") -> Any:
    given = [cupy.asarray(sample) for sample in samples]
    if len(given) < 2 or ties not in ("below", "above", "ignore") or not are_plain(given, 0, nan_policy):
        return NotImplemented
    middle = cupy.median(cupy.concatenate(given))
    counts = [cupy.count_nonzero(found) for x in given for found in (x > middle, x < middle)]
    median, *counts = cupy.stack([middle.astype(float), *[count.astype(float) for count in counts]]).get().tolist()
    made = of_scipy("stats._morestats.MedianTestResult")
    if median != median:
        return made(numpy.nan, numpy.nan, numpy.nan, None)
    table = numpy.array(counts, numpy.int64).reshape(-1, 2).T.copy()
    equal = [x.size for x in given] - table.sum(axis=0)
    if ties != "ignore":
        table[0 if ties == "above" else 1] += equal
    if not table.sum(axis=1).all() or not table.sum(axis=0).all():
        return NotImplemented
    statistic, pvalue, *_ = of_scipy("stats.chi2_contingency")(table, lambda_=lambda_, correction=correction)
    return made(statistic, pvalue, middle.dtype.type(median), cupy.asarray(table))


def levene(*samples: Any, center: Any = "median", proportiontocut: Any = 0.05, axis: Any = 0,
           nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    given, k = [cupy.asarray(sample) for sample in samples], len(samples)
    if k < 2 or center not in ("mean", "median") or not are_plain(given, axis, nan_policy, keepdims):
        return NotImplemented
    dtype, sums = floating(*given), []
    for x in given:
        apart = abs(x - (cupy.median if center == "median" else cupy.mean)(x))
        mean = apart.mean()
        apart -= mean
        sums += [mean.astype(float, copy=False), (apart * apart).sum(dtype=float)]
    sums = cupy.stack(sums).get()
    means, within, sizes = sums[::2], sums[1::2].sum(), numpy.array([x.size for x in given], float)
    if not within:
        return NotImplemented
    whole = sizes.sum()
    between = (sizes * (means - (sizes * means).sum() / whole) ** 2).sum()
    statistic = (whole - k) * between / ((k - 1) * within)
    pvalue = of_scipy("special.fdtrc")(k - 1, whole - k, statistic)
    return of_scipy("stats._morestats.LeveneResult")(*results(dtype, statistic, pvalue))


def median_abs_deviation(x: Any, axis: Any = 0, center: Any = None, scale: Any = 1.0, nan_policy: Any = "propagate",
                         *, keepdims: Any = False) -> Any:
    x = cupy.asarray(x)
    if scale == "normal":
        scale = 0.6744897501960817          # of a normal distribution with deviation one
    if (nan_policy != "propagate" or center is not None or keepdims is not False or isinstance(scale, str)
            or x.dtype.char not in "fdbBhHiIlL" or not x.ndim or not x.size
            or not (axis is None or isinstance(axis, int))):
        return NotImplemented
    return cupy.median(abs(x - cupy.median(x, axis=axis, keepdims=True)), axis=axis) / scale
