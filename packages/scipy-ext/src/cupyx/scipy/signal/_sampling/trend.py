"""Trends of signals."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory, normalize_axis_index

from cupyx.scipy._host import to_host
from cupyx.scipy.signal._arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["detrend"]

_FEW = 1 << 12          # samples whose places NumPy counts in less time than launches take


def detrend(data: ArrayLike, axis: int = -1, type: Any = "linear", bp: ArrayLike = 0,
            overwrite_data: bool = False) -> cupy.ndarray:
    """Take the mean or a linear trend away.

    Parameters
    ----------
    data : array_like
        The signal.
    axis : int, optional
        Axis of the samples, the last by default.
    type : {'linear', 'constant'}, optional
        A line of least squares, or the mean.
    bp : array_like of int, optional
        Samples at which new lines begin, for 'linear'.
    overwrite_data : bool, optional
        Whether `data` may be written to.

    Returns
    -------
    cupy.ndarray
        The signal without the trend, in floating point.

    Raises
    ------
    ValueError
        If the type is unknown or a break lies beyond the samples.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.detrend(cupy.array([1.0, 2.0, 3.0])).round(6) + 0
    array([0., 0., 0.])
    """
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    data = as_array(data)
    if type in ("constant", "c"):
        return data - data.mean(axis, keepdims=True)
    axis = normalize_axis_index(axis, data.ndim)
    count = data.shape[axis]
    breaks = numpy.unique(numpy.concatenate(([0], numpy.atleast_1d(to_host(bp)), [count]))).astype(int)
    if (breaks > count).any():
        raise ValueError("Breakpoints must be less than length of data along given axis.")
    dtype = data.dtype if data.dtype.char in "fdFD" else numpy.dtype("d")
    result = data
    if not overwrite_data or data.dtype != dtype:       # a copy, in the memory order of SciPy's
        result = cupy.moveaxis(cupy.moveaxis(data, axis, 0).astype(dtype, order="C"), 0, axis)
    lines = cupy.moveaxis(result, axis, -1)
    for first, last in zip(breaks[:-1], breaks[1:]):
        lines[..., first:last] -= _line(lines[..., first:last])
    return result


def _line(values: cupy.ndarray) -> cupy.ndarray:
    """The line of least squares through equidistant samples of the last axis."""
    count, real = values.shape[-1], values.real.dtype
    xp = numpy if count <= _FEW and host_memory() else cupy
    places = cupy.asarray((xp.arange(count) - (count - 1) / 2).astype(real, copy=False))
    squares = count * (count * count - 1) / 12 or 1         # of the places, added up
    slope = (values * places).sum(axis=-1, keepdims=True) / squares
    return values.mean(axis=-1, keepdims=True) + slope * places
