"""Integers between bounds: numbers or arrays, of any integer type."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy.random import _check

if TYPE_CHECKING:
    from cupy._core.random_fill import Stream
    from cupy.typing import DTypeLike

__all__ = []

_CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L"}


@functools.cache
def _limits(dtype: numpy.dtype) -> tuple[int, int]:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind not in "iu":
        raise TypeError(f"Unsupported dtype {dtype!r} for integers")
    info = numpy.iinfo(dtype)
    return int(info.min), int(info.max)


def _signed(value: int) -> int:
    """The int64 with the low 64 bits of an integer."""
    return (value + 2**63) % 2**64 - 2**63


def _is_number(x: Any) -> bool:
    return type(x) is int or not isinstance(x, (ndarray, list, tuple)) and numpy.ndim(x) == 0


def draw_integers(stream: Stream, low: Any, high: Any, size: Any, dtype: DTypeLike, endpoint: bool) -> ndarray:
    """New array of integers in [low, high), or in [low, high] with `endpoint`."""
    if high is None:
        low, high = 0, low
    dtype = numpy.dtype(dtype)
    if not dtype.isnative:
        raise ValueError(f"Providing a dtype with a non-native byteorder is not supported: {dtype!r}")
    limits = _limits(dtype)
    shape = _check.shape_of(size) or ()
    if 0 in shape:                              # whatever the bounds are, as in NumPy
        return empty(shape, dtype)
    if _is_number(low) and _is_number(high):
        first, last = int(low), int(high) - (not endpoint)
        if first < limits[0] or last > limits[1] or first > last:
            _refuse(first < limits[0], f"low is out of bounds for {dtype}")
            _refuse(last > limits[1], f"high is out of bounds for {dtype}")
            _refuse(first > last, "low > high" if endpoint else "low >= high")
        wide, values = last - first >= 2**32, (_signed(first), _signed(last - first))
    else:
        first, count, shape = _arrays(low, high, size, dtype, limits, endpoint)
        wide, values = True, (first, count)
    out = empty(shape, dtype)
    stream.fill("wide_integers" if wide else "integers", _CARRIERS[dtype.itemsize], out, values, ints=True)
    return out


def _refuse(bad: Any, text: str) -> None:
    if bad:
        raise ValueError(text)


def _arrays(low: Any, high: Any, size: tuple[int, ...] | None, dtype: numpy.dtype, limits: tuple[int, ...],
            endpoint: bool) -> tuple[Any, Any, tuple[int, ...]]:
    """Lower bounds, and how much more the last integers are, as arrays of int64; the shape of the draw."""
    text = "low > high" if endpoint else "low >= high"
    if isinstance(low, ndarray) or isinstance(high, ndarray):
        low, high = (x if isinstance(x, ndarray) else asarray(x) for x in (low, high))
        for x, name in ((low, "low"), (high, "high")):
            if x.dtype.kind not in "biuf":
                raise TypeError(f"{name} must be real, not {x.dtype}")
        _check.refuse(low, lambda x: x < limits[0], f"low is out of bounds for {dtype}")
        top = limits[1] if endpoint else limits[1] + 1
        if top < 2**63:
            _check.refuse(high, lambda x: x > top, f"high is out of bounds for {dtype}")
        _check.refuse_pair(low, high, (lambda x, y: x > y) if endpoint else (lambda x, y: x >= y), text)
        first = low.astype("l")
        count = high.astype("l") - first - (not endpoint)
    else:
        exact = [numpy.array(x, dtype=object) for x in (low, high)]
        first, last = exact[0].astype(int).astype(object) if exact[0].dtype.kind == "f" else exact[0], exact[1]
        last = last - (not endpoint)
        _refuse(numpy.any(first < limits[0]), f"low is out of bounds for {dtype}")
        _refuse(numpy.any(last > limits[1]), f"high is out of bounds for {dtype}")
        _refuse(numpy.any(first > last), text)
        first, count = (asarray(_wrapped(x).tolist(), dtype="l") for x in (first, last - first))
    shape = _check.output_shape(size, [first.shape, count.shape])
    return _check.spread(first, shape), _check.spread(count, shape), shape


def _wrapped(x: Any) -> Any:
    return numpy.array(_each(numpy.asarray(x, dtype=object)), dtype="l")


def _each(x: Any) -> Any:
    return numpy.frompyfunc(lambda value: _signed(int(value)), 1, 1)(x)
