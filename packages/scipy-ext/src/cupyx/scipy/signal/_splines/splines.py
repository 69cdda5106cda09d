"""Coefficients of splines through equidistant samples, and their values."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import each, ufunc

from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._convolution.plane import sepfir2d
from cupyx.scipy.signal._splines.mirrored import along_axis, dot, one_pole, symiirorder1, symiirorder2, two_poles
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["cspline1d", "cspline1d_eval", "cspline2d", "gauss_spline", "qspline1d", "qspline1d_eval", "qspline2d",
           "spline_filter"]

_CUBIC, _QUADRATIC = -2 + math.sqrt(3), -3 + 2 * math.sqrt(2)

_gauss = ufunc("signal_gauss_spline", 3, 1, [each("efd", "out0 = in2 * exp(-(in0 * in0) / 2 / in1)")],
               doc="Gaussian of a place, a variance and its greatest value.")


def gauss_spline(x: ArrayLike, n: Int) -> cupy.ndarray:
    """Gaussian that approximates the B-spline of order `n`.

    Parameters
    ----------
    x : array_like
        Places.
    n : int
        Order of the spline, not negative.

    Returns
    -------
    cupy.ndarray
        Values at `x`.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.gauss_spline([-1.0, 0.0, 1.0], 3).round(4)
    array([0.1542, 0.691 , 0.1542])
    """
    x, variance = as_array(x), (n + 1) / 12.0
    if x.dtype.kind == "f":
        return _gauss(x, variance, 1 / math.sqrt(2 * math.pi * variance))
    return 1 / math.sqrt(2 * math.pi * variance) * cupy.exp(-x ** 2 / 2 / variance)


def _vector(signal: ArrayLike) -> cupy.ndarray:
    signal = as_array(signal)
    if signal.ndim != 1:
        raise ValueError("signal must have one axis")
    return signal.astype(numpy.result_type(signal.dtype, "d"), copy=False)[None]


def _interpolating(signal: Any, pole: float, gain: float) -> cupy.ndarray:
    lines = _vector(signal)
    count = lines.shape[1]
    # Powers beyond these add nothing in double precision.
    first = lines[:, 0] + dot(lines, pole ** numpy.arange(1, min(count, 64) + 1))
    if count == 1:
        return pole / (pole - 1) * first
    return one_pole(lines, first, pole, -pole, last=lambda y: pole / (pole - 1) * y)[0] * gain


def cspline1d(signal: ArrayLike, lamb: float = 0.0) -> cupy.ndarray:
    """Coefficients of the cubic spline through the samples of a signal.

    Parameters
    ----------
    signal : array_like
        Samples, which are continued by reflection.
    lamb : float, optional
        Smoothing, zero by default.

    Returns
    -------
    cupy.ndarray
        As many coefficients as samples.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> coefficients = signal.cspline1d(cupy.arange(20.0))
    >>> signal.cspline1d_eval(coefficients, cupy.array([7.0])).round(6)
    array([7.])
    """
    if lamb == 0:
        return _interpolating(signal, _CUBIC, 6.0)
    lines = _vector(signal)
    xi = 1 - 96 * lamb + 24 * lamb * math.sqrt(3 + 144 * lamb)
    omega = math.atan2(math.sqrt(144 * lamb - 1), math.sqrt(xi))
    rho = (24 * lamb - 1 - math.sqrt(xi)) / (24 * lamb)
    rho *= math.sqrt((48 * lamb + 24 * lamb * math.sqrt(3 + 144 * lamb)) / xi)
    count = lines.shape[1]
    if 0 < rho < 1:         # further terms of the series, below 1e-20, change nothing
        count = min(count, 2 + int(-46 / math.log(rho)))
    return cupy.ascontiguousarray(two_poles(lines, rho, omega, lambda terms, _: terms(numpy.arange(count)),
                                            first_two=(0, 1))[0])


def qspline1d(signal: ArrayLike, lamb: float = 0.0) -> cupy.ndarray:
    """Coefficients of the quadratic spline through the samples of a signal.

    Parameters
    ----------
    signal : array_like
        Samples, which are continued by reflection.
    lamb : float, optional
        Must be zero.

    Returns
    -------
    cupy.ndarray
        As many coefficients as samples.

    Raises
    ------
    ValueError
        For smoothing splines.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> coefficients = signal.qspline1d(cupy.ones(9))
    >>> coefficients.round(6)
    array([1., 1., 1., 1., 1., 1., 1., 1., 1.])
    """
    if lamb != 0:
        raise ValueError("Smoothing quadratic splines not supported yet.")
    return _interpolating(signal, _QUADRATIC, 8.0)


def _cubic(x: cupy.ndarray) -> cupy.ndarray:
    x = abs(x)
    return cupy.where(x < 1, 2 / 3 - x * x * (1 - x / 2), cupy.where(x < 2, (2 - x) ** 3 / 6, 0))


def _quadratic(x: cupy.ndarray) -> cupy.ndarray:
    x = abs(x)
    return cupy.where(x < 0.5, 0.75 - x * x, cupy.where(x < 1.5, (x - 1.5) ** 2 / 2, 0))


def _evaluate(cj: ArrayLike, newx: ArrayLike, dx: float, x0: float, basis: Callable[..., Any], before: float,
              terms: int, by_place: bool = False) -> cupy.ndarray:
    """Values of a spline, of the type of its coefficients or by that of the places."""
    newx, cj = (as_array(newx) - x0) / float(dx), as_array(cj)
    dtype = newx.dtype if by_place else cj.dtype
    if newx.size == 0:
        return cupy.zeros(newx.shape, dtype)
    if cj.size == 0:
        raise ValueError("Spline coefficients 'cj' must not be empty.")
    period = 2.0 * (cj.size - 1)
    if period:
        newx = newx % period
        newx = cupy.minimum(newx, period - newx)
    else:
        newx = newx * 0
    lower = cupy.floor(newx - before).astype(int) + 1
    total: Any = 0
    for i in range(terms):
        place = lower + i
        total = total + cj[place.clip(0, cj.size - 1)] * basis(newx - place)
    return total.astype(dtype)


def cspline1d_eval(cj: ArrayLike, newx: ArrayLike, dx: float = 1.0, x0: float = 0) -> cupy.ndarray:
    """Values of a cubic spline.

    Parameters
    ----------
    cj : array_like
        Coefficients, from `cspline1d`.
    newx : array_like
        Places; beyond the samples the spline is reflected.
    dx, x0 : float, optional
        Distance of the samples, and where the first lies.

    Returns
    -------
    cupy.ndarray
        Values at `newx`, in the dtype of the coefficients.

    Raises
    ------
    ValueError
        If there are no coefficients.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> coefficients = signal.cspline1d(cupy.arange(30.0) ** 2)
    >>> signal.cspline1d_eval(coefficients, cupy.array([14.5])).round(4)
    array([210.25])
    """
    return _evaluate(cj, newx, dx, x0, _cubic, 2, 4)


def qspline1d_eval(cj: ArrayLike, newx: ArrayLike, dx: float = 1.0, x0: float = 0) -> cupy.ndarray:
    """Values of a quadratic spline.

    Parameters
    ----------
    cj : array_like
        Coefficients, from `qspline1d`.
    newx : array_like
        Places; beyond the samples the spline is reflected.
    dx, x0 : float, optional
        Distance of the samples, and where the first lies.

    Returns
    -------
    cupy.ndarray
        Values at `newx`.

    Raises
    ------
    ValueError
        If there are no coefficients.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> coefficients = signal.qspline1d(cupy.arange(30.0))
    >>> signal.qspline1d_eval(coefficients, cupy.array([14.5])).round(4)
    array([14.5])
    """
    return _evaluate(cj, newx, dx, x0, _quadratic, 1.5, 3, by_place=True)


def _precision(signal: cupy.ndarray, precision: float) -> float:
    if 0 <= precision < 1:
        return precision
    return 1e-3 if signal.dtype.char in "fF" else 1e-6


@scipy_of_few_samples()
def cspline2d(signal: ArrayLike, lamb: float = 0.0, precision: float = -1.0) -> cupy.ndarray:
    """Coefficients of the cubic spline through the samples of an image.

    Parameters
    ----------
    signal : array_like
        Array with two axes, which is continued by reflection.
    lamb : float, optional
        Smoothing; none up to 1/144.
    precision : float, optional
        Of the sums over the reflected image; 1e-6 by default, 1e-3 in single precision.

    Returns
    -------
    cupy.ndarray
        Coefficients, of the image's shape.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.cspline2d(cupy.ones((20, 20))).round(4).max()
    array(1.)
    """
    signal = as_array(signal)
    precision = _precision(signal, precision)
    if lamb <= 1 / 144.0:
        run, args = symiirorder1, (-_CUBIC * 6.0, _CUBIC, precision)
    else:
        root = math.sqrt(3 + 144 * lamb)
        xi = 1 - 96 * lamb + 24 * lamb * root
        omega = math.atan(math.sqrt((144 * lamb - 1.0) / xi))
        r = (24 * lamb - 1 - math.sqrt(xi)) / (24 * lamb) * math.sqrt(48 * lamb + 24 * lamb * root) / math.sqrt(xi)
        run, args = symiirorder2, (r, omega, precision)
    return along_axis(run, along_axis(run, signal, -1, *args), 0, *args)


@scipy_of_few_samples()
def qspline2d(signal: ArrayLike, lamb: float = 0.0, precision: float = -1.0) -> cupy.ndarray:
    """Coefficients of the quadratic spline through the samples of an image.

    Parameters
    ----------
    signal : array_like
        Array with two axes, which is continued by reflection.
    lamb : float, optional
        Must not be positive.
    precision : float, optional
        As for `cspline2d`.

    Returns
    -------
    cupy.ndarray
        Coefficients, of the image's shape.

    Raises
    ------
    ValueError
        For smoothing splines.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.qspline2d(cupy.ones((20, 20))).round(4).max()
    array(1.)
    """
    if lamb > 0:
        raise ValueError("lambda must be negative or zero")
    signal = as_array(signal)
    args = (-_QUADRATIC * 8.0, _QUADRATIC, _precision(signal, precision))
    return along_axis(symiirorder1, along_axis(symiirorder1, signal, -1, *args), 0, *args)


def spline_filter(Iin: ArrayLike, lmbda: float = 5.0) -> cupy.ndarray:
    """Smooth an image by a cubic spline.

    Parameters
    ----------
    Iin : array_like
        Image, in floating point.
    lmbda : float, optional
        How much is smoothed, 5 by default.

    Returns
    -------
    cupy.ndarray
        The smoothed image.

    Raises
    ------
    TypeError
        For images of other types.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.spline_filter(cupy.ones((60, 60))).round(3).max()
    array(1.)
    """
    image = as_array(Iin)
    if image.dtype.char not in "fdFD":
        raise TypeError(f"Invalid data type for Iin: Iin.dtype = {image.dtype!r}")
    taps = cupy.asarray(numpy.array([1.0, 4.0, 1.0], numpy.float32) / 6)
    # SciPy's precision of complex images is single too.
    values = image.astype("F") if image.dtype.char == "D" else image
    return sepfir2d(cspline2d(values, lmbda), taps, taps).astype(image.dtype)
