"""NVRTC's C functions, opened at first use."""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cupy_cuda import find

__all__ = ["NvrtcError", "call", "compile_program", "log", "lowered_name", "program", "read", "supported", "version"]

_handle = ctypes.c_void_p
_text = ctypes.c_char_p
_ints = ctypes.POINTER(ctypes.c_int)
_sizes = ctypes.POINTER(ctypes.c_size_t)

_SIGNATURES = {
    "nvrtcVersion": (_ints, _ints),
    "nvrtcGetNumSupportedArchs": (_ints,),
    "nvrtcGetSupportedArchs": (_ints,),
    "nvrtcCreateProgram": (ctypes.POINTER(_handle), _text, _text, ctypes.c_int, _handle, _handle),
    "nvrtcDestroyProgram": (ctypes.POINTER(_handle),),
    "nvrtcAddNameExpression": (_handle, _text),
    "nvrtcGetLoweredName": (_handle, _text, ctypes.POINTER(_text)),
    "nvrtcCompileProgram": (_handle, ctypes.c_int, ctypes.POINTER(_text)),
    "nvrtcGetProgramLogSize": (_handle, _sizes),
    "nvrtcGetProgramLog": (_handle, _text),
    "nvrtcGetCUBINSize": (_handle, _sizes),
    "nvrtcGetCUBIN": (_handle, _text),
    "nvrtcGetLTOIRSize": (_handle, _sizes),
    "nvrtcGetLTOIR": (_handle, _text),
    "nvrtcGetPTXSize": (_handle, _sizes),
    "nvrtcGetPTX": (_handle, _text),
}


class NvrtcError(RuntimeError):
    """A call of NVRTC failed."""

    def __init__(self, function: str, status: int) -> None:
        super().__init__(f"{function}: {_library().nvrtcGetErrorString(status).decode()}")
        self.status = status


@functools.cache
def _library() -> ctypes.CDLL:
    library = find.load("nvrtc")
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = ctypes.c_int
    library.nvrtcGetErrorString.argtypes = (ctypes.c_int,)
    library.nvrtcGetErrorString.restype = _text
    return library


def call(name: str, *arguments: Any) -> None:
    """Call a function of `_SIGNATURES`; raises `NvrtcError`."""
    status = getattr(_library(), name)(*arguments)
    if status:
        raise NvrtcError(name, status)


@functools.cache
def version() -> tuple[int, int]:
    """``(major, minor)``; opens the library."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    call("nvrtcVersion", major, minor)
    return major.value, minor.value


@functools.cache
def supported() -> tuple[int, ...]:
    """Compute capabilities that this NVRTC can compile for, as ``90`` for 9.0."""
    count = ctypes.c_int()
    call("nvrtcGetNumSupportedArchs", count)
    values = (ctypes.c_int * count.value)()
    call("nvrtcGetSupportedArchs", values)
    return tuple(values)


@contextmanager
def program(source: str, name: str) -> Iterator[ctypes.c_void_p]:
    """A program of this source, destroyed at the end."""
    handle = _handle()
    call("nvrtcCreateProgram", handle, source.encode(), name.encode(), 0, None, None)
    try:
        yield handle
    finally:
        _library().nvrtcDestroyProgram(handle)


def read(handle: ctypes.c_void_p, what: str) -> bytes:
    """The bytes of ``"ProgramLog"``, ``"CUBIN"``, ``"PTX"`` or ``"LTOIR"``."""
    size = ctypes.c_size_t()
    call(f"nvrtcGet{what}Size", handle, size)
    buffer = ctypes.create_string_buffer(size.value)
    call(f"nvrtcGet{what}", handle, buffer)
    return buffer.raw


def compile_program(handle: ctypes.c_void_p, flags: Sequence[str]) -> None:
    """Compile with these options; raises `NvrtcError`."""
    words = (_text * len(flags))(*(flag.encode() for flag in flags))
    call("nvrtcCompileProgram", handle, len(flags), words)


def log(handle: ctypes.c_void_p) -> str:
    """What the compiler said."""
    return read(handle, "ProgramLog").rstrip(b"\0").decode(errors="replace")


def lowered_name(handle: ctypes.c_void_p, expression: str) -> str:
    """Symbol of a name expression."""
    symbol = _text()
    call("nvrtcGetLoweredName", handle, expression.encode(), symbol)
    return (symbol.value or b"").decode()
