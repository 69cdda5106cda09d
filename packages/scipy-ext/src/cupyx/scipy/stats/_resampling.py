"""Permutation tests and bootstrap intervals whose resamples are drawn on the device, many at a time."""
from __future__ import annotations

import importlib
import inspect
import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.stats import _array_api

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["bootstrap", "permutation_test"]

_AT_ONCE = 1 << 26       # numbers of resamples that exist at the same time, if `batch` is not given


class _Resampled:
    """What SciPy's ``bootstrap`` goes on from."""

    def __init__(self, bootstrap_distribution: cupy.ndarray) -> None:
        self.bootstrap_distribution = bootstrap_distribution


def _on_device(data: Any, statistic: Callable[..., Any], vectorized: bool | None, rng: Any) -> bool:
    """Whether samples are resampled here: random numbers that the caller has not chosen, a statistic with an axis."""
    if vectorized is None:
        try:
            vectorized = "axis" in inspect.signature(statistic).parameters
        except (TypeError, ValueError):
            return False
    return (vectorized is True and (rng is None or isinstance(rng, cupy.random.Generator))
            and isinstance(data, (tuple, list)) and len(data) > 0 and all(isinstance(x, cupy.ndarray) for x in data))


def _samples(data: Sequence[Any], axis: Any) -> list[cupy.ndarray] | None:
    """Samples with the axis of observations last, and other axes of one shape; None if they do not fit."""
    try:
        moved = [cupy.moveaxis(x, normalize_axis_index(axis, x.ndim), -1) for x in data]
        shape = numpy.broadcast_shapes(*[x.shape[:-1] for x in moved])
    except (IndexError, TypeError, ValueError):
        return None
    if any(x.shape[-1] < 2 for x in moved):
        return None
    return [cupy.broadcast_to(x, (*shape, x.shape[-1])) for x in moved]


