"""The pools that memory comes from by default."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cupy import cuda
__all__ = ["get_default_memory_pool", "get_default_pinned_memory_pool"]


def get_default_memory_pool() -> cuda.MemoryPool:
    """The pool that the memory of arrays comes from.

    Returns
    -------
    cupy.cuda.MemoryPool
        The pool of all devices.

    Examples
    --------
    >>> import cupy
    >>> x = cupy.zeros(1000)
    >>> cupy.get_default_memory_pool().used_bytes() >= 8000
    True
    """
    from cupy._memory.pool import default_memory_pool
    return default_memory_pool()


def get_default_pinned_memory_pool() -> cuda.PinnedMemoryPool:
    """The pool that pinned host memory comes from.

    Returns
    -------
    cupy.cuda.PinnedMemoryPool
        The pool of all threads.

    Examples
    --------
    >>> import cupy
    >>> cupy.get_default_pinned_memory_pool().n_free_blocks() >= 0
    True
    """
    from cupy._memory.pinned import default_pinned_memory_pool
    return default_pinned_memory_pool()
