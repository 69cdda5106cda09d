"""Steps of binary erosion on packed pixels, on GPUs."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous

_kernel = Kernel("binary_tile.hpp", _kernels, "BinaryTile", packed=on_devices("?"))
_FIELDS = _kernel.constants
_THREADS, _WIDE, _HIGH, _REACH, _ROWS, _BESIDE = (
    _FIELDS[f"kBinary{name}"] for name in ("Threads", "Wide", "High", "Reach", "Rows", "Beside"))
_AROUND = 32                    # rows that all steps of a pass reach, at most
_MANY = 12                      # taps from which on a box is gone through axis by axis


class Part:
    """A structure over rows and columns: taps of each row as bits, and how far they reach."""

    def __init__(self, structure: numpy.ndarray[Any, Any], low: Sequence[int]) -> None:
        taps = numpy.argwhere(structure) - low
        self.taps = len(taps)
        self.first, last = (int(taps[:, 0].min()), int(taps[:, 0].max())) if len(taps) else (0, 0)
        self.rows = [0] * (last - self.first + 1)
        for row, column in taps.tolist():
            self.rows[row - self.first] |= 1 << column + 31
        self.above, self.below = max(-self.first, 0), max(last, 0)
        self.beside = int(numpy.abs(taps[:, 1]).max(initial=0))

    def fits(self) -> Any | bool:
        return max(self.above, self.below) <= _REACH and self.beside <= 31 and len(self.rows) <= _ROWS


@functools.lru_cache(maxsize=128)
def _plan(structure: bytes, shape: Any, origins: Any, iterations: int, masked: bool, counted: bool,
          image: tuple[int, ...]) -> list[Any] | None:
    """What each launch is given, besides arrays, for images of a shape; None where the structure reaches too far."""
    shape, origins = (1, *shape)[-2:], (0, *origins)[-2:]
    low = shape[0] // 2 + origins[0], shape[1] // 2 + origins[1]
    passes = _passes(structure, shape, low, iterations, not masked and not counted)
    if passes is None:
        return None
    height, width = (1, *image)[-2:]
    wide = min(_WIDE, -(-width // 32))
    across, down = -(-width // (32 * wide)), -(-height // _HIGH)
    plan = []
    for parts, steps in passes:
        above, below = (steps * sum(getattr(part, side) for part in parts) for side in ("above", "below"))
        words = (_HIGH + above + below) * (wide + 2)
        plan.append({
            "blocks": across * down * math.prod(image[:-2]), "threads": _THREADS,
            "shared": 4 * words * (3 if masked else 2), "plan": _packed({
                "height": height, "width": width, "across": across, "down": down, "wide": wide,
                "shift": min((2 * wide - 1).bit_length(), 6), "above": above, "below": below, "steps": steps,
                "parts": len(parts), "taps": _taps(parts), "first_row": [part.first for part in parts],
                "rows": [len(part.rows) for part in parts]})})
    return plan


def _packed(plan: dict[str, Any]) -> bytes:
    """The bytes of a `BinaryPlan`."""
    block, _ = _kernel.pack({"input": None, "output": None, "packs": 0, "invert": 0, "border": 0, "plan": plan})
    at = next(field.offset for field in _kernel.block.fields if field.name == "plan")
    whole: bytes = block[at:at + _kernel.spec.struct("BinaryPlan").size]
    return whole


def _passes(structure: Any, shape: tuple[int, ...], low: tuple[int, ...], iterations: int,
            whole: bool) -> list[tuple[list[Part], int]] | None:
    """``(parts, steps of each pass)``, or None; `whole` boxes may grow instead of being used again and again."""
    structure = numpy.frombuffer(structure, bool).reshape(shape)
    full = whole and structure.all()
    parts, counts = [Part(structure, low)], []
    if not parts[0].fits():
        return None
    if full and iterations > 1 and shape[0] % 2 and shape[1] % 2 and (shape[0] // 2, shape[1] // 2) == low:
        # A box as often as you like is a larger box.
        together = min(iterations, *(_REACH // (n // 2) for n in shape if n > 1), iterations)
        passes = [together] * (iterations // together) + ([iterations % together] if iterations % together else [])
        return [(_box(tuple(1 + many * (n - 1) for n in shape), tuple(many * (n // 2) for n in shape)), 1)
                for many in passes]
    if full:
        parts = _box(shape, low)
    most = min((limit // reach for limit, reach in (
        (_AROUND, sum(part.above + part.below for part in parts)), (_BESIDE, sum(part.beside for part in parts)))
        if reach), default=iterations)
    counts = [most] * (iterations // most) + ([iterations % most] if iterations % most else [])
    return [(parts, count) for count in counts]


def _box(shape: tuple[int, ...], low: tuple[int, ...]) -> list[Part]:
    if min(shape) == 1 or math.prod(shape) <= _MANY:
        return [Part(numpy.ones(shape, bool), low)]
    return [Part(numpy.ones((shape[0], 1), bool), (low[0], 0)), Part(numpy.ones((1, shape[1]), bool), (0, low[1]))]


def can_pack(input: cupy.ndarray, structure: numpy.ndarray[Any, Any]) -> bool:
    """Whether the kernel goes over such images: the structure lies in the last two axes."""
    return (not serial_blocks() and input.ndim > 0
            and (input.ndim < 3 or structure.size == math.prod(structure.shape[-2:]))
            and input.shape[-1] < 2 ** 31 and input.size > 0)


def packed_erosion(input: cupy.ndarray, structure: numpy.ndarray[Any, Any], iterations: int, mask: cupy.ndarray | None,
                   border: Any, origins: Any, invert: Any, changed: Any = None, output: Any = None) -> Any:
    """Erosion, or dilation, `iterations` times; None where the structure reaches too far."""
    plan = _plan(structure.tobytes(), structure.shape, tuple(origins), iterations, mask is not None,
                 changed is not None, input.shape)
    if plan is None:
        return None
    source = contiguous(input)
    targets = [cupy.empty(input.shape, bool) for _ in range(min(len(plan), 2) - (output is not None))]
    if output is not None:
        targets.insert((len(plan) - 1) % 2, output)
    for place, fields in enumerate(plan):
        target = targets[place % 2]
        _kernel("?", input=source, output=target, mask=mask, changed=changed if place == len(plan) - 1 else None,
                packs=_packs(source, target, mask), invert=invert, border=border, **fields)
        source = target
    return source


def _packs(source: cupy.ndarray, target: cupy.ndarray, mask: cupy.ndarray | None) -> bool:
    if source.shape[-1] % 16 or source.data.ptr % 16 or target.data.ptr % 16:
        return False
    return mask is None or mask.data.ptr % 16 == 0


def _taps(parts: Sequence[Part]) -> bytes:
    taps = numpy.zeros((2, _ROWS), numpy.uint64)
    for row, part in zip(taps, parts, strict=False):
        row[:len(part.rows)] = part.rows
    return taps.tobytes()
