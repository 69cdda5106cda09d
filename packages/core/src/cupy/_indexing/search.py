"""Where items are not zero."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._core import selection
from cupy._core.ndarray import ndarray
from cupy._manipulation.join import stack
from cupy._core.by_method import by_method, owner_of
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["argwhere", "flatnonzero", "nonzero"]


@by_method()
def nonzero(a: ArrayLike) -> tuple[ndarray, ...]:
    """Indices of the elements that are not zero.

    Parameters
    ----------
    a : array_like
        Input of at least one dimension.

    Returns
    -------
    tuple of ndarray of int64
        Indices along each axis, in C order; their number makes this wait for the device.

    Raises
    ------
    ValueError
        If `a` has no axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.nonzero(cupy.array([[3, 0], [0, 4]]))
    (array([0, 1]), array([0, 1]))
    """
    a = as_array(a)
    if a.ndim == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use "
                         "cupy.atleast_1d(scalar).nonzero() instead.")
    return tuple(selection.nonzero(a))


def flatnonzero(a: ArrayLike) -> ndarray:
    """Indices of the elements of the flattened array that are not zero.

    Parameters
    ----------
    a : array_like
        Input.

    Returns
    -------
    ndarray of int64
        Indices.

    Examples
    --------
    >>> import cupy
    >>> cupy.flatnonzero(cupy.array([[3, 0], [0, 4]]))
    array([0, 3])
    """
    return selection.nonzero(as_array(a).ravel())[0]


def argwhere(a: ArrayLike) -> ndarray:
    """Indices of the elements that are not zero, one row for each.

    Parameters
    ----------
    a : array_like
        Input.

    Returns
    -------
    ndarray of int64
        Array of shape (elements, axes).

    Examples
    --------
    >>> import cupy
    >>> cupy.argwhere(cupy.array([[3, 0], [0, 4]]))
    array([[0, 0],
           [1, 1]])
    """
    a = owner_of(a, "nonzero")
    if not isinstance(a, ndarray):
        return stack(a.nonzero(), axis=1)
    if a.ndim == 0:
        return argwhere(a.reshape(1))[:, :0]
    return stack(selection.nonzero(a), axis=1)
