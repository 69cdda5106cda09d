"""The exponential of a matrix times vectors."""
from __future__ import annotations

import math
import warnings
from typing import Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse.linalg._functions._onenormest import onenormest
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator, aslinearoperator

__all__ = ["expm_multiply"]

_UNIT = 2.0 ** -53
#: Terms of the Taylor series → the norm up to which they suffice in double precision (Higham 2008, table A.3; Al-Mohy
#: and Higham 2011, table 3.1).
_THETA = {1: 2.29e-16, 2: 2.58e-8, 3: 1.39e-5, 4: 3.40e-4, 5: 2.40e-3, 6: 9.07e-3, 7: 2.38e-2, 8: 5.00e-2,
          9: 8.96e-2, 10: 1.44e-1, 11: 2.14e-1, 12: 3.00e-1, 13: 4.00e-1, 14: 5.14e-1, 15: 6.41e-1, 16: 7.81e-1,
          17: 9.31e-1, 18: 1.09, 19: 1.26, 20: 1.44, 21: 1.62, 22: 1.82, 23: 2.01, 24: 2.22, 25: 2.43, 26: 2.64,
          27: 2.86, 28: 3.08, 29: 3.31, 30: 3.54, 35: 4.7, 40: 6.0, 45: 7.2, 50: 8.5, 55: 9.9}
_MOST, _POWERS = 55, 8          # p * (p - 1) <= most + 1


def expm_multiply(A: Any, B: cupy.ndarray, start: float | None = None, stop: float | None = None,
                  num: SupportsIndex | None = None, endpoint: bool | None = None,
                  traceA: float | None = None) -> cupy.ndarray:
    """``expm(A) @ B``, or ``expm(t * A) @ B`` for points of time, without the exponential.

    Parameters
    ----------
    A : sparse matrix, array or LinearOperator
        Square.
    B : cupy.ndarray
        Of shape ``(N,)`` or ``(N, K)``.
    start, stop : float, optional
        The first and the last point of time; without any of the four, `t` is 1.
    num : int, optional
        How many points; 50 if not given.
    endpoint : bool, optional
        Whether `stop` is the last of them; true if not given.
    traceA : float, optional
        The trace of `A`; operators without it are asked for an estimate.

    Returns
    -------
    cupy.ndarray
        Of the shape of `B`, with an axis of time before it if points are given.

    Raises
    ------
    ValueError
        If shapes do not fit, or fewer than two points are asked for.

    Notes
    -----
    Truncated Taylor series of scaled matrices (Al-Mohy and Higham, SIAM J. Sci. Comput. 33, 2011); norms of powers are
    estimated by `onenormest`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import expm_multiply
    >>> A = sparse.csr_matrix(cupy.asarray([[1., 0.], [0., 2.]]))
    >>> expm_multiply(A, cupy.ones(2)).round(4)
    array([2.7183, 7.3891])
    >>> expm_multiply(A, cupy.ones(2), 0, 1, 3).round(4)
    array([[1.    , 1.    ],
           [1.6487, 2.7183],
           [2.7183, 7.3891]])
    """
    A, B = from_host(A), from_host(B)
    if not issparse(A) and not isinstance(A, LinearOperator):
        A = cupy.asarray(A)
    B = B.toarray() if issparse(B) else cupy.asarray(B)
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("expected A to be like a square matrix")
    if B.ndim not in (1, 2):
        raise ValueError("expected B to be like a matrix or a vector")
    if A.shape[1] != B.shape[0]:
        raise ValueError(f"shapes of matrices A {A.shape} and B {B.shape} are incompatible")
    at_once = all(value is None for value in (start, stop, num, endpoint))
    single = at_once and B.dtype.char in "fF"       # results of a span are double
    B = B.astype(numpy.result_type(A.dtype, B.dtype, numpy.float32 if single else numpy.float64))
    if traceA is None:
        if isinstance(A, LinearOperator):
            warnings.warn("Trace of LinearOperator not available, it will be estimated. Provide `traceA` to ensure "
                          "performance.", stacklevel=2)
            traceA = _trace(A)
        else:
            traceA = A.trace().item()
    action = _Action(A, traceA, 1 if B.ndim == 1 else B.shape[1])
    if at_once:
        return action.advance(B, 1.0)
    points: dict[str, Any] = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    times, step = numpy.linspace(**{k: v for k, v in points.items() if v is not None}, retstep=True)
    if len(times) < 2:
        raise ValueError("at least two time points are required")
    results = [action.advance(B, float(times[0]))]
    for _ in times[1:]:
        results.append(action.advance(results[-1], float(step)))
    return cupy.stack(results)


