"""Spectra of overlapping segments, and signals from them."""
from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy
from cupyx.scipy import fft
from cupyx.scipy._host import to_host
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._recurrence.filtfilt import extend
from cupyx.scipy.signal._spectral import _frames
from cupyx.scipy.signal._spectral._in_shared import frame_signals, frame_spectra
from cupyx.scipy.signal._spectral.welch import frequencies, lengths, moved_detrend, real_type
from cupyx.scipy.signal._through_scipy import through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["check_COLA", "check_NOLA", "istft", "spectrogram", "stft"]

check_COLA = through_scipy(scipy_signal.check_COLA, """\
>>> bool(signal.check_COLA("hann", 128, 64))
True""")
check_NOLA = through_scipy(scipy_signal.check_NOLA, """\
>>> bool(signal.check_NOLA("hann", 128, 64))
True""")

_BOUNDARIES = ("even", "odd", "constant", "zeros", None)


def _segments(x: cupy.ndarray, fs: float, window: Any, nperseg: Any, noverlap: Any, nfft: Any, detrend: Any,
              return_onesided: bool, scaling: str, axis: Any, boundary: str | None = None, padded: bool = False,
              default_overlap: int = 2, squared: bool = False) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Frequencies, times, and scaled spectra (..., segments, bins), or their powers, before the axes are moved."""
    if boundary not in _BOUNDARIES:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: {list(_BOUNDARIES)}")
    axis = int(axis)
    x = cupy.moveaxis(x, axis, -1)
    n = x.shape[-1]
    if not isinstance(window, (str, tuple)) and len(window) > n:
        raise ValueError("window is longer than input signal")
    nperseg, noverlap, nfft = lengths(window, nperseg, noverlap, nfft, n, default_overlap)
    dtype = real_type(x)
    taps = _frames.scaled_window(window, nperseg, scaling, fs, dtype)
    onesided = return_onesided and x.dtype.kind != "c"
    if return_onesided and not onesided:
        warnings.warn("Input data is complex, switching to return_onesided=False", stacklevel=3)
    x = x.astype(numpy.result_type(dtype, x.dtype if x.dtype.kind == "c" else dtype), copy=False)
    half, step = nperseg // 2 if boundary is not None else 0, nperseg - noverlap
    start, total = 0, n + 2 * half
    if boundary == "zeros":
        start = -half
    elif boundary is not None:
        if half >= n and boundary != "constant":
            raise ValueError(f"The extension length n ({half}) is too big. It must not exceed x.shape[axis]-1, "
                             f"which is {n - 1}.")
        x = extend(x, half, x.ndim - 1, boundary)
    added = (-(total - nperseg) % step) % nperseg if padded else 0
    total += added
    count = max((total - noverlap) // step, 0)
    detrend = moved_detrend(detrend, axis)
    result = frame_spectra(x, taps, step, count, start, detrend, nfft, onesided, squared)
    if result is None:
        result = _frames.transformed(_frames.windowed(x, taps, step, count, start, detrend, nfft), nfft, onesided)
        if squared:
            result = _frames.power(result, average=False, doubled=onesided, length=nfft)
    times = _middles(nperseg, total, step, float(fs), boundary is not None, cupy.cuda.runtime.getDevice()).copy()
    return frequencies(nfft, fs, onesided), times, result


@functools.lru_cache(16)
def _middles(nperseg: int, total: int, step: int, fs: float, extended: bool, device: int) -> cupy.ndarray:
    """Times of the middles of segments."""
    times = numpy.arange(nperseg / 2, total - nperseg / 2 + 1, step) / fs
    return cupy.asarray(times - nperseg / 2 / fs if extended else times)


def _empty(x: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    return cupy.empty(x.shape), cupy.empty(x.shape), cupy.empty(x.shape)


def _to_axes(spectra: cupy.ndarray, axis: int) -> cupy.ndarray:
    """(..., segments, bins) with the bins where the samples were and the segments last."""
    return cupy.moveaxis(cupy.swapaxes(spectra, -1, -2), -2, axis - 1 if axis < 0 else axis)


def stft(x: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "hann_periodic",
         nperseg: SupportsIndex = 256, noverlap: SupportsIndex | None = None, nfft: SupportsIndex | None = None,
         detrend: Literal["constant", "linear", False] | Callable[..., Any] | bool = False,
         return_onesided: bool = True, boundary: Literal["zeros", "even", "odd", "constant", None] = "zeros",
         padded: bool = True, axis: SupportsIndex = -1,
         scaling: Any = "spectrum") -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Spectra of overlapping segments of a signal.

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
        What is taken from each segment; nothing by default.
    return_onesided : bool, optional
        Whether spectra of real signals have no negative frequencies, which is the default.
    boundary : {'zeros', 'even', 'odd', 'constant', None}, optional
        How the signal is continued by half a segment at both ends.
    padded : bool, optional
        Whether zeros are added so that the last segment is whole.
    axis : int, optional
        Axis of the samples, the last by default.
    scaling : {'spectrum', 'psd'}, optional
        Magnitudes, or what squares to a power for each Hz.

    Returns
    -------
    f, t : cupy.ndarray
        Frequencies, and times of the segments' middles.
    Zxx : cupy.ndarray
        Spectra: frequencies along `axis`, segments along a new last axis.

    Raises
    ------
    ValueError
        If lengths do not fit, or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> f, t, Zxx = signal.stft(cupy.ones(1000), nperseg=100)
    >>> Zxx.shape, abs(Zxx[0, 5]).round(6)
    ((51, 21), array(1.))
    """
    if scaling == "psd":
        scaling = "density"
    elif scaling != "spectrum":
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    x = as_array(x)
    if x.size == 0:
        return _empty(x)
    f, t, spectra = _segments(x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis,
                              boundary, padded)
    return f, t, _to_axes(spectra, int(axis))


