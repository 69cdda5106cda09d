"""LGMRES: restarted GMRES that keeps its last corrections."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov import _flexible
from cupyx.scipy.sparse.linalg._krylov._system import System, tolerance

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["lgmres"]


@scipy_in_host_memory
def lgmres(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
           tol: float | None = None, maxiter: SupportsIndex = 1000,
           M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, callback: Callable[..., Any] | None = None,
           inner_m: Int = 30, outer_k: Int = 3, outer_v: list[Any] | None = None, store_outer_Av: bool = True,
           prepend_outer_v: bool = False, atol: float = 0.0, *, rtol: float = 1e-5) -> Any:
    """Solve a system by GMRES with corrections of former restarts among its directions.

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
        Most restarts.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`.
    callback : callable, optional
        Called with the solution so far before each restart.
    inner_m, outer_k : int, optional
        Steps between restarts, and how many corrections are kept.
    outer_v : list of tuple, optional
        Corrections ``(v, A @ v)`` of a former solve, the products maybe None; it is changed.
    store_outer_Av : bool, optional
        Whether products are kept too.
    prepend_outer_v : bool, optional
        Whether corrections come before the other directions.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b), atol)``.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, else the number of restarts.

    Raises
    ------
    ValueError
        If shapes do not fit, `atol` is negative, or `b` is not finite.

    Notes
    -----
    The method of Baker, Jessup and Manteuffel, SIAM J. Matrix Anal. Appl. 26 (2005).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import lgmres
    >>> x, info = lgmres(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system = System(A, M, x0, b)
    x = system.x
    if not numpy.isfinite(system.norm_b):
        raise ValueError("RHS must contain only finite numbers")
    atol = tolerance("lgmres", system.norm_b, atol, rtol, tol)
    if system.norm_b == 0:
        x[:] = 0
        return x, 0
    outer_v = [] if outer_v is None else outer_v
    factor = 1.0
    for count in range(maxiter):
        r = system.b - system.multiply(x)
        if callback is not None:
            callback(x)
        norm_r = float(cupy.linalg.norm(r))
        if norm_r <= atol:
            return x, 0
        v0 = system.precondition(r)
        norm = float(cupy.linalg.norm(v0))
        if norm == 0:
            raise RuntimeError(f"Preconditioner returned a zero vector; |v| ~ {norm_r:.1g}, |M v| = 0")
        goal = min(factor, atol / norm_r)
        try:
            inner = _flexible.cycle(system.multiply, v0 * v0.dtype.type(1 / norm), inner_m, goal,
                                    left=system.precondition, outer=outer_v, outer_first=prepend_outer_v)
        except numpy.linalg.LinAlgError:
            return x, count + 1
        factor = min(1.0, 1.5 * factor) if inner.residual > goal else max(1e-16, 0.25 * factor)
        y = inner.y * norm
        dx = _flexible.combined(inner.zs, y)
        length = float(cupy.linalg.norm(dx))
        if length > 0:
            scale = dx.dtype.type(1 / length)
            product = _flexible.combined(inner.vs, inner.H @ y) * scale if store_outer_Av else None
            outer_v.append((dx * scale, product))
        del outer_v[:max(0, len(outer_v) - outer_k)]
        x += dx
    return x, maxiter
