"""Collectives through MPI (mpi4py): from memory of the device where the library can, else through pinned memory."""
from __future__ import annotations

import atexit
import os
import time
import zlib
from typing import Any, SupportsIndex

import numpy

import cupy
from cupy._ext import host_memory, host_view

from cupyx.distributed._errors import CommunicatorError

__all__ = []

_COMBINE = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}
_LOGICAL = {"sum": "LOR", "prod": "LAND", "max": "LOR", "min": "LAND"}
_EXIT_STATUS = 70


def reads_devices(comm: Any) -> bool:
    """Whether the library takes addresses of the device, as its environment or its information says.

    ``CUPYX_MPI_GPU_AWARE`` (1 or 0) decides where it is set; else the variables of Cray MPICH, MPICH and Open MPI, and
    the kinds of memory that MPI 4.1 names.
    """
    said = os.environ.get("CUPYX_MPI_GPU_AWARE")
    if said is not None:
        return said.strip().lower() in ("1", "true", "yes", "on")
    if any(os.environ.get(name, "0").lower() in ("1", "true") for name in (
            "MPICH_GPU_SUPPORT_ENABLED", "MPIR_CVAR_ENABLE_GPU", "OMPI_MCA_opal_cuda_support")):
        return True
    info = comm.Get_info()
    try:
        kinds = info.Get("mpi_memory_alloc_kinds") or ""
    finally:
        info.Free()
    return any(kind.split(":")[0] in ("cuda", "rocm") for kind in kinds.split(","))


