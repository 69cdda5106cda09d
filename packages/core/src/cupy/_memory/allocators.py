"""Allocators other than the pools: managed and system memory, user's functions."""
from cupy._memory.direct import (
    CFunctionAllocatorMemory, ManagedMemory, PythonFunctionAllocatorMemory, SystemMemory)
from cupy._memory.pointer import MemoryPointer

__all__ = ["CFunctionAllocator", "PythonFunctionAllocator", "malloc_managed", "malloc_system"]


def malloc_managed(size):
    """Memory that host and device share.

    Parameters
    ----------
    size : int
        Number of bytes.

    Returns
    -------
    cupy.cuda.MemoryPointer
        To the first of `size` bytes, which both may touch.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.malloc_managed(100).mem.size
    100
    """
    return MemoryPointer(ManagedMemory(size), 0)


def malloc_system(size):
    """Ordinary host memory as a ``MemoryPointer``, for devices that can use it as their own.

    Parameters
    ----------
    size : int
        Number of bytes.

    Examples
    --------
    >>> from cupy.cuda import memory
    >>> memory.malloc_system(100).mem.size
    100
    """
    return MemoryPointer(SystemMemory(size), 0)


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

    Examples
    --------
    >>> import cupy
    >>> allocator = cupy.cuda.CFunctionAllocator(0, malloc_address, free_address, library)     # doctest: +SKIP
    >>> cupy.cuda.set_allocator(allocator.malloc)                                              # doctest: +SKIP
    """

    def __init__(self, param, malloc_func, free_func, owner):
        self._arguments = param, malloc_func, free_func, owner

    def malloc(self, size):
        """Memory from the function, as a ``MemoryPointer``."""
        return MemoryPointer(CFunctionAllocatorMemory(*self._arguments, size), 0)
