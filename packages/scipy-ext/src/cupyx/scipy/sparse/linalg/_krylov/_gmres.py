"""The generalised minimal residual method, restarted."""
import math

import numpy

import cupy
from cupy._ext import is_host
from cupyx.scipy.sparse.linalg._krylov._orthogonal import Orthogonal
from cupyx.scipy.sparse.linalg._krylov._system import System, tolerance

__all__ = ["gmres"]

_COLUMNS = 5            # of the Hessenberg matrix between two looks at it


def gmres(A, b, x0=None, tol=None, restart=None, maxiter=None, M=None, callback=None, atol=0.0, callback_type=None, *,
          rtol=1e-5):
    """Solve a system by restarted generalised minimal residuals.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``.
    b : array
        The right-hand side, of shape ``(N,)`` or ``(N, 1)``.
    x0, tol, M, atol, rtol
        As for `cg`; any `M`.
    restart : int, optional
        Vectors that are kept: steps between restarts. 20 if not given.
    maxiter : int, optional
        Most restarts; ``10 * N`` if not given.
    callback : callable, optional
        Called after each step or restart.
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
    Vectors are made orthogonal by two passes of the classical Gram-Schmidt method, five of them before the host looks
    at their coefficients; what it then finds to be too many is not used.

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
    kind = None if callback is None else kind
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
    norm_r = _norm(r)
    if norm_r < atol:
        return x, 0
    eps = float(numpy.finfo(system.dtype).eps)
    factor = 1.0
    goal = _norm(system.precondition(system.b)) * min(factor, atol / norm_b)
    basis, taken, broken = _Basis(system, restart), 0, False
    for _ in range(maxiter):
        start = system.precondition(r)
        least = _LeastSquares(_norm(start), restart, eps)
        if least.norm == 0:             # a singular preconditioner
            break
        basis.begin(start, least.norm)
        residual = least.norm
        for residual in basis.columns(least):
            taken += 1
            if kind in ("legacy", "pr_norm"):
                callback(residual / norm_b)
            broken = least.broken
            if residual <= goal or broken or kind == "legacy" and taken == maxiter:
                break
        x += basis.sum(least.solution())
        r = system.b - system.multiply(x)
        norm_r = _norm(r)
        if kind == "legacy" and taken == maxiter:
            break
        if kind == "x":
            callback(x)
        if norm_r <= atol or broken:
            break
        factor = max(eps, 0.25 * factor) if residual <= goal else min(1.0, 1.5 * factor)
        goal = residual * min(factor, atol / norm_r)
    return x, 0 if norm_r <= atol else maxiter


def _norm(v):
    return float(cupy.linalg.norm(v))


def project(basis, w):
    """Coefficients of `w` along the rows of `basis`."""
    return basis @ w if w.dtype.kind != "c" else (basis @ w.conj()).conj()


def own(w, basis):
    """A product as a contiguous array that may be changed: an operator may give what it was given."""
    return w.copy() if cupy.shares_memory(w, basis) else cupy.ascontiguousarray(w)


class _Basis:
    """Orthonormal vectors of a Krylov space and their Hessenberg matrix, made some columns at a time."""

    def __init__(self, system, restart):
        self.system, self.restart = system, restart
        self.v = cupy.zeros((restart + 1, system.n), system.dtype)
        self.h = cupy.zeros((restart, restart + 1), system.dtype)
        self.orthogonal = Orthogonal(system.n, system.dtype, restart)
        self.graphs, self.used = {}, set()

    def begin(self, start, norm):
        self.v[0] = start * self.v.dtype.type(1 / norm)

    def columns(self, least):
        """Add columns to a problem of least squares; yields its residual after each."""
        for first in range(0, self.restart, _COLUMNS):
            stop = min(first + _COLUMNS, self.restart)
            self._extend(first, stop)
            found = self.h[first:stop].get()
            for column in range(first, stop):
                yield least.add(found[column - first][:column + 2])

    def _extend(self, first, stop):
        """Columns of the Hessenberg matrix: by a graph where they have been made before."""
        if first in self.graphs:
            return self.graphs[first].launch()
        if first not in self.used or not self.system.capturable or is_host():
            self.used.add(first)
            return self._make(first, stop)
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            try:
                self._make(first, stop)
            finally:
                graph = stream.end_capture()
        self.graphs[first] = graph
        return graph.launch()

    def _make(self, first, stop):
        for j in range(first, stop):
            w = self.system.precondition(self.system.multiply(self.v[j]))
            self.orthogonal.add(self.v, j, own(w, self.v), self.h[j])

    def sum(self, y):
        """A sum of the vectors."""
        y = y if self.v.dtype.kind == "c" else y.real
        return cupy.asarray(y.astype(self.v.dtype)) @ self.v[:len(y)]


class _LeastSquares:
    """``min |norm e1 - H y|`` for a Hessenberg matrix that grows by columns, by rotations."""

    def __init__(self, norm, restart, eps):
        self.norm, self.eps, self.broken, self.count = norm, eps, False, 0
        self.rotations = []
        self.right = numpy.zeros(restart + 1, complex)
        self.right[0] = norm
        self.triangle = numpy.zeros((restart, restart), complex)

    def add(self, column):
        """The residual with a further column."""
        j, column = self.count, column.astype(complex)
        self.broken = not abs(column[-1]) > self.eps * numpy.linalg.norm(column)
        if self.broken:
            column[-1] = 0
        for k, (c, s) in enumerate(self.rotations):
            column[k], column[k + 1] = c * column[k] + s * column[k + 1], -s.conjugate() * column[k] + c * column[k + 1]
        c, s, column[j] = _rotation(column[j], column[j + 1])
        self.rotations.append((c, s))
        self.triangle[:j + 1, j] = column[:j + 1]
        self.right[j], self.right[j + 1] = c * self.right[j], -s.conjugate() * self.right[j]
        self.count += 1
        return abs(self.right[j + 1])

    def solution(self):
        """The coefficients; zero where the triangle has a zero on its diagonal."""
        y, R = self.right[:self.count].copy(), self.triangle
        if R[self.count - 1, self.count - 1] == 0:
            y[-1] = 0
        for k in range(self.count - 1, -1, -1):
            if y[k] != 0:
                y[k] /= R[k, k]
                y[:k] -= y[k] * R[:k, k]
        return y


def _rotation(a, b):
    """``c, s, r`` so that ``[[c, s], [-conj(s), c]] @ (a, b)`` is ``(r, 0)``."""
    if b == 0:
        return 1.0, 0j, a
    if a == 0:
        return 0.0, b.conjugate() / abs(b), abs(b)
    length = math.hypot(abs(a), abs(b))
    unit = a / abs(a)
    return abs(a) / length, unit * b.conjugate() / length, unit * length
