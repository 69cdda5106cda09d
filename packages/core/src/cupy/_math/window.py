"""Windows for spectra, each from one kernel."""
from __future__ import annotations

import math
from typing import Any, SupportsIndex

from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.constructors import empty, ones
from cupy._core.ndarray import ndarray

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]

_KAISER_HEADER = '#include "math/bessel_i0.hpp"'

# `last` is M - 1, the distance from the first to the last point.
_bartlett = ElementwiseKernel(
    "float64 last", "float64 w",
    "w = i <= last / 2 ? 2 * i / last : 2 - 2 * i / last", "cupy_bartlett")
_cosines = ElementwiseKernel(
    "float64 last, float64 a, float64 b, float64 c", "float64 w", """
    const double angle = 3.14159265358979323846 * (2 * i - last) / last;
    w = a + b * cos(angle) + c * cos(2 * angle);
    """, "cupy_cosine_window")
_kaiser = ElementwiseKernel(
    "float64 last, float64 beta", "float64 w", """
    const double half = last / 2, t = (i - half) / half;
    w = bessel_i0(beta * sqrt(t * t < 1 ? 1 - t * t : 0)) / bessel_i0(beta);
    """, "cupy_kaiser", preamble=_KAISER_HEADER)


def _window(M: Any, kernel: ElementwiseKernel, *parameters: float) -> ndarray:
    if isinstance(M, ndarray):
        M = M.item()
    if M < 1:
        return empty(0)
    if M == 1:
        return ones(1)
    # NumPy counts from 1 - M in steps of 2, for kaiser from 0 in steps of 1: which tells where M is no whole number.
    return kernel(M - 1, *parameters, empty(math.ceil(M if kernel is _kaiser else M - 0.5)))


def bartlett(M: SupportsIndex) -> ndarray:
    """Bartlett window: a triangle with zeros at both ends.

    Parameters
    ----------
    M : int
        Number of points.

    Returns
    -------
    ndarray of float64
        The window.

    Examples
    --------
    >>> import cupy
    >>> cupy.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return _window(M, _bartlett)


def blackman(M: SupportsIndex) -> ndarray:
    """Blackman window: a sum of three cosines.

    Parameters
    ----------
    M : int
        Number of points.

    Returns
    -------
    ndarray of float64
        The window.

    Examples
    --------
    >>> import cupy
    >>> cupy.blackman(5)[2]
    array(1.)
    """
    return _window(M, _cosines, 0.42, 0.5, 0.08)


def hamming(M: SupportsIndex) -> ndarray:
    """Hamming window: a raised cosine that does not reach zero.

    Parameters
    ----------
    M : int
        Number of points.

    Returns
    -------
    ndarray of float64
        The window.

    Examples
    --------
    >>> import cupy
    >>> cupy.hamming(3)
    array([0.08, 1.  , 0.08])
    """
    return _window(M, _cosines, 0.54, 0.46, 0.0)


def hanning(M: SupportsIndex) -> ndarray:
    """Hann window: a raised cosine with zeros at both ends.

    Parameters
    ----------
    M : int
        Number of points.

    Returns
    -------
    ndarray of float64
        The window.

    Examples
    --------
    >>> import cupy
    >>> cupy.hanning(3)
    array([0., 1., 0.])
    """
    return _window(M, _cosines, 0.5, 0.5, 0.0)


def kaiser(M: SupportsIndex, beta: float) -> ndarray:
    """Kaiser window, made of Bessel functions.

    Parameters
    ----------
    M : int
        Number of points.
    beta : float
        Shape; larger values make the window narrower.

    Returns
    -------
    ndarray of float64
        The window.

    Examples
    --------
    >>> import cupy
    >>> cupy.kaiser(3, 0.0)
    array([1., 1., 1.])
    """
    return _window(M, _kaiser, float(beta))
