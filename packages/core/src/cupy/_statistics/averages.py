"""Means, variances and standard deviations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.binary_reduce import binary_reduce
from cupy._core.by_method import reduced_by_method
from cupy._math.reduce import no_value, reduced_shape
from cupy._core.arguments import as_mask, into, single_output
from cupy._ops import reductions

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupy._core.reduction import Reduction

__all__ = ["average", "mean", "nanmean", "nanstd", "nanvar", "std", "var"]


def _array(a: ArrayLike) -> ndarray:
    import cupy
    return a if isinstance(a, ndarray) else cupy.asarray(a)


def _check_axis(a: ndarray, axis: Any) -> None:
    """A single item has no axis here, though sums take 0 and -1 for it."""
    if a.ndim == 0 and axis is not None:
        normalize_axis_tuple(axis, 0)


@overload
def mean(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
         keepdims: bool = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def mean(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
         keepdims: bool = ..., *, where: ArrayLike = ...) -> ndarray: ...
def mean(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
         keepdims: bool = False, *, where: ArrayLike = True) -> ndarray:
    """Mean over axes; integers give float64.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The means, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.mean(cp.arange(6.).reshape(2, 3), axis=1)
    array([1., 4.])
    """
    if type(a) is ndarray and where is True and a.ndim:
        return reductions.mean(a, axis, dtype, out, keepdims)
    if not isinstance(a, ndarray):
        result = reduced_by_method(reductions.mean, a, axis, dtype, out, keepdims=(keepdims, False),
                                   where=(where, True))
        if result is not NotImplemented:
            return result
    a = _array(a)
    _check_axis(a, axis)
    if where is True:
        return reductions.mean(a, axis, dtype, out, keepdims)
    return into(out, _masked_mean(a, axis, dtype, keepdims, where))


def _masked_mean(a: ndarray, axis: Any, dtype: DTypeLike | None, keepdims: bool, where: Any) -> ndarray:
    import cupy
    if dtype is None and a.dtype.kind in "biu":
        dtype = numpy.dtype(float)
    where = cupy.broadcast_to(as_mask(where, a.shape), a.shape)
    total = cupy.sum(a, axis, dtype, None, keepdims, where=where)
    result = total / cupy.sum(where, axis, None, None, keepdims).astype(
        total.real.dtype if total.dtype.kind in "fc" else float)
    return result if dtype is None else result.astype(dtype, copy=False)


def _spread(reduction: Reduction, a: Any, axis: Any, dtype: DTypeLike | None, out: ndarray | None, ddof: Any,
            keepdims: bool, where: Any, mean: Any, correction: SupportsIndex | float) -> ndarray:
    """Variance or standard deviation, by one pass over the items."""
    if correction is not no_value:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if not isinstance(a, ndarray):
        result = reduced_by_method(reduction, a, axis, dtype, out, ddof=(ddof, None), keepdims=(keepdims, False),
                                   where=(where, True), mean=(mean, no_value))
        if result is not NotImplemented:
            return result
    a, out = _array(a), single_output(out)
    _check_axis(a, axis)
    if out is not None and out.dtype.kind in "biu" and reduction is reductions.std:
        raise TypeError(f"out: a standard deviation cannot be cast to {out.dtype} by the rule 'same_kind'")
    if dtype is not None:
        dtype = normalize_dtype(dtype)
        if dtype.kind in "biu":
            return into(out, _integer_spread(reduction.name, a, axis, dtype, ddof, keepdims, where, mean))
        if a.dtype.kind == "c" and dtype.kind == "f":
            if mean is no_value and a.size:
                return into(out, _spread_about_real(reduction.name, a, axis, dtype, ddof, keepdims, where))
        elif a.dtype != dtype:
            a = a.astype(dtype)
        result = _spread(reduction, a, axis, None, None, ddof, keepdims, where, mean, no_value)
        return into(out, result.astype(dtype, copy=False))
    if where is True and mean is no_value:
        return reduction(a, axis, None, out, keepdims, float(ddof))
    return into(out, _masked_spread(reduction.name, a, axis, ddof, keepdims, where, mean))


def _spread_about_real(name: str, a: ndarray, axis: Any, dtype: numpy.dtype, ddof: Any, keepdims: bool,
                       where: Any) -> ndarray:
    """The spread of complex items when a real type is asked for: NumPy's mean then has no imaginary part."""
    import cupy
    where = cupy.broadcast_to(as_mask(where, a.shape), a.shape)
    if name.startswith("nan"):
        where = where & ~cupy.isnan(a)
    count = cupy.sum(where, axis, None, None, True)
    squares = (a.real - cupy.sum(a.real, axis, dtype, None, True, where=where) / count) ** 2 + a.imag ** 2
    free = count - ddof
    free = cupy.where(free > 0, free, cupy.nan) if name.startswith("nan") else cupy.maximum(free, 0)
    result = cupy.sum(squares, axis, dtype, None, True, where=where) / free
    result = result.astype(dtype, copy=False).reshape(reduced_shape(a.shape, axis, keepdims))
    return cupy.sqrt(result) if name.endswith("std") else result


