"""The bytes of items in the opposite order."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy._core.strided import strided_view
from cupy._core.constructors import empty_like

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []


def byteswapped(a: ndarray, inplace: bool = False) -> ndarray:
    """`a` with the bytes of each number reversed: a copy, or `a` itself."""
    result = a if inplace else empty_like(a, order="A")
    if a.dtype.names:
        for name in a.dtype.names:
            result[name] = byteswapped(a[name])
        return result
    unit = _unit(a.dtype)
    _bytes(result, unit)[...] = _bytes(a, unit)[..., ::-1].copy()
    return result


def _unit(dtype: numpy.dtype) -> int:
    """How many bytes belong together: those of a real number or a character."""
    if dtype.kind == "c":
        return dtype.itemsize // 2
    if dtype.kind in "SV":
        return 1
    return 4 if dtype.kind == "U" else dtype.itemsize


def _bytes(a: ndarray, unit: int) -> ndarray:
    return strided_view(a, (*a.shape, a.itemsize // unit, unit), (*a.strides, unit, 1), numpy.uint8)
