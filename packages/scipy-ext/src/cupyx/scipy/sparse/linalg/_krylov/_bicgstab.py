"""The stabilized biconjugate gradient method."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._steps import Steps
from cupyx.scipy.sparse.linalg._krylov._system import outcome, prepared, watcher

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["bicgstab"]


@scipy_in_host_memory
def bicgstab(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
             tol: float | None = None, maxiter: Int | None = None,
             M: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
             callback: Callable[..., Any] | None = None, atol: float = 0.0, *,
             rtol: float = 1e-5) -> tuple[cupy.ndarray, int]:
    """Solve a system by stabilized biconjugate gradients.

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
        Most steps; ``10 * N`` if not given.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`.
    callback : callable, optional
        Called with the solution so far after each step.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b), atol)``.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, the number of steps if not; negative after a breakdown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import bicgstab
    >>> x, info = bicgstab(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system, r, atol, maxiter = prepared("bicgstab", A, b, x0, tol, maxiter, M, atol, rtol)
    if r is None or maxiter < 1:
        return system.x, 0 if r is None else maxiter
    x, tiny = system.x, numpy.finfo(system.dtype).eps ** 2
    p, v, r_twin = cupy.zeros_like(r), cupy.zeros_like(r), r.copy()
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol, Tiny=tiny)
    steps.update(dots=[(r_twin, r)], rule="StabStart")

    ps, vs, s, t = [p, cupy.zeros_like(p)], [v, cupy.zeros_like(v)], cupy.empty_like(r), cupy.empty_like(r)

    def fused() -> None:
        (p_before, p), (v_before, v) = ps, vs
        steps.update(p, [("", r), ("Beta", p_before), ("-Product", v_before)], v, [("", None)], dots=[(r_twin, v)],
                     rule="StabAlpha", rows=system.rows)
        steps.update(s, [("", r), ("-Alpha", v)], t, [("", None)], dots=[(s, s), (t, s), (t, t)], rule="StabBoth",
                     rows=system.rows)
        steps.update(x, [("", x), ("Alpha", p), ("Omega", s)], r, [("", s), ("-Omega", t)],
                     dots=[(r, r), (r_twin, r)], rule="StabResidual")
        ps.reverse()
        vs.reverse()

    def step() -> None:
        if system.rows:
            return fused()
        steps.update(p, [("", r), ("Beta", p), ("-Product", v)])
        p_hat = system.precondition(p)
        product = system.multiply(p_hat)
        steps.update(v, [("", product)], dots=[(r_twin, product)], rule="StabAlpha")
        steps.update(r, [("", r), ("-Alpha", v)], dots=[(r, r)], rule="StabHalf")
        s_hat = system.precondition(r)
        t = system.multiply(s_hat)
        steps.update(dots=[(t, r), (t, t)], rule="StabOmega")
        steps.update(x, [("", x), ("Alpha", p_hat), ("Omega", s_hat)], r, [("", r), ("-Omega", t)],
                     dots=[(r, r), (r_twin, r)], rule="StabResidual")
        return None

    status = steps.run(step, capturable=system.capturable, alone=bool(system.rows), callback=watcher(callback, x))
    return outcome(system, status, maxiter)
