"""Items written into arrays."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

from cupy._core import selection
from cupy._core.few import put_few
from cupy._core.indexing import check_range, known_in_range
from cupy._core.ndarray import ndarray
from cupy._core.strided import diagonal_view
from cupy._core.from_data import asarray
from cupy._creation.ranges import arange
from cupy._indexing.bounds import check_bounds
from cupy._core.layout import unravel
from cupy._indexing.select import along_axis, take
from cupy._indexing.strides import as_strided
from cupy._core.copyto import copyto
from cupy._manipulation.edit import resize
from cupy._core.by_method import by_method
from cupy._core.arguments import as_array, as_indices, as_values
from cupy._core.options import clip_mode

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["fill_diagonal", "place", "put", "put_along_axis", "putmask"]


def _check_target(a: ndarray) -> None:
    if not isinstance(a, ndarray):
        raise TypeError(f"argument 1 must be cupy.ndarray, not {type(a).__name__}")


def _set_flat(a: ndarray, index: Any, values: Any) -> None:
    """``a.flat[index] = values`` for indices in range."""
    if a.flags.c_contiguous:
        a.reshape(-1)[index] = values
    else:
        a[unravel(index, a.shape)] = values


def place(arr: ndarray, mask: ArrayLike, vals: ArrayLike) -> None:
    """Set the elements where a mask is true to values, one after another.

    Parameters
    ----------
    arr : ndarray
        Output array.
    mask : array_like
        Which elements; as many as `arr` has.
    vals : array_like
        Values, repeated as needed.

    Raises
    ------
    ValueError
        If the sizes differ, or there is something to set and nothing to set it to.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(4)
    >>> cupy.place(a, a > 1, [9, 8])
    >>> a
    array([0, 1, 9, 8])
    """
    if put_few(numpy.place, arr, mask, vals, bools=True):
        return
    _check_target(arr)
    mask = as_array(mask, "mask", taken=True)
    vals = as_values(vals, arr.dtype, "vals").ravel()
    vals_dtype, vals = vals.dtype, vals.astype(arr.dtype, copy=False)
    if mask.size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    if not numpy.can_cast(vals_dtype, arr.dtype, "safe"):
        raise TypeError(f"Cannot cast array data from {vals_dtype!r} to {arr.dtype!r} according to the rule 'safe'")
    index = selection.nonzero(mask.ravel())[0]
    if index.size == 0:
        return
    if vals.size == 0:
        raise ValueError("Cannot insert from an empty array!")
    _set_flat(arr, index, resize(vals, index.size))


@by_method()
def put(a: ndarray, ind: ArrayLike, v: ArrayLike, mode: Literal["wrap", "clip", "raise"] = "wrap") -> None:
    """Set elements at positions of the flattened array.

    Parameters
    ----------
    a : ndarray
        Output array.
    ind : array_like of int
        Positions; negative ones count from the end.
    v : array_like
        Values, repeated as needed.
    mode : {'wrap', 'clip', 'raise'}, optional
        What to do with positions outside the array: take them modulo its size, the default (NumPy's is 'raise');
        take the nearest end; or raise, for which positions in device memory are waited for.

    Raises
    ------
    IndexError
        If `mode` is 'raise' and a position is out of bounds, or if `a` is empty.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(5)
    >>> cupy.put(a, [0, 2], [-44, -55])
    >>> a
    array([-44,   1, -55,   3,   4])
    """
    if mode in ("wrap", "clip") and put_few(numpy.put, a, ind, v, mode, bools=True):
        return
    _check_target(a)
    put_items(a, ind, v, clip_mode(mode))


def put_items(a: ndarray, ind: ArrayLike, v: ArrayLike, mode: str | None) -> None:
    """`put`; with a mode of None, positions outside the array are treated as ``a[index]`` does."""
    _check_target(a)
    index = as_indices(ind)
    if index.size == 0:
        return
    index = index.ravel().astype(numpy.int64, copy=False)
    v = as_values(v, a.dtype, "v").ravel()
    if v.size == 0:
        return
    if a.size == 0:
        raise IndexError("cannot replace elements of an empty array")
    if mode != "clip" and isinstance(index, ndarray) and a.flags.c_contiguous and known_in_range(index, a.size):
        pass
    elif mode == "wrap":
        index = index % a.size
    elif mode == "clip":
        index = index.clip(0, a.size - 1)
    elif mode is None:
        index = asarray(index)
        check_range(index, a.size, 0)
        _set_flat(a, index if a.flags.c_contiguous else index + a.size * (index < 0),
                  v if v.size == 1 else resize(v, index.size))
        return
    else:
        text = f"index is out of bounds for axis 0 with size {a.size}"
        if isinstance(index, ndarray):
            check_bounds(index, -a.size, a.size, text, always=True)
        elif index.min() < -a.size or index.max() >= a.size:
            raise IndexError(text)
        index = index + a.size * (index < 0)        # pyright: ignore[reportOperatorIssue]  (of either library)
    _set_flat(a, asarray(index), v if v.size == 1 else resize(v, index.size))


def putmask(a: ndarray, mask: ArrayLike, values: ArrayLike) -> None:
    """Set the elements where a mask is true to the values at the same positions.

    Parameters
    ----------
    a : ndarray
        Output array.
    mask : array_like
        Which elements; of the shape of `a`.
    values : array_like
        Values; if fewer than `a` has elements, repeated over all of `a`.

    Raises
    ------
    ValueError
        If the shapes of `a` and `mask` differ.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(5)
    >>> cupy.putmask(a, a > 1, [-33, -44])
    >>> a
    array([  0,   1, -33, -44, -33])
    """
    if put_few(numpy.putmask, a, mask, values, bools=True):
        return
    _check_target(a)
    mask = as_array(mask, "mask", taken=True).astype(bool, copy=False)
    values = as_values(values, a.dtype)
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    if values.size == 0:
        return
    if not numpy.can_cast(values.dtype, a.dtype, "safe"):
        raise TypeError(f"Cannot cast array data from {values.dtype!r} to {a.dtype!r} according "
                        "to the rule 'safe'")
    if values.size != 1 and values.shape != a.shape:
        values = resize(values, a.shape)
    copyto(a, values.reshape(()) if values.size == 1 else values, "unsafe",
           where=mask.reshape(a.shape))


def put_along_axis(arr: ndarray, indices: ndarray, values: ArrayLike, axis: SupportsIndex | None) -> None:
    """Set elements at positions that differ from vector to vector.

    Parameters
    ----------
    arr : ndarray
        Output array.
    indices : ndarray of int
        Positions, with the axes of `arr`.
    values : array_like
        Values, broadcast to `indices`.
    axis : int or None
        The axis; None for the flattened array.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros((2, 2))
    >>> cupy.put_along_axis(a, cupy.array([[1], [0]]), 5.0, axis=1)
    >>> a
    array([[0., 5.],
           [5., 0.]])
    """
    _check_target(arr)
    indices = as_array(indices, "indices")
    if axis is not None:
        arr[along_axis(arr, indices, axis)] = values
        return
    if indices.ndim != 1:
        raise ValueError("when axis=None, `indices` must have a single dimension.")
    _set_flat(arr, indices + arr.size * (indices < 0), values)


def fill_diagonal(a: ndarray, val: ArrayLike, wrap: bool = False) -> None:
    """Set the elements of the main diagonal.

    Parameters
    ----------
    a : ndarray
        Array of at least two dimensions; more than two must be equally long.
    val : scalar or array_like
        Values, flattened and repeated as needed.
    wrap : bool, optional
        Whether the diagonal of a tall matrix starts again below its end.

    Raises
    ------
    ValueError
        If `a` has too few axes or they differ.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros((2, 2))
    >>> cupy.fill_diagonal(a, 5)
    >>> a
    array([[5., 0.],
           [0., 5.]])
    """
    _check_target(a)
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    n = min(a.shape)
    if n == 0:
        return
    if a.ndim == 2 and not wrap and numpy.isscalar(val):
        diagonal_view(a, 0)[...] = val
        return
    rows = a.shape[0]
    # A wrapped diagonal is one per block of n + 1 rows.
    starts = range(0, rows, n + 1) if wrap and a.ndim == 2 else (0,)
    parts = [as_strided(a[s:], (min(n, rows - s),), (sum(a.strides),)) for s in starts]
    total = sum(p.size for p in parts)
    if numpy.isscalar(val):
        for part in parts:
            part[...] = val
        return
    val = as_array(val, "val").ravel()
    values = take(val, arange(total) % val.size) if val.size not in (1, total) else val
    done = 0
    for part in parts:
        part[...] = values if values.size == 1 else values[done:done + part.size]
        done += part.size
