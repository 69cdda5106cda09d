"""Tests by ranks of long samples of one axis: one sort on the device, and sums over the groups of equal values.

Functions have the parameters of SciPy's, and return NotImplemented for what is left to those.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy

import cupy
from cupyx.scipy._host import of_scipy, scipy_from

__all__ = []


def are_plain(samples: Sequence[Any], axis: object = 0, nan_policy: object = "propagate", keepdims: object = False,
              least: int = 1) -> bool:
    """Whether samples are vectors of real numbers, `least` or more, of which NaN makes the result NaN."""
    return (axis in (0, -1) and nan_policy == "propagate" and keepdims is False
            and all(isinstance(x, cupy.ndarray) and x.ndim == 1 and x.size >= least and x.dtype.char in "fdbBhHiIlL"
                    for x in samples))


def floating(*samples: cupy.ndarray) -> numpy.dtype:
    """The type of results of samples: float64, or float32 of such alone."""
    return numpy.result_type(*[x.dtype if x.dtype.kind == "f" else numpy.dtype(float) for x in samples])


def results(dtype: Any, *values: float) -> list[cupy.ndarray]:
    """Numbers as arrays without axes."""
    return [cupy.asarray(value, dtype) for value in values]


def normal_p(z: float, alternative: str) -> float:
    """The p-value of a standard normal statistic."""
    return _p(of_scipy("special.ndtr"), z, alternative)


def student_p(df: float, t: float, alternative: str) -> float:
    """The p-value of a statistic with Student's distribution."""
    stdtr = of_scipy("special.stdtr")
    return _p(lambda x: stdtr(df, x), t, alternative)


def _p(below: Any, x: float, alternative: str) -> float:
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return float(2 * below(-abs(x)) if alternative == "two-sided" else below(x if alternative == "less" else -x))


class Groups:
    """Groups of equal values of a vector, in ascending order.

    Parameters
    ----------
    x : cupy.ndarray
        The values; NaN is a group of its own, and comes last.

    Attributes
    ----------
    order : cupy.ndarray
        Positions of the sorted values.
    start, stop, size : cupy.ndarray
        Where the groups lie among the sorted values, and how many values they have, in floating point.
    begins : cupy.ndarray
        At which of the sorted values groups begin.
    first, last : cupy.ndarray
        The least value, and the greatest or NaN, without axes.
    """

    def __init__(self, x: cupy.ndarray) -> None:
        self.order = cupy.argsort(x, kind="stable")
        values = x[self.order]
        self.begins = cupy.ones(x.shape, bool)
        self.begins[1:] = values[1:] != values[:-1]
        self.first, self.last = values[0], values[-1]
        self.start = cupy.flatnonzero(self.begins)
        self.stop = cupy.concatenate([self.start[1:], cupy.full(1, x.size)])
        self.size = (self.stop - self.start).astype(float)

    def ranks(self) -> cupy.ndarray:
        """The mean rank of each group."""
        return (self.start + self.stop + 1) * 0.5

    def numbers(self) -> cupy.ndarray:
        """The group of each of the sorted values."""
        return cupy.cumsum(self.begins) - 1

    def ties(self) -> cupy.ndarray:
        """The sum over the groups of their size's third power less the size."""
        return (self.size * (self.size * self.size - 1)).sum()

    def counts(self, flags: cupy.ndarray) -> cupy.ndarray:
        """How many of the flags of the sorted values are set in each group, in floating point."""
        reached = cupy.cumsum(flags)[self.stop - 1].astype(float)
        reached[1:] -= reached[:-1].copy()
        return reached


def pooled(samples: Sequence[cupy.ndarray]) -> tuple[Groups, list[cupy.ndarray]]:
    """The groups of all values, and how many of each sample are in each."""
    groups, counts, begin = Groups(cupy.concatenate(samples)), [], 0
    rest = groups.size
    for x in samples[:-1]:
        flags = groups.order < begin + x.size
        counts.append(groups.counts(flags & (groups.order >= begin) if begin else flags))
        rest, begin = rest - counts[-1], begin + x.size
    return groups, [*counts, rest]


