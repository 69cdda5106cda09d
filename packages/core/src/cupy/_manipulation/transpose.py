"""Another order of the axes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex, overload

from numpy.exceptions import AxisError

from cupy._core.axes import normalize_axis_index, normalize_axis_tuple
from cupy._core.by_method import by_method, owner_of
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Int, Ints, Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["matrix_transpose", "moveaxis", "permute_dims", "rollaxis", "swapaxes", "transpose"]


def transpose(a: ArrayLike, axes: Sequence[SupportsIndex] | None = None) -> ndarray:
    """Permute the axes of an array.

    Parameters
    ----------
    a : array_like
        Input.
    axes : tuple of ints, optional
        A permutation of the axes; reversed if not given.

    Returns
    -------
    ndarray
        A view of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.transpose(cupy.zeros((1, 2, 3)), (2, 0, 1)).shape
    (3, 1, 2)
    """
    return owner_of(a, "transpose").transpose(axes)


permute_dims = transpose


def matrix_transpose(x: ArrayLike, /) -> ndarray:
    """Exchange the last two axes.

    Parameters
    ----------
    x : array_like
        Input with at least two dimensions.

    Returns
    -------
    ndarray
        A view of `x`.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> import cupy
    >>> cupy.matrix_transpose(cupy.zeros((5, 2, 3))).shape
    (5, 3, 2)
    """
    x = as_array(x, "x")
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return swapaxes(x, -1, -2)


@overload
def swapaxes(a: NDArray[Scalar], axis1: SupportsIndex, axis2: SupportsIndex) -> NDArray[Scalar]: ...
@overload
def swapaxes(a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray: ...
@by_method()
def swapaxes(a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray:
    """Exchange two axes.

    Parameters
    ----------
    a : array_like
        Input.
    axis1, axis2 : int
        The axes.

    Returns
    -------
    ndarray
        A view of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.swapaxes(cupy.zeros((1, 2, 3)), 0, 2).shape
    (3, 2, 1)
    """
    a = as_array(a)
    axes = list(range(a.ndim))
    i, j = normalize_axis_index(axis1, a.ndim), normalize_axis_index(axis2, a.ndim)
    axes[i], axes[j] = axes[j], axes[i]
    return a.transpose(axes)


@overload
def moveaxis(a: NDArray[Scalar], source: Ints, destination: Ints) -> NDArray[Scalar]: ...
@overload
def moveaxis(a: ArrayLike, source: Ints, destination: Ints) -> ndarray: ...
def moveaxis(a: ArrayLike, source: Ints, destination: Ints) -> ndarray:
    """Move axes to new positions; the others keep their order.

    Parameters
    ----------
    a : array_like
        Input.
    source, destination : int or sequence of ints
        Where the axes are, and where they go.

    Returns
    -------
    ndarray
        A view of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.moveaxis(cupy.zeros((3, 4, 5)), 0, -1).shape
    (4, 5, 3)
    """
    a = owner_of(a, "transpose")
    if type(source) is int and type(destination) is int:
        order = list(range(a.ndim))
        axis = order.pop(normalize_axis_index(source, a.ndim, "source"))
        order.insert(normalize_axis_index(destination, a.ndim, "destination"), axis)
        return a.transpose(order)
    source = normalize_axis_tuple(source, a.ndim, "source")
    destination = normalize_axis_tuple(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of "
                         "elements")
    order = [i for i in range(a.ndim) if i not in source]
    for to, axis in sorted(zip(destination, source, strict=True)):
        order.insert(to, axis)
    return a.transpose(order)


def rollaxis(a: ArrayLike, axis: Int, start: Int = 0) -> ndarray:
    """Move one axis back until it lies before another; `moveaxis` is easier to read.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int
        Axis to move.
    start : int, optional
        The axis is placed before this one.

    Returns
    -------
    ndarray
        A view of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.rollaxis(cupy.zeros((3, 4, 5)), 2).shape
    (5, 3, 4)
    """
    a = owner_of(a, "transpose")
    axis = normalize_axis_index(axis, a.ndim)
    place = start + a.ndim if start < 0 else start
    if not 0 <= place <= a.ndim:
        raise AxisError(f"'start' arg requires {-a.ndim} <= start < {a.ndim + 1}, "
                        f"but {start} was passed in")
    order = [i for i in range(a.ndim) if i != axis]
    order.insert(place - 1 if axis < place else place, axis)
    return a.transpose(order)
