"""Sparse systems of linear equations: cuSOLVER's factorisation where it is, SuperLU on the host, else dense QR."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy import linalg
from cupy._ext import host_memory, host_view
from cupyx._errstate import errstate

if TYPE_CHECKING:
    from cupyx.scipy.sparse._csr import csr_matrix

__all__ = []

_PREFIXES = {"f": "s", "d": "d", "F": "c", "D": "z"}


def csrlsvqr(A: Any, b: cupy.ndarray, tol: float = 0, reorder: Literal[0, 1, 2, 3] = 1) -> cupy.ndarray:
    """Solve ``A @ x = b`` by a QR factorisation of a CSR matrix.

    Parameters
    ----------
    A : (M, M) csr_matrix
        Coefficients, of floating point.
    b : (M,) ndarray
        The right-hand side.
    tol : float, optional
        Pivots of at most this magnitude say that `A` is singular.
    reorder : {0, 1, 2, 3}, optional
        How fill-in is reduced: not at all, by symrcm, symamd or csrmetisnd; only cuSOLVER tells them apart.

    Returns
    -------
    (M,) ndarray
        The solution `x`.

    Raises
    ------
    TypeError
        If `A` has another format or dtype.
    ValueError
        If `A` is not square or `b` does not fit.

    Warns
    -----
    RuntimeWarning
        If `A` is singular; what is returned then is not a solution.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusolver.csrlsvqr(csr_matrix(cupy.diag(cupy.array([2.0, 4.0]))), cupy.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    from cupyx.scipy.sparse import isspmatrix_csr

    if not isspmatrix_csr(A):
        raise TypeError(f"A must be a csr_matrix, not {type(A).__name__}")
    if A.dtype.char not in _PREFIXES:
        raise TypeError(f"A must have the dtype float32, float64, complex64 or complex128, not {A.dtype}")
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"A must be square, not of the shape {A.shape}")
    if b.shape != A.shape[:1]:
        raise ValueError(f"b has the shape {b.shape}, the system {A.shape}")
    if not A.has_canonical_format:
        A = A.copy()
        A.sum_duplicates()
    b = cupy.ascontiguousarray(b, A.dtype)
    if not b.size:
        return b.copy()
    x, singular = (_superlu if host_memory() else _solve)(A, b, tol, reorder)
    if singular:
        warnings.warn(f"A is singular: it has a pivot of at most {tol}", RuntimeWarning, stacklevel=2)
    return x


def _solve(A: Any, b: cupy.ndarray, tol: float, reorder: int) -> tuple[cupy.ndarray, bool] | tuple[cupy.ndarray, Any]:
    """The solution, and whether the matrix is singular."""
    try:
        from cupy.cuda import cusolver
        function = getattr(cusolver, f"{_PREFIXES[A.dtype.char]}csrlsvqr")
    except (ImportError, AttributeError):
        return _dense(A, b, tol)
    from cupyx.cusparse import MatDescriptor

    described, x, column = MatDescriptor.create(), cupy.empty_like(b), numpy.empty(1, "i")
    indptr, indices = A.indptr.astype("i", copy=False), A.indices.astype("i", copy=False)
    function(cupy.cuda.device.get_cusolver_sp_handle(), b.size, A.nnz, described.descriptor, A.data.data.ptr,
             indptr.data.ptr, indices.data.ptr, b.data.ptr, tol, reorder, x.data.ptr, column.ctypes.data)
    return x, column[0] >= 0


def _dense(A: csr_matrix, b: cupy.ndarray, tol: float) -> tuple[cupy.ndarray, bool]:
    q, r = linalg.qr(A.toarray())
    with errstate(linalg="ignore"):
        x = linalg.solve(r, cupy.matmul(q.T.conj(), b))
    return x, bool((abs(r.diagonal()) <= tol).any())


def _superlu(A: Any, b: cupy.ndarray, tol: float, reorder: int) -> tuple[cupy.ndarray, bool]:
    from cupyx.scipy.sparse.linalg._direct._superlu import solve_on_host

    data, indices, indptr, right = [host_view(array) for array in (A.data, A.indices, A.indptr, b)]
    x, singular = solve_on_host(data, indices, indptr, right, tol)
    return cupy.asarray(x), singular
