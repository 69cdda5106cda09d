"""Least squares by LSQR."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._least import REASONS, Bidiagonalisation, ending
from cupyx.scipy.sparse.linalg._krylov._steps import slot

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["lsqr"]


@scipy_in_host_memory
def lsqr(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, damp: float = 0.0, atol: float = 1e-6,
         btol: float = 1e-6, conlim: float = 1e8, iter_lim: Int | None = None, show: bool = False,
         calc_var: bool = False, x0: ArrayLike | None = None) -> tuple[Any, ...]:
    """Solve a system in the sense of least squares by LSQR.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(M, N)``, with ``rmatvec`` if an operator.
    b : array
        The right-hand side, of shape ``(M,)`` or ``(M, 1)``.
    damp : float, optional
        ``norm(b - A @ x)**2 + damp**2 * norm(x - x0)**2`` is made least.
    atol, btol : float, optional
        Relative errors of `A` and `b`: it stops as soon as the residual, or that of the normal equations, is as small
        as they allow.
    conlim : float, optional
        It stops when the estimated condition of `A` exceeds this; 0 for no bound.
    iter_lim : int, optional
        Most steps; ``2 * N`` if not given.
    show : bool, optional
        Whether to print a summary.
    calc_var : bool, optional
        Whether to estimate the diagonal of ``inv(A.T @ A + damp**2 * I)``.
    x0 : array, optional
        Where to start; zeros if not given.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    istop : int
        Why it stopped: 0 as `x` is `x0`, 1 as the system is solved, 2 as the least squares are reached, 3 as the
        condition is too large, 4 to 6 as 1 to 3 but at the machine's precision, 7 at the limit.
    itn : int
        Steps.
    r1norm, r2norm : float
        Norms of ``b - A @ x``, and with the part of `damp`.
    anorm, acond, arnorm, xnorm : float
        Estimated norm and condition of `A`, norm of ``A.T @ r`` and of `x`.
    var : cupy.ndarray
        The estimated diagonal; zeros without `calc_var`.

    Notes
    -----
    The method of Paige and Saunders, ACM TOMS 8 (1982), with their scalars on the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import lsqr
    >>> A = cupy.asarray([[1., 0.], [1., 1.], [1., 2.]])
    >>> x, istop = lsqr(A, cupy.asarray([0., 1., 5.]))[:2]
    >>> x.round(4), istop
    (array([-0.5,  2.5]), 2)
    """
    parts = Bidiagonalisation(A, b, x0)
    x, n = parts.x, parts.n
    iter_lim = 2 * n if iter_lim is None else iter_lim
    var = cupy.zeros(n, parts.dtype)
    if parts.alpha * parts.beta == 0 or iter_lim < 1:
        if show:
            print(REASONS[0])
        return x, 0, 0, parts.beta, parts.beta, 0, 0, parts.alpha * parts.beta, 0, var
    w = parts.v * parts.dtype.type(1 / parts.alpha)
    steps = parts.steps(iter_lim, damp, atol, btol, conlim, Rhobar=parts.alpha, Phibar=parts.beta, R1norm=parts.beta,
                        R2norm=parts.beta, Cs2=-1, Wnorm=1)

    def step() -> None:
        parts.advance(steps, "Lsqr")
        steps.update(x, [("", x), ("Phi", w)], w, [("InverseAlpha", parts.v), ("Theta", w)], dots=[(w, w)],
                     rule="LsqrCheck")

    def step_with_variance() -> None:
        before = w.copy()
        step()
        var[...] += cupy.square(before * steps.state[slot("Rho")].astype(parts.dtype))

    if calc_var:
        while not steps.scalar("Status"):
            step_with_variance()
    else:
        steps.run(step, capturable=parts.capturable, alone=all(parts.rows))
    istop, itn, *norms = ending(steps, "LSQR", ("R1norm", "R2norm", "Anorm", "Acond", "Arnorm", "Xnorm"), show)
    return x, istop, itn, *norms, var
