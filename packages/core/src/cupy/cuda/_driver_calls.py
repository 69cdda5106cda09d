"""The driver's functions on contexts and on linking, by CuPy's names."""
from __future__ import annotations

import ctypes
from typing import SupportsIndex

from cupy._runtime.native import call, handle, version
from cupy._runtime.numbers import DRIVER

__all__ = ["ctxCreate", "ctxDestroy", "ctxGetCurrent", "ctxSetCurrent", "devicePrimaryCtxRelease", "linkAddData",
           "linkAddFile", "linkComplete", "linkCreate", "linkDestroy", "streamGetCtx"]

_CREATE_TAKES_PARAMETERS = 13000
_PTX = DRIVER["CU_JIT_INPUT_PTX"]


def ctxCreate(dev: SupportsIndex) -> int:
    """A new context on a device; it becomes current on this thread."""
    first = (None,) if version() >= _CREATE_TAKES_PARAMETERS else ()
    return handle("cuCtxCreate", *first, 0, dev)


def ctxDestroy(ctx: SupportsIndex) -> None:
    """End a context."""
    call("cuCtxDestroy", ctx)


def ctxGetCurrent() -> int:
    """The context that is current on this thread."""
    return handle("cuCtxGetCurrent")


def ctxSetCurrent(ctx: SupportsIndex) -> None:
    """Make a context current on this thread."""
    call("cuCtxSetCurrent", ctx)


def devicePrimaryCtxRelease(dev: SupportsIndex) -> None:
    """Give up one hold of the context that the runtime uses on a device."""
    call("cuDevicePrimaryCtxRelease", dev)


def streamGetCtx(stream: SupportsIndex) -> int:
    """The context of a stream."""
    return handle("cuStreamGetCtx", stream)


def linkCreate() -> int:
    """A new linker."""
    return handle("cuLinkCreate", 0, [], [])


def linkAddData(state: SupportsIndex, input_type: SupportsIndex, data: bytes, name: str) -> None:
    """Add code to a linker; its kind is a constant ``CU_JIT_INPUT_*``."""
    data = bytes(data)
    if input_type == _PTX and not data.endswith(b"\0"):
        data += b"\0"
    call("cuLinkAddData", state, ("CUjitInputType", input_type), data, len(data), name.encode(), 0, [], [])


def linkAddFile(state: SupportsIndex, input_type: SupportsIndex, path: str) -> None:
    """Add a file of code to a linker; its kind is a constant ``CU_JIT_INPUT_*``."""
    call("cuLinkAddFile", state, ("CUjitInputType", input_type), str(path).encode(), 0, [], [])


def linkComplete(state: SupportsIndex) -> bytes:
    """The linked code, as bytes."""
    address, size = call("cuLinkComplete", state)
    return ctypes.string_at(int(address), size)


def linkDestroy(state: SupportsIndex) -> None:
    """End a linker."""
    call("cuLinkDestroy", state)
