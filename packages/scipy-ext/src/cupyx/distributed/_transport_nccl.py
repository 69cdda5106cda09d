"""Collectives between GPUs, through NCCL or RCCL; work is put into the stream that is given."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy
from cupy.cuda import get_current_stream as _stream

if TYPE_CHECKING:
    import numpy

__all__ = []

_TYPES = {"b": "INT8", "B": "UINT8", "?": "UINT8", "i": "INT32", "I": "UINT32", "l": "INT64", "q": "INT64",
          "L": "UINT64", "Q": "UINT64", "e": "FLOAT16", "f": "FLOAT32", "d": "FLOAT64", "E": "BFLOAT16",
          "F": "FLOAT32", "D": "FLOAT64"}
_BYTE = 0           # ncclInt8
_BOOL = {"sum": "max", "prod": "min", "max": "max", "min": "min"}


class NcclTransport:
    """The operations of a communicator, on contiguous arrays of the current device.

    Parameters
    ----------
    unique_id : bytes
        What one process got from `cupy.cuda.nccl.get_unique_id`.
    rank, size : int
        This process and how many there are.
    """

    def __init__(self, unique_id: Any, rank: Any, size: Any) -> None:
        from cupy.cuda import nccl

        self._nccl, self.rank, self.size = nccl, rank, size
        self._comm = nccl.NcclCommunicator(size, unique_id, rank)
        self._numbers = {}
        # What a communicator tries first; numbers come into the table when the calls below first need them.
        self.direct = self._comm.on_arrays(self._numbers)

    def _number(self, dtype: numpy.dtype[Any], op: str) -> tuple[int, ...]:
        """Numbers of NCCL's for an item, the type of each and the operation."""
        found = self._numbers.get((dtype, op))
        if found is None:
            char = "E" if dtype.name == "bfloat16" else dtype.char
            if char not in _TYPES or (char in "FD" and op != "sum"):
                raise TypeError(f"arrays of {dtype} cannot be combined by {op!r}")
            name = _BOOL[op] if char == "?" else op
            found = self._numbers[dtype, op] = (2 if char in "FD" else 1, getattr(self._nccl, f"NCCL_{_TYPES[char]}"),
                                                getattr(self._nccl, f"NCCL_{name.upper()}"))
        return found

    def all_reduce(self, given: Any, out: Any, op: str) -> None:
        """`out` becomes the combination of all `given`."""
        each, kind, operation = self._number(given.dtype, op)
        self._comm.allReduce(given.data.ptr, out.data.ptr, given.size * each, kind, operation, _stream().ptr)

    def reduce(self, given: Any, out: Any, root: Any, op: str) -> None:
        """The same on one process."""
        each, kind, operation = self._number(given.dtype, op)
        self._comm.reduce(given.data.ptr, out.data.ptr, given.size * each, kind, operation, root, _stream().ptr)

    def broadcast(self, array: Any, root: Any) -> None:
        """Everybody gets the array of one process."""
        self._comm.broadcast(array.data.ptr, array.data.ptr, array.nbytes, _BYTE, root, _stream().ptr)

    def all_gather(self, given: Any, out: Any) -> None:
        """`out` holds the arrays of all, one after the other."""
        self._comm.allGather(given.data.ptr, out.data.ptr, given.nbytes, _BYTE, _stream().ptr)

    def reduce_scatter(self, given: Any, out: Any, op: str) -> None:
        """Each process gets its share of the combination of all."""
        each, kind, operation = self._number(out.dtype, op)
        self._comm.reduceScatter(given.data.ptr, out.data.ptr, out.size * each, kind, operation, _stream().ptr)

    def _group(self, calls: Any) -> None:
        self._nccl.groupStart()
        try:
            for call in calls:
                call()
        finally:
            self._nccl.groupEnd()

    def _send(self, array: cupy.ndarray, peer: Any) -> None:
        self._comm.send(array.data.ptr, array.nbytes, _BYTE, peer, _stream().ptr)

    def _recv(self, array: cupy.ndarray, peer: Any) -> None:
        self._comm.recv(array.data.ptr, array.nbytes, _BYTE, peer, _stream().ptr)

    def gather(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """`out` of one process holds the arrays of all."""
        rows = out.reshape(self.size, -1) if self.rank == root else ()
        self._group([lambda: self._send(given, root),
                     *[lambda row=row, peer=peer: self._recv(row, peer) for peer, row in enumerate(rows)]])

    def scatter(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """Each process gets its row of one process's array."""
        rows = given.reshape(self.size, -1) if self.rank == root else ()
        self._group([*[lambda row=row, peer=peer: self._send(row, peer) for peer, row in enumerate(rows)],
                     lambda: self._recv(out, root)])

    def all_to_all(self, given: Any, out: Any) -> None:
        """Row k of each process's array becomes a row of process k's."""
        self._comm.allToAll(given.data.ptr, out.data.ptr, given.nbytes // self.size, _BYTE, 1, _stream().ptr)

    def exchange(self, sends: Any, receives: Any) -> None:
        """To and from any processes."""
        self._group([*[lambda peer=peer, array=array: self._send(array, peer) for peer, array in sends.items()],
                     *[lambda peer=peer, array=array: self._recv(array, peer) for peer, array in receives.items()]])

    def send(self, array: Any, peer: SupportsIndex) -> None:
        """To one process."""
        self._send(array, peer)

    def recv(self, array: Any, peer: SupportsIndex) -> None:
        """From one process."""
        self._recv(array, peer)

    def send_recv(self, given: Any, out: Any, peer: SupportsIndex) -> None:
        """To and from one process."""
        self._group([lambda: self._send(given, peer), lambda: self._recv(out, peer)])

    def barrier(self) -> None:
        """Wait for all."""
        word = cupy.zeros(1, "i")
        self.all_reduce(word, word, "sum")
        cupy.cuda.get_current_stream().synchronize()

    def abort(self) -> None:
        """Give the communicator up: work that waits for others ends."""
        self._comm.abort()

    def close(self) -> None:
        """Give the communicator back."""
        self._comm.destroy()
