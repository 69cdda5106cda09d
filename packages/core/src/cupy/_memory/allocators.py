"""Allocators other than the pool: managed and stream-ordered memory, user's functions."""
from cupy._memory.direct import (
    CFunctionAllocatorMemory, ManagedMemory, MemoryAsync, PythonFunctionAllocatorMemory)
from cupy._memory.pointer import MemoryPointer

__all__ = ["CFunctionAllocator", "MemoryAsyncPool", "PythonFunctionAllocator", "malloc_async", "malloc_managed"]


def malloc_managed(size):
    """Memory that host and device share, as a ``MemoryPointer``.

    Parameters
    ----------
    size : int
        Number of bytes.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.malloc_managed(100).mem.size
    100
    """
    return MemoryPointer(ManagedMemory(size), 0)


def malloc_async(size):
    """Memory allocated in the order of the current stream, as a ``MemoryPointer``.

    Parameters
    ----------
    size : int
        Number of bytes.

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
    pool_handles : str or int, optional
        Only ``'current'`` and ``'default'``: the device's own pool.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.MemoryAsyncPool()
    >>> pool.malloc(100).mem.size
    100
    """

    def __init__(self, pool_handles="current"):
        if pool_handles not in ("current", "default"):
            raise ValueError(f"pool_handles must be 'current' or 'default', not {pool_handles!r}")

    def malloc(self, size):
        """Memory from the pool, in the order of the current stream."""
        return malloc_async(size)

    def free_all_blocks(self, stream=None):
        """Return unused memory to the system."""
        from cupy._memory.usage import trim
        trim(0)

    def used_bytes(self):
        """Bytes in use."""
        from cupy._memory.usage import async_usage
        return async_usage()[0]

    def total_bytes(self):
        """Bytes taken from the system."""
        from cupy._memory.usage import async_usage
        return async_usage()[1]

    def free_bytes(self):
        """Bytes taken from the system and not in use."""
        return self.total_bytes() - self.used_bytes()

    def get_limit(self):
        """0: the driver's pool has no limit of its own."""
        return 0


class PythonFunctionAllocator:
    """Memory from a pair of Python functions.

    Parameters
    ----------
    malloc_func : callable
        ``malloc_func(size, device_id)`` returns an address.
    free_func : callable
        ``free_func(address, device_id)`` frees it.

    Examples
    --------
    >>> import cupy
    >>> allocator = cupy.cuda.PythonFunctionAllocator(
    ...     lambda size, device: cupy.cuda.runtime.malloc(size),
    ...     lambda address, device: cupy.cuda.runtime.free(address))
    >>> allocator.malloc(100).mem.size
    100
    """

    def __init__(self, malloc_func, free_func):
        self._malloc_func, self._free_func = malloc_func, free_func

    def malloc(self, size):
        """Memory from the function, as a ``MemoryPointer``."""
        return MemoryPointer(PythonFunctionAllocatorMemory(self._malloc_func, self._free_func, size), 0)


class CFunctionAllocator:
    """Memory from a pair of C functions.

    Parameters
    ----------
    param : int
        Address passed to both as first argument.
    malloc_func : int
        Address of ``void *malloc(void *param, size_t size, int device_id)``.
    free_func : int
        Address of ``void free(void *param, void *ptr, int device_id)``.
    owner : object
        Kept alive with the memory.
    """

    def __init__(self, param, malloc_func, free_func, owner):
        self._arguments = param, malloc_func, free_func, owner

    def malloc(self, size):
        """Memory from the function, as a ``MemoryPointer``."""
        return MemoryPointer(CFunctionAllocatorMemory(*self._arguments, size), 0)
