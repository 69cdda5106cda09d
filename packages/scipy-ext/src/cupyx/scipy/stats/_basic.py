"""Standard scores, entropy, clipped and trimmed samples and the likelihood of a power transform."""
from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import cupy
from cupy._ext import normalize_axis_index, normalize_axis_tuple

from cupyx.scipy.stats import _array_api

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["boxcox_llf", "entropy", "false_discovery_control", "sigmaclip", "trim_mean", "zmap", "zscore"]


def _nan_policy(a: cupy.ndarray, policy: str) -> bool:
    """Whether NaN is left out; ValueError where it is refused for NaN among values or their deviations."""
    if policy not in ("propagate", "raise", "omit"):
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
    if policy == "propagate" or a.dtype.kind not in "fc":
        return False
    if policy == "omit":
        return True
    if not bool(cupy.isfinite(a).all()):        # infinity less the mean, which is infinity, is NaN
        raise ValueError("The input contains nan values")
    return False


def _warn_of_no_data(reduced: cupy.ndarray) -> None:
    """SciPy's warning, if anything was reduced to `reduced` from samples without values."""
    from scipy.stats import _axis_nan_policy as texts

    text = texts.too_small_nd_not_omit if reduced.ndim else texts.too_small_1d_not_omit
    if reduced.size:
        warnings.warn(text, texts.SmallSampleWarning, stacklevel=3)


def zmap(scores: ArrayLike, compare: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: SupportsIndex = 0,
         nan_policy: Literal["propagate", "raise", "omit"] = "propagate") -> cupy.ndarray:
    """Standard scores: how many standard deviations of another sample values lie above its mean.

    Parameters
    ----------
    scores : array_like
        Values.
    compare : array_like
        The sample that mean and standard deviation are of.
    axis : int, tuple of ints or None, optional
        Axes of the sample; None for all values. Default is zero.
    ddof : int, optional
        Degrees of freedom that the standard deviation lacks. Default is zero.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN in `compare`. Default is 'propagate'.

    Returns
    -------
    cupy.ndarray
        In the shape of `scores`; infinite beside a constant sample, and NaN if that is `scores` itself.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import zmap
    >>> zmap(cupy.array([2.5, 5.0]), cupy.arange(6.))
    array([0.        , 1.46385011])
    """
    alike = scores is compare
    scores, compare = cupy.asarray(scores), cupy.asarray(compare)
    if compare.size == 0:
        if axis is not None:
            normalize_axis_tuple(axis, compare.ndim)
        if not alike:
            _warn_of_no_data(compare.sum(axis=axis))
        found = cupy.result_type(scores, compare)
        return cupy.full(scores.shape, cupy.nan, found if found.kind in "fc" else float)
    omit = _nan_policy(compare, nan_policy)
    mean, std = (cupy.nanmean, cupy.nanstd) if omit else (cupy.mean, cupy.std)
    center = mean(compare, axis=axis, keepdims=True)
    deviation = std(compare, axis=axis, ddof=ddof, keepdims=True)
    if alike:       # a constant sample has deviations by rounding only
        constant = (compare == _first(compare, axis, omit)) | (cupy.isnan(compare) if omit else False)
        deviation = cupy.where(constant.all(axis=axis, keepdims=True), cupy.nan, deviation)
    return ((scores - center) / deviation).astype(cupy.result_type(scores, center), copy=False)


def _first(a: cupy.ndarray, axis: int | tuple[int, ...] | None, omit: bool) -> cupy.ndarray:
    """The first value along axes, or the least where the first may be missing."""
    if omit:
        return cupy.nanmin(a, axis=axis, keepdims=True)
    if axis is None:
        return a.reshape(-1)[0]
    axes = normalize_axis_tuple(axis, a.ndim)
    return a[tuple([slice(1) if k in axes else slice(None) for k in range(a.ndim)])]


def zscore(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: SupportsIndex = 0,
           nan_policy: Literal["propagate", "raise", "omit"] = "propagate") -> cupy.ndarray:
    """Standard scores: how many standard deviations values lie above their mean.

    Parameters
    ----------
    a : array_like
        Values.
    axis : int, tuple of ints or None, optional
        Axes of the sample; None for all values. Default is zero.
    ddof : int, optional
        Degrees of freedom that the standard deviation lacks. Default is zero.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN. Default is 'propagate'.

    Returns
    -------
    cupy.ndarray
        NaN where the sample is constant.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import zscore
    >>> zscore(cupy.array([1., 2., 3.]))
    array([-1.22474487,  0.        ,  1.22474487])
    """
    return zmap(a, a, axis=axis, ddof=ddof, nan_policy=nan_policy)