def spectrogram(x: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = ("tukey_periodic", 0.25),
        nperseg: SupportsIndex | None = None, noverlap: SupportsIndex | None = None, nfft: SupportsIndex | None = None,
        detrend: Literal["constant", "linear", False] | Callable[..., Any] = "constant", return_onesided: bool = True,
        scaling: Literal["density", "spectrum"] = "density", axis: SupportsIndex = -1,
        mode: Literal["psd", "complex", "magnitude", "angle", "phase"] = "psd") -> tuple[cupy.ndarray, cupy.ndarray,
            cupy.ndarray]:
    """Powers of overlapping segments of a signal.

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
        Samples that neighbours share, an eighth of a segment by default.
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
    mode : {'psd', 'complex', 'magnitude', 'angle', 'phase'}, optional
        Powers, spectra, their magnitudes, or their angles, which 'phase' unwraps.

    Returns
    -------
    f, t : cupy.ndarray
        Frequencies, and times of the segments' middles.
    Sxx : cupy.ndarray
        Frequencies along `axis`, segments along a new last axis.

    Raises
    ------
    ValueError
        If lengths do not fit, or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> f, t, Sxx = signal.spectrogram(cupy.cos(cupy.arange(1000) * 0.5), nperseg=128)
    >>> Sxx.shape
    (65, 8)
    """
    modes = ["psd", "complex", "magnitude", "angle", "phase"]
    if mode not in modes:
        raise ValueError(f"unknown value for mode {mode}, must be one of {modes}")
    x = as_array(x)
    if x.size == 0:
        return _empty(x)
    f, t, spectra = _segments(x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis,
                              default_overlap=8, squared=mode == "psd")
    if mode == "magnitude":
        spectra = abs(spectra)
    elif mode in ("angle", "phase"):
        spectra = cupy.angle(spectra)
    if mode == "phase":
        # SciPy unwraps along the axis of the bins.
        spectra = cupy.unwrap(spectra, axis=-1)
    return f, t, _to_axes(spectra, int(axis))


