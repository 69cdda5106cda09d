"""LU factors, triangular and banded solves on the host: SciPy's LAPACK on views of the arrays' memory."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy

import cupy
from cupy._ext import host_view

__all__ = []


@functools.cache
def _routine(name: str, dtype: numpy.dtype[Any]) -> Callable[..., Any]:
    from scipy.linalg import get_blas_funcs, get_lapack_funcs

    return (get_blas_funcs if name == "trsm" else get_lapack_funcs)(name, dtype=dtype)


def lu(a: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Factors in one matrix, pivots that count from 0, and where an item of U's diagonal is zero, from 1."""
    batch, m, n = a.shape
    factors, pivots = cupy.empty_like(a), cupy.empty((batch, min(m, n)), "i4")
    status = numpy.zeros(batch, "i4")
    source, to, order, getrf = host_view(a), host_view(factors), host_view(pivots), _routine("getrf", a.dtype)
    for k in range(batch):
        to[k], order[k], status[k] = getrf(source[k])
    return factors, pivots, cupy.asarray(status)


def _solved(trtrs: Callable[..., Any], a: numpy.ndarray[Any, Any], b: numpy.ndarray[Any, Any],
            **options: Any) -> numpy.ndarray[Any, Any]:
    """The solution; NaN for a matrix with a zero on its diagonal, where LAPACK leaves the right sides as they are."""
    x, singular = trtrs(a, b, **options)
    return numpy.full_like(x, numpy.nan) if singular else x


def lu_solve(factors: cupy.ndarray, pivots: cupy.ndarray, b: cupy.ndarray, transposed: bool) -> cupy.ndarray:
    """Solutions ``(batch, n, count)``, of the transposed systems if so asked; singular ones are divided by zero."""
    x = cupy.empty_like(b)
    given, order, sides, to = map(host_view, (factors, pivots, b, x))
    trsm, laswp = _routine("trsm", b.dtype), _routine("laswp", b.dtype)
    for k in range(b.shape[0]):         # getrs would copy the factors; read by columns, U is the lower triangle
        columns = given[k].T
        if transposed:
            y = trsm(1, columns, sides[k], lower=True)
            y = trsm(1, columns, y, lower=False, diag=True, overwrite_b=True)
            to[k] = laswp(y, order[k], inc=-1, overwrite_a=True)
        else:
            y = trsm(1, columns, laswp(sides[k], order[k]), lower=False, trans_a=1, diag=True)
            to[k] = trsm(1, columns, y, lower=True, trans_a=1, overwrite_b=True)
    return x


def triangular(a: cupy.ndarray, b: cupy.ndarray, lower: bool, unit: bool, trans: int = 0) -> cupy.ndarray:
    """Solutions ``(batch, n, count)`` for one triangle of `a`, of its transpose (`trans` 1) or its adjoint (2)."""
    x = cupy.empty_like(b)
    given, sides, to = map(host_view, (a, b.conj() if trans == 2 else b, x))
    trtrs = _routine("trtrs", b.dtype)
    for k in range(b.shape[0]):         # LAPACK reads rows as columns, so that no copy is made
        to[k] = _solved(trtrs, given[k].T, sides[k], lower=not lower, trans=int(trans == 0), unitdiag=unit)
    return x.conj() if trans == 2 else x


def _expect_zero(status: int, message: str) -> None:
    if status > 0:
        raise numpy.linalg.LinAlgError(message)


def banded(lower: int, upper: int, bands: cupy.ndarray, x: cupy.ndarray) -> None:
    """Replace right-hand sides ``(batch, n, count)`` by solutions, for diagonals ``(batch, lower + upper + 1, n)``."""
    given, sides = host_view(bands), host_view(x)
    tridiagonal = lower == upper == 1 < x.shape[1]
    solve = _routine("gtsv" if tridiagonal else "gbsv", x.dtype)
    room = numpy.zeros((lower, x.shape[1]), x.dtype)        # for what exchanges of rows fill
    for k in range(x.shape[0]):
        if tridiagonal:
            above, main, below = given[k]
            *_, sides[k], status = solve(below[:-1], main, above[1:], sides[k], overwrite_b=True)
        else:
            *_, sides[k], status = solve(lower, upper, numpy.concatenate((room, given[k])), sides[k],
                                             overwrite_b=True)
        _expect_zero(status, "singular matrix")


def factor_banded(bands: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Cholesky factors of diagonals ``(batch, rows, n)`` of the lower or the upper triangle."""
    result = cupy.empty_like(bands)
    given, to, factor = host_view(bands), host_view(result), _routine("pbtrf", bands.dtype)
    for k in range(bands.shape[0]):
        to[k], status = factor(given[k], lower=lower)
        _expect_zero(status, f"{status}th leading minor not positive definite")
    return result


def solve_factored_banded(bands: cupy.ndarray, b: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Solutions ``(batch, n, count)`` with the factors of `factor_banded`."""
    x = cupy.empty_like(b)
    given, sides, to, solve = *map(host_view, (bands, b, x)), _routine("pbtrs", b.dtype)
    for k in range(b.shape[0]):
        to[k], _ = solve(given[k], sides[k], lower=lower)
    return x
