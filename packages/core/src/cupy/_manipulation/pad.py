"""Arrays with something around them.

One kernel writes the whole result in the modes where each item comes from one place.  In the others the
array is copied into the middle, and the sides filled axis by axis from what is already there.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._core.from_data import asarray, holds_arrays
from cupy._core.ndarray import ndarray
from cupy._core.pad import padded
from cupy._core.constructors import empty, zeros
from cupy._creation.ranges import arange
from cupy._core.arguments import as_array
from cupy._core.options import plain_text
from cupy._ops.rounding import floor, rint

if TYPE_CHECKING:
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["pad"]

_STATISTICS = {"maximum": "max", "minimum": "min", "mean": "mean", "median": "median"}
_ONE_KERNEL = frozenset({"constant", "edge", "reflect", "symmetric", "wrap"})
_OPTIONS = {
    "constant": {"constant_values": 0},
    "edge": {},
    "empty": {},
    "linear_ramp": {"end_values": 0},
    "maximum": {"stat_length": None},
    "mean": {"stat_length": None},
    "median": {"stat_length": None},
    "minimum": {"stat_length": None},
    "reflect": {"reflect_type": "even"},
    "symmetric": {"reflect_type": "even"},
    "wrap": {},
}


def _pairs(value: Any, ndim: int, *, integer: bool = False) -> list[tuple[Any, Any]]:
    """(before, after) for each axis."""
    if value is None:
        return [(None, None)] * ndim
    value = asarray(value).get() if isinstance(value, ndarray) or holds_arrays(value) else numpy.asarray(value)
    if integer:
        if value.dtype.kind not in "iu":
            raise TypeError("`pad_width` must be of integral type.")
        if (value < 0).any():
            raise ValueError("index can't contain negative values")
    return [tuple(p) for p in numpy.broadcast_to(value, (ndim, 2)).tolist()]


def _is_pair(x: Any) -> bool:
    return type(x) in (tuple, list) and len(x) == 2 and type(x[0]) is type(x[1]) is int and min(x) >= 0


def _widths(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    if type(pad_width) is int and pad_width >= 0:
        return [(pad_width, pad_width)] * ndim
    if isinstance(pad_width, (tuple, list)):
        if len(pad_width) == ndim and all(map(_is_pair, pad_width)):
            return [tuple(p) for p in pad_width]
        if _is_pair(pad_width):
            return [tuple(pad_width)] * ndim
    if isinstance(pad_width, dict):
        widths = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            widths[axis] = tuple(width) if hasattr(width, "__len__") else (width, width)
        pad_width = widths
    return _pairs(pad_width, ndim, integer=True)


def _ramp(end: Any, edge: ndarray, width: int, dtype: numpy.dtype) -> ndarray:
    """`width` rows from `end` towards `edge`, without `edge` itself."""
    steps = arange(width).reshape((width,) + (1,) * (edge.ndim - 1))
    if dtype.kind in "iu":
        real = edge.astype(numpy.float64)
        return floor(end + (real - end) * (steps / width)).astype(dtype)
    return (end + (edge - end) * (steps.astype(edge.real.dtype) / width)).astype(dtype)


def _statistic(rows: ndarray, name: str, dtype: numpy.dtype) -> ndarray:
    result = getattr(cupy, name)(rows, axis=0, keepdims=True)
    return rint(result) if dtype.kind in "iu" and result.dtype.kind == "f" else result


def _fill_constant(v: ndarray, left: int, right: int, values: Sequence[Any]) -> None:
    v[:left] = values[0]
    v[len(v) - right:] = values[1]


def _fill_edge(v: ndarray, left: int, right: int) -> None:
    v[:left] = v[left:left + 1]
    stop = len(v) - right
    v[stop:] = v[stop - 1:stop]


def _fill_ramp(v: ndarray, left: int, right: int, ends: Sequence[Any]) -> None:
    stop = len(v) - right
    if left:
        v[:left] = _ramp(ends[0], v[left:left + 1], left, v.dtype)
    if right:
        v[stop:] = _ramp(ends[1], v[stop - 1:stop], right, v.dtype)[::-1]


def _fill_statistic(v: ndarray, left: int, right: int, lengths: Sequence[int | None], name: str) -> None:
    stop = len(v) - right
    n = stop - left
    lengths = [n if length is None else min(length, n) for length in lengths]
    # Both before either side is written, because `v` is one memory.
    before = _statistic(v[left:left + lengths[0]], name, v.dtype)
    after = before if lengths == [n, n] else _statistic(v[stop - lengths[1]:stop], name, v.dtype)
    v[:left] = before
    v[stop:] = after


def _fill_mirrored(v: ndarray, left: int, right: int, period: int, *, with_edge: bool, odd: bool) -> None:
    """Reflect what is there over both edges until the sides are full."""
    while left or right:
        stop = len(v) - right
        reach = (stop - left) // period * period if with_edge else (stop - left - 1) // period * period
        skip = 0 if with_edge else 1
        if left:
            t = min(left, reach)
            chunk = v[left + skip:left + skip + t][::-1]
            v[left - t:left] = 2 * v[left:left + 1] - chunk if odd else chunk
            left -= t
        if right:
            t = min(right, reach)
            chunk = v[stop - skip - t:stop - skip][::-1]
            v[stop:stop + t] = 2 * v[stop - 1:stop] - chunk if odd else chunk
            right -= t


def _fill_wrapped(v: ndarray, left: int, right: int, period: int) -> None:
    """Copy whole periods of what is there to both sides until they are full."""
    while left or right:
        stop = len(v) - right
        reach = (stop - left) // period * period
        t = min(left, reach)
        v[left - t:left] = v[left - t + reach:left - t + reach + t]
        left -= t
        t = min(right, reach)
        v[stop:stop + t] = v[stop - reach:stop - reach + t]
        right -= t


def _fill_by_function(padded: ndarray, widths: list[Any], function: Callable[..., Any],
                      options: dict[str, Any]) -> None:
    """Let the user's function pad each vector in place."""
    for axis, width in enumerate(widths):
        view = padded.swapaxes(axis, -1)
        for index in numpy.ndindex(view.shape[:-1]):
            function(view[index], width, axis, options)


