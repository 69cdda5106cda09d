"""Processes of one machine that exchange bytes through files in memory: one file a process, which only it writes.

A collective is: everybody writes its part into its own file, all wait, everybody reads what it needs, all wait.
"""
from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
from collections.abc import Callable
from typing import Any, NoReturn, SupportsIndex

from cupyx.distributed._errors import CommunicatorError

__all__ = []

_HEADER = 8192
_PID, _ARRIVED, _FAILED, _CALL, _SENT, _TAKEN = 0, 8, 16, 64, 1024, 4096
MOST_RANKS = (_TAKEN - _SENT) // 8
_CALL_BYTES = 512
_WORD = struct.Struct("=q")


def folder_for(size: int) -> tuple[str, int]:
    """A folder in memory with room for a group of so many processes, and the bytes that each may use."""
    wanted = 8 << 20
    for folder in ("/dev/shm", tempfile.gettempdir()):
        try:
            about = os.statvfs(folder)
        except OSError:
            continue
        room = about.f_bavail * about.f_frsize // 2 // size - _HEADER
        if room >= 1 << 16 and os.access(folder, os.W_OK):
            return folder, min(wanted, room // 4096 * 4096)
    raise CommunicatorError("there is no folder with room for the memory that processes share")


class SharedGroup:
    """A process's view of its group.

    Parameters
    ----------
    folder : str
        Where its file is made; it has no name there any more when the others open it.
    rank, size : int
        This process and how many there are.
    room : int
        Bytes of each file after its header.
    timeout : float
        Seconds after which whoever waits gives up.
    meet : callable
        ``meet(text)`` returns what all have said, by rank, as soon as they have.
    """

    def __init__(self, folder: str, rank: int, size: int, room: Any, timeout: Any, meet: Callable[..., Any]) -> None:
        if size > MOST_RANKS:
            raise ValueError(f"processes that share memory are at most {MOST_RANKS}, not {size}")
        self.rank, self.size, self.timeout = rank, size, timeout
        self.mail = max(room // 2 // size // 4096 * 4096, 4096)
        self.board = max(room - self.mail * size, 4096)
        length = _HEADER + self.board + self.mail * size
        file, path = tempfile.mkstemp(prefix=f"cupyx-{os.getpid()}-", dir=folder)
        os.unlink(path)     # the memory stays while it is open or mapped: nothing is left behind, whoever is killed
        try:
            # Room is taken now: a file that cannot grow later would end the process that writes it.
            try:
                os.posix_fallocate(file, 0, length)
                self._mine = mmap.mmap(file, length)
            except OSError as error:
                raise CommunicatorError(f"rank {rank}: joining: no room for {length} bytes in {folder} ({error})"
                                        ) from None
            self._put(_PID, os.getpid())
            self.call = "joining"
            self._round = 0
            self._sent, self._taken = [0] * size, [0] * size
            paths = meet(f"/proc/{os.getpid()}/fd/{file}")
            try:
                self._maps = [self._mine if r == rank else self._open(r, paths[r], length) for r in range(size)]
            except CommunicatorError:
                meet("")    # which says so where the process of the file is gone
                raise
            meet("")
        finally:
            os.close(file)

    def _open(self, rank: int, path: str, length: int) -> Any:
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise CommunicatorError(f"rank {self.rank}: joining: the memory of rank {rank} cannot be opened: processes "
                                    f"without GPUs are of one machine, container and user ({error})") from None
        try:
            return mmap.mmap(file, length, prot=mmap.PROT_READ)
        finally:
            os.close(file)

    def _put(self, offset: int, value: int) -> None:
        _WORD.pack_into(self._mine, offset, value)

    def _see(self, rank: SupportsIndex, offset: int) -> Any:
        return _WORD.unpack_from(self._maps[rank], offset)[0]

    def wait(self, ready: Callable[..., Any], ranks: Any) -> None:
        """Return when ``ready(rank)`` holds for all of `ranks`."""
        left = [r for r in ranks if not ready(r)]
        start = looked = time.monotonic()
        pause = 0.0
        while left:
            time.sleep(pause)
            left = [r for r in left if not ready(r)]
            now = time.monotonic()
            if now - start > 1e-3:
                pause = min(1e-3, (now - start) / 20)
            if now - looked > 0.05:
                looked = now
                self._look(left, ready)
            if left and now - start > self.timeout:
                self.fail(f"rank {left[0]} did not come within {self.timeout:g} s")

    def _look(self, left: Any, ready: Any) -> None:
        for rank in left:
            if self._see(rank, _FAILED):
                self.fail(f"rank {rank} has failed")
            if not _is_alive(self._see(rank, _PID)) and not ready(rank):
                self.fail(f"rank {rank} (process {self._see(rank, _PID)}) is gone")

    def fail(self, reason: str) -> NoReturn:
        """Tell the others, and raise."""
        self._put(_FAILED, 1)
        raise CommunicatorError(f"rank {self.rank}: {self.call}: {reason}")

    def others(self) -> list[int]:
        return [r for r in range(self.size) if r != self.rank]

    def barrier(self) -> None:
        """Wait for all."""
        self._round += 1
        self._put(_ARRIVED, self._round)
        self.wait(lambda r: self._see(r, _ARRIVED) >= self._round, self.others())

    def agree(self, call: str) -> None:
        """All say what they are about to do; ValueError in every process where they differ."""
        self.call = call.partition(" ")[0]
        text = call.encode()[:_CALL_BYTES - 1]
        self._mine[_CALL:_CALL + len(text) + 1] = text + b"\0"
        self.barrier()
        said = [bytes(m[_CALL:_CALL + _CALL_BYTES]).partition(b"\0")[0] for m in self._maps]
        self.barrier()
        for rank, other in enumerate(said):
            if other != text:
                raise ValueError(f"rank {self.rank} calls {call}, rank {rank} {other.decode(errors='replace')}")

    def exchange(self, parts: Any, read: Callable[..., Any]) -> None:
        """Write chunks of this process's bytes, all of one number, and read the others'.

        Parameters
        ----------
        parts : memoryview or None
            What this process gives; None for nothing.
        read : callable
            ``read(start, views)`` is given the position of a chunk and for each rank the bytes that it gave there.
        """
        size = parts.nbytes
        for start in range(0, size, self.board):
            stop = min(start + self.board, size)
            self._mine[_HEADER:_HEADER + stop - start] = parts[start:stop]
            self.barrier()
            read(start, [memoryview(m)[_HEADER:_HEADER + stop - start] for m in self._maps])
            self.barrier()

    def post(self, peer: Any, part: Any) -> bool:
        """Try to put a chunk into the mailbox for another process; whether there was room."""
        if _WORD.unpack_from(self._maps[peer], _TAKEN + 8 * self.rank)[0] < self._sent[peer]:
            return False
        at = _HEADER + self.board + self.mail * peer
        self._mine[at:at + part.nbytes] = part
        self._sent[peer] += 1
        self._put(_SENT + 8 * peer, self._sent[peer])
        return True

    def take(self, peer: Any, into: Any) -> bool:
        """Try to take a chunk that another process has put down for this one; whether it was there."""
        if self._see(peer, _SENT + 8 * self.rank) <= self._taken[peer]:
            return False
        at = _HEADER + self.board + self.mail * self.rank
        into[:] = memoryview(self._maps[peer])[at:at + into.nbytes]
        self._taken[peer] += 1
        self._put(_TAKEN + 8 * peer, self._taken[peer])
        return True

    def transfer(self, call: Any, send: Any = None, to: Any = None, receive: Any = None, source: Any = None) -> None:
        """Send bytes to a process, receive bytes from one, or both at once."""
        self.call = call
        said = bytearray(_WORD.size)        # the length comes first: both sides notice when they disagree
        out = [] if send is None else [memoryview(_WORD.pack(send.nbytes)), *_chunks(send, self.mail)]
        into = [] if receive is None else [memoryview(said), *_chunks(receive, self.mail)]
        while out or into:
            first = len(into)
            self.wait(lambda r: self._step(out, to, into, source), [to if out else source])
            if receive is not None and first > len(into) and said and _WORD.unpack(said)[0] != receive.nbytes:
                self.fail(f"rank {source} sends {_WORD.unpack(said)[0]} bytes, {receive.nbytes} are expected")

    def _step(self, out: Any, to: int | None, into: Any, source: int | None) -> bool:
        done = False
        if out and self.post(to, out[0]):
            out.pop(0)
            done = True
        if into and self.take(source, into[0]):
            into.pop(0)
            done = True
        return done

    def close(self) -> None:
        """Leave the group."""
        self._maps = []


def _chunks(data: Any, size: int) -> list[Any]:
    return [data[start:start + size] for start in range(0, data.nbytes, size)]


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False
