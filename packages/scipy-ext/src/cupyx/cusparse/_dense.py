"""Sparse matrices from dense ones, and back; dense results lie column by column, as cuSPARSE's."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cupy._ext import sparse
from cupyx.cusparse._arguments import as_dense, compressed, coordinates, matrix

if TYPE_CHECKING:
    from cupy import ndarray
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix
    from cupyx.scipy.sparse._base import spmatrix
    from cupyx.scipy.sparse._coo_many import coo_matrix

__all__ = ["csc2dense", "csr2dense", "dense2csc", "dense2csr", "denseToSparse", "sparseToDense"]


def sparseToDense(x: Any, out: ndarray | None = None) -> ndarray:
    """The dense matrix of a sparse one.

    Parameters
    ----------
    x : csr_matrix, csc_matrix or coo_matrix
        The matrix; elements of the same place are added.
    out : (M, N) ndarray, optional
        Takes the result.

    Returns
    -------
    (M, N) ndarray
        In Fortran's order, unless `out` has another.

    Raises
    ------
    TypeError
        If `x` has another format.
    ValueError
        If `out` has another shape.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.sparseToDense(csr_matrix(cupy.array([[0, 7]])))
    array([[0, 7]])
    """
    matrix(x, "x", "csr", "csc", "coo")
    if x.format == "csc":
        found = sparse.csr_to_dense((x.data, x.indices, x.indptr), x.shape[::-1], "C").T
    else:
        x = x.tocsr()
        found = sparse.csr_to_dense((x.data, x.indices, x.indptr), x.shape, "F")
    if out is None:
        return found
    if out.shape != x.shape:
        raise ValueError(f"out has the shape {out.shape}, the matrix {x.shape}")
    out[...] = found
    return out


def csr2dense(x: csr_matrix, out: ndarray | None = None) -> ndarray:
    """The dense matrix of a CSR matrix.

    Parameters
    ----------
    x : csr_matrix
        The matrix.
    out : (M, N) ndarray, optional
        Takes the result.

    Returns
    -------
    (M, N) ndarray
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csr2dense(csr_matrix(cupy.eye(2)))
    array([[1., 0.],
           [0., 1.]])
    """
    matrix(x, "x", "csr")
    return sparseToDense(x, out)


def csc2dense(x: csc_matrix, out: ndarray | None = None) -> ndarray:
    """The dense matrix of a CSC matrix.

    Parameters
    ----------
    x : csc_matrix
        The matrix.
    out : (M, N) ndarray, optional
        Takes the result.

    Returns
    -------
    (M, N) ndarray
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> cupyx.cusparse.csc2dense(csc_matrix(cupy.eye(2)))
    array([[1., 0.],
           [0., 1.]])
    """
    matrix(x, "x", "csc")
    return sparseToDense(x, out)


def dense2csr(x: ndarray) -> Any:
    """The CSR matrix of a dense one.

    Parameters
    ----------
    x : (M, N) ndarray
        The matrix.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If `x` has not two axes.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> cupyx.cusparse.dense2csr(cupy.array([[0.0, 7.0]])).indices
    array([1], dtype=int32)
    """
    as_dense(x, "x", 2)
    return compressed("csr", sparse.dense_to_csr(x), x.shape, canonical=True)


def dense2csc(x: ndarray) -> spmatrix:
    """The CSC matrix of a dense one.

    Parameters
    ----------
    x : (M, N) ndarray
        The matrix.

    Returns
    -------
    csc_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If `x` has not two axes.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> cupyx.cusparse.dense2csc(cupy.array([[0.0, 7.0]])).indptr
    array([0, 0, 1], dtype=int32)
    """
    as_dense(x, "x", 2)
    return compressed("csc", sparse.dense_to_csr(x.T), x.shape, canonical=True)


def denseToSparse(x: ndarray, format: Literal["csr", "csc", "coo"] = "csr") -> spmatrix | Any | coo_matrix:
    """The sparse matrix of a dense one.

    Parameters
    ----------
    x : (M, N) ndarray
        The matrix.
    format : {'csr', 'csc', 'coo'}, optional
        Format of the result.

    Returns
    -------
    csr_matrix, csc_matrix or coo_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If there is no such format here.
    ValueError
        If `x` has not two axes.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> cupyx.cusparse.denseToSparse(cupy.array([[0.0, 7.0]]), "coo").col
    array([1], dtype=int32)
    """
    if format == "csc":
        return dense2csc(x)
    if format not in ("csr", "coo"):
        raise TypeError(f"format must be 'csr', 'csc' or 'coo', not {format!r}")
    rows = dense2csr(x)
    if format == "csr":
        return rows
    row = sparse.expand_indptr(rows.indptr, rows.nnz)
    return coordinates(rows.data, row, rows.indices, x.shape)
