"""NCCL behind core's protocol of communication: plain functions on handles, addresses and streams."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import NcclError as Error

__all__ = ["Config", "Error", "UNIQUE_ID_BYTES", "address", "call", "handle", "has", "version"]

UNIQUE_ID_BYTES = 128


class Config(ctypes.Structure):
    """ncclConfig_t as far as NCCL 2.18 has it; later libraries take the rest as not given."""

    _fields_ = (("size", ctypes.c_size_t), ("magic", ctypes.c_uint), ("version", ctypes.c_uint),
                ("blocking", ctypes.c_int), ("cga_cluster_size", ctypes.c_int), ("min_ctas", ctypes.c_int),
                ("max_ctas", ctypes.c_int), ("net_name", ctypes.c_char_p), ("split_share", ctypes.c_int))

    def __init__(self, **given: int) -> None:
        absent = dict.fromkeys(("blocking", "cga_cluster_size", "min_ctas", "max_ctas", "split_share"), -2**31)
        super().__init__(size=ctypes.sizeof(Config), magic=0xcafebeef, version=21800, **{**absent, **given})


class UniqueId(ctypes.Structure):
    """What the processes of a communicator share; passed by value."""

    _fields_ = (("internal", ctypes.c_char * UNIQUE_ID_BYTES),)


_handle, _int, _size = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t

#: Arguments of each function; a result that comes back through a pointer is the first or the last one.
_SIGNATURES = {
    "ncclGetVersion": (ctypes.POINTER(_int),),
    "ncclGetUniqueId": (ctypes.POINTER(UniqueId),),
    "ncclCommInitRank": (ctypes.POINTER(_handle), _int, UniqueId, _int),
    "ncclCommInitAll": (ctypes.POINTER(_handle), _int, ctypes.POINTER(_int)),
    "ncclCommSplit": (_handle, _int, _int, ctypes.POINTER(_handle), ctypes.POINTER(Config)),
    "ncclCommDestroy": (_handle,),
    "ncclCommAbort": (_handle,),
    "ncclCommGetAsyncError": (_handle, ctypes.POINTER(_int)),
    "ncclCommCuDevice": (_handle, ctypes.POINTER(_int)),
    "ncclCommUserRank": (_handle, ctypes.POINTER(_int)),
    "ncclCommCount": (_handle, ctypes.POINTER(_int)),
    "ncclAllReduce": (_handle, _handle, _size, _int, _int, _handle, _handle),
    "ncclReduce": (_handle, _handle, _size, _int, _int, _int, _handle, _handle),
    "ncclBroadcast": (_handle, _handle, _size, _int, _int, _handle, _handle),
    "ncclBcast": (_handle, _size, _int, _int, _handle, _handle),
    "ncclReduceScatter": (_handle, _handle, _size, _int, _int, _handle, _handle),
    "ncclAllGather": (_handle, _handle, _size, _int, _handle, _handle),
    "ncclAlltoAll": (_handle, _handle, _size, _int, _handle, _handle),
    "ncclSend": (_handle, _size, _int, _int, _handle, _handle),
    "ncclRecv": (_handle, _size, _int, _int, _handle, _handle),
    "ncclCommRegister": (_handle, _handle, _size, ctypes.POINTER(_handle)),
    "ncclCommDeregister": (_handle, _handle),
    "ncclCommWindowRegister": (_handle, _handle, _size, ctypes.POINTER(_handle), _int),
    "ncclCommWindowDeregister": (_handle, _handle),
    "ncclMemAlloc": (ctypes.POINTER(_handle), _size),
    "ncclMemFree": (_handle,),
    "ncclGroupStart": (),
    "ncclGroupEnd": (),
}

_library = find.load("nccl")
_library.ncclGetErrorString.argtypes, _library.ncclGetErrorString.restype = (_int,), ctypes.c_char_p
if hasattr(_library, "ncclGetLastError"):       # since 2.13
    _library.ncclGetLastError.argtypes, _library.ncclGetLastError.restype = (_handle,), ctypes.c_char_p
for _name, _arguments in _SIGNATURES.items():
    if hasattr(_library, _name):        # ncclCommSplit came with 2.18, windows with 2.27, ncclAlltoAll with 2.28
        getattr(_library, _name).argtypes = _arguments
        getattr(_library, _name).restype = _int


def has(name: str) -> bool:
    """Whether the library has a function."""
    return hasattr(_library, name)


def address(name: str) -> int | None:
    """Where a function of the library is; 0 if there is none."""
    return ctypes.cast(getattr(_library, name), ctypes.c_void_p).value if has(name) else 0


def check(status: int) -> None:
    """Raise `Error` unless the status is 0."""
    if status:
        details = _library.ncclGetLastError(None).decode().strip() if has("ncclGetLastError") else ""
        if "Duplicate GPU" in details:
            details = f"two processes use the same GPU, and each needs one of its own ({details})"
        raise Error(status, ": ".join(filter(None, (_library.ncclGetErrorString(status).decode(), details))))


def call(name: str, *arguments: Any) -> None:
    """A function that gives nothing back."""
    check(getattr(_library, name)(*arguments))


def number(name: str, *arguments: Any) -> int:
    """A function that gives an int back through its last argument."""
    value = _int()
    call(name, *arguments, ctypes.byref(value))
    return value.value


def version() -> int:
    """Version of the library: 22703 for 2.27.3."""
    return number("ncclGetVersion")


def unique_id() -> bytes:
    """A new identifier of a communicator, as bytes."""
    found = UniqueId()
    call("ncclGetUniqueId", ctypes.byref(found))
    return ctypes.string_at(ctypes.addressof(found), UNIQUE_ID_BYTES)


def init_rank(count: int, identifier: bytes, rank: int) -> int | None:
    """Handle of one of `count` members."""
    comm = _handle()
    shared = UniqueId.from_buffer_copy(identifier)
    call("ncclCommInitRank", ctypes.byref(comm), count, shared, rank)
    return comm.value


def init_all(devices: Sequence[int]) -> list[int | None]:
    """Handles of all members of one process, a device each."""
    comms = (_handle * len(devices))()
    call("ncclCommInitAll", comms, len(devices), (_int * len(devices))(*devices))
    return list(comms)


def split(comm: int, color: int, key: int, **config: int) -> int | None:
    """Handle in the group of the same `color`, or None where that is negative; `config` names members of `Config`."""
    part = _handle()
    call("ncclCommSplit", comm, color, key, ctypes.byref(part), ctypes.byref(Config(**config)) if config else None)
    return part.value


def handle(name: str, before: Sequence[Any], after: Sequence[Any] = ()) -> int | None:
    """A function that gives a handle back through the argument between `before` and `after`."""
    made = _handle()
    call(name, *before, ctypes.byref(made), *after)
    return made.value
