"""A pool that serves the one device on which it was made."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy._memory.pool import MemoryPool
from cupy._runtime.device import Device

if TYPE_CHECKING:
    from cupy._memory.pointer import MemoryPointer

__all__ = ["SingleDeviceMemoryPool"]


class SingleDeviceMemoryPool:
    """Caching allocator of the device that is current when it is made.

    Parameters
    ----------
    allocator : callable, optional
        As for `MemoryPool`.

    Raises
    ------
    ValueError
        By `malloc`, when another device is current.

    Examples
    --------
    >>> from cupy.cuda.memory import SingleDeviceMemoryPool
    >>> pool = SingleDeviceMemoryPool()
    >>> memory = pool.malloc(1000)
    >>> pool.used_bytes()
    1024
    """

    def __init__(self, allocator: Callable[..., Any] | None = None) -> None:
        self._device = Device()
        self._pool = MemoryPool(allocator)

    def malloc(self, size: int) -> MemoryPointer:
        """Memory for the current stream; see `MemoryPool.malloc`."""
        if Device() != self._device:
            raise ValueError(f"the pool is that of device {self._device.id}, and device {Device().id} is current")
        return self._pool.malloc(size)

    def _ask(self, name: str, *arguments: Any, **named: Any) -> Any:
        with self._device:
            return getattr(self._pool, name)(*arguments, **named)

    def used_bytes(self) -> int:
        """Bytes in use."""
        return self._ask("used_bytes")

    def free_bytes(self) -> int:
        """Bytes in the cache."""
        return self._ask("free_bytes")

    def total_bytes(self) -> int:
        """Bytes that the pool has taken from the device."""
        return self._ask("total_bytes")

    def n_free_blocks(self) -> int:
        """Number of blocks in the cache."""
        return self._ask("n_free_blocks")

    def free_all_blocks(self, stream: int | None = None) -> None:
        """Give cached memory back to the device; see `MemoryPool.free_all_blocks`."""
        self._ask("free_all_blocks", stream)

    def free_all_free(self) -> None:
        """Older name of ``free_all_blocks()``."""
        self.free_all_blocks()

    def get_limit(self) -> int:
        """Most bytes the pool may take; 0 is no limit."""
        return self._ask("get_limit")

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Limit what the pool may take; see `MemoryPool.set_limit`."""
        self._ask("set_limit", size=size, fraction=fraction)
