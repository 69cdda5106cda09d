"""Filters along several axes: one after the other, or two at once."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupy._ext import serial_blocks

from cupyx.scipy.ndimage._filters._plane import correlate_plane, is_plane
from cupyx.scipy.ndimage._filters._separable import correlate_line
from cupyx.scipy.ndimage._filters._square import correlate_square, product_of

if TYPE_CHECKING:
    from cupyx.scipy.ndimage._filters._separable import AxisFilter


def filter_axes(input: cupy.ndarray, output: cupy.ndarray, lines: dict[int, AxisFilter], cval: Any) -> cupy.ndarray:
    """Filter by ``{axis: AxisFilter}`` one axis after the other, the last two at once where a kernel can."""
    if not lines:
        output[...] = input
        return output
    source, axes = input, list(lines)
    one_by_one = serial_blocks()
    square = None if one_by_one else product_of(lines, input, output, axes, cval)
    if square is not None:
        return correlate_square(input, square[0], output, square[1], cval)
    while axes:
        together = 2 if not one_by_one and is_plane(source, output, axes, lines, cval) else 1
        target = output if len(axes) == together else cupy.empty(input.shape, output.dtype)
        if together == 2:
            correlate_plane(source, [lines[axis] for axis in axes[:2]], target, cval)
        else:
            correlate_line(source, lines[axes[0]], axes[0], target, cval)
        source, axes = target, axes[together:]
    return output
