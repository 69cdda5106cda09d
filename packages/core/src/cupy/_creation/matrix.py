"""Matrices of a given form: diagonal, triangular, Vandermonde."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, SupportsIndex, overload

from cupy._core.subclass import drops_class, keeps_class
from cupy._core.triangle import triangle
from cupy._core.constructors import zeros
from cupy._core.copyto import copyto
from cupy._creation.ranges import arange
from cupy._indexing.diagonal import diagonal
from cupy._core.broadcast import broadcast_to
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops.arithmetic import power
from cupy._ops.logic import greater_equal
from cupy._ops.composite import tril_items, triu_items

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Int, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupy._core.ufunc import ufunc

__all__ = ["diag", "diagflat", "tri", "tril", "triu", "vander"]


def diag(v: ArrayLike, k: Int = 0) -> ndarray:
    """Diagonal of a matrix, or matrix with a given diagonal.

    Parameters
    ----------
    v : array_like
        A matrix, or the vector that goes on the diagonal.
    k : int, optional
        Which diagonal; positive ones lie above the main one.

    Returns
    -------
    ndarray
        A view of the diagonal, or a new matrix.

    Raises
    ------
    ValueError
        If `v` has not one or two dimensions.

    Examples
    --------
    >>> import cupy
    >>> cupy.diag(cupy.array([1, 2]))
    array([[1, 0],
           [0, 2]])
    """
    v = as_array(v, "v", taken=True)
    if v.ndim == 2:
        return diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    n = v.size + abs(k)
    result = zeros((n, n), v.dtype)
    if v.size:
        diagonal(result, k)[...] = v
    return result


@keeps_class
def diagflat(v: ArrayLike, k: Int = 0) -> ndarray:
    """Matrix with the flattened input on a diagonal.

    Parameters
    ----------
    v : array_like
        What goes on the diagonal.
    k : int, optional
        Which diagonal.

    Returns
    -------
    ndarray
        The matrix.

    Examples
    --------
    >>> import cupy
    >>> cupy.diagflat([[1, 2]])
    array([[1, 0],
           [0, 2]])
    """
    return diag(as_array(v, "v", taken=True).ravel(), k)


@overload
def tri(N: Int, M: Int | None = ..., k: Int = ..., *, dtype: DTypeOf[Scalar],
        like: ArrayLike | None = ...) -> NDArray[Scalar]: ...
@overload
def tri(N: Int, M: Int | None = ..., k: Int = ..., dtype: DTypeLike = ..., *,
        like: ArrayLike | None = ...) -> ndarray: ...
def tri(N: Int, M: Int | None = None, k: Int = 0, dtype: DTypeLike = float, *,
        like: ArrayLike | None = None) -> ndarray:
    """Matrix of ones at and below a diagonal, zeros above.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; `N` if not given.
    k : int, optional
        Which diagonal.
    dtype : data-type, optional
        Type of the elements.
    like : optional
        Accepted for NumPy's signature.

    Returns
    -------
    ndarray
        The matrix.

    Examples
    --------
    >>> import cupy
    >>> cupy.tri(2, 3, dtype=int)
    array([[1, 0, 0],
           [1, 1, 0]])
    """
    M = N if M is None else M
    mask = greater_equal(arange(N, dtype=int).reshape(-1, 1), arange(-k, M - k, dtype=int))
    return mask.astype(dtype, copy=False)


def _triangle(kernel: ufunc, upper: bool, m: ArrayLike, k: SupportsIndex) -> ndarray:
    m, k = as_array(m, "m"), operator.index(k)
    if m.ndim == 1:  # a vector stands for equal rows
        m = m.reshape(1, -1)
        rows = m.shape[1]
    elif m.ndim == 0:
        raise TypeError("m: a triangle needs an array of at least one dimension, not of zero")
    else:
        rows = m.shape[-2]
    if m.shape[-2] != rows:
        m = broadcast_to(m, (rows, rows))
    if m.dtype.kind in "mMSU" or m.dtype.names is not None:
        result = zeros(m.shape, m.dtype)
        lower = tri(m.shape[-2], m.shape[-1], k - upper, bool)
        copyto(result, m, where=~lower if upper else lower)
        return result
    result = triangle(m, k, upper)
    if result is not None:
        return result
    return kernel(m, rows, m.shape[-1], k, order="C" if m.ndim == 2 else "K")


@overload
def tril(m: NDArray[Scalar], k: SupportsIndex = ...) -> NDArray[Scalar]: ...
@overload
def tril(m: ArrayLike, k: SupportsIndex = ...) -> ndarray: ...
@drops_class
def tril(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Copy of matrices with zeros above a diagonal.

    Parameters
    ----------
    m : array_like
        Matrices in the last two axes.
    k : int, optional
        Which diagonal.

    Returns
    -------
    ndarray
        The lower triangles, from one kernel.

    Examples
    --------
    >>> import cupy
    >>> cupy.tril(cupy.ones((2, 3), int))
    array([[1, 0, 0],
           [1, 1, 0]])
    """
    return _triangle(tril_items, False, m, k)


@overload
def triu(m: NDArray[Scalar], k: SupportsIndex = ...) -> NDArray[Scalar]: ...
@overload
def triu(m: ArrayLike, k: SupportsIndex = ...) -> ndarray: ...
@drops_class
def triu(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Copy of matrices with zeros below a diagonal.

    Parameters
    ----------
    m : array_like
        Matrices in the last two axes.
    k : int, optional
        Which diagonal.

    Returns
    -------
    ndarray
        The upper triangles, from one kernel.

    Examples
    --------
    >>> import cupy
    >>> cupy.triu(cupy.ones((2, 3), int))
    array([[1, 1, 1],
           [0, 1, 1]])
    """
    return _triangle(triu_items, True, m, k)


@drops_class
def vander(x: ArrayLike, N: SupportsIndex | None = None, increasing: bool = False) -> ndarray:
    """Vandermonde matrix: powers of a vector as columns.

    Parameters
    ----------
    x : array_like
        The vector.
    N : int, optional
        Columns; the length of `x` if not given.
    increasing : bool, optional
        Whether powers grow from left to right.

    Returns
    -------
    ndarray
        The matrix.

    Raises
    ------
    ValueError
        If `x` is not one-dimensional.

    Examples
    --------
    >>> import cupy
    >>> cupy.vander(cupy.array([2, 3]), 3)
    array([[4, 2, 1],
           [9, 3, 1]])
    """
    x = as_array(x, "x")
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = x.size if N is None else operator.index(N)
    if N < 0:
        raise ValueError("negative dimensions are not allowed")
    dtype = result_type(x, int)
    exponents = arange(N, dtype=dtype)
    return power(x.reshape(-1, 1).astype(dtype, copy=False),
                 exponents if increasing else exponents[::-1])
