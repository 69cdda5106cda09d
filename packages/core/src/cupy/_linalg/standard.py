"""What `cupy.linalg` spells as the array API standard does, and `cupy` differently."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, overload

from cupy._core.subclass import drops_class
from cupy._indexing import diagonal as _diagonal
from cupy._linalg import dots, products
from cupy._math import cross as _cross
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Int, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = []


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex = -1) -> ndarray:
    """Cross product of three-dimensional vectors.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors, broadcast together.
    axis : int, optional
        The axis that holds the vectors.

    Returns
    -------
    ndarray
        The products.

    Raises
    ------
    ValueError
        If vectors do not have three elements.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.cross(cupy.array([1, 0, 0]), cupy.array([0, 1, 0]))
    array([0, 0, 1])
    """
    x1, x2 = as_array(x1, "x1"), as_array(x2, "x2")
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
                         f"{x1.shape[axis]} and {x2.shape[axis]} dimensional instead.")
    return _cross.cross(x1, x2, axis=axis)


@drops_class
def outer(x1: ArrayLike, x2: ArrayLike, /) -> ndarray:
    """Products of each element of one vector with each of another.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors.

    Returns
    -------
    ndarray
        Of shape ``(x1.size, x2.size)``.

    Raises
    ------
    ValueError
        If an operand is not one-dimensional.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.outer(cupy.array([1, 2]), cupy.array([3]))
    array([[3],
           [6]])
    """
    x1, x2 = as_array(x1, "x1"), as_array(x2, "x2")
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError("Input arrays must be one-dimensional, but they are "
                         f"x1.ndim={x1.ndim} and x2.ndim={x2.ndim}.")
    return dots.outer(x1, x2)


def diagonal(x: ArrayLike, /, *, offset: Int = 0) -> ndarray:
    """Diagonals of the last two axes.

    Parameters
    ----------
    x : (..., M, N) array_like
        The matrices.
    offset : int, optional
        Which diagonal.

    Returns
    -------
    ndarray
        The diagonals, as a view.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.diagonal(cupy.arange(4).reshape(2, 2))
    array([0, 3])
    """
    return _diagonal.diagonal(x, offset, -2, -1)


@overload
def trace(x: ArrayLike, /, *, offset: Int = ..., dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def trace(x: ArrayLike, /, *, offset: Int = ..., dtype: DTypeLike | None = ...) -> ndarray: ...
@drops_class
def trace(x: ArrayLike, /, *, offset: Int = 0, dtype: DTypeLike | None = None) -> ndarray:
    """Sums along diagonals of the last two axes.

    Parameters
    ----------
    x : (..., M, N) array_like
        The matrices.
    offset : int, optional
        Which diagonal.
    dtype : data-type, optional
        Type to add up in.

    Returns
    -------
    ndarray
        The sums.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.trace(cupy.eye(3))
    array(3.)
    """
    return _diagonal.trace(x, offset, -2, -1, dtype)


def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex = -1) -> ndarray:
    """Dot product of vectors; the first is conjugated.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors, broadcast together.
    axis : int, optional
        The axis that holds the vectors.

    Returns
    -------
    ndarray
        The products.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.vecdot(cupy.ones((2, 3)), cupy.ones(3))
    array([3., 3.])
    """
    return products.vecdot(x1, x2, axis=axis)
