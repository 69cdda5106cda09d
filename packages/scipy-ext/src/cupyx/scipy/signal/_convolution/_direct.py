"""Sums of products, one output after the other."""
from __future__ import annotations

import math

import numpy

import cupy
from cupy._ext import Kernel, on_devices, only_host, serial_blocks, type_characters

from cupyx.scipy.signal import _kernels

_CHARS = "fdFDil"
_kernel = Kernel("convolve.hpp", _kernels, "Convolve", packed=on_devices(*_CHARS), arguments="kConvolveRun")
_on_host = Kernel("convolve.hpp", _kernels, "Convolve", packed=only_host(*_CHARS), arguments="kConvolveLongRun")
AXES = _kernel.constants["kConvolveAxes"]
_FILL, _WRAP, _REFLECT = (_kernel.constants[f"k{name}"] for name in ("Fill", "Wrap", "Reflect"))
_RUN, _LONG_RUN = (_kernel.constants[f"kConvolve{name}Run"] for name in ("", "Long"))
BOUNDARIES = {"fill": _FILL, "pad": _FILL, "wrap": _WRAP, "circular": _WRAP, "symm": _REFLECT, "symmetric": _REFLECT}


def convolve_direct(x: cupy.ndarray, h: cupy.ndarray, mode: str, boundary: str = "fill", fill: int = 0,
                    later: bool = False) -> cupy.ndarray:
    """The convolution of two arrays with as many axes, at most eight.

    An even number of taps has two middles; `later` takes the second for 'same'.
    """
    dtype = numpy.result_type(x.dtype, h.dtype)
    if mode == "full":
        size, start = [n + k - 1 for n, k in zip(x.shape, h.shape)], [0] * x.ndim
    elif mode == "same":
        size, start = x.shape, [(k - (not later)) // 2 for k in h.shape]
    else:
        size, start = [n - k + 1 for n, k in zip(x.shape, h.shape)], [k - 1 for k in h.shape]
    size = [max(n, 0) for n in size]
    out = cupy.empty(size, dtype)
    kernel, run = (_on_host, _LONG_RUN) if serial_blocks() else (_kernel, _RUN)
    runs = math.prod(size[:-1]) * -(-size[-1] // run)
    filled = cupy.asarray(fill).astype(dtype) if fill != 0 else None
    kernel.map(type_characters(dtype), runs, work=run * h.size, x=cupy.ascontiguousarray(x, dtype),
               h=cupy.ascontiguousarray(h, dtype), out=out, ndim=x.ndim, boundary=BOUNDARIES[boundary],
               length=x.shape, taps=h.shape, size=size, start=start, fill=filled)
    return out
