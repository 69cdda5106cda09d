"""Arguments of interpolation: dtypes, coordinates, trailing axes, copies for checks on the host."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import all_finite

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike

__all__ = []

_FLOAT, _COMPLEX = numpy.dtype(float), numpy.dtype(complex)


def host(a: Any, dtype: type[Any] | None = None) -> numpy.ndarray[Any, Any]:
    """A NumPy array of any array-like, wherever it lives."""
    if isinstance(a, (list, tuple)) and any(isinstance(v, cupy.ndarray) for v in a):
        a = [cupy.asnumpy(v) for v in a]
    return numpy.asarray(cupy.asnumpy(a), dtype)


def device(a: Any, dtype: DTypeLike | None = None) -> cupy.ndarray:
    """A device array of any array-like."""
    if dtype is None and isinstance(a, cupy.ndarray):
        return a
    if isinstance(a, (list, tuple)) and any(isinstance(v, cupy.ndarray) for v in a):
        a = cupy.stack([cupy.asarray(v) for v in a])
    return cupy.asarray(a, dtype=dtype)


def value_dtype(*dtypes: numpy.dtype[Any]) -> numpy.dtype[Any]:
    """Double precision, complex where any of the dtypes is."""
    return _COMPLEX if "c" in [d.kind for d in dtypes] else _FLOAT


def contiguous(a: cupy.ndarray, as_values: bool = False) -> cupy.ndarray:
    """An array with its items in C order, in double precision if asked."""
    return a.astype(value_dtype(a.dtype) if as_values else a.dtype, "C", copy=False)


def as_float(a: ArrayLike | None, check_finite: bool = False) -> cupy.ndarray:
    """A contiguous array of float64 or complex128, of at least one axis; ValueError for NaN and infinities if asked."""
    a = contiguous(device(a), True)
    if not a.ndim:
        a = a.reshape(1)
    if check_finite and not all_finite(a):
        raise ValueError("Array must not contain infs or nans.")
    return a


def queries(x: ArrayLike) -> tuple[cupy.ndarray, tuple[int, ...]]:
    """``(flat float64 array, shape)`` of the points of a call."""
    x = device(x)
    if x.dtype.kind == "c":
        x = x.real
    shape = x.shape
    x = x.astype(_FLOAT, "C", copy=False)
    return x if len(shape) == 1 else x.reshape(-1), shape


def coordinates(points: Any, ndim: int | None = None) -> cupy.ndarray:
    """Points as one array whose last axis holds coordinates; a tuple of arrays is broadcast first."""
    if isinstance(points, tuple) and len(points) == 1:
        points = points[0]
    if isinstance(points, tuple):
        parts = cupy.broadcast_arrays(*[device(p) for p in points])
        return cupy.stack(parts, axis=-1)
    points = device(points)
    if points.ndim == 1:
        return points.reshape(-1, 1) if ndim is None else points.reshape(-1, ndim)
    return points


def move_values(out: cupy.ndarray, x_ndim: int, axis: int) -> cupy.ndarray:
    """The axes of the points, which lead, put in the place of the interpolation axis."""
    if axis == 0:
        return out
    order = list(range(out.ndim))
    return out.transpose(order[x_ndim:x_ndim + axis] + order[:x_ndim] + order[x_ndim + axis:])


def wrapped(x: cupy.ndarray, first: cupy.ndarray, last: cupy.ndarray) -> cupy.ndarray:
    """Points taken into the period from `first` to `last`."""
    return first + (x - first) % (last - first)


def columns(a: cupy.ndarray, leading: int) -> int:
    """Number of items behind the leading axes."""
    return math.prod(a.shape[leading:])


def column_vector(v: cupy.ndarray, ndim: int) -> cupy.ndarray:
    """A vector with axes of length one behind it."""
    return v.reshape(v.shape + (1,) * (ndim - 1))
