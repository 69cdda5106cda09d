"""Filters that look at neighbourhoods: of ranks, of local statistics, of polynomials."""
from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import Kernel, normalize_axis_index, serial_blocks, type_characters

from cupyx.scipy import ndimage
from cupyx.scipy._host import to_host
from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._convolution.convolve import correlate
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["medfilt", "medfilt2d", "order_filter", "savgol_filter", "wiener"]

_ranked_line = Kernel("ranked_line.hpp", _kernels, "RankedLine", packed=("f", "d", "b", "B", "h", "H", "i", "l"))
_DEVICE_WINDOW, _HOST_WINDOW = 31, 9     # items up to which counting of ranks is quicker than sorting


def _sortable(x: cupy.ndarray, name: str) -> None:
    if x.dtype.kind not in "iu" and x.dtype.char not in "fd":
        raise ValueError(f"dtype={x.dtype} is not supported by {name}")


def order_filter(a: ArrayLike, domain: ArrayLike, rank: SupportsIndex) -> cupy.ndarray:
    """The element of a given rank of each neighbourhood.

    Parameters
    ----------
    a : array_like
        Array of integers or of floating-point numbers.
    domain : array_like
        The neighbourhood: nonzero elements take part; odd sizes, as many axes as `a`.
    rank : int
        0 is the least.

    Returns
    -------
    cupy.ndarray
        Of the shape of `a`; beyond its edges are zeros.

    Raises
    ------
    ValueError
        If a size is even or the dtype cannot be sorted.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.order_filter(cupy.array([3, 1, 2]), cupy.ones(3), 2)
    array([3, 3, 2])
    """
    a, box = as_array(a), numpy.asarray(to_host(domain)) != 0
    if any(n % 2 != 1 for n in box.shape):
        raise ValueError("Each dimension of domain argument should have an odd number of elements.")
    _sortable(a, "order_filter")
    if not box.all() or box.ndim != a.ndim:
        return ndimage.rank_filter(a, rank, footprint=cupy.asarray(box), mode="constant")
    if isinstance(rank, int) and 0 <= rank < box.size and box.shape[-1:] == (_short(box.size),):
        return _ranked_along_lines(a, box.size, rank)
    return ndimage.rank_filter(a, rank, size=box.shape, mode="constant")


def _odd_sizes(kernel_size: Any, ndim: int) -> list[int]:
    sizes = numpy.asarray(to_host([3] * ndim if kernel_size is None else kernel_size))
    sizes = [int(n) for n in numpy.broadcast_to(sizes, ndim)]
    if any(n % 2 != 1 for n in sizes):
        raise ValueError("Each element of kernel_size should be odd.")
    return sizes


