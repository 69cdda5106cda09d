"""nvJitLink, which makes a loadable image of a relocatable one: functions are in it once, not once for each kernel."""
import ctypes
import functools

from cupy_cuda import find
from cupy_cuda.errors import LibraryMissing

__all__ = ["available", "linked"]

_INPUT_CUBIN = 1         # NVJITLINK_INPUT_CUBIN


@functools.cache
def _function(name):
    """A function of the library, whose symbols may bear the release that they are of."""
    from cupy_cuda import nvrtc

    library = find.load("nvjitlink")
    major, minor = nvrtc.version()
    for symbol in (f"nvJitLink{name}", *[f"__nvJitLink{name}_{major}_{k}" for k in range(minor, -1, -1)]):
        if hasattr(library, symbol):
            return getattr(library, symbol)
    raise LibraryMissing(f"nvJitLink has no function {name}")


@functools.cache
def available():
    """Whether the library is installed."""
    try:
        return _function("Create") is not None
    except (LibraryMissing, OSError):
        return False


def _call(name, *arguments):
    status = _function(name)(*arguments)
    if status:
        raise RuntimeError(f"nvJitLink{name} failed with status {status}")


def linked(image, target):
    """The image that a driver loads, of a relocatable one for a target as ``"sm_90"``."""
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    options = (ctypes.c_char_p * 1)(f"-arch={target}".encode())
    _call("Create", ctypes.byref(handle), ctypes.c_uint32(1), options)
    try:
        _call("AddData", handle, ctypes.c_int(_INPUT_CUBIN), image, ctypes.c_size_t(len(image)), b"kernels")
        _call("Complete", handle)
        _call("GetLinkedCubinSize", handle, ctypes.byref(size))
        result = ctypes.create_string_buffer(size.value)
        _call("GetLinkedCubin", handle, result)
        return result.raw
    finally:
        _call("Destroy", ctypes.byref(handle))
