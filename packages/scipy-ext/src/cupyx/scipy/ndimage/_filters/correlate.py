"""Correlation and convolution along one axis."""
import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.ndimage._filters._separable import Line, correlate_line, mode_number, output_of

__all__ = ["convolve1d", "correlate1d"]


def _line(input, weights, axis, output, mode, cval, origin):
    input = cupy.asarray(input)
    weights = numpy.asarray(weights.get() if isinstance(weights, cupy.ndarray) else weights)
    if weights.ndim != 1 or weights.shape[0] < 1:
        raise RuntimeError("no filter weights given")
    if weights.dtype.kind == "c":
        raise TypeError("weights must be real")
    axis = normalize_axis_index(axis, input.ndim)
    output = output_of(output, input)
    correlate_line(input, Line(weights, mode_number(mode), origin), axis, output, cval)
    return output


def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Correlate every line along an axis with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        One row of real weights.
    axis : int, optional
        Axis of the lines.
    output : cupy.ndarray or dtype, optional
        Where to write, or the type of the result.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the ends.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
        Shift of the weights.

    Returns
    -------
    cupy.ndarray

    Raises
    ------
    ValueError
        For an origin outside the weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.correlate1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), [1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])
    """
    return _line(input, weights, axis, output, mode, cval, origin)


def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Convolve every line along an axis with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        One row of real weights.
    axis : int, optional
        Axis to filter along.
    output, mode, cval, origin
        As for `correlate1d`.

    Returns
    -------
    cupy.ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.convolve1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), [1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])
    """
    weights = numpy.asarray(weights.get() if isinstance(weights, cupy.ndarray) else weights)[::-1]
    origin = -origin
    if len(weights) % 2 == 0:
        origin -= 1
    return _line(input, weights, axis, output, mode, cval, origin)
