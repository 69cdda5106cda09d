"""The conjugate gradient squared method."""
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

__all__ = ["cgs"]


@scipy_in_host_memory
def cgs(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
        tol: float | None = None, maxiter: Int | None = None,
        M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
        atol: float = 0.0, *, rtol: float = 1e-5) -> tuple[cupy.ndarray, int]:
    """Solve a system by conjugate gradients squared.

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

    Notes
    -----
    The residual is computed anew in each step, as SciPy does: two products a step.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import cgs
    >>> x, info = cgs(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system, r, atol, maxiter = prepared("cgs", A, b, x0, tol, maxiter, M, atol, rtol)
    if r is None or maxiter < 1:
        return system.x, 0 if r is None else maxiter
    x, tiny = system.x, numpy.finfo(system.dtype).eps ** 2
    b, r_twin = system.b, r.copy()
    p, q, u = cupy.zeros_like(r), cupy.zeros_like(r), cupy.zeros_like(r)
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol, Tiny=tiny)
    steps.update(dots=[(r_twin, r)], rule="BicgRho")

    def step() -> None:
        steps.update(u, [("", r), ("Beta", q)], p, [("", u), ("Beta", q), ("Product", p)])
        v_hat = system.multiply(system.precondition(p))
        steps.update(dots=[(r_twin, v_hat)], rule="BicgAlpha")
        steps.update(q, [("", u), ("-Alpha", v_hat)], u, [("", u), ("", q)])
        steps.update(x, [("", x), ("Alpha", system.precondition(u))])
        steps.update(r, [("", b), ("-", system.multiply(x))], dots=[(r, r), (r_twin, r)], rule="CgsResidual")

    status = steps.run(step, capturable=system.capturable, callback=watcher(callback, x))
    return outcome(system, status, maxiter)