def medfilt(volume: ArrayLike, kernel_size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The median of each neighbourhood.

    Parameters
    ----------
    volume : array_like
        Array of integers or of floating-point numbers.
    kernel_size : int or sequence of int, optional
        Sizes of the neighbourhood, odd; 3 by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `volume`; beyond its edges are zeros.

    Raises
    ------
    ValueError
        If a size is even or the dtype cannot be sorted.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.medfilt(cupy.array([1.0, 9.0, 2.0, 3.0]))
    array([1., 2., 3., 2.])
    """
    volume = cupy.atleast_1d(as_array(volume))
    _sortable(volume, "medfilt")
    sizes = _odd_sizes(kernel_size, volume.ndim)
    if any(k > n for k, n in zip(sizes, volume.shape)):
        warnings.warn("kernel_size exceeds volume extent: the volume will be zero-padded.", stacklevel=2)
    if math.prod(sizes) == sizes[-1] == _short(sizes[-1]):
        return _ranked_along_lines(volume, sizes[-1], sizes[-1] // 2)
    return ndimage.rank_filter(volume, math.prod(sizes) // 2, size=sizes, mode="constant")


def _short(size: int) -> int:
    """A length of lines of which ranks are counted; none if it is longer."""
    return size if size <= (_HOST_WINDOW if serial_blocks() else _DEVICE_WINDOW) else 0


def _ranked_along_lines(x: cupy.ndarray, size: int, rank: int) -> cupy.ndarray:
    x, out = cupy.ascontiguousarray(x), cupy.empty(x.shape, x.dtype)
    _ranked_line.map(type_characters(x.dtype), x.size, work=2 * size * size, x=x, out=out, length=x.shape[-1],
                     window=size, rank=rank)
    return out


@scipy_of_few_samples(256)
def medfilt2d(input: ArrayLike, kernel_size: SupportsIndex | Sequence[SupportsIndex] = 3) -> cupy.ndarray:
    """The median of each neighbourhood of an image.

    Parameters
    ----------
    input : array_like
        Array with two axes.
    kernel_size : int or pair of int, optional
        Sizes of the neighbourhood, odd; 3 by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `input`; beyond its edges are zeros.

    Raises
    ------
    ValueError
        If there are not two axes, a size is even, or the dtype cannot be sorted.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.medfilt2d(cupy.arange(9.0).reshape(3, 3))[1, 1]
    array(4.)
    """
    input = as_array(input)
    if input.ndim != 2:
        raise ValueError("input must be 2-d")
    _sortable(input, "medfilt2d")
    sizes = _odd_sizes(kernel_size, 2)
    return ndimage.rank_filter(input, math.prod(sizes) // 2, size=sizes, mode="constant")


def wiener(im: ArrayLike, mysize: SupportsIndex | Sequence[SupportsIndex] | None = None,
           noise: Any = None) -> cupy.ndarray:
    """Wiener filter: smooths where neighbourhoods vary no more than the noise.

    Parameters
    ----------
    im : array_like
        Array of any number of axes.
    mysize : int or sequence of int, optional
        Sizes of the neighbourhood, 3 by default.
    noise : float, optional
        Power of the noise; the mean of the local variances by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `im`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.wiener(cupy.array([0.0, 0.0, 9.0, 0.0, 0.0]))[2]
    array(5.4)
    """
    im = as_array(im)
    sizes = [int(n) for n in numpy.broadcast_to(numpy.asarray(3 if mysize is None else to_host(mysize)), im.ndim)]
    ones, count = cupy.ones(sizes), float(math.prod(sizes))
    mean = correlate(im, ones, "same") / count
    variance = correlate(im ** 2, ones, "same") / count - mean ** 2
    if noise is None:
        noise = variance.mean()
    result = (im - mean) * (1 - noise / variance) + mean
    return cupy.where(variance < noise, mean, result)


def savgol_filter(x: ArrayLike, window_length: SupportsIndex, polyorder: SupportsIndex, deriv: SupportsIndex = 0,
                  delta: float = 1.0, axis: int = -1,
                  mode: Literal["interp", "mirror", "constant", "nearest", "wrap"] = "interp",
                  cval: float = 0.0) -> cupy.ndarray:
    """Savitzky-Golay filter: polynomials of least squares through neighbourhoods.

    Parameters
    ----------
    x : array_like
        The signal.
    window_length : int
        Samples of a neighbourhood.
    polyorder : int
        Degree of the polynomials, less than `window_length`.
    deriv : int, optional
        Which derivative, 0 by default.
    delta : float, optional
        Distance of samples, for derivatives.
    axis : int, optional
        Axis to filter along, the last by default.
    mode : {'interp', 'mirror', 'constant', 'nearest', 'wrap'}, optional
        At the ends: the polynomials through the first and last neighbourhood (the default), or how the signal is
        continued.
    cval : float, optional
        Value beyond the ends for 'constant'.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`, in floating point.

    Raises
    ------
    ValueError
        If the mode is unknown, or the window is longer than the signal for 'interp'.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.savgol_filter(cupy.arange(7.0) ** 2, 5, 2).round(6) + 0
    array([ 0.,  1.,  4.,  9., 16., 25., 36.])
    """
    if mode not in ("mirror", "constant", "nearest", "interp", "wrap"):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    x = as_array(x)
    if x.dtype.char not in "fd":
        x = x.astype(float)
    window_length, delta = int(window_length), float(delta)
    taps = cupy.asarray(_coefficients(window_length, polyorder, deriv, delta))
    if mode != "interp":
        return ndimage.convolve1d(x, taps, axis=axis, mode=mode, cval=cval)
    axis = normalize_axis_index(axis, x.ndim)
    if window_length > x.shape[axis]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    y = ndimage.convolve1d(x, taps, axis=axis, mode="constant")
    half = window_length // 2
    if half:
        lines, result = cupy.moveaxis(x, axis, -1), cupy.moveaxis(y, axis, -1)
        first, last = _edge_fits(window_length, polyorder, deriv, delta, half)
        result[..., :half] = lines[..., :window_length] @ cupy.asarray(first.astype(x.dtype))
        result[..., -half:] = lines[..., -window_length:] @ cupy.asarray(last.astype(x.dtype))
    return y


@lru_cache(64)
def _coefficients(length: int, order: Any, deriv: Any, delta: float) -> numpy.ndarray[Any, Any]:
    return scipy_signal.savgol_coeffs(length, order, deriv=deriv, delta=delta)


@lru_cache(64)      # of a least-squares fit, which takes longer than to filter a million samples
def _edge_fits(length: int, order: Any, deriv: Any, delta: float,
               half: int) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """Matrices from a window's samples to values of their polynomial at its first and last samples."""
    places = numpy.arange(length, dtype=float)
    # Powers of places about the middle, so that the fit is well conditioned.
    centred = (places - (length - 1) / 2) / max(length / 2, 1)
    fits = numpy.linalg.pinv(numpy.vander(centred, order + 1))
    powers = numpy.zeros((length, order + 1))
    for column in range(order + 1):
        unit = numpy.eye(order + 1)[column]
        powers[:, column] = numpy.polyval(numpy.polyder(unit, deriv) if deriv else unit, centred)
    matrix = (powers @ fits / (max(length / 2, 1) * delta) ** deriv).T
    return matrix[:, :half], matrix[:, length - half:]
