"""Powers of spectra, averaged over segments."""
from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupyx.scipy import fft
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._spectral import _frames
from cupyx.scipy.signal._spectral._in_shared import frame_spectra, mean_powers

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["coherence", "csd", "periodogram", "welch"]


def lengths(window: Any, nperseg: Any, noverlap: Any, nfft: Any, n: int,
            default_overlap: int = 2) -> tuple[int, int, int]:
    """Checked lengths of segments, of their overlap and of transforms."""
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else int(nperseg)
        if nperseg < 1:
            raise ValueError(f"Parameter nperseg={nperseg} is not a positive integer!")
        if n < nperseg:
            warnings.warn(f"nperseg={nperseg} is greater than signal length max(len(x), len(y)) = {n}, using nperseg = "
                          f"{n}", stacklevel=4)
            nperseg = n
    else:
        shape = numpy.shape(window) if not isinstance(window, cupy.ndarray) else window.shape
        if len(shape) != 1:
            raise ValueError("window must be 1-D")
        if nperseg is None:
            nperseg = shape[0]
        elif int(nperseg) != shape[0]:
            raise ValueError(f"value specified for nperseg={nperseg} is different from length of window {shape[0]}")
        nperseg = int(nperseg)
    nfft = nperseg if nfft is None else int(nfft)
    if nfft < nperseg:
        raise ValueError(f"nfft={nfft} must be greater than or equal to nperseg={nperseg}!")
    noverlap = nperseg // default_overlap if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError(f"noverlap={noverlap} must be less than nperseg={nperseg}!")
    return nperseg, noverlap, nfft


def real_type(*signals: cupy.ndarray) -> numpy.dtype[Any]:
    """The real dtype of spectra: float32 for what single precision holds, integers of 16 bits too."""
    return numpy.dtype(numpy.result_type(numpy.complex64, *[x.dtype for x in signals]).char.lower())


def frequencies(nfft: int, fs: float, onesided: bool) -> cupy.ndarray:
    return _frequencies(nfft, 1 / fs, onesided, cupy.cuda.runtime.getDevice()).copy()


@functools.lru_cache(32)
def _frequencies(nfft: int, distance: float, onesided: bool, device: int) -> cupy.ndarray:
    return (fft.rfftfreq if onesided else fft.fftfreq)(nfft, distance)


def moved_detrend(detrend: Any, axis: int) -> Callable[..., Any] | str | None:
    """What windowed() takes for the `detrend` argument of signals whose samples lie along `axis`."""
    if detrend is None or detrend is False:
        return None
    if not callable(detrend) or axis == -1:
        return detrend
    function: Callable[..., Any] = detrend
    # A function of one's own sees the axis of samples where the signal has it.
    return lambda frames: cupy.moveaxis(function(cupy.moveaxis(frames, -1, axis)), axis, -1)


