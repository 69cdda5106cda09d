"""Products of a sparse and a dense matrix; results lie column by column, as cuSPARSE's."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cupy._ext import sparse
from cupyx.cusparse._arguments import as_csr, as_dense, common_type, matrix, operation, shape_after, store

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import spmatrix
    from cupyx.scipy.sparse._coo_many import coo_matrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix

__all__ = ["csrmm", "csrmm2", "spmm"]


def _multiply(a: spmatrix, b: ndarray, c: ndarray | None, alpha: ArrayLike, beta: ArrayLike, transa: bool | str,
              transb: bool | Literal["N", "T", "H"]) -> ndarray:
    first, second = operation(transa, "transa"), operation(transb, "transb")
    as_dense(b, "b", 2)
    (m, k), (rows, n) = shape_after(a.shape, first), shape_after(b.shape, second)
    if k != rows:
        raise ValueError(f"dimension mismatch: a matrix of {k} columns and one of {rows} rows")
    if c is not None:
        as_dense(c, "c", 2)
        if c.shape != (m, n):
            raise ValueError(f"dimension mismatch: the result has the shape {(m, n)}, c {c.shape}")
    a, b, c = common_type(a, b, c)
    parts, shape, char = as_csr(a, first)
    b = b if second == "N" else b.T if second == "T" else b.T.conj()
    return store(sparse.csr_matmat(parts, shape, b, char), alpha, beta, c, "F")


def spmm(a: csr_matrix | csc_matrix | coo_matrix, b: ndarray, c: ndarray | None = None, alpha: ArrayLike = 1,
         beta: ArrayLike = 0, transa: Literal["N", "T", "H"] | bool = False,
         transb: Literal["N", "T", "H"] | bool = False) -> ndarray:
    """``alpha * op(a) @ op(b) + beta * c`` of a sparse and a dense matrix.

    Parameters
    ----------
    a : csr_matrix, csc_matrix or coo_matrix
        The sparse matrix.
    b : (K, N) ndarray
        The dense matrix.
    c : (M, N) ndarray, optional
        Takes the result; an array of another dtype than the operands' common one stays as it is.
    alpha, beta : scalar, optional
        Factors; with ``beta=0`` the values of `c` do not matter.
    transa, transb : bool or {'N', 'T', 'H'}, optional
        Whether an operand is transposed; ``'H'``: and conjugated.

    Returns
    -------
    (M, N) ndarray
        `c` where it is given; else an array in Fortran's order.

    Raises
    ------
    TypeError
        If `a` has another format.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> cupyx.cusparse.spmm(csc_matrix(cupy.eye(2)), cupy.array([[1.0, 2.0], [3.0, 4.0]]), transb=True)
    array([[1., 3.],
           [2., 4.]])
    """
    matrix(a, "a", "csr", "csc", "coo")
    return _multiply(a, b, c, alpha, beta, transa, transb)


def csrmm(a: csr_matrix, b: ndarray, c: ndarray | None = None, alpha: ArrayLike = 1, beta: ArrayLike = 0,
          transa: Literal["N", "T", "H"] | bool = False) -> ndarray:
    """``alpha * op(a) @ b + beta * c`` of a CSR and a dense matrix.

    Parameters
    ----------
    a : csr_matrix
        The sparse matrix.
    b : (K, N) ndarray
        The dense matrix.
    c : (M, N) ndarray, optional
        Takes the result.
    alpha, beta : scalar, optional
        Factors.
    transa : bool or {'N', 'T', 'H'}, optional
        Whether `a` is transposed.

    Returns
    -------
    (M, N) ndarray
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
    >>> cupyx.cusparse.csrmm(csr_matrix(cupy.array([[1.0, 2.0]])), cupy.ones((2, 3)))
    array([[3., 3., 3.]])
    """
    matrix(a, "a", "csr")
    return _multiply(a, b, c, alpha, beta, transa, False)


def csrmm2(a: csr_matrix, b: ndarray, c: ndarray | None = None, alpha: ArrayLike = 1.0, beta: ArrayLike = 0.0,
           transa: Literal["N", "T", "H"] | bool = False, transb: Literal["N", "T", "H"] | bool = False) -> ndarray:
    """``alpha * op(a) @ op(b) + beta * c`` of a CSR and a dense matrix.

    Parameters
    ----------
    a : csr_matrix
        The sparse matrix.
    b : (K, N) ndarray
        The dense matrix.
    c : (M, N) ndarray, optional
        Takes the result.
    alpha, beta : scalar, optional
        Factors.
    transa, transb : bool or {'N', 'T', 'H'}, optional
        Whether an operand is transposed; both may be.

    Returns
    -------
    (M, N) ndarray
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
    >>> cupyx.cusparse.csrmm2(csr_matrix(cupy.array([[1.0, 2.0]])), cupy.ones((3, 2)), transb=True)
    array([[3., 3., 3.]])
    """
    matrix(a, "a", "csr")
    return _multiply(a, b, c, alpha, beta, transa, transb)
