"""Memory and semaphores of other programs (Vulkan, video decoders, other processes), by file descriptors."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, SupportsIndex

from cupy._memory.direct import memory_of_driver
from cupy._memory.pointer import MemoryPointer
from cupy._runtime.calls import getDevice
from cupy._runtime.native import call, member, struct
from cupy._runtime.stream import get_current_stream

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.options import Int
    from cupy._runtime.stream import Stream

__all__ = ["ExternalMemory", "ExternalSemaphore", "streamAttachMemAsync"]

_OPAQUE_FD, _TIMELINE_FD = 1, 9     # cudaExternalMemoryHandleType, cudaExternalSemaphoreHandleType
_DEDICATED = 1


class ExternalMemory:
    """Memory that another program has allocated and exported.

    Parameters
    ----------
    fd : int
        File descriptor of the memory; it belongs to this object from now on.
    size : int
        Bytes of the memory.
    dedicated : bool, optional
        Whether it was allocated for one resource, as Vulkan calls it.

    Notes
    -----
    On the host backend any file that can be mapped is such memory.

    Examples
    --------
    >>> import os
    >>> from cupy.cuda.external import ExternalMemory
    >>> fd = os.memfd_create("example")  # doctest: +SKIP
    >>> os.truncate(fd, 4096)  # doctest: +SKIP
    >>> pointer = ExternalMemory(fd, 4096).map()  # doctest: +SKIP
    """

    def __init__(self, fd: SupportsIndex, size: SupportsIndex, *, dedicated: bool = False) -> None:
        self._handle = None
        desc = struct("cudaExternalMemoryHandleDesc")
        desc.type = member("cudaExternalMemoryHandleType", _OPAQUE_FD)
        desc.handle.fd, desc.size, desc.flags = int(fd), int(size), _DEDICATED if dedicated else 0
        self._handle = call("cudaImportExternalMemory", desc)
        self.size = int(size)

    def map(self, offset: Int = 0, size: Int | None = None) -> cuda.MemoryPointer:
        """A part of the memory on the device.

        Parameters
        ----------
        offset : int, optional
            Where the part begins, in bytes.
        size : int, optional
            Its bytes; up to the end if not given.

        Returns
        -------
        cupy.cuda.MemoryPointer
            Keeps the memory alive.
        """
        desc = struct("cudaExternalMemoryBufferDesc")
        desc.offset, desc.size, desc.flags = offset, self.size - offset if size is None else size, 0
        address = int(call("cudaExternalMemoryGetMappedBuffer", self._handle, desc))
        return MemoryPointer(memory_of_driver(address, desc.size, self, getDevice()), 0)

    def __del__(self) -> None:
        if self._handle is not None and not sys.is_finalizing():
            call("cudaDestroyExternalMemory", self._handle)


class ExternalSemaphore:
    """A timeline semaphore of another program: a number that only grows, for which streams wait.

    Parameters
    ----------
    fd : int
        File descriptor of the semaphore; it belongs to this object from now on.

    Notes
    -----
    On the host backend it is a file whose first eight bytes are the number, and a wait ends when it is reached.
    """

    def __init__(self, fd: SupportsIndex) -> None:
        self._handle = None
        desc = struct("cudaExternalSemaphoreHandleDesc")
        desc.type = member("cudaExternalSemaphoreHandleType", _TIMELINE_FD)
        desc.handle.fd, desc.flags = int(fd), 0
        self._handle = call("cudaImportExternalSemaphore", desc)

    def signal(self, value: int, stream: Stream | None = None) -> None:
        """Set the number when a stream has done the work that it has now; the current stream if not given."""
        self._issue("cudaSignalExternalSemaphoresAsync", "cudaExternalSemaphoreSignalParams", value, stream)

    def wait(self, value: int, stream: Stream | None = None) -> None:
        """Let what a stream is given from now on wait until the number is at least `value`."""
        self._issue("cudaWaitExternalSemaphoresAsync", "cudaExternalSemaphoreWaitParams", value, stream)

    def _issue(self, name: str, params: str, value: int, stream: Stream | None) -> None:
        row = struct(params)
        row.params.fence.value, row.flags = value, 0
        call(name, [self._handle], [row], 1, (stream or get_current_stream()).ptr)

    def __del__(self) -> None:
        if self._handle is not None and not sys.is_finalizing():
            call("cudaDestroyExternalSemaphore", self._handle)


def streamAttachMemAsync(stream: SupportsIndex, ptr: SupportsIndex, size: SupportsIndex = 0,
                         flags: SupportsIndex = 4) -> None:
    """Let only one stream use managed memory, so that the host may use the rest meanwhile.

    Parameters
    ----------
    stream, ptr : int
        Handle of the stream and address of the memory.
    size : int, optional
        Bytes; 0 is the whole allocation.
    flags : int, optional
        One of ``cudaMemAttachGlobal``, ``cudaMemAttachHost`` and ``cudaMemAttachSingle``.
    """
    call("cudaStreamAttachMemAsync", stream, ptr, size, flags)
