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


def by_phase(taps, up):
    """Rows of the taps of each phase, the last first, as (phases, number of taps).

    Phases beyond the taps have none: with large rates all but the first are zero.
    """
    rows, count = -(-taps.size // up), min(up, taps.size)
    if rows == 1:
        return taps.reshape(count, 1), taps.size
    padded = cupy.zeros(rows * up, taps.dtype)
    padded[:taps.size] = taps
    return cupy.ascontiguousarray(padded.reshape(rows, up)[::-1].T), taps.size


def polyphase(h, x, up, down, axis, mode="constant", cval=0, shift=0, size=None):
    """`size` outputs of a filter with taps by phase, the first as of upsampled sample `shift`; all by default.

    `h` is what `by_phase` makes of the taps, a NumPy vector or a cupy one.
    """
    axis = normalize_axis_index(axis, x.ndim)
    phases, taps = h
    dtype = numpy.result_type(phases.dtype, x.dtype, numpy.float32)
    if dtype.char not in "fdFD":
        raise TypeError(f"signals of {dtype} cannot be filtered")
    shape = x.shape
    if size is None:
        size = output_length(taps, shape[axis], up, down)
    out = cupy.empty((*shape[:axis], max(size, 0), *shape[axis + 1:]), dtype)
    if shape[axis] == 0:
        out[...] = 0
        return out
    fill = cupy.asarray(cval).astype(dtype) if mode == "constant" and numpy.any(cval != 0) else None
    run = _kernel.constants["kUpfirdnRun"]
    items = math.prod(shape[:axis]) * -(-max(size, 0) // run) * math.prod(shape[axis + 1:])
    _kernel.map(dtype.char, items, work=run * (2 * phases.shape[1] + 8), x=cupy.ascontiguousarray(x, dtype),
                h=cupy.ascontiguousarray(phases, dtype), out=out, length=shape[axis], inner=math.prod(shape[axis + 1:]),
                size=size, taps=phases.shape[1], phases=len(phases), up=up, down=down, shift=shift,
                mode=MODES.index(mode), cval=fill)
    return out