def _numbers(*values: cupy.ndarray) -> list[float]:
    """Arrays without axes as numbers, by one copy."""
    return cupy.stack([value.astype(float, copy=False) for value in values]).get().tolist()


def _arrays(samples: Sequence[Any]) -> list[Any]:
    return [x if isinstance(x, cupy.ndarray) else cupy.asarray(x) for x in samples]


def ranksums(x: Any, y: Any, alternative: Any = "two-sided", *, axis: Any = 0, nan_policy: Any = "propagate",
             keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    if not are_plain((x, y), axis, nan_policy, keepdims):
        return NotImplemented
    groups, (count, _) = pooled((x, y))
    total, last = _numbers((count * groups.ranks()).sum(), groups.last)
    m, n = x.size, y.size
    z = (total - m * (m + n + 1) / 2) / math.sqrt(m * n * (m + n + 1) / 12) if last == last else math.nan
    return of_scipy("stats._stats_py.RanksumsResult")(numpy.float64(z), numpy.float64(normal_p(z, alternative)))


def tiecorrect(rankvals: Any) -> Any:
    ranks = cupy.asarray(rankvals)
    if not are_plain((ranks,), least=2):
        return NotImplemented
    values, n = cupy.sort(ranks), float(ranks.size)
    changes = cupy.ones(ranks.size + 1, bool)
    changes[1:-1] = values[1:] != values[:-1]
    size = cupy.diff(cupy.flatnonzero(changes)).astype(float)
    return numpy.float64(1 - float((size * (size * size - 1)).sum()) / (n ** 3 - n))


def kruskal(*samples: Any, nan_policy: Any = "propagate", axis: Any = 0, keepdims: Any = False) -> Any:
    given = _arrays(samples)
    if len(given) < 2 or not are_plain(given, axis, nan_policy, keepdims):
        return NotImplemented
    groups, counts = pooled(given)
    ranks, n = groups.ranks(), sum(x.size for x in given)
    last, ties, *sums = _numbers(groups.last, groups.ties(), *[(count * ranks).sum() for count in counts])
    squares = sum(total * total / x.size for total, x in zip(sums, given))
    share = 1 - ties / (n ** 3 - n)
    h = (12 / (n * (n + 1)) * squares - 3 * (n + 1)) / share if share and last == last else math.nan
    pvalue = of_scipy("special.chdtrc")(len(given) - 1, h)
    return of_scipy("stats._stats_py.KruskalResult")(*results(floating(*given), h, pvalue))


def mannwhitneyu(x: Any, y: Any, use_continuity: Any = True, alternative: Any = "two-sided", axis: Any = 0,
                 method: Any = "auto", *, nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    side = str(alternative).lower()
    if (not are_plain((x, y), axis, nan_policy, keepdims) or use_continuity not in (True, False)
            or side not in ("two-sided", "less", "greater") or not isinstance(method, str)
            or not (method == "asymptotic" or method == "auto" and min(x.size, y.size) > 8)):
        return NotImplemented
    m, n = x.size, y.size
    groups, (count, _) = pooled((x, y))
    total, ties, last = _numbers((count * groups.ranks()).sum(), groups.ties(), groups.last)
    u = total - m * (m + 1) / 2 if last == last else math.nan
    # SciPy 1.18 corrects what is below the mean upwards, where before two sides were those of the greater of both.
    newer, above = scipy_from(1, 18), u - m * n / 2
    sign = {"greater": 1, "less": -1}.get(side, (above > 0) - (above < 0) if newer else 1)
    above = abs(above) if side == "two-sided" and not newer else above
    above -= 0.5 * sign if use_continuity else 0
    deviation = math.sqrt(m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1))))
    z = above / deviation if deviation else math.copysign(math.inf, above) if above else math.nan
    if side == "two-sided" and not newer:
        pvalue = min(1.0, 2 * float(of_scipy("special.ndtr")(-z))) if z == z else math.nan
    else:
        pvalue = normal_p(z, side)
    found = of_scipy("stats._mannwhitneyu.MannwhitneyuResult")(*results(floating(x, y), u, pvalue))
    if newer and method == "asymptotic":
        found.zstatistic = cupy.asarray(z, floating(x, y))
    return found


