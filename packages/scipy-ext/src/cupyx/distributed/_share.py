"""Arrays that other processes of this machine read: handles, how long what they name lives, and pickling as handles.

A handle names a file in memory (``memfd``) of the process that shares, which the reader opens through ``/proc``: it
needs no name, no port and no room in /dev/shm, and is gone with its processes.  On the host it holds the bytes; on
a GPU the bytes lie in a buffer that is exported to other processes (IPC), and the file says who is done with them.
"""
from __future__ import annotations

import collections
import contextlib
import contextvars
import copyreg
import fcntl
import mmap
import os
import secrets
import struct
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import host_memory, host_view

from cupyx.distributed._errors import CommunicatorError

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupy.typing import DTypeLike

__all__ = ["SharedArray", "share"]

_NAME = "cupyx-shared"
_HEADER = struct.Struct("=8s16sq")          # what it is, a secret of the handle, readers that are done
_MAGIC = b"cupyshr1"
_DATA = 4096                                # where bytes begin
_TIMEOUT = 300.0
_KEPT_BYTES = 1 << 30                       # of exported buffers that wait for the next array
_OPENED = 64                                # buffers of others that stay open


def host_name() -> str:
    """What processes have in common that can open each other's files: machine, processes' numbers, user."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')} {os.getuid()}"


class _Kept:
    """What this process shares: files and buffers, until all readers are done or the time is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = {}             # token -> (file, mapping, readers, deadline, buffer)
        self._free = collections.defaultdict(list)      # (device, bytes) -> buffers
        self._free_bytes = 0
        self._thread = None
        self._pid = os.getpid()

    def add(self, size: int, readers: Int, timeout: float, buffer: Any = None) -> Any:
        """Token, number and mapping of a new file with room for `size` bytes."""
        self.sweep()
        token = secrets.token_bytes(16)
        file = os.memfd_create(_NAME, os.MFD_CLOEXEC)
        try:
            os.posix_fallocate(file, 0, _DATA + size)       # a file without room would end who writes it
            mapping = mmap.mmap(file, _DATA + size)
        except BaseException:
            os.close(file)
            raise
        _HEADER.pack_into(mapping, 0, _MAGIC, token, 0)
        with self._lock:
            if self._pid != os.getpid():
                raise CommunicatorError("arrays cannot be shared after a fork")
            self._held[token] = file, mapping, readers, time.monotonic() + timeout, buffer
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, daemon=True, name="cupyx shared arrays")
                self._thread.start()
        return token, file, mapping

    def _watch(self) -> None:
        while True:
            time.sleep(0.02)
            self.sweep()
            with self._lock:
                if not self._held:
                    self._thread = None
                    return

    def sweep(self) -> None:
        """Let go of what all readers are done with, or nobody came for."""
        now = time.monotonic()
        with self._lock:
            done = [token for token, (_, mapping, readers, deadline, _) in self._held.items()
                    if _HEADER.unpack_from(mapping)[2] >= readers or now > deadline]
            for token in done:
                self._release(token)

    def release(self, token: bytes) -> None:
        """Let go now."""
        with self._lock:
            if token in self._held:
                self._release(token)

    def _release(self, token: bytes) -> None:
        file, mapping, readers, _, buffer = self._held.pop(token)
        late = _HEADER.unpack_from(mapping)[2] < readers
        _HEADER.pack_into(mapping, 0, bytes(8), bytes(16), 0)       # whoever comes later sees that it is too late
        mapping.close()
        os.close(file)
        # What somebody may still be reading is not written again.
        if buffer is not None and not late and self._free_bytes + buffer.size <= _KEPT_BYTES:
            self._free[buffer.device_id, buffer.size].append(buffer)
            self._free_bytes += buffer.size

    def buffer(self, size: int) -> Any:
        """Memory of the current device that can be exported: such that a reader is done with, or new."""
        size = max(1 << 21, 1 << (size - 1).bit_length())
        with self._lock:
            waiting = self._free[cupy.cuda.Device().id, size]
            if waiting:
                self._free_bytes -= size
                return waiting.pop()
        return cupy.cuda.Memory(size)

    def count(self) -> int:
        """How many arrays are held."""
        with self._lock:
            return len(self._held)


