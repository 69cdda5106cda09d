"""Another shape for the same items."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._core.ndarray import ndarray
from cupy._core.by_method import owner_of
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.options import HostLike, Ints, Order, Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["atleast_1d", "atleast_2d", "atleast_3d", "expand_dims", "ndim", "ravel", "reshape",
           "shape", "size", "squeeze"]


@overload
def reshape(a: NDArray[Scalar], /, shape: Ints, order: Literal["C", "F", "A"] = ..., *,
            copy: bool | None = ...) -> NDArray[Scalar]: ...
@overload
def reshape(a: ArrayLike, /, shape: Ints, order: Literal["C", "F", "A"] = ..., *,
            copy: bool | None = ...) -> ndarray: ...
def reshape(a: ArrayLike, /, shape: Ints, order: Literal["C", "F", "A"] = "C", *, copy: bool | None = None) -> ndarray:
    """Give the elements another shape, without a copy where strides allow.

    Parameters
    ----------
    a : array_like
        Array of the elements.
    shape : int or tuple of ints
        New shape; one size may be -1 and is inferred.
    order : {'C', 'F', 'A'}, optional
        Order in which elements are read and placed.
    copy : bool, optional
        True copies always, False never, None (default) when it must.

    Returns
    -------
    ndarray
        A view of `a` where possible.

    Raises
    ------
    ValueError
        If the sizes do not match, or a copy is needed and `copy` is False.

    Examples
    --------
    >>> import cupy
    >>> cupy.reshape(cupy.arange(6), (2, -1))
    array([[0, 1, 2],
           [3, 4, 5]])
    """
    a = owner_of(a, "reshape")
    return a.reshape(shape, order=order) if copy is None else a.reshape(shape, order=order, copy=copy)


@overload
def ravel(a: NDArray[Scalar], order: Order = ...) -> NDArray[Scalar]: ...
@overload
def ravel(a: ArrayLike, order: Order = ...) -> ndarray: ...
def ravel(a: ArrayLike, order: Literal["C", "F", "A", "K"] = "C") -> ndarray:
    """Flatten an array, without a copy where strides allow.

    Parameters
    ----------
    a : array_like
        Array to flatten.
    order : {'C', 'F', 'A', 'K'}, optional
        Order in which elements are read.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy
    >>> cupy.ravel(cupy.array([[1, 2], [3, 4]]), order="F")
    array([1, 3, 2, 4])
    """
    return as_array(a).ravel(order)


@overload
def squeeze(a: NDArray[Scalar], axis: Ints | None = ...) -> NDArray[Scalar]: ...
@overload
def squeeze(a: ArrayLike, axis: Ints | None = ...) -> ndarray: ...
def squeeze(a: ArrayLike, axis: Ints | None = None) -> ndarray:
    """Remove axes of size one.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of ints, optional
        Axes to remove; all of size one if not given.

    Returns
    -------
    ndarray
        A view of `a`.

    Raises
    ------
    ValueError
        If an axis in `axis` has another size.

    Examples
    --------
    >>> import cupy
    >>> cupy.squeeze(cupy.zeros((1, 3, 1))).shape
    (3,)
    """
    a = owner_of(a, "squeeze")
    return a.squeeze() if axis is None else a.squeeze(axis=axis)


@overload
def expand_dims(a: NDArray[Scalar], axis: Ints) -> NDArray[Scalar]: ...
@overload
def expand_dims(a: ArrayLike, axis: Ints) -> ndarray: ...
def expand_dims(a: ArrayLike, axis: Ints) -> ndarray:
    """Insert axes of size one.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of ints
        Positions of the new axes in the result.

    Returns
    -------
    ndarray
        A view of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.expand_dims(cupy.arange(3), (0, 2)).shape
    (1, 3, 1)
    """
    a = as_array(a)
    total = a.ndim + (len(axis) if isinstance(axis, (tuple, list)) else 1)
    new = set(normalize_axis_tuple(axis, total))
    sizes = iter(a.shape)
    return a.reshape(tuple(1 if i in new else next(sizes) for i in range(total)))


def _at_least(arrays: Sequence[ArrayLike], lift: Callable[[ndarray], ndarray]) -> Any:
    lifted = tuple(lift(as_array(a)) for a in arrays)
    return lifted[0] if len(lifted) == 1 else lifted


@overload
def atleast_1d(a0: ArrayLike, /) -> ndarray: ...
@overload
def atleast_1d(a0: ArrayLike, a1: ArrayLike, /, *arys: ArrayLike) -> tuple[ndarray, ...]: ...
def atleast_1d(*arys: ArrayLike) -> ndarray | tuple[ndarray, ...]:
    """View inputs as arrays with at least one dimension.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        One result for each input.

    Examples
    --------
    >>> import cupy
    >>> cupy.atleast_1d(3.0)
    array([3.])
    """
    return _at_least(arys, lambda a: a.reshape(1) if a.ndim == 0 else a)


@overload
def atleast_2d(a0: ArrayLike, /) -> ndarray: ...
@overload
def atleast_2d(a0: ArrayLike, a1: ArrayLike, /, *arys: ArrayLike) -> tuple[ndarray, ...]: ...
def atleast_2d(*arys: ArrayLike) -> ndarray | tuple[ndarray, ...]:
    """View inputs as arrays with at least two dimensions.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        One result for each input; new axes come first.

    Examples
    --------
    >>> import cupy
    >>> cupy.atleast_2d(cupy.arange(3)).shape
    (1, 3)
    """
    def lift(a: ndarray) -> ndarray:
        return a.reshape(1, 1) if a.ndim == 0 else a[None, :] if a.ndim == 1 else a
    return _at_least(arys, lift)


@overload
def atleast_3d(a0: ArrayLike, /) -> ndarray: ...
@overload
def atleast_3d(a0: ArrayLike, a1: ArrayLike, /, *arys: ArrayLike) -> tuple[ndarray, ...]: ...
def atleast_3d(*arys: ArrayLike) -> ndarray | tuple[ndarray, ...]:
    """View inputs as arrays with at least three dimensions.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        One result for each input; a vector of n elements becomes (1, n, 1), a matrix (m, n, 1).

    Examples
    --------
    >>> import cupy
    >>> cupy.atleast_3d(cupy.arange(3)).shape
    (1, 3, 1)
    """
    def lift(a: ndarray) -> ndarray:
        if a.ndim == 0:
            return a.reshape(1, 1, 1)
        if a.ndim == 1:
            return a[None, :, None]
        return a[:, :, None] if a.ndim == 2 else a
    return _at_least(arys, lift)


def ndim(a: HostLike) -> int:
    """Count the axes of an array.

    Parameters
    ----------
    a : array_like
        Input.

    Returns
    -------
    int
        Number of axes.

    Examples
    --------
    >>> import cupy
    >>> cupy.ndim([[1, 2]])
    2
    """
    return a.ndim if isinstance(a, ndarray) else numpy.ndim(a)


def shape(a: HostLike) -> tuple[int, ...]:
    """Sizes of the axes of an array.

    Parameters
    ----------
    a : array_like
        Input.

    Returns
    -------
    tuple of ints
        Sizes.

    Examples
    --------
    >>> import cupy
    >>> cupy.shape(cupy.zeros((2, 3)))
    (2, 3)
    """
    return a.shape if isinstance(a, ndarray) else numpy.shape(a)


def size(a: HostLike, axis: Ints | None = None) -> int:
    """Count the elements of an array, or along axes of it.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of ints, optional
        Axes to count along; all if not given.

    Returns
    -------
    int
        Number of elements.

    Examples
    --------
    >>> import cupy
    >>> cupy.size(cupy.zeros((2, 3)), 1)
    3
    """
    if axis is None:
        return a.size if isinstance(a, ndarray) else numpy.size(a)
    sizes = shape(a)
    return numpy.prod([sizes[i] for i in normalize_axis_tuple(axis, len(sizes))], dtype=int).item()
