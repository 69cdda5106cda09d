"""Square roots and logarithms of matrices by Newton's iteration: nothing but inverses and products.

Each function takes an array ``(…, n, n)`` of one of LAPACK's types, and gives None where it has not converged to a
result that its residual shows to be right: eigenvalues on the cut of the function, or next to it.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy

import cupy
import cupyx
from cupy import linalg
from cupyx.scipy.linalg._expm import expm

__all__ = []

_MOST = 30              # steps; scaled, some ten suffice for condition numbers up to 1e16
_NEAR = 1e-2            # distance from the end from where on steps are not scaled, as they converge quadratically
_EASE = 16              # what a residual may be, in units of rounding of the sums that it is made of
_ROOTS = 60             # square roots before a series is summed: norms down to 2**-60 of the logarithm's
_CLOSE = 0.264          # distance from one up to which the rational function of 7 poles is the logarithm, to rounding


def _norm(a: cupy.ndarray) -> cupy.ndarray:
    return cupy.sqrt((a.real ** 2 + a.imag ** 2 if a.dtype.kind == "c" else a * a).sum(axis=(-2, -1), keepdims=True))


def _steps(iterate: Callable[..., Any], rounding: float) -> bool:
    """Take steps ``iterate(scaled) -> distance from the end`` until rounding is all that is left; whether it came."""
    before = math.inf
    for _ in range(_MOST):
        left = float(iterate(before > _NEAR))
        if not left < math.inf:                     # NaN too
            return False
        if left <= rounding or before < _NEAR and left >= before / 2:
            return True
        before = left
    return False


def _is_small(residual: cupy.ndarray, scale: cupy.ndarray, n: int) -> bool:
    """Whether residuals are what rounding leaves of matrices of these norms."""
    eps = numpy.finfo(residual.dtype).eps
    return bool((residual <= _EASE * n * eps * scale).all())


def root(a: cupy.ndarray) -> cupy.ndarray | None:
    """The principal square roots, by the product form of the iteration of Denman and Beavers.

    S. H. Cheng, N. J. Higham, C. S. Kenney and A. J. Laub, "Approximating the logarithm of a matrix to specified
    accuracy", SIAM J. Matrix Anal. Appl. 22 (2001), (3.5).
    """
    n = a.shape[-1]
    if not a.size:
        return a.copy()
    one = cupy.eye(n, dtype=a.dtype)
    x = m = a

    def step(scaled: bool) -> cupy.ndarray:
        nonlocal x, m
        inverse = linalg.inv(m)
        g = cupy.sqrt(_norm(inverse) / _norm(m)) if scaled else 1.0
        inverse = inverse / g
        x = g ** 0.5 / 2 * (x + x @ inverse)
        m = (2 * one + g * m + inverse) / 4
        return _norm(m - one).max()

    with cupyx.errstate(linalg="ignore"):
        came = _steps(step, n * numpy.finfo(a.dtype).eps)
    return x if came and _is_small(_norm(x @ x - a), _norm(x) ** 2, n) else None


def logarithm(a: cupy.ndarray) -> cupy.ndarray | None:
    """The principal logarithms: square roots until they are close to one, then the sum of 7 simple fractions.

    The fractions are those of the diagonal rational function, whose poles are Gauss' nodes (N. J. Higham, "Evaluating
    Padé approximants of the matrix logarithm", SIAM J. Matrix Anal. Appl. 22 (2001)).
    """
    n = a.shape[-1]
    if not a.size:
        return a.copy()
    one = cupy.eye(n, dtype=a.dtype)
    x, roots = a, 0
    while not float(abs(x - one).sum(axis=-2).max()) <= _CLOSE:
        x = root(x)
        roots += 1
        if x is None or roots > _ROOTS:
            return None
    x = x - one
    nodes, weights = numpy.polynomial.legendre.leggauss(7)
    found = cupy.zeros_like(x)
    for node, weight in zip(nodes.tolist(), weights.tolist(), strict=True):
        found += linalg.solve(one + (1 + node) / 2 * x, weight / 2 * x)
    found *= 2.0 ** roots
    return found if _is_small(_norm(expm(found) - a), (1 + _norm(found)) * _norm(a), n) else None
