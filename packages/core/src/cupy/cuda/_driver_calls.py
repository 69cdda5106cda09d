"""The driver's functions on contexts and on linking, by CuPy's names."""
import ctypes

from cupy._runtime.native import call, handle, version
from cupy._runtime.numbers import DRIVER

__all__ = ["ctxCreate", "ctxDestroy", "ctxGetCurrent", "ctxSetCurrent", "devicePrimaryCtxRelease", "linkAddData",
           "linkAddFile", "linkComplete", "linkCreate", "linkDestroy", "streamGetCtx"]

_CREATE_TAKES_PARAMETERS = 13000
_PTX = DRIVER["CU_JIT_INPUT_PTX"]


def ctxCreate(dev):
    """A new context on a device; it becomes current on this thread."""
    first = (None,) if version() >= _CREATE_TAKES_PARAMETERS else ()
    return handle("cuCtxCreate", *first, 0, dev)


def ctxDestroy(ctx):
    """End a context."""
    call("cuCtxDestroy", ctx)


def ctxGetCurrent():
    """The context that is current on this thread."""
    return handle("cuCtxGetCurrent")


def ctxSetCurrent(ctx):
    """Make a context current on this thread."""
    call("cuCtxSetCurrent", ctx)


def devicePrimaryCtxRelease(dev):
    """Give up one hold of the context that the runtime uses on a device."""
    call("cuDevicePrimaryCtxRelease", dev)


def streamGetCtx(stream):
    """The context of a stream."""
    return handle("cuStreamGetCtx", stream)


def linkCreate():
    """A new linker."""
    return handle("cuLinkCreate", 0, [], [])


def linkAddData(state, input_type, data, name):
    """Add code to a linker; its kind is a constant ``CU_JIT_INPUT_*``."""
    data = bytes(data)
    if input_type == _PTX and not data.endswith(b"\0"):
        data += b"\0"
    call("cuLinkAddData", state, ("CUjitInputType", input_type), data, len(data), name.encode(), 0, [], [])


def linkAddFile(state, input_type, path):
    """Add a file of code to a linker; its kind is a constant ``CU_JIT_INPUT_*``."""
    call("cuLinkAddFile", state, ("CUjitInputType", input_type), str(path).encode(), 0, [], [])


def linkComplete(state):
    """The linked code, as bytes."""
    address, size = call("cuLinkComplete", state)
    return ctypes.string_at(int(address), size)


def linkDestroy(state):
    """End a linker."""
    call("cuLinkDestroy", state)
