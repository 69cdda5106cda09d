"""Factors of tall matrices whose rows are spread over devices."""
import cupy

from cupyx.distributed.array._array import DistributedArray, _here
from cupyx.distributed.array._modes import REPLICA

__all__ = ["qr", "svd"]


def _rows(a):
    if a.ndim != 2:
        raise ValueError(f"a matrix is expected, not an array of {a.ndim} axes")
    a = a.change_mode(REPLICA)
    pieces = a._flat()
    if any(len(place[1]) != a.shape[1] for _, place, _ in pieces):
        raise RuntimeError("every chunk must hold whole rows; use reshard")
    if sorted(r for _, place, _ in pieces for r in (place[0].start, place[0].stop)) != sorted(
            [0, a.shape[0], *(place[0].start for _, place, _ in pieces if place[0].start),
             *(place[0].stop for _, place, _ in pieces if place[0].stop < a.shape[0])]) \
            or sum(len(place[0]) for _, place, _ in pieces) != a.shape[0]:
        raise RuntimeError("chunks must not overlap; use reshard")
    return a, pieces


def qr(a):
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
        On the first device.

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
    a, pieces = _rows(a)
    if a.shape[0] < a.shape[1]:
        raise ValueError(f"a matrix of shape {a.shape} is not tall")
    factors = []
    for device, _, array in pieces:
        with cupy.cuda.Device(device):
            factors.append(cupy.linalg.qr(array))
    first = pieces[0][0]
    with cupy.cuda.Device(first):
        stacked, r = cupy.linalg.qr(cupy.concatenate([_here(f[1], first) for f in factors]))
    chunks, at = {}, 0
    for (device, place, _), (q, top) in zip(pieces, factors, strict=True):
        part = stacked[at:at + top.shape[0]]
        at += top.shape[0]
        with cupy.cuda.Device(device):
            chunks.setdefault(device, []).append((place, q @ _here(part, device)))
    return DistributedArray(a.shape, r.dtype, chunks), r


def svd(a):
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
        Singular values, on the first device.
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
    chunks = {}
    for device, place, array in q._flat():
        with cupy.cuda.Device(device):
            chunks.setdefault(device, []).append((place, array @ _here(u, device)))
    return DistributedArray(q.shape, q.dtype, chunks), s, vh
