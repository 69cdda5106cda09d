"""How a process joins its group: what it is told, what its launcher says, MPI."""
from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import cupy
from cupy._ext import host_memory

from cupyx.distributed import _shared, _store
from cupyx.distributed._communicator import Communicator
from cupyx.distributed._transport_host import HostTransport
from cupyx.distributed._transport_mpi import MpiTransport
from cupyx.distributed._transport_nccl import NcclTransport

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupyx.distributed._store import Client

__all__ = ["NCCLBackend", "init_process_group"]

_TIMEOUT = 300.0
_LEAVING = 10.0         # seconds that rank 0 waits for the others to leave

#: Variables by which launchers tell a process its rank and how many there are.
_LAUNCHERS = (("RANK", "WORLD_SIZE"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
              ("SLURM_PROCID", "SLURM_NTASKS"))


def _connect_host(timeout: float) -> Callable[..., Any]:
    def connect(store: Client, rank: int, size: int) -> HostTransport:
        if rank == 0:
            folder, room = _shared.folder_for(size)
            store.set("memory", f"{room} {folder}".encode())
        room, folder = store.get("memory").decode().split(" ", 1)
        rounds = iter(("made", "opened"))

        def meet(text: str) -> list[str]:
            word = next(rounds)
            store.set(f"{word}/{rank}", text.encode())
            return [store.get(f"{word}/{other}").decode() for other in range(size)]

        return HostTransport(_shared.SharedGroup(folder, rank, size, int(room), timeout, meet))
    return connect


def _connect_nccl(store: Any, rank: int, size: int) -> NcclTransport:
    from cupy.cuda import nccl

    store.set(f"here/{rank}", b"")
    if rank == 0:
        store.set("nccl", nccl.get_unique_id())
    for other in range(size):       # NCCL waits for ever for processes that do not come, the store does not
        store.get(f"here/{other}")
    return NcclTransport(store.get("nccl"), rank, size)


def _connect_mpi(comm: Any, timeout: float) -> Callable[..., Any]:
    def connect(store: Any, rank: int, size: int) -> MpiTransport:
        if (comm.Get_rank(), comm.Get_size()) != (rank, size):
            raise ValueError(f"rank is {rank} of {size}, but MPI says {comm.Get_rank()} of {comm.Get_size()}")
        return MpiTransport(comm, timeout)
    return connect


class _MpiStore:
    """A store that MPI carries: every `get` of a key is a broadcast of who set it."""

    def __init__(self, comm: Any) -> None:
        self._comm, self._values = comm, {}

    def set(self, key: str, value: bytes) -> None:
        """Give a key its value."""
        self._values[key] = value

    def get(self, key: str | None, timeout: float | None = None) -> Any:
        """The value of a key; all processes ask for the same keys in the same order."""
        return next(v for v in self._comm.allgather(self._values.get(key)) if v is not None)

    def close(self) -> None:
        """Nothing is held."""


class NCCLBackend(Communicator):
    """A member of a group of processes, by CuPy's name: NCCL or RCCL between GPUs, shared memory between CPUs.

    Parameters
    ----------
    n_devices : int
        Processes of the group, each with one device.
    rank : int
        Number of this one.
    host : str, optional
        Where rank 0 listens; ``CUPYX_DISTRIBUTED_HOST``, or this machine alone.
    port : int, optional
        Its port; ``CUPYX_DISTRIBUTED_PORT``, or 13333.
    use_mpi : bool, optional
        Let MPI (mpi4py) bring the processes together instead.
    timeout : float, optional
        Seconds after which a process gives up waiting for others.
    comm : mpi4py.MPI.Comm, optional
        Let MPI move the arrays too, between these processes.

    Raises
    ------
    CommunicatorError
        The others did not come in time.

    Examples
    --------
    >>> from cupyx.distributed import NCCLBackend
    >>> group = NCCLBackend(1, 0, port=0)
    >>> group.rank, group.size
    (0, 1)
    >>> group.stop()
    """

    def __init__(self, n_devices: Any, rank: Any, host: str | None = None, port: SupportsIndex | None = None,
                 use_mpi: bool = False, *, timeout: float = _TIMEOUT, comm: Any = None) -> None:
        self._server = self._token_file = None
        host = _store.DEFAULT_HOST if host is None else host
        port = _store.DEFAULT_PORT if port is None else port
        if not (isinstance(n_devices, int) and n_devices > 0):
            raise ValueError(f"n_devices must be a positive integer, not {n_devices!r}")
        if not 0 <= rank < n_devices:
            raise ValueError(f"rank is {rank}, and there are {n_devices} processes")
        if use_mpi or comm is not None:
            from mpi4py import MPI
            self._client = _MpiStore(MPI.COMM_WORLD if comm is None else comm)
        else:
            self._client = self._join(n_devices, rank, host, port, timeout)
        atexit.register(self._close)
        try:
            if comm is not None:
                connect = _connect_mpi(comm, timeout)
            else:
                connect = _connect_host(timeout) if host_memory() else _connect_nccl
            super().__init__(rank, n_devices, self._client, connect)
            if connect is _connect_nccl and n_devices > 1 and isinstance(self._client, _store.Client):
                self._watch(*self._client.address, rank, timeout)
        except BaseException:
            self._close()
            raise

    @property
    def n_devices(self) -> int:
        """Processes of the group."""
        return self.size

    def _join(self, n_devices: int, rank: int | Int | None, host: str, port: Any, timeout: float) -> Client:
        if rank == 0:
            self._server, token, self._token_file = _store.serve(host, port)
            return _store.Client(host, self._server.port, token, rank, timeout)
        return _store.Client(host, port, b"", rank, timeout, lambda: _store.find_token(host, port))

    def _watch(self, host: str, port: int | None, token: bytes, rank: int | Int | None, timeout: float) -> None:
        """NCCL waits for processes that are gone: a thread that hears of them ends the waiting."""
        client = _store.Client(host, port, token, rank, timeout)

        def wait() -> None:
            gone = client.watch()
            if gone is not None and self._client is not None:
                self._give_up(f"rank {gone} is gone")

        threading.Thread(target=wait, daemon=True, name="cupyx group").start()

    def stop(self) -> None:
        """Leave the group, after all others have come here too; rank 0 ends the store."""
        super().stop()
        self._close(_LEAVING)

    def _close(self, patience: float = 0.0) -> None:
        atexit.unregister(self._close)
        if self._client is not None:
            client, self._client = self._client, None       # what is heard of others from now on is no failure
            client.close()
        if self._server is not None:
            self._server.drain(self.size, patience)     # else who is still leaving takes this one for dead
            self._server.close()
            self._server = None
        if self._token_file is not None:
            try:
                os.unlink(self._token_file)
            except FileNotFoundError:
                pass
            self._token_file = None


def _launched() -> tuple[int, int, str | None, int | None] | None:
    """Rank, size, host and port as a launcher left them in the environment, or None."""
    for rank, size in _LAUNCHERS:
        if rank in os.environ and size in os.environ:
            return (int(os.environ[rank]), int(os.environ[size]), os.environ.get("MASTER_ADDR"),
                    int(os.environ["MASTER_PORT"]) if "MASTER_PORT" in os.environ else None)
    return None


def init_process_group(n_devices: Int | None = None, rank: Int | None = None, *,
                       backend: Literal["nccl", "host", "mpi"] = "nccl", host: str | None = None,
                       port: SupportsIndex | None = None, use_mpi: bool = False, timeout: float = _TIMEOUT,
                       comm: Any = None) -> NCCLBackend:
    """Join a group of processes, each with one device.

    Parameters
    ----------
    n_devices, rank : int, optional
        How many processes there are and which one this is. If they are not given, the launcher has told them
        (torchrun, Open MPI, MPICH, Slurm), or MPI knows them.
    backend : {'nccl', 'host', 'mpi'}, optional
        NCCL (RCCL on ROCm) between GPUs; on the host backend memory that the processes share. 'mpi': MPI (mpi4py) moves
        the arrays, from the memory of the device if it is built for that (``CUPYX_MPI_GPU_AWARE=1`` or ``0`` says
        so where it cannot be found out), else through pinned memory.
    host : str, optional
        Where rank 0 listens; ``CUPYX_DISTRIBUTED_HOST``, or this machine alone. Another machine needs a secret that all
        processes have in ``CUPYX_DISTRIBUTED_TOKEN``.
    port : int, optional
        Its port; ``CUPYX_DISTRIBUTED_PORT``, or 13333.
    use_mpi : bool, optional
        Let MPI (mpi4py) bring the processes together; NCCL moves the arrays.
    timeout : float, optional
        Seconds after which a process gives up waiting for others.
    comm : mpi4py.MPI.Comm, optional
        The processes of `backend` ``'mpi'``; all that were started, if not given.

    Returns
    -------
    NCCLBackend
        The communicator of the group.

    Raises
    ------
    ValueError
        For a backend that there is not, or a rank outside the group.
    CommunicatorError
        The others did not come in time.

    Notes
    -----
    With `backend` ``'nccl'`` the current device is used: set it before, a device a process.

    Examples
    --------
    >>> from cupyx import distributed
    >>> with distributed.init_process_group(1, 0, port=0) as group:
    ...     group.barrier()
    """
    if backend not in ("nccl", "host", "mpi"):
        raise ValueError(f"{backend!r} is not supported; backends are 'nccl', 'host' and 'mpi'")
    if backend == "host" and not host_memory():
        raise ValueError("backend 'host' is for arrays of the host backend (CUPY_BACKEND=host)")
    if backend == "mpi" or comm is not None:
        from mpi4py import MPI
        comm = MPI.COMM_WORLD if comm is None else comm
        rank = comm.Get_rank() if rank is None else rank
        n_devices = comm.Get_size() if n_devices is None else n_devices
    if n_devices is None or rank is None:
        told = _launched()
        if told is not None:
            rank, n_devices, address, told_port = told
            host, port = host or address, told_port if port is None else port
        elif use_mpi or "mpi4py.MPI" in sys.modules:
            from mpi4py import MPI
            rank, n_devices, use_mpi = MPI.COMM_WORLD.Get_rank(), MPI.COMM_WORLD.Get_size(), True
        else:
            raise ValueError("n_devices and rank are not given, and no launcher has set RANK and WORLD_SIZE")
    cupy.cuda.Device().use()
    return NCCLBackend(n_devices, rank, host, port, use_mpi, timeout=timeout, comm=comm)
