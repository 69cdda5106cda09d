"""Sums, products, and the largest and smallest items."""
from __future__ import annotations

from typing import TYPE_CHECKING, overload

from cupy._core.ndarray import ndarray
from cupy._core.subclass import keeps_class
from cupy._math.reduce import no_value, reduce, without_nan
from cupy._core.arguments import single_output
from cupy._core.constructors import empty
from cupy._ops import extrema, reductions
from cupy._ops.arithmetic import add, multiply, subtract

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["amax", "amin", "max", "min", "nanmax", "nanmin", "nanprod", "nansum", "prod", "product", "ptp", "sum"]


@overload
def sum(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
        keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def sum(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
        keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray: ...
def sum(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
        keepdims: bool = False, initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Sum over axes; small integers add up in 64 bits.

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
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The sums, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.sum(cp.arange(6).reshape(2, 3), axis=0)
    array([3, 5, 7])
    """
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.sum(a, axis, dtype, out, keepdims)
    return reduce(reductions.sum, a, axis, dtype, out, keepdims, initial=initial, where=where,
                  neutral=0, combine=add)


@overload
def prod(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
         keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def prod(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
         keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray: ...
def prod(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
         keepdims: bool = False, initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Product over axes; small integers multiply in 64 bits.

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
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The products, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.prod(cp.arange(1, 5))
    array(24)
    """
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.prod(a, axis, dtype, out, keepdims)
    return reduce(reductions.prod, a, axis, dtype, out, keepdims, initial=initial, where=where,
                  neutral=1, combine=multiply)


@overload
def nansum(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
           keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def nansum(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
           keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray: ...
def nansum(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           keepdims: bool = False, initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Sum over axes, NaN counting as zero.

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
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The sums, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nansum(cp.array([1., cp.nan, 2.]))
    array(3.)
    """
    a = without_nan(a, dtype, 0)
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.nansum(a, axis, dtype, out, keepdims)
    return reduce(reductions.nansum, a, axis, dtype, out, keepdims, initial=initial, where=where,
                  neutral=0, combine=add)


@overload
def nanprod(a: ArrayLike, axis: Ints | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
            keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> NDArray[Scalar]: ...
@overload
def nanprod(a: ArrayLike, axis: Ints | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
            keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray: ...
def nanprod(a: ArrayLike, axis: Ints | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
            keepdims: bool = False, initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Product over axes, NaN counting as one.

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
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The products, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanprod(cp.array([2., cp.nan, 3.]))
    array(6.)
    """
    a = without_nan(a, dtype, 1)
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.nanprod(a, axis, dtype, out, keepdims)
    return reduce(reductions.nanprod, a, axis, dtype, out, keepdims, initial=initial, where=where,
                  neutral=1, combine=multiply)


def max(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False,
        initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Largest element over axes; NaN if there is one.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The extremes, of zero axes when all are reduced.

    Raises
    ------
    ValueError
        For no elements, without `initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.max(cp.array([[1, 5], [4, 2]]), axis=1)
    array([5, 4])
    """
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.amax(a, axis, None, out, keepdims)
    return reduce(reductions.amax, a, axis, None, out, keepdims, initial=initial, where=where, combine=extrema.maximum)


def min(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False,
        initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Smallest element over axes; NaN if there is one.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The extremes, of zero axes when all are reduced.

    Raises
    ------
    ValueError
        For no elements, without `initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.min(cp.array([[1, 5], [4, 2]]), axis=1)
    array([1, 2])
    """
    if type(a) is ndarray and initial is no_value and where is True:
        return reductions.amin(a, axis, None, out, keepdims)
    return reduce(reductions.amin, a, axis, None, out, keepdims, initial=initial, where=where, combine=extrema.minimum)


amax = max
amin = min


@keeps_class
def nanmax(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False,
           initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Largest element over axes, NaN left out.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The extremes, of zero axes when all are reduced.

    Raises
    ------
    ValueError
        For no elements, without `initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanmax(cp.array([1., cp.nan, 2.]))
    array(2.)
    """
    a = _array(a)
    reduction = reductions.nanmax if a.dtype.kind in "fcmM" else reductions.amax
    return reduce(reduction, a, axis, None, out, keepdims, initial=initial, where=where, combine=extrema.fmax)


@keeps_class
def nanmin(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False,
           initial: ArrayLike = no_value, where: ArrayLike = True) -> ndarray:
    """Smallest element over axes, NaN left out.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.
    initial : scalar, optional
        Joins the elements.
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The extremes, of zero axes when all are reduced.

    Raises
    ------
    ValueError
        For no elements, without `initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanmin(cp.array([3., cp.nan, 2.]))
    array(2.)
    """
    a = _array(a)
    reduction = reductions.nanmin if a.dtype.kind in "fcmM" else reductions.amin
    return reduce(reduction, a, axis, None, out, keepdims, initial=initial, where=where, combine=extrema.fmin)


def _array(a: ArrayLike) -> ndarray:
    import cupy
    return cupy.asarray(a)


@keeps_class
def ptp(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Largest minus smallest element over axes.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        The ranges, of zero axes when all are reduced.

    Raises
    ------
    ValueError
        For no elements, without `initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.ptp(cp.array([4, 9, 2]))
    array(7)
    """
    a = _array(a)
    out, smallest = single_output(out), min(a, axis, None, keepdims)
    if out is None:
        return max(a, axis, None, keepdims) - smallest
    largest = max(a, axis, empty(out.shape, out.dtype), keepdims)       # of its type, since NumPy puts them there first
    return subtract(largest, smallest, out=out)


# Its name before NumPy 2.
product = prod
