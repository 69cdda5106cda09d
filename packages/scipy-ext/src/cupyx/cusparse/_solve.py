"""Triangular systems and incomplete factors."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

import cupy
from cupy._ext import sparse
from cupyx.cusparse._arguments import as_csr, as_dense, matrix, operation

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import spmatrix
    from cupyx.scipy.sparse._coo_many import coo_matrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix

__all__ = ["csrilu02", "csrsm2", "spsm"]

_FLOATS = "fdFD"


def _check(a: spmatrix, b: cupy.ndarray | None, name: str = "a") -> None:
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"{name} must be square, not of the shape {a.shape}")
    if a.dtype.char not in _FLOATS:
        raise TypeError(f"{name} must have the dtype float32, float64, complex64 or complex128, not {a.dtype}")
    if b is None:
        return
    as_dense(b, "b", 1, 2)
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"b has {b.shape[0]} rows, the system {a.shape[0]}")
    if a.dtype != b.dtype:
        raise TypeError(f"{name} has the dtype {a.dtype}, b {b.dtype}")


def _solve(a: spmatrix, b: cupy.ndarray, alpha: ArrayLike, lower: bool, unit_diag: bool,
           transa: bool | str) -> cupy.ndarray:
    parts, shape, char = as_csr(a, operation(transa, "transa"))
    if alpha != 1:
        b = b * b.dtype.type(alpha)
    lower = bool(lower) != (a.format == "csc")
    return sparse.csr_solve_triangular(parts, shape, b, lower, bool(unit_diag), cast(Any, char))


def csrsm2(a: csr_matrix | csc_matrix, b: cupy.ndarray, alpha: ArrayLike = 1.0, lower: bool = True,
           unit_diag: bool = False, transa: Literal["N", "T", "H"] | bool = False, blocking: bool = True,
           level_info: bool = True) -> cupy.ndarray:
    """Solve ``op(a) @ x = alpha * b`` for a triangular CSR or CSC matrix, in place.

    Parameters
    ----------
    a : (N, N) csr_matrix or csc_matrix
        The triangle; elements of the other one are not read.
    b : (N,) or (N, K) ndarray
        The right-hand sides; takes the solution.
    alpha : scalar, optional
        A factor.
    lower : bool, optional
        Which triangle of `a` is used, before it is transposed.
    unit_diag : bool, optional
        Whether the diagonal is taken as ones.
    transa : bool or {'N', 'T', 'H'}, optional
        Whether `a` is transposed; ``'H'``: and conjugated.
    blocking, level_info : bool, optional
        Accepted for CuPy's signature.

    Returns
    -------
    ndarray
        `b`, which holds the solution.

    Raises
    ------
    TypeError
        If `a` has another format, or dtypes differ or are not of floating point.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> b = cupy.array([2.0, 4.0])
    >>> cupyx.cusparse.csrsm2(csr_matrix(cupy.array([[2.0, 0.0], [1.0, 1.0]])), b)
    array([1., 3.])
    """
    matrix(a, "a", "csr", "csc")
    _check(a, b)
    b[...] = _solve(a, b, alpha, lower, unit_diag, transa)
    return b


def spsm(a: csr_matrix | csc_matrix | coo_matrix, b: cupy.ndarray, alpha: ArrayLike = 1.0, lower: bool = True,
         unit_diag: bool = False, transa: Literal["N", "T", "H"] | bool = False) -> cupy.ndarray:
    """Solve ``op(a) @ x = alpha * b`` for a triangular sparse matrix.

    Parameters
    ----------
    a : (N, N) csr_matrix, csc_matrix or coo_matrix
        The triangle; elements of the other one are not read.
    b : (N,) or (N, K) ndarray
        The right-hand sides.
    alpha : scalar, optional
        A factor.
    lower : bool, optional
        Which triangle of `a` is used, before it is transposed.
    unit_diag : bool, optional
        Whether the diagonal is taken as ones.
    transa : bool or {'N', 'T', 'H'}, optional
        Whether `a` is transposed; ``'H'``: and conjugated.

    Returns
    -------
    ndarray
        The solution, of `b`'s shape, in Fortran's order.

    Raises
    ------
    TypeError
        If `a` has another format, or dtypes differ or are not of floating point.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.spsm(csr_matrix(cupy.array([[2.0, 0.0], [1.0, 1.0]])), cupy.array([2.0, 4.0]))
    array([1., 3.])
    """
    matrix(a, "a", "csr", "csc", "coo")
    _check(a, b)
    return cupy.asfortranarray(_solve(a, b, alpha, lower, unit_diag, transa))


def csrilu02(a: csr_matrix, level_info: bool = False) -> None:
    """Incomplete LU factors of a CSR matrix with the pattern of the matrix itself, in place.

    Parameters
    ----------
    a : (N, N) csr_matrix
        The matrix; its rows are sorted and duplicates added up.  Takes L below the diagonal, whose own diagonal are
        ones, and U.
    level_info : bool, optional
        Accepted for CuPy's signature.

    Raises
    ------
    TypeError
        If `a` has another format or dtype.
    ValueError
        If `a` is not square, or a pivot is zero or not stored.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> a = csr_matrix(cupy.array([[2.0, 1.0], [4.0, 5.0]]))
    >>> cupyx.cusparse.csrilu02(a)
    >>> a.toarray()
    array([[2., 1.],
           [2., 3.]])
    """
    matrix(a, "a", "csr")
    _check(a, None)
    if not a.has_canonical_format:
        a.sum_duplicates()
    factors = sparse.csr_ilu0((a.data, a.indices, a.indptr), a.shape)
    absent = sparse.csr_diagonal(factors, a.shape, 0) == 0
    if absent.any():
        place = int(absent.argmax())
        raise ValueError(f"the pivot a({place},{place}) is zero or not stored")
    a.data[...] = factors[0]
