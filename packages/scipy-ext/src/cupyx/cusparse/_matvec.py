"""Products of a sparse matrix and a vector."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cupy._ext import sparse
from cupyx.cusparse._arguments import as_csr, as_dense, common_type, matrix, operation, shape_after, store

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._coo_many import coo_matrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix

__all__ = ["csrmv", "csrmvEx", "csrmvExIsAligned", "spmv"]


def _multiply(a: Any, x: ndarray, y: ndarray | None, alpha: ArrayLike, beta: ArrayLike, transa: bool | str) -> ndarray:
    char = operation(transa, "transa")
    as_dense(x, "x", 1)
    m, n = shape_after(a.shape, char)
    if n != x.size:
        raise ValueError(f"dimension mismatch: a matrix of {n} columns and a vector of {x.size} items")
    if y is not None:
        as_dense(y, "y", 1)
        if y.size != m:
            raise ValueError(f"dimension mismatch: a matrix of {m} rows and a result of {y.size} items")
    a, x, y = common_type(a, x, y)
    if a.format == "coo":
        to, source = (a.row, a.col) if char == "N" else (a.col, a.row)
        items = a.data.conj() if char == "H" else a.data
        return store(sparse.coo_matvec(to, source, items, m, x), alpha, beta, y)
    parts, shape, char = as_csr(a, char)
    return store(sparse.csr_matvec(parts, shape, x, char), alpha, beta, y)


def spmv(a: csr_matrix | csc_matrix | coo_matrix, x: ndarray, y: ndarray | None = None, alpha: ArrayLike = 1,
         beta: ArrayLike = 0, transa: Literal["N", "T", "H"] | bool = False) -> ndarray:
    """``alpha * op(a) @ x + beta * y`` of a sparse matrix and a vector.

    Parameters
    ----------
    a : csr_matrix, csc_matrix or coo_matrix
        The matrix.
    x : (N,) ndarray
        The vector.
    y : (M,) ndarray, optional
        Takes the result; a vector of another dtype than the operands' common one stays as it is.
    alpha, beta : scalar, optional
        Factors; with ``beta=0`` the values of `y` do not matter.
    transa : bool or {'N', 'T', 'H'}, optional
        Whether `a` is transposed; ``'H'``: and conjugated.

    Returns
    -------
    (M,) ndarray
        `y` where it is given.

    Raises
    ------
    TypeError
        If `a` has another format.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import coo_matrix
    >>> cupyx.cusparse.spmv(coo_matrix(cupy.eye(2)), cupy.array([1.0, 2.0]), alpha=3)
    array([3., 6.])
    """
    matrix(a, "a", "csr", "csc", "coo")
    return _multiply(a, x, y, alpha, beta, transa)


def csrmv(a: csr_matrix, x: ndarray, y: ndarray | None = None, alpha: ArrayLike = 1, beta: ArrayLike = 0,
          transa: Literal["N", "T", "H"] | bool = False) -> ndarray:
    """``alpha * op(a) @ x + beta * y`` of a CSR matrix and a vector.

    Parameters
    ----------
    a : csr_matrix
        The matrix.
    x : (N,) ndarray
        The vector.
    y : (M,) ndarray, optional
        Takes the result.
    alpha, beta : scalar, optional
        Factors.
    transa : bool or {'N', 'T', 'H'}, optional
        Whether `a` is transposed.

    Returns
    -------
    (M,) ndarray
        The output array if one is given, else a new array.

    Raises
    ------
    TypeError
        If `a` has another format.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csrmv(csr_matrix(cupy.array([[0.0, 2.0]])), cupy.array([5.0]), transa=True)
    array([ 0., 10.])
    """
    matrix(a, "a", "csr")
    return _multiply(a, x, y, alpha, beta, transa)


def csrmvExIsAligned(a: csr_matrix, x: ndarray, y: ndarray | None = None) -> bool:
    """Whether the arrays lie as `csrmvEx` wants them: at addresses that 128 divides.

    Parameters
    ----------
    a : csr_matrix
        The matrix.
    x : ndarray
        The vector.
    y : ndarray, optional
        The result.

    Returns
    -------
    bool
        What it says does not matter here: `csrmvEx` takes all arrays.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csrmvExIsAligned(csr_matrix(cupy.eye(4)), cupy.ones(5)[1:])
    False
    """
    arrays = (a.data, a.indices, a.indptr, x, y)
    return all(array.data.ptr % 128 == 0 for array in arrays if array is not None)


def csrmvEx(a: csr_matrix, x: ndarray, y: ndarray | None = None, alpha: ArrayLike = 1, beta: ArrayLike = 0,
            merge_path: bool = True) -> ndarray:
    """``alpha * a @ x + beta * y`` of a CSR matrix and a vector.

    Parameters
    ----------
    a : csr_matrix
        The matrix.
    x : (N,) ndarray
        The vector.
    y : (M,) ndarray, optional
        Takes the result.
    alpha, beta : scalar, optional
        Factors.
    merge_path : bool, optional
        Accepted for CuPy's signature; work is always shared out evenly.

    Returns
    -------
    (M,) ndarray
        The output array if one is given, else a new array.

    Raises
    ------
    TypeError
        If `a` has another format.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csrmvEx(csr_matrix(cupy.array([[0.0, 2.0]])), cupy.array([1.0, 4.0]))
    array([8.])
    """
    return csrmv(a, x, y, alpha, beta)
