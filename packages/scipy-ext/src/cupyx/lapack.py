"""Equations by the names of LAPACK's drivers."""
from __future__ import annotations

import numpy

import cupy
from cupy import linalg
from cupyx.cusolver import gels

__all__ = ["gels", "gesv", "posv", "potrs"]


def _check(a: cupy.ndarray, b: cupy.ndarray) -> None:
    if a.dtype.char not in "fdFD":
        raise TypeError(f"unsupported dtype (actual:{a.dtype})")
    if a.dtype != b.dtype:
        raise TypeError(f"dtype mismatch ({a.dtype} != {b.dtype})")
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError(f"a must be a square matrix, not of shape {a.shape}")
    if b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(f"b of shape {b.shape} does not fit a of shape {a.shape}")


def gesv(a: cupy.ndarray, b: cupy.ndarray) -> None:
    """Solve ``a @ x = b``; `b` becomes x.

    Parameters
    ----------
    a : (M, M) ndarray
        Coefficients; differs from CuPy in that they stay.
    b : (M,) or (M, K) ndarray
        Right-hand sides, in Fortran's order.

    Raises
    ------
    ValueError
        If shapes do not fit, or `b` is not in Fortran's order.
    TypeError
        If dtypes differ or are not those of LAPACK.

    Examples
    --------
    >>> import cupy, cupyx.lapack
    >>> b = cupy.ones(2)
    >>> cupyx.lapack.gesv(2 * cupy.eye(2), b)
    >>> b
    array([0.5, 0.5])
    """
    _check(a, b)
    if b.ndim == 2 and not b.flags.f_contiguous:
        raise ValueError("b must be in F-order")
    b[...] = linalg.solve(a, b)


def posv(a: cupy.ndarray, b: cupy.ndarray) -> cupy.ndarray:
    """Solve ``a @ x = b`` for Hermitian positive-definite `a`.

    Parameters
    ----------
    a : (..., M, M) ndarray
        Coefficients.
    b : (..., M) or (..., M, K) ndarray
        Right-hand sides; vectors where there is an axis less than in `a`.

    Returns
    -------
    ndarray
        x, of the shape of `b`.

    Raises
    ------
    ValueError
        If shapes do not fit.
    LinAlgError
        If a matrix is not positive definite; when, see `cupy.linalg.solve`.

    Examples
    --------
    >>> import cupy, cupyx.lapack
    >>> cupyx.lapack.posv(4 * cupy.eye(2), cupy.ones(2))
    array([0.25, 0.25])
    """
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(f"a must be square matrices, not of shape {a.shape}")
    vectors = b.ndim == a.ndim - 1
    columns = b[..., None] if vectors else b
    if columns.ndim != a.ndim or columns.shape[:-1] != a.shape[:-1]:
        raise ValueError(f"b of shape {b.shape} does not fit a of shape {a.shape}")
    dtype = numpy.result_type(a.dtype, b.dtype)
    x = potrs(linalg.cholesky(a.astype(dtype, copy=False)), columns.astype(dtype, copy=False), True)
    return cupy.ascontiguousarray(x[..., 0] if vectors else x)


def potrs(L: cupy.ndarray, b: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Solve ``a @ x = b`` with a Cholesky factor of `a`.

    Parameters
    ----------
    L : (..., M, M) ndarray
        The factor, of which one triangle is read.
    b : (M,) or (..., M, K) ndarray
        Right-hand sides.
    lower : bool
        Whether ``a = L @ L.conj().T``, rather than ``a = L.conj().T @ L``.

    Returns
    -------
    ndarray
        x, of the shape of `b`.

    Raises
    ------
    ValueError
        If `L` is not square.

    Examples
    --------
    >>> import cupy, cupyx.lapack
    >>> cupyx.lapack.potrs(2 * cupy.eye(2), cupy.ones(2), True)
    array([0.25, 0.25])
    """
    if L.ndim < 2 or L.shape[-1] != L.shape[-2]:
        raise ValueError(f"L must be square matrices, not of shape {L.shape}")
    factor = cupy.tril(L) if lower else cupy.triu(L).swapaxes(-1, -2).conj()
    return linalg.solve(factor.swapaxes(-1, -2).conj(), linalg.solve(factor, b))