def _by_one_kernel(array: ndarray, widths: list[Any], mode: Any, options: dict[str, Any]) -> ndarray | None:
    values = None
    if mode == "constant":
        if options.keys() - {"constant_values"}:
            return None
        given = options.get("constant_values", 0)
        if type(given) is not int or given:
            values = [tuple(numpy.full((), v, array.dtype).tobytes() for v in pair)
                      for pair in _pairs(given, array.ndim)]
    elif options.keys() - ({"reflect_type"} if mode in ("reflect", "symmetric") else set()):
        return None
    return padded(array, widths, plain_text(mode), values)


def pad(array: ArrayLike, pad_width: Ints | Sequence[Sequence[SupportsIndex]] | dict[Any, Any],
        mode: str | Callable[..., Any] = "constant", **kwargs: Any) -> ndarray:
    """Put values around an array.

    Parameters
    ----------
    array : array_like
        Input.
    pad_width : int, sequence of ints, sequence of pairs of ints, or dict
        Widths ``((before, after), ...)`` for each axis, one pair or one number for all, or
        a dict from axis to width.
    mode : str or callable, optional
        'constant', 'edge', 'empty', 'linear_ramp', 'maximum', 'mean', 'median', 'minimum',
        'reflect', 'symmetric', 'wrap', or a function of a vector, its two widths, the axis
        and the keyword arguments, that changes the vector in place.
    stat_length : int or sequence of ints, optional
        How many values at each edge the statistic of 'maximum', 'mean', 'median' and
        'minimum' takes; all if not given.
    constant_values, end_values : scalar or sequence, optional
        Values of 'constant', and those at which 'linear_ramp' ends.
    reflect_type : {'even', 'odd'}, optional
        Whether 'reflect' and 'symmetric' also mirror the values at the edge value.

    Returns
    -------
    ndarray
        A new array.

    Raises
    ------
    ValueError
        For an unknown mode or an option that the mode has not.

    Examples
    --------
    >>> import cupy
    >>> cupy.pad(cupy.arange(3), (2, 1), mode="reflect")
    array([2, 1, 0, 1, 2, 1])
    """
    array = as_array(array, "array")
    widths = _widths(pad_width, array.ndim)
    if mode in _ONE_KERNEL and array.size and kwargs.get("reflect_type", "even") == "even":
        result = _by_one_kernel(array, widths, mode, kwargs)
        if result is not None:
            return result
    shape = tuple(a + n + b for n, (a, b) in zip(array.shape, widths, strict=True))
    inner = tuple(slice(a, a + n) for n, (a, _) in zip(array.shape, widths, strict=True))
    if callable(mode):
        padded = zeros(shape, array.dtype)
        padded[inner] = array
        _fill_by_function(padded, widths, mode, kwargs)
        return padded
    if mode not in _OPTIONS:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - set(_OPTIONS[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    options = _OPTIONS[mode] | kwargs
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    padded = empty(shape, array.dtype, "F" if fortran else "C")
    padded[inner] = array
    if mode == "empty":
        return padded
    if array.size == 0 and mode != "constant":
        for axis, (n, width) in enumerate(zip(array.shape, widths, strict=True)):
            if n == 0 and any(width):
                raise ValueError(f"can't extend empty axis {axis} using modes other than "
                                 "'constant' or 'empty'")
        return padded
    per_axis = _pairs(options.get("constant_values", options.get(
        "end_values", options.get("stat_length"))), array.ndim,
        integer=options.get("stat_length") is not None)
    if mode in ("maximum", "minimum") and any(0 in pair for pair in per_axis):
        raise ValueError("stat_length of 0 yields no value for padding")
    for axis, (left, right) in enumerate(widths):
        if left == right == 0:
            continue
        # Later axes are filled only where the array is: the rest comes when it is their turn.
        v = padded[(slice(None),) * (axis + 1) + inner[axis + 1:]].swapaxes(axis, 0)
        n = array.shape[axis]
        if mode == "constant":
            _fill_constant(v, left, right, per_axis[axis])
        elif mode == "linear_ramp":
            _fill_ramp(v, left, right, per_axis[axis])
        elif mode in _STATISTICS:
            _fill_statistic(v, left, right, per_axis[axis], _STATISTICS[mode])
        elif mode == "wrap":
            _fill_wrapped(v, left, right, n)
        elif mode == "edge" or (mode == "reflect" and n == 1):
            _fill_edge(v, left, right)
        else:
            odd = options["reflect_type"] == "odd"
            _fill_mirrored(v, left, right, n if mode == "symmetric" else n - 1,
                           with_edge=mode == "symmetric", odd=odd)
    return padded
