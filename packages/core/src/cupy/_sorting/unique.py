"""Items without repetition."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.by_numpy import numpy_of_few
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.arguments import as_array
from cupy._core.subclass import keeps_class
from cupy._core.times import time_keys, times_of
from cupy._ops.composite import differs, differs_or_nan
from cupy._sorting import _rows, _table

if TYPE_CHECKING:
    from cupy._core.options import Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["unique", "unique_all", "unique_counts", "unique_inverse", "unique_values"]


@overload
def unique(ar: NDArray[Scalar], return_index: Literal[False] = ..., return_inverse: Literal[False] = ...,
           return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> NDArray[Scalar]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[False] = ..., return_inverse: Literal[False] = ...,
           return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> ndarray: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[True], return_inverse: Literal[False] = ...,
           return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[False] = ..., *, return_inverse: Literal[True],
           return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[False] = ..., return_inverse: Literal[False] = ..., *,
           return_counts: Literal[True], axis: SupportsIndex | None = ..., equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[True], return_inverse: Literal[True],
           return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[True], return_inverse: Literal[False] = ..., *,
           return_counts: Literal[True], axis: SupportsIndex | None = ..., equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[False] = ..., *, return_inverse: Literal[True],
           return_counts: Literal[True], axis: SupportsIndex | None = ..., equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[True],
           axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> tuple[ndarray, ndarray, ndarray, ndarray]: ...
@overload
def unique(ar: ArrayLike, return_index: bool = ..., return_inverse: bool = ..., return_counts: bool = ...,
           axis: SupportsIndex | None = ..., *, equal_nan: bool = ...,
           sorted: bool = ...) -> ndarray | tuple[ndarray, ...]: ...
@numpy_of_few(256)
@keeps_class
def unique(ar: ArrayLike, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: SupportsIndex | None = None, *, equal_nan: bool = True,
           sorted: bool = True) -> ndarray | tuple[ndarray, ...]:
    """Sorted elements without repetition; their number makes this wait for the device.

    Parameters
    ----------
    ar : array_like
        Input.
    return_index : bool, optional
        Whether to return the first positions of the elements in `ar`.
    return_inverse : bool, optional
        Whether to return the positions that make `ar` of the elements.
    return_counts : bool, optional
        Whether to return how often each element is in `ar`.
    axis : int, optional
        Axis whose slices are the elements; the flattened array if not given.
    equal_nan : bool, optional
        Whether all NaN are one element.
    sorted : bool, optional
        The elements are always sorted.

    Returns
    -------
    ndarray or tuple of ndarray
        Elements, and what was asked for, in the order of the parameters.

    Raises
    ------
    AxisError
        If `axis` is not an axis of `ar`.

    Examples
    --------
    >>> import cupy
    >>> cupy.unique(cupy.array([3, 1, 3]), return_counts=True)
    (array([1, 3]), array([1, 2]))
    """
    ar = as_array(ar, "ar")
    wanted = (return_index, return_inverse, return_counts)
    if axis is not None:
        axis = normalize_axis_index(axis, ar.ndim)
    if axis is None or ar.ndim == 1:
        result = _unique_flat(ar.ravel(), wanted, equal_nan)
        if return_inverse:
            result[2] = result[2].reshape(ar.shape)
    else:
        result = _unique_slices(ar, axis, wanted)
    result = [x for x in result if x is not None]
    return result[0] if len(result) == 1 else tuple(result)


def _unique_flat(a: ndarray, wanted: Sequence[bool], equal_nan: bool) -> list[Any]:
    """Items, first positions, inverse and counts; None where not wanted."""
    times = a.dtype if a.dtype.kind in "mM" else None
    if times is not None:
        a = time_keys(a)
        if equal_nan:
            items, *details = _unique_flat(a, wanted, True)
            return [times_of(items, times), *details]
    found = None if times is not None else _table.unique(a, wanted)
    if found is not None:
        return found
    order = None
    if wanted[0] or wanted[1]:
        items, order = _rows.sorted_with_positions(a)
    else:
        items = _rows.sorted_rows(a)
    first = first_of_run(items, equal_nan)
    if times is not None:
        items = times_of(items, times)
        first |= items != items     # NaT
    return [items[first], *_details(first, order, wanted)]


def first_of_run(items: ndarray, equal_nan: bool = False) -> ndarray:
    """Whether items of a sorted array are others than those before them."""
    first = empty(items.size, numpy.bool_)
    first[:1] = True
    if _rows.is_composite(items.dtype):
        first[1:] = items[1:] != items[:-1]
        return first
    change = differs_or_nan if equal_nan and items.dtype.kind in "fcV" else differs
    change(items[1:], items[:-1], first[1:])
    return first


def _details(first: ndarray, order: Any,
             wanted: Sequence[bool]) -> tuple[ndarray | None, ndarray | None, ndarray | None]:
    """First positions, inverse and counts of runs of equal items, where `first` is true for the first."""
    import cupy
    index = order[first] if wanted[0] else None
    inverse = counts = None
    if wanted[1]:
        inverse = empty(first.size, numpy.int64)
        inverse[order] = cupy.cumsum(first) - 1
    if wanted[2]:
        starts = cupy.flatnonzero(first)
        counts = cupy.diff(starts, append=first.size)
    return index, inverse, counts


def _unique_slices(ar: ndarray, axis: int, wanted: Sequence[bool]) -> list[Any]:
    import cupy
    moved = cupy.moveaxis(ar, axis, 0)
    slices = moved.reshape(moved.shape[0], -1) if moved.size else \
        cupy.zeros((moved.shape[0], 0 if 0 in moved.shape[1:] else 1), ar.dtype)
    if slices.shape[1] == 0:
        order = cupy.arange(slices.shape[0])
    else:
        columns = cupy.ascontiguousarray(slices.T)
        order = _rows.lexsorted([columns[k] for k in range(len(columns) - 1, -1, -1)])
    ordered = slices[order]
    first = empty(len(slices), numpy.bool_)
    first[:1] = True
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    items = ordered[first].reshape(-1, *moved.shape[1:]) if moved.size else moved[:int(first.sum())]
    return [cupy.moveaxis(items, 0, axis), *_details(first, order, wanted)]


class UniqueAllResult(NamedTuple):
    """What `unique_all` returns."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCountsResult(NamedTuple):
    """What `unique_counts` returns."""

    values: ndarray
    counts: ndarray


