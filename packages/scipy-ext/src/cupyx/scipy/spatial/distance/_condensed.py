"""Symmetric matrices of which only what is above the diagonal is kept: to that form and back."""
from __future__ import annotations

import cupy
from cupy._ext import Kernel

from cupyx.scipy.spatial import _kernels

__all__ = []

#: Items are moved, not looked at: a type for each size.
_BY_SIZE = {1: "B", 2: "H", 4: "I", 8: "L", 16: "D"}
_LANES = 256        # threads of a GPU that share some rows

_expand, _condense = (
    Kernel("condensed.hpp", _kernels, "Condensed", packed=tuple(_BY_SIZE.values()), arguments=function)
    for function in ("expand_rows", "condense_rows"))


def _moved(kernel: Kernel, x: cupy.ndarray, shape: int | tuple[int, ...], side: int) -> cupy.ndarray:
    made = cupy.empty(shape, x.dtype)
    lanes, rows = kernel.lanes(_LANES), kernel.constants["kRows"]
    kernel.map(_BY_SIZE[x.dtype.itemsize], -(-side // rows) * lanes, work=side * rows / lanes,
               given=cupy.ascontiguousarray(x), made=made, side=side, lanes=lanes)
    return made


def expanded(x: cupy.ndarray, side: int) -> cupy.ndarray:
    """The symmetric matrix of a vector, zero on its diagonal."""
    return _moved(_expand, x, (side, side), side)


def condensed(x: cupy.ndarray) -> cupy.ndarray:
    """The vector of what is above the diagonal of a matrix, row after row."""
    side = x.shape[0]
    return _moved(_condense, x, side * (side - 1) // 2, side)
