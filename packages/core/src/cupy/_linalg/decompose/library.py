"""Decompositions on a GPU, by the routines of a backend's service ``solver``.

A C-contiguous matrix is its transpose to a column-major library; where that does not do, a transposed copy is made.
"""
from __future__ import annotations

from typing import Any

import numpy

from cupy._core.matmul import multiply
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty, empty_like, eye, zeros
from cupy._creation.matrix import triu
from cupy._creation.ranges import arange
from cupy._indexing.select import where
from cupy._linalg.decompose import batched, small
from cupy._linalg.decompose import failures
from cupy._core.broadcast import broadcast_to
from cupy._manipulation.join import concatenate
from cupy._manipulation.rearrange import roll
from cupy._math.sumprod import prod, sum
from cupy._ops.arithmetic import absolute, divide
from cupy._ops.logic import equal, greater, less, not_equal
from cupy._ops.composite import tril_items
from cupy._ops.explog import log
import cupy._runtime.recording as recording
from cupy._runtime import driver
from cupy._runtime.device import get_device_id
from cupy._runtime.stream import get_current_stream

__all__ = []


#: Singular values from which the polar decomposition is faster than bidiagonalisation.
_POLAR = 128

#: Rows up to which core's own kernel factors.
_SMALL = small.ROWS

#: Householder vectors up to which those of a batch are multiplied together.
_TOGETHER = 256


class Call:
    """The service, the current stream, and workspace that lives as long as this object; `tables` are another's."""

    def __init__(self, batch: int, tables: dict[tuple[int, int, int], ndarray] | None = None) -> None:
        service = driver.backend().service("solver")
        self.service = recording.Recorded(service) if recording.active() else service
        self.info = zeros(batch, "i4")
        self.stream = get_current_stream().ptr
        self.device = get_device_id()
        self.kept, self.tables = [], {} if tables is None else tables

    def allocate(self, size: int) -> int:
        work = empty(max(size, 1), "u1")
        self.kept.append(work)
        return work.data.ptr

    def addresses(self, first: int, step: int, count: int) -> int:
        table = self.tables.get((first, step, count))
        if table is None:
            table = self.tables[first, step, count] = arange(first, first + count * step, step, dtype="u8")
        return table.data.ptr

    def __call__(self, routine: str, *arguments: Any) -> None:
        getattr(self.service, routine)(*[x.data.ptr if isinstance(x, ndarray) else x for x in arguments],
                                       self.info.data.ptr, self.stream, self)


def _columns(a: ndarray) -> ndarray:
    """A copy whose memory holds the matrices column by column."""
    return a.swapaxes(-1, -2).copy(order="C")


def _real(dtype: numpy.dtype) -> numpy.dtype:
    return numpy.dtype(dtype.char.lower())


def cholesky(a: ndarray) -> ndarray:
    """Lower factors."""
    batch, n, _ = a.shape
    call, work = Call(batch), _columns(a)      # in its own order, since the library is faster with lower factors
    call("potrf", a.dtype.char, True, n, work, batch)
    failures.expect_zero(call.info, "Matrix is not positive definite")
    return tril_items(work.swapaxes(-1, -2), n, n, 0, order="C")


def _factors(a: ndarray) -> tuple[Call, ndarray, ndarray]:
    """LU factors of the transposes, and pivots."""
    batch, n, _ = a.shape
    call, a, pivots = Call(batch), a.copy(), empty((batch, n), "i4")
    call("getrf", a.dtype.char, n, a, batch, pivots)
    return call, a, pivots


def _solve_columns(a: ndarray, x: ndarray) -> ndarray:
    """Solve with right-hand sides that are the rows of `x`, in place."""
    batch, count, n = x.shape
    call, a, pivots = _factors(a)
    failures.expect_zero(call.info, "Singular matrix")
    Call(batch, call.tables)("getrs", a.dtype.char, True, n, count, a, pivots, x, batch)    # its own status
    return x.swapaxes(-1, -2)


def solve(a: ndarray, b: ndarray) -> ndarray:
    """Solutions ``(batch, n, count)``."""
    if a.shape[-1] <= _SMALL:
        return small.solve(a, b)
    return _solve_columns(a, _columns(b))


