"""Memory in stream order: the driver's own pools."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._memory.direct import MemoryAsync, async_usage, trim
from cupy._memory.pointer import MemoryPointer
from cupy._runtime import pool_calls
from cupy._runtime.driver import current_device, device_count, total_memory
from cupy._runtime.numbers import CONSTANTS

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.options import Int
    from cupy._runtime.stream import Stream

__all__ = ["MemoryAsyncPool", "malloc_async"]


def malloc_async(size: SupportsIndex) -> cuda.MemoryPointer:
    """Memory allocated in the order of the current stream.

    Parameters
    ----------
    size : int
        Number of bytes.

    Returns
    -------
    cupy.cuda.MemoryPointer
        To the first of `size` bytes, which the stream's later work may use.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.malloc_async(100).mem.size
    100
    """
    from cupy._runtime.stream import get_current_stream
    return MemoryPointer(MemoryAsync(size, get_current_stream()), 0)


class MemoryAsyncPool:
    """The driver's own pool of stream-ordered memory.

    Parameters
    ----------
    pool_handles : str or int, or a sequence of them for each device; optional
        ``'current'`` is the pool that the device uses now, ``'default'`` the one it
        began with, ``'create'`` a new one, a number that of ``runtime.memPoolCreate``.
        The device uses it from now on.  Only CUDA has others than ``'current'``.

    Attributes
    ----------
    memoryAsyncHasStat : bool
        Whether the driver tells how much of a pool is in use: always.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.MemoryAsyncPool()
    >>> pool.malloc(100).mem.size
    100
    """

    memoryAsyncHasStat = True

    def __init__(self, pool_handles: str | int | Sequence[str | int] = "current") -> None:
        self._handles = {}
        if isinstance(pool_handles, (int, str)):
            pool_handles = [pool_handles] * device_count()
        if len(pool_handles) != device_count():
            raise ValueError(f"pool_handles has {len(pool_handles)} pools for {device_count()} devices")
        for device, wanted in enumerate(pool_handles):
            handle = _handle(device, wanted)
            if handle is not None:
                pool_calls.deviceSetMemPool(device, handle)
                self._handles[device] = handle

    def malloc(self, size: int) -> MemoryPointer:
        """Memory from the pool, in the order of the current stream."""
        return malloc_async(size)

    def free_all_blocks(self, stream: Stream | None = None) -> None:
        """Return unused memory to the system, once the work of `stream`, or of the current one, is done."""
        from cupy._runtime.stream import get_current_stream

        (get_current_stream() if stream is None else stream).synchronize()
        handle = self._handles.get(current_device())
        if handle is None:
            trim(0)
        else:
            pool_calls.memPoolTrimTo(handle, 0)

    def used_bytes(self) -> int:
        """Bytes in use."""
        return self._usage()[0]

    def total_bytes(self) -> int:
        """Bytes taken from the system."""
        return self._usage()[1]

    def free_bytes(self) -> int:
        """Bytes taken from the system and not in use."""
        used, total = self._usage()
        return total - used

    def _usage(self) -> tuple[int, int]:
        handle = self._handles.get(current_device())
        if handle is None:
            return async_usage()
        return (pool_calls.memPoolGetAttribute(handle, CONSTANTS["cudaMemPoolAttrUsedMemCurrent"]),
                pool_calls.memPoolGetAttribute(handle, CONSTANTS["cudaMemPoolAttrReservedMemCurrent"]))

    def n_free_blocks(self) -> None:
        """The driver does not tell how many blocks it keeps.

        Raises
        ------
        NotImplementedError
            Always; ``free_bytes`` tells their size.
        """
        raise NotImplementedError("the driver does not tell how many free blocks its pool has; see free_bytes()")

    def get_limit(self) -> int:
        """Bytes that the pool keeps when memory is freed; more goes back to the system. 0 keeps none."""
        return pool_calls.memPoolGetAttribute(self._current(), CONSTANTS["cudaMemPoolAttrReleaseThreshold"])

    def set_limit(self, size: Int | None = None, fraction: float | None = None) -> None:
        """Set how many bytes the pool keeps when memory is freed: a soft limit.

        Parameters
        ----------
        size : int, optional
            Bytes.
        fraction : float, optional
            Part of the device's memory, from 0 to 1.  Give one of the two.

        Raises
        ------
        ValueError
            When both or neither are given, or one is out of range.
        """
        if (size is None) == (fraction is None):
            raise ValueError("give either size or fraction")
        if fraction is not None:
            if not 0 <= fraction <= 1:
                raise ValueError(f"fraction must be from 0 to 1, not {fraction}")
            size = int(fraction * total_memory(current_device()))
        assert size is not None
        if size < 0:
            raise ValueError(f"size must not be negative, but is {size}")
        pool_calls.memPoolSetAttribute(self._current(), CONSTANTS["cudaMemPoolAttrReleaseThreshold"], size)

    def _current(self) -> int:
        device = current_device()
        return self._handles.get(device) or pool_calls.deviceGetMemPool(device)


def _handle(device: int, wanted: Any) -> int | None:
    """Handle of the pool that is asked for; None for the one in use."""
    if wanted == "current":
        return None
    if isinstance(wanted, int):
        return wanted
    if wanted == "default":
        return pool_calls.deviceGetDefaultMemPool(device)
    if wanted == "create":
        return pool_calls.memPoolCreate(pool_calls.MemPoolProps(
            CONSTANTS["cudaMemAllocationTypePinned"], CONSTANTS["cudaMemHandleTypeNone"],
            CONSTANTS["cudaMemLocationTypeDevice"],
            device))
    raise ValueError(f"pool_handles must be 'current', 'default', 'create' or a number, not {wanted!r}")
