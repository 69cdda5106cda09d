"""Decompositions of matrices that fit into a block's shared memory: a batch in one launch of a kernel of core."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.decompose import bidiagonal, householder, jacobi_eigh, jacobi_svd, schur, tridiagonal
from cupy._core.kernel import Kernel
from cupy._core.constructors import empty
from cupy._core.target import most_shared
from cupy._linalg.decompose import failures
from cupy._manipulation.join import concatenate

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

#: Bytes of shared memory that kernels declare themselves.
_RESERVED = 512

#: Rows up to which Hermitian matrices are decomposed here, and up to which if there are many, and how many those are.
_HERMITIAN, _MANY_HERMITIAN, _MANY = 16, 64, 400

#: Rows up to which they are rotated, rather than brought to tridiagonal form.
_ROTATED = 8

#: Milliseconds for the singular values of 64 columns, whether or not shared memory holds them (they grow with the third
#: power), and of the library for a matrix of no columns and for a column more.  Measured on an H200.
_ROTATIONS, _LIBRARY = (3.7, 1.2), (2.0, 0.011)

#: Columns up to which they are rotated for singular values alone, too; threads that share one where they are not.
_ROTATED_SVD, _LANES_SVD = 8, 4

#: Matrices that are copied at once to be rotated there, where shared memory does not hold them.
_AT_ONCE = 1024

#: Rows up to which a single matrix is reflected here.
_SINGLE_REFLECTIONS = 100

#: Rows up to which eigenvalues of general matrices are found here.
_GENERAL = 96

_UNCERTAIN, _NO_SVD = "Eigenvalues did not converge", "SVD did not converge"

#: How much longer one side is for a QR decomposition to come first.
_TALL = 2

_bidiagonal, _householder, _jacobi_eigh, _jacobi_svd, _schur, _tridiagonal = map(
    Kernel, (bidiagonal, householder, jacobi_eigh, jacobi_svd, schur, tridiagonal))

#: Threads of a block at least, and of a warp at most.
_WARP = _householder.constants["kLanes"]


def _power_of_two(n: int) -> int:
    """The least power of two that is not less."""
    return 1 << max(n - 1, 0).bit_length()


def _fits(size: int) -> bool:
    return size + _RESERVED <= most_shared()


def _real(dtype: numpy.dtype) -> numpy.dtype:
    return numpy.dtype(dtype.char.lower())


def _words_eigh(n: int, vectors: bool) -> int:
    even = n + n % 2
    return even * (even + 1) * (2 if vectors else 1) + even


def _size_tridiagonal(n: int, vectors: bool, dtype: numpy.dtype) -> int:
    """Bytes of shared memory for a matrix."""
    return (n * (n | 1) * (2 if vectors else 1) + 3 * n) * dtype.itemsize + 5 * n * _real(dtype).itemsize


def has_eigh(a: Any) -> bool:
    """Whether `eigh` is for a batch."""
    batch, n, _ = a.shape
    return n <= (_MANY_HERMITIAN if batch >= _MANY else _HERMITIAN) and _fits(_size_tridiagonal(n, True, a.dtype))


def eigh(a: ndarray, lower: bool, vectors: bool) -> Any:
    """``w, v`` of Hermitian matrices, or only ``w``."""
    batch, n, _ = a.shape
    w, v = empty((batch, n), _real(a.dtype)), empty(a.shape, a.dtype) if vectors else None
    info = failures.word(_UNCERTAIN)
    if n > _ROTATED:
        _tridiagonal(a.dtype.char, blocks=batch, threads=math.ceil(n / _WARP) * _WARP,
                     shared=_size_tridiagonal(n, vectors, a.dtype), a=a, w=w, v=v, info=info, n=n, lower=lower)
    else:
        lanes, words = _lanes_eigh(n), _words_eigh(n, vectors)
        _jacobi_eigh(a.dtype.char, blocks=-(-batch * lanes // _WARP), threads=_WARP,
                     shared=words * a.itemsize * (_WARP // lanes), a=a, w=w, v=v, info=info, batch=batch, n=n,
                     lower=lower, lanes=lanes, words=words)
    failures.launched()
    return (w, v) if vectors else w


def _lanes_eigh(n: int) -> int:
    """Threads that share a Hermitian matrix that is rotated."""
    return 4 if n <= 4 else 16


def _words_svd(rows: int, columns: int, width: int, vectors: bool) -> int:
    held = width * (rows | 1) + columns * (columns | 1) if vectors else columns * (rows | 1)
    return held + 2 * width + columns + rows + 1


def has_svd(a: Any) -> bool:
    """Whether `svd` is for a batch, or for its triangular factors where one side is long."""
    batch, m, n = a.shape
    columns = min(m, n)
    rows = columns if is_tall(m, n) else max(m, n)
    fits = _fits(_words_svd(rows, columns, columns, True) * a.itemsize)
    start, column = _LIBRARY
    return _ROTATIONS[fits] * (columns / 64) ** 3 <= batch * (start + column * columns)


def is_tall(m: int, n: int) -> bool:
    """Whether a QR decomposition comes first."""
    return max(m, n) > max(_TALL * min(m, n), 8)


def svd(a: ndarray, full_matrices: bool, vectors: bool) -> Any:
    """``u, s, vh``, or only ``s``."""
    batch, m, n = a.shape
    rows, columns = max(m, n), min(m, n)
    width = rows if vectors and full_matrices else columns
    words = _words_svd(rows, columns, width, vectors)
    shared = words * a.itemsize if _fits(words * a.itemsize) else 0
    if not shared and batch > _AT_ONCE:
        parts = [svd(a[k:k + _AT_ONCE], full_matrices, vectors) for k in range(0, batch, _AT_ONCE)]
        return tuple(map(concatenate, zip(*parts, strict=True))) if vectors else concatenate(parts)
    memory = None if shared else empty(batch * words, a.dtype)
    lanes = min(max(_power_of_two(rows) // 2, 1), 8)
    threads = min(max(_power_of_two(columns) * lanes // 2, _WARP), 512)
    s = empty((batch, columns), _real(a.dtype))
    u = empty((batch, m, width if m >= n else m), a.dtype) if vectors else None
    vh = empty((batch, n if m >= n else width, n), a.dtype) if vectors else None
    _jacobi_svd(a.dtype.char, blocks=batch, threads=threads, shared=shared, a=a, s=s, u=u, vh=vh, memory=memory,
                info=failures.word(_NO_SVD), words=words, m=m, n=n, width=width, lanes=lanes)
    failures.launched()
    return (u, s, vh) if vectors else s


def _size_bidiagonal(m: int, n: int, dtype: numpy.dtype) -> int:
    """Bytes of shared memory for a matrix."""
    k = min(m, n)
    return k * (max(m, n) | 1) * dtype.itemsize + 2 * k * _real(dtype).itemsize


def has_singular_values(a: Any) -> bool:
    """Whether `singular_values` is for a batch, or for its triangular factors where one side is long."""
    _, m, n = a.shape
    k = min(m, n)
    rows = k if is_tall(m, n) else max(m, n)
    return k > _ROTATED_SVD and _fits(_size_bidiagonal(rows, k, a.dtype))


def singular_values(a: ndarray) -> ndarray:
    """Of each matrix, in descending order."""
    batch, m, n = a.shape
    k = min(m, n)
    threads = min(max(_power_of_two(k) * _LANES_SVD, _WARP), 512)
    cuts = min(max(threads // _power_of_two(k), 1), _WARP)
    s = empty((batch, k), _real(a.dtype))
    _bidiagonal(a.dtype.char, blocks=batch, threads=threads, shared=_size_bidiagonal(m, n, a.dtype), a=a, s=s,
                info=failures.word(_NO_SVD), m=m, n=n, lanes=_LANES_SVD, cuts=cuts)
    failures.launched()
    return s


def _words_qr(m: int, n: int, width: int, teams: int) -> int:
    together = 1 if width <= teams else _householder.constants["kHouseholderTogether"]
    return n * (m | 1) + min(m, n) + (teams * together * (m | 1) if width else 0)


def _shape_qr(m: int, n: int) -> tuple[int, int]:
    """Threads that share a column, and threads of a block."""
    lanes = min(max(_power_of_two(m) // 8, 4), 16)
    return lanes, min(max(_power_of_two(n) * lanes // (1 if n <= 16 else 4), _WARP), 512)


def has_qr(a: Any) -> bool:
    """Whether `qr` is for a batch."""
    batch, m, n = a.shape
    if batch == 1 and max(m, n) > _SINGLE_REFLECTIONS:
        return False
    lanes, threads = _shape_qr(m, n)
    return _fits(_words_qr(m, n, max(m, n), threads // lanes) * a.itemsize)


def qr(a: ndarray, mode: str) -> tuple[ndarray, ...]:
    """What `numpy.linalg.qr` returns in a mode, as a tuple."""
    batch, m, n = a.shape
    k = min(m, n)
    lanes, threads = _shape_qr(m, n)
    rows = m if mode == "complete" else k
    width = 0 if mode in ("r", "raw") else rows
    q = empty((batch, m, width), a.dtype) if width else None
    r = None if mode == "raw" else empty((batch, rows, n), a.dtype)
    packed, tau = (empty((batch, n, m), a.dtype), empty((batch, k), a.dtype)) if mode == "raw" else (None, None)
    _householder(a.dtype.char, blocks=batch, threads=threads,
                 shared=_words_qr(m, n, width, threads // lanes) * a.itemsize, a=a, q=q, r=r, packed=packed,
                 tau=tau, m=m, n=n, width=width, rows=rows, lanes=lanes)
    failures.launched()
    return tuple(x for x in (q, r, packed, tau) if x is not None)


def _size_eig(n: int, vectors: bool, real: numpy.dtype) -> int:
    """Bytes of shared memory for a matrix."""
    held = (n + 1) * (n | 1) + (n * (n | 1) if vectors else 0) + 2 * n
    return 2 * (held + n) * real.itemsize + 2 * n * 4


def has_eig(a: Any) -> bool:
    """Whether `eig` is for a batch."""
    n = a.shape[-1]
    return n <= _GENERAL and _fits(_size_eig(n, True, _real(a.dtype)))


def eig(a: ndarray, vectors: bool) -> Any:
    """``w, v``, complex, or only ``w``."""
    batch, n, _ = a.shape
    real, kind = _real(a.dtype), a.dtype.char.upper()
    w, v = empty((batch, n), kind), empty(a.shape, kind) if vectors else None
    _schur(real.char, blocks=batch, threads=min(math.ceil(n / _WARP) * _WARP, 128), shared=_size_eig(n, vectors, real),
           a=a, w=w, v=v, info=failures.word(_UNCERTAIN), n=n, real=a.dtype.kind == "f")
    failures.launched()
    return (w, v) if vectors else w