def _batches(n_resamples: Any, batch: Any, samples: list[cupy.ndarray]) -> list[int]:
    """Numbers of resamples that are drawn together."""
    most = batch or max(1, _AT_ONCE // max(1, sum(x.size for x in samples)))
    return [min(most, n_resamples - first) for first in range(0, n_resamples, most)]


def _taken(sample: cupy.ndarray, order: cupy.ndarray) -> cupy.ndarray:
    """``(resamples, ..., observations)`` of a sample, by the indices of each resample."""
    return cupy.moveaxis(sample[..., order], -2, 0)


def _permuted(samples: list[cupy.ndarray], count: int, kind: str, random: Callable[..., Any]) -> list[cupy.ndarray]:
    """Samples of `count` random permutations, with an axis for these in front."""
    sizes = [x.shape[-1] for x in samples]
    if kind == "independent":
        every = _taken(cupy.concatenate(samples, axis=-1), cupy.argsort(random((count, sum(sizes))), axis=1))
        ends = list(itertools.accumulate(sizes, initial=0))
        return [every[..., low:high] for low, high in itertools.pairwise(ends)]
    if kind == "pairings":
        return [_taken(x, cupy.argsort(random((count, x.shape[-1])), axis=1)) for x in samples]
    n = sizes[0]
    if len(samples) == 1:           # the two signs change places
        signs = cupy.where(random((count, n)) < 0.5, 1, -1).astype(samples[0].dtype)
        return [samples[0] * signs.reshape(count, *(1,) * (samples[0].ndim - 1), n)]
    order = cupy.argsort(random((count, len(samples), n)), axis=1)
    stacked = cupy.stack(samples)
    order = order.reshape(count, len(samples), *(1,) * (samples[0].ndim - 1), n)
    every = cupy.take_along_axis(stacked[None], order, axis=1)
    return [every[:, k] for k in range(len(samples))]


def _distinct(samples: list[cupy.ndarray], kind: str) -> int:
    """How many different permutations there are."""
    sizes = [x.shape[-1] for x in samples]
    if kind == "independent":
        return math.prod(math.comb(n, k) for n, k in zip(itertools.accumulate(sizes), sizes))
    if kind == "pairings":
        return math.factorial(sizes[0]) ** len(samples)
    return math.factorial(max(len(samples), 2)) ** sizes[0]


def permutation_test(data: Sequence[ArrayLike], statistic: Callable[..., Any], *,
                     permutation_type: Literal["independent", "samples", "pairings"] = "independent",
                     vectorized: bool | None = None, n_resamples: Int = 9999, batch: SupportsIndex | None = None,
                     alternative: Literal["two-sided", "greater", "less"] = "two-sided", axis: Int = 0,
                     rng: numpy.random.Generator | None = None, **others: Any) -> Any:
    """Test of the hypothesis that observations could be exchanged.

    Parameters
    ----------
    data : sequence of array_like
        The samples.
    statistic : callable
        ``statistic(*data, axis)``, or without an axis for NumPy's arrays.
    permutation_type : {'independent', 'samples', 'pairings'}, optional
        Whether observations change places between samples, between samples within their place, or only the pairs do.
    vectorized : bool, optional
        Whether `statistic` takes an axis; by default whether it has such a parameter.
    n_resamples : int, optional
        How many random permutations; all are used if they are no more. Default is 9999.
    batch : int, optional
        How many are processed together. Default: as many as some hundred megabytes hold.
    alternative : {'two-sided', 'greater', 'less'}, optional
        The alternative hypothesis.
    axis : int, optional
        Axis of the observations. Default is zero.
    rng : int, numpy.random.Generator or cupy.random.Generator, optional
        Where random numbers come from: drawn on the device by default.
    **others
        Older names of SciPy's, as ``random_state``.

    Returns
    -------
    result
        With ``statistic``, ``pvalue`` and ``null_distribution``.

    Notes
    -----
    Random permutations are the orders of random numbers, sorted in one call for a batch. SciPy, which draws one after
    the other on the host, is asked for all permutations, and with a generator of NumPy or a seed, whose results are the
    same as there.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import permutation_test
    >>> def gap(x, y, axis):
    ...     return x.mean(axis=axis) - y.mean(axis=axis)
    >>> result = permutation_test((cupy.arange(30.0), cupy.arange(30.0) + 40), gap, n_resamples=999)
    >>> float(result.pvalue)
    0.002
    """
    def by_scipy() -> Any:
        given = {"rng": rng} if rng is not None else {}
        return _array_api.scipys("permutation_test")(
            data, statistic, permutation_type=permutation_type, vectorized=vectorized, n_resamples=n_resamples,
            batch=batch, alternative=alternative, axis=axis, **given, **others)

    known = permutation_type in ("independent", "samples", "pairings") and alternative in (
        "two-sided", "greater", "less") and isinstance(n_resamples, int) and n_resamples > 0 and (
        batch is None or isinstance(batch, int) and batch > 0)
    if others or not known or not _on_device(data, statistic, vectorized, rng):
        return by_scipy()
    samples = _samples(data, axis)
    alike = permutation_type == "independent" or samples and len({x.shape[-1] for x in samples}) == 1
    if samples is None or not alike or (len(samples) < 2 and permutation_type == "independent") or (
            _distinct(samples, permutation_type) <= n_resamples):
        return by_scipy()
    random = cupy.random.random if rng is None else rng.random
    observed = statistic(*samples, axis=-1)
    null = cupy.concatenate([cupy.asarray(statistic(*_permuted(samples, count, permutation_type, random), axis=-1))
                             for count in _batches(n_resamples, batch, samples)])
    near = abs(observed) * (100 * numpy.finfo(observed.dtype).eps if observed.dtype.kind == "f" else 0)
    dtype = numpy.result_type(*[x.dtype for x in samples], numpy.float32 if observed.dtype.char == "f" else float)
    less, greater = (((cupy.count_nonzero(found, axis=0) + 1) / (n_resamples + 1)).astype(dtype)
                     for found in (null <= observed + near, null >= observed - near))
    pvalue = {"less": less, "greater": greater, "two-sided": cupy.minimum(1, 2 * cupy.minimum(less, greater))}
    result = importlib.import_module("scipy.stats._resampling").PermutationTestResult
    return result(observed, pvalue[alternative], null)


def bootstrap(data: Sequence[ArrayLike], statistic: Callable[..., Any], *, n_resamples: SupportsIndex = 9999,
              batch: SupportsIndex | None = None, vectorized: bool | None = None, paired: bool = False,
              axis: SupportsIndex = 0, confidence_level: float = 0.95,
              alternative: Literal["two-sided", "less", "greater"] = "two-sided",
              method: Literal["BCa", "basic", "percentile"] = "BCa", bootstrap_result: Any = None,
              rng: numpy.random.Generator | None = None, **others: Any) -> Any:
    """Confidence interval of a statistic, from resamples with replacement.

    Parameters
    ----------
    data : sequence of array_like
        The samples.
    statistic : callable
        ``statistic(*data, axis)``, or without an axis for NumPy's arrays.
    n_resamples : int, optional
        How many resamples are drawn. Default is 9999.
    batch : int, optional
        How many are processed together. Default: as many as some hundred megabytes hold.
    vectorized : bool, optional
        Whether `statistic` takes an axis; by default whether it has such a parameter.
    paired : bool, optional
        Whether observations of the samples belong together. Default is False.
    axis : int, optional
        Axis of the observations. Default is zero.
    confidence_level : float, optional
        Default is 0.95.
    alternative : {'two-sided', 'less', 'greater'}, optional
        Which ends the interval has.
    method : {'BCa', 'basic', 'percentile'}, optional
        How the interval is made of the distribution.
    bootstrap_result : result, optional
        An earlier result, whose distribution is added to.
    rng : int, numpy.random.Generator or cupy.random.Generator, optional
        Where random numbers come from: drawn on the device by default.
    **others
        Older names of SciPy's, as ``random_state``.

    Returns
    -------
    result
        With ``confidence_interval``, ``bootstrap_distribution`` and ``standard_error``.

    Notes
    -----
    Places are drawn on the device; with a generator of NumPy, or a seed, SciPy draws them on the host, as for NumPy's
    arrays.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import bootstrap
    >>> def mean(x, axis):
    ...     return x.mean(axis=axis)
    >>> result = bootstrap((cupy.arange(100.0),), mean, n_resamples=999)
    >>> low, high = result.confidence_interval
    >>> bool(low < 49.5 < high)
    True
    """
    options = {"vectorized": vectorized, "paired": paired, "axis": axis, "confidence_level": confidence_level,
               "alternative": alternative, "method": method, "batch": batch}
    scipys = _array_api.scipys("bootstrap")
    samples, earlier = None, getattr(bootstrap_result, "bootstrap_distribution", None)
    right = isinstance(n_resamples, int) and n_resamples > 0 and (batch is None or isinstance(batch, int) and batch > 0)
    if (not others and right and (bootstrap_result is None) == (earlier is None)
            and _on_device(data, statistic, vectorized, rng)):
        samples = _samples(data, axis)
    if samples is None or paired and len({x.shape[-1] for x in samples}) > 1:
        given = {"rng": rng} if rng is not None else {}
        return scipys(data, statistic, n_resamples=n_resamples, bootstrap_result=bootstrap_result, **options, **given,
                      **others)
    integers = cupy.random.randint if rng is None else rng.integers
    found = [] if earlier is None else [earlier]
    for count in _batches(n_resamples, batch, samples):
        places, drawn = None, []
        for x in samples:
            if places is None or not paired:
                places = integers(0, x.shape[-1], (count, x.shape[-1]))
            drawn.append(x[..., places])
        found.append(cupy.asarray(statistic(*drawn, axis=-1)))
    every = _Resampled(cupy.concatenate(found, axis=-1))
    return scipys(data, statistic, n_resamples=0, bootstrap_result=every, **options)
