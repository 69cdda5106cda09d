"""Checks of matrices by the names of CuPy's private ones."""
from __future__ import annotations

from collections.abc import Sequence

import numpy
from numpy.linalg import LinAlgError

from cupy._core.ndarray import ndarray

__all__ = []


def _assert_cupy_array(*arrays: object) -> None:
    """Raise unless all are arrays of ours."""
    for a in arrays:
        if not isinstance(a, ndarray):
            raise LinAlgError(f"cupy.linalg only supports cupy.ndarray, not {type(a)}")


def _assert_2d(*arrays: ndarray) -> None:
    """Raise unless all have two axes."""
    for a in arrays:
        if a.ndim != 2:
            raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")


def _assert_stacked_2d(*arrays: ndarray) -> None:
    """Raise unless all have two axes or more."""
    for a in arrays:
        if a.ndim < 2:
            raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")


def _assert_stacked_square(*arrays: ndarray) -> None:
    """Raise unless the last two axes of each have one length."""
    for a in arrays:
        _assert_stacked_2d(a)
        if a.shape[-1] != a.shape[-2]:
            raise LinAlgError("Last 2 dimensions of the array must be square")


_assert_square = _assert_stacked_square


def linalg_common_type(*arrays: ndarray, reject: Sequence[str] = ("float16",)) -> tuple[numpy.dtype, numpy.dtype]:
    """``(the type to compute in, the type of results)`` of matrices."""
    dtypes = [a.dtype for a in arrays]
    for dtype in dtypes:
        if dtype.name in reject:
            raise TypeError(f"array type {dtype.name} is unsupported in linalg")
    result = numpy.result_type(*[numpy.dtype("d") if t.kind in "biu" else t for t in dtypes])
    return numpy.result_type(result, numpy.float32), result
