"""Handles of libraries under the shim, and the streams on which their work is put."""
import ctypes
import functools
import itertools

from hip_shim.memory import give, table

__all__ = ["create", "put", "set_stream"]

_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_numbers = itertools.count(1)
_streams = {}
_recorded = []      # a graph may call them as long as the process lives


def create(handle):
    """A new handle, of whatever library."""
    give(handle, next(_numbers), ctypes.c_size_t)


def set_stream(handle, stream):
    """From now on the work of a handle is put there."""
    _streams[handle] = stream


def put(handle, function, *args):
    """Do it at once, or each time that what the handle's stream records is launched."""
    stream, recording = _streams.get(handle), ctypes.c_int()
    if table().stream_capture_status(stream, ctypes.byref(recording)) or not recording.value:
        function(*args)
        return
    work = functools.partial(function, *args)
    callback = _Callback(lambda argument: work())
    _recorded.append(callback)
    if status := table().stream_host_callback(stream, ctypes.cast(callback, ctypes.c_void_p), None):
        raise RuntimeError(f"the stream does not record: error {status}")
