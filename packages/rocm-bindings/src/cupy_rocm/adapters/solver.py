"""hipSOLVER behind core's protocol of decompositions."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from cupy_rocm.adapters import blas
from cupy_rocm.errors import SolverError as Error
from cupy_rocm.libs.hipsolver import call, workspace

if TYPE_CHECKING:
    from cupy._runtime.services.solver import Workspace

__all__ = ["Error", "geev", "geqrf", "gesvd", "getrf", "getrs", "orgqr", "potrf", "syevd"]

_NO_VECTORS, _VECTORS = 201, 202    # hipsolverEigMode_t
_UPPER, _LOWER = 121, 122           # hipblasFillMode_t
_OPERATIONS = 111, 112
_SIZES = {"f": 4, "d": 8, "F": 8, "D": 16}
_DTYPES = {"f": 0, "d": 1, "F": 4, "D": 5}      # hipDataType
_INT = 4

#: Matrices of at most so many rows go through the batched routines, which are made for small ones.
_SMALL = 256


def potrf(char: str, lower: bool, n: int, a: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Cholesky factor in place of one triangle."""
    item, triangle = _SIZES[char], _LOWER if lower else _UPPER
    size = n * n * item
    if batch > 1 and n <= _SMALL:
        addresses = work.addresses(a, size, batch)
        memory, count = workspace(work, stream, "potrfBatched", char, item, triangle, n, addresses, n, more=(batch,))
        call(work, stream, "potrfBatched", char, triangle, n, addresses, n, memory, count, info, batch)
        return
    memory, count = workspace(work, stream, "potrf", char, item, triangle, n, a, n)
    for k in range(batch):
        call(work, stream, "potrf", char, triangle, n, a + size * k, n, memory, count, info + _INT * k)


def getrf(char: str, n: int, a: int, batch: int, pivots: int, info: int, stream: int, work: Workspace) -> None:
    """LU factors in place."""
    item = _SIZES[char]
    if batch > 1 and n <= _SMALL:
        blas.call(work.device, stream, "getrfBatched", char, n, work.addresses(a, n * n * item, batch), n, pivots,
                  info, batch)
        return
    memory, count = workspace(work, stream, "getrf", char, item, n, n, a, n)
    for k in range(batch):
        call(work, stream, "getrf", char, n, n, a + n * n * item * k, n, memory, count, pivots + _INT * n * k,
             info + _INT * k)


def getrs(char: str, transposed: bool, n: int, count: int, a: int, pivots: int, b: int, batch: int, info: int,
          stream: int, work: Workspace) -> None:
    """Solve with the factors of `getrf`, right-hand sides in place."""
    item, operation = _SIZES[char], _OPERATIONS[bool(transposed)]
    if batch > 1 and n <= _SMALL:
        status = ctypes.c_int()
        blas.call(work.device, stream, "getrsBatched", char, operation, n, count,
                  work.addresses(a, n * n * item, batch), n, pivots, work.addresses(b, n * count * item, batch), n,
                  ctypes.addressof(status), batch)
        return
    memory, size = workspace(work, stream, "getrs", char, item, operation, n, count, a, n, pivots, b, n)
    for k in range(batch):
        call(work, stream, "getrs", char, operation, n, count, a + n * n * item * k, n, pivots + _INT * n * k,
             b + n * count * item * k, n, memory, size, info + _INT * k)


def geqrf(char: str, m: int, n: int, a: int, tau: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Householder vectors and R in place."""
    item = _SIZES[char]
    if batch > 1 and max(m, n) <= _SMALL:
        status = ctypes.c_int()
        blas.call(work.device, stream, "geqrfBatched", char, m, n, work.addresses(a, m * n * item, batch), m,
                  work.addresses(tau, min(m, n) * item, batch), ctypes.addressof(status), batch)
        return
    memory, count = workspace(work, stream, "geqrf", char, item, m, n, a, m)
    for k in range(batch):
        call(work, stream, "geqrf", char, m, n, a + m * n * item * k, m, tau + min(m, n) * item * k, memory, count,
             info + _INT * k)


def orgqr(char: str, m: int, n: int, k: int, a: int, tau: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Q in place of the vectors of `geqrf`."""
    item = _SIZES[char]
    memory, count = workspace(work, stream, "orgqr", char, item, m, n, k, a, m, tau)
    for number in range(batch):
        call(work, stream, "orgqr", char, m, n, k, a + m * n * item * number, m, tau + k * item * number, memory,
             count, info + _INT * number)


def gesvd(char: str, job: str, m: int, n: int, a: int, s: int, u: int, vt: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Singular values, and vectors if `job` is 'A' or 'S' rather than 'N'; m >= n."""
    item, real, word = _SIZES[char], _SIZES[char.lower()], ord(job)
    step_u = m * (m if job == "A" else n) * item
    memory, count = workspace(work, stream, "gesvd", char, item, word, word, m, n)
    rest = work.allocate(n * real)      # superdiagonal of what did not converge
    for k in range(batch):
        call(work, stream, "gesvd", char, word, word, m, n, a + m * n * item * k, m, s + n * real * k,
             u + step_u * k if u else None, m, vt + n * n * item * k if vt else None, n, memory, count, rest,
             info + _INT * k)


def syevd(char: str, vectors: bool, lower: bool, n: int, a: int, w: int, batch: int, info: int, stream: int,
          work: Workspace) -> None:
    """Eigenvalues of Hermitian matrices, eigenvectors in place."""
    item, real = _SIZES[char], _SIZES[char.lower()]
    job, triangle = _VECTORS if vectors else _NO_VECTORS, _LOWER if lower else _UPPER
    memory, count = workspace(work, stream, "syevd", char, item, job, triangle, n, a, n, w)
    for k in range(batch):
        call(work, stream, "syevd", char, job, triangle, n, a + n * n * item * k, n, w + n * real * k, memory, count,
             info + _INT * k)


def geev(char: str, n: int, a: int, w: int, v: int, batch: int, info: int, stream: int, work: Workspace) -> None:
    """Eigenvalues, complex, and right eigenvectors unless `v` is 0; new versions of the library have it."""
    kind, complex_kind = _DTYPES[char], _DTYPES[char.upper()]
    step, step_w = n * n * _SIZES[char], n * _SIZES[char.upper()]
    job = _VECTORS if v else _NO_VECTORS

    def arguments(k: int) -> tuple[Any, ...]:
        return (None, _NO_VECTORS, job, n, kind, a + step * k, n, complex_kind, w + step_w * k, kind, None, n, kind,
                v + step * k if v else None, n, kind)

    on_device, on_host = ctypes.c_size_t(), ctypes.c_size_t()
    call(work, stream, "hipsolverDnXgeev_bufferSize", char, *arguments(0), ctypes.addressof(on_device),
         ctypes.addressof(on_host))
    memory, host = work.allocate(on_device.value), ctypes.create_string_buffer(max(on_host.value, 1))
    for k in range(batch):
        call(work, stream, "hipsolverDnXgeev", char, *arguments(k), memory, on_device.value, ctypes.addressof(host),
             on_host.value, info + _INT * k)
