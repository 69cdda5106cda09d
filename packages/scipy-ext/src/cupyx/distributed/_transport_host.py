"""Collectives of processes on one machine, through memory that they share."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy

import cupy
from cupy._ext import host_memory, host_view

__all__ = []

_COMBINE = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}


class HostTransport:
    """The operations of a communicator, on contiguous arrays; work is done when a call returns.

    Parameters
    ----------
    group : SharedGroup
        The processes.
    """

    def __init__(self, group: Any) -> None:
        self.group = group

    def _agree(self, name: str, array: cupy.ndarray, *more: str | int) -> None:
        self.group.agree(" ".join(map(str, (name, array.size, array.dtype, *more))))

    def _read(self, array: Any) -> numpy.ndarray[Any, Any]:
        """The bytes of an array on the CPU; on the host backend they are the array's own."""
        return host_view(array) if host_memory() else array.get()

    def _collect(self, given: numpy.ndarray[Any, Any], result: numpy.ndarray[Any, Any], each: Callable[..., Any],
                 from_rank: int | None = None) -> None:
        """Exchange bytes; ``each(start, views)`` reads; then `result` is what the array holds."""
        self.group.exchange(numpy.ascontiguousarray(given).data.cast("B") if given.size else memoryview(b""),
                            each)

    def all_reduce(self, given: Any, out: Any, op: str, roots: Any = None) -> None:
        """`out` becomes the combination of all `given`, in the order of ranks; only on `roots`, if there are any."""
        self._agree("all_reduce" if roots is None else "reduce", given, op, roots or "")
        source = self._read(given)
        mine = roots is None or self.group.rank in roots
        total = numpy.empty(source.shape, source.dtype)
        flat, combine = total.reshape(-1), _COMBINE[op]

        def read(start: int, views: list[memoryview]) -> None:
            if not mine:
                return
            parts = [numpy.frombuffer(view, numpy.uint8) for view in views]
            count = len(parts[0]) // source.itemsize
            at = flat[start // source.itemsize:][:count]
            at[...] = parts[0].view(source.dtype)
            for part in parts[1:]:
                combine(at, part.view(source.dtype), out=at)

        self._collect(source, total, read)
        if mine:
            _write(out, total)

    def reduce(self, given: Any, out: Any, root: SupportsIndex, op: str) -> None:
        """The same on one process."""
        self.all_reduce(given, out, op, (root,))

    def broadcast(self, array: Any, root: Any) -> None:
        """Everybody gets the array of one process."""
        self._agree("broadcast", array, root)
        source = self._read(array)
        result = numpy.empty(source.nbytes, numpy.uint8)

        def read(start: Any, views: Any) -> None:
            result[start:start + len(views[root])] = views[root]

        self._collect(source, result, read)
        if self.group.rank != root:
            _write(array, result.view(array.dtype).reshape(array.shape))

    def all_gather(self, given: Any, out: Any, name: str = "all_gather", roots: Any = None) -> None:
        """`out` holds the arrays of all, one after the other."""
        self._agree(name, given, roots or "")
        source, mine = self._read(given), roots is None or self.group.rank in roots
        result = numpy.empty((self.group.size, source.nbytes), numpy.uint8)

        def read(start: Any, views: Any) -> None:
            for rank, view in enumerate(views if mine else ()):
                result[rank, start:start + len(view)] = view

        self._collect(source, result, read)
        if mine:
            _write(out, result.reshape(-1).view(source.dtype).reshape(out.shape))

    def gather(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """The same on one process."""
        self.all_gather(given, out, "gather", (root,))

    def reduce_scatter(self, given: Any, out: Any, op: str) -> None:
        """Each process gets its share of the combination of all."""
        total = cupy.empty_like(given)
        self.all_reduce(given, total, op)
        _write(out, self._read(total.reshape(self.group.size, -1)[self.group.rank]).reshape(out.shape))

    def scatter(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """Each process gets its row of one process's array."""
        every = cupy.empty((self.group.size, *out.shape), out.dtype)
        if self.group.rank == root:
            every[...] = given.reshape(every.shape)
        self.broadcast(every, root)
        out[...] = every[self.group.rank]

    def all_to_all(self, given: Any, out: Any) -> None:
        """Row k of each process's array becomes a row of process k's."""
        every = cupy.empty((self.group.size, *given.shape), given.dtype)
        self.all_gather(given, every, "all_to_all")
        out[...] = every[:, self.group.rank].reshape(out.shape)

    def send(self, array: Any, peer: SupportsIndex) -> None:
        """To one process."""
        self.group.transfer("send", send=_bytes(self._read(array)), to=peer)

    def recv(self, array: Any, peer: SupportsIndex) -> None:
        """From one process."""
        data = numpy.empty(array.shape, array.dtype)
        self.group.transfer("recv", receive=_bytes(data), source=peer)
        _write(array, data)

    def send_recv(self, given: Any, out: Any, peer: SupportsIndex) -> None:
        """To and from one process."""
        data = numpy.empty(out.shape, out.dtype)
        self.group.transfer("send_recv", send=_bytes(self._read(given)), to=peer, receive=_bytes(data), source=peer)
        _write(out, data)

    def exchange(self, sends: Any, receives: Any) -> None:
        """To and from any processes, in rounds of pairs."""
        for step in range(self.group.size):
            peer = (step - self.group.rank) % self.group.size
            if peer == self.group.rank or not (peer in sends or peer in receives):
                continue
            data = numpy.empty(receives[peer].shape, receives[peer].dtype) if peer in receives else None
            self.group.transfer("exchange", send=_bytes(self._read(sends[peer])) if peer in sends else None, to=peer,
                                receive=None if data is None else _bytes(data), source=peer)
            if data is not None:
                _write(receives[peer], data)

    def barrier(self) -> None:
        """Wait for all."""
        self.group.call = "barrier"
        self.group.barrier()

    def close(self) -> None:
        """Leave."""
        self.group.close()


def _bytes(data: Any) -> memoryview[int]:
    return numpy.ascontiguousarray(data).reshape(-1).view(numpy.uint8).data


def _write(array: cupy.ndarray, data: numpy.ndarray[Any, Any]) -> None:
    array[...] = cupy.asarray(data).reshape(array.shape)
