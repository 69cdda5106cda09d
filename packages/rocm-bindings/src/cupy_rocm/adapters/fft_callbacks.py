"""Functions of the caller that hipFFT's kernels call: from HIP C++ to the address of a function on the device."""
from __future__ import annotations

import ctypes
import functools
import re

from cupy_rocm.errors import HipError
from cupy_rocm.vendor import Library

__all__ = ["CALLBACK_TYPES", "Callback", "callback_source", "current_device", "load_callback"]

#: Kind of a plan → types of its load and store callbacks (hipfftXtCallbackType).
CALLBACK_TYPES = {0x29: (0, 4), 0x69: (1, 5), 0x2a: (2, 4), 0x6a: (3, 5), 0x2c: (0, 6), 0x6c: (1, 7)}

_DEVICE_TO_HOST = 2

_hip = Library("amdhip64", {"hipModuleLoadData": "pp", "hipModuleGetGlobal": "pppp",
                            "hipMemcpy": "ppzi", "hipGetDevice": "p"}, HipError)

#: Names of hipfftXt.h that a callback uses, and cuFFT's for the same; hipRTC knows the vector types by itself.
_HEADER = """
typedef float2 hipfftComplex, cufftComplex;
typedef double2 hipfftDoubleComplex, cufftDoubleComplex;
typedef float hipfftReal, cufftReal;
typedef double hipfftDoubleReal, cufftDoubleReal;
#define CUPY_FFT_CALLBACKS(library, T, suffix)                                              \\
    typedef T (*library##CallbackLoad##suffix)(void *, size_t, void *, void *);             \\
    typedef void (*library##CallbackStore##suffix)(void *, size_t, T, void *, void *);      \\
    typedef T (*library##JITCallbackLoad##suffix)(void *, size_t, void *, void *);          \\
    typedef void (*library##JITCallbackStore##suffix)(void *, size_t, T, void *, void *);
CUPY_FFT_CALLBACKS(hipfft, float2, C)
CUPY_FFT_CALLBACKS(hipfft, double2, Z)
CUPY_FFT_CALLBACKS(hipfft, float, R)
CUPY_FFT_CALLBACKS(hipfft, double, D)
CUPY_FFT_CALLBACKS(cufft, float2, C)
CUPY_FFT_CALLBACKS(cufft, double2, Z)
CUPY_FFT_CALLBACKS(cufft, float, R)
CUPY_FFT_CALLBACKS(cufft, double, D)
"""

_SUFFIXES = "CZRD"

_POINTER = """
extern "C" __device__ hipfftCallback{side}{suffix} {symbol} = {function};
"""


class Callback:
    """A callback on the current device: `address` of its function; its module stays loaded."""

    def __init__(self, image: bytes, symbol: str) -> None:
        self._image = image     # HIP does not say how long it reads it
        module, place, size, address = (ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p())
        _hip("hipModuleLoadData", ctypes.byref(module), image)
        self._module = module.value
        _hip("hipModuleGetGlobal", ctypes.byref(place), ctypes.byref(size), self._module, symbol.encode())
        _hip("hipMemcpy", ctypes.byref(address), place, size.value, _DEVICE_TO_HOST)
        self.address = address.value


def _function_name(source: str, store: bool) -> str:
    """The callback: what ``d_loadCallbackPtr`` is set to, else the last ``__device__`` function."""
    pointer = "d_storeCallbackPtr" if store else "d_loadCallbackPtr"
    named = re.search(rf"\b{pointer}\s*=\s*&?\s*(\w+)", source)
    if named:
        return named[1]
    defined = re.findall(r"__device__\s+(?:__\w+__\s+)*[\w\s*]*?\b(\w+)\s*\([^;{]*\)\s*\{", source)
    if not defined:
        raise ValueError("the source of a callback must define a __device__ function")
    return defined[-1]


def callback_source(source: str, callback_type: int) -> tuple[str, str]:
    """``(symbol, text)``: the caller's source with the names it uses and a variable that holds its function."""
    store = callback_type >= 4
    symbol = f"cupy_fft_{'store' if store else 'load'}"
    pointer = _POINTER.format(side="Store" if store else "Load", suffix=_SUFFIXES[callback_type % 4], symbol=symbol,
                              function=_function_name(source, store))
    return symbol, _HEADER + source + pointer


def current_device() -> int:
    """Number of this thread's device."""
    device = ctypes.c_int()
    _hip("hipGetDevice", ctypes.byref(device))
    return device.value


@functools.lru_cache(maxsize=64)
def load_callback(source: str, callback_type: int, target: str, device: int) -> Callback:
    """The `Callback` of a source on a device, which is the current one; `target` is its architecture.

    Raises
    ------
    CompileError
        When the source does not compile.
    """
    from cupy_rocm import backend

    symbol, text = callback_source(source, callback_type)
    return Callback(backend.compiler().compile(text, name=symbol, target=target).image, symbol)