class MpiTransport:
    """The operations of a communicator, on contiguous arrays; work is done when a call returns.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
        The processes; a copy of it is used.
    timeout : float
        Seconds after which a call gives up.
    """

    def __init__(self, comm: Any, timeout: Any) -> None:
        from mpi4py import MPI

        self._mpi, self._comm, self._timeout = MPI, comm.Dup(), timeout
        self.rank, self.size = comm.Get_rank(), comm.Get_size()
        self._direct = not host_memory() and reads_devices(comm)
        self._pinned = {}

    def split(self, color: Any, key: str) -> MpiTransport | None:
        """The transport of those with the same `color`, or None."""
        part = self._comm.Split(self._mpi.UNDEFINED if color is None else color, key)
        if part == self._mpi.COMM_NULL:
            return None
        made = MpiTransport(part, self._timeout)
        part.Free()
        return made

    def _wait(self, request: Any, call: Any) -> None:
        deadline, pause = time.monotonic() + self._timeout, 0.0
        begin = time.monotonic()
        while not request.Test():
            now = time.monotonic()
            if now > deadline:
                # What others wait for never comes: at its end this process must not wait for it either.
                atexit.register(self._comm.Abort, _EXIT_STATUS)
                raise CommunicatorError(f"rank {self.rank}: {call}: not all processes came within "
                                        f"{self._timeout:g} s")
            pause = min(1e-3, (now - begin) / 20) if now - begin > 1e-3 else 0.0
            time.sleep(pause)

    def _agree(self, call: Any, array: Any, *more: Any) -> None:
        """ValueError in every process where they are about to do different things."""
        text = " ".join(map(str, (call, array.size, array.dtype, *more))) if array is not None else call
        code = zlib.crc32(text.encode())
        mine, every = numpy.array([code, -code], "i8"), numpy.empty(2, "i8")
        self._wait(self._comm.Iallreduce(mine, every, self._mpi.MAX), call)
        if every[0] == -every[1]:
            return
        said = self._comm.allgather(text)
        for rank, other in enumerate(said):
            if other != text:
                raise ValueError(f"rank {self.rank} calls {text}, rank {rank} {other}")

    def _staged(self, array: cupy.ndarray, name: str) -> numpy.ndarray[tuple[Any, ...], numpy.dtype[Any]]:
        """Pinned memory for an array's bytes."""
        held = self._pinned.get(name)
        if held is None or held.nbytes < array.nbytes:
            import cupyx

            held = self._pinned[name] = cupyx.empty_pinned(max(array.nbytes, 1), "u1")
        return held[:array.nbytes].view(array.dtype)

    def _given(self,
            array: cupy.ndarray) -> numpy.ndarray[tuple[int], Any] | cupy.ndarray | numpy.ndarray[tuple[Any, ...],
                numpy.dtype[Any]]:
        """What MPI reads of an array."""
        if host_memory():
            return host_view(array).reshape(-1)
        if self._direct:
            cupy.cuda.get_current_stream().synchronize()
            return array.reshape(-1)
        staged = self._staged(array, "given")
        array.reshape(-1).get(out=staged)
        return staged

    def _taken(self, array: cupy.ndarray) -> Any:
        """What MPI writes for an array; `_finish` ends it."""
        if host_memory():
            return host_view(array).reshape(-1)
        if self._direct:
            cupy.cuda.get_current_stream().synchronize()
            return array.reshape(-1)
        return self._staged(array, "taken")

    def _finish(self, buffer: Any, array: cupy.ndarray) -> None:
        if not host_memory() and not self._direct:
            array.reshape(-1).set(buffer)
            cupy.cuda.get_current_stream().synchronize()     # the pinned memory is used again

    def _bytes(self, buffer: Any) -> list[Any]:
        return [buffer, buffer.nbytes, self._mpi.BYTE]

    def _reduction(self, dtype: numpy.dtype[Any], op: str) -> tuple[Any, Any] | None:
        """MPI's type and operation, or None where it has none for a dtype."""
        if dtype.kind == "c" and op not in ("sum", "prod"):
            raise TypeError(f"arrays of {dtype} cannot be combined by {op!r}")
        bits = 8 * dtype.itemsize
        name = {"b": "C_BOOL", "i": f"INT{bits}_T", "u": f"UINT{bits}_T",
                "f": {32: "FLOAT", 64: "DOUBLE"}.get(bits),
                "c": {64: "C_FLOAT_COMPLEX", 128: "C_DOUBLE_COMPLEX"}.get(bits)}.get(dtype.kind)
        if name is None or dtype.name == "bfloat16":
            return None
        return getattr(self._mpi, name), getattr(self._mpi, _LOGICAL[op] if dtype.kind == "b" else op.upper())

    def all_reduce(self, given: Any, out: Any, op: Any, root: Any = None) -> None:
        """`out` becomes the combination of all `given`; only on `root`, if there is one."""
        call = "all_reduce" if root is None else "reduce"
        self._agree(call, given, op, "" if root is None else root)
        found = self._reduction(given.dtype, op)
        mine = root is None or self.rank == root
        if found is None:
            return self._combine(given, out, op, call, mine)
        source, target = self._given(given), self._taken(out) if mine else None
        send, receive = [source, given.size, found[0]], [target, given.size, found[0]] if mine else None
        if target is not None and _same_memory(given, out):
            send = self._mpi.IN_PLACE
            if target is not source:
                target[...] = source
        if root is None:
            self._wait(self._comm.Iallreduce(send, receive, found[1]), call)
        else:
            self._wait(self._comm.Ireduce(send, receive, found[1], root), call)
        if mine:
            self._finish(target, out)

    def _combine(self, given: cupy.ndarray, out: cupy.ndarray, op: str, call: Any, mine: Any) -> None:
        """Of types that MPI does not know, such as float16: gathered, and combined in the order of ranks."""
        every = cupy.empty((self.size, given.size), given.dtype)
        self._gather(given, every, call)
        if not mine:
            return
        total, combine = every[0].copy(), getattr(cupy, _COMBINE[op].__name__)
        for part in every[1:]:
            combine(total, part, out=total)
        out[...] = total.reshape(out.shape)

    def reduce(self, given: Any, out: Any, root: SupportsIndex, op: str) -> None:
        """The same on one process."""
        self.all_reduce(given, out, op, root)

    def broadcast(self, array: Any, root: SupportsIndex) -> None:
        """Everybody gets the array of one process."""
        self._agree("broadcast", array, root)
        buffer = self._given(array) if self.rank == root else self._taken(array)
        self._wait(self._comm.Ibcast(self._bytes(buffer), root), "broadcast")
        if self.rank != root:
            self._finish(buffer, array)

    def _gather(self, given: Any, out: Any, call: Any, root: Any = None) -> None:
        source = self._given(given)
        mine = root is None or self.rank == root
        target = self._taken(out) if mine else None
        receive = [target, given.nbytes, self._mpi.BYTE] if mine else None
        if root is None:
            self._wait(self._comm.Iallgather(self._bytes(source), receive), call)
        else:
            self._wait(self._comm.Igather(self._bytes(source), receive, root), call)
        if mine:
            self._finish(target, out)

    def all_gather(self, given: Any, out: Any) -> None:
        """`out` holds the arrays of all, one after the other."""
        self._agree("all_gather", given)
        self._gather(given, out, "all_gather")

    def gather(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """The same on one process."""
        self._agree("gather", given, root)
        self._gather(given, out, "gather", root)

    def reduce_scatter(self, given: Any, out: Any, op: str) -> None:
        """Each process gets its share of the combination of all."""
        self._agree("reduce_scatter", given, op)
        found = self._reduction(given.dtype, op)
        if found is None:
            total = cupy.empty_like(given)
            self._combine(given, total, op, "reduce_scatter", True)
            out[...] = total.reshape(self.size, -1)[self.rank].reshape(out.shape)
            return
        source, target = self._given(given), self._taken(out)
        self._wait(self._comm.Ireduce_scatter_block([source, out.size, found[0]], [target, out.size, found[0]],
                                                    found[1]), "reduce_scatter")
        self._finish(target, out)

    def scatter(self, given: Any, out: Any, root: SupportsIndex) -> None:
        """Each process gets its row of one process's array."""
        self._agree("scatter", out, root)
        send = [self._given(given), out.nbytes, self._mpi.BYTE] if self.rank == root else None
        target = self._taken(out)
        self._wait(self._comm.Iscatter(send, self._bytes(target), root), "scatter")
        self._finish(target, out)

    def all_to_all(self, given: Any, out: Any) -> None:
        """Row k of each process's array becomes a row of process k's."""
        self._agree("all_to_all", given)
        source, target = self._given(given), self._taken(out)
        each = given.nbytes // self.size
        self._wait(self._comm.Ialltoall([source, each, self._mpi.BYTE], [target, each, self._mpi.BYTE]), "all_to_all")
        self._finish(target, out)

    def send(self, array: Any, peer: SupportsIndex) -> None:
        """To one process."""
        self._wait(self._comm.Isend(self._bytes(self._given(array)), peer), "send")

    def recv(self, array: Any, peer: SupportsIndex) -> None:
        """From one process."""
        target = self._taken(array)
        self._wait(self._comm.Irecv(self._bytes(target), peer), "recv")
        self._finish(target, array)

    def send_recv(self, given: Any, out: Any, peer: SupportsIndex) -> None:
        """To and from one process."""
        target = self._taken(out)
        coming = self._comm.Irecv(self._bytes(target), peer)
        self._wait(self._comm.Isend(self._bytes(self._given(given)), peer), "send_recv")
        self._wait(coming, "send_recv")
        self._finish(target, out)

    def exchange(self, sends: Any, receives: Any) -> None:
        """To and from any processes."""
        if not host_memory() and not self._direct:      # staged memory is for one array at a time
            for step in range(self.size):
                peer = (step - self.rank) % self.size
                coming, target = None, None
                if peer in receives:
                    target = self._taken(receives[peer])
                    coming = self._comm.Irecv(self._bytes(target), peer)
                if peer in sends:
                    self._wait(self._comm.Isend(self._bytes(self._given(sends[peer])), peer), "exchange")
                if coming is not None:
                    self._wait(coming, "exchange")
                    self._finish(target, receives[peer])
            return
        requests = [self._comm.Irecv(self._bytes(self._taken(array)), peer) for peer, array in receives.items()]
        requests += [self._comm.Isend(self._bytes(self._given(array)), peer) for peer, array in sends.items()]
        for request in requests:
            self._wait(request, "exchange")

    def barrier(self) -> None:
        """Wait for all."""
        self._agree("barrier", None)

    def close(self) -> None:
        """Leave."""
        self._comm.Free()


def _same_memory(a: cupy.ndarray, b: cupy.ndarray) -> Any:
    return a.data.ptr == b.data.ptr