def _integer_spread(name: str, a: ndarray, axis: Any, dtype: numpy.dtype, ddof: Any, keepdims: bool, where: Any,
                    mean: Any) -> ndarray:
    """The spread with every step cut down to integers."""
    import cupy
    where = cupy.broadcast_to(as_mask(where, a.shape), a.shape)
    count = cupy.sum(where, axis, None, None, True)
    if mean is no_value:
        mean = (cupy.sum(a, axis, dtype, None, True, where=where) / count).astype(dtype)
    distance = a - mean
    squares = (distance * distance.conj()).real if distance.dtype.kind == "c" else distance * distance
    result = cupy.sum(squares, axis, dtype, None, True, where=where) / cupy.maximum(count - ddof, 0)
    result = result.astype(dtype).reshape(reduced_shape(a.shape, axis, keepdims))
    if name != "std":
        return result
    return cupy.sqrt(result).astype(dtype) if result.ndim == 0 else cupy.sqrt(result, out=result)


def _masked_spread(name: str, a: ndarray, axis: Any, ddof: Any, keepdims: bool, where: Any, mean: Any) -> ndarray:
    import cupy
    where = cupy.broadcast_to(as_mask(where, a.shape), a.shape)
    if mean is no_value:
        mean = _masked_mean(a, axis, None, True, where)
    distance = a - mean
    squares = (distance * distance.conj()).real if distance.dtype.kind == "c" else distance * distance
    count = cupy.sum(where, axis, None, None, keepdims).astype(squares.dtype)
    result = cupy.sum(squares, axis, None, None, keepdims, where=where) / cupy.maximum(count - ddof, 0)
    return cupy.sqrt(result) if name == "std" else result


@overload
def var(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
        ddof: SupportsIndex | float = ..., keepdims: bool = ..., where: ArrayLike = ..., mean: ArrayLike = ...,
        correction: SupportsIndex | float = ...) -> NDArray[Scalar]: ...
@overload
def var(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
        ddof: SupportsIndex | float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ...,
        correction: SupportsIndex | float = ...) -> ndarray: ...