_kept = _Kept()


class SharedArray:
    """An array that other processes of this machine can open; it can be pickled.

    Parameters
    ----------
    array : cupy.ndarray
        The array; what is shared is a copy of what it holds now.
    readers : int, optional
        How many times it will be opened; then the copy is given back.
    timeout : float, optional
        Seconds after which it is given back whether or not all came.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype

    Raises
    ------
    TypeError
        If `array` is no array of ours, or of Python's objects.

    Notes
    -----
    On a GPU the copy lies in memory that is exported to other processes (CUDA's and HIP's IPC); who opens it copies it
    to the current device, over NVLink where there is one. On the host it lies in memory that both map.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed import SharedArray
    >>> handle = SharedArray(cupy.arange(3))        # to be sent to another process, which opens it
    >>> handle.open()
    array([0, 1, 2])
    """

    def __init__(self, array: cupy.ndarray, readers: Int = 1, timeout: float = _TIMEOUT) -> None:
        if not isinstance(array, cupy.ndarray):
            raise TypeError(f"a cupy.ndarray is expected, not {type(array).__name__}")
        self.shape, self.dtype = array.shape, array.dtype
        self._order: Literal["C", "F"] = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
        self._pid, self._nbytes, self._memory = os.getpid(), array.nbytes, None
        if host_memory():
            self._token, self._file, mapping = _kept.add(array.nbytes, readers, timeout)
            if array.nbytes:
                view = numpy.frombuffer(mapping, array.dtype, array.size, _DATA).reshape(array.shape, order=self._order)
                view[...] = host_view(array)
            return
        with array.device:
            buffer = _kept.buffer(max(array.nbytes, 1))
            _flat(buffer, array.dtype, array.shape, self._order)[...] = array
            cupy.cuda.get_current_stream().synchronize()        # a reader knows nothing of our streams
            self._memory = cupy.cuda.runtime.ipcGetMemHandle(buffer.ptr)
        self._token, self._file, _ = _kept.add(0, readers, timeout, buffer)

    def open(self) -> cupy.ndarray:
        """The array: a copy on the current device.

        Returns
        -------
        cupy.ndarray

        Raises
        ------
        CommunicatorError
            The process that shared it is gone, or has given it back.
        """
        path = f"/proc/{self._pid}/fd/{self._file}"
        gone = f"process {self._pid} is gone, or no longer shares this array"
        try:
            if not os.readlink(path).startswith(f"/memfd:{_NAME}"):
                raise CommunicatorError(gone)
            file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise CommunicatorError(f"{gone} ({error})") from None
        try:
            size = 0 if self._memory is not None else self._nbytes
            if os.fstat(file).st_size < _DATA + size:
                raise CommunicatorError(gone)
            with contextlib.closing(mmap.mmap(file, _DATA + size)) as mapping:
                if _HEADER.unpack_from(mapping)[:2] != (_MAGIC, self._token):
                    raise CommunicatorError(gone)
                result = self._read(mapping)
                fcntl.lockf(file, fcntl.LOCK_EX)
                try:
                    magic, token, done = _HEADER.unpack_from(mapping)
                    if (magic, token) != (_MAGIC, self._token):
                        raise CommunicatorError(f"{gone}: it was given back while it was read")
                    _HEADER.pack_into(mapping, 0, magic, token, done + 1)
                finally:
                    fcntl.lockf(file, fcntl.LOCK_UN)
        finally:
            os.close(file)
        return result

    def _read(self, mapping: Any) -> cupy.ndarray:
        if self._memory is None:
            if 0 in self.shape:
                return cupy.empty(self.shape, self.dtype, order=self._order)
            data = numpy.frombuffer(mapping, self.dtype, self._nbytes // self.dtype.itemsize, _DATA)
            result = cupy.array(data.reshape(self.shape, order=self._order), order=self._order)
            del data        # the mapping can be closed only without views
            return result
        if self._pid == os.getpid():
            memory = _kept._held[self._token][4]
        else:
            memory = _opened(self._memory, self._nbytes)
        result = cupy.empty(self.shape, self.dtype, order=self._order)
        result[...] = _flat(memory, self.dtype, self.shape, self._order)
        cupy.cuda.get_current_stream().synchronize()
        return result

    def release(self) -> None:
        """Give the copy back before all have opened it; only where it was shared."""
        if self._pid == os.getpid():
            _kept.release(self._token)

    def __repr__(self) -> str:
        return f"<SharedArray of shape {self.shape}, {self.dtype}, of process {self._pid}>"


def _flat(memory: Any, dtype: DTypeLike, shape: tuple[int, ...], order: Any) -> cupy.ndarray:
    return cupy.ndarray(shape, dtype, cupy.cuda.MemoryPointer(memory, 0), order=order)


_mappings = collections.OrderedDict()
_mappings_lock = threading.Lock()


class _Mapping:
    """Memory of another process, open in this one on its device."""

    def __init__(self, handle: Any) -> None:
        self.device = cupy.cuda.Device()
        self.address = cupy.cuda.runtime.ipcOpenMemHandle(handle)

    def __del__(self) -> None:
        with contextlib.suppress(Exception), self.device:
            cupy.cuda.runtime.ipcCloseMemHandle(self.address)


def _opened(handle: Any, size: int) -> Any:
    """Another process's memory; it stays open, since opening costs more than most copies."""
    key = handle, cupy.cuda.Device().id
    with _mappings_lock:
        mapping = _mappings.pop(key, None)
        if mapping is None:
            try:
                mapping = _Mapping(handle)
            except RuntimeError as error:
                raise CommunicatorError(f"memory of another process cannot be opened: {error}") from None
        _mappings[key] = mapping
        while len(_mappings) > _OPENED:
            _mappings.popitem(last=False)
    return cupy.cuda.UnownedMemory(mapping.address, size, mapping)


_sharing: contextvars.ContextVar[tuple[int, float] | None] = contextvars.ContextVar("cupyx shared pickling",
                                                                                    default=None)
_table_lock = threading.Lock()
_users = 0


def _reduce(array: cupy.ndarray) -> Any:
    options = _sharing.get()
    if options is None:
        return array.__reduce__()
    return SharedArray.open, (SharedArray(array, *options),)


@contextlib.contextmanager
def share(readers: int = 1, timeout: float = _TIMEOUT) -> Iterator[Any]:
    """While this lasts, this thread pickles arrays as handles, for processes of this machine.

    Parameters
    ----------
    readers : int, optional
        How many times each pickle is read.
    timeout : float, optional
        Seconds after which what nobody has read is given back.

    Notes
    -----
    A pickle that is made so is good for processes of the same user on this machine, as long as this process lives, and
    for `readers` times. What arrays hold is copied when they are pickled; see `SharedArray`.

    Examples
    --------
    >>> import pickle
    >>> import cupy
    >>> from cupyx import distributed
    >>> with distributed.share():
    ...     message = pickle.dumps({"x": cupy.zeros((1000, 1000))})
    >>> len(message) < 1000
    True
    >>> pickle.loads(message)["x"].shape
    (1000, 1000)
    """
    global _users
    with _table_lock:
        _users += 1
        copyreg.dispatch_table[cupy.ndarray] = _reduce
    token = _sharing.set((readers, timeout))
    try:
        yield
    finally:
        _sharing.reset(token)
        with _table_lock:
            _users -= 1
            if not _users:
                copyreg.dispatch_table.pop(cupy.ndarray, None)
