"""Filters with finite responses, channelizers, shifts of frequency."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Literal, SupportsIndex, overload

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy.signal import _kernels

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["channelize_poly", "convolve1d2o", "convolve1d3o", "firfilter", "firfilter2", "firfilter_zi", "freq_shift"]

_channelize = Kernel("channelize.hpp", _kernels, "Channelize", packed=("fF", "dD", "FF", "DD"))
_volterra = Kernel("volterra.hpp", _kernels, "Volterra", packed=("f", "d", "F", "D"))


@overload
def firfilter(b: ArrayLike, x: ArrayLike, axis: SupportsIndex = ..., zi: None = ...) -> cupy.ndarray: ...
@overload
def firfilter(b: ArrayLike, x: ArrayLike, axis: SupportsIndex = ..., *,
              zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def firfilter(b: ArrayLike, x: ArrayLike, axis: SupportsIndex, zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def firfilter(b: ArrayLike, x: ArrayLike, axis: SupportsIndex = ...,
              zi: ArrayLike | None = ...) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]: ...
def firfilter(b: ArrayLike, x: ArrayLike, axis: SupportsIndex = -1,
              zi: ArrayLike | None = None) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Filter a signal along one axis by taps.

    Parameters
    ----------
    b : array_like
        Taps.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    zi : array_like, optional
        States before the first sample: the shape of `x` with ``len(b) - 1`` along `axis`.

    Returns
    -------
    y : cupy.ndarray
        The filtered signal.
    zf : cupy.ndarray
        States after the last sample, if `zi` is given.

    Raises
    ------
    ValueError
        If `b` is not a vector or `zi` has another shape.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.firfilter([0.5, 0.5], cupy.array([2.0, 4.0, 6.0]))
    array([1., 3., 5.])
    """
    from cupyx.scipy.signal import lfilter

    return lfilter(b, [1.0], x, axis, zi)


def firfilter_zi(b: ArrayLike) -> cupy.ndarray:
    """States of `firfilter` for which the answer to a step is steady.

    Parameters
    ----------
    b : array_like
        Taps.

    Returns
    -------
    cupy.ndarray
        Of ``len(b) - 1`` numbers.

    Raises
    ------
    ValueError
        If `b` is not a vector.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.firfilter_zi([0.5, 0.25, 0.25])
    array([0.5 , 0.25])
    """
    b = cupy.atleast_1d(cupy.asarray(b))
    if b.ndim != 1:
        raise ValueError("Numerator b must be 1-D.")
    if b.dtype.kind not in "fc":
        b = b.astype(float)
    return cupy.cumsum(b[:0:-1])[::-1].copy()


def firfilter2(b: ArrayLike, x: ArrayLike, axis: SupportsIndex = -1,
               padtype: Literal["odd", "even", "constant"] | None = "odd", padlen: SupportsIndex | None = None,
               method: Literal["pad", "gust"] = "pad", irlen: SupportsIndex | None = None) -> cupy.ndarray:
    """Filter a signal forwards and backwards along one axis by taps.

    Parameters
    ----------
    b : array_like
        Taps.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    padtype : {'odd', 'even', 'constant', None}, optional
        How the signal is continued beyond its ends for 'pad'.
    padlen : int, optional
        By how many samples, less than there are; ``3 * len(b)`` by default.
    method : {'pad', 'gust'}, optional
        Continue the signal, or find the initial states for which both orders of the directions agree (Gustafsson).
    irlen : int, optional
        Length of the impulse response, as far as it matters, for 'gust'.

    Returns
    -------
    cupy.ndarray
        The filtered signal, of the shape of `x`.

    Raises
    ------
    ValueError
        If an option is unknown or the signal is not longer than `padlen`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.firfilter2([0.5, 0.5], cupy.ones(20))[:3]
    array([1., 1., 1.])
    """
    from cupyx.scipy.signal._recurrence.filtfilt import filtfilt

    return filtfilt(b, [1.0], x, operator.index(axis), padtype, padlen, method, irlen)


def freq_shift(x: ArrayLike, freq: float, fs: float) -> cupy.ndarray:
    """Shift the frequencies of a signal down.

    Parameters
    ----------
    x : array_like
        The signal, a vector.
    freq : float
        By how much.
    fs : float
        Sampling frequency.

    Returns
    -------
    cupy.ndarray
        ``x * exp(-2j * pi * freq / fs * n)`` for samples n, complex128.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.freq_shift(cupy.ones(4), 1.0, 4.0).round(6) + 0
    array([ 1.+0.j,  0.-1.j, -1.+0.j,  0.+1.j])
    """
    x = cupy.asarray(x)
    return x * cupy.exp(-2j * numpy.pi * freq / fs * cupy.arange(x.size))


