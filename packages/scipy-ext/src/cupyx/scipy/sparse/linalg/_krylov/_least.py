"""Golub–Kahan bidiagonalisation, which LSQR and LSMR share."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._krylov._steps import Steps, slot
from cupyx.scipy.sparse.linalg._krylov._system import is_matrix, rows_of, working
from cupyx.scipy.sparse.linalg._operators._interface import aslinearoperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import csr_matrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator
    from cupyx.scipy.sparse.linalg._krylov._steps import Rows

REASONS = ("The exact solution is  x = 0, or x = x0, if x0 was given",
           "Ax - b is small enough, given atol, btol",
           "The least-squares solution is good enough, given atol",
           "The estimate of cond(Abar) has exceeded conlim",
           "Ax - b is small enough for this machine",
           "The least-squares solution is good enough for this machine",
           "Cond(Abar) seems to be too large for this machine",
           "The iteration limit has been reached")


class Bidiagonalisation:
    """``A`` on vectors u and v, kept without their divisions by ``beta`` and ``alpha``."""

    def __init__(self, A: csr_matrix | ArrayLike | spmatrix | sparray | LinearOperator, b: Any, x0: ArrayLike | None,
                 *types: type[Any]) -> None:
        operator = aslinearoperator(A)
        m, n = operator.shape
        b = cupy.atleast_1d(cupy.asarray(b))
        if b.shape not in ((m,), (m, 1), (1, m)):
            raise ValueError(f"shapes of A {operator.shape} and b {b.shape} are incompatible")
        b = b.reshape(m)
        self.dtype = numpy.result_type(operator.dtype or b.dtype, b.dtype, *types)
        if self.dtype.char not in "fdFD":
            self.dtype = numpy.dtype(numpy.float64)
        self.A, self.m, self.n = working(operator, self.dtype), m, n
        b = b.astype(self.dtype)
        self.norm_b = float(cupy.linalg.norm(b))
        if x0 is None:
            self.x, self.u, self.beta = cupy.zeros(n, self.dtype), b, self.norm_b
        else:
            self.x = cupy.array(x0, dtype=self.dtype).reshape(n)
            self.u = b - self.forward(self.x)
            self.beta = float(cupy.linalg.norm(self.u))
        self.v, self.alpha = cupy.zeros(n, self.dtype), 0.0
        if self.beta > 0:
            self.v = self.backward(self.u) * self.dtype.type(1 / self.beta)
            self.alpha = float(cupy.linalg.norm(self.v))

    def forward(self, v: cupy.ndarray) -> cupy.ndarray:
        return self.A.matvec(v).astype(self.dtype, copy=False)

    def backward(self, u: cupy.ndarray) -> cupy.ndarray:
        return self.A.rmatvec(u).astype(self.dtype, copy=False)

    def steps(self, most: Int | None, damp: float, atol: float, btol: float, conlim: float, **scalars: Any) -> Steps:
        """Scalars of the method."""
        return Steps(self.n, self.dtype, most, Atol=atol, Btol=btol, Ctol=1 / conlim if conlim > 0 else 0, Damp=damp,
                     Bnorm=self.norm_b, Alpha=self.alpha, Beta=self.beta, InverseAlpha=1 / self.alpha,
                     InverseBeta=1 / self.beta, Second=self.alpha / self.beta, **scalars)

    def advance(self, steps: Steps, rule: str) -> None:
        """The next vectors u and v, and the rule of the method."""
        u, v = self.u, self.v
        forward, backward = self.rows
        if forward and backward:
            steps.update(None, [("", v)], u, [("InverseAlpha", None), ("-Second", u)], dots=[(u, u)],
                         rule="BidiagonalU", n=self.m, rows=forward)
            steps.update(None, [("", u)], v, [("InverseBeta", None), ("-First", v)], dots=[(v, v)], rule=rule,
                         rows=backward)
            return
        steps.update(u, [("InverseAlpha", self.forward(v)), ("-Second", u)], dots=[(u, u)], rule="BidiagonalU",
                     n=self.m)
        steps.update(v, [("InverseBeta", self.backward(u)), ("-First", v)], dots=[(v, v)], rule=rule)

    @functools.cached_property
    def rows(self) -> tuple[Rows | None, Rows | None] | tuple[None, None]:
        """The matrix and its adjoint for steps that multiply and sum in one launch; None where that cannot be."""
        return (rows_of(self.A), rows_of(self.A.adjoint())) if is_matrix(self.A) else (None, None)

    @property
    def capturable(self) -> bool:
        return is_matrix(self.A)


def ending(steps: Steps, method: str, norms: tuple[str, ...], show: bool) -> tuple[float, ...]:
    """Why a method stopped, after how many steps, and its estimates by their names."""
    found = steps.scalars()
    reason, count = int(found[slot("Stop")]), int(found[slot("Count")])
    estimates = [float(found[slot(name)]) for name in norms]
    if show:
        print(f"{method} finished: {REASONS[reason]}")
        print(f"itn = {count}", *[f"{name} = {value:.3g}" for name, value in zip(norms, estimates, strict=True)])
    return reason, count, *estimates
