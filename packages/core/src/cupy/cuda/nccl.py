"""NCCL by CuPy's names: communicators between devices. Where the library is missing `available` is false."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from cupy._runtime import driver

if TYPE_CHECKING:
    from cupy._core.options import Int

__all__ = [
    "NcclCommunicator", "NcclConfig", "NcclError", "available", "check_status", "get_build_version", "get_unique_id",
    "get_version", "groupEnd", "groupStart", "memAlloc", "memFree",
]


class _Missing:
    """Stands for a library that is not there: whatever is asked of it raises the reason."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __getattr__(self, name: str) -> NoReturn:
        raise self.error


class NcclError(RuntimeError):
    """A call of NCCL failed; the library has its own class where it is there."""


#: ncclDataType_t and ncclRedOp_t, by the names of nccl.h.
_TYPES = {"INT8": 0, "CHAR": 0, "UINT8": 1, "INT32": 2, "INT": 2, "UINT32": 3, "INT64": 4, "UINT64": 5, "FLOAT16": 6,
          "HALF": 6, "FLOAT32": 7, "FLOAT": 7, "FLOAT64": 8, "DOUBLE": 8, "BFLOAT16": 9}
_OPERATIONS = {"SUM": 0, "PROD": 1, "MAX": 2, "MIN": 3, "AVG": 4}
_CONSTANTS = {f"NCCL_{name}": number for name, number in (*_TYPES.items(), *_OPERATIONS.items())}
globals().update(_CONSTANTS)
__all__.extend(_CONSTANTS)

try:
    _library = driver.backend().service("comm")
    NcclError = _library.Error
    available = True
except ImportError as error:
    _library = _Missing(error)
    available = False


def get_version() -> int:
    """Version of the library: 22703 for 2.27.3."""
    return _library.version()


def get_build_version() -> int:
    """The same: nothing of the library is compiled in."""
    return _library.version()


def get_unique_id() -> bytes:
    """A new identifier, which all members of a communicator are given.

    Returns
    -------
    bytes
    """
    return _library.unique_id()


def check_status(status: int) -> None:
    """Raise `NcclError` unless a status of the library is 0."""
    _library.check(status)


def groupStart() -> None:
    """Begin a group: the calls up to `groupEnd` are one for the library."""
    _library.call("ncclGroupStart")


def groupEnd() -> None:
    """End a group."""
    _library.call("ncclGroupEnd")


def memAlloc(size: SupportsIndex) -> int:
    """Address of new memory that collectives can use without copies once it is registered.

    Parameters
    ----------
    size : int
        Bytes.

    Returns
    -------
    int
    """
    return _library.handle("ncclMemAlloc", (), (size,))


def memFree(address: int) -> None:
    """Give memory of `memAlloc` back."""
    _library.call("ncclMemFree", address)


class NcclConfig:
    """What `NcclCommunicator.commSplit` may be told.

    Parameters
    ----------
    split_share : int, optional
        1: the new communicator shares the resources of its parent, which must outlive it.

    Examples
    --------
    >>> from cupy.cuda.nccl import NcclConfig
    >>> NcclConfig(split_share=1).split_share
    1
    """

    split_share = 0

    def __init__(self, split_share: SupportsIndex = 0) -> None:
        self.split_share = split_share


