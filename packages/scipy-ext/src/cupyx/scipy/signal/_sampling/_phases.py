"""The polyphase engine: filters between samples that are inserted and samples that are left out."""
import math

import numpy

import cupy
from cupy._ext import Kernel, normalize_axis_index

from cupyx.scipy.signal import _kernels

MODES = ("constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric", "antireflect", "line")

_kernel = Kernel("upfirdn.hpp", _kernels, "Upfirdn", packed=("f", "d", "F", "D"))


def output_length(taps, length, up, down):
    """Samples of a whole result."""
    return ((length - 1) * up + taps - 1) // down + 1


def polyphase(h, x, up, down, axis, mode="constant", cval=0, shift=0, size=None):
    """`size` outputs of a filter whose taps are the vector `h`, the first as of upsampled sample `shift`; all by default."""
    axis = normalize_axis_index(axis, x.ndim)
    dtype = numpy.result_type(h.dtype, x.dtype, numpy.float32)
    if dtype.char not in "fdFD":
        raise TypeError(f"signals of {dtype} cannot be filtered")
    shape = x.shape
    if size is None:
        size = output_length(h.size, shape[axis], up, down)
    out = cupy.empty((*shape[:axis], max(size, 0), *shape[axis + 1:]), dtype)
    if shape[axis] == 0:
        out[...] = 0
        return out
    fill = cupy.asarray(cval).astype(dtype) if mode == "constant" and numpy.any(cval != 0) else None
    _kernel.map(dtype.char, out.size, work=2 * -(-h.size // up) + 4, x=cupy.ascontiguousarray(x, dtype),
                h=cupy.ascontiguousarray(h, dtype), out=out, length=shape[axis], inner=math.prod(shape[axis + 1:]),
                size=size, taps=h.size, up=up, down=down, shift=shift, mode=MODES.index(mode), cval=fill)
    return out
