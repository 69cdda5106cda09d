"""Convolution of images with a boundary."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import host_memory

from cupyx.scipy._host import MANY, call, few_by_scipy
from cupyx.scipy.signal._arguments import as_array, check_mode, swap_needed
from cupyx.scipy.signal._convolution import _direct
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["convolve2d", "correlate2d", "sepfir2d"]

_FEW = 128              # pixels and taps together


def _checked(in1: Any, in2: Any, mode: str, boundary: str, fillvalue: Any,
             name: str) -> tuple[cupy.ndarray, cupy.ndarray, int]:
    in1, in2 = as_array(in1), as_array(in2)
    if not in1.ndim == in2.ndim == 2:
        raise ValueError(f"{name} inputs must both be 2-D arrays")
    check_mode(mode)
    if boundary not in _direct.BOUNDARIES:
        raise ValueError("Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm').")
    if numpy.size(fillvalue) != 1:
        raise ValueError("`fillvalue` must be scalar or an array with one element")
    if isinstance(fillvalue, cupy.ndarray):
        fillvalue = fillvalue.item()
    return in1, in2, numpy.asarray(fillvalue).item()


@scipy_of_few_samples(_FEW)
def convolve2d(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
               boundary: Literal["fill", "wrap", "symm"] = "fill", fillvalue: ArrayLike = 0) -> cupy.ndarray:
    """Convolve two images.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with two axes.
    mode : {'full', 'same', 'valid'}, optional
        All overlaps, the shape of `in1` about the middle, or complete overlaps only.
    boundary : {'fill', 'wrap', 'symm'}, optional
        What lies beyond the edges of `in1`: `fillvalue` (the default), the image again, or its reflection with the
        edges doubled.
    fillvalue : scalar, optional
        Value beyond the edges, zero by default.

    Returns
    -------
    cupy.ndarray
        The convolution, in the common dtype of both.

    Raises
    ------
    ValueError
        If an array has not two axes, no array is the larger one for 'valid', or a flag is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.convolve2d(cupy.eye(3, dtype=int), cupy.ones((2, 2), int), mode="same")
    array([[1, 1, 0],
           [1, 2, 1],
           [0, 1, 2]])
    """
    in1, in2, fillvalue = _checked(in1, in2, mode, boundary, fillvalue, "convolve2d")
    if swap_needed(mode, in1.shape, in2.shape):
        in1, in2 = in2, in1
    return _direct.convolve_direct(in1, in2, mode, boundary, fillvalue)


@scipy_of_few_samples(_FEW)
def correlate2d(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
                boundary: Literal["fill", "wrap", "symm"] = "fill", fillvalue: ArrayLike = 0) -> cupy.ndarray:
    """Correlate two images: the second is conjugated.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with two axes.
    mode : {'full', 'same', 'valid'}, optional
        As in `convolve2d`.
    boundary : {'fill', 'wrap', 'symm'}, optional
        As in `convolve2d`.
    fillvalue : scalar, optional
        Value beyond the edges, zero by default.

    Returns
    -------
    cupy.ndarray
        The correlation, in the common dtype of both.

    Raises
    ------
    ValueError
        As in `convolve2d`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.correlate2d(cupy.array([[1, 2], [3, 4]]), cupy.array([[0, 1]]), mode="valid")
    array([[2],
           [4]])
    """
    in1, in2, fillvalue = _checked(in1, in2, mode, boundary, fillvalue, "correlate2d")
    swapped = swap_needed(mode, in1.shape, in2.shape)
    if swapped:
        in1, in2 = in2, in1
    in2 = (cupy.conj(in2) if in2.dtype.kind == "c" else in2)[::-1, ::-1]
    out = _direct.convolve_direct(in1, in2, mode, boundary, fillvalue, later=True)
    return out[::-1, ::-1] if swapped else out


def _separable(x: Any, hrow: Any, hcol: Any) -> Any:
    """SciPy's filter of NumPy's arrays, which reads beyond images that are shorter than the taps."""
    if hrow.size > x.shape[1] or hcol.size > x.shape[0]:
        raise ValueError
    return scipy_signal.sepfir2d(x, hrow, hcol)


_few = few_by_scipy(_separable, types="d", most=MANY)


def sepfir2d(input: ArrayLike, hrow: ArrayLike, hcol: ArrayLike) -> cupy.ndarray:
    """Convolve an image with a row and a column of taps, reflected at its edges, which are doubled.

    Parameters
    ----------
    input : array_like
        Array with two axes.
    hrow, hcol : array_like
        Odd numbers of taps along the rows and along the columns.

    Returns
    -------
    cupy.ndarray
        An image of the same shape, in floating point.

    Raises
    ------
    ValueError
        If a number of taps is even, or larger than the image along its axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.sepfir2d(cupy.ones((3, 4)), [0.25, 0.5, 0.25], [1.0]).sum()
    array(12.)
    """
    found = _few((input, hrow, hcol))
    if found is not NotImplemented:
        return found
    x, hrow, hcol = as_array(input), as_array(hrow), as_array(hcol)
    if x.ndim != 2 or hrow.ndim != 1 or hcol.ndim != 1:
        raise ValueError("object of too small depth or too deep for desired array")
    if hrow.size % 2 == 0 or hcol.size % 2 == 0:
        raise ValueError("hrow and hcol must be odd length")
    if hrow.size > 2 * x.shape[1] or hcol.size > 2 * x.shape[0]:
        raise ValueError("row or column of taps is longer than twice the image")
    dtype = numpy.result_type(x.dtype, hrow.dtype, hcol.dtype, numpy.float32)
    x = x.astype(dtype, copy=False)
    if dtype.char in "fdFD" and x.size and hrow.size <= x.shape[1] and hcol.size <= x.shape[0] and host_memory():
        return call("scipy.signal", "sepfir2d", x, hrow.astype(dtype, copy=False), hcol.astype(dtype, copy=False))
    for taps, axis in ((hrow, 1), (hcol, 0)):
        half = taps.size // 2
        widths = [(half, half) if a == axis else (0, 0) for a in range(2)]
        taps = cupy.expand_dims(taps.astype(dtype, copy=False), 1 - axis)
        x = _direct.convolve_direct(cupy.pad(x, widths, mode="symmetric"), taps, "valid")
    return x
