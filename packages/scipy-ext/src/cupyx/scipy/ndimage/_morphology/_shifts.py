"""Steps of binary erosion on the host: the whole image, moved by each tap, many pixels at once."""
from __future__ import annotations

import functools
import operator
from typing import Any

import numpy

import cupy
from cupy._ext import serial_blocks

_LEAST = 2048           # pixels
_MOST = 128             # taps; the walk from pixel to pixel ends at the first of more that decides


def shifts(input: cupy.ndarray, structure: numpy.ndarray[Any, Any],
           origins: list[int]) -> tuple[list[list[int]], list[tuple[int, int]]] | None:
    """What `shifted_erosion` takes for a structure; None on devices, for few pixels, and for many taps."""
    if not serial_blocks() or input.ndim == 0 or input.size < _LEAST:
        return None
    return _shifts(structure.tobytes(), structure.shape, tuple(origins))


@functools.lru_cache(maxsize=128)
def _shifts(structure: bytes, shape: tuple[int, ...],
            origins: tuple[int, ...]) -> tuple[list[list[int]], list[tuple[int, int]]] | None:
    """Where moved images begin in the one with a border, and how wide that is on both sides of each axis; or None."""
    before = [size // 2 + origin for size, origin in zip(shape, origins, strict=True)]
    taps = numpy.argwhere(numpy.frombuffer(structure, bool).reshape(shape))
    if not 0 < len(taps) <= _MOST or any(not 0 <= b < size for b, size in zip(before, shape, strict=True)):
        return None
    return taps.tolist(), [(b, size - 1 - b) for b, size in zip(before, shape, strict=True)]


def shifted_erosion(input: cupy.ndarray, shifts: tuple[list[list[int]], list[tuple[int, int]]],
                    mask: cupy.ndarray | None, border: bool, invert: bool, output: cupy.ndarray,
                    changed: cupy.ndarray | None) -> cupy.ndarray:
    """One step of erosion, or of dilation, where it erodes the complement."""
    taps, widths = shifts
    wide = cupy.full([n + before + after for n, (before, after) in zip(input.shape, widths, strict=True)], border)
    wide[tuple([slice(before, before + n) for n, (before, _) in zip(input.shape, widths, strict=True)])] = input
    # What lies beyond the end of a row is a pixel of the border: the image is moved as one row.
    steps = wide.strides
    flat, result = wide.ravel(), cupy.empty(wide.shape, bool)
    count = wide.size - sum([sum(width) * step for width, step in zip(widths, steps, strict=True)])
    moved = [flat[at:at + count] for at in [sum(map(operator.mul, tap, steps)) for tap in taps]]
    target, join = result.ravel()[:count], cupy.bitwise_or if invert else cupy.bitwise_and
    if len(moved) == 1:
        target[...] = moved[0]
    for k, image in enumerate(moved[1:]):
        join(target if k else moved[0], image, out=target)
    output[...] = result[tuple([slice(n) for n in input.shape])]
    if mask is not None:
        cupy.copyto(output, input, where=~mask)
    if changed is not None and (output != input).any():
        changed[0] = 1
    return output
