"""Blocks, products and triangles of matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx._options import Int

__all__ = ["block_diag", "khatri_rao", "kron", "tri", "tril", "triu"]


def block_diag(*arrs: ArrayLike) -> cupy.ndarray:
    """Matrix with the given ones along its diagonal, and zeros elsewhere.

    Parameters
    ----------
    *arrs : (..., M, N) array_like
        The blocks; a vector is a row. Axes before the last two are a batch.

    Returns
    -------
    ndarray
        Of the common type of the blocks.

    Examples
    --------
    >>> from cupyx.scipy.linalg import block_diag
    >>> block_diag([[1, 2]], [[3], [4]])
    array([[1, 2, 0],
           [0, 0, 3],
           [0, 0, 4]])
    """
    blocks = [cupy.atleast_2d(as_array(a, "arrs")) for a in arrs] or [cupy.empty((1, 0))]
    batch = numpy.broadcast_shapes(*[a.shape[:-2] for a in blocks])
    shape = [sum(a.shape[axis] for a in blocks) for axis in (-2, -1)]
    result = cupy.zeros((*batch, *shape), numpy.result_type(*[a.dtype for a in blocks]))
    row = column = 0
    for a in blocks:
        rows, columns = a.shape[-2:]
        result[..., row:row + rows, column:column + columns] = a
        row, column = row + rows, column + columns
    return result


def khatri_rao(a: ArrayLike, b: ArrayLike) -> cupy.ndarray:
    """Kronecker products of the columns of two matrices.

    Parameters
    ----------
    a : (..., M, K) array_like
        First factors.
    b : (..., N, K) array_like
        Second factors.

    Returns
    -------
    (..., M * N, K) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If there are fewer than two axes, or not as many columns in both.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import khatri_rao
    >>> khatri_rao(cupy.array([[1, 2]]), cupy.array([[3, 4], [5, 6]]))
    array([[ 3,  8],
           [ 5, 12]])
    """
    a, b = as_array(a), as_array(b, "b")
    if a.ndim < 2 or b.ndim < 2:
        raise ValueError("Both arrays should be 2-dimensional.")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError("The number of columns for both arrays should be equal.")
    products = a[..., :, None, :] * b[..., None, :, :]
    return products.reshape(*products.shape[:-3], a.shape[-2] * b.shape[-2], a.shape[-1])


def kron(a: ArrayLike, b: ArrayLike) -> cupy.ndarray:
    """Kronecker product of two matrices.

    Parameters
    ----------
    a : (M, N) array_like
        First factor.
    b : (P, Q) array_like
        Second factor.

    Returns
    -------
    (M * P, N * Q) ndarray
        The new matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import kron
    >>> kron(cupy.array([[1, 2]]), cupy.array([[1], [3]]))
    array([[1, 2],
           [3, 6]])
    """
    return cupy.kron(as_array(a), as_array(b, "b"))


def tri(N: Int, M: Any = None, k: Int = 0, dtype: DTypeLike | None = None) -> cupy.ndarray:
    """Ones on and below a diagonal, zeros above.

    Parameters
    ----------
    N : int
        Rows.
    M : int or dtype, optional
        Columns, `N` if not given; a type in this place is taken for `dtype`.
    k : int, optional
        The diagonal, counted from the main one; above it if positive.
    dtype : dtype, optional
        Type of the elements, float64 if not given.

    Returns
    -------
    (N, M) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import tri
    >>> tri(2, 3, 1, dtype=int)
    array([[1, 1, 0],
           [1, 1, 1]])
    """
    if isinstance(M, (str, numpy.dtype, type)):
        M, dtype = None, M
    return cupy.tri(N, N if M is None else M, k, float if dtype is None else dtype)


def tril(m: ArrayLike, k: SupportsIndex = 0) -> cupy.ndarray:
    """A matrix with zeros above a diagonal.

    Parameters
    ----------
    m : (M, N) array_like
        The matrix.
    k : int, optional
        The diagonal, counted from the main one; above it if positive.

    Returns
    -------
    (M, N) ndarray
        The new matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import tril
    >>> tril(cupy.array([[1, 2], [3, 4]]))
    array([[1, 0],
           [3, 4]])
    """
    return cupy.tril(as_array(m, "m"), k)


def triu(m: ArrayLike, k: SupportsIndex = 0) -> cupy.ndarray:
    """A matrix with zeros below a diagonal.

    Parameters
    ----------
    m : (M, N) array_like
        The matrix.
    k : int, optional
        The diagonal, counted from the main one; above it if positive.

    Returns
    -------
    (M, N) ndarray
        The new matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import triu
    >>> triu(cupy.array([[1, 2], [3, 4]]))
    array([[1, 2],
           [0, 4]])
    """
    return cupy.triu(as_array(m, "m"), k)
