"""Memory hooks."""
from cupy._memory.hooks import MemoryHook, get_memory_hooks

__all__ = ["MemoryHook", "get_memory_hooks"]
