"""Permutations, shuffles and choices: indices are drawn, items are taken."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.random import fill
from cupy._core.gather import take_axis
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._creation.ranges import arange
from cupy._manipulation.transpose import moveaxis
from cupy._math.cumulative import cumsum
from cupy._core.arguments import as_array
from cupy._sorting.sort import argsort
from cupy.random import _check
from cupy.random._integers import draw_integers

if TYPE_CHECKING:
    from cupy._core.random_fill import Stream

__all__ = []

SHORT = fill.constants["kRankedLane"]        # shorter lanes are ranked


def _axis_of(a: ndarray, axis: int) -> int:
    if not -a.ndim <= axis < a.ndim:
        raise numpy.exceptions.AxisError(axis, a.ndim)
    return axis % a.ndim


def indices(stream: Stream, n: int, count: int | None = None, lanes: int = 1) -> ndarray:
    """Permutations of ``range(n)``, one after the other for each lane, or the first `count` items of one."""
    keys = empty(2 * lanes * (n if n <= SHORT else 4), "u4")        # words of 64 bits
    stream.fill("raw", "I", keys)
    out = empty(lanes * n if count is None else count, "l")
    return stream.fill("permutation", "L", out, (keys,), ints=True, inner=n)


def permutation(stream: Stream, x: Any, axis: int = 0) -> Any:
    """``range(x)`` or the items of `x` along an axis, in a random order."""
    if isinstance(x, (int, numpy.integer)):
        if x < 0:
            raise ValueError("negative dimensions are not allowed")
        return indices(stream, int(x))
    x = as_array(x, "x")
    if x.ndim == 0:
        if x.dtype.kind in "iu":
            return permutation(stream, int(x))
        raise numpy.exceptions.AxisError(f"x must be an integer or at least 1-dimensional, not {x.dtype}")
    axis = _axis_of(x, axis)
    return take_axis(x, indices(stream, x.shape[axis]), axis)


def shuffle(stream: Stream, x: Any, axis: int = 0) -> None:
    """Order the items of `x` along an axis anew, in place."""
    if not isinstance(x, ndarray):
        raise TypeError(f"The array must be a cupy.ndarray, not {type(x)}")
    if x.ndim == 0:
        raise TypeError("An array whose ndim is 0 is not supported")
    axis = _axis_of(x, axis)
    if x.size and x.shape[axis] > 1:
        x[...] = take_axis(x, indices(stream, x.shape[axis]), axis)


def permuted(stream: Stream, x: Any, axis: Any = None, out: ndarray | None = None) -> ndarray:
    """The items of each lane along an axis, in orders that are independent of one another."""
    x = as_array(x, "x")
    if out is not None and not isinstance(out, ndarray):
        raise TypeError("out must be a cupy array")
    if out is not None and out.shape != x.shape:
        raise ValueError("out must have the same shape as x")
    if axis is None:
        result = take_axis(x.reshape(-1), indices(stream, x.size), 0).reshape(x.shape)
    else:
        axis = _axis_of(x, axis)
        rows = moveaxis(x, axis, -1)
        shape, n = rows.shape, x.shape[axis]
        lanes = math.prod(shape[:-1])
        if lanes and n:
            places = indices(stream, n, lanes=lanes).reshape(lanes, n)
            places += (arange(lanes) * n).reshape(-1, 1)
            rows = take_axis(rows.reshape(-1), places.reshape(-1), 0).reshape(shape)
        result = moveaxis(rows, -1, axis)
    if out is None:
        return result if result is not x else x.copy()
    out[...] = result
    return out


def _probabilities(p: Any, n: int) -> Any:
    """Checked probabilities, on the device."""
    on_device = isinstance(p, ndarray)
    tolerance = 1e-8
    if getattr(p, "dtype", None) in (numpy.float16, numpy.float32):        # their sum is no better
        tolerance = math.sqrt(numpy.finfo(p.dtype).eps)
    p = p.astype(numpy.float64) if on_device else numpy.asarray(p, dtype=numpy.float64)
    if p.ndim != 1:
        raise ValueError("p must be 1-dimensional")
    if p.size != n:
        raise ValueError("a and p must have same size")
    _check.refuse(p, lambda v: v != v, "Probabilities contain NaN")
    _check.refuse(p, lambda v: v < 0, "Probabilities are not non-negative")
    _check.refuse(p.sum(), lambda v: abs(v - 1) > tolerance, "Probabilities do not sum to 1. See Notes section of "
                  "docstring for more information.")
    return p if on_device else asarray(p.tolist(), dtype="d")


def _weighted(stream: Stream, p: Any, count: int, replace: bool) -> ndarray:
    """Places of weighted items."""
    n = p.size
    if replace:
        return stream.fill("category", "L", empty(count, "l"), (cumsum(p),), inner=n)
    if int((p > 0).sum()) < count:
        raise ValueError("Fewer non-zero entries in p than size")
    # The first ones to come, of independent exponential times with these rates.
    times = stream.fill("exponential", "d", empty(n, "d"), (1.0,))
    return argsort(times / p)[:count].astype("l", copy=False)


def choice(stream: Stream, a: Any, size: Any, replace: bool, p: Any, axis: int = 0, shuffle: bool = True) -> ndarray:
    """Items of `a` along an axis, or of ``range(a)``."""
    if isinstance(a, (int, numpy.integer)) or (isinstance(a, ndarray) and a.ndim == 0):
        n, a = int(a), None
        if n < 0 or (n == 0 and math.prod(_check.shape_of(size) or ()) > 0):
            raise ValueError("a must be a positive integer unless no samples are taken")
    else:
        a = as_array(a, taken=True)
        if a.ndim == 0:
            raise ValueError("a must be a sequence or an integer")
        axis = _axis_of(a, axis)
        n = a.shape[axis]
    shape = _check.shape_of(size) or ()
    count = math.prod(shape)
    if n == 0 and count > 0:
        raise ValueError("a cannot be empty unless no samples are taken")
    if p is not None:
        p = _probabilities(p, n)
    if not replace and count > n:
        raise ValueError("Cannot take a larger sample than population when replace is False")
    if count == 0:
        places = empty(0, "l")
    elif p is not None:
        places = _weighted(stream, p, count, replace)
    elif replace:
        places = draw_integers(stream, 0, n, count, "l", False)
    else:
        places = indices(stream, n, count)
    places = places.reshape(shape)
    if a is None:
        return places
    return take_axis(a, places, axis)
