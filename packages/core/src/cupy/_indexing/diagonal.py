"""Diagonals: views of them, and their sums."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, overload

from cupy._core.arguments import as_array
from cupy._core.axes import normalize_axis_index
from cupy._core.strided import diagonal_view
from cupy._core.subclass import drops_class
from cupy._indexing.strides import as_strided

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Int, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["diagonal", "trace"]

_LONGEST = 1 << 62      # of an axis


def diagonal(a: ArrayLike, offset: Int = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1) -> ndarray:
    """Diagonals of the planes of two axes.

    Parameters
    ----------
    a : array_like
        Input of at least two dimensions.
    offset : int, optional
        Which diagonal; positive ones lie above the main one.
    axis1, axis2 : int, optional
        The axes.

    Returns
    -------
    ndarray
        A view of `a`, writable, with the diagonal as last axis.

    Raises
    ------
    ValueError
        If `a` has too few axes or the axes are the same.

    Examples
    --------
    >>> import cupy
    >>> cupy.diagonal(cupy.arange(4).reshape(2, 2))
    array([0, 3])
    """
    a = as_array(a)
    if a.ndim == 2 and type(offset) is int and -_LONGEST < offset < _LONGEST and (axis1, axis2) == (0, 1):
        return diagonal_view(a, offset)
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    i = normalize_axis_index(axis1, a.ndim, "axis1")
    j = normalize_axis_index(axis2, a.ndim, "axis2")
    if i == j:
        raise ValueError("axis1 and axis2 cannot be the same")
    start = [slice(None)] * a.ndim
    start[i if offset < 0 else j] = slice(abs(offset), None)
    a = a[tuple(start)]
    rest = [k for k in range(a.ndim) if k not in (i, j)]
    return as_strided(a, [a.shape[k] for k in rest] + [min(a.shape[i], a.shape[j])],
                      [a.strides[k] for k in rest] + [a.strides[i] + a.strides[j]])


@overload
def trace(a: ArrayLike, offset: Int = ..., axis1: SupportsIndex = ..., axis2: SupportsIndex = ..., *,
          dtype: DTypeOf[Scalar], out: ndarray | None = ...) -> NDArray[Scalar]: ...
@overload
def trace(a: ArrayLike, offset: Int = ..., axis1: SupportsIndex = ..., axis2: SupportsIndex = ...,
          dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray: ...
@drops_class
def trace(a: ArrayLike, offset: Int = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1,
          dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """Sum along the diagonals of the planes of two axes.

    Parameters
    ----------
    a : array_like
        Input of at least two dimensions.
    offset : int, optional
        Which diagonal; positive ones lie above the main one.
    axis1, axis2 : int, optional
        The axes.
    dtype : data-type, optional
        Type in which to add up.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        The sums.

    Raises
    ------
    ValueError
        If `a` has too few axes or the axes are the same.

    Examples
    --------
    >>> import cupy
    >>> cupy.trace(cupy.eye(3))
    array(3.)
    """
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)
