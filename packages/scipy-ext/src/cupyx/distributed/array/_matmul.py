"""Products of distributed matrices: blocks are multiplied where both lie, products are added up where needed."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy

from cupyx.distributed.array import _index
from cupyx.distributed.array._array import DistributedArray
from cupyx.distributed.array._modes import REPLICA, SUM

if TYPE_CHECKING:
    from cupyx.distributed.array._index import Place

__all__ = ["matmul"]


def matmul(a: DistributedArray, b: DistributedArray, out: None = None, **kwargs: Any) -> DistributedArray:
    """Matrix product of two distributed arrays.

    Parameters
    ----------
    a, b : DistributedArray
        Matrices, or stacks of matrices of equal leading axes that are in one chunk.  Blocks of `a` and `b` that meet
        along the inner axis lie on a common device.
    out : None
        Not taken: the result is in chunks of its own.
    **kwargs
        For `cupy.matmul`.

    Returns
    -------
    DistributedArray
        In mode ``SUM`` where the inner axis is cut, else in mode ``REPLICA``.

    Raises
    ------
    ValueError
        Shapes do not fit.
    RuntimeError
        Blocks that meet have no device in common, or their inner edges differ.

    Notes
    -----
    Each product of two blocks is computed once, on one of the devices that hold both.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, matmul
    >>> a = distributed_array(cupy.ones((4, 3)), {0: [slice(0, 2), slice(2, 4)]})
    >>> b = distributed_array(cupy.ones((3, 2)), {0: slice(None)})
    >>> matmul(a, b).get()[0]
    array([3., 3.])
    """
    if out is not None:
        raise RuntimeError("out is not supported: the result is in chunks of its own")
    if not (isinstance(a, DistributedArray) and isinstance(b, DistributedArray)):
        raise TypeError("both operands must be distributed arrays")
    if a.ndim < 2 or b.ndim < 2 or a.shape[-1] != b.shape[-2] or a.shape[:-2] != b.shape[:-2]:
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit each other")
    if a.comm is not b.comm:
        raise RuntimeError("the operands are of different processes")
    a, b = a.change_mode(REPLICA), b.change_mode(REPLICA)
    inner = a.shape[-1]
    done, chunks = set(), {}
    for device, first, x in a._flat():
        for place, y in b._chunks.get(device, ()):
            if _index.meet(first[-1], place[-2]) is None:
                continue
            if first[-1] != place[-2] or first[:-2] != place[:-2]:
                raise RuntimeError("blocks that meet along the inner axis have different edges; use reshard")
            key = (first, place[-1])
            if key in done:
                continue
            done.add(key)
            with a._engine.on(device):
                product = None if x is None else cupy.matmul(x, y, **kwargs)
                _add(chunks.setdefault(device, {}), (*first[:-1], place[-1]), product)
    wanted = {(first, place[-1]) for _, first, _ in a._flat() for _, place, _ in b._flat()
              if _index.meet(first[-1], place[-2]) is not None and first[:-2] == place[:-2]}
    if wanted - done:
        raise RuntimeError("blocks that meet along the inner axis have no device in common; use reshard")
    made = {device: list(blocks.items()) for device, blocks in chunks.items()}
    dtype = next((x.dtype for blocks in made.values() for _, x in blocks if x is not None), None)
    if dtype is None:
        dtype = cupy.matmul(cupy.ones((1, 1), a.dtype), cupy.ones((1, 1), b.dtype), **kwargs).dtype
    cut = any(len(first[-1]) < inner for _, first, _ in a._flat())
    return DistributedArray((*a.shape[:-1], b.shape[-1]), dtype, made, SUM if cut else REPLICA, a.comm)


def _add(blocks: dict[Place, Any], place: Place, product: Any) -> None:
    if blocks.get(place) is not None:
        blocks[place] += product
    else:
        blocks[place] = product
