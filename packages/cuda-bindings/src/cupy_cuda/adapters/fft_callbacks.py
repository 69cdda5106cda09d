"""Functions of the caller that cuFFT compiles into its kernels: from CUDA C++ to an image for the link."""
from __future__ import annotations

import functools
import re

from cupy_cuda import nvrtc
from cupy_cuda.errors import CompileError

__all__ = ["CALLBACK_TYPES", "compile_callback"]

#: Kind of a plan → types of its load and store callbacks (cufftXtCallbackType).
CALLBACK_TYPES = {0x29: (0, 4), 0x69: (1, 5), 0x2a: (2, 4), 0x6a: (3, 5), 0x2c: (0, 6), 0x6c: (1, 7)}

#: Names of cufftXt.h that a callback uses; NVRTC knows the vector types by itself.
_HEADER = """
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
#define CUPY_FFT_CALLBACKS(T, suffix)                                                    \\
    typedef T (*cufftCallbackLoad##suffix)(void *, size_t, void *, void *);              \\
    typedef void (*cufftCallbackStore##suffix)(void *, size_t, T, void *, void *);       \\
    typedef T (*cufftJITCallbackLoad##suffix)(void *, unsigned long long, void *, void *); \\
    typedef void (*cufftJITCallbackStore##suffix)(void *, unsigned long long, T, void *, void *);
CUPY_FFT_CALLBACKS(cufftComplex, C)
CUPY_FFT_CALLBACKS(cufftDoubleComplex, Z)
CUPY_FFT_CALLBACKS(cufftReal, R)
CUPY_FFT_CALLBACKS(cufftDoubleReal, D)
"""

_ITEMS = ("cufftComplex", "cufftDoubleComplex", "cufftReal", "cufftDoubleReal")

# cuFFT declares a callback as a C++ function with these parameters: `extern "C"` would not be found.
_LOAD = """
__device__ {item} {symbol}(void *data, unsigned long long index, void *info, void *shared) {{
    return {function}(data, index, info, shared);
}}
"""

_STORE = """
__device__ void {symbol}(void *data, unsigned long long index, {item} value, void *info, void *shared) {{
    {function}(data, index, value, info, shared);
}}
"""


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


@functools.lru_cache(maxsize=64)
def compile_callback(source: str, callback_type: int, target: str) -> tuple[str, bytes]:
    """``(symbol, image)`` of a callback for an architecture as ``"sm_90"``.

    Raises
    ------
    CompileError
        When the source does not compile.
    """
    store = callback_type >= 4
    symbol = f"cupy_fft_{'store' if store else 'load'}"
    wrapper = (_STORE if store else _LOAD).format(
        item=_ITEMS[callback_type % 4], symbol=symbol, function=_function_name(source, store))
    text = _HEADER + source + wrapper
    with nvrtc.program(text, f"{symbol}.cu") as handle:
        try:
            nvrtc.compile_program(handle, (f"--gpu-architecture={target.replace('sm_', 'compute_')}", "-dlto",
                                           "--relocatable-device-code=true", "--std=c++17"))
        except nvrtc.NvrtcError as error:
            raise CompileError(nvrtc.log(handle) or str(error), text, symbol) from None
        return symbol, nvrtc.read(handle, "LTOIR")
