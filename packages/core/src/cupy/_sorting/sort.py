"""Sorted copies, and the positions that sort."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.by_method import by_method
from cupy._core.axes import integer_axis, normalize_axis_index
from cupy._core.by_numpy import numpy_of_few
from cupy._core.ndarray import ndarray
from cupy._core.sort import sort_last
from cupy._core.subclass import drops_class, keeps_class
from cupy._manipulation.rearrange import flip
from cupy._core.arguments import as_array, as_arrays
from cupy._sorting import _rows

if TYPE_CHECKING:
    from cupy._core.options import Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["argsort", "lexsort", "msort", "sort", "sort_complex"]


def _is_stable(kind: Any, stable: bool | None) -> bool:
    """Read the arguments that all sorts share: whether the order of equal items matters."""
    if kind is None:
        return bool(stable)
    if stable is not None:
        raise ValueError("`kind` and `stable` parameters can't be provided at the same time. Use only one of them.")
    if not isinstance(kind, str):
        raise TypeError(f"sort kind must be str, not {type(kind).__name__}")
    if kind[:1].lower() not in ("q", "h", "m", "s") or not kind:
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")
    return kind[0].lower() in "ms"


@overload
def sort(a: NDArray[Scalar], axis: SupportsIndex | None = ...,
         kind: Literal["quicksort", "heapsort", "mergesort", "stable"] | None = ...,
         order: str | Sequence[str] | None = ..., *, stable: bool | None = ...,
         descending: bool = ...) -> NDArray[Scalar]: ...
@overload
def sort(a: ArrayLike, axis: SupportsIndex | None = ...,
         kind: Literal["quicksort", "heapsort", "mergesort", "stable"] | None = ...,
         order: str | Sequence[str] | None = ..., *, stable: bool | None = ..., descending: bool = ...) -> ndarray: ...
@numpy_of_few(1000, types="FD")
@keeps_class
def sort(a: ArrayLike, axis: SupportsIndex | None = -1,
         kind: Literal["quicksort", "heapsort", "mergesort", "stable"] | None = None,
         order: str | Sequence[str] | None = None, *, stable: bool | None = None, descending: bool = False) -> ndarray:
    """Sorted copy of an array.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or None, optional
        Axis to sort along; the flattened array if None.
    kind : {'quicksort', 'heapsort', 'mergesort', 'stable'}, optional
        Every sort here keeps the order of equal elements.
    order : str or sequence of str, optional
        Fields of a structured array in the order in which they are compared; the others follow.
    stable : bool, optional
        The same as ``kind='stable'``.
    descending : bool, optional
        Whether the largest comes first (array API).

    Returns
    -------
    ndarray
        Array of the type and shape of `a`; NaN is last.

    Raises
    ------
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.sort(cupy.array([[3, 1], [2, 4]]), axis=0)
    array([[2, 1],
           [3, 4]])
    """
    if descending:
        return flip(sort(a, axis, kind, order, stable=stable), -1 if axis is None else axis)
    if isinstance(a, ndarray) and kind is order is None and not stable:
        result = sort_last(a, axis, False)
        if result is not None:
            return result
    a = as_array(a)
    stable = _is_stable(kind, stable)
    if axis is None:
        a, axis = a.ravel(), -1
    axis = normalize_axis_index(axis, a.ndim)
    rows = _rows.rows_of(a, axis)
    if order is None:
        return _rows.back(_rows.sorted_rows(rows, stable), a, axis)
    return _rows.back(_rows.take_rows(rows, _rows.argsorted(_rows.by_fields(rows, order))), a, axis)


@keeps_class
@by_method()
def argsort(a: ArrayLike, axis: SupportsIndex | None = -1,
            kind: Literal["quicksort", "heapsort", "mergesort", "stable"] | None = None,
            order: str | Sequence[str] | None = None, *, stable: bool | None = None,
            descending: bool = False) -> ndarray:
    """Positions that sort an array.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or None, optional
        Axis to sort along; the flattened array if None.
    kind : {'quicksort', 'heapsort', 'mergesort', 'stable'}, optional
        Every sort here keeps the order of equal elements.
    order : str or sequence of str, optional
        Fields of a structured array in the order in which they are compared; the others follow.
    stable : bool, optional
        The same as ``kind='stable'``.
    descending : bool, optional
        Whether the largest comes first (array API).

    Returns
    -------
    ndarray of int64
        Positions along the axis, of the shape of `a`; of one element if `a` is 0-d.

    Raises
    ------
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.argsort(cupy.array([3.0, 1.0, 2.0]))
    array([1, 2, 0])
    """
    if descending:
        a, axis = (as_array(a).ravel(), -1) if axis is None else (as_array(a), axis)
        last = a.shape[axis] - 1
        return last - flip(argsort(flip(a, axis), axis, kind, order, stable=stable), axis)
    if isinstance(a, ndarray) and kind is order is stable is None:
        result = sort_last(a, axis, True)
        if result is not None:
            return _rows.in_c_order(result)
    a = as_array(a)
    _is_stable(kind, stable)
    if order is not None:
        a = _rows.by_fields(a, order)
    if axis is None:
        a, axis = a.ravel(), -1
    a = a if a.ndim else a.reshape(1)
    axis = integer_axis(axis, a.ndim)
    return _rows.in_c_order(_rows.back(_rows.argsorted(_rows.rows_of(a, axis)), a, axis))


def msort(a: ArrayLike) -> ndarray:
    """Sorted copy of an array along its first axis.

    Parameters
    ----------
    a : array_like
        Input.

    Returns
    -------
    ndarray
        ``sort(a, axis=0)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.msort(cupy.array([[3, 1], [2, 4]]))
    array([[2, 1],
           [3, 4]])
    """
    return sort(a, axis=0)


@drops_class
def sort_complex(a: ArrayLike) -> ndarray:
    """Sorted copy of an array, as complex numbers: by real part, then by imaginary part.

    Parameters
    ----------
    a : array_like
        Input; sorted along its last axis.

    Returns
    -------
    ndarray
        Complex array of the shape of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.sort_complex(cupy.array([3, 1, 2]))
    array([1.+0.j, 2.+0.j, 3.+0.j])
    """
    result = sort(a)
    if result.dtype.kind == "c":
        return result
    return result.astype(numpy.complex64 if result.dtype.char in "bhBH" else numpy.complex128)


@numpy_of_few(2000, bools=True)
def lexsort(keys: ArrayLike | Sequence[ArrayLike], axis: SupportsIndex = -1) -> ndarray:
    """Positions that sort by several keys.

    Parameters
    ----------
    keys : array or sequence of arrays
        Keys of one shape, along the first axis if an array; the last decides first.
    axis : int, optional
        Axis of each key to sort along.

    Returns
    -------
    ndarray of int64
        Positions along the axis.

    Raises
    ------
    TypeError
        If there is no key.
    ValueError
        If the keys have different shapes.

    Examples
    --------
    >>> import cupy
    >>> cupy.lexsort((cupy.array([2, 1, 3]), cupy.array([1, 1, 0])))
    array([2, 1, 0])
    """
    if isinstance(keys, ndarray) and keys.ndim == 0:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    keys = as_arrays(keys, "keys")
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    first = keys[0]
    if any(key.shape != first.shape for key in keys):
        raise ValueError("all keys need to be the same shape")
    axis = normalize_axis_index(axis, max(first.ndim, 1))
    if first.ndim == 0:
        return first.astype(numpy.int64) * 0
    return _rows.back(_rows.lexsorted([_rows.rows_of(key, axis) for key in keys]), first, axis)
