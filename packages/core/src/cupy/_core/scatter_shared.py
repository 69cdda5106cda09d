"""Many values added to few items: sums in shared memory, where devices have it."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._codegen.gather import shared_sums
from cupy._core.kernel import Kernel
from cupy._core.target import most_shared, multiprocessors, serial_blocks
from cupy._runtime.index_report import address_of

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_MOST_PARTS = 4         # beyond, reading all indices so often costs more than it saves
_CHARS = {"i4": "i", "u4": "i", "i8": "l", "u8": "l", "f4": "f", "f8": "d"}


_kernel = Kernel(shared_sums)


def add(view: ndarray, index: ndarray, values: ndarray) -> bool:
    """Add values to the items of a view of one axis that `index` numbers, if this is the faster way.

    Returns whether it is done.
    """
    size = values.size
    if size < 1 << 18 or view.ndim != 1 or not 0 < view.size <= size // 4 or serial_blocks():
        return False
    char, number = _CHARS.get(view.dtype.str[1:]), {"i4": "i", "i8": "l"}.get(index.dtype.str[1:])
    if char is None or number is None or values.dtype != view.dtype or index.shape != values.shape \
            or not view.flags.c_contiguous or not index.flags.c_contiguous or not values.flags.c_contiguous:
        return False
    room = most_shared() & ~1023
    parts = -(-view.nbytes // room)
    width = -(-view.size // parts)
    shared = width * view.itemsize
    blocks = multiprocessors() * (2 if 2 * shared <= room else 1) // parts * parts
    # Each block adds its part to the result, one item after the other.
    if parts > _MOST_PARTS or blocks == 0 or size < 3 * (blocks // parts) * view.size:
        return False
    _kernel((number, char), blocks=blocks, threads=_kernel.constants["kScatterThreads"], shared=shared,
            out=view, index=index, values=values, size=size, length=view.size, parts=parts, width=width,
            report=address_of("add", 0))
    return True
