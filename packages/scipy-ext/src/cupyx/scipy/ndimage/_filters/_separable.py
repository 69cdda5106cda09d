"""Filters that run along one axis at a time: arguments, work buffers, the launch."""
from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy

import cupy
from cupy._ext import Kernel, depends, multiprocessors, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import MODES, contiguous, sum_char, writable

CHUNK, STAGED = 64, 24 << 10            # taps staged for at once; bytes of shared memory that are aimed at
ORIGIN = "Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2"
_WHOLE = 256                            # taps of whole numbers up to which all are staged for at once
_WHOLE_SINGLES = 1 << 24                # below which single precision has all whole numbers

_kernel = Kernel("correlate1d.hpp", _kernels, "Correlate1d",
                 packed=lambda language: ("fff", "ddd", "BBd", *on_devices("BBf")(language)))
_row = Kernel("correlate_row.hpp", _kernels, "Correlate1d", packed=on_devices("fff", "ddd", "BBd", "BBf"))
THREADS, RUN, LANES, ACROSS, INLINE_BYTES, DIRECT, DIRECT_TAPS, UNKNOWN, ROW_REACH, ROW_BYTES = (
    _kernel.constants[f"k{name}"] for name in (
        "Threads", "Run", "Lanes", "Across", "InlineBytes", "Direct", "DirectTaps", "Unknown", "RowReach", "RowBytes"))


def char_of(dtype: numpy.dtype[Any]) -> str:
    char: str = dtype.char
    return {"q": "l", "Q": "L"}.get(char, char)


class AxisFilter(NamedTuple):
    """What happens along one axis: correlation with `weights`, over `divisor`.

    Weights are a NumPy array, or on GPUs one of the device, whose numbers nobody waits for.

    With `pole`, weights are powers of one number from the middle on, in single precision half of them whole times
    `POLE_RUN`.
    """

    weights: numpy.ndarray | cupy.ndarray
    mode: int
    origin: int = 0
    divisor: float = 1.0
    pole: bool = False

    @property
    def before(self) -> int:
        """Taps before the one that lies on the output; ValueError for an impossible origin."""
        taps = len(self.weights)
        before = taps // 2 + self.origin
        if not 0 <= before < max(taps, 1):
            raise ValueError(ORIGIN)
        return before


@functools.lru_cache(maxsize=64)
def _taps(given: bytes, dtype: str, sums: str) -> tuple[int, bytes]:
    """Whether weights are symmetric, and the weights in the type of sums, all as bytes."""
    weights = numpy.frombuffer(given, dtype)
    return _symmetry(weights.astype("d")), weights.astype(sums).tobytes()


