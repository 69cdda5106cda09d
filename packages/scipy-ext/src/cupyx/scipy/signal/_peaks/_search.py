"""Launches behind the functions for peaks."""
from __future__ import annotations

import math
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy._host import MANY, few_by_scipy
from cupyx.scipy.signal import _kernels

_kernel = Kernel("peaks.hpp", _kernels, "Peaks", packed=("d",))
FLAG, EDGES, SUMMARY, PROMINENCE, WIDTH, KEEP, BLOCK = (
    _kernel.constants[f"kPeak{name}"] for name in ("Flag", "Edges", "Summary", "Prominence", "Width", "Keep", "Block"))


def _launch(stage: int, count: int, work: int = 8, **fields: Any) -> None:
    _kernel.map("d", count, work=work, stage=stage, **fields)


def maxima(x: cupy.ndarray, low: float | None = None,
           high: float | None = None) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Middles, left and right edges and heights of the local maxima of a vector with heights from `low` to `high`."""
    flags = cupy.empty(x.shape, bool)
    _launch(FLAG, x.size, x=x, length=x.size, flags=flags, low=-math.inf if low is None else low,
            high=math.inf if high is None else high)
    (left,) = cupy.nonzero(flags)
    middle, right, heights = cupy.empty_like(left), cupy.empty_like(left), cupy.empty(left.shape)
    _launch(EDGES, left.size, x=x, length=x.size, at=left, middle=middle, left=cupy.empty_like(left), right=right,
            first=heights)
    return middle, left, right, heights


class Summaries:
    """The greatest and least of blocks of a vector, and of blocks of blocks."""

    def __init__(self, x: cupy.ndarray) -> None:
        self.fields = {"x": x, "length": x.size}
        above = {"x": x}
        size = x.size
        for level in (1, 2):
            if size < 4 * BLOCK:
                break
            blocks = -(-size // BLOCK)
            most, least = cupy.empty(blocks), cupy.empty(blocks)
            _launch(SUMMARY, blocks, BLOCK, length=size, most=most, least=least, **above)
            self.fields[f"most{level}"], self.fields[f"least{level}"] = most, least
            above, size = {"most1": most, "least1": least}, blocks


def prominences(summaries: Summaries, peaks: cupy.ndarray,
                reach: int) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Prominences, left and right bases."""
    found = cupy.empty(peaks.shape), cupy.empty_like(peaks), cupy.empty_like(peaks)
    _launch(PROMINENCE, peaks.size, 200, at=peaks, first=found[0], left=found[1], right=found[2], reach=reach,
            **summaries.fields)
    return found


def widths(summaries: Summaries, peaks: cupy.ndarray, relative: float, prominence: cupy.ndarray,
           left_base: cupy.ndarray, right_base: cupy.ndarray) -> tuple[cupy.ndarray, ...]:
    """Widths, the heights at which they are, and where these are crossed on both sides."""
    found = tuple([cupy.zeros(peaks.shape) for _ in range(4)])
    _launch(WIDTH, peaks.size, 100, at=peaks, relative=relative, prominence=prominence, left_base=left_base,
            right_base=right_base, first=found[0], second=found[1], third=found[2], fourth=found[3],
            **summaries.fields)
    return found


_apart = few_by_scipy("signal._peak_finding_utils._select_by_peak_distance", types="dl", most=MANY)


def apart(peaks: cupy.ndarray, heights: cupy.ndarray, distance: float) -> cupy.ndarray:
    """Which peaks remain when lower ones give way to higher ones within a distance."""
    found = _apart((peaks, heights, float(distance)))
    if found is not NotImplemented:
        return found
    order = cupy.argsort(heights, kind="stable")
    rank = cupy.empty(peaks.shape, numpy.int64)
    rank[order] = cupy.arange(peaks.size)
    state = cupy.zeros(peaks.shape, numpy.int32)
    # Each round decides at least the highest peak that is open; the host looks at what is left now and then.
    while True:
        for _ in range(4):
            left = cupy.zeros(1, numpy.int32)
            _launch(KEEP, peaks.size, at=peaks, rank=rank, state=state, open=left, distance=math.ceil(distance))
        if not int(left[0]):
            return state == 1
