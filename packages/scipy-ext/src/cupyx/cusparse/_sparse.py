"""Sums and products of two CSR matrices."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from cupy._ext import sparse
from cupyx.cusparse._arguments import common_type, compressed, matrix, operation, shape_after

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._csr import csr_matrix
    from cupyx.scipy.sparse._base import spmatrix

__all__ = ["csrgeam", "csrgeam2", "csrgemm", "csrgemm2", "spgeam", "spgemm"]


def _scaled(a: Any, factor: ArrayLike) -> tuple[ndarray, ndarray, ndarray]:
    data = a.data if factor == 1 else a.data * a.dtype.type(factor)
    return data, a.indices, a.indptr


def csrgeam(a: Any, b: csr_matrix, alpha: ArrayLike = 1, beta: ArrayLike = 1) -> spmatrix:
    """``alpha * a + beta * b`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The matrices.
    alpha, beta : scalar, optional
        Factors.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `a` or `b` has another format.
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.array([[1.0, 0.0]]))
    >>> cupyx.cusparse.csrgeam(a, a, 2, 3).toarray()
    array([[5., 0.]])
    """
    matrix(a, "a", "csr")
    matrix(b, "b", "csr")
    if a.shape != b.shape:
        raise ValueError(f"inconsistent shapes: {a.shape} and {b.shape}")
    known = a.has_canonical_format, b.has_canonical_format
    a, b = common_type(a, b)
    total = sparse.csr_binary("plus", _scaled(a, alpha), _scaled(b, beta), a.shape, known)
    return compressed("csr", total, a.shape, canonical=True)


def csrgeam2(a: csr_matrix, b: csr_matrix, alpha: ArrayLike = 1, beta: ArrayLike = 1) -> spmatrix:
    """``alpha * a + beta * b`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The matrices.
    alpha, beta : scalar, optional
        Factors.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.array([[1.0, 0.0]]))
    >>> cupyx.cusparse.csrgeam2(a, a, 2, -1).toarray()
    array([[1., 0.]])
    """
    return csrgeam(a, b, alpha, beta)


def spgeam(a: csr_matrix, b: csr_matrix, alpha: ArrayLike = 1, beta: ArrayLike = 1) -> spmatrix:
    """``alpha * a + beta * b`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The matrices.
    alpha, beta : scalar, optional
        Factors.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.array([[1.0, 0.0]]))
    >>> cupyx.cusparse.spgeam(a, a).toarray()
    array([[2., 0.]])
    """
    return csrgeam(a, b, alpha, beta)


def _transposed(a: csr_matrix, char: str) -> Sequence[ndarray]:
    parts = a.data.conj() if char == "H" else a.data, a.indices, a.indptr
    return parts if char == "N" else sparse.csr_transpose(parts, a.shape)


def csrgemm(a: csr_matrix, b: csr_matrix, transa: Literal["N", "T", "H"] | bool = False,
            transb: Literal["N", "T", "H"] | bool = False) -> spmatrix:
    """``op(a) @ op(b)`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The matrices.
    transa, transb : bool or {'N', 'T', 'H'}, optional
        Whether an operand is transposed.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `a` or `b` has another format.
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.array([[1.0, 2.0]]))
    >>> cupyx.cusparse.csrgemm(a, a, transb=True).toarray()
    array([[5.]])
    """
    matrix(a, "a", "csr")
    matrix(b, "b", "csr")
    first, second = operation(transa, "transa"), operation(transb, "transb")
    left, right = shape_after(a.shape, first), shape_after(b.shape, second)
    if left[1] != right[0]:
        raise ValueError(f"mismatched shapes: {left} and {right}")
    a, b = common_type(a, b)
    parts = sparse.csr_matmul(_transposed(a, first), left, _transposed(b, second), right)
    return compressed("csr", parts, (left[0], right[1]), canonical=True)


def spgemm(a: csr_matrix, b: csr_matrix, alpha: ArrayLike = 1) -> spmatrix:
    """``alpha * a @ b`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The matrices.
    alpha : scalar, optional
        A factor.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.spgemm(csr_matrix(cupy.eye(2)), csr_matrix(cupy.ones((2, 1))), 4).toarray()
    array([[4.],
           [4.]])
    """
    product = csrgemm(a, b)
    product.data = _scaled(product, alpha)[0]
    return product


def csrgemm2(a: csr_matrix, b: csr_matrix, d: csr_matrix | None = None, alpha: ArrayLike = 1,
             beta: ArrayLike = 1) -> spmatrix:
    """``alpha * a @ b + beta * d`` of CSR matrices.

    Parameters
    ----------
    a, b : csr_matrix
        The factors.
    d : csr_matrix, optional
        What is added.
    alpha, beta : scalar, optional
        Factors.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.eye(2))
    >>> cupyx.cusparse.csrgemm2(a, a, a, 2, -1).toarray()
    array([[1., 0.],
           [0., 1.]])
    """
    product = spgemm(a, b, alpha)
    return product if d is None else csrgeam(product, d, 1, beta)