def _symmetry(weights: numpy.ndarray[Any, Any]) -> int:
    """1 for taps that are equal around the one in the middle, -1 for opposite ones, 0 for others, as SciPy has it."""
    left, right = weights[:len(weights) // 2], weights[::-1][:len(weights) // 2]
    if len(weights) % 2 == 0:
        return 0
    tiny = numpy.finfo("d").eps
    return 1 if (abs(left - right) <= tiny).all() else -1 if (abs(left + right) <= tiny).all() else 0


def correlate_line(input: cupy.ndarray, line: AxisFilter, axis: int, output: cupy.ndarray, cval: Any) -> None:
    """``output[...] = `` a `AxisFilter` along one axis of `input`."""
    before = line.before
    if input.dtype.kind == "c" and output.dtype.kind == "c":
        return _correlate_complex(input, line, axis, output, complex(cval))
    if input.dtype.kind == "c":
        whole = cupy.empty(input.shape, input.dtype)
        correlate_line(input, line, axis, whole, cval)
        output[...] = whole
        return
    source = contiguous(input)
    target = output if output.dtype.kind != "c" else cupy.empty(output.shape, source.dtype)
    target = non_aliasing(source, target)
    if source.size:
        _launch(source, line, axis, target, cval, before)
    if target is not output:
        output[...] = target


def _correlate_complex(input: cupy.ndarray, line: AxisFilter, axis: int, output: cupy.ndarray, cval: complex) -> None:
    """Real weights: the parts are images next to each other, unless what lies beyond the ends differs."""
    if line.mode == MODES["constant"] and cval.real != cval.imag:
        for part, constant in (("real", cval.real), ("imag", cval.imag)):
            correlate_line(getattr(input, part), line, axis, getattr(output, part), constant)
        return
    target = output if writable(output) else cupy.empty(output.shape, output.dtype)
    correlate_line(_parts(contiguous(input)), line, axis, _parts(target), cval.real)
    if target is not output:
        output[...] = target


def _parts(array: cupy.ndarray) -> cupy.ndarray:
    return array.reshape(*array.shape, 1).view(array.dtype.char.lower())


def non_aliasing(source: cupy.ndarray, output: cupy.ndarray) -> cupy.ndarray:
    """`output`, or a new array like it where kernels cannot write there while they read `source`."""
    return output if writable(output) and not depends(output, source) else cupy.empty(output.shape, output.dtype)


def sums_of(lines: Iterable[AxisFilter], source: numpy.dtype[Any], target: numpy.dtype[Any], cval: complex) -> str:
    """Type that sums are made in, from and to items of two types.

    On GPUs in single precision also where they are whole numbers that it holds, in whatever order they are added.
    """
    char = sum_char(source, target)
    if (char == "d" and max(source.itemsize, target.itemsize) <= 2 and source.kind in "iu" and target.kind in "iu"
            and not serial_blocks()):
        largest = 1 << 8 * source.itemsize
        if all(isinstance(line.weights, numpy.ndarray)
               and _whole(line.weights.tobytes(), line.weights.dtype.str) * largest < _WHOLE_SINGLES
               and (line.mode != MODES["constant"] or abs(cval) < largest and complex(cval).real.is_integer())
               for line in lines):
            return "f"
    return char


@functools.lru_cache(maxsize=64)
def _whole(weights: bytes, dtype: str) -> float:
    """The sum of the sizes of weights that are whole numbers; infinity for others."""
    found = numpy.frombuffer(weights, dtype)
    return float(numpy.abs(found).sum()) if (found % 1 == 0).all() else math.inf


def _launch(source: cupy.ndarray, line: AxisFilter, axis: int, target: cupy.ndarray, cval: float, before: int) -> None:
    weights, mode, _, divisor, pole = line
    sums = sums_of([line], source.dtype, target.dtype, cval)
    shape = source.shape
    outer, length, inner = math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1:])
    taps, itemsize = len(weights), numpy.dtype(sums).itemsize
    if isinstance(weights, cupy.ndarray):
        symmetric, inline = UNKNOWN, b""
    else:
        symmetric, inline = _taps(weights.tobytes(), weights.dtype.str, sums)
    device_weights = None
    if not inline or len(inline) > INLINE_BYTES:
        device_weights, inline = contiguous(cupy.asarray(weights, sums)), b""
    chunk = min(taps, CHUNK if target.dtype.kind == "f" or sums == "f" else _WHOLE)
    staged_taps = -(-chunk // RUN) * RUN
    kernel, runs, lines, staged, blocks = _kernel, 1, 1, 0, 1
    items = 0
    if inner == 1 and not pole and not serial_blocks():
        items = _row_items(source, target, sums, length, taps, before, mode != MODES["constant"] or cval == 0)
    if items:
        kernel, blocks = _row, -(-source.size // (THREADS * items))
    elif serial_blocks():
        rows = outer * length
        blocks = max(1, min(4 * multiprocessors(), rows * inner * taps // 200_000, rows))
    elif inner >= ACROSS:
        blocks = outer * -(-length // (THREADS // LANES * RUN)) * -(-inner // LANES)
    elif taps <= DIRECT_TAPS and not pole:
        lines, blocks = 0, -(-source.size // (THREADS * DIRECT))
    else:
        runs = min(THREADS // inner, -(-length // RUN))
        pitch = (runs * RUN + staged_taps) * inner
        lines = max(1, min(THREADS // inner // runs, outer, STAGED // (pitch * itemsize)))
        staged = lines * pitch
        blocks = -(-outer // lines) * -(-length // (runs * RUN))
    shared = (staged_taps + staged + staged // 32 * 4 + 4) * itemsize
    chars = char_of(source.dtype) + char_of(target.dtype) + sums
    kernel(chars, blocks=blocks, threads=THREADS, shared=shared, input=source, output=target, outer=outer,
           length=length, inner=inner, taps=taps, before=before, mode=mode, runs=runs, lines=lines, chunk=chunk,
           pole=pole, symmetric=symmetric, constant=cval, divisor=divisor, device_weights=device_weights,
           inline_weights=inline)


def _row_items(source: cupy.ndarray, target: cupy.ndarray, sums: str, length: int, taps: int, before: int,
               plain: bool) -> int:
    """Outputs that a thread of the kernel of rows makes, 0 where it cannot filter with so many taps."""
    items = max(ROW_BYTES // source.itemsize, 4)
    able = (before <= ROW_REACH and taps - 1 - before <= ROW_REACH
            and length % items == 0 and 2 * ROW_REACH <= length < 2 ** 30
            and (before == taps // 2 or sums == "f" or target.dtype.kind == "f")
            and (plain or source.dtype.char == sums)        # what lies beyond the ends is an item
            and all(a.data.ptr % min(16, items * a.itemsize) == 0 for a in (source, target)))
    return items if able else 0