def entropy(pk: ArrayLike, qk: ArrayLike | None = None, base: float | None = None,
            axis: SupportsIndex | Sequence[SupportsIndex] | None = 0, *,
            nan_policy: Literal["propagate", "raise", "omit"] = "propagate", keepdims: bool = False) -> cupy.ndarray:
    """Shannon's entropy of a distribution, or its relative entropy to another.

    Parameters
    ----------
    pk : array_like
        Probabilities; they are normalised to a sum of one.
    qk : array_like, optional
        The other distribution: the result is Kullback and Leibler's divergence.
    base : float, optional
        Base of the logarithm. Default is e.
    axis : int, tuple of int or None, optional
        Axis of the distribution. Default is zero; None for all values.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN. Default is 'propagate'.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    cupy.ndarray
        Of the shape of the axes that remain; 0-d for one axis.

    Raises
    ------
    ValueError
        If `base` is not positive or shapes do not match.

    Examples
    --------
    A fair coin has one bit:

    >>> import cupy
    >>> from cupyx.scipy.stats import entropy
    >>> entropy(cupy.array([0.5, 0.5]), base=2)
    array(1.)
    """
    from cupyx.scipy import special

    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number.")
    if nan_policy != "propagate":
        return _array_api.scipys("entropy")(pk, qk, base, axis, nan_policy=nan_policy, keepdims=keepdims)
    pk = _probabilities(pk, axis)
    if qk is None:
        terms = special.entr(pk)
    else:
        try:
            pk, qk = cupy.broadcast_arrays(pk, cupy.atleast_1d(cupy.asarray(qk)))
        except ValueError as error:
            raise ValueError("Array shapes are incompatible for broadcasting.") from error
        terms = special.rel_entr(pk, _probabilities(qk, axis))
    total = terms.sum(axis=axis, keepdims=keepdims)
    return total if base is None else total / math.log(base)


def _probabilities(p: Any, axis: Any) -> cupy.ndarray:
    p = cupy.atleast_1d(cupy.asarray(p))
    if p.dtype.kind not in "f":
        p = p.astype(float)
    return p / p.sum(axis=axis, keepdims=True)


def false_discovery_control(ps: ArrayLike, *, axis: SupportsIndex | None = 0,
                            method: Literal["bh", "by"] = "bh") -> cupy.ndarray:
    """P-values of many tests, adjusted so that they bound the share of false discoveries.

    Parameters
    ----------
    ps : array_like
        P-values, from 0 to 1.
    axis : int or None, optional
        Axis along which the tests of a family lie; None takes all values for one family.  Default is 0.
    method : {'bh', 'by'}, optional
        Benjamini and Hochberg's, for independent tests (default), or Benjamini and Yekutieli's, for any.

    Returns
    -------
    cupy.ndarray
        Adjusted p-values, of the shape of `ps`.

    Raises
    ------
    ValueError
        If a value is not between 0 and 1, or there is no such method.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import false_discovery_control
    >>> false_discovery_control(cupy.array([0.01, 0.04, 0.03, 0.5])).round(6)
    array([0.04    , 0.053333, 0.053333, 0.5     ])
    """
    p = cupy.asarray(ps)
    if p.dtype.kind not in "iuf" or not bool(((p >= 0) & (p <= 1)).all()):
        raise ValueError("`ps` must include only numbers between 0 and 1.")
    if method.lower() not in ("bh", "by"):
        raise ValueError(f"Unrecognized `method` '{method}'. Method must be one of {{'bh', 'by'}}.")
    if axis is None:
        p, axis = p.ravel(), 0
    elif not isinstance(axis, (int, cupy.integer)):
        raise ValueError("`axis` must be an integer or `None`")
    if p.size <= 1 or p.shape[axis] <= 1:
        return p
    axis = normalize_axis_index(operator.index(axis), p.ndim)
    p = cupy.moveaxis(p, axis, -1)
    order, m = cupy.argsort(p, axis=-1), p.shape[-1]
    place = cupy.arange(1, m + 1, dtype=p.dtype)
    scaled = cupy.take_along_axis(p, order, axis=-1) * (m / place)
    if method.lower() == "by":
        scaled = scaled * (1 / place).sum()
    least = cupy.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]
    adjusted = cupy.empty_like(least)
    cupy.put_along_axis(adjusted, order, least, axis=-1)
    return cupy.moveaxis(cupy.clip(adjusted, 0, 1), -1, axis)