def channelize_poly(x: cupy.ndarray, h: cupy.ndarray, n_chans: Int) -> cupy.ndarray:
    """Split a signal into channels of equal width by a polyphase filter bank.

    Parameters
    ----------
    x : array_like
        The signal, a vector.
    h : array_like
        Taps of the low-pass filter; each channel has ``len(h) // n_chans`` of them.
    n_chans : int
        Number of channels.

    Returns
    -------
    cupy.ndarray
        A row for each channel, with ``len(x) // n_chans`` samples; complex.

    Raises
    ------
    ValueError
        If there are fewer taps than channels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.channelize_poly(cupy.ones(32), cupy.ones(8) / 8, 4).shape
    (4, 8)
    """
    x, h = cupy.asarray(x), cupy.asarray(h)
    dtype = numpy.promote_types(numpy.promote_types(x.dtype, h.dtype), "f")
    taps, points = h.size // n_chans, x.size // n_chans
    if taps < 1:
        raise ValueError("Number of taps must be >= 1")
    out = cupy.empty((points, n_chans), numpy.promote_types(dtype, "F"))
    _channelize.map((dtype, out.dtype), out.size, work=2 * taps, x=cupy.ascontiguousarray(x, dtype),
                    h=cupy.ascontiguousarray(h, dtype), out=out, channels=n_chans, taps=taps)
    return cupy.conj(cupy.fft.fft(out)).T


def _volterra_series(in1: ArrayLike, in2: ArrayLike, mode: str, order: int) -> cupy.ndarray:
    x, h = cupy.asarray(in1), cupy.asarray(in2)
    if x.ndim != 1 or h.ndim != order:
        raise ValueError(f"in1 must have one axis and in2 {order}")
    dtype = numpy.promote_types(numpy.promote_types(x.dtype, h.dtype), "f")
    longest = max(h.shape)
    sizes = {"valid": (0, x.size - longest + 1), "same": (-(longest // 2), x.size),
             "full": (1 - longest, x.size + longest - 1)}
    if mode not in sizes:
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    start, size = sizes[mode]
    out = cupy.empty(max(size, 0), dtype)
    _volterra.map((dtype,), out.size, work=2 * h.size, x=cupy.ascontiguousarray(x, dtype),
                  h=cupy.ascontiguousarray(h, dtype), out=out, length=x.size, start=start, sizes=h.shape, order=order)
    return out


def convolve1d2o(in1: ArrayLike, in2: ArrayLike, mode: Literal["valid", "same", "full"] = "valid",
                 method: Literal["direct"] = "direct") -> cupy.ndarray:
    """Convolve a signal with a kernel of second order: the quadratic term of a Volterra series.

    Parameters
    ----------
    in1 : array_like
        The signal, a vector.
    in2 : array_like
        The kernel, with two axes.
    mode : {'valid', 'same', 'full'}, optional
        Complete overlaps only (the default), as many outputs as samples, or all overlaps.
    method : {'direct'}, optional
        Sums of products.

    Returns
    -------
    cupy.ndarray
        ``sum(in2[i, j] * in1[n + I - 1 - i] * in1[n + J - 1 - j])`` for each n, (I, J) being the kernel's shape.

    Raises
    ------
    ValueError
        If numbers of axes do not fit or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.convolve1d2o(cupy.array([1.0, 2.0, 3.0]), cupy.eye(2))
    array([ 5., 13.])
    """
    if method != "direct":
        raise ValueError("method must be 'direct'")
    return _volterra_series(in1, in2, mode, 2)


def convolve1d3o(in1: ArrayLike, in2: ArrayLike, mode: Literal["valid", "same", "full"] = "valid",
                 method: Literal["direct"] = "direct") -> cupy.ndarray:
    """Convolve a signal with a kernel of third order: the cubic term of a Volterra series.

    Parameters
    ----------
    in1 : array_like
        The signal, a vector.
    in2 : array_like
        The kernel, with three axes.
    mode : {'valid', 'same', 'full'}, optional
        Complete overlaps only (the default), as many outputs as samples, or all overlaps.
    method : {'direct'}, optional
        Sums of products.

    Returns
    -------
    cupy.ndarray
        The cubic term, as long as `mode` says.

    Raises
    ------
    ValueError
        If numbers of axes do not fit or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.convolve1d3o(cupy.array([1.0, 2.0, 3.0]), cupy.ones((1, 1, 1)))
    array([ 1.,  8., 27.])
    """
    if method != "direct":
        raise ValueError("method must be 'direct'")
    return _volterra_series(in1, in2, mode, 3)
