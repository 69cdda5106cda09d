"""Median, percentiles and quantiles: items by rank, and lines between them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._core.ndarray import ndarray
from cupy._core.arguments import as_array, into
from cupy._core.subclass import keeps_class
from cupy._ops.composite import between, or_nan
from cupy._sorting import _rows, _select
from cupy._statistics._ranks import PLACES, ranks_of

if TYPE_CHECKING:
    from cupy._core.options import Casting, Ints
    from cupy.typing import ArrayLike

__all__ = ["median", "nanmedian", "nanpercentile", "nanquantile", "percentile", "quantile"]


def _rows_along(a: ndarray, axis: Any) -> tuple[ndarray, tuple[int, ...], tuple[int, ...]]:
    """C-contiguous rows of what `axis` reduces, the shape that remains, and the shape with ``keepdims``."""
    import cupy
    if axis is None:
        return cupy.ascontiguousarray(a).reshape(-1), (), (1,) * a.ndim
    axes = normalize_axis_tuple(axis, a.ndim)
    kept = [k for k in range(a.ndim) if k not in axes]
    shape = tuple(a.shape[k] for k in kept)
    length = 1
    for k in axes:
        length *= a.shape[k]
    rows = cupy.ascontiguousarray(a.transpose(kept + list(axes))).reshape((*shape, length))
    return rows, shape, tuple(1 if k in axes else a.shape[k] for k in range(a.ndim))


def _finish(result: ndarray, shape: tuple[int, ...], out: ndarray | None, casting: Casting = "unsafe") -> ndarray:
    return into(out, result.reshape(shape), casting)


def _with_nan(rows: ndarray, result: ndarray) -> ndarray:
    """NaN for rows that have one."""
    import cupy
    if rows.dtype.kind not in "fcV":
        return result
    return cupy.where(cupy.isnan(rows).any(axis=-1), cupy.asarray(numpy.nan, result.dtype), result)


@keeps_class
def median(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, overwrite_input: bool = False,
           keepdims: bool = False) -> ndarray:
    """Median along axes.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.

    Returns
    -------
    ndarray
        The middle element, or the mean of the two in the middle; NaN where there is one.

    Raises
    ------
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.median(cupy.array([[10, 7, 4], [3, 2, 1]]), axis=1)
    array([7., 2.])
    """
    import cupy
    a = as_array(a)
    rows, shape, kept = _rows_along(a, axis)
    _rows.check(rows.dtype)
    length = rows.shape[-1]
    if length == 0:
        return _finish(cupy.mean(rows, axis=-1), kept if keepdims else shape, out)
    ranks = [(length - 1) // 2, length // 2][length % 2:]
    if rows.dtype.kind in "fcVmM":
        ranks.append(length - 1)
    items = _select.order_statistics(rows, numpy.array(ranks))
    middle = items[..., :2 - length % 2].mean(axis=-1)
    if rows.dtype.kind in "fcV":
        middle = or_nan(middle, items[..., -1])
    elif rows.dtype.kind in "mM":
        middle = cupy.where(cupy.isnat(items[..., -1]), items[..., -1], middle)
    return _finish(middle, kept if keepdims else shape, out)


@keeps_class
def nanmedian(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, overwrite_input: bool = False,
              keepdims: bool = False) -> ndarray:
    """Median along axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.

    Returns
    -------
    ndarray
        The middle element, or the mean of the two in the middle; NaN where there is no other element.

    Raises
    ------
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.nanmedian(cupy.array([3.0, cupy.nan, 1.0, 5.0]))
    array(3.)
    """
    import cupy
    a = as_array(a)
    if a.dtype.kind not in "fcV":
        return median(a, axis, out, overwrite_input, keepdims)
    rows, shape, kept = _rows_along(a, axis)
    if rows.shape[-1] == 0:
        return _finish(cupy.mean(rows, axis=-1), kept if keepdims else shape, out)
    count = (~cupy.isnan(rows)).sum(axis=-1, dtype=numpy.int64)
    ranks = cupy.stack([cupy.maximum(count - 1, 0) // 2, cupy.minimum(count // 2, rows.shape[-1] - 1)], axis=-1)
    items = _select.order_statistics(rows, ranks)
    return _finish(items.mean(axis=-1), kept if keepdims else shape, out)


def _quantiles(q: ArrayLike, whole: int, word: str) -> Any:
    """`q` as an array of the host between 0 and 1, and its shape."""
    if isinstance(q, ndarray):
        q = q.get()
    q = numpy.asarray(q)
    if q.dtype.kind == "c":
        raise TypeError("q must be real")
    if whole != 1:
        q = numpy.true_divide(q, whole)
    if not ((q >= 0) & (q <= 1)).all():
        raise ValueError(f"{word} must be in the range [0, {whole}]")
    return q


def _quantile(a: ArrayLike, q: Any, axis: Any, out: ndarray | None, method: str, keepdims: bool,
              weights: ArrayLike | None, ignore_nan: bool, whole: int, word: str) -> ndarray:
    import cupy
    a = as_array(a)
    if a.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    _rows.check(a.dtype)
    weak = type(q) in (int, float)          # leaves the type of the items
    q = _quantiles(q, whole, word)
    if method not in PLACES:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {set(PLACES)}")
    if weights is not None and method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    if ignore_nan and a.size == 0:
        return cupy.nanmean(a, axis, out=out, keepdims=keepdims)        # whatever the shape of q, as NumPy does
    rows, shape, kept = _rows_along(a, axis)
    shape = q.shape + (kept if keepdims else shape)
    flat = q.reshape(-1)
    if weights is not None:
        result = _of_weights(rows, _weight_rows(a, as_array(weights, "weights"), axis), flat, ignore_nan)
    elif ignore_nan and rows.dtype.kind == "f":
        result = _of_numbers(rows, flat, method, weak)
    else:
        result = _of_all(rows, flat, method, weak)
    result = cupy.moveaxis(result, -1, 0)       # NumPy's forms without NaN leave it at that
    return _finish(result if ignore_nan else cupy.ascontiguousarray(result), shape, out,
                   "unsafe" if ignore_nan or weights is not None else "same_kind")


def _of_all(rows: ndarray, q: Any, method: str, weak: bool) -> ndarray:
    """Quantiles, along a new last axis, where all rows have the same number of items."""
    import cupy
    length = rows.shape[-1]
    if length == 0:
        raise IndexError("a has no items along axis")
    low, high, gamma = ranks_of(numpy, length, q, method)
    is_float = rows.dtype.kind in "fV"
    if high is not None and rows.dtype.kind == "b":
        raise TypeError(f"bool items have no difference, which method {method!r} takes")
    ranks = numpy.concatenate([low] + ([] if high is None else [high]) + ([[length - 1]] if is_float else []))
    items = _select.order_statistics(rows, ranks)
    result = items[..., :q.size]
    if high is not None and gamma is not None:
        # Weights of Python's numbers are rounded to the items' type last: 1 - 0.6 is not that of 0.6 rounded.
        weights = [float(x[0]) if weak else cupy.asarray(x) for x in (gamma, 1 - gamma)]
        result = between(result, items[..., q.size:2 * q.size], *weights)
    if is_float:
        result = or_nan(result, items[..., -1:])
    return result


def _of_numbers(rows: ndarray, q: Any, method: str, weak: bool) -> ndarray:
    """Quantiles of the items that are not NaN."""
    import cupy
    if rows.shape[-1] == 0:
        return cupy.full((*rows.shape[:-1], q.size), numpy.nan, rows.dtype)
    count = (~cupy.isnan(rows)).sum(axis=-1, keepdims=True, dtype=numpy.int64)
    if q.dtype.kind == "f":
        count = count.astype(q.dtype)           # as NumPy's plain ints do, it leaves the type of q
    low, high, gamma = ranks_of(cupy, count, cupy.asarray(q), method)
    if high is None or gamma is None:
        return _select.order_statistics(rows, low)
    items = _select.order_statistics(rows, cupy.concatenate((low, high), axis=-1))
    weights = [x.astype(rows.dtype) if weak else x for x in (gamma, 1 - gamma)]
    return between(items[..., :q.size], items[..., q.size:], *weights)


def _weight_rows(a: ndarray, weights: ndarray, axis: Any) -> ndarray:
    """Weights in the rows of the items that they are for."""
    import cupy
    if weights.shape != a.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        axes = normalize_axis_tuple(axis, a.ndim)
        if weights.shape != tuple(a.shape[k] for k in axes):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        order = numpy.argsort(axes)
        weights = weights.transpose(order.tolist()).reshape([a.shape[k] if k in axes else 1 for k in range(a.ndim)])
    if weights.dtype.kind == "c":
        raise TypeError("weights must be real")
    rows = _rows_along(cupy.broadcast_to(weights, a.shape), axis)[0]
    total = rows.sum(axis=-1)
    negative, useless = cupy.stack([(rows < 0).any(), ~((total > 0) & cupy.isfinite(total)).all()]).tolist()
    if negative:
        raise ValueError("Weights must be non-negative.")
    if useless:
        raise ValueError("Weights included NaN, inf or were all zero.")
    return rows


def _of_weights(rows: ndarray, weights: ndarray, q: Any, ignore_nan: bool) -> ndarray:
    """Quantiles by the method "inverted_cdf", where the rank of an item is the sum of the weights up to it."""
    import cupy
    if ignore_nan and rows.dtype.kind == "f":
        weights = cupy.where(cupy.isnan(rows), 0, weights)
    order = _rows.argsorted(rows)
    ordered, weights = _rows.take_rows(rows, order), _rows.take_rows(weights, order)
    cdf = cupy.cumsum(weights.astype(numpy.float64), axis=-1)
    cdf = cdf / cdf[..., -1:]
    cdf = cupy.where(cdf == 0, -1.0, cdf)       # items without weight in front are no quantile, not even of 0
    places = [(cdf < float(x)).sum(axis=-1) for x in q]
    places = cupy.minimum(cupy.stack(places, axis=-1), rows.shape[-1] - 1)
    result = _rows.take_rows(ordered, places)
    if ignore_nan:
        return result
    return cupy.moveaxis(_with_nan(rows, cupy.moveaxis(result, -1, 0)), 0, -1)


@keeps_class
def quantile(a: ArrayLike, q: ArrayLike, axis: Ints | None = None, out: ndarray | None = None,
             overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *,
             weights: ArrayLike | None = None, interpolation: str | None = None) -> ndarray:
    """Quantiles along axes.

    Parameters
    ----------
    a : array_like
        Input of real numbers.
    q : array_like of float
        Quantiles between 0 and 1; an array on the device is copied to the host.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    method : str, optional
        How to choose between two elements: one of NumPy's 13 names.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.
    weights : array_like, optional
        Weights of the elements, for ``method="inverted_cdf"``.
    interpolation : str, optional
        Former name of `method`.

    Returns
    -------
    ndarray
        Array of the shape of `q`, followed by what remains of that of `a`; NaN where `a` has one.

    Raises
    ------
    ValueError
        If `q` is out of range, or `method` is no such name.

    Examples
    --------
    >>> import cupy
    >>> cupy.quantile(cupy.array([10.0, 7.0, 4.0, 3.0]), 0.5)
    array(5.5)
    """
    method = interpolation or method
    return _quantile(a, q, axis, out, method, keepdims, weights, False, 1, "Quantiles")


@keeps_class
def percentile(a: ArrayLike, q: ArrayLike, axis: Ints | None = None, out: ndarray | None = None,
               overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *,
               weights: ArrayLike | None = None, interpolation: str | None = None) -> ndarray:
    """Percentiles along axes.

    Parameters
    ----------
    a : array_like
        Input of real numbers.
    q : array_like of float
        Percentiles between 0 and 100; an array on the device is copied to the host.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    method : str, optional
        How to choose between two elements: one of NumPy's 13 names.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.
    weights : array_like, optional
        Weights of the elements, for ``method="inverted_cdf"``.
    interpolation : str, optional
        Former name of `method`.

    Returns
    -------
    ndarray
        Array of the shape of `q`, followed by what remains of that of `a`; NaN where `a` has one.

    Raises
    ------
    ValueError
        If `q` is out of range, or `method` is no such name.

    Examples
    --------
    >>> import cupy
    >>> cupy.percentile(cupy.array([10.0, 7.0, 4.0, 3.0]), 50)
    array(5.5)
    """
    method = interpolation or method
    return _quantile(a, q, axis, out, method, keepdims, weights, False, 100, "Percentiles")


@keeps_class
def nanquantile(a: ArrayLike, q: ArrayLike, axis: Ints | None = None, out: ndarray | None = None,
                overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *,
                weights: ArrayLike | None = None, interpolation: str | None = None) -> ndarray:
    """Quantiles along axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Input of real numbers.
    q : array_like of float
        Quantiles between 0 and 1; an array on the device is copied to the host.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    method : str, optional
        How to choose between two elements: one of NumPy's 13 names.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.
    weights : array_like, optional
        Weights of the elements, for ``method="inverted_cdf"``.
    interpolation : str, optional
        Former name of `method`.

    Returns
    -------
    ndarray
        Array of the shape of `q`, followed by what remains of that of `a`; NaN where there is nothing else.

    Raises
    ------
    ValueError
        If `q` is out of range, or `method` is no such name.

    Examples
    --------
    >>> import cupy
    >>> cupy.nanquantile(cupy.array([10.0, cupy.nan, 7.0, 4.0, 3.0]), 0.5)
    array(5.5)
    """
    method = interpolation or method
    return _quantile(a, q, axis, out, method, keepdims, weights, True, 1, "Quantiles")


@keeps_class
def nanpercentile(a: ArrayLike, q: ArrayLike, axis: Ints | None = None, out: ndarray | None = None,
                  overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *,
                  weights: ArrayLike | None = None, interpolation: str | None = None) -> ndarray:
    """Percentiles along axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Input of real numbers.
    q : array_like of float
        Percentiles between 0 and 100; an array on the device is copied to the host.
    axis : int or tuple of int, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    overwrite_input : bool, optional
        Makes no difference.
    method : str, optional
        How to choose between two elements: one of NumPy's 13 names.
    keepdims : bool, optional
        Whether reduced axes stay, with one element.
    weights : array_like, optional
        Weights of the elements, for ``method="inverted_cdf"``.
    interpolation : str, optional
        Former name of `method`.

    Returns
    -------
    ndarray
        Array of the shape of `q`, followed by what remains of that of `a`; NaN where there is nothing else.

    Raises
    ------
    ValueError
        If `q` is out of range, or `method` is no such name.

    Examples
    --------
    >>> import cupy
    >>> cupy.nanpercentile(cupy.array([10.0, cupy.nan, 7.0, 4.0, 3.0]), 50)
    array(5.5)
    """
    method = interpolation or method
    return _quantile(a, q, axis, out, method, keepdims, weights, True, 100, "Percentiles")
