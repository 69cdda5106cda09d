"""Items added to an array, removed from it, or reused in another size."""
from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

from cupy._core.axes import normalize_axis_index, normalize_axis_tuple
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty, zeros
from cupy._core.by_numpy import numpy_of_few
from cupy._core.from_data import asarray
from cupy._core.subclass import keeps_class
from cupy._indexing.select import take
from cupy._manipulation.join import concatenate
from cupy._core.arguments import as_array, as_values

if TYPE_CHECKING:
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["delete", "insert", "resize", "trim_zeros"]

_COPIED = 1 << 17   # elements up to which NumPy, which copies them once, takes no longer
_MOST_RUNS = 8      # that are copied one by one; of more, the elements are taken by their positions


def _host_index(obj: Any, name: str) -> numpy.ndarray:
    """Indices as a host array; where they say what the result's shape is, the host must know."""
    if isinstance(obj, ndarray):
        obj = obj.get()
    index = numpy.asarray(obj)
    if index.size == 0 and not isinstance(obj, numpy.ndarray):
        index = index.astype(numpy.intp)
    if index.dtype.kind not in "iub":
        raise IndexError(f"{name}: arrays used as indices must be of integer (or boolean) type")
    return index


def _flat_axis(arr: ndarray, axis: Any) -> tuple[ndarray, int]:
    if axis is None:
        return arr.ravel(), 0
    return arr, normalize_axis_index(axis, arr.ndim)


