"""Sparse matrices in another format, or without small items."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._ext import sparse
from cupyx.cusparse._arguments import compressed, coordinates, matrix

if TYPE_CHECKING:
    from cupy import ndarray
    from cupyx.scipy.sparse._coo_many import coo_matrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix
    from cupyx.scipy.sparse._base import spmatrix

__all__ = ["coo2csc", "coo2csr", "csc2coo", "csc2csr", "csc2csrEx2", "csr2coo", "csr2csc", "csr2cscEx2",
           "csr2csr_compress"]


def _sorted(x: coo_matrix, major: ndarray, minor: ndarray, count: int, name: str) -> tuple[ndarray, ndarray, ndarray]:
    order = sparse.coo_order(x.row, x.col, x.shape, name)
    return x.data[order], minor[order], sparse.compress_rows(major[order], count, x.row.dtype)


def coo2csr(x: coo_matrix) -> spmatrix:
    """The CSR matrix of a COO matrix.

    Parameters
    ----------
    x : coo_matrix
        The matrix, sorted or not; elements of the same place stay apart.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import coo_matrix
    >>> cupyx.cusparse.coo2csr(coo_matrix(cupy.array([[0.0, 7.0]]))).indptr
    array([0, 1], dtype=int32)
    """
    matrix(x, "x", "coo")
    return compressed("csr", _sorted(x, x.row, x.col, x.shape[0], "row"), x.shape, sorted=True)


def coo2csc(x: coo_matrix) -> spmatrix:
    """The CSC matrix of a COO matrix.

    Parameters
    ----------
    x : coo_matrix
        The matrix, sorted or not; elements of the same place stay apart.

    Returns
    -------
    csc_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import coo_matrix
    >>> cupyx.cusparse.coo2csc(coo_matrix(cupy.array([[0.0, 7.0]]))).indptr
    array([0, 0, 1], dtype=int32)
    """
    matrix(x, "x", "coo")
    return compressed("csc", _sorted(x, x.col, x.row, x.shape[1], "col"), x.shape, sorted=True)


def csr2coo(x: csr_matrix, data: ndarray, indices: ndarray) -> coo_matrix:
    """The COO matrix of a CSR matrix.

    Parameters
    ----------
    x : csr_matrix
        The matrix.
    data, indices : ndarray
        The result's values and columns: those of `x`, or copies of them.

    Returns
    -------
    coo_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> x = csr_matrix(cupy.eye(2))
    >>> cupyx.cusparse.csr2coo(x, x.data, x.indices).row
    array([0, 1], dtype=int32)
    """
    matrix(x, "x", "csr")
    row = sparse.expand_indptr(x.indptr, x.nnz)
    return coordinates(data, row, indices, x.shape)


def csc2coo(x: csc_matrix, data: ndarray, indices: ndarray) -> coo_matrix:
    """The COO matrix of a CSC matrix.

    Parameters
    ----------
    x : csc_matrix
        The matrix.
    data, indices : ndarray
        The result's values and rows: those of `x`, or copies of them.

    Returns
    -------
    coo_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> x = csc_matrix(cupy.eye(2))
    >>> cupyx.cusparse.csc2coo(x, x.data, x.indices).col
    array([0, 1], dtype=int32)
    """
    matrix(x, "x", "csc")
    col = sparse.expand_indptr(x.indptr, x.nnz)
    return coordinates(data, indices, col, x.shape)


def csr2csc(x: csr_matrix) -> spmatrix:
    """The CSC matrix of a CSR matrix.

    Parameters
    ----------
    x : csr_matrix
        The matrix.

    Returns
    -------
    csc_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csr2csc(csr_matrix(cupy.array([[0.0, 7.0]]))).indptr
    array([0, 0, 1], dtype=int32)
    """
    matrix(x, "x", "csr")
    return compressed("csc", sparse.csr_transpose((x.data, x.indices, x.indptr), x.shape), x.shape, sorted=True)


def csr2cscEx2(x: csr_matrix) -> spmatrix:
    """The CSC matrix of a CSR matrix.

    Parameters
    ----------
    x : csr_matrix
        The matrix.

    Returns
    -------
    csc_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csr2cscEx2(csr_matrix(cupy.array([[0.0, 7.0]]))).indices
    array([0], dtype=int32)
    """
    return csr2csc(x)


def csc2csr(x: csc_matrix) -> spmatrix:
    """The CSR matrix of a CSC matrix.

    Parameters
    ----------
    x : csc_matrix
        The matrix.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> cupyx.cusparse.csc2csr(csc_matrix(cupy.array([[0.0, 7.0]]))).indptr
    array([0, 1], dtype=int32)
    """
    matrix(x, "x", "csc")
    parts = sparse.csr_transpose((x.data, x.indices, x.indptr), x.shape[::-1])
    return compressed("csr", parts, x.shape, sorted=True)


def csc2csrEx2(x: csc_matrix) -> spmatrix:
    """The CSR matrix of a CSC matrix.

    Parameters
    ----------
    x : csc_matrix
        The matrix.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> cupyx.cusparse.csc2csrEx2(csc_matrix(cupy.array([[0.0, 7.0]]))).indices
    array([1], dtype=int32)
    """
    return csc2csr(x)


def csr2csr_compress(x: csr_matrix, tol: float) -> spmatrix:
    """A CSR matrix without its small elements.

    Parameters
    ----------
    x : csr_matrix
        The matrix.
    tol : scalar
        Elements of at most this magnitude are left out.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csr2csr_compress(csr_matrix(cupy.array([[1e-9, 2.0]])), 1e-6).nnz
    1
    """
    matrix(x, "x", "csr")
    parts = sparse.csr_keep((x.data, x.indices, x.indptr), abs(x.data) > abs(tol))
    if parts[0] is x.data:
        return x.copy()
    return compressed("csr", parts, x.shape)
