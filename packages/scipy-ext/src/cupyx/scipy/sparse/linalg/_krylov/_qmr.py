"""The quasi-minimal residual method."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._steps import Steps
from cupyx.scipy.sparse.linalg._krylov._system import Preconditioner, is_matrix, outcome, prepared, watcher, working
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator, aslinearoperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["qmr"]


@scipy_in_host_memory
def qmr(A: Any, b: ArrayLike, x0: ArrayLike | None = None, tol: float | None = None,
        maxiter: SupportsIndex | None = None, M1: Any = None, M2: Any = None,
        callback: Callable[..., Any] | None = None, atol: float = 0.0, *,
        rtol: float = 1e-5) -> tuple[cupy.ndarray, int]:
    """Solve a system by quasi-minimal residuals.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``, with ``rmatvec`` if an operator.
    b : array
        The right-hand side, of shape ``(N,)`` or ``(N, 1)``.
    x0 : array, optional
        Where to start; zeros if not given, ``M @ b`` for ``"Mb"``.
    tol : float, optional
        The former name of `rtol`.
    maxiter : int, optional
        Most steps; ``10 * N`` if not given.
    M1, M2 : array, sparse matrix or LinearOperator, optional
        The left and the right preconditioner, with ``rmatvec`` if operators: ``M1 @ A @ M2`` shall be near to the
        identity.
    callback : callable, optional
        Called with the solution so far after each step.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b), atol)``.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, the number of steps if not; negative after a breakdown: -10 and -15 of the vectors, -11
        to -14 of scalars.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import qmr
    >>> x, info = qmr(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system, r, atol, maxiter = prepared("qmr", A, b, x0, tol, maxiter, None, atol, rtol)
    if r is None or maxiter < 1:
        return system.x, 0 if r is None else maxiter
    if M1 is None and M2 is None and hasattr(A, "psolve"):
        M1, M2 = [LinearOperator(system.A.shape, matvec=lambda v, side=side: A.psolve(v, side),
                                 rmatvec=lambda v, side=side: A.rpsolve(v, side)) for side in ("left", "right")]
    sides = [None if M is None else working(aslinearoperator(M), system.dtype) for M in (M1, M2)]
    left, right = [Preconditioner(M, system.dtype) for M in sides]
    x = system.x
    v_next, w_next = r.copy(), r.copy()
    y, z = left.apply(v_next).copy(), right.adjoint(w_next).copy()
    v, w, p, q, d, s = [cupy.zeros_like(r) for _ in range(6)]
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol, Tiny=numpy.finfo(system.dtype).eps, Gamma=1, Eta=-1)
    steps.update(dots=[(y, y), (z, z)], rule="QmrStart")

    def step() -> None:
        steps.update(v, [("InverseRho", v_next)], w, [("InverseXi", w_next)])
        steps.update(y, [("InverseRho", y)], z, [("InverseXi", z)], dots=[(z, y)], rule="QmrDelta")
        steps.update(p, [("", right.apply(y)), ("-Second", p)], q, [("", left.adjoint(z)), ("-Third", q)])
        product = system.multiply(p)
        steps.update(dots=[(q, product)], rule="QmrEpsilon")
        steps.update(v_next, [("", product), ("-Beta", v)], w_next, [("", system.multiply_adjoint(q)), ("-~Beta", w)])
        steps.update(y, [("", left.apply(v_next))], z, [("", right.adjoint(w_next))], dots=[(y, y), (z, z)],
                     rule="QmrScale")
        steps.update(d, [("Eta", p), ("First", d)], s, [("Eta", product), ("First", s)])
        steps.update(x, [("", x), ("", d)], r, [("", r), ("-", s)], dots=[(r, r)], rule="QmrCheck")

    capturable = system.capturable and all(is_matrix(M) for M in sides if M is not None)
    status = steps.run(step, capturable=capturable, callback=watcher(callback, x))
    return outcome(system, status, maxiter)
