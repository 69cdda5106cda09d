"""Collectives of sparse matrices: a few numbers about each, then its arrays."""
from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy

if TYPE_CHECKING:
    from cupyx.distributed._communicator import Communicator
    from cupyx.scipy.sparse._base import Sparse

__all__ = []


def is_sparse(thing: Any) -> Any | bool:
    """Whether something is a sparse matrix of ours."""
    if type(thing) is cupy.ndarray:
        return False
    module = sys.modules.get("cupyx.scipy.sparse")
    return module is not None and module.issparse(thing)


_PARTS = {"csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"), "coo": ("data", "row", "col")}


def _arrays(matrix: Any) -> list[Any]:
    if matrix.format not in _PARTS:
        raise TypeError(f"matrices of the format {matrix.format!r} cannot be sent; use csr, csc or coo")
    return [getattr(matrix, name) for name in _PARTS[matrix.format]]


def _header(matrix: Sparse) -> cupy.ndarray:
    return cupy.asarray([*matrix.shape, *(a.size for a in _arrays(matrix))], "q")


def _replace(matrix: Any, header: Any, arrays: Any) -> None:
    """Give a matrix other contents, in place."""
    made = type(matrix)(_constructor(matrix.format, arrays), shape=tuple(header[:2]), copy=False)
    matrix.__dict__.update(made.__dict__)


def _constructor(kind: str, arrays: list[Any]) -> tuple[Any, tuple[Any, ...]] | tuple[Any, ...]:
    return (arrays[0], tuple(arrays[1:])) if kind == "coo" else tuple(arrays)


def _empty(matrix: Sparse, header: tuple[Any, ...]) -> list[cupy.ndarray]:
    return [cupy.empty(int(size), a.dtype) for size, a in zip(header[2:], _arrays(matrix), strict=True)]


def broadcast(group: Communicator, matrix: Any, root: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """Everybody gets the matrix of `root`."""
    header = _header(matrix)
    group.broadcast(header, root, stream)
    sizes = header.tolist()
    arrays = _arrays(matrix) if group.rank == root else _empty(matrix, sizes)
    for array in arrays:
        group.broadcast(array, root, stream)
    if group.rank != root:
        _replace(matrix, sizes, arrays)


def send(group: Communicator, matrix: Any, peer: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """To one process."""
    for array in (_header(matrix), *_arrays(matrix)):
        group.send(array, peer, stream)


def recv(group: Communicator, matrix: Any, peer: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """From one process."""
    header = cupy.empty(5, "q")
    group.recv(header, peer, stream)
    sizes = header.tolist()
    arrays = _empty(matrix, sizes)
    for array in arrays:
        group.recv(array, peer, stream)
    _replace(matrix, sizes, arrays)


def send_recv(group: Communicator, matrix: Any, out: Any, peer: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """To and from one process."""
    header = cupy.empty(5, "q")
    group.send_recv(_header(matrix), header, peer, stream)
    sizes = header.tolist()
    arrays = _empty(out, sizes)
    for given, result in zip(_arrays(matrix), arrays, strict=True):
        group.send_recv(given, result, peer, stream)
    _replace(out, sizes, arrays)


def gather(group: Communicator, matrix: Any, out: Any, root: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """Matrices of all into a list of `root`."""
    if group.rank != root:
        send(group, matrix, root, stream)
        return
    for rank in range(group.size):
        if rank == root:
            _replace(out[rank], matrix.shape, [a.copy() for a in _arrays(matrix)])
        else:
            recv(group, out[rank], rank, stream)


def scatter(group: Communicator, matrices: Any, out: Any, root: SupportsIndex, stream: cupy.cuda.Stream | None) -> None:
    """Each process gets its matrix of a list of `root`."""
    if group.rank != root:
        recv(group, out, root, stream)
        return
    for rank, matrix in enumerate(matrices):
        if rank == root:
            _replace(out, matrix.shape, [a.copy() for a in _arrays(matrix)])
        else:
            send(group, matrix, rank, stream)


def all_gather(group: Communicator, matrix: Sparse | cupy.ndarray, out: Any, stream: cupy.cuda.Stream | None) -> None:
    """Matrices of all into a list of everybody."""
    for rank in range(group.size):
        if rank == group.rank:
            _replace(out[rank], matrix.shape, [a.copy() for a in _arrays(matrix)])
        broadcast(group, out[rank], rank, stream)


def all_to_all(group: Communicator, matrices: Sequence[Sparse], out: Any, stream: cupy.cuda.Stream | None) -> None:
    """Matrix k of each process becomes a matrix of process k."""
    for step in range(group.size):
        # Pairs that meet in this round: their ranks add up to the round, modulo the number of processes.
        peer = (step - group.rank) % group.size
        if peer == group.rank:
            _replace(out[peer], matrices[peer].shape, [a.copy() for a in _arrays(matrices[peer])])
        else:
            send_recv(group, matrices[peer], out[peer], peer, stream)


def _combined(matrices: Any, op: str) -> Any:
    if op == "sum":
        return functools.reduce(operator.add, matrices)
    if op == "prod":
        return functools.reduce(lambda a, b: a.multiply(b), matrices)
    return functools.reduce(lambda a, b: getattr(a, "maximum" if op == "max" else "minimum")(b), matrices)


def reduce(group: Communicator, matrix: Any, out: Any, root: SupportsIndex, op: Any,
           stream: cupy.cuda.Stream | None) -> None:
    """The combination of all on `root`."""
    every = [type(matrix)(matrix.shape, dtype=matrix.dtype) for _ in range(group.size)] if group.rank == root else None
    gather(group, matrix, every, root, stream)
    if group.rank == root:
        total = _combined(every, op).asformat(out.format)
        _replace(out, total.shape, _arrays(total))


def all_reduce(group: Communicator, matrix: Any, out: Any, op: str, stream: cupy.cuda.Stream | None) -> None:
    """The combination of all on everybody."""
    total = type(matrix)(matrix.shape, dtype=matrix.dtype)
    reduce(group, matrix, total, 0, op, stream)
    broadcast(group, total, 0, stream)
    total = total.asformat(out.format)
    _replace(out, total.shape, _arrays(total))


def reduce_scatter(group: Communicator, matrices: Any, out: Any, op: str, stream: cupy.cuda.Stream | None) -> None:
    """Each process gets the combination of the matrices that all have for it."""
    for rank, matrix in enumerate(matrices):
        reduce(group, matrix, out if rank == group.rank else matrix.copy(), rank, op, stream)
