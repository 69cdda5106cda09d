"""cuSOLVER behind core's protocol of decompositions."""
from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_cuda import find
from cupy_cuda.errors import SolverError as Error
from cupy_cuda.libs.cusolver import DTYPES, call, call_blas, has, sizes

if TYPE_CHECKING:
    from cupy._runtime.services.solver import Workspace

__all__ = ["Error", "geev", "geqrf", "gesvd", "gesvdp", "getrf", "getrs", "orgqr", "potrf", "syevd"]

find.load("cusolver")       # where it is missing, so is the service

_NO_VECTORS, _VECTORS = 0, 1
_LOWER, _UPPER = 0, 1
_SIZES = {"f": 4, "d": 8, "F": 8, "D": 16}
_INT = 4

#: Matrices of at most so many rows are decomposed by QR through the batched routine, which is made for small ones.
_SMALL = 256

#: Rows up to which the other batched routines were timed (H200, CUDA 13.0).  They take as long for one matrix as for
#: many; from how many on that is less than one after another differs: of Cholesky factors from three, of LU factors
#: from one for each `_LU_ROWS` rows, of solutions from four, or from two with as many right-hand sides as are told.
_TIMED, _LU_ROWS, _MANY_SIDES = 800, 85, 16


def _generic(routine: str, char: str, batch: int, info: int, stream: int, work: Workspace,
             arguments: Callable[[int], tuple[Any, ...]], last: tuple[int, ...] = ()) -> None:
    """A generic routine for each matrix; `arguments` makes those of matrix k."""
    on_device, on_host = sizes(work, stream, routine, char, *arguments(0))
    memory, host = work.allocate(on_device), ctypes.create_string_buffer(max(on_host, 1))
    for k in range(batch):
        call(work, stream, routine, char, *arguments(k), memory, on_device, ctypes.addressof(host), on_host,
             info + _INT * k, *last)


def _sized(routine: str, char: str, stream: int, work: Workspace, *arguments: Any) -> tuple[int, int]:
    """Workspace of a routine that counts in items: its address and its size in items."""
    count = ctypes.c_int()
    call(work, stream, routine + "_bufferSize", char, *arguments, ctypes.addressof(count))
    return work.allocate(count.value * _SIZES[char]), count.value


