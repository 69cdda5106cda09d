"""Factors of tall matrices whose rows are spread over devices."""
from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import cupy

from cupyx.distributed.array._modes import REPLICA

if TYPE_CHECKING:
    from cupyx.distributed.array._array import DistributedArray
    from cupyx.distributed.array._index import Place

__all__ = ["qr", "svd"]


def _rows(a: DistributedArray) -> tuple[DistributedArray, list[tuple[int, Place, Any]]]:
    if a.ndim != 2:
        raise ValueError(f"a matrix is expected, not an array of {a.ndim} axes")
    a = a.change_mode(REPLICA)
    chunks = a._flat()
    if any(len(place[1]) != a.shape[1] for _, place, _ in chunks):
        raise RuntimeError("every chunk must hold whole rows; use reshard")
    if sorted(r for _, place, _ in chunks for r in (place[0].start, place[0].stop)) != sorted(
            [0, a.shape[0], *(place[0].start for _, place, _ in chunks if place[0].start),
             *(place[0].stop for _, place, _ in chunks if place[0].stop < a.shape[0])]) \
            or sum(len(place[0]) for _, place, _ in chunks) != a.shape[0]:
        raise RuntimeError("chunks must not overlap; use reshard")
    return a, chunks


def qr(a: DistributedArray) -> tuple[DistributedArray, Any]:
    """Reduced QR factors of a tall matrix in chunks of rows.

    Parameters
    ----------
    a : DistributedArray of shape (m, n)
        Chunks hold whole rows and do not overlap; m is at least n.

    Returns
    -------
    q : DistributedArray of shape (m, n)
        In the chunks of `a`.
    r : cupy.ndarray of shape (n, n)
        On the first device; of several processes in each.

    Raises
    ------
    RuntimeError
        Chunks overlap or hold parts of rows.

    Notes
    -----
    Chunks are factored where they lie, then their triangular factors together: "Communication-optimal parallel and
    sequential QR and LU factorizations", Demmel, Grigori, Hoemmen, Langou, SIAM J. Sci. Comput. 34 (2012).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, qr
    >>> a = cupy.random.rand(100, 3)
    >>> q, r = qr(distributed_array(a, {0: [slice(0, 50), slice(50, 100)]}))
    >>> cupy.allclose(cupy.asarray(q.get()) @ r, a)
    array(True)
    """
    a, chunks = _rows(a)
    if a.shape[0] < a.shape[1]:
        raise ValueError(f"a matrix of shape {a.shape} is not tall")
    factors = []
    for owner, _, array in chunks:
        with a._engine.on(owner):
            factors.append((None, None) if array is None else cupy.linalg.qr(array))
    dtype = next((r.dtype for _, r in factors if r is not None), None)
    if dtype is None:
        dtype = cupy.linalg.qr(cupy.ones((1, 1), a.dtype))[1].dtype
    first, n = chunks[0][0], a.shape[1]
    heights = [min(len(place[0]), n) for _, place, _ in chunks]
    tops = list(a._engine.move([(owner, first, factor[1], (height, n)) for (owner, _, _), factor, height in zip(
        chunks, factors, heights, strict=True)], dtype))
    stacked: Any = None
    r: Any = None
    if a._engine.is_mine(first):
        with a._engine.on(first):
            stacked, r = cupy.linalg.qr(cupy.concatenate(tops))
    ends = list(itertools.accumulate(heights))
    parts = a._engine.move([(first, owner, None if stacked is None else stacked[end - height:end], (height, n))
                            for (owner, _, _), end, height in zip(chunks, ends, heights, strict=True)], dtype)
    orthonormal = {}
    for (owner, place, _), (q, _), part in zip(chunks, factors, parts, strict=True):
        with a._engine.on(owner):
            orthonormal.setdefault(owner, []).append((place, None if q is None else q @ part))
    if a.comm is not None:
        r = cupy.empty((n, n), dtype) if r is None else cupy.ascontiguousarray(r)
        a.comm.broadcast(r, first)
    return a._like(orthonormal, dtype=dtype), r


def svd(a: DistributedArray) -> tuple[DistributedArray, cupy.ndarray, cupy.ndarray]:
    """Reduced singular value decomposition of a tall matrix in chunks of rows.

    Parameters
    ----------
    a : DistributedArray of shape (m, n)
        As for `qr`.

    Returns
    -------
    u : DistributedArray of shape (m, n)
        In the chunks of `a`.
    s : cupy.ndarray of shape (n,)
        Singular values, on the first device; of several processes in each.
    vh : cupy.ndarray of shape (n, n)
        Right singular vectors, as rows.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, svd
    >>> u, s, vh = svd(distributed_array(cupy.eye(4, 2) * 3, {0: slice(None)}))
    >>> s
    array([3., 3.])
    """
    q, r = qr(a)
    with r.device:
        u, s, vh = cupy.linalg.svd(r)
    owners = [owner for owner, _, _ in q._flat()]
    if q.comm is None:
        parts = q._engine.move([(r.device.id, owner, u, u.shape) for owner in owners], u.dtype)
    else:           # each process has computed them from the same triangle
        parts = [u for _ in owners]
    chunks = {}
    for (owner, place, array), part in zip(q._flat(), parts, strict=True):
        with q._engine.on(owner):
            chunks.setdefault(owner, []).append((place, None if array is None else array @ part))
    return q._like(chunks), s, vh