def inv(a: ndarray) -> ndarray:
    """Inverses."""
    if a.shape[-1] <= _SMALL:
        return small.inv(a)
    return _solve_columns(a, broadcast_to(eye(a.shape[-1], dtype=a.dtype), a.shape).copy())


def _diagonal_and_parity(a: ndarray) -> tuple[ndarray, ndarray]:
    """The diagonals of the LU factors, and the signs of the permutations; a singular matrix is no failure."""
    _, a, pivots = _factors(a)
    straight = arange(1, a.shape[-1] + 1, dtype="i4")
    swaps = sum(not_equal(pivots, straight), axis=-1)
    return a.diagonal(axis1=-2, axis2=-1), (1 - 2 * (swaps % 2)).astype(a.dtype)


def det(a: ndarray) -> ndarray:
    """Determinants."""
    if a.shape[-1] <= _SMALL:
        return small.det(a)
    diagonal, parity = _diagonal_and_parity(a)
    return prod(diagonal, axis=-1) * parity


def slogdet(a: ndarray) -> tuple[ndarray, ndarray]:
    """Signs and logarithms of the absolute values of determinants."""
    if a.shape[-1] <= _SMALL:
        return small.slogdet(a)
    diagonal, parity = _diagonal_and_parity(a)
    size = absolute(diagonal)
    signs = divide(diagonal, size + equal(size, 0))         # 0 where the item is
    return prod(signs, axis=-1) * parity, sum(log(size), axis=-1)


def qr(a: ndarray, mode: str) -> tuple[ndarray, ...]:
    """What `numpy.linalg.qr` returns in a mode, as a tuple."""
    if batched.has_qr(a):
        return batched.qr(a, mode)
    batch, m, n = a.shape
    k = min(m, n)
    call, packed, tau = Call(batch), _columns(a), empty((batch, k), a.dtype)
    call("geqrf", a.dtype.char, m, n, packed, tau, batch)
    if mode == "raw":
        return packed, tau
    r = triu(packed.swapaxes(-1, -2)[:, :m if mode == "complete" else k])
    if mode == "r":
        return (r,)
    width = m if mode == "complete" else k
    if batch > 1 and k <= _TOGETHER:
        return _assembled(packed, tau, width), r
    vectors = packed
    if width != n:
        vectors = zeros((batch, width, m), a.dtype)
        vectors[:, :k] = packed[:, :k]
    call("orgqr", a.dtype.char, m, width, k, vectors, tau, batch)
    return vectors.swapaxes(-1, -2), r


def _assembled(packed: ndarray, tau: ndarray, width: int) -> ndarray:
    """Q of the Householder vectors of a batch, all at once as ``I - V T V^H`` (libraries make one at a time)."""
    m, k, one = packed.shape[2], tau.shape[1], tau.dtype.type(1)
    idle = equal(tau, 0)        # a vector that changes nothing
    v = tril_items(packed.swapaxes(-1, -2)[:, :, :k], m, k, -1, order="C") + eye(m, k, dtype=tau.dtype)
    v = where(idle[:, None], tau.dtype.type(0), v)
    adjoint = v.swapaxes(-1, -2).conj()
    inverse = triu(multiply(adjoint, v), 1) + (one / (tau + idle))[:, None] * eye(k, dtype=tau.dtype)
    return eye(m, width, dtype=tau.dtype) - multiply(v, multiply(inv(inverse), adjoint[..., :width]))


