"""Gaussian smoothing and its derivatives."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.ndimage._arguments import axes_of, mode_number, output_of, per_axis, sum_char
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._filters._separable import AxisFilter, correlate_line

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["gaussian_filter", "gaussian_filter1d"]


@functools.lru_cache(maxsize=256)
def _weights(sigma: float, order: int, radius: int) -> numpy.ndarray[Any, Any]:
    """Weights of a Gaussian's derivative: the polynomial of the derivative times the Gaussian, in reverse."""
    if order < 0:
        raise ValueError("order must be non-negative")
    x = numpy.arange(-radius, radius + 1)
    phi = numpy.exp(-0.5 / (sigma * sigma) * x ** 2)
    phi /= phi.sum()
    if order == 0:
        return phi[::-1].copy()
    # Each derivative maps the polynomial q to q' - q x / sigma^2.
    polynomial = numpy.polynomial.Polynomial([1.0])
    slope = numpy.polynomial.Polynomial([0.0, -1.0 / (sigma * sigma)])
    for _ in range(order):
        polynomial = polynomial.deriv() + polynomial * slope
    return (polynomial(x) * phi)[::-1].copy()


@functools.lru_cache(maxsize=256)
def _single_weights(sigma: float, radius: int) -> numpy.ndarray[Any, Any]:
    """Weights that are numbers of 23 bits and whose sum is one all the same.

    Those are numbers of single precision, and sums of two numbers of 11 bits, as GPUs multiply them. What is lost by
    rounding goes to the next pair farther from the middle, where such numbers lie closer; rounded each for itself, they
    would make the whole image a little brighter or darker.
    """
    weights = _weights(sigma, 0, radius).copy()
    lost = 0.0
    for i in range(radius, -1, -1):
        pair = 1 if i == radius else 2
        wanted = weights[i] + lost / pair
        fraction, exponent = math.frexp(wanted)
        weights[i] = weights[2 * radius - i] = math.ldexp(round(math.ldexp(fraction, 23)), exponent - 23)
        lost = pair * (wanted - weights[i])
    return weights


def _line_weights(sigma: Any, order: int, truncate: float, radius: Any, sums: str = "d") -> numpy.ndarray[Any, Any]:
    sigma = float(sigma)
    if radius is None:
        radius = int(truncate * sigma + 0.5)
    if int(radius) != radius or radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    return _single_weights(sigma, int(radius)) if sums == "f" and order == 0 else _weights(sigma, order, int(radius))


@overload
def gaussian_filter1d(input: NDArray[_Scalar], sigma: ArrayLike, axis: int = ..., order: int = ...,
                      *, mode: str | Sequence[str] = ..., cval: ArrayLike = ..., truncate: float = ...,
                      radius: SupportsIndex | Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def gaussian_filter1d(input: cupy.ndarray, sigma: ArrayLike, axis: int = ..., order: int = ...,
                      output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
                      cval: ArrayLike = ..., truncate: float = ..., *,
                      radius: SupportsIndex | Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def gaussian_filter1d(input: cupy.ndarray, sigma: ArrayLike, axis: Any = -1, order: Any = 0,
                      output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                      cval: ArrayLike = 0.0, truncate: float = 4.0, *,
                      radius: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Smooth along one axis.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    sigma : scalar
        Standard deviation in pixels.
    axis : int, optional
        Axis to filter along.
    order : int, optional
        Which derivative; 0 smooths.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    truncate : float, optional
        Cut the weights at so many standard deviations.
    radius : int or sequence of ints, optional
        Cut the weights at so many pixels instead.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.gaussian_filter1d(cupy.array([1., 2, 3, 4, 5]), 1).round(4)
    array([1.427 , 2.0678, 3.    , 3.9322, 4.573 ])
    """
    input = cupy.asarray(input)
    axis = normalize_axis_index(axis, input.ndim)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    weights = _line_weights(sigma, order, truncate, radius, sum_char(input.dtype, output.dtype))
    along = AxisFilter(weights, mode_number(mode))
    correlate_line(input, along, axis, output, cval)
    return output


@overload
def gaussian_filter(input: NDArray[_Scalar], sigma: ArrayLike | Sequence[ArrayLike],
                    order: SupportsIndex | Sequence[SupportsIndex] = ..., *, mode: str | Sequence[str] = ...,
                    cval: ArrayLike = ..., truncate: float = ...,
                    radius: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                    axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def gaussian_filter(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                    order: SupportsIndex | Sequence[SupportsIndex] = ..., output: cupy.ndarray | DTypeLike | None = ...,
                    mode: str | Sequence[str] = ..., cval: ArrayLike = ..., truncate: float = ..., *,
                    radius: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                    axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def gaussian_filter(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                    order: SupportsIndex | Sequence[SupportsIndex] = 0, output: cupy.ndarray | DTypeLike | None = None,
                    mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0, truncate: float = 4.0, *,
                    radius: SupportsIndex | Sequence[SupportsIndex] | None = None,
                    axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Smooth an image with a Gaussian, or take derivatives of the smoothed image.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    sigma : scalar or sequence of scalars
        Standard deviation in pixels, for all axes or for each.
    order : int or sequence of ints, optional
        Which derivative along each axis; 0 smooths.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    truncate : float, optional
        Cut the weights at so many standard deviations.
    radius : int or sequence of ints, optional
        Cut the weights at so many pixels instead.
    axes : tuple of int, optional
        Axes to filter along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    ValueError
        For an unknown mode, a negative order or radius.
    RuntimeError
        When a sequence does not have one entry an axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5)); a[2, 2] = 1
    >>> float(ndimage.gaussian_filter(a, 1)[2, 2].round(4))
    0.1592
    """
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    settings = zip(
        axes, per_axis(sigma, len(axes), "sigma"), per_axis(order, len(axes), "order"),
        per_axis(mode, len(axes), "mode"), per_axis(radius, len(axes), "radius"), strict=True)
    # SciPy skips axes whose deviation is too small to matter; without any the image is cast to its output.
    settings = [setting for setting in settings if setting[1] > 1e-15]
    output = output_of(output, input, complex_output=input.dtype.kind == "c" and bool(settings))
    sums = sum_char(input.dtype, output.dtype)
    lines = {axis: AxisFilter(_line_weights(sigma, order, truncate, radius, sums), mode_number(mode))
             for axis, sigma, order, mode, radius in settings}
    return filter_axes(input, output, lines, cval)
