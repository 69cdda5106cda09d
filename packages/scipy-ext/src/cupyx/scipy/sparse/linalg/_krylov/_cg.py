"""The conjugate gradient method."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._steps import Steps
from cupyx.scipy.sparse.linalg._krylov._system import outcome, prepared, watcher

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["cg"]


@scipy_in_host_memory
def cg(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
       tol: float | None = None, maxiter: Int | None = None,
       M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
       atol: float = 0.0, *, rtol: float = 1e-5) -> tuple[cupy.ndarray, int]:
    """Solve a Hermitian positive definite system by conjugate gradients.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``, real symmetric or complex Hermitian, positive definite.
    b : array
        The right-hand side, of shape ``(N,)`` or ``(N, 1)``.
    x0 : array, optional
        Where to start; zeros if not given, ``M @ b`` for ``"Mb"``.
    tol : float, optional
        The former name of `rtol`.
    maxiter : int, optional
        Most steps; ``10 * N`` if not given.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`, positive definite.
    callback : callable, optional
        Called with the solution so far after each step.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b), atol)``.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, else the number of steps.

    Raises
    ------
    ValueError
        If shapes do not fit or `atol` is negative.

    Notes
    -----
    For a sparse matrix whose rows are about as long, without a preconditioner, a launch takes many steps: its blocks
    wait for each other. Else a step is three launches besides the products; the device is asked for the residual every
    eight steps, while it works on the next, and steps behind the last one change nothing. With a `callback` it is asked
    after each.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import cg
    >>> x, info = cg(cupy.asarray([[4., 1.], [1., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.0909, 0.6364]), 0)
    """
    system, r, atol, maxiter = prepared("cg", A, b, x0, tol, maxiter, M, atol, rtol)
    if r is None or maxiter < 1:
        return system.x, 0 if r is None else maxiter
    x, p = system.x, system.precondition(r).copy()
    steps = Steps(system.n, system.dtype, maxiter, Atol=atol)
    steps.update(dots=[(r, p)], rule="CgStart")
    ps, product = [p, cupy.zeros_like(p)], cupy.empty_like(p)

    def fused() -> None:
        before, p = ps
        steps.update(p, [("", r), ("Beta", before)], product, [("", None)], dots=[(p, product)], rule="CgAlpha",
                     rows=system.rows)
        steps.update(x, [("", x), ("Alpha", p)], r, [("", r), ("-Alpha", product)], dots=[(r, r)], rule="CgResidual")
        ps.reverse()

    def step() -> None:
        if system.rows:
            return fused()
        q = system.multiply(p)
        steps.update(dots=[(p, q)], rule="CgAlpha")
        solved = {"out": x, "terms": [("", x), ("Alpha", p)], "out1": r, "terms1": [("", r), ("-Alpha", q)],
                  "dots": [(r, r)]}
        if system.M is None:
            steps.update(**solved, rule="CgResidual")
            steps.update(p, [("", r), ("Beta", p)])
        else:
            steps.update(**solved, rule="Check")
            z = system.precondition(r)
            steps.update(dots=[(r, z)], rule="CgRho")
            steps.update(p, [("", z), ("Beta", p)])
        return None

    status = steps.run(step, capturable=system.capturable, alone=bool(system.rows), callback=watcher(callback, x))
    return outcome(system, status, maxiter)