def sigmaclip(a: ArrayLike, low: float = 4.0,
              high: float = 4.0) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Values without those that lie too many standard deviations from the mean, left out until there are no more.

    Parameters
    ----------
    a : array_like
        Values; more than one axis is flattened.
    low, high : float, optional
        How many standard deviations values may lie below and above the mean. Default is four.

    Returns
    -------
    tuple of cupy.ndarray
        Named: ``clipped``, the values that are left, and ``lower`` and ``upper``, between which they lie.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import sigmaclip
    >>> sigmaclip(cupy.array([1., 2., 3., 4., 100.]), 1.5, 1.5).clipped
    array([1., 2., 3., 4.])
    """
    from scipy.stats._stats_py import SigmaclipResult

    kept = cupy.asarray(a).ravel()
    while True:
        mean, std, size = kept.mean(), kept.std(), kept.size
        lower, upper = mean - std * low, mean + std * high
        kept = kept[(kept >= lower) & (kept <= upper)]
        if kept.size == size:
            return SigmaclipResult(kept, lower, upper)


def trim_mean(a: ArrayLike, proportiontocut: float, axis: int | None = 0, *,
              nan_policy: Literal["propagate", "raise", "omit"] = "propagate", keepdims: bool = False) -> cupy.ndarray:
    """The mean of what is left when a proportion of the least and of the greatest values is cut off.

    Parameters
    ----------
    a : array_like
        Values.
    proportiontocut : float
        Proportion to cut at each end; rounded down to whole values.
    axis : int or None, optional
        Axis of the sample; None for all values. Default is zero.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        NaN makes the mean NaN (default), is an error or is left out.
    keepdims : bool, optional
        Whether `axis` stays, with length one.

    Returns
    -------
    cupy.ndarray
        Of the shape of the axes that remain; 0-d for one axis.

    Raises
    ------
    ValueError
        If more would be cut off than there is.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import trim_mean
    >>> trim_mean(cupy.array([1., 2., 3., 4., 100.]), 0.2)
    array(3.)
    """
    a = cupy.atleast_1d(cupy.asarray(a))
    if nan_policy != "propagate" or isinstance(axis, tuple) or a.size == 0:
        return _array_api.scipys("trim_mean")(a, proportiontocut, axis, nan_policy=nan_policy, keepdims=keepdims)
    shape = a.shape
    if axis is None:
        a, axis = a.reshape(-1), 0
        kept = (1,) * len(shape)
    else:
        axis = normalize_axis_index(axis, a.ndim)
        kept = (*shape[:axis], 1, *shape[axis + 1:])
    n = a.shape[axis]
    cut = int(proportiontocut * n)
    if cut > n - cut:
        raise ValueError("Proportion too big.")
    ordered = cupy.moveaxis(cupy.partition(a, (cut, n - cut - 1), axis), axis, 0)
    mean = ordered[cut:n - cut].mean(axis=0)
    if a.dtype.kind in "fc":
        mean = cupy.where(cupy.isnan(a).any(axis=axis), cupy.nan, mean).astype(mean.dtype, copy=False)
    return mean.reshape(kept) if keepdims else mean


def boxcox_llf(lmb: Any, data: ArrayLike, *, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0,
               keepdims: bool = False, nan_policy: Literal["propagate", "raise", "omit"] = "propagate") -> cupy.ndarray:
    """The log-likelihood of a Box-Cox transform to a normal distribution.

    Parameters
    ----------
    lmb : scalar
        The power.
    data : array_like
        Positive values.
    axis : int, tuple of int or None, optional
        Axis of the sample. Default is zero; None for all values.
    keepdims : bool, optional
        Whether `axis` stays, with length one.
    nan_policy : {'propagate', 'raise', 'omit'}, optional
        What to do with NaN. Default is 'propagate'.

    Returns
    -------
    cupy.ndarray
        NaN for no data.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import boxcox_llf
    >>> float(boxcox_llf(0, cupy.array([1., 2., 4., 8.])).round(4))
    -3.1391
    """
    data = cupy.atleast_1d(cupy.asarray(data))
    if nan_policy != "propagate":
        return _array_api.scipys("boxcox_llf")(lmb, data, axis=axis, keepdims=keepdims, nan_policy=nan_policy)
    if data.dtype.kind not in "f":
        data = data.astype(float)
    over = {"axis": axis, "keepdims": keepdims}
    logarithms = cupy.log(data)
    total = logarithms.sum(**over)
    n = data.size // max(total.size, 1)
    if n == 0:
        _warn_of_no_data(total)
        return cupy.full(total.shape, cupy.nan, data.dtype)
    if lmb == 0:
        return (lmb - 1) * total - n / 2 * cupy.log(cupy.var(logarithms, **over))
    # log(var(x**lmb / lmb)), from logarithms so that powers do not overflow.
    scaled = lmb * logarithms
    top = scaled.max(axis=axis, keepdims=True)
    logvar = cupy.log(cupy.var(cupy.exp(scaled - top), **over)) - 2 * math.log(abs(lmb))
    return (lmb - 1) * total - n / 2 * (logvar + 2 * top.reshape(total.shape))
