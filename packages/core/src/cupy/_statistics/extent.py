"""Smallest and largest item together, for who needs both on the host."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.items import extent as spec
from cupy._core.kernel import Kernel, type_characters
from cupy._core.constructors import empty, zeros
from cupy._core.target import serial_blocks

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_kernel = Kernel(spec)


def extent(a: ndarray) -> tuple[Any, Any]:
    """Smallest and largest item of a vector that is not empty, as NumPy scalars; waits for the device."""
    if not a.flags.aligned or a.strides[0] % a.itemsize:
        a = a.copy()
    serial, threads = serial_blocks(), _kernel.constants["kExtentThreads"]
    blocks = _kernel.blocks(a.size, threads * _kernel.constants["kExtentItems"], waves=4)
    ends = empty((blocks + 1, 2), a.dtype)
    _kernel(type_characters(a.dtype), blocks=blocks, threads=threads, items=a, ends=ends,
            ticket=None if serial else zeros(1, numpy.uint32), size=a.size, stride=a.strides[0] // a.itemsize)
    if not serial:
        return tuple(ends[blocks].get())
    ends = ends[:blocks].get()
    return ends[:, 0].min(), ends[:, 1].max()
