"""RCCL behind core's protocol of communication: plain functions on handles, addresses and streams."""
import ctypes

from cupy_rocm import find
from cupy_rocm.errors import NcclError as Error

__all__ = ["OPERATIONS", "TYPES", "Error", "UNIQUE_ID_BYTES", "call", "version"]

UNIQUE_ID_BYTES = 128

#: ncclDataType_t and ncclRedOp_t, by the names of rccl.h, which are NCCL's.
TYPES = {"INT8": 0, "CHAR": 0, "UINT8": 1, "INT32": 2, "INT": 2, "UINT32": 3, "INT64": 4, "UINT64": 5, "FLOAT16": 6,
         "HALF": 6, "FLOAT32": 7, "FLOAT": 7, "FLOAT64": 8, "DOUBLE": 8, "BFLOAT16": 9}
OPERATIONS = {"SUM": 0, "PROD": 1, "MAX": 2, "MIN": 3, "AVG": 4}


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
    "ncclCommSplit": (_handle, _int, _int, ctypes.POINTER(_handle), _handle),
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
    "ncclSend": (_handle, _size, _int, _int, _handle, _handle),
    "ncclRecv": (_handle, _size, _int, _int, _handle, _handle),
    "ncclGroupStart": (),
    "ncclGroupEnd": (),
}

_library = find.load("rccl")
_library.ncclGetErrorString.argtypes, _library.ncclGetErrorString.restype = (_int,), ctypes.c_char_p
for _name, _arguments in _SIGNATURES.items():
    if hasattr(_library, _name):        # ncclCommSplit came with 2.18
        getattr(_library, _name).argtypes = _arguments
        getattr(_library, _name).restype = _int


def check(status):
    """Raise `Error` unless the status is 0."""
    if status:
        raise Error(status, _library.ncclGetErrorString(status).decode())


def call(name, *arguments):
    """A function that gives nothing back."""
    check(getattr(_library, name)(*arguments))


def number(name, *arguments):
    """A function that gives an int back through its last argument."""
    value = _int()
    call(name, *arguments, ctypes.byref(value))
    return value.value


def version():
    """Version of the library: 22703 for 2.27.3."""
    return number("ncclGetVersion")


def unique_id():
    """A new identifier of a communicator, as bytes."""
    found = UniqueId()
    call("ncclGetUniqueId", ctypes.byref(found))
    return ctypes.string_at(ctypes.addressof(found), UNIQUE_ID_BYTES)


def init_rank(count, identifier, rank):
    """Handle of one of `count` members."""
    comm = _handle()
    shared = UniqueId.from_buffer_copy(identifier)
    call("ncclCommInitRank", ctypes.byref(comm), count, shared, rank)
    return comm.value


def init_all(devices):
    """Handles of all members of one process, a device each."""
    comms = (_handle * len(devices))()
    call("ncclCommInitAll", comms, len(devices), (_int * len(devices))(*devices))
    return list(comms)


def split(comm, color, key):
    """Handle in the group of the same `color`, or None where that is negative."""
    part = _handle()
    call("ncclCommSplit", comm, color, key, ctypes.byref(part), None)
    return part.value
