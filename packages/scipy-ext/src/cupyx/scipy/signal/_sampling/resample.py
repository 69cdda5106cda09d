"""Resampling by transforms, analytic signals and envelopes."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

import cupy
from cupy._ext import normalize_axis_index
from cupyx.scipy import fft
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples
from cupyx.scipy.signal.windows import get_window

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["envelope", "hilbert", "hilbert2", "resample"]


def _fit_bins(spectrum: cupy.ndarray, length: int, num: Int) -> cupy.ndarray:
    """A spectrum of `length` bins as one of `num`: bins of high frequencies are cut off or added."""
    m = min(num, length)
    half = m // 2 + 1
    fitted = cupy.zeros((*spectrum.shape[:-1], num), spectrum.dtype)
    fitted[..., :half] = spectrum[..., :half]
    if half < m:
        fitted[..., half - m:] = spectrum[..., half - m:]
    if m % 2 == 0:
        # The unpaired bin is the sum of two, or is shared by them.
        if num < length:
            fitted[..., -m // 2] += spectrum[..., -m // 2]
        elif length < num:
            fitted[..., m // 2] /= 2
            fitted[..., num - m // 2] = fitted[..., m // 2]
    return fitted


def _fit_half(spectrum: cupy.ndarray, length: int, num: Int) -> cupy.ndarray:
    """As `_fit_bins`, for the bins of a real signal; the result may be shorter than ``num // 2 + 1``."""
    m = min(num, length)
    fitted = spectrum[..., :m // 2 + 1]
    if m % 2 == 0 and num != length:
        fitted = fitted.copy() if num < length else fitted
        fitted[..., m // 2] *= 2 if num < length else 0.5
    return fitted


@overload
def resample(x: ArrayLike, num: SupportsIndex, t: None = ..., axis: SupportsIndex = ...,
             window: ArrayLike | Callable[..., Any] | str | float | tuple[Any, ...] | None = ...,
             domain: Literal["time", "freq"] = ...) -> cupy.ndarray: ...
@overload
def resample(x: ArrayLike, num: SupportsIndex, t: ArrayLike, axis: SupportsIndex = ...,
             window: ArrayLike | Callable[..., Any] | str | float | tuple[Any, ...] | None = ...,
             domain: Literal["time", "freq"] = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def resample(x: ArrayLike, num: SupportsIndex, t: ArrayLike | None = ..., axis: SupportsIndex = ...,
             window: ArrayLike | Callable[..., Any] | str | float | tuple[Any, ...] | None = ...,
             domain: Literal["time", "freq"] = ...) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]: ...
@scipy_of_few_samples(1 << 12)
def resample(x: ArrayLike, num: Any, t: Any = None, axis: SupportsIndex = 0, window: Any = None,
             domain: Literal["time", "freq"] = "time") -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Resample a periodic signal by its Fourier transform.

    Parameters
    ----------
    x : array_like
        The signal, or its spectrum.
    num : int
        Samples of the result.
    t : array_like, optional
        Equidistant times of the samples; if given, those of the result come back too.
    axis : int, optional
        Axis to resample along, the first by default.
    window : array_like, callable, str, float or tuple, optional
        Weights of the spectrum: an array in FFT order, a function of the frequencies, or a window's name.
    domain : {'time', 'freq'}, optional
        What `x` is.

    Returns
    -------
    y : cupy.ndarray
        The resampled signal.
    t : cupy.ndarray
        Its times, if `t` is given.

    Raises
    ------
    ValueError
        If the domain is unknown or the weights are not as many as bins.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.resample(cupy.array([1.0, 0.0, -1.0, 0.0]), 8).round(4)[:3]
    array([1.    , 0.7071, 0.    ])
    """
    if domain not in ("time", "freq"):
        raise ValueError(f"Parameter domain={domain!r} not in ('time', 'freq')!")
    x = cupy.moveaxis(as_array(x), axis, -1)
    length, factor = x.shape[-1], x.shape[-1] / num
    if window is None:
        weights = None
    elif callable(window):
        weights = as_array(window(fft.fftfreq(length)))
    elif hasattr(window, "shape"):
        if window.shape != (length,):
            raise ValueError(f"window must have the same length as data: window.shape={window.shape} != ({length},)")
        weights = as_array(window)
    else:
        weights = fft.fftshift(get_window(window, length))
    if domain == "time" and x.dtype.kind != "c":
        spectrum = fft.rfft(x)
        if weights is not None:
            bins = spectrum.shape[-1]
            weights = weights.astype(spectrum.real.dtype)
            folded = weights[:bins].copy()
            folded[1:] = (weights[1:bins] + weights[:-bins:-1]) / 2
            spectrum *= folded
        y = fft.irfft(_fit_half(spectrum, length, num) / factor, num)
    else:
        spectrum = fft.fft(x) if domain == "time" else x
        if weights is not None:
            spectrum = spectrum * weights
        y = fft.ifft(_fit_bins(spectrum, length, num) / factor, num)
    y = cupy.moveaxis(y, -1, axis)
    if t is None:
        return y
    return y, t[0] + (t[1] - t[0]) * factor * cupy.arange(num)


def _real(x: ArrayLike) -> cupy.ndarray:
    x = as_array(x)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    return x


def hilbert(x: ArrayLike, N: Int | None = None, axis: int = -1) -> cupy.ndarray:
    """The analytic signal: the signal, and its Hilbert transform as the imaginary part.

    Parameters
    ----------
    x : array_like
        The signal, real.
    N : int, optional
        Number of Fourier components, the signal's length by default.
    axis : int, optional
        Axis to transform along, the last by default.

    Returns
    -------
    cupy.ndarray
        The analytic signal, complex.

    Raises
    ------
    ValueError
        If the signal is complex or `N` is not positive.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.hilbert(cupy.array([1.0, 0.0, -1.0, 0.0])).round(6) + 0
    array([ 1.+0.j,  0.+1.j, -1.+0.j,  0.-1.j])
    """
    x = _real(x)
    axis = normalize_axis_index(axis, x.ndim)
    N = x.shape[axis] if N is None else N
    if N <= 0:
        raise ValueError("N must be positive.")
    half = fft.rfft(cupy.moveaxis(x, axis, -1), N)
    spectrum = cupy.zeros((*half.shape[:-1], N), half.dtype)
    spectrum[..., 0] = half[..., 0]
    cupy.multiply(half[..., 1:], 2, out=spectrum[..., 1:N // 2 + 1])
    if N % 2 == 0:
        spectrum[..., N // 2] = half[..., N // 2]
    return cupy.moveaxis(fft.ifft(spectrum), -1, axis)


def hilbert2(x: ArrayLike, N: Any = None, axes: Sequence[Int] = (-2, -1)) -> cupy.ndarray:
    """The analytic signal of an image.

    Parameters
    ----------
    x : array_like
        The image, real.
    N : int or pair of int, optional
        Numbers of Fourier components.
    axes : pair of int, optional
        Axes to transform along, the last two by default.

    Returns
    -------
    cupy.ndarray
        The analytic signal, complex.

    Raises
    ------
    ValueError
        If the image is complex, or `N` or `axes` do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.hilbert2(cupy.ones((4, 4))).real.max()
    array(1.)
    """
    x = cupy.atleast_2d(_real(x))
    if len(axes) != 2:
        raise ValueError("axes must be a tuple of length 2")
    if axes[0] == axes[1]:
        raise ValueError("axes must contain 2 distinct axes")
    if N is None:
        N = (x.shape[axes[0]], x.shape[axes[1]])
    elif isinstance(N, int):
        if N <= 0:
            raise ValueError("N must be positive.")
        N = (N, N)
    elif len(N) != 2 or any(n <= 0 for n in N):
        raise ValueError("When given as a tuple, N must hold exactly two positive integers")
    spectrum = fft.fft2(x, N, axes=axes)
    for n, axis in zip(N, axes):
        factors = numpy.zeros(n)
        factors[:(n + 1) // 2] = 2
        factors[0] = 1 if (n + 1) // 2 else 0
        shape = [-1 if k == axis % x.ndim else 1 for k in range(x.ndim)]
        spectrum *= cupy.asarray(factors.astype(spectrum.real.dtype)).reshape(shape)
    return fft.ifft2(spectrum, axes=axes)


def envelope(z: ArrayLike, bp_in: Sequence[int | None] = (1, None), *, n_out: SupportsIndex | None = None,
             squared: bool = False, residual: Literal["lowpass", "all", None] = "lowpass",
             axis: Int = -1) -> cupy.ndarray:
    """Envelope of a band of a signal.

    Parameters
    ----------
    z : array_like
        The signal, real or complex.
    bp_in : pair of int or None, optional
        Bins of the Fourier transform that the band begins with and ends before.
    n_out : int, optional
        Samples of the result; as many as the signal has by default.
    squared : bool, optional
        Whether the envelope's square is wanted.
    residual : {'lowpass', 'all', None}, optional
        What else comes back: what lies below the band (the default), what lies outside, or nothing.
    axis : int, optional
        Axis of the samples, the last by default.

    Returns
    -------
    cupy.ndarray
        The envelope; stacked with the residual along a new first axis, if one is asked for.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> t = cupy.arange(100) / 100
    >>> wave = 3 + 2 * cupy.cos(2 * cupy.pi * 10 * t)
    >>> env, rest = signal.envelope(wave)
    >>> env[:2].round(6), rest[:2].round(6)
    (array([2., 2.]), array([3., 3.]))
    """
    z = as_array(z)
    if not -z.ndim <= axis < z.ndim:
        raise ValueError(f"Invalid parameter axis={axis} for z.shape={z.shape}!")
    n = z.shape[axis]
    if n == 0:
        raise ValueError(f"z.shape[axis] not > 0 for z.shape={z.shape}, axis={axis}!")
    if len(bp_in) != 2 or not all(isinstance(b, int) or b is None for b in bp_in):
        raise ValueError(f"bp_in={bp_in!r} isn't a 2-tuple of type (int | None, int | None)!")
    if not (n_out is None or isinstance(n_out, int) and n_out > 0):
        raise ValueError(f"n_out={n_out!r} is not a positive integer or None!")
    if residual not in ("lowpass", "all", None):
        raise ValueError(f"residual={residual!r} not in ['lowpass', 'all', None]!")
    start = -(n // 2) if bp_in[0] is None else bp_in[0]
    stop = (n + 1) // 2 if bp_in[1] is None else bp_in[1]
    if not -n // 2 <= start < stop <= (n + 1) // 2:
        raise ValueError(f"`-n//2 <= bp_in[0] < bp_in[1] <= (n+1)//2` does not hold for n={n} and bp_in={bp_in!r}!")
    n_out = n if n_out is None else n_out
    scale, real = n_out / n, z.dtype.kind != "c"
    z = cupy.moveaxis(z, axis, -1)
    if real:
        half = fft.rfft(z)
        spectrum = cupy.zeros(z.shape, half.dtype)
        spectrum[..., :n // 2 + 1] = half
        if start > 0:
            spectrum[..., start:stop] *= 2
        elif stop > 0:
            spectrum[..., 1:stop] *= 2
    else:
        spectrum = fft.fft(z)
    around_zero = start <= 0 < stop
    band = (fft.fftshift(spectrum, axes=-1)[..., start + n // 2:stop + n // 2] if around_zero
            else spectrum[..., start:stop])
    base = fft.ifft(band, n=n_out) * scale
    env = base.real ** 2 + base.imag ** 2 if squared else abs(base)
    env = cupy.moveaxis(env, -1, axis)
    if residual is None:
        return env
    if around_zero:
        spectrum[..., :stop] = 0
        spectrum[..., start:] = 0
    else:
        spectrum[..., start:stop] = 0
    if residual == "lowpass":
        if stop > 0:
            spectrum[..., stop:(n + 1) // 2] = 0
        else:
            spectrum[..., start:] = 0
            spectrum[..., :(n + 1) // 2] = 0
    if real:
        m = min(n, n_out)
        if n_out != n and m % 2 == 0:
            spectrum[..., m // 2] *= 2 if n_out < n else 0.5
        rest = scale * fft.irfft(spectrum, n=n_out)
    else:
        rest = resample(spectrum, n_out, axis=-1, domain="freq")
    return cupy.stack((env, cupy.moveaxis(rest, -1, axis)))
