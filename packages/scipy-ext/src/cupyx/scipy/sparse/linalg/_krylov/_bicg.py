"""The biconjugate gradient method."""
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

__all__ = ["bicg"]


@scipy_in_host_memory
def bicg(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
         tol: float | None = None, maxiter: Int | None = None,
         M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
         atol: float = 0.0, *, rtol: float = 1e-5) -> tuple[cupy.ndarray, int]:
    """Solve a system by biconjugate gradients.

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
    >>> from cupyx.scipy.sparse.linalg import bicg
    >>> x, info = bicg(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system, r, atol, maxiter = prepared("bicg", A, b, x0, tol, maxiter, M, atol, rtol)
    if r is None or maxiter < 1:
        return system.x, 0 if r is None else maxiter
    x, tiny = system.x, numpy.finfo(system.dtype).eps ** 2
    p, p_twin = cupy.zeros_like(r), cupy.zeros_like(r)
    r_twin = r.copy()
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol, Tiny=tiny)

    def step() -> None:
        z, z_twin = system.precondition(r), system.precondition_adjoint(r_twin)
        steps.update(dots=[(r_twin, z)], rule="BicgRho")
        steps.update(p, [("", z), ("Beta", p)], p_twin, [("", z_twin), ("~Beta", p_twin)])
        q, q_twin = system.multiply(p), system.multiply_adjoint(p_twin)
        steps.update(dots=[(p_twin, q)], rule="BicgAlpha")
        steps.update(r_twin, [("", r_twin), ("-~Alpha", q_twin)])
        steps.update(x, [("", x), ("Alpha", p)], r, [("", r), ("-Alpha", q)], dots=[(r, r)], rule="Check")

    status = steps.run(step, capturable=system.capturable, callback=watcher(callback, x))
    return outcome(system, status, maxiter)