def svd(a: ndarray, full_matrices: bool, compute_uv: bool) -> Any:
    """``u, s, vh``, or only ``s``."""
    batch, m, n = a.shape
    cut, rotated = not compute_uv and batched.has_singular_values(a), batched.has_svd(a)
    if (cut or rotated) and batched.is_tall(m, n):
        return _svd_tall(a, full_matrices, compute_uv)
    if cut:
        return batched.singular_values(a)
    if rotated:
        return batched.svd(a, full_matrices, compute_uv)
    wide = n > m
    call, work, k = Call(batch), a.copy() if wide else _columns(a), min(m, n)
    rows, columns = max(m, n), k
    job = "N" if not compute_uv else "A" if full_matrices else "S"
    s = empty((batch, k), _real(a.dtype))
    if job == "S" and k >= _POLAR and hasattr(call.service, "gesvdp"):
        return _svd_polar(call, work, s, rows, wide)
    left = empty((batch, rows if job == "A" else k, rows) if compute_uv else 0, a.dtype)
    right = empty((batch, columns, k) if compute_uv else 0, a.dtype)
    call("gesvd", a.dtype.char, job, rows, columns, work, s, left, right, batch)
    failures.expect_zero(call.info, "SVD did not converge")
    if not compute_uv:
        return s
    if wide:        # of the transpose: its right vectors are our left ones, both as they lie
        return right, s, left
    return left.swapaxes(-1, -2), s, right.swapaxes(-1, -2)


def _svd_tall(a: ndarray, full_matrices: bool, compute_uv: bool) -> Any:
    """Of the triangular factor."""
    _, m, n = a.shape
    if m < n:
        found: Any = _svd_tall(a.swapaxes(1, 2).conj().copy(), full_matrices, compute_uv)
        return tuple(x if x is found[1] else x.swapaxes(1, 2).conj() for x in found[::-1]) if compute_uv else found
    *q, r = qr(a, "r" if not compute_uv else "complete" if full_matrices else "reduced")
    found = svd(r[:, :n].copy(), False, compute_uv)
    if not compute_uv:
        return found
    u, s, vh = found
    left = multiply(q[0][..., :n], u)
    return (concatenate((left, q[0][..., n:]), axis=2) if full_matrices else left), s, vh


def _svd_polar(call: Call, work: ndarray, s: ndarray, rows: int, wide: bool) -> tuple[ndarray, ndarray, ndarray]:
    """By a routine that returns the right vectors as columns."""
    batch, k = s.shape
    left, right = empty((batch, k, rows), work.dtype), empty((batch, k, k), work.dtype)
    call("gesvdp", work.dtype.char, rows, k, work, s, left, right, batch)
    failures.expect_zero(call.info, "SVD did not converge")
    if wide:
        return right.conj().swapaxes(-1, -2), s, left
    return left.swapaxes(-1, -2), s, right.conj()


def eigh(a: ndarray, lower: bool, vectors: bool) -> Any:
    """``w, v`` of Hermitian matrices, or only ``w``."""
    if batched.has_eigh(a):
        return batched.eigh(a, lower, vectors)
    batch, n, _ = a.shape
    call, a, w = Call(batch), a.copy(), empty((batch, n), _real(a.dtype))
    # The transpose of a Hermitian matrix is its conjugate: so are the vectors, and they lie as rows.
    call("syevd", a.dtype.char, vectors, not lower, n, a, w, batch)
    failures.expect_zero(call.info, "Eigenvalues did not converge")
    return (w, a.swapaxes(-1, -2).conj()) if vectors else w


def eig(a: ndarray, vectors: bool) -> Any:
    """``w, v``, complex, or only ``w``."""
    if batched.has_eig(a):
        return batched.eig(a, vectors)
    batch, n, _ = a.shape
    call, work, w = Call(batch), _columns(a), empty((batch, n), a.dtype.char.upper())
    v = empty_like(work) if vectors else None
    call("geev", a.dtype.char, n, work, w, 0 if v is None else v, batch)
    failures.expect_zero(call.info, "Eigenvalues did not converge")
    if v is None:
        return w
    return w, (v if a.dtype.kind == "c" else _vectors_of_pairs(w, v)).swapaxes(-1, -2)


def _vectors_of_pairs(w: ndarray, v: ndarray) -> ndarray:
    """Complex eigenvectors, as rows, from the real and imaginary parts of those that belong to pairs."""
    imaginary = w.imag[..., None]
    first, second = greater(imaginary, 0), less(imaginary, 0)
    before, after = roll(v, 1, axis=1), roll(v, -1, axis=1)
    result = empty(v.shape, w.dtype)
    result.real = where(second, before, v)
    result.imag = where(first, after, where(second, -v, v.dtype.type(0)))
    return result
