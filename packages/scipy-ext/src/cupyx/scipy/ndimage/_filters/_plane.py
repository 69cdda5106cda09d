"""The last two axes filtered in one pass over the memory of a GPU."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._ext import Kernel, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous
from cupyx.scipy.ndimage._filters._separable import char_of, non_aliasing, sums_of

if TYPE_CHECKING:
    from cupy import ndarray

_BANDED, _MEAN_BANDED = 54, 24          # taps of both axes from which on products of matrices are faster
NARROW = 32                             # below this width most of a tile would be empty
_WIDEST = 1 << 22                       # rows of so many items are numbered in 32 bits, a window at a time

_correlate, _pole, _mean = (
    Kernel("plane.hpp", _kernels, "Plane", packed=on_devices(*types), arguments=sums)
    for sums, types in (("Weighted", ("fff", "BBf")), ("Pole", ("fff",)), ("Mean", ("fff", "BBf"))))
#: By whether all weights are ones, and blocks of eight items that hold the windows of eight outputs.
_BANDS = {(mean, blocks): Kernel("banded.hpp", _kernels, "Plane", packed=on_devices("fff"),
                                 arguments=f"{'Mean' if mean else 'Weighted'}, {blocks}, {str(not mean).lower()}")
          for mean, blocks in ((False, 5), (True, 3), (True, 5))}
POLE_RUN = _correlate.constants["kPoleRun"]
_THREADS, _MEAN_THREADS, _WIDE, _HIGH, _TAPS = (
    _correlate.constants[f"kPlane{name}"] for name in ("Threads", "MeanThreads", "Wide", "High", "Taps"))


def is_plane(source: ndarray, output: ndarray, axes: Sequence[int], lines: Any, cval: complex) -> bool:
    """Whether one kernel can filter along the first two of `axes` at once."""
    ndim = source.ndim
    return (len(axes) > 1 and axes[0] == ndim - 2 and axes[1] == ndim - 1 and not serial_blocks()
            and NARROW <= source.shape[-1] < _WIDEST
            and all(len(lines[axis].weights) <= _TAPS for axis in axes[:2])
            and sums_of([lines[axis] for axis in axes[:2]], source.dtype, output.dtype, cval) == "f")


def correlate_plane(input: ndarray, lines: Any, output: ndarray, cval: float | complex, kernel: Any = None) -> None:
    """``output[...] = `` two `AxisFilter` along its last two axes, or what `kernel` makes of their lengths."""
    before = [line.before for line in lines]
    source = contiguous(input)
    target = non_aliasing(source, output)
    if source.size:
        _launch(source, lines, before, target, cval, kernel)
    if target is not output:
        output[...] = target


def _launch(source: ndarray, lines: Any, before: Sequence[int], target: ndarray, cval: float | complex,
            kernel: Callable[..., Any]) -> None:
    height, width = source.shape[-2:]
    across, down = -(-width // _WIDE), -(-height // _HIGH)
    taps = [len(line.weights) for line in lines]
    # Packs of 16 bytes in rows next to each other lie in different banks; windows look three items beyond their last.
    pitch = -(-(_WIDE + max(taps) - 1) // 32) * 32 + 4
    vector = target.data.ptr % 16 == 0 and width * target.itemsize % 16 == 0
    weights = _operands(*(part for line in lines for part in (line.weights.tobytes(), line.weights.dtype.char)))
    if kernel is None:
        kernel = _pole if all(line.pole for line in lines) else (
            _mean if all(line.divisor == len(line.weights) > 1 for line in lines) else _correlate)
    chars = char_of(source.dtype) + char_of(target.dtype) + "f"
    threads = _MEAN_THREADS if kernel is _mean else _THREADS
    pairs = chars == "fff" and width % 2 == 0 and source.data.ptr % 8 == 0 and target.data.ptr % 8 == 0
    banded = _banded(kernel is _mean, taps, before) if pairs and kernel in (_correlate, _mean) else None
    if banded is not None:
        kernel, threads = banded, _THREADS
    kernel(chars, blocks=across * down * math.prod(source.shape[:-2]), threads=threads, shared=4 * _HIGH * pitch,
           input=source, output=target, height=height, width=width, across=across, down=down, taps=taps, before=before,
           mode=[line.mode for line in lines], pitch=pitch, vector=vector, constant=cval,
           divisor=[line.divisor for line in lines], weights=weights)


@functools.lru_cache(maxsize=64)
def _operands(down: bytes, char: str, along: bytes, other: str) -> bytes:
    """Weights of both axes as the kernel has them."""
    weights = numpy.zeros((2, _TAPS), numpy.float32)
    for row, found in zip(weights, (numpy.frombuffer(down, char), numpy.frombuffer(along, other)), strict=True):
        row[:len(found)] = found
    return weights.tobytes()


def _banded(mean: bool, taps: Sequence[int], before: Sequence[int]) -> Any:
    """The kernel that multiplies matrices for so many taps; None for few, or for more than there are kernels for."""
    if sum(taps) < (_MEAN_BANDED if mean else _BANDED):
        return None
    most = max(taps[0], taps[1] + before[1] % 2)        # windows start with a pair
    fitting = (kernel for (means, blocks), kernel in _BANDS.items() if means == mean and most <= 8 * blocks - 7)
    return next(fitting, None)
