"""The generalised minimal residual method, restarted."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import serial_blocks
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._orthogonal import ENDED, UNSURE, Orthogonal
from cupyx.scipy.sparse.linalg._krylov._restart import Restart
from cupyx.scipy.sparse.linalg._krylov._steps import Steps
from cupyx.scipy.sparse.linalg._krylov._system import System, tolerance

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["gmres"]

_SHARE = 0.1            # of a vector that is left, below which it is projected a second time
_TOGETHER = 40          # columns between two looks at the residual
_EAGER = 3              # restarts before a graph of them is worth its capture


@scipy_in_host_memory
def gmres(A: Any, b: ArrayLike, x0: ArrayLike | None = None, tol: float | None = None, restart: Int | None = None,
          maxiter: SupportsIndex | None = None, M: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
          callback: Callable[..., Any] | None = None, atol: float = 0.0,
          callback_type: Literal["x", "pr_norm", "legacy"] | None = None, *, rtol: float = 1e-5) -> Any:
    """Solve a system by restarted generalised minimal residuals.

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
    restart : int, optional
        Vectors that are kept: steps between restarts. 20 if not given.
    maxiter : int, optional
        Most restarts; ``10 * N`` if not given.
    M : array, sparse matrix or LinearOperator, optional
        The preconditioner, an approximation of the inverse of `A`.
    callback : callable, optional
        Called after each step or restart.
    atol, rtol : float, optional
        The residual's norm shall be at most ``max(rtol * norm(b), atol)``.
    callback_type : {"x", "pr_norm", "legacy"}, optional
        ``"x"``: called with the solution after each restart; ``"pr_norm"``: with the relative preconditioned residual
        after each step; ``"legacy"``, the default: the same, and `maxiter` counts steps.

    Returns
    -------
    x : cupy.ndarray
        The solution, of shape ``(N,)``.
    info : int
        0 if it has converged, else `maxiter`.

    Raises
    ------
    ValueError
        If shapes do not fit, `atol` is negative, or `callback_type` is unknown.

    Notes
    -----
    Vectors are made orthogonal by the classical Gram-Schmidt method, a second time where little of them is left or the
    basis is no longer as orthogonal as the goal asks for. The problem of least squares is solved on the device, which
    the host waits for once a restart. For a sparse matrix whose rows are about as long, without a preconditioner and
    without a `callback` after each step, a restart is one launch.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import gmres
    >>> x, info = gmres(cupy.asarray([[4., 1.], [2., 3.]]), cupy.asarray([1., 2.]))
    >>> x.round(4), info
    (array([0.1, 0.6]), 0)
    """
    kind = "legacy" if callback_type is None else callback_type
    if kind not in ("x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    kind, tell = (None, lambda value: None) if callback is None else (kind, callback)
    system = System(A, M, x0, b)
    norm_b, n = system.norm_b, system.n
    atol = tolerance("gmres", norm_b, atol, rtol, tol)
    x = system.x
    if norm_b == 0:
        x[:] = 0
        return x, 0
    maxiter = n * 10 if maxiter is None else maxiter
    restart = min(20 if restart is None else restart, n)
    r = system.residual(x0)
    norm_r = norm_b if x0 is None else _norm(r)
    if norm_r < atol:
        return x, 0
    eps = float(numpy.finfo(system.dtype).eps)
    factor = 1.0
    goal = (norm_b if system.M is None else _norm(system.precondition(system.b))) * min(factor, atol / norm_b)
    space = (Restart.of(system, restart, _SHARE) if kind in (None, "x") else None) or _Space(system, restart)
    taken = 0
    for _ in range(maxiter):
        if isinstance(space, Restart):
            if norm_r == 0:
                break
            status, residual, norm_r = space.run(x, r, norm_r, goal, eps)
        else:
            start = system.precondition(r)
            length = norm_r if system.M is None else _norm(start)
            if length == 0:                 # a singular preconditioner
                break
            space.begin(start, length, goal, eps)
            if kind in ("legacy", "pr_norm"):
                for residual in space.columns():
                    taken += 1
                    tell(residual / norm_b)
                    if kind == "legacy" and taken == maxiter:
                        break
            else:
                space.fill()
            while True:
                space.add_to(x)
                r = system.b - system.multiply(x)
                norm_r = _norm(r)
                status, columns, residual = space.orthogonal.state()
                if status != UNSURE:
                    break
                space.fill_carefully(columns)
        if kind == "legacy" and taken == maxiter:
            break
        if kind == "x":
            tell(x)
        if norm_r <= atol or status == ENDED:
            break
        factor = max(eps, 0.25 * factor) if residual <= goal else min(1.0, 1.5 * factor)
        goal = residual * min(factor, atol / norm_r)
    return x, 0 if norm_r <= atol else maxiter


def _norm(v: cupy.ndarray) -> float:
    return float(cupy.linalg.norm(v))


def project(basis: cupy.ndarray, w: cupy.ndarray) -> cupy.ndarray:
    """Coefficients of `w` along the rows of `basis`."""
    return basis @ w if w.dtype.kind != "c" else (basis @ w.conj()).conj()


def own(w: cupy.ndarray, basis: cupy.ndarray) -> cupy.ndarray:
    """A product as a contiguous array that may be changed: an operator may give what it was given."""
    return w.copy() if cupy.shares_memory(w, basis) else cupy.ascontiguousarray(w)


class _Space:
    """Orthonormal vectors of a Krylov space, and the problem of least squares in it, which the device solves."""

    def __init__(self, system: System, restart: Int) -> None:
        self.system, self.restart = system, restart
        self.v = cupy.zeros((restart + 1, system.n), system.dtype)
        self.column = cupy.zeros(restart + 1, system.dtype)
        self.orthogonal = Orthogonal(system.n, system.dtype, restart, _SHARE, least=True)
        self.steps = Steps(system.n, system.dtype, 0)
        self.w = cupy.empty(system.n, system.dtype)
        self.filled, self.graph, self.careful = 0, None, restart

    def begin(self, start: cupy.ndarray, norm: float, goal: float, eps: float) -> None:
        cupy.multiply(start, self.v.dtype.type(1 / norm), out=self.v[0])
        self.orthogonal.begin(norm, goal, eps)

    def columns(self) -> Iterator[float]:
        """Add columns one after the other; yields the residual after each."""
        for j in range(self.restart):
            self._add(j, True)
            status, _, residual = self.orthogonal.state()
            yield residual
            if status:
                return

    def fill(self) -> Any | None:
        """Add all columns, of which those behind the last that is needed change nothing."""
        self.filled += 1
        if self.filled > _EAGER and self.graph is None and self.system.capturable and not serial_blocks():
            self.graph = self._captured()
        if self.graph is not None:
            return self.graph.launch()
        return self._fill(0)

    def fill_carefully(self, first: int) -> None:
        """Add the columns from `first` on, whose vectors, and those behind them, may have to be projected again."""
        self.careful, self.graph = first, None
        self.orthogonal.resume()
        self._fill(first)

    def _fill(self, first: int) -> None:
        for j in range(first, self.restart):
            if j > first and j % _TOGETHER == 0 and self.orthogonal.state()[0]:
                return
            self._add(j, j >= self.careful)

    def _captured(self) -> Any:
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            try:
                for j in range(self.restart):
                    self._add(j, j >= self.careful)
            finally:
                graph = stream.end_capture()
        return graph

    def _add(self, j: int, certain: Any) -> None:
        system, w, rows = self.system, self.w, self.system.rows
        if not rows:
            w = own(system.precondition(system.multiply(self.v[j])), self.v)
        elif rows.lanes > 1:
            self.steps.update(None, [("", self.v[j])], w, [("", None)], rows=rows)
        self.orthogonal.add(self.v, j, w, self.column, certain, rows if rows and rows.lanes == 1 else None)

    def add_to(self, x: cupy.ndarray) -> None:
        """Add the combination of the vectors with the least residual."""
        self.orthogonal.combine(self.v, x, self.column)
