"""Pinned host memory."""
from cupy._memory.pinned import (
    PinnedMemory, PinnedMemoryPointer, PinnedMemoryPool, PooledPinnedMemory, alloc_pinned_memory, is_memory_pinned,
    set_pinned_memory_allocator)

__all__ = ["PinnedMemory", "PinnedMemoryPointer", "PinnedMemoryPool", "PooledPinnedMemory", "alloc_pinned_memory",
           "is_memory_pinned", "set_pinned_memory_allocator"]
