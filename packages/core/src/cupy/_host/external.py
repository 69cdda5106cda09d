"""Memory and semaphores of other programs, by file descriptors: what CUDA's functions for these mean on the host.

Memory is a file that is mapped. A semaphore is a file whose first eight bytes are its value, which only grows.
"""
from __future__ import annotations

import ctypes
import mmap
import os
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupy._runtime.linear_textures import Struct

__all__ = ["FUNCTIONS"]

_LONGEST_SLEEP = 0.001

_memory, _semaphores = {}, {}       # handle → (mapping, address)


def _mapped(kind: Any, fd: int, size: int) -> int:
    """A mapping of a file, whose descriptor is ours from now on as it would be CUDA's."""
    found = os.fstat(fd).st_size
    if size > found:
        raise ValueError(f"the file has {found} bytes, and {size} were named")
    mapping = mmap.mmap(fd, size)
    os.close(fd)
    address = ctypes.addressof(ctypes.c_char.from_buffer(mapping))
    kind[address] = mapping
    return address


def _buffer(memory: int, desc: Struct) -> int:
    mapping = _memory[int(memory)]
    if desc.offset + desc.size > len(mapping):
        raise ValueError(f"the memory has {len(mapping)} bytes, and {desc.offset + desc.size} were named")
    return int(memory) + desc.offset


def _value(semaphore: int) -> Any:
    _semaphores[int(semaphore)]         # one that is none is a KeyError
    return ctypes.c_ulonglong.from_address(int(semaphore))


def _signal(semaphores: list[int], params: list[Struct], count: int, stream: int) -> None:
    for semaphore, row in zip(semaphores[:count], params[:count], strict=True):
        _value(semaphore).value = row.params.fence.value


def _wait(semaphores: list[int], params: list[Struct], count: int, stream: int) -> None:
    for semaphore, row in zip(semaphores[:count], params[:count], strict=True):
        value, pause = _value(semaphore), 1e-6
        while value.value < row.params.fence.value:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_SLEEP)


FUNCTIONS = {
    "cudaImportExternalMemory": lambda desc: _mapped(_memory, desc.handle.fd, desc.size),
    "cudaExternalMemoryGetMappedBuffer": _buffer,
    "cudaDestroyExternalMemory": lambda memory: _memory.pop(int(memory)) and None,
    "cudaImportExternalSemaphore": lambda desc: _mapped(_semaphores, desc.handle.fd, 8),
    "cudaDestroyExternalSemaphore": lambda semaphore: _semaphores.pop(int(semaphore)) and None,
    "cudaSignalExternalSemaphoresAsync": _signal,
    "cudaWaitExternalSemaphoresAsync": _wait,
}
