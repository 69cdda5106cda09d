"""Routines of BLAS on arrays, by CuPy's names, on every backend.

Vectors and matrices have one of the dtypes float32, float64, complex64 and complex128.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy

from cupy._linalg.blas_matrices import dgmm, geam, gemm, gemv, ger, gerc, geru, sbmv, syrk
from cupy._linalg.blas_vectors import asum, axpy, dot, dotc, dotu, iamax, iamin, nrm2, scal

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["asum", "axpy", "batched_gesv", "dgmm", "dot", "dotc", "dotu", "geam", "gemm", "gemv", "ger", "gerc", "geru",
           "get_batched_gesv_limit", "iamax", "iamin", "nrm2", "sbmv", "scal", "set_batched_gesv_limit", "syrk"]

_limit = 2048


def get_batched_gesv_limit() -> int:
    """Largest size of matrices for which `batched_gesv` is meant.

    Returns
    -------
    int
        Number of rows.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.get_batched_gesv_limit()
    2048
    """
    return _limit


def set_batched_gesv_limit(limit: SupportsIndex) -> None:
    """Set what `get_batched_gesv_limit` returns.

    Parameters
    ----------
    limit : int
        The size.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.set_batched_gesv_limit(2048)
    """
    global _limit
    _limit = int(limit)


def batched_gesv(a: ndarray, b: ndarray) -> ndarray:
    """Solve stacks of linear equations.

    Parameters
    ----------
    a : (..., M, M) ndarray
        Coefficients.
    b : (..., M) or (..., M, K) ndarray
        Right-hand sides.

    Returns
    -------
    ndarray
        Solutions, of the shape of `b`.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.batched_gesv(2 * cupy.eye(2)[None], cupy.ones((1, 2)))
    array([[0.5, 0.5]])
    """
    from cupy.linalg import solve

    if a.ndim < 3 or a.shape[-1] != a.shape[-2]:
        raise ValueError(f"a must be a stack of square matrices, not of shape {a.shape}")
    if b.shape not in (a.shape[:-1], (*a.shape[:-1], *b.shape[-1:])):
        raise ValueError(f"b of shape {b.shape} does not fit a of shape {a.shape}")
    if a.size == 0 or b.size == 0:
        return b.astype(numpy.result_type(a.dtype, b.dtype))
    return solve(a, b[..., None])[..., 0] if b.ndim == a.ndim - 1 else solve(a, b)
