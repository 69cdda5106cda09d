"""Convolution by transforms: of whole arrays, or of overlapping blocks where one array is much shorter."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import serial_blocks
from cupy.lib.stride_tricks import as_strided
from cupyx.scipy import fft
from cupyx.scipy.signal._arguments import floating, swap_needed

if TYPE_CHECKING:
    from cupyx._options import Int


def transform_axes(in1: cupy.ndarray, in2: cupy.ndarray, mode: str,
                   axes: Any) -> tuple[cupy.ndarray, cupy.ndarray, list[int]]:
    """The arrays in the order that `mode` needs, and the axes that transforms run along."""
    if axes is None:
        axes = range(in1.ndim)
    else:
        axes = [axes] if isinstance(axes, (int, numpy.integer)) else list(axes)
        if not axes:
            raise ValueError("when provided, axes cannot be empty")
        if any(not -in1.ndim <= a < in1.ndim for a in axes):
            raise ValueError("axes exceeds dimensionality of input")
        axes = [a % in1.ndim for a in axes]
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    shape1, shape2 = in1.shape, in2.shape
    axes = sorted(a for a in axes if shape1[a] != 1 and shape2[a] != 1)
    if not all(shape1[a] == shape2[a] or 1 in (shape1[a], shape2[a]) for a in range(in1.ndim) if a not in axes):
        raise ValueError(f"incompatible shapes for in1 and in2: {shape1} and {shape2}")
    return (in2, in1, axes) if swap_needed(mode, shape1, shape2, axes) else (in1, in2, axes)


def transforms(dtype: numpy.dtype[Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Forward and inverse transform of arrays of a dtype."""
    return (fft.fftn, fft.ifftn) if dtype.kind == "c" else (fft.rfftn, fft.irfftn)


def convolve_whole(in1: cupy.ndarray, in2: cupy.ndarray, axes: Sequence[int]) -> cupy.ndarray:
    """The full convolution by one transform of each array."""
    dtype = floating(in1, in2)
    size = [in1.shape[a] + in2.shape[a] - 1 for a in axes]
    fast = [fft.next_fast_len(n, dtype.kind != "c") for n in size]
    forward, backward = transforms(dtype)
    product = forward(in1.astype(dtype, copy=False), fast, axes=axes)
    product = product * forward(in2.astype(dtype, copy=False), fast, axes=axes)
    places = [slice(None)] * product.ndim
    for a, n in zip(axes, size):
        places[a] = slice(n)
    return backward(product, fast, axes=axes)[tuple(places)]


def block_length(long: int, short: int) -> int | None:
    """Length of the transforms of blocks, or None where one transform of all is as good."""
    if short < 2 or long < 4 * short:
        return None
    target = max(4 * short, 1 << 10) if serial_blocks() else max(4 * short, 1 << 14)
    length = 1 << (target - 1).bit_length()
    return length if 2 * (length - short + 1) < long else None


def convolve_blocks(in1: cupy.ndarray, in2: cupy.ndarray, axis: Int, length: int) -> cupy.ndarray:
    """The full convolution along one axis, of an array that is much longer than the other, by blocks.

    Blocks of the long array overlap by the other's length less one; what wraps around in their transforms lies
    in the overlap (overlap-save).
    """
    dtype = floating(in1, in2)
    forward, backward = (fft.fft, fft.ifft) if dtype.kind == "c" else (fft.rfft, fft.irfft)
    x, h = (cupy.moveaxis(a, axis, -1) for a in (in1, in2))
    if x.shape[-1] < h.shape[-1]:
        x, h = h, x
    taps, size = h.shape[-1], x.shape[-1] + h.shape[-1] - 1
    step = length - taps + 1
    count = -(-size // step)
    padded = cupy.zeros((*x.shape[:-1], (count - 1) * step + length), dtype)
    padded[..., taps - 1:taps - 1 + x.shape[-1]] = x
    frames = as_strided(padded, (*x.shape[:-1], count, length), (*padded.strides[:-1], step * padded.itemsize,
                                                                 padded.itemsize))
    spectra = forward(frames, axis=-1)
    response = forward(h.astype(dtype, copy=False), length, axis=-1)[..., None, :]
    broadcast = math.prod(numpy.broadcast_shapes(spectra.shape, response.shape))
    if broadcast == spectra.size and spectra.dtype == response.dtype:
        spectra *= response
    else:
        spectra = spectra * response
    rows = backward(spectra, length, axis=-1)[..., taps - 1:]
    result = rows.reshape(*rows.shape[:-2], -1)[..., :size]
    return cupy.moveaxis(result, -1, axis)