class NcclCommunicator:
    """One member of a communicator.

    Parameters
    ----------
    ndev : int
        How many members there are.
    commId : bytes
        What `get_unique_id` gave to one of them.
    rank : int
        Number of this one.

    Notes
    -----
    Buffers and streams are addresses (``array.data.ptr``, ``stream.ptr``), counts are elements, and types and
    operations are the module's ``NCCL_`` constants.
    """

    comm = 0        # NCCL's handle; 0 when there is none any more

    def __init__(self, ndev: Int, commId: bytes, rank: Int) -> None:
        if not isinstance(commId, bytes) or len(commId) != _library.UNIQUE_ID_BYTES:
            raise ValueError(f"commId must be the {_library.UNIQUE_ID_BYTES} bytes that get_unique_id gives")
        if not 0 <= rank < ndev:
            raise ValueError(f"rank is {rank}, and there are {ndev} members")
        self.comm = _library.init_rank(ndev, commId, rank)

    @classmethod
    def _of(cls, handle: int) -> NcclCommunicator:
        member = object.__new__(cls)
        member.comm = handle
        return member

    @staticmethod
    def initAll(devices: int | Sequence[int]) -> list[Any]:
        """All members of one process.

        Parameters
        ----------
        devices : int or sequence of int
            How many devices, counted from 0, or their numbers.

        Returns
        -------
        list of NcclCommunicator
        """
        numbers = list(range(devices)) if isinstance(devices, int) else list(devices)
        return [NcclCommunicator._of(handle) for handle in _library.init_all(numbers)]

    def commSplit(self, color: int, key: int, config: Any = None) -> NcclCommunicator | None:
        """The communicator of the members with the same `color`, ordered by `key`; `config` is a `NcclConfig`."""
        options = {} if config is None else {"split_share": int(config.split_share)}
        return NcclCommunicator._of(_library.split(self.comm, color, key, **options))

    def destroy(self) -> None:
        """Free the communicator."""
        if self.comm:
            _library.call("ncclCommDestroy", self.comm)
            self.comm = 0

    def abort(self) -> None:
        """Free the communicator without waiting for what it has begun."""
        if self.comm:
            _library.call("ncclCommAbort", self.comm)
            self.comm = 0

    def check_async_error(self) -> None:
        """Raise `NcclError` if work that was begun has failed."""
        _library.check(_library.number("ncclCommGetAsyncError", self.comm))

    def device_id(self) -> int:
        """Device of this member."""
        return _library.number("ncclCommCuDevice", self.comm)

    def rank_id(self) -> int:
        """Number of this member."""
        return _library.number("ncclCommUserRank", self.comm)

    def size(self) -> int:
        """How many members there are."""
        return _library.number("ncclCommCount", self.comm)

    def on_arrays(self, numbers: Any) -> Any:
        """The collectives on arrays, each a compiled call; see `cupy._core.collectives`."""
        from cupy._core.collectives import Collectives
        return Collectives(_library.address, self.comm, self.size(), numbers, _library.check)

    def allReduce(self, sendbuf: int, recvbuf: int, count: int, datatype: int, op: int, stream: int) -> None:
        """Combine the buffers of all members, for all members."""
        _library.call("ncclAllReduce", sendbuf, recvbuf, count, datatype, op, self.comm, stream)

    def reduce(self, sendbuf: int, recvbuf: int, count: int, datatype: int, op: int, root: int, stream: int) -> None:
        """Combine the buffers of all members for the member `root`."""
        _library.call("ncclReduce", sendbuf, recvbuf, count, datatype, op, root, self.comm, stream)

    def broadcast(self, sendbuf: int, recvbuf: int, count: int, datatype: int, root: int, stream: int) -> None:
        """Copy the buffer of `root` to all members."""
        _library.call("ncclBroadcast", sendbuf, recvbuf, count, datatype, root, self.comm, stream)

    def bcast(self, buff: int, count: int, datatype: int, root: int, stream: int) -> None:
        """Copy the buffer of `root` to all members, in place."""
        _library.call("ncclBcast", buff, count, datatype, root, self.comm, stream)

    def reduceScatter(self, sendbuf: int, recvbuf: int, recvcount: int, datatype: int, op: int, stream: int) -> None:
        """Combine the buffers of all members, a piece for each."""
        _library.call("ncclReduceScatter", sendbuf, recvbuf, recvcount, datatype, op, self.comm, stream)

    def allGather(self, sendbuf: int, recvbuf: int, count: int, datatype: int, stream: int) -> None:
        """Join the buffers of all members, for all members."""
        _library.call("ncclAllGather", sendbuf, recvbuf, count, datatype, self.comm, stream)

    def send(self, sendbuf: int, count: int, datatype: int, peer: int, stream: int) -> None:
        """Send a buffer to a member."""
        _library.call("ncclSend", sendbuf, count, datatype, peer, self.comm, stream)

    def recv(self, recvbuf: int, count: int, datatype: int, peer: int, stream: int) -> None:
        """Receive a buffer from a member."""
        _library.call("ncclRecv", recvbuf, count, datatype, peer, self.comm, stream)

    def allToAll(self, sendbuf: int, recvbuf: int, count: int, datatype: int, itemsize: int, stream: int) -> None:
        """Give chunk k of the buffer to member k, get one of each; chunks are `count` items of `itemsize` bytes."""
        if _library.has("ncclAlltoAll"):
            _library.call("ncclAlltoAll", sendbuf, recvbuf, count, datatype, self.comm, stream)
            return
        step = count * itemsize
        _library.call("ncclGroupStart")
        try:
            for peer in range(self.size()):
                _library.call("ncclSend", sendbuf + peer * step, count, datatype, peer, self.comm, stream)
                _library.call("ncclRecv", recvbuf + peer * step, count, datatype, peer, self.comm, stream)
        finally:
            _library.call("ncclGroupEnd")

    def register(self, buffer: SupportsIndex, size: SupportsIndex) -> int:
        """Register memory, so that collectives use it without copies.

        Parameters
        ----------
        buffer, size : int
            Address and bytes.

        Returns
        -------
        int
            For `deregister`.
        """
        return _library.handle("ncclCommRegister", (self.comm, buffer, size))

    def deregister(self, handle: int) -> None:
        """Undo `register`."""
        _library.call("ncclCommDeregister", self.comm, handle)

    def window(self, buffer: SupportsIndex, size: SupportsIndex, flags: SupportsIndex = 0) -> int:
        """Register memory of all members as a window (NCCL 2.27); a call of all.

        Parameters
        ----------
        buffer, size : int
            Address, of `memAlloc`, and bytes.
        flags : int, optional
            1: the memory has the same offset on all members, and collectives may be symmetric.

        Returns
        -------
        int
            For `close_window`.
        """
        return _library.handle("ncclCommWindowRegister", (self.comm, buffer, size), (flags,))

    def close_window(self, window: int) -> None:
        """Undo `window`."""
        _library.call("ncclCommWindowDeregister", self.comm, window)
