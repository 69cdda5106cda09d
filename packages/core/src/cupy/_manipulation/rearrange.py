"""Items in another order along axes."""
from __future__ import annotations

import operator
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._core.join import rolled
from cupy._core.constructors import empty_like
from cupy._core.by_method import owner_of
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Int, Ints, Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["flip", "fliplr", "flipud", "roll", "rot90"]


@overload
def flip(m: NDArray[Scalar], axis: Ints | None = ...) -> NDArray[Scalar]: ...
@overload
def flip(m: ArrayLike, axis: Ints | None = ...) -> ndarray: ...
def flip(m: ArrayLike, axis: Ints | None = None) -> ndarray:
    """Reverse the order of elements along axes.

    Parameters
    ----------
    m : array_like
        Input.
    axis : int or tuple of ints, optional
        Axes to reverse; all if not given.

    Returns
    -------
    ndarray
        A view of `m`.

    Examples
    --------
    >>> import cupy
    >>> cupy.flip(cupy.arange(3))
    array([2, 1, 0])
    """
    m = owner_of(m, "ndim", "m")
    axes = range(m.ndim) if axis is None else normalize_axis_tuple(axis, m.ndim)
    return m[tuple(slice(None, None, -1 if i in axes else 1) for i in range(m.ndim))]


@overload
def fliplr(m: NDArray[Scalar]) -> NDArray[Scalar]: ...
@overload
def fliplr(m: ArrayLike) -> ndarray: ...
def fliplr(m: ArrayLike) -> ndarray:
    """Reverse the order of columns.

    Parameters
    ----------
    m : array_like
        Input of at least two dimensions.

    Returns
    -------
    ndarray
        A view of `m`.

    Examples
    --------
    >>> import cupy
    >>> cupy.fliplr(cupy.arange(4).reshape(2, 2))
    array([[1, 0],
           [3, 2]])
    """
    m = as_array(m, "m")
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


@overload
def flipud(m: NDArray[Scalar]) -> NDArray[Scalar]: ...
@overload
def flipud(m: ArrayLike) -> ndarray: ...
def flipud(m: ArrayLike) -> ndarray:
    """Reverse the order of rows.

    Parameters
    ----------
    m : array_like
        Input of at least one dimension.

    Returns
    -------
    ndarray
        A view of `m`.

    Examples
    --------
    >>> import cupy
    >>> cupy.flipud(cupy.arange(4).reshape(2, 2))
    array([[2, 3],
           [0, 1]])
    """
    m = as_array(m, "m")
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1]


def _shifts(shift: Any, axis: Any, ndim: int) -> dict[int, int]:
    """Total shift of each axis that is named."""
    axes = normalize_axis_tuple(axis, ndim, allow_duplicate=True)
    if hasattr(shift, "get"):
        shift = shift.get()
    pairs = numpy.broadcast(shift, axes)
    if pairs.ndim > 1:
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    total = dict.fromkeys(axes, 0)
    for by, i in pairs:
        total[i] += int(by)
    return total


@overload
def roll(a: NDArray[Scalar], shift: Ints, axis: Ints | None = ...) -> NDArray[Scalar]: ...
@overload
def roll(a: ArrayLike, shift: Ints, axis: Ints | None = ...) -> ndarray: ...
def roll(a: ArrayLike, shift: Ints, axis: Ints | None = None) -> ndarray:
    """Shift elements along axes; those that leave at the end come back at the start.

    Parameters
    ----------
    a : array_like
        Input.
    shift : int or tuple of ints
        How far.
    axis : int or tuple of ints, optional
        Along which axes; if not given the flattened array is shifted.

    Returns
    -------
    ndarray
        A new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.roll(cupy.arange(5), 2)
    array([3, 4, 0, 1, 2])
    """
    a = as_array(a)
    result = rolled(a, shift, axis)
    if result is not None:
        return result
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    result = empty_like(a)
    whole = [(slice(None), slice(None))]
    slices = [whole] * a.ndim
    for i, by in _shifts(shift, axis, a.ndim).items():
        n = a.shape[i]
        by = by % n if n else 0
        if by:
            slices[i] = [(slice(n - by), slice(by, None)), (slice(n - by, None), slice(by))]
    for pairs in itertools.product(*slices):
        source, target = tuple(p[0] for p in pairs), tuple(p[1] for p in pairs)
        result[target] = a[source]
    return result


@overload
def rot90(m: NDArray[Scalar], k: Int = ..., axes: Sequence[SupportsIndex] = ...) -> NDArray[Scalar]: ...
@overload
def rot90(m: ArrayLike, k: Int = ..., axes: Sequence[SupportsIndex] = ...) -> ndarray: ...
def rot90(m: ArrayLike, k: Int = 1, axes: Sequence[SupportsIndex] = (0, 1)) -> ndarray:
    """Rotate by 90 degrees, from the first of two axes towards the second.

    Parameters
    ----------
    m : array_like
        Input of at least two dimensions.
    k : int, optional
        Number of rotations.
    axes : pair of ints, optional
        The plane.

    Returns
    -------
    ndarray
        A view of `m`.

    Raises
    ------
    ValueError
        If `axes` are not two different axes.

    Examples
    --------
    >>> import cupy
    >>> cupy.rot90(cupy.array([[1, 2], [3, 4]]))
    array([[2, 4],
           [1, 3]])
    """
    m = as_array(m, "m")
    plane = tuple(map(operator.index, axes))
    if len(plane) != 2:
        raise ValueError("len(axes) must be 2.")
    if any(not -m.ndim <= i < m.ndim for i in plane):
        raise ValueError(f"Axes={plane} out of range for array of ndim={m.ndim}.")
    i, j = (axis % m.ndim for axis in plane)
    if i == j:
        raise ValueError("Axes must be different.")
    k %= 4
    if k == 2:
        return flip(m, (i, j))
    if k == 1:
        m = flip(m, j)
    elif k == 3:
        m = flip(m, i)
    else:
        return m[...]
    order = list(range(m.ndim))
    order[i], order[j] = j, i
    return m.transpose(order)
