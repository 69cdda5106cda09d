"""Convolution by transforms that blocks of threads make in their shared memory: one launch, and one for the taps."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy

import cupy
from cupy._ext import Kernel, most_shared, on_devices, serial_blocks

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import check_mode, floating

if TYPE_CHECKING:
    from cupyx._options import Int

#: Blocks of up to 4096 samples; in single precision of 8192, with twice the threads and half the registers of each.
_kernel, _long = (Kernel("overlap_save.hpp", _kernels, "OverlapSave",
                         packed=on_devices(*types), arguments=most)
                  for most, types in (("kBlockTransform", "fdFD"), ("kLongTransform", "fF")))


def shared_bytes(size: int, char: str) -> int:
    """Shared memory of a transform, with the gaps of `spread`."""
    single = char in "fF"
    return (size + (size >> (4 if single else 3))) * (8 if single else 16)


@functools.lru_cache(32)
def roots(size: int, single: bool, device: int) -> cupy.ndarray:
    """exp(-2 pi i k / size) on the device."""
    return cupy.asarray(numpy.exp(-2j * numpy.pi * numpy.arange(size) / size).astype("F" if single else "D"))


def transform_size(taps: int, size: int, char: str) -> int | None:
    """Length of the transforms for `size` results, or None if they do not fit a block."""
    most = _kernel.constants["kBlockTransform"]
    if char in "fF" and 2 * taps > most:     # twice the length takes three times as long
        most = _long.constants["kLongTransform"]
    while most > 64 and shared_bytes(most, char) + 1024 > most_shared():
        most //= 2
    wanted = min(max(4 * taps, 512), size + taps - 1)
    length = max(64, 1 << (wanted - 1).bit_length())
    length = min(length, most)
    return length if 2 * taps <= length or size + taps - 1 <= length else None


def convolve_in_shared(in1: cupy.ndarray, in2: cupy.ndarray, axis: Int, mode: str) -> cupy.ndarray | None:
    """The convolution along one axis, cut as `mode` says, or None where this way does not do.

    Parameters
    ----------
    in1, in2 : cupy.ndarray
        With as many axes, and shapes that broadcast but for `axis`.
    axis : int
        Where both have more than one element.
    mode : str
        As given to `fftconvolve`.
    """
    check_mode(mode)
    dtype = floating(in1, in2)
    if serial_blocks() or dtype.char not in "fdFD":
        return None
    x, h = (cupy.moveaxis(a, axis, -1) for a in (in1, in2))
    first = x.shape
    if x.shape[-1] < h.shape[-1]:
        x, h = h, x
    lines, taps, length = x.shape[:-1], h.shape[-1], x.shape[-1]
    responses = math.prod(h.shape[:-1])
    if responses > 1 and h.shape[:-1] != lines or mode == "same" and first[:-1] != lines:
        return None
    full = length + taps - 1
    size = {"full": full, "same": first[-1], "valid": length - taps + 1}[mode]
    transform = transform_size(taps, size, dtype.char)
    if transform is None:
        return None
    kernel = _long if transform > _kernel.constants["kBlockTransform"] else _kernel
    x, h = (cupy.ascontiguousarray(a, dtype) for a in (x, h))
    out = cupy.empty((*lines, size), dtype)
    response = cupy.empty((responses, transform), dtype.char.upper())
    fields = {"roots": roots(transform, dtype.char in "fF", cupy.cuda.runtime.getDevice()), "response": response,
              "taps": taps, "transform": transform, "responses": responses}
    launch = {"threads": transform // 8, "shared": shared_bytes(transform, dtype.char)}
    groups = -(-size // ((transform - taps + 1) * (1 if dtype.kind == "c" else 2)))
    kernel(dtype.char, blocks=responses, x=h, out=None, length=taps, stage=0, **launch, **fields)
    kernel(dtype.char, blocks=math.prod(lines) * groups, x=x, out=out, length=length, size=size,
           begin=(full - size) // 2, groups=groups, stage=1, **launch, **fields)
    return cupy.moveaxis(out, -1, axis)
