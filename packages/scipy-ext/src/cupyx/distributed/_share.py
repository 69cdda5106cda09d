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
_KEPT_SHARE = 32                            # of a device's memory a part so large is kept exported,
_KEPT_BYTES = 1 << 28                       # or so much, for the arrays that come
_OPENED = 64                                # buffers of others that stay open


def host_name() -> str:
    """What processes have in common that can open each other's files: machine, processes' numbers, user."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')} {os.getuid()}"


def _header(file: int) -> tuple[bytes, bytes, int]:
    found = os.pread(file, _HEADER.size, 0)
    return _HEADER.unpack(found) if len(found) == _HEADER.size else (b"", b"", 0)


def _set_header(file: int, magic: bytes, token: bytes, done: int) -> None:
    os.pwrite(file, _HEADER.pack(magic, token, done), 0)


class _Export:
    """Memory of the current device that other processes open, and an event after which its bytes are there.

    Readers leave open what is kept; of other memory they let go as they are done, before it is freed.
    """

    def __init__(self, size: int, kept: bool) -> None:
        runtime = cupy.cuda.runtime
        self.kept = kept
        self.memory: Any = cupy.cuda.Memory(size)
        self.written = cupy.cuda.Event(disable_timing=True, interprocess=True)
        self.handles = runtime.ipcGetMemHandle(self.memory.ptr), runtime.ipcGetEventHandle(self.written.ptr)

    def write(self, array: cupy.ndarray, order: Any) -> None:
        """A copy of the array, in the current stream and after all that was written before."""
        stream = cupy.cuda.get_current_stream()
        stream.wait_event(self.written)
        _flat(self.memory, array.dtype, array.shape, order)[...] = array
        self.written.record(stream)


class _Kept:
    """What this process shares: files and buffers, until all readers are done or the time is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = {}             # token -> (file, mapping, readers, deadline, buffer)
        self._free = collections.defaultdict(list)      # (device, bytes) -> buffers
        self._kept = collections.defaultdict(int)       # device -> bytes of the buffers that are kept
        self._thread = None
        self._pid = os.getpid()

    def add(self, size: int, readers: Int, timeout: float, buffer: Any = None) -> Any:
        """Token, number and mapping of a new file with room for `size` bytes."""
        self.sweep()
        token = secrets.token_bytes(16)
        file = os.memfd_create(_NAME, os.MFD_CLOEXEC)
        try:
            mapping = None
            if size:
                os.posix_fallocate(file, 0, _DATA + size)       # a file without room would end who writes it
                mapping = mmap.mmap(file, _DATA + size)
            _set_header(file, _MAGIC, token, 0)
        except BaseException:
            os.close(file)
            raise
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
            done = [token for token, (file, _, readers, deadline, _) in self._held.items()
                    if now > deadline or _header(file)[2] >= readers]
            for token in done:
                self._release(token)

    def release(self, token: bytes) -> None:
        """Let go now."""
        with self._lock:
            if token in self._held:
                self._release(token)

    def _release(self, token: bytes) -> None:
        file, mapping, readers, _, buffer = self._held.pop(token)
        late = _header(file)[2] < readers
        _set_header(file, bytes(8), bytes(16), 0)       # whoever comes later sees that it is too late
        if mapping is not None:
            mapping.close()
        os.close(file)
        if buffer is None or not buffer.kept:
            return
        memory = buffer.memory
        if late:        # what somebody may still be reading is not written again
            self._kept[memory.device_id] -= memory.size
        else:
            self._free[memory.device_id, memory.size].append(buffer)

    def buffer(self, size: int) -> _Export:
        """Memory of the current device that can be exported: such that a reader is done with, or new."""
        step = max(1 << 21, 1 << (size - 1).bit_length() >> 3)      # few sizes, of which an eighth at most is not used
        size = -(-size // step) * step
        device = cupy.cuda.Device()
        with self._lock:
            waiting = self._free[device.id, size]
            if waiting:
                return waiting.pop()
            kept = self._kept[device.id] + size <= max(_KEPT_BYTES, device.mem_info[1] // _KEPT_SHARE)
            if kept:
                self._kept[device.id] += size
        return _Export(size, kept)

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
        self._pid, self._nbytes, self._stays = os.getpid(), array.nbytes, True
        self._memory: tuple[bytes, bytes] | None = None
        if host_memory():
            self._token, self._file, mapping = _kept.add(array.nbytes, readers, timeout)
            if array.nbytes:
                view = numpy.frombuffer(mapping, array.dtype, array.size, _DATA).reshape(array.shape, order=self._order)
                view[...] = host_view(array)
            return
        with array.device:
            buffer = _kept.buffer(max(array.nbytes, 1))
            buffer.write(array, self._order)
        self._memory, self._stays = buffer.handles, buffer.kept
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
            if _header(file)[:2] != (_MAGIC, self._token):
                raise CommunicatorError(gone)
            if self._memory is not None:
                result = self._read_exported(*self._memory)
            else:
                if os.fstat(file).st_size < _DATA + self._nbytes and self._nbytes:
                    raise CommunicatorError(gone)
                result = self._read_file(file)
            fcntl.lockf(file, fcntl.LOCK_EX)
            try:
                magic, token, done = _header(file)
                if (magic, token) != (_MAGIC, self._token):
                    raise CommunicatorError(f"{gone}: it was given back while it was read")
                _set_header(file, magic, token, done + 1)
            finally:
                fcntl.lockf(file, fcntl.LOCK_UN)
        finally:
            os.close(file)
        return result

    def _read_file(self, file: int) -> cupy.ndarray:
        if not self._nbytes:
            return cupy.empty(self.shape, self.dtype, order=self._order)
        with contextlib.closing(mmap.mmap(file, _DATA + self._nbytes)) as mapping:
            data = numpy.frombuffer(mapping, self.dtype, self._nbytes // self.dtype.itemsize, _DATA)
            result = cupy.array(data.reshape(self.shape, order=self._order), order=self._order)
            del data        # the mapping can be closed only without views
        return result

    def _read_exported(self, exported: bytes, event: bytes) -> cupy.ndarray:
        result, stream = cupy.empty(self.shape, self.dtype, order=self._order), cupy.cuda.get_current_stream()
        if self._pid == os.getpid():
            own = _kept._held[self._token][4]
            memory, written, mapping = own.memory, own.written.ptr, None
        else:
            mapping = _opened(exported, event, self._stays)
            memory, written = cupy.cuda.UnownedMemory(mapping.address, self._nbytes, mapping), mapping.written
        cupy.cuda.runtime.streamWaitEvent(stream.ptr, written)
        result[...] = _flat(memory, self.dtype, self.shape, self._order)
        stream.synchronize()
        if mapping is not None and not self._stays:
            mapping.close()
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
    """Memory of another process, open in this one on its device, and the event after which its bytes are there."""

    address = written = 0

    def __init__(self, memory: bytes, event: bytes) -> None:
        self.device = cupy.cuda.Device()
        self.address = cupy.cuda.runtime.ipcOpenMemHandle(memory)
        self.written = cupy.cuda.runtime.ipcOpenEventHandle(event)

    def close(self) -> None:
        """Let go of both."""
        address, written, self.address, self.written = self.address, self.written, 0, 0
        with self.device:
            if written:
                cupy.cuda.runtime.eventDestroy(written)
            if address:
                cupy.cuda.runtime.ipcCloseMemHandle(address)

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()


def _opened(memory: bytes, event: bytes, stays: bool) -> _Mapping:
    """Another process's memory; it may stay open, since opening costs more than most copies."""
    key = memory, event, cupy.cuda.Device().id
    with _mappings_lock:
        mapping = _mappings.pop(key, None)
        if mapping is None:
            try:
                mapping = _Mapping(memory, event)
            except RuntimeError as error:
                raise CommunicatorError(f"memory of another process cannot be opened: {error}") from None
        if stays:
            _mappings[key] = mapping
        while len(_mappings) > _OPENED:
            _mappings.popitem(last=False)
    return mapping


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