@functools.lru_cache(64)
def _covers(window: bytes | str, char: str, nperseg: int, step: int, segments: int, boundary: bool) -> bool:
    """Whether squares of the window, given as bytes or by name, add up to something everywhere."""
    values = numpy.frombuffer(window, char) if isinstance(window, bytes) else scipy_signal.get_window(window, nperseg)
    segments = min(segments, 2 * -(-nperseg // step) + 1)
    norm = numpy.zeros(nperseg + (segments - 1) * step)
    for k in range(segments):
        norm[k * step:k * step + nperseg] += abs(values) ** 2
    half = nperseg // 2
    return bool((norm[half:norm.size - half] > 1e-10).all() if boundary else (norm > 1e-10).all())


def istft(Zxx: ArrayLike, fs: float = 1.0, window: str | tuple[Any, ...] | ArrayLike = "hann_periodic",
          nperseg: Int | None = None, noverlap: SupportsIndex | None = None,
          nfft: int | None = None, input_onesided: bool = True, boundary: bool = True,
          time_axis: SupportsIndex = -1, freq_axis: SupportsIndex = -2,
          scaling: Literal["spectrum", "psd"] = "spectrum") -> tuple[cupy.ndarray, cupy.ndarray]:
    """The signal of which `stft` gives the spectra.

    Parameters
    ----------
    Zxx : array_like
        Spectra.
    fs : float, optional
        Sampling frequency, 1 by default.
    window : str, tuple or array_like, optional
        The window that `stft` took.
    nperseg, noverlap, nfft : int, optional
        Length of segments, samples that neighbours share, and length of transforms, as `stft` took them.
    input_onesided : bool, optional
        Whether there are no negative frequencies.
    boundary : bool, optional
        Whether the signal was continued at both ends.
    time_axis, freq_axis : int, optional
        Axes of the segments and of the frequencies.
    scaling : {'spectrum', 'psd'}, optional
        What `stft` gave.

    Returns
    -------
    t : cupy.ndarray
        Times of the samples.
    x : cupy.ndarray
        The signal.

    Raises
    ------
    ValueError
        If axes or lengths do not fit, or an option is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> x = cupy.sin(cupy.arange(1000) * 0.1)
    >>> t, y = signal.istft(signal.stft(x)[2])
    >>> bool(abs(y[:1000] - x).max() < 1e-12)
    True
    """
    Zxx = as_array(Zxx)
    if Zxx.dtype.kind != "c":
        Zxx = Zxx + 0j
    if Zxx.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    freq_axis, time_axis = int(freq_axis) % Zxx.ndim, int(time_axis) % Zxx.ndim
    if freq_axis == time_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    segments, bins = Zxx.shape[time_axis], Zxx.shape[freq_axis]
    default = 2 * (bins - 1) if input_onesided else bins
    if nperseg is None:
        nperseg = default
    elif (nperseg := int(nperseg)) < 1:
        raise ValueError("nperseg must be a positive integer")
    if nfft is None:
        nfft = nperseg if input_onesided and nperseg == default + 1 else default
        if nfft < nperseg:
            raise ValueError(f"nperseg={nperseg} is more than the {nfft} samples of a segment")
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    step = nperseg - noverlap
    if isinstance(window, (str, tuple)):
        values = window
        taps, factor = _named_taps(window, nperseg, scaling, float(fs), cupy.cuda.runtime.getDevice())
        char = "d"
    else:
        host = numpy.asarray(to_host(window))
        if host.ndim != 1:
            raise ValueError("window must be 1-D")
        if host.size != nperseg:
            raise ValueError(f"window must have length of {nperseg}")
        values, char = host.tobytes(), host.dtype.char
        taps, factor = cupy.asarray(host), _factor(host, scaling, fs)
    spectra = cupy.moveaxis(Zxx, (time_axis, freq_axis), (-2, -1))
    frames = frame_signals(spectra, nfft) if input_onesided else None
    if frames is None:
        frames = (fft.irfft if input_onesided else fft.ifft)(spectra, nfft)
    half = nperseg // 2 if boundary else 0
    size = nperseg + (segments - 1) * step - 2 * half
    if not _covers(values, char, nperseg, step, segments, bool(boundary)):
        warnings.warn("NOLA condition failed, STFT may not be invertible."
                      + ("" if boundary else " Possibly due to missing boundary"), stacklevel=2)
    x = _frames.added(frames, taps, step, half, max(size, 0), normalized=True, scale=factor)
    if x.ndim > 1 and time_axis != Zxx.ndim - 1:
        x = cupy.moveaxis(x, -1, time_axis - (freq_axis < time_axis))
    times = cupy.arange(x.shape[0], dtype=float)
    if fs != 1:
        times /= float(fs)
    return times, x


def _factor(taps: numpy.ndarray[Any, Any], scaling: str, fs: float) -> float:
    return float(taps.sum() if scaling == "spectrum" else numpy.sqrt(fs * (taps * taps).sum()))


@functools.lru_cache(16)
def _named_taps(window: str, nperseg: int, scaling: str, fs: float, device: int) -> tuple[cupy.ndarray, float]:
    """A window on the device, and what its scaling took."""
    taps = scipy_signal.get_window(window, nperseg)
    return cupy.asarray(taps), _factor(taps, scaling, fs)
