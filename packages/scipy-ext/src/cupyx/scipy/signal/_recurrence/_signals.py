"""Signals and states in the shape that recurrences take."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy._host import to_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike


def where_it_lies(value: ArrayLike) -> cupy.ndarray | numpy.ndarray[Any, Any]:
    """An array of the device as it is, anything else as NumPy's: no copy waits for a device."""
    return value if isinstance(value, cupy.ndarray) and not host_memory() else numpy.asarray(to_host(value))


def coefficients(value: Any, name: str) -> cupy.ndarray | numpy.ndarray[Any, Any]:
    """Coefficients of a polynomial as a vector of NumPy, or of the device if `value` is an array of it."""
    value = where_it_lies(value)
    if value.ndim == 0:
        value = value.reshape(1)
    if value.ndim != 1 or value.size == 0:
        raise ValueError(f"Parameter {name} is not a non-empty 1d array, since {name}.shape={value.shape}!")
    return value


def signal_of(x: ArrayLike) -> cupy.ndarray:
    x = x if isinstance(x, cupy.ndarray) else cupy.asarray(x)
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    return x


def filtered_type(*inputs: cupy.ndarray | numpy.ndarray[Any, Any] | None) -> numpy.dtype[Any]:
    """The dtype of a filtered signal: at least single precision, and double for integers."""
    dtype = numpy.result_type(*[value.dtype for value in inputs if value is not None])
    if dtype.kind in "?biu":
        return numpy.dtype("d")
    if dtype.char not in "efdFD":
        raise NotImplementedError(f"input type '{dtype}' not supported")
    return numpy.dtype("f") if dtype.char == "e" else dtype


def as_lines(x: cupy.ndarray, axis: int, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """`x` as (outer, length, inner) about an axis, C-contiguous."""
    shape = x.shape
    if x.dtype != dtype or not x.flags.c_contiguous:
        x = cupy.ascontiguousarray(x, dtype)
    return x.reshape(math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1:]))
