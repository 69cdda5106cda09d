"""The transpose-free quasi-minimal residual method."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._steps import CONVERGED, Steps
from cupyx.scipy.sparse.linalg._krylov._system import System, outcome, tolerance, watcher

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["tfqmr"]


@scipy_in_host_memory
def tfqmr(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
          tol: float | None = None, maxiter: Int | None = None,
          M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
          atol: float = 0.0, show: bool = False, *, rtol: float = 1e-5) -> Any:
    """Solve a system by transpose-free quasi-minimal residuals.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``.
    b : array
        The right-hand side, of shape ``(N,)`` or ``(N, 1)``.
    x0 : array, optional
        Where to start; zeros if not given, ``M @ b`` for ``"Mb"``.
    tol : float, optional
        The former name of `rtol`.
    maxiter : int, optional
        Most half steps, each with one product; ``min(10000, 10 * N)`` if not given.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`.
    callback : callable, optional
        Called with the solution so far after each step.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b - A @ x0), atol)``.
    show : bool, optional
        Whether to print how it ended.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, the number of steps if not; -1 after a breakdown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import tfqmr
    >>> x, info = tfqmr(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system = System(A, M, x0, b)
    x, maxiter = system.x, min(10000, system.n * 10) if maxiter is None else maxiter
    if system.norm_b == 0:
        x[:] = 0
        return x, 0
    r = system.residual(x0)
    norm = float(cupy.linalg.norm(r))
    if norm == 0:
        return x, 0
    atol = tolerance("tfqmr", norm, atol, rtol, tol)
    if maxiter < 1:
        return x, maxiter
    u, u_next, w, d = r.copy(), cupy.empty_like(r), r.copy(), cupy.zeros_like(r)
    v = system.precondition(system.multiply(r)).copy()
    u_hat = v.copy()
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol, Rho=norm * norm, Tau=norm)

    def half(even: bool) -> None:
        if even:
            steps.update(dots=[(r, v)], rule="TfqmrAlpha")
            steps.update(u_next, [("", u), ("-Alpha", v)])
        steps.update(w, [("", w), ("-Alpha", u_hat)], d, [("", u), ("First", d)], dots=[(w, w)], rule="TfqmrTheta")
        steps.update(x, [("", x), ("Eta", system.precondition(d))], rule="TfqmrCheck")
        if even:
            steps.update(u, [("", u_next)], u_hat, [("", system.precondition(system.multiply(u_next)))])
        else:
            steps.update(dots=[(r, w)], rule="TfqmrRho")
            steps.update(u, [("", w), ("Beta", u)], v, [("Beta", u_hat), ("Product", v)])
            steps.update(u_hat, [("", system.precondition(system.multiply(u)))], v, [("", v), ("", u_hat)])

    parity = [False]

    def step() -> None:
        parity[0] = not parity[0]
        half(parity[0])

    status = steps.run(step, capturable=system.capturable, callback=watcher(callback, x))
    x, info = outcome(system, status, int(maxiter))
    if show:
        end = "due to reach TOL" if status == CONVERGED else "not converged due to reach MAXIT"
        print(f"TFQMR: Linear solve {'converged ' if status == CONVERGED else ''}{end} iterations "
              f"{math.trunc(steps.scalar('Count'))}")
    return x, info
