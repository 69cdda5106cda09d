"""Functions of a neighbourhood of any shape: its tables, the launch."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import serial_blocks, type_characters

from cupyx.scipy.ndimage._arguments import contiguous, overlapping, writable

if TYPE_CHECKING:
    from cupy._ext import Kernel
    from cupy.typing import ArrayLike


def filter_window(kernel: Kernel, input: cupy.ndarray, output: cupy.ndarray,
                  footprint: numpy.ndarray[Any, Any] | ArrayLike | None, origins: Any, modes: Any, cval: float = 0.0, *,
                  weights: Any = None, chars: str = "", work: int = 2, first: int = 0, count: Any = None,
                  lanes: int = 1, **fields: Any) -> cupy.ndarray:
    """``output[...] = `` `kernel` of the neighbourhoods of `input`.

    `footprint` is a NumPy array of bools over all axes, `weights` a NumPy array of its taps in C order; `chars` are
    types of the kernel beside those of input and output. A kernel that writes something else than a value for each
    pixel is called for `count` pixels from `first` on, and writes to `output` itself; one that makes `lanes` pixels
    of a row in a call, for each of these.
    """
    footprint = numpy.asarray(footprint, bool, order="C")     # of no axes too
    source = contiguous(input)
    target = output
    if count is None and not writable(output) or overlapping(source, output):
        target = cupy.empty(output.shape, output.dtype)
    shape, sizes, before, modes = merged_axes(input.shape, footprint.shape, origins, modes)
    if count is None:
        count = source.size // max(shape[-1], 1) * -(-shape[-1] // lanes)
    steps, places, taps, close = _tables(footprint.tobytes(), sizes, shape, before, kernel.constants["kCloseTaps"],
                                         cupy.cuda.Device().id)
    constant = complex(cval)
    weights = None if weights is None else cupy.asarray(weights)
    kernel.map(type_characters(source.dtype, target.dtype) + chars, count, work=work * max(taps, 1), input=source,
               output=target, weights=weights, steps=steps, places=places, shape=shape, low=before, ndim=len(shape),
               taps=taps, mode=modes, high=[size - 1 - b for size, b in zip(sizes, before, strict=True)],
               close=len(close) > 0, close_steps=close, first=first, constant=constant.real,
               constant_imag=constant.imag, **fields)
    if target is not output:
        output[...] = target
    return output


def merged_axes(shape: tuple[int, ...], sizes: tuple[int, ...], origins: list[int],
                modes: list[int]) -> tuple[tuple[Any, ...], ...]:
    """Neighbouring axes along which the footprint is one pixel wide as one axis; at least three axes."""
    return _merged(tuple(shape), tuple(sizes), tuple(origins), tuple(modes))


@functools.lru_cache(maxsize=256)
def _merged(shape: tuple[int, ...], sizes: tuple[int, ...], origins: tuple[int, ...],
            modes: tuple[int, ...]) -> tuple[tuple[Any, ...], ...]:
    found = []
    for length, size, origin, mode in zip(shape, sizes, origins, modes, strict=True):
        if found and size == found[-1][1] == 1:
            found[-1] = (found[-1][0] * length, 1, 0, mode)
        else:
            found.append((length, size, size // 2 + origin, mode))
    found = [(1, 1, 0, 0)] * (3 - len(found)) + found
    return tuple(tuple(entry) for entry in zip(*found, strict=True))


@functools.lru_cache(maxsize=128)
def _tables(footprint: bytes, sizes: tuple[int, ...], shape: tuple[int, ...], before: tuple[int, ...], most_close: int,
            device: int) -> tuple[cupy.ndarray, cupy.ndarray, int, bytes]:
    taps = numpy.argwhere(numpy.frombuffer(footprint, bool).reshape(sizes)).reshape(-1, len(sizes))
    places = taps - before
    strides = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
    steps = places @ numpy.array(strides, numpy.int64)
    close = b""
    if len(steps) <= most_close and numpy.abs(steps).max(initial=0) < 2 ** 31:
        close = steps.astype(numpy.int32).tobytes()
    return cupy.asarray(steps), cupy.asarray(numpy.ascontiguousarray(places, numpy.int32)), len(places), close


def correlate_runs(kernel: Kernel, run: int, input: cupy.ndarray, output: cupy.ndarray,
                   weights: numpy.ndarray[Any, Any] | cupy.ndarray, origins: Any, modes: Any, cval: float,
                   char: str) -> cupy.ndarray:
    """``output[...] = `` correlation of `input` with a box of `weights`, `run` outputs a call."""
    if not input.size:
        return output
    source = contiguous(input)
    target = output
    if not writable(output) or overlapping(source, output):
        target = cupy.empty(output.shape, output.dtype)
    shape, sizes, before, modes = merged_axes(input.shape, weights.shape, origins, modes)
    axis = len(shape) - (1 if serial_blocks() else 2)
    if isinstance(weights, cupy.ndarray):
        _, steps, places, pitch = _lines(_ones(sizes, char), char, sizes, shape, before, axis, cupy.cuda.Device().id)
        lines = cupy.zeros((steps.size, pitch), char)
        lines[:, :sizes[axis]] = cupy.moveaxis(weights.reshape(sizes), axis, -1).reshape(steps.size, sizes[axis])
    else:
        lines, steps, places, pitch = _lines(weights.tobytes(), weights.dtype.char, sizes, shape, before, axis,
                                             cupy.cuda.Device().id)
    calls = input.size // shape[axis] * -(-shape[axis] // run)
    kernel.map(type_characters(source.dtype, target.dtype) + char, calls, work=2 * run * weights.size, input=source,
               output=target, weights=lines, steps=steps, places=places, shape=shape, low=before, ndim=len(shape),
               taps=weights.size, mode=modes, high=[size - 1 - b for size, b in zip(sizes, before, strict=True)],
               constant=float(cval), constant_imag=0.0, axis=axis, lines=steps.size, size=sizes[axis], pitch=pitch,
               close_steps=b"")
    if target is not output:
        output[...] = target
    return output


@functools.lru_cache(maxsize=64)
def _ones(sizes: tuple[int, ...], char: str) -> bytes:
    return numpy.ones(sizes, char).tobytes()


@functools.lru_cache(maxsize=128)
def _lines(weights: Any, char: str, sizes: tuple[int, ...], shape: tuple[int, ...], before: tuple[int, ...], axis: int,
           device: int) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray, int]:
    """Weights as lines along an axis, whole packs of them, without lines of zeros."""
    weights = numpy.moveaxis(numpy.frombuffer(weights, char).reshape(sizes), axis, -1)
    pitch = -(-sizes[axis] // 4) * 4
    across = weights.shape[:-1]
    rows = weights.reshape(-1, sizes[axis])
    kept = rows.any(1)
    lines = numpy.zeros((int(kept.sum()), pitch), char)
    lines[:, :sizes[axis]] = rows[kept]
    places = numpy.insert(numpy.argwhere(numpy.ones(across, bool)), axis, 0, axis=1)[kept] - before
    strides = [math.prod(shape[k + 1:]) for k in range(len(shape))]
    return (cupy.asarray(lines), cupy.asarray(places @ numpy.array(strides, numpy.int64)),
            cupy.asarray(numpy.ascontiguousarray(places, numpy.int32)), pitch)
