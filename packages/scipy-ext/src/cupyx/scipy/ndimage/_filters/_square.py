"""Correlation with small squares of weights over the last two axes of an image, on GPUs."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._ext import Kernel, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import MODES, contiguous, sum_char
from cupyx.scipy.ndimage._filters._plane import NARROW
from cupyx.scipy.ndimage._filters._separable import non_aliasing, char_of

if TYPE_CHECKING:
    from cupy import ndarray

_SIZES = (3, 5, 7)
_PACKED = on_devices("fff", "ddd", "BBd")


def _kernel(function: str, size: int) -> Kernel:
    return Kernel("correlate_tile.hpp", _kernels, "CorrelateTile", packed=_PACKED, arguments=f"{function}, {size}")


_KERNELS = {size: _kernel("correlate_square", size) for size in _SIZES}
_ON_DEVICE = {size: _kernel("correlate_device", size) for size in _SIZES}
_CROSS = _kernel("correlate_cross", 3)
_FIELDS = _KERNELS[3].constants
_THREADS, _WIDE, _HIGH, _TAPS = (_FIELDS[f"kSquare{name}"] for name in ("Threads", "Wide", "High", "Taps"))


def is_square(input: ndarray, output: ndarray, shape: tuple[int, ...], origins: Sequence[Any]) -> bool:
    """Whether the kernel correlates with weights of `shape`, all of whose axes but the last two are of length 1."""
    return (input.ndim > 1 and shape[-1] in _SIZES and shape[-2] == shape[-1] and math.prod(shape) == shape[-1] ** 2
            and not any(origins) and not serial_blocks() and NARROW <= input.shape[-1] < 2 ** 30
            and input.dtype.kind != "c" and output.dtype.kind != "c")


def correlate_square(input: ndarray, weights: numpy.ndarray[Any, Any], output: ndarray, modes: Sequence[int],
                     cval: complex, *, cross: bool = False) -> Any:
    """``output[...] = `` correlation of the last two axes of `input` with `weights`, a NumPy array.

    Of a `cross` the corners are left out.
    """
    singles, doubles = _operands(weights.tobytes(), weights.dtype.char)
    kernel = _CROSS if cross else _KERNELS[weights.shape[-1]]
    return _launch(kernel, input, output, modes, cval, singles=singles, doubles=doubles)


def correlate_on_device(input: ndarray, weights: ndarray, output: ndarray, modes: Sequence[int], cval: complex, *,
                        reverse: bool = False) -> None:
    """The same with an array of the device, in reverse order or not, whose numbers nobody waits for."""
    weights = contiguous(weights.astype(sum_char(input.dtype, output.dtype), copy=False))
    return _launch(_ON_DEVICE[weights.shape[-1]], input, output, modes, cval, device_weights=weights,
                   reversed=reverse, singles=b"", doubles=b"")


def _launch(kernel: Callable[..., Any], input: ndarray, output: ndarray, modes: Sequence[int], cval: Any,
            **weights: Any) -> Any:
    source = contiguous(input)
    target = non_aliasing(source, output)
    if source.size:
        height, width = source.shape[-2:]
        across, down = -(-width // _WIDE), -(-height // _HIGH)
        packs = width % 4 == 0 and all(a.data.ptr % (4 * a.itemsize) == 0 for a in (source, target))
        kernel(
            char_of(source.dtype) + char_of(target.dtype) + sum_char(source.dtype, target.dtype),
            blocks=across * down * math.prod(source.shape[:-2]), threads=_THREADS, input=source, output=target,
            height=height, width=width, across=across, down=down, mode=modes, packs=packs, constant=float(cval),
            **weights)
    if target is not output:
        output[...] = target
    return output


@functools.lru_cache(maxsize=64)
def _operands(weights: Any, char: str) -> tuple[Any, ...]:
    """Bytes of weights as the kernel has them, in single and double precision."""
    whole = numpy.zeros(_TAPS)
    weights = numpy.frombuffer(weights, char)
    whole[:weights.size] = weights
    return whole.astype(numpy.float32).tobytes(), whole.tobytes()


def product_of(lines: Any, source: ndarray, output: ndarray, axes: Sequence[int],
               cval: complex) -> tuple[Any, list[Any]] | None:
    """``(weights, modes)`` of two `AxisFilter` along the last two axes as one square, None where that differs."""
    if len(axes) != 2 or sorted(axes) != [source.ndim - 2, source.ndim - 1]:
        return None
    both = [lines[axis] for axis in sorted(axes)]
    shape = tuple(len(line.weights) for line in both)
    if (source.dtype.char not in "fd" or output.dtype.char not in "fd"
            or any(line.mode == MODES["constant"] for line in both) and cval != 0
            or not is_square(source, output, shape, [line.origin for line in both])):
        return None
    return _outer(*(line.weights.tobytes() for line in both), *(line.weights.dtype.char for line in both),
                  both[0].divisor * both[1].divisor), [line.mode for line in both]


@functools.lru_cache(maxsize=64)
def _outer(down: Any, along: Any, char: str, other: Any, divisor: Any) -> Any:
    return numpy.multiply.outer(numpy.frombuffer(down, char), numpy.frombuffer(along, other)) / divisor