def var(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
        ddof: SupportsIndex | float = 0, keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = no_value,
        correction: SupportsIndex | float = no_value) -> ndarray:
    """Variance over axes, by one pass over the elements.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    ddof : int or float, optional
        The sum of squares is divided by the number of elements less `ddof`.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.
    mean : array_like, optional
        The means, if they are known (with the reduced axes kept).
    correction : int or float, optional
        The array API's name of `ddof`.

    Returns
    -------
    ndarray
        The variances, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.var(cp.array([1., 2., 3., 4.]))
    array(1.25)
    """
    return _spread(reductions.var, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@overload
def std(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
        ddof: SupportsIndex | float = ..., keepdims: bool = ..., where: ArrayLike = ..., mean: ArrayLike = ...,
        correction: SupportsIndex | float = ...) -> NDArray[Scalar]: ...
@overload
def std(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
        ddof: SupportsIndex | float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ...,
        correction: SupportsIndex | float = ...) -> ndarray: ...
def std(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
        ddof: SupportsIndex | float = 0, keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = no_value,
        correction: SupportsIndex | float = no_value) -> ndarray:
    """Standard deviation over axes, by one pass over the elements.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    ddof : int or float, optional
        The sum of squares is divided by the number of elements less `ddof`.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.
    mean : array_like, optional
        The means, if they are known (with the reduced axes kept).
    correction : int or float, optional
        The array API's name of `ddof`.

    Returns
    -------
    ndarray
        The deviations, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.std(cp.array([1., 1., 3., 3.]))
    array(1.)
    """
    return _spread(reductions.std, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@overload
def nanmean(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
            keepdims: bool = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def nanmean(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
            keepdims: bool = ..., *, where: ArrayLike = ...) -> ndarray: ...
def nanmean(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
            keepdims: bool = False, *, where: ArrayLike = True) -> ndarray:
    """Mean over axes, NaN left out; NaN where nothing is left.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The means, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanmean(cp.array([1., cp.nan, 3.]))
    array(2.)
    """
    a = _array(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind in "biu":
        return mean(a, axis, dtype, out, keepdims, where=where)
    if where is not True:
        import cupy
        a = cupy.where(as_mask(where, a.shape), a, numpy.nan)
    return reductions.nanmean(a, axis, dtype, out, keepdims)


def _check_inexact(a: ndarray, dtype: DTypeLike | None, out: ndarray | None) -> None:
    if a.dtype.kind in "fc":
        if dtype is not None and normalize_dtype(dtype).kind in "biu":
            raise TypeError("If a is inexact, then dtype must be inexact")
        if out is not None and out.dtype.kind in "biu":
            raise TypeError("If a is inexact, then out must be inexact")


@overload
def nanvar(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
           ddof: SupportsIndex | float = ..., keepdims: bool = ..., where: ArrayLike = ..., mean: ArrayLike = ...,
           correction: SupportsIndex | float = ...) -> NDArray[Scalar]: ...
@overload
def nanvar(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
           ddof: SupportsIndex | float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ...,
           correction: SupportsIndex | float = ...) -> ndarray: ...
def nanvar(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           ddof: SupportsIndex | float = 0, keepdims: bool = False, *, where: ArrayLike = True,
           mean: ArrayLike = no_value, correction: SupportsIndex | float = no_value) -> ndarray:
    """Variance over axes, NaN left out; NaN where too little is left.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    ddof : int or float, optional
        The sum of squares is divided by the number of elements less `ddof`.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.
    mean : array_like, optional
        The means, if they are known (with the reduced axes kept).
    correction : int or float, optional
        The array API's name of `ddof`.

    Returns
    -------
    ndarray
        The variances, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanvar(cp.array([1., cp.nan, 3.]))
    array(1.)
    """
    a = _array(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind in "biu":
        return var(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    if mean is not no_value:
        import cupy
        where = ~cupy.isnan(a) if where is True else as_mask(where, a.shape) & ~cupy.isnan(a)
    elif where is not True:
        import cupy
        a = cupy.where(as_mask(where, a.shape), a, numpy.nan)
        where = True
    return _spread(reductions.nanvar, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@overload
def nanstd(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
           ddof: SupportsIndex | float = ..., keepdims: bool = ..., where: ArrayLike = ..., mean: ArrayLike = ...,
           correction: SupportsIndex | float = ...) -> NDArray[Scalar]: ...
@overload
def nanstd(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
           ddof: SupportsIndex | float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ...,
           correction: SupportsIndex | float = ...) -> ndarray: ...
def nanstd(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           ddof: SupportsIndex | float = 0, keepdims: bool = False, *, where: ArrayLike = True,
           mean: ArrayLike = no_value, correction: SupportsIndex | float = no_value) -> ndarray:
    """Standard deviation over axes, NaN left out; NaN where too little is left.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    ddof : int or float, optional
        The sum of squares is divided by the number of elements less `ddof`.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    where : array_like of bool, optional
        Which elements take part.
    mean : array_like, optional
        The means, if they are known (with the reduced axes kept).
    correction : int or float, optional
        The array API's name of `ddof`.

    Returns
    -------
    ndarray
        The deviations, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanstd(cp.array([1., cp.nan, 3.]))
    array(1.)
    """
    import cupy
    a = _array(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind in "biu":
        return std(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    variance = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return into(out, cupy.sqrt(variance))


@overload
def average(a: ArrayLike, axis: Ints | None = ..., weights: ArrayLike | None = ..., returned: Literal[False] = ..., *,
            keepdims: bool = ...) -> ndarray: ...
@overload
def average(a: ArrayLike, axis: Ints | None = ..., weights: ArrayLike | None = ..., *, returned: Literal[True],
            keepdims: bool = ...) -> tuple[ndarray, ndarray]: ...
def average(a: ArrayLike, axis: Ints | None = None, weights: ArrayLike | None = None, returned: bool = False, *,
            keepdims: bool = False) -> ndarray | tuple[ndarray, ndarray]:
    """Weighted mean over axes.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    weights : array_like, optional
        Weight of each element, of the shape of `a` or of the reduced axes.
    returned : bool, optional
        Whether to return the sums of weights too.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray, or (ndarray, ndarray) with `returned`
        The mean, and with `returned` the sum of the weights.

    Raises
    ------
    ZeroDivisionError
        When weights add up to zero (found by one read of the sums).
    TypeError, ValueError
        When the shape of `weights` does not fit.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.average(cp.arange(1., 5.), weights=cp.array([4., 3., 2., 1.]))
    array(2.)
    """
    import cupy
    a = _array(a)
    if axis is not None and type(axis) is not int:      # a bool is an axis here, though sums take none
        axis = normalize_axis_tuple(axis, a.ndim, "axis")
    if weights is None:
        result = mean(a, axis, keepdims=keepdims)
        if not returned:
            return result
        scale = cupy.full_like(result, a.size / result.size if result.size else 0)
        return result, scale
    weights = _array(weights)
    if (axis is None or a.ndim == 1 and axis in (0, -1, (0,), (-1,))) and not keepdims:
        both = binary_reduce("weighted", a, weights)
        if both is not None:
            if not both[1]:
                raise ZeroDivisionError("Weights sum to zero, can't be normalized")
            return both if returned else both[0]
    dtype = cupy.result_type(a.dtype, weights.dtype, *(["f8"] if a.dtype.kind in "iub" else []))
    if a.shape != weights.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        axes = normalize_axis_tuple(axis, a.ndim)
        if weights.shape != tuple(a.shape[k] for k in axes):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights.transpose(numpy.argsort(axes).tolist())
        weights = weights.reshape(tuple(n if k in axes else 1 for k, n in enumerate(a.shape)))
        weights = cupy.broadcast_to(weights, a.shape)
    scale = cupy.sum(weights, axis, dtype, None, keepdims)
    if (scale == 0).any():
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    result = cupy.sum(cupy.multiply(a, weights, dtype=dtype), axis, dtype, None, keepdims) / scale
    return (result, scale) if returned else result
