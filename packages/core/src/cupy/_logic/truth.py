"""Truth of items, how many are true, and where the extremes stand."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from cupy._core.few import counted_few
from cupy._core.ndarray import ndarray
from cupy._core.subclass import keeps_class
from cupy._core.target import synchronous
from cupy._math.reduce import reduce
from cupy._core.by_method import reduced_by_method
from cupy._core.arguments import into_safely
from cupy._ops import logic, reductions

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupy._core.reduction import Reduction

__all__ = ["all", "alltrue", "any", "argmax", "argmin", "count_nonzero", "nanargmax", "nanargmin", "sometrue"]


def all(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False, *,
        where: ArrayLike = True) -> ndarray:
    """Whether all elements over axes are true.

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
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The answers, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    array([False,  True])
    """
    if type(a) is ndarray and where is True:
        return reductions.all(a, axis, None, out, keepdims)
    return reduce(reductions.all, a, axis, None, out, keepdims, where=where, neutral=True, combine=logic.logical_and)


def any(a: ArrayLike, axis: Ints | None = None, out: ndarray | None = None, keepdims: bool = False, *,
        where: ArrayLike = True) -> ndarray:
    """Whether any element over axes is true.

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
    where : array_like of bool, optional
        Which elements take part.

    Returns
    -------
    ndarray
        The answers, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
    array([False,  True])
    """
    if type(a) is ndarray and where is True:
        return reductions.any(a, axis, None, out, keepdims)
    return reduce(reductions.any, a, axis, None, out, keepdims, where=where, neutral=False, combine=logic.logical_and)


@overload
def argmax(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
           keepdims: bool = ...) -> NDArray[Scalar]: ...
@overload
def argmax(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
           keepdims: bool = ...) -> ndarray: ...
def argmax(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           keepdims: bool = False) -> ndarray:
    """Position of the first largest element along an axis; of the first NaN if there is one.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to look along; the flattened array if not given.
    dtype : data-type, optional
        Type of the positions; int64 if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        Positions along the axis, or in the flattened array.

    Raises
    ------
    ValueError
        For no elements.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.argmax(cp.array([3, 7, 7]))
    array(1)
    """
    return _place(reductions.argmax, a, axis, dtype, out, keepdims)


@overload
def argmin(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
           keepdims: bool = ...) -> NDArray[Scalar]: ...
@overload
def argmin(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
           keepdims: bool = ...) -> ndarray: ...
def argmin(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           keepdims: bool = False) -> ndarray:
    """Position of the first smallest element along an axis; of the first NaN if there is one.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to look along; the flattened array if not given.
    dtype : data-type, optional
        Type of the positions; int64 if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        Positions along the axis, or in the flattened array.

    Raises
    ------
    ValueError
        For no elements.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.argmin(cp.array([3, 1, 1]))
    array(1)
    """
    return _place(reductions.argmin, a, axis, dtype, out, keepdims)


@overload
def nanargmax(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
              keepdims: bool = ...) -> NDArray[Scalar]: ...
@overload
def nanargmax(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
              keepdims: bool = ...) -> ndarray: ...
def nanargmax(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
              out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Position of the first largest element along an axis, NaN left out.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to look along; the flattened array if not given.
    dtype : data-type, optional
        Type of the positions; int64 if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        Positions along the axis, or in the flattened array.

    Raises
    ------
    ValueError
        When all elements of a slice are NaN (found by one read of the result).

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanargmax(cp.array([cp.nan, 7., 3.]))
    array(1)
    """
    if axis is dtype is out is None and not keepdims and (found := _place_of_number(reductions.argmax, a)) is not None:
        return found
    result = _place(reductions.nanargmax, a, axis, dtype, out, keepdims)
    if (result < 0).any():
        raise ValueError("All-NaN slice encountered")
    return result


@overload
def nanargmin(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar], out: ndarray | None = ...,
              keepdims: bool = ...) -> NDArray[Scalar]: ...
@overload
def nanargmin(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...,
              keepdims: bool = ...) -> ndarray: ...
def nanargmin(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
              out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Position of the first smallest element along an axis, NaN left out.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to look along; the flattened array if not given.
    dtype : data-type, optional
        Type of the positions; int64 if not given.
    out : ndarray, optional
        Output array.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        Positions along the axis, or in the flattened array.

    Raises
    ------
    ValueError
        When all elements of a slice are NaN (found by one read of the result).

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nanargmin(cp.array([cp.nan, 7., 3.]))
    array(2)
    """
    if axis is dtype is out is None and not keepdims and (found := _place_of_number(reductions.argmin, a)) is not None:
        return found
    result = _place(reductions.nanargmin, a, axis, dtype, out, keepdims)
    if (result < 0).any():
        raise ValueError("All-NaN slice encountered")
    return result


def _place_of_number(reduction: Reduction, a: Any) -> ndarray | None:
    """Where a vector's extreme stands if it is no NaN, which would have come first; None where looking takes a wait."""
    if type(a) is not ndarray or a.ndim != 1 or not a.size or a.dtype.char not in "fd" or not synchronous():
        return None
    found = reduction(a, None, None, None, False)
    value = float(a[int(found)])
    return found if value == value else None


def _place(reduction: Reduction, a: Any, axis: Any, dtype: DTypeLike | None, out: ndarray | None,
           keepdims: bool) -> ndarray:
    if type(a) is not ndarray:
        import cupy
        result = reduced_by_method(reduction, a, axis, dtype, out, keepdims=(keepdims, False))
        if result is not NotImplemented:
            return result
        a = cupy.asanyarray(a)
    if isinstance(axis, tuple):
        raise TypeError(f"axis: {reduction.name} takes one axis, not a tuple")
    if dtype is None and out is None:
        return reduction(a, axis, None, None, keepdims)
    if isinstance(dtype, ndarray):      # NumPy's third argument is the output
        dtype, out = None, dtype
    result = reduction(a, axis, None, None, keepdims)
    return into_safely(out, result if dtype is None else result.astype(dtype))


@keeps_class
def count_nonzero(a: ArrayLike, axis: Ints | None = None, *, keepdims: bool = False) -> ndarray:
    """How many elements over axes are not zero.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int or tuple of ints, optional
        Axes to reduce; all if not given.
    keepdims : bool, optional
        Keep the reduced axes, with length one.

    Returns
    -------
    ndarray
        The counts, of zero axes when all are reduced.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.count_nonzero(cp.array([0, 3, 0, 4]))
    array(2)
    """
    if type(a) is not ndarray:
        import cupy
        a = cupy.asarray(a)
    if axis is None and not keepdims and (few := counted_few(a)) is not None:
        return few
    if a.dtype.char in "?bB":       # a sum of truth values, whatever the bytes are
        return reductions.sum(a if a.dtype.char == "?" else a.view("?"), axis, None, None, keepdims)
    return reductions.count_nonzero(a, axis, None, None, keepdims)


# Their names before NumPy 2.
alltrue, sometrue = all, any
