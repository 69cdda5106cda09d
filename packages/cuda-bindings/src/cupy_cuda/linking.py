"""nvJitLink, which makes a loadable image of a relocatable one: functions are in it once, not once for each kernel."""
from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable, Iterable
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import LibraryMissing

__all__ = ["DEVICE_ONLY", "available", "device_runtime", "is_relocatable", "linked"]

_INPUT_CUBIN, _INPUT_LIBRARY = 1, 6         # NVJITLINK_INPUT_*

#: Options for code that is linked later, as nvcc and NVRTC write them.
DEVICE_ONLY = ("-dc", "--device-c")
_RELOCATABLE = (*DEVICE_ONLY, "-rdc=true", "--relocatable-device-code=true")


def is_relocatable(options: Iterable[str]) -> bool:
    """Whether options ask for relocatable code, as kernels that launch kernels need."""
    return any(option in _RELOCATABLE for option in options)


@functools.cache
def device_runtime() -> str | None:
    """Path of the library of what CUDA offers to kernels, as launches; None where no toolkit has it."""
    for folder in find.headers():
        for place in ("../lib64", "../lib", "../lib/x64"):
            path = os.path.normpath(os.path.join(folder, place, "libcudadevrt.a"))
            if os.path.exists(path):
                return path
    return None


@functools.cache
def _function(name: str) -> Callable[..., int]:
    """A function of the library, whose symbols may bear the release that they are of."""
    from cupy_cuda import nvrtc

    library = find.load("nvjitlink")
    major, minor = nvrtc.version()
    for symbol in (f"nvJitLink{name}", *[f"__nvJitLink{name}_{major}_{k}" for k in range(minor, -1, -1)]):
        if hasattr(library, symbol):
            return getattr(library, symbol)
    raise LibraryMissing(f"nvJitLink has no function {name}")


@functools.cache
def available() -> bool:
    """Whether the library is installed."""
    try:
        return _function("Create") is not None
    except (LibraryMissing, OSError):
        return False


def _call(name: str, *arguments: Any) -> None:
    status = _function(name)(*arguments)
    if status:
        raise RuntimeError(f"nvJitLink{name} failed with status {status}")


def linked(image: bytes, target: str, library: str | None = None) -> bytes:
    """The image that a driver loads.

    Parameters
    ----------
    image : bytes
        A relocatable one.
    target : str
        As ``"sm_90"``.
    library : str, optional
        Path of a library that it needs.

    Returns
    -------
    bytes
    """
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    options = (ctypes.c_char_p * 1)(f"-arch={target}".encode())
    _call("Create", ctypes.byref(handle), ctypes.c_uint32(1), options)
    try:
        _call("AddData", handle, ctypes.c_int(_INPUT_CUBIN), image, ctypes.c_size_t(len(image)), b"kernels")
        if library is not None:
            _call("AddFile", handle, ctypes.c_int(_INPUT_LIBRARY), library.encode())
        _call("Complete", handle)
        _call("GetLinkedCubinSize", handle, ctypes.byref(size))
        result = ctypes.create_string_buffer(size.value)
        _call("GetLinkedCubin", handle, result)
        return result.raw
    finally:
        _call("Destroy", ctypes.byref(handle))
