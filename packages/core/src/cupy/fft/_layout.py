"""Where a transform's elements lie, in the words of the library's plans."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from cupy._runtime.services.fft import Layout

__all__ = ["Placement", "place"]

#: Executions of one plan that are worth more than a transposing copy of the whole array: few, or large ones.
#: A launch costs about 5 µs more than its share of memory's time, in which an H200 copies 2**20 complex64 items.
FEW_LAUNCHES = 4
LARGE_LAUNCH = 1 << 20


class Placement:
    """A plan's layout and the offsets at which it is executed."""

    __slots__ = ("layout", "offsets")

    def __init__(self, layout: Layout, offsets: Sequence[Any]) -> None:
        self.layout = layout
        self.offsets = offsets


def _nested(lengths: Sequence[int], strides: Sequence[int]) -> tuple[tuple[int, ...], int] | None:
    """``(embed, stride)`` of transform axes, outermost first, or None when they do not nest."""
    if strides[-1] < 1:
        return None
    embed = [lengths[0]]
    for k in range(1, len(lengths)):
        padded, rest = divmod(strides[k - 1], strides[k])
        if rest or padded < lengths[k]:
            return None
        embed.append(padded)
    return tuple(embed), strides[-1]


def _merged(axes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Batch axes ``(length, stride in, stride out)`` with neighbours joined where both strides allow."""
    done = []
    for n, x, y in sorted((axis for axis in axes if axis[0] != 1), key=lambda axis: (-axis[2], -axis[1])):
        if done and done[-1][1] == n * x and done[-1][2] == n * y:
            done[-1] = (done[-1][0] * n, x, y)
        else:
            done.append((n, x, y))
    return done


def place(source: tuple[tuple[int, ...], tuple[int, ...], int], target: tuple[tuple[int, ...], tuple[int, ...], int],
          axes: Sequence[int]) -> Placement | None:
    """How one plan transforms `axes` of `source` into `target`.

    Parameters
    ----------
    source, target : tuple of (shape, strides, itemsize)
        Both sides; strides in bytes.
    axes : tuple of int
        Axes of the transform, outermost first; of a real transform the last one is halved.

    Returns
    -------
    Placement or None
        None where no plan describes this layout, or a copy is cheaper.
    """
    shape, strides, itemsize = source
    other_shape, other_strides, other_itemsize = target
    if any(stride % itemsize for stride in strides) or any(stride % other_itemsize for stride in other_strides):
        return None
    x = [stride // itemsize for stride in strides]
    y = [stride // other_itemsize for stride in other_strides]
    nested_in = _nested([shape[k] for k in axes], [x[k] for k in axes])
    nested_out = _nested([other_shape[k] for k in axes], [y[k] for k in axes])
    if nested_in is None or nested_out is None:
        return None
    lengths = tuple(max(shape[k], other_shape[k]) for k in axes)
    batches = _merged([(n, x[k], y[k]) for k, n in enumerate(shape) if k not in axes])
    if any(dx < 1 or dy < 1 for _, dx, dy in batches):
        return None
    if nested_in[1] == 1:
        batches.sort(reverse=True)
    else:       # neighbours in memory are read together
        batches.sort(key=lambda axis: axis[1])
    (batch, dist, other_dist), loops = batches[0] if batches else (1, 1, 1), batches[1:]
    launches = prod(n for n, _, _ in loops)
    if launches > FEW_LAUNCHES and batch * prod(lengths) < LARGE_LAUNCH:
        return None
    offsets = tuple(
        (sum(i * dx for i, (_, dx, _) in zip(index, loops, strict=True)) * itemsize,
         sum(i * dy for i, (_, _, dy) in zip(index, loops, strict=True)) * other_itemsize)
        for index in product(*(range(n) for n, _, _ in loops)))
    aligned = max(itemsize, other_itemsize)
    if any(a % aligned or b % aligned for a, b in offsets):     # real numbers, too, must begin where complex ones may
        return None
    return Placement(Layout(lengths, *nested_in, dist, *nested_out, other_dist, batch), offsets)
