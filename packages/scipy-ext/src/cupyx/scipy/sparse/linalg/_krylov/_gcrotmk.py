"""GCROT(m, k): flexible GMRES that keeps the best of its former spaces."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov import _flexible
from cupyx.scipy.sparse.linalg._krylov._system import System, tolerance

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._krylov._flexible import Inner
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["gcrotmk"]


@scipy_in_host_memory
def gcrotmk(A: ArrayLike | spmatrix | sparray | LinearOperator, b: ArrayLike, x0: ArrayLike | None = None,
            tol: float | None = None, maxiter: SupportsIndex = 1000,
            M: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
            callback: Callable[..., Any] | None = None, m: Int = 20, k: Int | None = None, CU: list[Any] | None = None,
            discard_C: bool = False, truncate: Literal["oldest", "smallest"] = "oldest", atol: float = 0.0, *,
            rtol: float = 1e-5) -> Any:
    """Solve a system by flexible GCROT(m, k).

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
        The preconditioner, an approximation of the inverse of `A`; it may be another operator at each step.
    callback : callable, optional
        Called with the solution so far before each restart.
    m : int, optional
        Steps between restarts.
    k : int, optional
        How many vectors are kept; `m` if not given.
    CU : list of tuple, optional
        Pairs ``(c, u)`` with ``c = A @ u`` of a former solve, `c` maybe None; it is changed.
    discard_C : bool, optional
        Whether to leave no `c` in `CU`, for another matrix next time.
    truncate : {"oldest", "smallest"}, optional
        What is dropped: the oldest pairs, or those of the smallest singular values.
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
        If shapes do not fit, `atol` is negative, `truncate` is unknown, or `b` is not finite.

    Notes
    -----
    The method of Hicken and Zingg, SIAM J. Sci. Comput. 32 (2010).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import gcrotmk
    >>> x, info = gcrotmk(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    system = System(A, M, x0, b)
    x = system.x
    if not numpy.isfinite(system.norm_b):
        raise ValueError("RHS must contain only finite numbers")
    if truncate not in ("oldest", "smallest"):
        raise ValueError(f"Invalid value for 'truncate': {truncate!r}")
    CU = [] if CU is None else CU
    k = m if k is None else k
    r = system.residual(x0)
    atol = tolerance("gcrotmk", system.norm_b, atol, rtol, tol)
    if system.norm_b == 0:
        x[:] = 0
        return x, 0
    if discard_C:
        CU[:] = [(None, u) for _, u in CU]
    if CU:
        _orthonormalise(system, CU)
        for c, u in CU:
            along = cupy.vdot(c, r)
            x += along * u
            r -= along * c
    info = maxiter
    for count in range(maxiter):
        if callback is not None:
            callback(x)
        norm = float(cupy.linalg.norm(r))
        if norm <= atol and (count > 0 or CU):
            r = system.b - system.multiply(x)
            norm = float(cupy.linalg.norm(r))
        if norm <= atol:
            info = 0
            break
        try:
            inner = _flexible.cycle(system.multiply, r * r.dtype.type(1 / norm), m + max(k - len(CU), 0), atol / norm,
                                    right=system.precondition, cs=[c for c, _ in CU])
        except numpy.linalg.LinAlgError:
            info = count + 1
            break
        y = inner.y * norm
        u = _flexible.combined(inner.zs, y)
        if CU:
            u -= _flexible.combined([u for _, u in CU], inner.B @ y)
        c = _flexible.combined(inner.vs, inner.H @ y)
        length = float(cupy.linalg.norm(c))
        if not (length > 0 and numpy.isfinite(1 / length)):
            continue
        scale = c.dtype.type(1 / length)
        c, u = c * scale, u * scale
        along = cupy.vdot(c, r)
        r -= along * c
        x += along * u
        _truncate(CU, k, truncate, inner)
        CU.append((c, u))
    CU.append((None, x.copy()))
    if discard_C:
        CU[:] = [(None, u) for _, u in CU]
    return x, info


def _orthonormalise(system: System, CU: list[Any]) -> None:
    """Make the vectors c of given pairs orthonormal, and c = A u again."""
    CU.sort(key=lambda pair: pair[0] is not None)
    us = cupy.stack([cupy.asarray(u).astype(system.dtype) for _, u in CU])
    cs = cupy.stack([system.multiply(u) if c is None else cupy.asarray(c).astype(system.dtype)
                     for (c, _), u in zip(CU, us, strict=True)])
    left, sizes, right = cupy.linalg.svd(cs.T, full_matrices=False)
    kept = int((sizes > 1e-12 * sizes[0]).sum())
    weights = right[:kept].conj().T / sizes[:kept]
    CU[:] = list(zip(left.T[:kept], (us.T @ weights).T, strict=True))


def _truncate(CU: list[Any], k: Int, truncate: str, inner: Inner) -> None:
    """Make room for one pair."""
    if truncate == "oldest":
        del CU[:max(0, len(CU) - k + 1)]
    elif len(CU) >= k and CU:
        triangle = numpy.linalg.qr(inner.H)[1]
        W = numpy.linalg.svd(numpy.linalg.solve(triangle.T, inner.B.T).T)[0][:, :k - 1]
        cs, us = cupy.stack([c for c, _ in CU]), cupy.stack([u for _, u in CU])
        weights = cupy.asarray(W.T.astype(cs.dtype))
        CU[:] = list(zip(weights @ cs, weights @ us, strict=True))
