"""Bytes of arrays to and from files in chunks, through two buffers of pinned memory that take turns."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.target import host_memory
from cupy._core.transfer import host_view

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

CHUNK = 8 << 20


def _flat(array: ndarray) -> ndarray:
    """The bytes of a contiguous array as an array."""
    return (array if array.flags.c_contiguous else array.T).reshape(-1).view(numpy.uint8)


class _Buffers:
    """Two pinned buffers; a buffer is handed out again when its last copy is done."""

    def __init__(self) -> None:
        from cupy._memory.pinned import alloc_pinned_memory
        from cupy._runtime.event import Event

        self.memory = [alloc_pinned_memory(CHUNK) for _ in range(2)]
        self.bytes = [numpy.frombuffer(memory, numpy.uint8, CHUNK) for memory in self.memory]
        self.events = [Event(disable_timing=True) for _ in range(2)]

    def record(self, k: int) -> None:
        self.events[k % 2].record()

    def wait(self, k: int) -> None:
        self.events[k % 2].synchronize()


def chunks_of(array: ndarray) -> Iterator[memoryview]:
    """Yield the bytes of a contiguous array as buffers, each valid until the next is asked for."""
    if array.size == 0:
        return
    if host_memory():
        yield host_view(_flat(array)).data
        return
    if array.nbytes <= CHUNK:
        yield _flat(array).get().data
        return
    flat, buffers = _flat(array), _Buffers()
    starts = range(0, flat.size, CHUNK)

    def fetch(k: int) -> int:
        size = min(CHUNK, flat.size - starts[k])
        (flat.data + starts[k]).copy_to_host_async(buffers.memory[k % 2], size)
        buffers.record(k)
        return size

    size = fetch(0)
    for k in range(len(starts)):
        following = fetch(k + 1) if k + 1 < len(starts) else 0
        buffers.wait(k)
        yield buffers.bytes[k % 2][:size].data
        size = following


def fill(array: ndarray, read: Callable[[memoryview], int]) -> None:
    """Fill a contiguous array; `read` puts bytes into a buffer and returns how many.

    Raises
    ------
    ValueError
        If the bytes end too early.
    """
    if array.size == 0:
        return
    flat = _flat(array)
    if host_memory():
        _whole(read, host_view(flat).data, flat.size)
        return
    if flat.size <= CHUNK:
        host = numpy.empty(flat.size, numpy.uint8)
        _whole(read, host.data, flat.size)
        flat.set(host)
        return
    buffers = _Buffers()
    try:
        for k, start in enumerate(range(0, flat.size, CHUNK)):
            size = min(CHUNK, flat.size - start)
            if k > 1:
                buffers.wait(k)
            _whole(read, buffers.bytes[k % 2][:size].data, flat.size)
            (flat.data + start).copy_from_host_async(buffers.memory[k % 2], size)
            buffers.record(k)
    finally:
        # The buffers may go only when nothing is read from them any more.
        buffers.wait(0)
        buffers.wait(1)


def _whole(read: Callable[[memoryview], int], buffer: memoryview, total: int) -> None:
    """Read until a buffer is full."""
    at = 0
    while at < len(buffer):
        count = read(buffer[at:])
        if not count:
            raise ValueError(f"the file ends before the array of {total} bytes does")
        at += count


def reader(file: Any) -> Callable[[memoryview], int]:
    """The function that fills buffers from a file object."""
    if hasattr(file, "readinto"):
        return file.readinto

    def read(buffer: memoryview) -> int:
        data = file.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    return read
