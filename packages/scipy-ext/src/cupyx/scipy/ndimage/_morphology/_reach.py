"""What is reached within a mask, by its connected regions instead of by iterations."""
from __future__ import annotations

from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous
from cupyx.scipy.ndimage._measurements._regions import label_regions

_touch, _spread = (Kernel("reach.hpp", _kernels, "Reach", packed=("i", "l"), arguments=step)
                   for step in ("touch", "spread"))


def can_reach(structure: numpy.ndarray[Any, Any], origins: list[int]) -> Any:
    """Whether growing by a structure is to follow connected regions: three pixels an axis, alike in both directions."""
    return (not any(origins) and all(size in (1, 3) for size in structure.shape) and structure.ndim > 0
            and structure.any() and numpy.array_equal(structure, structure[(slice(None, None, -1),) * structure.ndim]))


def reach(start: cupy.ndarray, first: cupy.ndarray, mask: cupy.ndarray | None,
          structure: numpy.ndarray[Any, Any]) -> cupy.ndarray:
    """`start` and the regions of `mask` that `first`, one step of growing from there, touches."""
    inside = cupy.ones(start.shape, bool) if mask is None else mask
    wide = numpy.zeros([3] * structure.ndim, bool)
    wide[tuple(slice(0, 3) if size == 3 else slice(1, 2) for size in structure.shape)] = structure
    regions, _ = label_regions(inside, wide)
    output = cupy.empty(start.shape, bool)
    fields = {"regions": regions, "marked": contiguous(first), "start": contiguous(start),
              "touched": cupy.zeros(start.size + 1, bool), "output": output}
    for step in (_touch, _spread):
        step.map(type_characters(regions.dtype), start.size, work=2, **fields)
    return output
