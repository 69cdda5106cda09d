"""Allocators other than the pools: managed and system memory, user's functions."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._memory.direct import (
    CFunctionAllocatorMemory, ManagedMemory, PythonFunctionAllocatorMemory, SystemMemory)
from cupy._memory.pointer import MemoryPointer

if TYPE_CHECKING:
    from cupy import cuda

__all__ = ["CFunctionAllocator", "PythonFunctionAllocator", "malloc_managed", "malloc_system"]


def malloc_managed(size: SupportsIndex) -> cuda.MemoryPointer:
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


def malloc_system(size: SupportsIndex) -> Any:
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

    def __init__(self, malloc_func: Callable[..., Any], free_func: Callable[..., Any]) -> None:
        self._malloc_func, self._free_func = malloc_func, free_func

    def malloc(self, size: int) -> MemoryPointer:
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

    def __init__(self, param: SupportsIndex, malloc_func: SupportsIndex, free_func: SupportsIndex,
                 owner: object) -> None:
        self._arguments = param, malloc_func, free_func, owner

    def malloc(self, size: int) -> MemoryPointer:
        """Memory from the function, as a ``MemoryPointer``."""
        return MemoryPointer(CFunctionAllocatorMemory(*self._arguments, size), 0)
