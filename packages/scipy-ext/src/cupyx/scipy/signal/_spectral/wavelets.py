"""Wavelets, and the continuous wavelet transform."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy._host import to_host
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._convolution.convolve import convolve

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["cwt", "morlet", "morlet2", "ricker"]


def ricker(points: Int, a: float) -> cupy.ndarray:
    """Ricker wavelet, the second derivative of a Gaussian.

    Parameters
    ----------
    points : int
        Number of samples, about the middle.
    a : float
        Width.

    Returns
    -------
    cupy.ndarray
        The samples.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.ricker(5, 2.0).round(4)
    array([0.    , 0.4059, 0.6133, 0.4059, 0.    ])
    """
    x = cupy.arange(points) - (points - 1.0) / 2
    square = x * x / (a * a)
    return 2 / (math.sqrt(3 * a) * math.pi ** 0.25) * (1 - square) * cupy.exp(-square / 2)


def morlet(M: SupportsIndex, w: float = 5.0, s: float = 1.0, complete: bool = True) -> cupy.ndarray:
    """Complex Morlet wavelet.

    Parameters
    ----------
    M : int
        Number of samples.
    w : float, optional
        Frequency, 5 by default.
    s : float, optional
        The samples reach from ``-2 pi s`` to ``2 pi s``.
    complete : bool, optional
        Whether the small correction is made that takes its mean away.

    Returns
    -------
    cupy.ndarray
        The samples.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.morlet(101)[50].real.round(4)
    array(0.7511)
    """
    x = cupy.linspace(-s * 2 * math.pi, s * 2 * math.pi, M)
    wave = cupy.exp(1j * w * x)
    if complete:
        wave = wave - math.exp(-0.5 * w * w)
    return wave * cupy.exp(-0.5 * x * x) * math.pi ** -0.25


def morlet2(M: Int, s: float, w: float = 5) -> cupy.ndarray:
    """Complex Morlet wavelet for `cwt`.

    Parameters
    ----------
    M : int
        Number of samples.
    s : float
        Width.
    w : float, optional
        Frequency, 5 by default.

    Returns
    -------
    cupy.ndarray
        The samples.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.morlet2(11, 2.0)[5].real.round(4)
    array(0.5311)
    """
    x = (cupy.arange(M) - (M - 1.0) / 2) / s
    return cupy.exp(1j * w * x) * cupy.exp(-0.5 * x * x) * (math.pi ** -0.25 / math.sqrt(s))


def cwt(data: ArrayLike, wavelet: Callable[..., Any], widths: ArrayLike) -> cupy.ndarray:
    """Continuous wavelet transform: convolutions with a wavelet of several widths.

    Parameters
    ----------
    data : array_like
        The signal.
    wavelet : callable
        Called with a number of samples and a width, such as `ricker`.
    widths : array_like
        Widths.

    Returns
    -------
    cupy.ndarray
        (widths, samples); complex if the wavelet is.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.cwt(cupy.ones(50), signal.ricker, [1, 2, 3]).shape
    (3, 50)
    """
    data = as_array(data)
    widths = numpy.atleast_1d(to_host(widths))
    output = None
    for row, width in enumerate(widths):
        count = int(min(10 * width, data.size))
        taps = cupy.conj(as_array(wavelet(count, width)))[::-1]
        if output is None:
            kind = "D" if taps.dtype.kind == "c" or data.dtype.kind == "c" else "d"
            output = cupy.empty((len(widths), data.size), kind)
        output[row] = convolve(data, taps, mode="same")
    return cupy.empty((0, data.size)) if output is None else output
