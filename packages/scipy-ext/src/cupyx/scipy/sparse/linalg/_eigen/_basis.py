"""A Krylov basis that grows and restarts: what the methods for eigenvalues share."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._krylov._gmres import own, project
from cupyx.scipy.sparse.linalg._krylov._orthogonal import Orthogonal

if TYPE_CHECKING:
    from cupyx._options import Int

_SHARE = 0.7072         # of a vector that is left, below which it is projected a second time


class Basis:
    """Vectors of a Krylov space, orthonormal in an inner product, and the projection of the operator.

    Parameters
    ----------
    apply : callable
        Product of the operator and a vector.
    v0 : cupy.ndarray
        The first vector.
    size : int
        Vectors at most.
    weight : callable, optional
        Product of the matrix of the inner product and a vector.
    rng : numpy.random.Generator
        Of vectors that are needed where a space ends early.
    """

    def __init__(self, apply: Callable[..., Any], v0: cupy.ndarray, size: Int, weight: Any,
                 rng: numpy.random.Generator) -> None:
        self.apply, self.weight, self.size, self.rng = apply, weight, size, rng
        self.v = cupy.zeros((size + 1, v0.size), v0.dtype)
        self.bv = self.v if weight is None else cupy.zeros_like(self.v)
        self.h = cupy.zeros((size, size + 1), v0.dtype)
        self.orthogonal = Orthogonal(v0.size, v0.dtype, size, _SHARE)
        self.projection = numpy.zeros((size + 1, size), v0.dtype)
        self._set(0, *self._normalised(v0))

    def _set(self, j: int, w: cupy.ndarray, weighted: cupy.ndarray) -> None:
        self.v[j] = w
        if self.weight is not None:
            self.bv[j] = weighted

    def _normalised(self, w: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray]:
        weighted = w if self.weight is None else self.weight(w)
        norm = cupy.sqrt(cupy.vdot(w, weighted).real)
        return w / norm, weighted / norm

    def extend(self, first: int) -> None:
        """Fill the basis from vector `first` on, and the columns of the projection."""
        while first < self.size:
            for j in range(first, self.size):
                self._step(j)
            found = self.h[first:].get().T
            self.projection[:, first:] = found
            scale = abs(self.projection[:self.size]).max()
            floor = numpy.finfo(self.v.dtype).eps * 8 * (scale if numpy.isfinite(scale) else 1)
            broken = [j for j in range(first, self.size) if not abs(self.projection[j + 1, j]) > floor]
            if not broken:
                return
            j = broken[0]
            self.projection[j + 1:, j] = 0
            if j + 1 == self.size:
                self.v[j + 1] = 0
                return
            self._replace(j + 1)
            first = j + 1

    def _step(self, j: int) -> None:
        w = self.apply(self.v[j])
        if self.weight is None:
            self.h[j] = 0
            return self.orthogonal.add(self.v, j, own(w, self.v), self.h[j])
        before, beside, h = self.v[:j + 1], self.bv[:j + 1], self.h[j]
        coefficients = project(beside, w)
        w = w - coefficients @ before
        again = project(beside, w)
        w -= again @ before
        weighted = self.weight(w)
        norm = cupy.sqrt(abs(cupy.vdot(w, weighted).real))
        h[:] = 0
        cupy.add(coefficients, again, out=h[:j + 1])
        h[j + 1] = norm
        self._set(j + 1, w / norm, weighted / norm)

    def _replace(self, j: int) -> None:
        """A random vector, orthogonal to those before, where the space has ended."""
        w = cupy.asarray(self.rng.standard_normal(self.v.shape[1])).astype(self.v.dtype)
        for _ in range(3):
            w -= project(self.bv[:j], w) @ self.v[:j]
        self._set(j, *self._normalised(w))

    def residual(self) -> Any:
        """The length of what the operator makes of the last vector outside of the space."""
        return abs(self.projection[self.size, self.size - 1])

    def restart(self, vectors: numpy.ndarray[Any, Any], projection: numpy.ndarray[Any, Any]) -> None:
        """Keep some directions, columns of `vectors`; `projection` with them has the row of the rest below."""
        kept = vectors.shape[1]
        turn = cupy.asarray(vectors.T.astype(self.v.dtype))
        self.v[:kept] = turn @ self.v[:self.size]
        self.v[kept] = self.v[self.size]
        if self.weight is not None:
            self.bv[:kept] = turn @ self.bv[:self.size]
            self.bv[kept] = self.bv[self.size]
        self.projection[:] = 0
        self.projection[:kept + 1, :kept] = projection

    def combined(self, vectors: numpy.ndarray[Any, Any]) -> cupy.ndarray:
        """Columns of the operator's space for columns of coefficients."""
        kind = numpy.result_type(self.v.dtype, vectors.dtype) if vectors.dtype.kind == "c" else self.v.dtype
        if self.v.dtype.itemsize in (4, 8) and self.v.dtype.char in "fF" and kind.kind == "c":
            kind = numpy.dtype("F")
        return self.v[:self.size].T @ cupy.asarray(vectors.astype(kind))


def accuracy(tol: float, theta: numpy.ndarray[Any, Any], dtype: numpy.dtype[Any]) -> numpy.ndarray[Any, Any]:
    """Residuals that suffice for eigenvalues; those below the rounding of the greatest cannot be told from zero."""
    eps = numpy.finfo(dtype).eps
    size = abs(theta)
    return numpy.maximum(max(tol, eps) * numpy.maximum(size, eps ** (2 / 3)), eps * size.max())


def no_convergence(count: Int, wanted: Int, values: numpy.ndarray[Any, Any], vectors: numpy.ndarray[Any, Any]) -> Any:
    """SciPy's error for eigenvalues that have not converged."""
    from scipy.sparse.linalg import ArpackNoConvergence

    return ArpackNoConvergence(f"No convergence ({count} restarts, {len(values)}/{wanted} eigenvectors converged)",
                               values, vectors)
