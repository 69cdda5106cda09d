"""Least squares by LSMR."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._least import REASONS, Bidiagonalisation, ending

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["lsmr"]


@scipy_in_host_memory
def lsmr(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, damp: float = 0.0, atol: float = 1e-6,
         btol: float = 1e-6, conlim: float = 1e8, maxiter: Int | None = None, show: bool = False,
         x0: ArrayLike | None = None) -> tuple[Any, ...]:
    """Solve a system in the sense of least squares by LSMR.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(M, N)``, with ``rmatvec`` if an operator.
    b : array
        The right-hand side, of shape ``(M,)`` or ``(M, 1)``.
    damp : float, optional
        ``norm(b - A @ x)**2 + damp**2 * norm(x)**2`` is made least.
    atol, btol : float, optional
        Relative errors of `A` and `b`: it stops as soon as the residual, or that of the normal equations, is as small
        as they allow.
    conlim : float, optional
        It stops when the estimated condition of `A` exceeds this; 0 for no bound.
    maxiter : int, optional
        Most steps; ``min(M, N)`` if not given.
    show : bool, optional
        Whether to print a summary.
    x0 : array, optional
        Where to start; zeros if not given.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    istop : int
        Why it stopped, as of `lsqr`.
    itn : int
        Steps.
    normr, normar, norma, conda, normx : float
        Norm of the residual, of ``A.T @ r``, estimated norm and condition of `A`, norm of `x`.

    Notes
    -----
    The method of Fong and Saunders, SIAM J. Sci. Comput. 33 (2011): the norm of ``A.T @ r`` never grows.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import lsmr
    >>> A = cupy.asarray([[1., 0.], [1., 1.], [1., 2.]])
    >>> x, istop = lsmr(A, cupy.asarray([0., 1., 5.]))[:2]
    >>> x.round(4), istop
    (array([-0.5,  2.5]), 2)
    """
    if damp is not None and getattr(damp, "ndim", 0):       # the third argument of former versions
        damp, x0 = 0.0, damp
    parts = Bidiagonalisation(A, b, x0, float)
    x, alpha, beta = parts.x, parts.alpha, parts.beta
    maxiter = min(parts.m, parts.n) if maxiter is None else maxiter
    if alpha * beta == 0 or parts.norm_b == 0 or maxiter < 1:
        if alpha * beta and not parts.norm_b:
            x[:] = 0
        if show:
            print(REASONS[0])
        return x, 0, 0, beta, alpha * beta, alpha, 1, 0
    h, h_bar = parts.v * parts.dtype.type(1 / alpha), cupy.zeros_like(x)
    steps = parts.steps(maxiter, 0.0 if damp is None else damp, atol, btol, conlim, Zetabar=alpha * beta,
                        Alphabar=alpha, Rho=1, Rhobar=1, Cbar=1, Betadd=beta, Rhodold=1, NormA2=alpha * alpha,
                        Minrbar=1e100)

    def step() -> None:
        parts.advance(steps, "Lsmr")
        steps.update(h_bar, [("", h), ("Eta", h_bar)], x, [("", x), ("Phi", h_bar)], dots=[(x, x)], rule="LsmrCheck")
        steps.update(h, [("InverseAlpha", parts.v), ("Theta", h)])

    steps.run(step, capturable=parts.capturable, alone=all(parts.rows))
    return x, *ending(steps, "LSMR", ("Norm", "Arnorm", "Anorm", "Acond", "Xnorm"), show)