@numpy_of_few(_COPIED)
@keeps_class
def delete(arr: ArrayLike, obj: slice | SupportsIndex | ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Remove elements along an axis.

    Parameters
    ----------
    arr : array_like
        Input.
    obj : slice, int, or array_like of ints or bools
        Which elements to remove.
    axis : int, optional
        Axis to remove along; the flattened array if not given.

    Returns
    -------
    ndarray
        A new array.

    Raises
    ------
    IndexError
        If an index is out of bounds.

    Examples
    --------
    >>> import cupy
    >>> cupy.delete(cupy.arange(5), [1, 3])
    array([0, 2, 4])
    """
    arr, axis = _flat_axis(as_array(arr, "arr"), axis)
    n = arr.shape[axis]
    before = (slice(None),) * axis
    removed = range(n)[obj] if isinstance(obj, slice) else _host_index(obj, "obj")
    if isinstance(removed, numpy.ndarray):
        if removed.dtype == bool:
            if removed.shape != (n,):
                raise ValueError("boolean array argument `obj` to delete must be one dimensional "
                                 f"and match the axis length of {n}")
        elif removed.size and not (-n <= removed.min() and removed.max() < n):
            bad = removed[(removed < -n) | (removed >= n)].flat[0]
            raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {n}")
        elif removed.size == 1:
            place = int(removed.item()) % n
            removed = range(place, place + 1)
    if isinstance(removed, range) and (abs(removed.step) == 1 or len(removed) <= 1):
        first, stop = (min(removed[0], removed[-1]), max(removed[0], removed[-1]) + 1) if removed else (0, 0)
        runs = [slice(first), slice(stop, n)]
        count = n - len(removed)
    else:
        keep = numpy.ones(n, dtype=bool)
        keep[removed] = False
        kept = numpy.flatnonzero(keep)
        count = kept.size
        breaks = numpy.flatnonzero(numpy.diff(kept) != 1) + 1
        if count == 0 or breaks.size >= _MOST_RUNS:
            result = _of_length(arr, axis, count)
            return take(arr, asarray(kept), axis, result)
        runs = [slice(int(run[0]), int(run[-1]) + 1) for run in numpy.split(kept, breaks)]
    return concatenate([arr[(*before, run)] for run in runs], axis, _of_length(arr, axis, count))


def _of_length(arr: ndarray, axis: int, length: int) -> ndarray:
    """An array like `arr` with another length along an axis."""
    return empty((*arr.shape[:axis], length, *arr.shape[axis + 1:]), arr.dtype, "F" if arr.flags.fnc else "C")


@numpy_of_few(_COPIED, casts=True)
@keeps_class
def insert(arr: ArrayLike, obj: slice | SupportsIndex | ArrayLike, values: ArrayLike,
           axis: SupportsIndex | None = None) -> ndarray:
    """Insert values along an axis, before the given indices.

    Parameters
    ----------
    arr : array_like
        Input.
    obj : slice, int, or array_like of ints or bools
        Indices before which values go.
    values : array_like
        What to insert; it broadcasts to the inserted part.
    axis : int, optional
        Axis to insert along; the flattened array if not given.

    Returns
    -------
    ndarray
        A new array of the type of `arr`.

    Raises
    ------
    IndexError
        If an index is out of bounds.

    Examples
    --------
    >>> import cupy
    >>> cupy.insert(cupy.arange(3), 1, [8, 9])
    array([0, 8, 9, 1, 2])
    """
    arr, axis = _flat_axis(as_array(arr, "arr"), axis)
    values = as_values(values, arr.dtype).astype(arr.dtype, copy=False)
    n = arr.shape[axis]
    if isinstance(obj, slice):
        index = numpy.arange(*obj.indices(n))
    else:
        index = _host_index(obj, "obj")
        if index.dtype == bool:
            if index.ndim != 1:
                raise ValueError("boolean array argument obj to insert must be one dimensional")
            index = numpy.flatnonzero(index)
        elif index.ndim > 1:
            raise ValueError("index array argument obj to insert must be one dimensional or scalar")
    if index.size and not (-n <= index.min() and index.max() <= n):
        bad = index[(index < -n) | (index > n)].flat[0]
        raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {n}")
    index = numpy.where(index < 0, index + n, index)
    values = values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)
    if index.size == 1:
        # One place takes as many values as there are; a scalar index means their first axis.
        if index.ndim == 0:
            values = values.transpose((*range(1, axis + 1), 0, *range(axis + 1, values.ndim)))
        count = values.shape[axis]
        targets = numpy.arange(count) + index.item()
    else:
        count = index.size
        order = index.argsort(kind="stable")
        targets = index.copy()
        targets[order] += numpy.arange(count)
    result = _of_length(arr, axis, n + count)
    old = numpy.ones(n + count, dtype=bool)
    old[targets] = False
    before = (slice(None),) * axis
    if count and (numpy.diff(targets) == 1).all():
        first, last = int(targets[0]), int(targets[-1]) + 1
        result[(*before, slice(first))] = arr[(*before, slice(first))]
        result[(*before, slice(first, last))] = values
        result[(*before, slice(last, None))] = arr[(*before, slice(first, None))]
        return result
    result[(*before, asarray(targets))] = values
    result[(*before, asarray(numpy.flatnonzero(old)))] = arr
    return result


def resize(a: ArrayLike, new_shape: Ints) -> ndarray:
    """Give an array another size; its elements are repeated to fill it.

    Parameters
    ----------
    a : array_like
        Input.
    new_shape : int or tuple of ints
        Shape of the result.

    Returns
    -------
    ndarray
        A new array.

    Raises
    ------
    ValueError
        If a size is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.resize(cupy.arange(3), (2, 4))
    array([[0, 1, 2, 0],
           [1, 2, 0, 1]])
    """
    a = as_array(a).ravel()
    shape = tuple(map(operator.index, new_shape if isinstance(new_shape, Iterable) else (new_shape,)))
    if any(n < 0 for n in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    if a.size == 0:
        return zeros(shape, a.dtype)
    result = empty(shape, a.dtype)
    flat = result.reshape(-1)
    whole = result.size // a.size * a.size
    flat[:whole].reshape(-1, a.size)[...] = a
    flat[whole:] = a[:result.size - whole]
    return result


def trim_zeros(filt: ArrayLike, trim: Literal["fb", "f", "b"] = "fb", axis: Ints | None = None) -> ndarray:
    """Remove zeros from the ends of an array.

    Parameters
    ----------
    filt : array_like
        Input.
    trim : {'fb', 'f', 'b'}, optional
        Whether to trim at the front, the back, or both.
    axis : int or tuple of ints, optional
        Axes to trim; all if not given.

    Returns
    -------
    ndarray
        A view of `filt`.

    Examples
    --------
    >>> import cupy
    >>> cupy.trim_zeros(cupy.array([0, 0, 1, 0, 2, 0]))
    array([1, 0, 2])
    """
    filt = as_array(filt, "filt")
    sides = trim.lower()
    if sides not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {sides!r}")
    axes = range(filt.ndim) if axis is None else normalize_axis_tuple(axis, filt.ndim)
    window = [slice(None)] * filt.ndim
    for i in axes:
        others = tuple(k for k in range(filt.ndim) if k != i)
        used = numpy.flatnonzero((filt != 0).any(axis=others).get())
        if used.size == 0:
            window[i] = slice(0, 0)
            continue
        window[i] = slice(int(used[0]) if "f" in sides else None,
                          int(used[-1]) + 1 if "b" in sides else None)
    return filt[tuple(window)]
