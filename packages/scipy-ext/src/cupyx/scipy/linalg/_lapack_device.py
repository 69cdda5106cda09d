"""LU factors on a GPU, by the routines of its solver library, and triangular solves by our own kernels."""
from __future__ import annotations

from typing import Any

import cupy
import numpy
from cupy._ext import solver_call

from cupyx.scipy.linalg._arguments import adjoint
from cupyx.scipy.linalg._substitution import substitute

__all__ = []


def _columns(a: cupy.ndarray) -> cupy.ndarray:
    """A copy whose memory holds the matrices column by column."""
    return a.swapaxes(-1, -2).copy(order="C")


def lu(a: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Factors in one matrix, pivots that count from 0, and where an item of U's diagonal is zero, from 1."""
    batch, m, n = a.shape
    if m < n:       # pivots are those of the square part
        left, pivots, info = lu(cupy.ascontiguousarray(a[..., :m]))
        from cupyx.scipy.linalg._lu import permutation

        rows = cupy.take_along_axis(a[..., m:], permutation(pivots, m)[..., None], axis=1)
        return cupy.concatenate((left, substitute(left, rows, True, True)), axis=-1), pivots, info
    if m > n:       # columns of zeros at the end change nothing before them
        square = cupy.zeros((batch, m, m), a.dtype)
        square[..., :n] = a
        factors, pivots, info = lu(square)
        return cupy.ascontiguousarray(factors[..., :n]), pivots[:, :n], cupy.where(info > n, 0, info)
    call, work, pivots = solver_call(batch), _columns(a), cupy.empty((batch, n), "i4")
    call("getrf", a.dtype.char, n, work, batch, pivots)
    # Of a matrix that holds NaN or infinities, libraries of some versions give finite factors.
    finite = cupy.isfinite(a).all(axis=(1, 2), keepdims=True)
    return _columns(work) + cupy.where(finite, 0, numpy.nan).astype(a.real.dtype), pivots - 1, call.info


def lu_solve(factors: cupy.ndarray, pivots: cupy.ndarray, b: cupy.ndarray, transposed: bool) -> cupy.ndarray:
    """Solutions ``(batch, n, count)``, of the transposed systems if so asked."""
    batch, n, count = b.shape
    # The library sees the transposed factors, unless they are copied: they may be the user's.
    work, x, pivots = _columns(factors), _columns(b), cupy.ascontiguousarray(pivots + 1)
    solver_call(batch)("getrs", b.dtype.char, transposed, n, count, work, pivots, x, batch)
    return _columns(x)


def triangular(a: cupy.ndarray, b: cupy.ndarray, lower: bool, unit: bool, trans: int = 0,
               **failures: Any) -> cupy.ndarray:
    """Solutions ``(batch, n, count)`` for one triangle of `a`, of its transpose (`trans` 1) or its adjoint (2)."""
    if trans:
        a, lower = adjoint(a) if trans == 2 else a.swapaxes(-1, -2), not lower
    return substitute(a, b, lower, unit, **failures)