class UniqueInverseResult(NamedTuple):
    """What `unique_inverse` returns."""

    values: ndarray
    inverse_indices: ndarray


@keeps_class(plain=(2, 3))
def unique_all(x: ArrayLike) -> UniqueAllResult:
    """Elements without repetition, their first positions, the inverse and the counts; every NaN is one element.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    UniqueAllResult
        Named tuple ``(values, indices, inverse_indices, counts)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.unique_all(cupy.array([1, 1, 2])).counts
    array([2, 1])
    """
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


@keeps_class(plain=(1,))
def unique_counts(x: ArrayLike) -> UniqueCountsResult:
    """Elements without repetition and how often each is there; every NaN is one element.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    UniqueCountsResult
        Named tuple ``(values, counts)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.unique_counts(cupy.array([1, 1, 2])).values
    array([1, 2])
    """
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


@keeps_class(plain=(1,))
def unique_inverse(x: ArrayLike) -> UniqueInverseResult:
    """Elements without repetition and the positions that make `x` of them; every NaN is one element.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    UniqueInverseResult
        Named tuple ``(values, inverse_indices)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.unique_inverse(cupy.array([5, 5, 2])).inverse_indices
    array([1, 1, 0])
    """
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


def unique_values(x: ArrayLike) -> ndarray:
    """Elements without repetition; every NaN is one element.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Sorted elements.

    Examples
    --------
    >>> import cupy
    >>> cupy.unique_values(cupy.array([1, 1, 2]))
    array([1, 2])
    """
    return unique(x, equal_nan=False)
