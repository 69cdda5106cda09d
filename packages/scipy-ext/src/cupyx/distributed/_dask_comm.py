"""The comm ``cupy://`` of Dask: TCP, but arrays go from device to device, or through memory, on one machine.

Messages between processes of one machine hold handles (`SharedArray`) for arrays from 64 KiB on; whoever reads a
message copies from the sender's memory, over NVLink between GPUs.  All else, and other machines, get bytes as with ``tcp://``.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy
from distributed.comm.core import CommClosedError
from distributed.comm.tcp import TCP, TCPBackend, TCPConnector, TCPListener
from distributed.protocol.serialize import register_serialization_family

from cupyx.distributed._errors import CommunicatorError
from cupyx.distributed._share import SharedArray, host_name

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = []

_FAMILY = "cupy"
_LEAST = 1 << 16            # bytes
_TIMEOUT = 120.0


class _AsBytes(NotImplementedError):
    """What Dask takes for: not by this family of serializers, try the next."""


def _dumps(x: ArrayLike, context: Any = None) -> tuple[dict[str, list[Any]], list[Any]]:
    """Header and no frames of an array that is shared; an error for what goes as bytes."""
    import cupy

    if not isinstance(x, cupy.ndarray) or x.nbytes < _LEAST:
        raise _AsBytes(type(x).__name__)
    shared = SharedArray(x, 1, _TIMEOUT)
    return {"shared": [list(shared.shape), shared.dtype.str, shared._order, shared._pid, shared._nbytes, shared._memory,
                       shared._stays, shared._token, shared._file]}, []


def _loads(header: dict[str, list[Any]], frames: list[Any]) -> ndarray:
    shape, dtype, order, pid, nbytes, memory, stays, token, file = header["shared"]
    shared = object.__new__(SharedArray)
    shared.shape, shared.dtype, shared._order = tuple(shape), numpy.dtype(dtype), order
    shared._pid, shared._nbytes, shared._memory, shared._stays = int(pid), int(nbytes), memory, bool(stays)
    shared._token, shared._file = token, int(file)
    if shared._nbytes != shared.dtype.itemsize * math.prod(shared.shape):
        raise ValueError("a shared array's size and shape differ")
    return shared.open()


class CupyComm(TCP):
    """A connection; what the other end is, it says when they meet."""

    def handshake_info(self) -> dict[str, Any]:
        """What the other end is told: where this process is, and whether it reads arrays itself or passes them on."""
        return {**super().handshake_info(), "cupy-host": host_name(), "cupy-reads": bool(self.deserialize)}

    def _is_near(self) -> Any:
        return self.remote_info.get("cupy-reads", False) and self.remote_info.get("cupy-host") == host_name()

    async def write(self, msg: Any, serializers: Any = None, on_error: Any = "message") -> int:
        """Send a message, with handles for arrays if the other end can open them."""
        if self._is_near():
            serializers = (_FAMILY, *(("dask", "pickle", "error") if serializers is None else serializers))
        return await super().write(msg, serializers=serializers, on_error=on_error)

    async def read(self, deserializers: Any = None) -> None:
        """Receive a message; a sender that is gone before its arrays were read is a lost connection, as for sockets."""
        if deserializers is not None:
            deserializers = (_FAMILY, *deserializers)
        try:
            return await super().read(deserializers=deserializers)
        except CommunicatorError as error:
            self.abort()
            raise CommClosedError(f"in {self}: {error}") from error


class CupyConnector(TCPConnector):
    """Connects."""

    prefix = "cupy://"
    comm_class = CupyComm


class CupyListener(TCPListener):
    """Is connected to."""

    prefix = "cupy://"
    comm_class = CupyComm


class CupyBackend(TCPBackend):
    """What Dask finds by the entry point ``distributed.comm.backends``."""

    _connector_class = CupyConnector
    _listener_class = CupyListener

    def __init__(self) -> None:
        register_serialization_family(_FAMILY, _dumps, _loads)
