"""Sum along a diagonal."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, overload

from cupy._core.subclass import drops_class
from cupy._indexing.diagonal import diagonal

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Int, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["trace"]


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
        Where to put the result.

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
