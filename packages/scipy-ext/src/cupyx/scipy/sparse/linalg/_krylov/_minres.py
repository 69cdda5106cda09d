"""The minimum residual method."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._steps import ASYMMETRIC, LIMIT, Steps
from cupyx.scipy.sparse.linalg._krylov._system import System, watcher

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["minres"]


@scipy_in_host_memory
def minres(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
           shift: float = 0.0, tol: float | None = None, maxiter: Int | None = None,
           M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
           check: bool = False, show: bool = False, *, rtol: float = 1e-5) -> Any:
    """Solve a symmetric system, which may be indefinite, by minimum residuals.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``, real symmetric or complex Hermitian.
    b : array
        The right-hand side, of shape ``(N,)`` or ``(N, 1)``.
    x0 : array, optional
        Where to start; zeros if not given, ``M @ b`` for ``"Mb"``.
    shift : float, optional
        ``(A - shift * I) @ x = b`` is solved.
    tol : float, optional
        The former name of `rtol`.
    maxiter : int, optional
        Most steps; ``5 * N`` if not given.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`, positive definite.
    callback : callable, optional
        Called with the solution so far after each step.
    check : bool, optional
        Whether to test that `A` and `M` are symmetric.
    show : bool, optional
        Whether to print a summary.
    rtol : float, optional
        Bound of the estimated relative residual.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, else the number of steps.

    Raises
    ------
    ValueError
        If `M` is found to be indefinite, or something not to be symmetric.

    Notes
    -----
    The method of Paige and Saunders, SIAM J. Numer. Anal. 12 (1975), with their estimates of norms.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import minres
    >>> x, info = minres(cupy.asarray([[1., 2.], [2., 1.]]), cupy.asarray([3., 3.]))
    >>> x.round(4), info
    (array([1., 1.]), 0)
    """
    system = System(A, M, x0, b)
    rtol = rtol if tol is None else tol
    x, n, eps = system.x, system.n, float(numpy.finfo(system.dtype).eps)
    maxiter = 5 * n if maxiter is None else maxiter
    r2 = system.residual(x0)
    y = system.precondition(r2)
    square = float(cupy.vdot(r2, y).real)
    if square < 0:
        raise ValueError("indefinite preconditioner")
    if square == 0:
        return x, 0
    if system.norm_b == 0:
        x[:] = 0
        return x, 0
    if check:
        _check(system, r2, y, eps)
    if maxiter < 1:
        return x, 0
    beta = square ** 0.5
    r1, w1, w2 = cupy.zeros_like(r2), cupy.zeros_like(r2), cupy.zeros_like(r2)
    plain = system.M is None
    y = None if plain else y.copy()
    steps = Steps(n, system.dtype, maxiter, Beta=beta, Beta1=beta, Phibar=beta, Rhs1=beta, Scale=1 / beta, Eps=eps,
                  Rtol=rtol, Omega=shift, Third=shift / beta, Gmin=numpy.finfo(system.dtype).max, Cosine=-1)
    vectors = [r1, r2, w1, w2]

    def step() -> None:
        r1, r2, w1, w2 = vectors
        lanczos = r2 if plain else y
        if system.rows:
            steps.update(None, [("", lanczos)], r1, [("Scale", None), ("-Third", lanczos), ("-Second", r1)],
                         dots=[(lanczos, r1)], rule="MinresAlfa", rows=system.rows)
        else:
            product = system.multiply(lanczos)
            steps.update(r1, [("Scale", product), ("-Third", lanczos), ("-Second", r1)], dots=[(lanczos, r1)],
                         rule="MinresAlfa")
        steps.update(r1, [("", r1), ("-First", r2)], dots=[(r1, r1)] if plain else [],
                     rule="MinresBeta" if plain else "NoRule")
        if not plain:
            following = system.precondition(r1)
            steps.update(dots=[(r1, following)], rule="MinresBeta")
        steps.update(w1, [("Gamma", lanczos), ("-Eta", w1), ("-Delta", w2)], x, [("", x), ("Phi", w1)],
                     dots=[(x, x)], rule="MinresCheck")
        if not plain:
            steps.update(y, [("", following)])
        vectors[:] = r2, r1, w2, w1

    status = steps.run(step, capturable=system.capturable, alone=bool(system.rows), callback=watcher(callback, x))
    if status == ASYMMETRIC:
        raise ValueError("non-symmetric matrix")
    if show:
        print(f"minres: istop = {steps.scalar('Stop'):.0f}, itn = {steps.scalar('Count'):.0f}, "
              f"rnorm = {steps.scalar('Norm'):.4e}, Anorm = {steps.scalar('Anorm'):.4e}")
    return x, maxiter if status == LIMIT else 0


def _check(system: System, r: cupy.ndarray, y: cupy.ndarray, eps: float) -> None:
    def differ(s: Any, t: Any) -> bool:
        s, t = float(s.real), complex(t)
        return abs(s - t) > (s + eps) * eps ** (1 / 3)

    w = system.multiply(y)
    if differ(cupy.vdot(w, w), cupy.vdot(y, system.multiply(w))):
        raise ValueError("non-symmetric matrix")
    if differ(cupy.vdot(y, y), cupy.vdot(r, system.precondition(y))):
        raise ValueError("non-symmetric preconditioner")