def potrf(char: str, lower: bool, n: int, a: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Cholesky factor in place of one triangle."""
    size, kind, triangle = n * n * _SIZES[char], DTYPES[char], _LOWER if lower else _UPPER
    if batch > 2 and n <= _TIMED:
        call(work, stream, "potrfBatched", char, triangle, n, work.addresses(a, size, batch), n, info, batch)
        return
    _generic("Xpotrf", char, batch, info, stream, work, lambda k: (triangle, n, kind, a + size * k, n, kind))


def getrf(char: str, n: int, a: int, batch: int, pivots: int, info: int, stream: int, work: Workspace) -> None:
    """LU factors in place."""
    size = n * n * _SIZES[char]
    if batch > 1 and n <= min(_LU_ROWS * batch, _TIMED):
        call_blas(work, stream, "getrfBatched", char, n, work.addresses(a, size, batch), n, pivots, info, batch)
        return
    memory, _ = _sized("getrf", char, stream, work, n, n, a, n)
    for k in range(batch):
        call(work, stream, "getrf", char, n, n, a + size * k, n, memory, pivots + _INT * n * k, info + _INT * k)


def getrs(char: str, transposed: bool, n: int, count: int, a: int, pivots: int, b: int, batch: int, info: int,
          stream: int, work: Workspace) -> None:
    """Solve with the factors of `getrf`, right-hand sides in place."""
    size, width = n * n * _SIZES[char], n * count * _SIZES[char]
    if n <= _TIMED and (batch > 3 or (batch > 1 and count >= _MANY_SIDES)):
        status = ctypes.c_int()
        call_blas(work, stream, "getrsBatched", char, int(transposed), n, count, work.addresses(a, size, batch),
                  n, pivots, work.addresses(b, width, batch), n, ctypes.addressof(status), batch)
        return
    for k in range(batch):
        call(work, stream, "getrs", char, int(transposed), n, count, a + size * k, n, pivots + _INT * n * k,
             b + width * k, n, info + _INT * k)


def geqrf(char: str, m: int, n: int, a: int, tau: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Householder vectors and R in place."""
    size, kind, step = m * n * _SIZES[char], DTYPES[char], min(m, n) * _SIZES[char]
    if batch > 1 and max(m, n) <= _SMALL:
        status = ctypes.c_int()
        call_blas(work, stream, "geqrfBatched", char, m, n, work.addresses(a, size, batch), m,
                  work.addresses(tau, step, batch), ctypes.addressof(status), batch)
        return
    _generic("Xgeqrf", char, batch, info, stream, work,
             lambda k: (m, n, kind, a + size * k, m, kind, tau + step * k, kind))


def orgqr(char: str, m: int, n: int, k: int, a: int, tau: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Q in place of the vectors of `geqrf`; a matrix is m by n, or wider where n is less than its columns."""
    item = _SIZES[char]
    memory, count = _sized("orgqr", char, stream, work, m, n, k, a, m, tau)
    for number in range(batch):
        call(work, stream, "orgqr", char, m, n, k, a + m * n * item * number, m, tau + k * item * number, memory,
             count, info + _INT * number)


def gesvd(char: str, job: str, m: int, n: int, a: int, s: int, u: int, vt: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Singular values, and vectors if `job` is 'A' or 'S' rather than 'N'; m >= n."""
    item, kind, real = _SIZES[char], DTYPES[char], DTYPES[char.lower()]
    step_a, step_s = m * n * item, n * _SIZES[char.lower()]
    step_u, step_v = m * (m if job == "A" else n) * item, n * n * item
    chars = ord(job), ord(job)
    _generic("Xgesvd", char, batch, info, stream, work, lambda k: (
        *chars, m, n, kind, a + step_a * k, m, real, s + step_s * k, kind, u + step_u * k if u else None, m,
        kind, vt + step_v * k if vt else None, n, kind))


def gesvdp(char: str, m: int, n: int, a: int, s: int, u: int, v: int, batch: int, info: int, stream: int,
           work: Workspace) -> None:
    """The same by a polar decomposition, faster on large matrices: `u` m by n, and V itself."""
    item, kind, real = _SIZES[char], DTYPES[char], DTYPES[char.lower()]
    step_a, step_s, step_v = m * n * item, n * _SIZES[char.lower()], n * n * item
    change = ctypes.c_double()      # how much it had to change a singular matrix, of the order of rounding
    _generic("Xgesvdp", char, batch, info, stream, work, lambda k: (
        _VECTORS, 1, m, n, kind, a + step_a * k, m, real, s + step_s * k,
        kind, u + step_a * k, m, kind, v + step_v * k, n, kind),
        last=(ctypes.addressof(change),))


def syevd(char: str, vectors: bool, lower: bool, n: int, a: int, w: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Eigenvalues of Hermitian matrices, eigenvectors in place."""
    kind, real = DTYPES[char], DTYPES[char.lower()]
    job, triangle = _VECTORS if vectors else _NO_VECTORS, _LOWER if lower else _UPPER
    step_a, step_w = n * n * _SIZES[char], n * _SIZES[char.lower()]
    if batch > 1 and has("XsyevBatched"):
        arguments = job, triangle, n, kind, a, n, real, w, kind
        on_device, on_host = sizes(work, stream, "XsyevBatched", char, *arguments, more=(batch,))
        host = ctypes.create_string_buffer(max(on_host, 1))
        call(work, stream, "XsyevBatched", char, *arguments, work.allocate(on_device), on_device,
             ctypes.addressof(host), on_host, info, batch)
        return
    _generic("Xsyevd", char, batch, info, stream, work,
             lambda k: (job, triangle, n, kind, a + step_a * k, n, real, w + step_w * k, kind))


def geev(char: str, n: int, a: int, w: int, v: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Eigenvalues, complex, and right eigenvectors unless `v` is 0."""
    kind, complex_kind = DTYPES[char], DTYPES[char.upper()]
    step, step_w = n * n * _SIZES[char], n * _SIZES[char.upper()]
    job = _VECTORS if v else _NO_VECTORS
    _generic("Xgeev", char, batch, info, stream, work, lambda k: (
        _NO_VECTORS, job, n, kind, a + step * k, n, complex_kind, w + step_w * k, kind, None, n, kind,
        v + step * k if v else None, n, kind))
