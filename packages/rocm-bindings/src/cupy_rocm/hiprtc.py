"""hipRTC's C functions, opened at first use."""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cupy_rocm import find
from cupy_rocm.errors import LibraryMissing

__all__ = ["HiprtcError", "call", "compile_program", "log", "lowered_name", "program", "read", "version"]

_handle = ctypes.c_void_p
_text = ctypes.c_char_p
_sizes = ctypes.POINTER(ctypes.c_size_t)

_SIGNATURES = {
    "hiprtcCreateProgram": (ctypes.POINTER(_handle), _text, _text, ctypes.c_int, _handle, _handle),
    "hiprtcDestroyProgram": (ctypes.POINTER(_handle),),
    "hiprtcAddNameExpression": (_handle, _text),
    "hiprtcGetLoweredName": (_handle, _text, ctypes.POINTER(_text)),
    "hiprtcCompileProgram": (_handle, ctypes.c_int, ctypes.POINTER(_text)),
    "hiprtcGetProgramLogSize": (_handle, _sizes),
    "hiprtcGetProgramLog": (_handle, _text),
    "hiprtcGetCodeSize": (_handle, _sizes),
    "hiprtcGetCode": (_handle, _text),
}


class HiprtcError(RuntimeError):
    """A call of hipRTC failed."""

    def __init__(self, function: str, status: int) -> None:
        super().__init__(f"{function}: {(_library().hiprtcGetErrorString(status) or b'').decode()}")
        self.status = status


@functools.cache
def _library() -> ctypes.CDLL:
    try:
        library = find.load("hiprtc")
    except LibraryMissing:
        library = find.load("amdhip64")     # where HIP 5 may have it
        if not hasattr(library, "hiprtcCreateProgram"):
            raise
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, name, None)
        if function is None:
            raise LibraryMissing(f"{library._name} has no {name}; {find.install_command('hiprtc')}")
        function.argtypes = arguments
        function.restype = ctypes.c_int
    library.hiprtcGetErrorString.argtypes = (ctypes.c_int,)
    library.hiprtcGetErrorString.restype = _text
    return library


def call(name: str, *arguments: Any) -> None:
    """Call a function of `_SIGNATURES`; raises `HiprtcError`."""
    status = getattr(_library(), name)(*arguments)
    if status:
        raise HiprtcError(name, status)


def version() -> tuple[int, int]:
    """``(major, minor)`` of HIP; hipRTC's own answer is 9.0 in every version."""
    from cupy_rocm import driver

    number = driver.version()
    return number // 10_000_000, number // 100_000 % 100


@contextmanager
def program(source: str, name: str) -> Iterator[ctypes.c_void_p]:
    """A program of this source, destroyed at the end."""
    handle = _handle()
    call("hiprtcCreateProgram", handle, source.encode(), name.encode(), 0, None, None)
    try:
        yield handle
    finally:
        _library().hiprtcDestroyProgram(handle)


def read(handle: ctypes.c_void_p, what: str) -> bytes:
    """The bytes of ``"ProgramLog"`` or ``"Code"``."""
    size = ctypes.c_size_t()
    call(f"hiprtcGet{what}Size", handle, size)
    buffer = ctypes.create_string_buffer(size.value + 1)
    call(f"hiprtcGet{what}", handle, buffer)
    return buffer.raw[:size.value]


def compile_program(handle: ctypes.c_void_p, flags: Sequence[str]) -> None:
    """Compile with these options; raises `HiprtcError`."""
    words = (_text * len(flags))(*(flag.encode() for flag in flags))
    call("hiprtcCompileProgram", handle, len(flags), words)


def log(handle: ctypes.c_void_p) -> str:
    """What the compiler said."""
    return read(handle, "ProgramLog").rstrip(b"\0").decode(errors="replace")


def lowered_name(handle: ctypes.c_void_p, expression: str) -> str:
    """Symbol of a name expression."""
    symbol = _text()
    call("hiprtcGetLoweredName", handle, expression.encode(), symbol)
    return (symbol.value or b"").decode()
