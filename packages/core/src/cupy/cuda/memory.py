"""Device memory: allocation, pools, pointers; pinned host memory."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from cupy._memory.allocators import CFunctionAllocator, PythonFunctionAllocator, malloc_managed, malloc_system
from cupy._memory.async_pool import MemoryAsyncPool, malloc_async
from cupy._memory.direct import (
    CFunctionAllocatorMemory, ManagedMemory, MemoryAsync, PythonFunctionAllocatorMemory, SystemMemory, UnownedMemory,
    malloc_direct)
from cupy._memory.direct import DeviceMemory as Memory
from cupy._memory.memory import Memory as BaseMemory
from cupy._memory.memory import PooledMemory, get_allocator, set_allocator, using_allocator
from cupy._memory.pinned import (
    PinnedMemory, PinnedMemoryPointer, PinnedMemoryPool, alloc_pinned_memory, set_pinned_memory_allocator)
from cupy._memory.pointer import MemoryPointer
from cupy._memory.pool import MemoryPool
from cupy._memory.single_device import SingleDeviceMemoryPool
from cupy._runtime.errors import OutOfMemoryError

if TYPE_CHECKING:
    from cupy import cuda

__all__ = [
    "BaseMemory", "CFunctionAllocator", "CFunctionAllocatorMemory", "ManagedMemory", "Memory", "MemoryAsync",
    "MemoryAsyncPool", "MemoryPointer", "MemoryPool", "OutOfMemoryError", "PinnedMemory", "PinnedMemoryPointer",
    "PinnedMemoryPool", "PooledMemory", "PythonFunctionAllocator", "PythonFunctionAllocatorMemory",
    "SingleDeviceMemoryPool", "SystemMemory", "UnownedMemory", "alloc", "alloc_pinned_memory", "get_allocator",
    "malloc_async", "malloc_managed", "malloc_system", "set_allocator", "set_pinned_memory_allocator",
    "using_allocator",
]

#: Sizes of the pool's blocks are multiples of it; programs for CuPy know it by this name.
_allocation_unit_size = 512

#: Memory without a pool; programs for CuPy know it by this name.
_malloc = malloc_direct


def alloc(size: SupportsIndex) -> cuda.MemoryPointer:
    """Memory from the current allocator.

    Parameters
    ----------
    size : int
        Number of bytes.

    Returns
    -------
    cupy.cuda.MemoryPointer
        To the first of `size` bytes, whose values are not set.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.alloc(100).mem.size >= 100
    True
    """
    return get_allocator()(size)