def brunnermunzel(x: Any, y: Any, alternative: Any = "two-sided", distribution: Any = "t",
                  nan_policy: Any = "propagate", *, axis: Any = 0, keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    if not are_plain((x, y), axis, nan_policy, keepdims, 2) or distribution not in ("t", "normal"):
        return NotImplemented
    m, n = x.size, y.size
    groups, (of_x, of_y) = pooled((x, y))
    ranks, sums = groups.ranks(), []
    for own, other in ((of_x, of_y), (of_y, of_x)):     # ranks among all less those in the sample
        placed = cupy.cumsum(other) - 0.5 * other
        mean = (own * placed).sum() / own.sum()
        apart = placed - mean
        sums += [(own * ranks).sum(), (own * apart * apart).sum()]
    rank_x, square_x, rank_y, square_y, last = _numbers(*sums, groups.last)
    parts = m * square_x / (m - 1), n * square_y / (n - 1)
    if last == last and not sum(parts):
        return NotImplemented
    dtype = floating(x, y) if scipy_from(1, 18) else float
    made = of_scipy("stats._stats_py.BrunnerMunzelResult")
    if last != last:
        return made(*results(dtype, math.nan, math.nan))
    statistic = m * n * (rank_y / n - rank_x / m) / ((m + n) * math.sqrt(sum(parts)))
    if distribution == "normal":
        return made(*results(dtype, statistic, normal_p(-statistic, alternative)))
    df = sum(parts) ** 2 / (parts[0] ** 2 / (m - 1) + parts[1] ** 2 / (n - 1))
    return made(*results(dtype, statistic, student_p(df, -statistic, alternative)))


def mood(x: Any, y: Any, axis: Any = 0, alternative: Any = "two-sided", *, nan_policy: Any = "propagate",
         keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    m, n = x.size, y.size
    if not are_plain((x, y), axis, nan_policy, keepdims) or m + n < 3:
        return NotImplemented
    groups, (count, _) = pooled((x, y))
    ranks, t, whole = groups.ranks(), groups.size, m + n
    # P. W. Mielke, Technometrics 9 (1967), 312: squared distances of ranks from the middle, means of groups.
    scores = (ranks - (whole + 1) / 2) ** 2 + (t * t - 1) / 12
    middle = whole - groups.start - groups.stop
    total, lost, last = _numbers((count * scores).sum(), (t * (t * t - 1) * (t * t - 4 + 15 * middle * middle)).sum(),
                                 groups.last)
    variance = m * n * (whole + 1) * (whole ** 2 - 4) / 180 - m * n / (180 * whole * (whole - 1)) * lost
    if last != last or variance <= 0:
        return NotImplemented if last == last else _significance(floating(x, y), math.nan, math.nan)
    z = (total - m * (whole ** 2 - 1) / 12) / math.sqrt(variance)
    return _significance(floating(x, y), z, normal_p(z, alternative))


def _significance(dtype: Any, statistic: float, pvalue: float) -> Any:
    return of_scipy("stats._stats_py.SignificanceResult")(*results(dtype, statistic, pvalue))


def ansari(x: Any, y: Any, alternative: Any = "two-sided", *, axis: Any = 0, nan_policy: Any = "propagate",
           keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    n, m = x.size, y.size
    if (not are_plain((x, y), axis, nan_policy, keepdims) or max(m, n) < 55
            or alternative not in ("two-sided", "less", "greater")):
        return NotImplemented
    groups, (count, _) = pooled((x, y))
    ranks, whole = groups.ranks(), m + n
    ranks = cupy.minimum(ranks, whole + 1 - ranks)
    ab, squares, last = _numbers((count * ranks).sum(), (groups.size * ranks * ranks).sum(), groups.last)
    if whole % 2:
        mean = n * (whole + 1) ** 2 / 4 / whole
        variance = m * n * (16 * whole * squares - (whole + 1) ** 4) / (16 * whole ** 2 * (whole - 1))
    else:
        mean = n * (whole + 2) / 4
        variance = m * n * (16 * squares - whole * (whole + 2) ** 2) / (16 * whole * (whole - 1))
    if last == last and variance <= 0:
        return NotImplemented
    z = (mean - ab) / math.sqrt(variance) if last == last else math.nan
    return of_scipy("stats._morestats.AnsariResult")(*results(floating(x, y), ab if last == last else math.nan,
                                                              normal_p(z, alternative)))


def fligner(*samples: Any, center: Any = "median", proportiontocut: Any = 0.05, axis: Any = 0,
            nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    given = _arrays(samples)
    if len(given) < 2 or center not in ("mean", "median") or not are_plain(given, axis, nan_policy, keepdims):
        return NotImplemented
    from cupyx.scipy import special

    dtype, middle = floating(*given), cupy.median if center == "median" else cupy.mean
    apart = [abs(x - middle(x)) for x in (x.astype(dtype, copy=False) for x in given)]
    groups, counts = pooled(apart)
    n = sum(x.size for x in given)
    scores = special.ndtri(groups.ranks() / (2 * (n + 1)) + 0.5)
    mean = (groups.size * scores).sum() / n
    scores -= mean
    last, squares, *sums = _numbers(groups.last, (groups.size * scores * scores).sum(),
                                    *[(count * scores).sum() for count in counts])
    if not squares or last != last:
        return NotImplemented
    statistic = sum(total * total / x.size for total, x in zip(sums, given)) / (squares / (n - 1))
    pvalue = of_scipy("special.chdtrc")(len(given) - 1, statistic)
    return of_scipy("stats._morestats.FlignerResult")(*results(dtype, statistic, pvalue))


def wilcoxon(x: Any, y: Any = None, zero_method: Any = "wilcox", correction: Any = False,
             alternative: Any = "two-sided", method: Any = "auto", *, axis: Any = 0, nan_policy: Any = "propagate",
             keepdims: Any = False) -> Any:
    given = _arrays((x,) if y is None else (x, y))
    zeros, side = str(zero_method).lower(), str(alternative).lower()
    n = given[0].size
    if (not are_plain(given, axis, nan_policy, keepdims) or any(v.size != n for v in given)
            or zeros not in ("wilcox", "pratt", "zsplit") or side not in ("two-sided", "less", "greater")
            or correction not in (True, False) or not isinstance(method, str)
            or not (method in ("asymptotic", "approx") or method == "auto" and n > 50)):
        return NotImplemented
    dtype = floating(*given)
    d = given[0].astype(dtype, copy=False)
    d = d if y is None else d - given[1].astype(dtype, copy=False)
    groups = Groups(abs(d))
    count = groups.counts(d[groups.order] > 0)
    zero = cupy.where(groups.first == 0, groups.size[0], 0.0)
    plus, positive, none, ties, last = _numbers((count * groups.ranks()).sum(), count.sum(), zero, groups.ties(),
                                                groups.last)
    whole, lost = n * (n + 1) / 2, none * (none + 1) / 2        # sums of all ranks, and of those of zeros
    minus = whole - lost - plus
    if zeros == "wilcox":
        plus, minus, kept = plus - none * positive, minus - none * (n - none - positive), n - none
    else:
        kept = n
    ties -= none * (none * none - 1) if zeros != "zsplit" else 0
    mean, square = kept * (kept + 1) / 4, kept * (kept + 1) * (2 * kept + 1)
    if zeros == "zsplit":
        plus, minus = plus + lost / 2, minus + lost / 2
    elif zeros == "pratt":
        mean, square = mean - lost / 2, square - none * (none + 1) * (2 * none + 1)
    deviation = math.sqrt((square - ties / 2) / 24)
    if last == last and not deviation:
        return NotImplemented
    z = (plus - mean) / deviation if last == last else math.nan
    if correction and z == z:
        z -= {"greater": 1, "less": -1}.get(side, (z > 0) - (z < 0)) * 0.5 / deviation
    statistic = (min(plus, minus) if side == "two-sided" else plus) if last == last else math.nan
    found = of_scipy("stats._morestats.WilcoxonResult")(*results(dtype, statistic, normal_p(z, side)))
    if method != "auto":
        found.zstatistic = cupy.asarray(-abs(z) if side == "two-sided" else z, dtype)
    return found


def friedmanchisquare(*samples: Any, axis: Any = 0, nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    given, k = _arrays(samples), len(samples)
    if (not 3 <= k <= 8 or not are_plain(given, axis, nan_policy, keepdims)
            or any(x.size != given[0].size for x in given)):
        return NotImplemented
    n, totals, ties = given[0].size, [], cupy.zeros((), "l")
    for x in given:             # twice the rank: what is below counts for two, what is equal for one
        ranks, equals = cupy.ones(n, "b"), cupy.zeros(n, "b")
        for other in given:
            ranks += other < x
            ranks += other <= x
            equals += other == x
        totals.append(ranks.sum(dtype="l"))
        ties += (equals * equals - 1).sum(dtype="l")
    *twice, lost = _numbers(*totals, ties)
    share = 1 - lost / (k * (k * k - 1) * n)
    if not share or sum(twice) != n * k * (k + 1):      # all are equal, or NaN, which is beside nothing
        return NotImplemented
    statistic = (12 / (k * n * (k + 1)) * sum(total * total for total in twice) / 4 - 3 * n * (k + 1)) / share
    pvalue = of_scipy("special.chdtrc")(k - 1, statistic)
    return of_scipy("stats._stats_py.FriedmanchisquareResult")(*results(floating(*given), statistic, pvalue))


def chatterjeexi(x: Any, y: Any, *, axis: Any = 0, y_continuous: Any = False, method: Any = "asymptotic",
                 nan_policy: Any = "propagate", keepdims: Any = False) -> Any:
    x, y = _arrays((x, y))
    n = x.size
    if (not are_plain((x, y), axis, nan_policy, keepdims, 2) or y.size != n or method != "asymptotic"
            or y_continuous not in (True, False)):
        return NotImplemented
    by_x = cupy.argsort(x, kind="stable")
    groups = Groups(y[by_x])
    up_to = groups.stop[groups.numbers()]       # how many values are not above each, in the order of y
    in_turn = cupy.empty_like(up_to)
    in_turn[groups.order] = up_to
    steps, shares = abs(cupy.diff(in_turn)).sum(), (groups.size * groups.start * (n - groups.start)).sum()
    found = [steps, shares, groups.last, x[by_x[-1]]]
    if not y_continuous:
        u = up_to.astype(float)
        weights, sums = cupy.arange(2 * n - 1, 0, -2, dtype=float), cupy.cumsum(u)
        found += [(weights * u * u).sum(), ((sums + cupy.arange(n - 1, -1, -1) * u) ** 2).sum(), (weights * u).sum()]
    steps, shares, *lasts = _numbers(*found)
    moments, lasts = lasts[2:], lasts[:2]
    if any(last != last for last in lasts):
        return _significance(floating(x, y), math.nan, math.nan)
    if y_continuous:
        xi, deviation = 1 - 3 * steps / (n ** 2 - 1), math.sqrt(2 / 5 / n)
    else:
        if not shares:
            return NotImplemented
        xi, share = 1 - n * steps / (2 * shares), shares / n ** 3
        a, b, c = moments[0] / n ** 4, moments[1] / n ** 5, moments[2] / n ** 3
        deviation = math.sqrt((a - 2 * b + c * c) / share ** 2 / n)
    return _significance(floating(x, y), xi, normal_p(xi / deviation, "greater"))
