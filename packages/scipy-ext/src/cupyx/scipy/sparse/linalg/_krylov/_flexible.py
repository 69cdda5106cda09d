"""Flexible GMRES with vectors to be orthogonal to, the inner method of LGMRES and GCROT(m, k)."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy
from numpy.linalg import LinAlgError

import cupy
from cupyx.scipy.sparse.linalg._krylov._gmres import project

if TYPE_CHECKING:
    from cupyx._options import Int


@dataclasses.dataclass
class Inner:
    """The result of an inner cycle.

    Attributes
    ----------
    zs, vs : list of cupy.ndarray
        Directions, and the orthonormal vectors that the operator makes of them.
    y : numpy.ndarray
        Coefficients of the directions.
    H, B : numpy.ndarray
        Hessenberg matrix, and coefficients along the vectors that were given.
    residual : float
        Relative residual.
    """

    zs: list[cupy.ndarray]
    vs: cupy.ndarray
    y: numpy.ndarray
    H: numpy.ndarray
    B: numpy.ndarray
    residual: float


def cycle(operator: Callable[..., Any], v0: cupy.ndarray, m: Int, tol: float, *, left: Callable[..., Any] | None = None,
          right: Callable[..., Any] | None = None, cs: Sequence[Any] = (), outer: Sequence[Any] = (),
          outer_first: bool = False) -> Inner:
    """Minimise the residual over a Krylov space of `m` vectors and the `outer` ones.

    Parameters
    ----------
    operator : callable
        Product of the matrix and a vector.
    v0 : cupy.ndarray
        The first vector, of norm one.
    m : int
        Steps, besides those of `outer`.
    tol : float
        Residual that suffices.
    left, right : callable, optional
        Preconditioners.
    cs : sequence of cupy.ndarray
        Vectors to be orthogonal to.
    outer : sequence of (cupy.ndarray, cupy.ndarray or None)
        Further directions, with their products if known.
    outer_first : bool
        Whether they come first.
    """
    same = left or (lambda v: v)
    right = right or (lambda v: v)
    m += len(outer)
    dtype = numpy.complex128 if v0.dtype.kind == "c" else numpy.float64
    basis = cupy.empty((m + 1, v0.size), v0.dtype)
    basis[0] = v0
    beside = cupy.stack(list(cs)) if len(cs) else None
    H, B = numpy.zeros((m + 1, m), dtype), numpy.zeros((len(cs), m), dtype)
    eps, zs = numpy.finfo(v0.dtype).eps, []
    for j in range(m):
        place = j if outer_first else j - (m - len(outer))
        z, w = outer[place] if 0 <= place < len(outer) else (None, None)
        if z is None:
            z = right(v0 if outer_first and j == len(outer) else basis[j])
        w = same(operator(z)) if w is None else w
        before = basis[:j + 1]
        norm = cupy.linalg.norm(w)
        along = []
        if beside is not None:
            b = project(beside, w)
            w = w - b @ beside
            along.append(b)
        h = project(before, w)
        w = w - h @ before
        again = project(before, w)
        w -= again @ before
        length = cupy.linalg.norm(w)
        found = cupy.concatenate([*along, h + again, cupy.stack([norm, length]).astype(w.dtype)]).get()
        B[:, j], H[:j + 1, j] = found[:len(cs)], found[len(cs):-2]
        norm, H[j + 1, j] = found[-2].real, found[-1].real
        zs.append(z)
        if H[j + 1, j].real > 0:
            w *= 1 / length
        basis[j + 1] = w
        right_side = numpy.zeros(j + 2, dtype)
        right_side[0] = 1
        if not numpy.isfinite(H[:j + 2, j]).all():
            raise LinAlgError("the operator gave infinities or NaN")
        y = numpy.linalg.lstsq(H[:j + 2, :j + 1], right_side, rcond=None)[0]
        residual = float(numpy.linalg.norm(right_side - H[:j + 2, :j + 1] @ y))
        if residual < tol or not H[j + 1, j].real > eps * norm:
            break
    return Inner(zs, basis[:j + 2], y, H[:j + 2, :j + 1], B[:, :j + 1], residual)


def combined(vectors: Any, coefficients: numpy.ndarray[Any, Any]) -> cupy.ndarray:
    """A sum of vectors with coefficients of the host."""
    vectors = vectors if isinstance(vectors, cupy.ndarray) else cupy.stack(vectors)
    return cupy.asarray(coefficients.astype(vectors.dtype)) @ vectors
