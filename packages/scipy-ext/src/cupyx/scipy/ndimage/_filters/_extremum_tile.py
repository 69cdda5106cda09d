"""Least and greatest items of boxes over two axes, in one pass over the memory of a GPU."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cupy._ext import Kernel, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous
from cupyx.scipy.ndimage._filters._separable import non_aliasing, char_of

if TYPE_CHECKING:
    from cupy import ndarray

_PACKED = on_devices("fff", "BBf", "HHf", "??f", "iii", "ddd")
_TILE = {least: Kernel("extremum_tile.hpp", _kernels, "ExtremumTile", packed=_PACKED, arguments=which)
         for least, which in ((True, "least"), (False, "greatest"))}
_FIELDS = _TILE[True].constants
_THREADS, _WIDE, _HIGH = (_FIELDS[f"kExtremum{name}"] for name in ("Threads", "Wide", "High"))
_LONGEST = 128                  # window along the last axis; a longer one would mostly read what others read too
_SUMS = {**dict.fromkeys("?bBhHef", "f"), "i": "i", "l": "l", "d": "d"}


def is_tile(input: ndarray, output: ndarray, shape: tuple[int, ...], size: tuple[int, ...]) -> bool:
    """Whether one kernel can go over boxes of `size` in an array seen as ``(images, height, width)``."""
    return (not serial_blocks() and input.dtype == output.dtype and char_of(input.dtype) in _SUMS
            and shape[2] >= _FIELDS["kExtremumNarrow"] and shape[2] < 2 ** 31 and size[1] <= _LONGEST
            and (size[1] == 1 or shape[1] >= _HIGH // 2))


def over_tile(input: ndarray, output: ndarray, shape: tuple[int, ...], size: tuple[int, ...], before: Sequence[int],
              mode: Any, cval: float, least: bool) -> None:
    """``output[...] = `` the least or greatest items of boxes."""
    source = contiguous(input)
    target = non_aliasing(source, output)
    if source.size:
        char = char_of(source.dtype)
        across, down = -(-shape[2] // _WIDE), -(-shape[1] // _HIGH)
        pitch = _WIDE + size[1] - 1 | 1
        _TILE[least](char + char + _SUMS[char], blocks=across * down * shape[0], threads=_THREADS,
                     shared=_HIGH * pitch * max(source.itemsize, 4), input=source, output=target, height=shape[1],
                     width=shape[2], across=across, down=down, size=size, before=before, mode=mode, pitch=pitch,
                     constant=float(cval))
    if target is not output:
        output[...] = target


def over_line(input: ndarray, output: ndarray, axis: int, size: int, before: int, mode: int, cval: float,
              least: bool) -> bool:
    """The same along one axis; False where the kernel cannot."""
    length, inner = input.shape[axis], math.prod(input.shape[axis + 1:])
    if inner > 1:
        shape, sizes, befores = (math.prod(input.shape[:axis]), length, inner), (size, 1), (before, 0)
    else:
        shape, sizes, befores = (1, math.prod(input.shape[:axis]), length), (1, size), (0, before)
    if not is_tile(input, output, shape, sizes):
        return False
    over_tile(input, output, shape, sizes, befores, (mode, mode), cval, least)
    return True
