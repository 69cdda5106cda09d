"""Coefficients of B-splines that go through the pixels of an image."""
from __future__ import annotations

import functools
import math
from typing import Any

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.ndimage._arguments import Unsupported, output_of, sum_char
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._filters._plane import POLE_RUN
from cupyx.scipy.ndimage._filters._separable import AxisFilter, correlate_line

__all__ = ["spline_filter", "spline_filter1d"]

#: Mode of interpolation -> number of the boundary mode of its coefficients; where there is none, mirrors.
_MODES = {"mirror": 3, "constant": 3, "wrap": 3, "grid-constant": 3, "reflect": 0, "grid-mirror": 0, "nearest": 0,
          "grid-wrap": 4}
_POLES = {
    2: (math.sqrt(8) - 3,), 3: (math.sqrt(3) - 2,),
    4: (math.sqrt(664 - math.sqrt(438976)) + math.sqrt(304) - 19,
        math.sqrt(664 + math.sqrt(438976)) - math.sqrt(304) - 19),
    5: (math.sqrt(67.5 - math.sqrt(4436.25)) + math.sqrt(26.25) - 6.5,
        math.sqrt(67.5 + math.sqrt(4436.25)) - math.sqrt(26.25) - 6.5)}


def spline_filter1d(input: cupy.ndarray, order: int = 3, axis: int = -1, output: Any = numpy.float64,
                    mode: str = "mirror") -> cupy.ndarray:
    """Coefficients of splines through the pixels of every line along an axis.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    order : int, optional
        Order of the splines, 0 to 5.
    axis : int, optional
        Axis of the lines.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex for complex images.
    mode : str, optional
        How the line goes on beyond its ends: 'mirror', 'reflect', 'grid-wrap'; others stand for the nearest of these.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        For an order out of range.

    Notes
    -----
    The recursive filter of Unser (1999) as the symmetric one that it is, cut off where it is below the precision.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.spline_filter1d(cupy.array([0., 0, 1, 0, 0])).round(3)
    array([ 0.25, -0.5 ,  1.75, -0.5 ,  0.25])
    """
    if not 0 <= order <= 5:
        raise Unsupported("spline order not supported")
    input = cupy.asarray(input)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    if order < 2:
        output[...] = input
        return output
    number = _mode(mode)
    axis = normalize_axis_index(axis, input.ndim)
    correlate_line(input, _line(order, number, input, output), axis, output, 0.0)
    return output


def spline_filter(input: cupy.ndarray, order: int = 3, output: Any = numpy.float64,
                  mode: str = "mirror") -> cupy.ndarray:
    """Coefficients of splines through the pixels of an image.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    order : int, optional
        Order of the splines, 2 to 5.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex for complex images.
    mode : str, optional
        How the line goes on beyond its ends: 'mirror', 'reflect', 'grid-wrap'; others stand for the nearest of these.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        For an order out of range.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> c = ndimage.spline_filter(cupy.eye(5))
    >>> ndimage.map_coordinates(c, [[2.0], [2.0]], prefilter=False).round(6)
    array([1.])
    """
    if not 2 <= order <= 5:
        raise Unsupported("spline order not supported")
    input = cupy.asarray(input)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    number = _mode(mode)
    return filter_axes(input, output, dict.fromkeys(range(input.ndim), _line(order, number, input, output)), 0.0)


def _mode(mode: str) -> int:
    if mode not in _MODES:
        raise Unsupported(f"boundary mode not supported: {mode!r}")
    return _MODES[mode]


def _line(order: int, mode: int, input: cupy.ndarray, output: cupy.ndarray | type[Any]) -> AxisFilter:
    real = [numpy.dtype(d.char.lower()) if d.kind == "c" else d for d in (input.dtype, output.dtype)]
    char = sum_char(*real)
    return AxisFilter(_weights(order, char), mode, pole=len(_POLES[order]) == 1)


@functools.cache
def _weights(order: int, char: str) -> numpy.ndarray[Any, Any]:
    """The filter whose inverse samples the spline: (1 - z) / (1 + z) z^|k| for every pole z, cut off."""
    weights = numpy.ones(1)
    for pole in _POLES[order]:
        reach = math.ceil(math.log(2e-9 if char == "f" else 2e-17) / math.log(-pole))
        if char == "f" and len(_POLES[order]) == 1:
            reach = -(-reach // POLE_RUN) * POLE_RUN
        row = (1 - pole) / (1 + pole) * pole ** numpy.abs(numpy.arange(-reach, reach + 1.0))
        weights = numpy.convolve(weights, row)
    return weights / weights.sum()