def _trace(A: Any) -> Any:
    """An estimate of the trace of an operator (Meyer et al., Hutch++, 2021)."""
    rng, n = numpy.random.default_rng(), A.shape[0]
    Q = cupy.linalg.qr(A.matmat(cupy.asarray(rng.choice([-1.0, 1.0], (n, min(5, n))))))[0]
    G = cupy.asarray(rng.choice([-1.0, 1.0], (n, 5)))
    G = G - Q @ (Q.conj().T @ G)
    return (cupy.trace(Q.conj().T @ A.matmat(Q)) + cupy.trace(G.conj().T @ A.matmat(G)) / 5).item()


class _Action:
    """``expm(t * A) @ B`` for several `t`: the norms are estimated once."""

    def __init__(self, A: Any, trace: Any, columns: int) -> None:
        n = max(A.shape[0], 1)
        self.mu, self.columns = trace / n, columns
        self.A = aslinearoperator(A.tocsr() if issparse(A) else A)
        self.norms, self.chosen = {}, {}
        if isinstance(A, LinearOperator):
            self.norm = onenormest(self.shifted())
        else:
            diagonal = A.diagonal()
            sums = cupy.asarray(abs(A).sum(axis=0)).ravel() - abs(diagonal) + abs(diagonal - self.mu)
            self.norm = float(sums.max()) if sums.size else 0.0

    def shifted(self) -> Any:
        """The operator whose trace is zero."""
        A, mu = self.A, self.mu
        return LinearOperator(A.shape, matvec=lambda v: A.matvec(v) - mu * v, matmat=lambda V: A.matmat(V) - mu * V,
                              rmatvec=lambda v: A.rmatvec(v) - numpy.conj(mu) * v,
                              rmatmat=lambda V: A.rmatmat(V) - numpy.conj(mu) * V, dtype=A.dtype)

    def root(self, p: int) -> float:
        """The p-th root of the norm of the p-th power."""
        if p not in self.norms:
            self.norms[p] = onenormest(self.shifted() ** p) ** (1 / p)
        return self.norms[p]

    def terms(self, t: float) -> tuple[int, ...]:
        """How many terms of the series, and how many steps."""
        key = abs(t)
        if key in self.chosen:
            return self.chosen[key]
        norm = key * self.norm
        if norm == 0:
            best = (0, 1)
        elif norm <= 4 * _POWERS * (_POWERS + 3) * _THETA[_MOST] / (self.columns * _MOST):
            best = min(((m, math.ceil(norm / theta)) for m, theta in _THETA.items()), key=lambda ms: ms[0] * ms[1])
        else:
            choices = [(m, max(1, math.ceil(key * max(self.root(p), self.root(p + 1)) / _THETA[m])))
                       for p in range(2, _POWERS + 1) for m in range(p * (p - 1) - 1, _MOST + 1) if m in _THETA]
            best = min(choices, key=lambda ms: ms[0] * ms[1])
        self.chosen[key] = best
        return best

    def advance(self, B: cupy.ndarray, t: float) -> cupy.ndarray:
        """``expm(t * A) @ B``."""
        m, s = self.terms(t)
        multiply = self.A.matvec if B.ndim == 1 else self.A.matmat
        scale, kind = numpy.exp(t * self.mu / s), B.dtype
        for _ in range(s):
            term, total, before = B, B, _size(B)
            for j in range(1, m + 1):
                term = ((multiply(term) - self.mu * term) * (t / (s * j))).astype(kind, copy=False)
                total = total + term
                now = _size(term)
                if j % 4 == 0 and bool(before + now <= _UNIT * _size(total)):     # a look waits for the device
                    break
                before = now
            B = (scale * total).astype(kind, copy=False)
        return B


def _size(B: cupy.ndarray) -> cupy.ndarray:
    """The infinity norm, on the device."""
    return abs(B).max() if B.ndim == 1 else abs(B).sum(axis=1).max()