def spectra(x: cupy.ndarray, window: cupy.ndarray, nperseg: int, noverlap: int, nfft: int, detrend: Any,
            onesided: bool) -> cupy.ndarray:
    """Spectra (..., segments, bins) of the last axis of a signal in floating point."""
    step = nperseg - noverlap
    count = max((x.shape[-1] - noverlap) // step, 0)
    found = frame_spectra(x, window, step, count, 0, detrend, nfft, onesided)
    if found is not None:
        return found
    frames = _frames.windowed(x, window, step, count, detrend=detrend)
    return _frames.transformed(frames, nfft, onesided)


def _mean_power(x: cupy.ndarray, window: cupy.ndarray, nperseg: int, noverlap: int, nfft: int, detrend: Any,
                onesided: bool) -> cupy.ndarray | None:
    """Powers of the last axis, averaged over segments, or None where spectra have to be kept."""
    step = nperseg - noverlap
    count = max((x.shape[-1] - noverlap) // step, 0)
    return mean_powers(x, window, step, count, 0, detrend, nfft, onesided)


def _median(values: cupy.ndarray) -> cupy.ndarray:
    """Median over segments, over its bias."""
    count = values.shape[-2]
    steps = 2 * numpy.arange(1.0, (count - 1) // 2 + 1)
    bias = 1 + float((1 / (steps + 1) - 1 / steps).sum())
    if values.dtype.kind == "c":
        return (cupy.median(values.real, axis=-2) + 1j * cupy.median(values.imag, axis=-2)) / bias
    return cupy.median(values, axis=-2) / bias


def _empty(x: cupy.ndarray, y: Any, axis: int) -> tuple[cupy.ndarray, cupy.ndarray]:
    if y is None:
        return cupy.empty(x.shape), cupy.empty(x.shape)
    shapes = [list(a.shape) for a in (x, y)]
    smallest = min(shape.pop(axis) for shape in shapes)
    out = cupy.moveaxis(cupy.empty((*numpy.broadcast_shapes(*shapes), smallest)), -1, axis)
    return out, out


def _density(x: Any, y: Any, fs: float, window: ArrayLike | str, nperseg: Any, noverlap: Any, nfft: Any, detrend: Any,
             return_onesided: bool, scaling: str, axis: Any, average: str) -> tuple[cupy.ndarray, cupy.ndarray]:
    axis = int(axis)
    x = as_array(x)
    y = None if y is None else as_array(y)
    if y is not None:
        outer = [a.shape[:axis % a.ndim] + a.shape[axis % a.ndim + 1:] for a in (x, y)]
        try:
            numpy.broadcast_shapes(*outer)
        except ValueError:
            raise ValueError("x and y cannot be broadcast together.") from None
    if x.size == 0 or y is not None and y.size == 0:
        return _empty(x, y, axis)
    signals = [cupy.moveaxis(a, axis, -1) for a in ((x,) if y is None else (x, y))]
    n = max(a.shape[-1] for a in signals)
    if average not in ("mean", "median"):
        raise ValueError(f"Parameter average={average!r} must be 'median' or 'mean'!")
    nperseg, noverlap, nfft = lengths(window, nperseg, noverlap, nfft, n)
    if nperseg > n:
        raise ValueError("window is longer than input signal")
    dtype = real_type(*signals)
    onesided = return_onesided and not any(a.dtype.kind == "c" for a in signals)
    taps = _frames.scaled_window(window, nperseg, scaling, fs, dtype)
    detrend = moved_detrend(detrend, axis)
    found, density = [], None
    for a in signals:
        a = a.astype(numpy.result_type(dtype, a.dtype if a.dtype.kind == "c" else dtype), copy=False)
        if a.shape[-1] < n:
            a = cupy.pad(a, [(0, 0)] * (a.ndim - 1) + [(0, n - a.shape[-1])])
        if y is None and average == "mean":
            density = _mean_power(a, taps, nperseg, noverlap, nfft, detrend, onesided)
        if density is None:
            found.append(spectra(a, taps, nperseg, noverlap, nfft, detrend, onesided))
    if density is None:
        density = _power(found, average, onesided, nfft)
    return frequencies(nfft, fs, onesided), cupy.moveaxis(density, -1, axis)


def _power(found: list[cupy.ndarray], average: str, onesided: bool, nfft: int) -> cupy.ndarray:
    """Products of one or two arrays of spectra, averaged over segments."""
    first, second = found[0], None
    if len(found) > 1:
        first, second = (cupy.ascontiguousarray(a) for a in cupy.broadcast_arrays(*found))
    mean = average == "mean" or first.shape[-2] < 2
    density = _frames.power(first, second, average=mean, doubled=onesided, length=nfft)
    return density if mean else _median(density)


def welch(x: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "hann_periodic",
          nperseg: SupportsIndex | None = None, noverlap: SupportsIndex | None = None,
          nfft: SupportsIndex | None = None,
          detrend: Literal["constant", "linear", False] | Callable[..., Any] = "constant", return_onesided: bool = True,
          scaling: Literal["density", "spectrum"] = "density", axis: SupportsIndex = -1,
          average: Literal["mean", "median"] = "mean") -> tuple[cupy.ndarray, cupy.ndarray]:
    """Power spectrum of a signal, averaged over overlapping segments.

    Parameters
    ----------
    x : array_like
        The signal.
    fs : float, optional
        Sampling frequency, 1 by default.
    window : str, tuple or array_like, optional
        Window of the segments, as `get_window` takes it, or its values.
    nperseg : int, optional
        Length of segments: 256, or that of the window's values.
    noverlap : int, optional
        Samples that neighbours share, half a segment by default.
    nfft : int, optional
        Length of transforms, that of segments by default.
    detrend : {'constant', 'linear', False} or callable, optional
        What is taken from each segment.
    return_onesided : bool, optional
        Whether spectra of real signals have no negative frequencies, which is the default.
    scaling : {'density', 'spectrum'}, optional
        Power for each Hz, or power.
    axis : int, optional
        Axis of the samples, the last by default.
    average : {'mean', 'median'}, optional
        How segments are averaged.

    Returns
    -------
    f : cupy.ndarray
        Frequencies.
    Pxx : cupy.ndarray
        Power, real.

    Raises
    ------
    ValueError
        If lengths do not fit, or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> wave = cupy.sin(2 * cupy.pi * 0.25 * cupy.arange(1024))
    >>> f, Pxx = signal.welch(wave, nperseg=256)
    >>> f[Pxx.argmax()]
    array(0.25)
    """
    return _density(x, None, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


def csd(x: ArrayLike, y: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "hann_periodic",
        nperseg: SupportsIndex | None = None, noverlap: SupportsIndex | None = None, nfft: SupportsIndex | None = None,
        detrend: Literal["constant", "linear", False] | Callable[..., Any] = "constant", return_onesided: bool = True,
        scaling: Literal["density", "spectrum"] = "density", axis: SupportsIndex = -1,
        average: Literal["mean", "median"] = "mean") -> tuple[cupy.ndarray, cupy.ndarray]:
    """Cross spectrum of two signals, averaged over overlapping segments.

    Parameters
    ----------
    x, y : array_like
        Signals; the shorter is padded with zeros, other axes are broadcast.
    fs : float, optional
        Sampling frequency, 1 by default.
    window : str, tuple or array_like, optional
        Window of the segments, as `get_window` takes it, or its values.
    nperseg : int, optional
        Length of segments: 256, or that of the window's values.
    noverlap : int, optional
        Samples that neighbours share, half a segment by default.
    nfft : int, optional
        Length of transforms, that of segments by default.
    detrend : {'constant', 'linear', False} or callable, optional
        What is taken from each segment.
    return_onesided : bool, optional
        Whether spectra of real signals have no negative frequencies, which is the default.
    scaling : {'density', 'spectrum'}, optional
        Power for each Hz, or power.
    axis : int, optional
        Axis of the samples, the last by default.
    average : {'mean', 'median'}, optional
        How segments are averaged.

    Returns
    -------
    f : cupy.ndarray
        Frequencies.
    Pxy : cupy.ndarray
        ``conj(X) * Y``, complex; real if `x` and `y` are the same object.

    Raises
    ------
    ValueError
        If signals cannot be broadcast, lengths do not fit, or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> x = cupy.sin(cupy.arange(512) * 0.3)
    >>> f, Pxy = signal.csd(x, cupy.roll(x, 3), nperseg=128)
    >>> Pxy.dtype
    dtype('complex128')
    """
    return _density(x, None if y is x else y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling,
                    axis, average)


def periodogram(x: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "boxcar",
                nfft: Int | None = None,
                detrend: Literal["constant", "linear", False] | Callable[..., Any] = "constant",
                return_onesided: bool = True, scaling: Literal["density", "spectrum"] = "density",
                axis: SupportsIndex = -1) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Power spectrum of a whole signal.

    Parameters
    ----------
    x : array_like
        The signal.
    fs : float, optional
        Sampling frequency, 1 by default.
    window : str, tuple or array_like, optional
        Window of the signal, as `get_window` takes it, or its values; 'boxcar' by default.
    nfft : int, optional
        Length of the transform; a longer signal is cut off.
    detrend : {'constant', 'linear', False} or callable, optional
        What is taken from each segment.
    return_onesided : bool, optional
        Whether spectra of real signals have no negative frequencies, which is the default.
    scaling : {'density', 'spectrum'}, optional
        Power for each Hz, or power.
    axis : int, optional
        Axis of the samples, the last by default.

    Returns
    -------
    f : cupy.ndarray
        Frequencies.
    Pxx : cupy.ndarray
        Power.

    Raises
    ------
    ValueError
        If the window's values are not as many as samples.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> f, Pxx = signal.periodogram(cupy.cos(cupy.pi * cupy.arange(16)), scaling="spectrum", detrend=False)
    >>> Pxx[-1].round(6)
    array(1.)
    """
    x = as_array(x)
    if x.size == 0:
        return cupy.empty(x.shape), cupy.empty(x.shape)
    window = "boxcar" if window is None else window
    nperseg = x.shape[axis]
    if nfft is not None and nfft < nperseg:
        places = [slice(None)] * x.ndim
        places[axis] = slice(nfft)
        x, nperseg, nfft = x[tuple(places)], nfft, None
    if getattr(window, "size", nperseg) != nperseg:
        raise ValueError("the size of the window must be the same size of the input on the specified axis")
    return welch(x, fs, window, nperseg, 0, nfft, detrend, return_onesided, scaling, axis)


def coherence(x: ArrayLike, y: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "hann_periodic",
              nperseg: SupportsIndex | None = None, noverlap: SupportsIndex | None = None,
              nfft: SupportsIndex | None = None,
              detrend: Literal["constant", "linear", False] | Callable[..., Any] = "constant",
              axis: SupportsIndex = -1) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Share of the power of two signals, by frequency, that one predicts of the other.

    Parameters
    ----------
    x, y : array_like
        Signals.
    fs : float, optional
        Sampling frequency, 1 by default.
    window : str, tuple or array_like, optional
        Window of the segments, as `get_window` takes it, or its values.
    nperseg : int, optional
        Length of segments: 256, or that of the window's values.
    noverlap : int, optional
        Samples that neighbours share, half a segment by default.
    nfft : int, optional
        Length of transforms, that of segments by default.
    detrend : {'constant', 'linear', False} or callable, optional
        What is taken from each segment.
    axis : int, optional
        Axis of the samples, the last by default.

    Returns
    -------
    f : cupy.ndarray
        Frequencies.
    Cxy : cupy.ndarray
        ``abs(Pxy)**2 / (Pxx * Pyy)``, from zero to one.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> x = cupy.sin(cupy.arange(512) ** 2 * 0.3)
    >>> f, Cxy = signal.coherence(x, 2 * x, nperseg=64)
    >>> Cxy.round(6).min()
    array(1.)
    """
    given = {"fs": fs, "window": window, "nperseg": nperseg, "noverlap": noverlap, "nfft": nfft, "detrend": detrend,
             "axis": axis}
    f, own = welch(x, **given)
    _, other = welch(y, **given)
    _, cross = csd(x, y, **given)
    return f, abs(cross) ** 2 / own / other
