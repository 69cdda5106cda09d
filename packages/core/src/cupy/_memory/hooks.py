"""Memory hooks: callbacks around allocations of this thread."""
from __future__ import annotations

import threading
from typing import Any, Self

__all__ = ["MemoryHook", "active", "get_memory_hooks"]


class _Local(threading.local):
    def __init__(self) -> None:
        self.hooks = {}


_local = _Local()


def get_memory_hooks() -> dict[Any, Any]:
    """The active hooks of this thread, by name.

    Returns
    -------
    dict
        Hooks by their names, in the order in which they were entered.

    Examples
    --------
    >>> from cupy.cuda import memory_hook
    >>> memory_hook.get_memory_hooks()
    {}
    """
    return _local.hooks


def active() -> list[MemoryHook]:
    """The active hooks of this thread, as a list."""
    return list(_local.hooks.values())


class MemoryHook:
    """Base class of memory hooks: override what you want to hear about.

    A hook is a context manager; it hears about the allocations of its thread.
    ``alloc_*`` is called when the pool takes memory from the device, ``malloc_*``
    when memory is taken from the pool, ``free_*`` when it is returned to it.  All
    arguments are passed by name.

    Attributes
    ----------
    name : str
        Two hooks with the same name cannot be active at once.

    Raises
    ------
    KeyError
        When a hook of the same name is active already.

    Examples
    --------
    >>> import cupy
    >>> class Count(cupy.cuda.MemoryHook):
    ...     name = "Count"
    ...     bytes = 0
    ...     def malloc_preprocess(self, *, device_id, size, mem_size):
    ...         self.bytes += size
    >>> with Count() as hook:
    ...     memory = cupy.cuda.alloc(100)
    >>> hook.bytes
    100
    """

    name = "MemoryHook"

    def __enter__(self) -> Self:
        from cupy._memory.memory import refresh_thread

        if self.name in _local.hooks:
            raise KeyError(f"memory hook {self.name} is active already")
        _local.hooks[self.name] = self
        refresh_thread(bool(_local.hooks))
        self.added()
        return self

    def __exit__(self, *_: object) -> None:
        from cupy._memory.memory import refresh_thread

        del _local.hooks[self.name]
        refresh_thread(bool(_local.hooks))
        self.deleted()

    def added(self) -> None:
        """Called when the hook becomes active."""

    def deleted(self) -> None:
        """Called when the hook ends."""

    def alloc_preprocess(self, *, device_id: int, mem_size: int) -> None:
        """Called before the pool takes `mem_size` bytes from the device."""

    def alloc_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int) -> None:
        """Called after the pool took memory from the device; `mem_ptr` is 0 if it got none."""

    def malloc_preprocess(self, *, device_id: int, size: int, mem_size: int) -> None:
        """Called before `size` bytes, rounded to `mem_size`, are taken from the pool."""

    def malloc_postprocess(self, *, device_id: int, size: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after memory was taken from the pool; `pmem_id` is its number until it is freed."""

    def free_preprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called before memory is returned to the pool."""

    def free_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after memory was returned to the pool."""
