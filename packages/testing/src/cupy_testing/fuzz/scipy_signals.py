"""Random calls of filters, spectra, peaks and transforms of signals."""
from __future__ import annotations

from typing import Any

import numpy

from cupy_testing.fuzz.calls import axis, family, operand
from cupy_testing.fuzz.scipy_modules import on


__all__ = []


@family
def signals(rng: numpy.random.Generator) -> Any:
    a, b = operand(rng, 1, 1, "fdD"), operand(rng, 1, 1, "fdD")
    for one in (a, b):      # of items that are not aligned SciPy's compiled filters make anything
        one.layout = "contiguous" if one.layout in ("unaligned", "field") else one.layout
    mode, method = str(rng.choice(["full", "same", "valid"])), str(rng.choice(["direct", "fft"]))
    kind = str(rng.choice(["constant", "linear"]))
    calls = {
        "convolve": lambda m, xp, a, b: m.convolve(a, b, mode, method),
        "correlate": lambda m, xp, a, b: m.correlate(a, b, mode, method),
        "fftconvolve": lambda m, xp, a, b: m.fftconvolve(a, b, mode),
        "oaconvolve": lambda m, xp, a, b: m.oaconvolve(a, b, mode),
        "detrend": lambda m, xp, a, b: m.detrend(a, type=kind),
        "upfirdn": lambda m, xp, a, b: m.upfirdn(b, a, 2, 3), "medfilt": lambda m, xp, a, b: m.medfilt(a.real, 3),
        "wiener": lambda m, xp, a, b: m.wiener(a.real, 3), "periodogram": lambda m, xp, a, b: m.periodogram(a),
        "argrelmax": lambda m, xp, a, b: m.argrelmax(a.real), "find_peaks": lambda m, xp, a, b: m.find_peaks(a.real)[0],
    }
    name = str(rng.choice(sorted(calls)))
    if not (numpy.isfinite(a.values).all() and numpy.isfinite(b.values).all()) or not a.values.size * b.values.size:
        return None
    return f"{name}({mode}, {method}, {kind})", on("signal", calls[name]), [a, b]


@family
def signal_table(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1, "ilfdD")
    a.layout = "contiguous" if a.layout in ("unaligned", "field") else a.layout
    k, n, mode = axis(rng, a, False), int(rng.integers(2, 6)), str(rng.choice(["full", "same", "valid"]))
    sos = [[1.0, 0.5, 0.25, 1.0, -0.3, 0.1], [0.5, 0.2, 0.0, 1.0, 0.2, 0.0]]
    pad = str(rng.choice(["odd", "even", "constant"]))
    calls = {
        "sosfilt": lambda m, xp, a: m.sosfilt(xp.asarray(sos), a * 1.0, k),
        "lfilter_zi": lambda m, xp, a: m.lfilter_zi(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3, 0.1])),
        "lfilter": lambda m, xp, a: m.lfilter(xp.asarray([1.0, 0.5, n]), xp.asarray([1.0, -0.3]), a * 1.0, k),
        "filtfilt": lambda m, xp, a: m.filtfilt(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3]), a.real * 1.0, k,
                                                padtype=pad, padlen=0),
        "savgol_filter": lambda m, xp, a: m.savgol_filter(a.real * 1.0, 3, 1, axis=k, mode="constant"),
        "decimate": lambda m, xp, a: m.decimate(a.real * 1.0, n, ftype="fir", axis=k),
        "hilbert": lambda m, xp, a: m.hilbert(a.real, axis=k),
        "resample": lambda m, xp, a: m.resample(a * 1.0, n, axis=k),
        "resample_poly": lambda m, xp, a: m.resample_poly(a * 1.0, n, 3, axis=k),
        "upfirdn": lambda m, xp, a: m.upfirdn(xp.asarray([1.0, 2, n]), a * 1.0, 2, n, axis=k),
        "order_filter": lambda m, xp, a: m.order_filter(xp.array(a.real), xp.ones((3,) * a.ndim), 1),
        "convolve2d": lambda m, xp, a: m.convolve2d(xp.atleast_2d(a), xp.ones((n, 2)), mode),
        "correlate2d": lambda m, xp, a: m.correlate2d(xp.atleast_2d(a), xp.ones((2, 2)), mode, "symm"),
        "deconvolve": lambda m, xp, a: m.deconvolve(a.ravel().repeat(2)[:9] * 1.0, xp.asarray([1.0, 0.5])),
        "argrelextrema": lambda m, xp, a: m.argrelextrema(a.real, xp.greater_equal, k),
        "peak_widths": lambda m, xp, a: m.peak_prominences(a.real.ravel() * 1.0, m.find_peaks(a.real.ravel())[0]),
        "welch": lambda m, xp, a: m.welch(a * 1.0, nperseg=min(n, a.shape[k]), axis=k),
        "spectrogram": lambda m, xp, a: m.spectrogram(a * 1.0, nperseg=min(n, a.shape[k]), noverlap=0, axis=k),
        "stft": lambda m, xp, a: m.stft(a * 1.0, nperseg=min(n, a.shape[k]), axis=k)[2],
        "czt": lambda m, xp, a: m.czt(a, n, axis=k), "zoom_fft": lambda m, xp, a: m.zoom_fft(a, [0.1, 0.6], n, axis=k),
        "sawtooth": lambda m, xp, a: m.sawtooth(a.real * 1.0, 0.25), "square": lambda m, xp, a: m.square(a.real * 1.0),
        "chirp": lambda m, xp, a: m.chirp(a.real * 1.0, 1, 2, 3), "gausspulse": lambda m, xp, a: m.gausspulse(
            a.real * 1.0, 2), "medfilt2d": lambda m, xp, a: m.medfilt2d(xp.atleast_2d(a.real * 1.0), 3),
        "get_window": lambda m, xp, a: m.get_window("hann", n),
        "freqz": lambda m, xp, a: m.freqz(a.ravel()[:5] + 1.0, worN=n),
        "symiirorder1": lambda m, xp, a: m.symiirorder1(xp.tile(a.ravel() * 1.0, 30), 0.5, 0.5),
        "cspline1d": lambda m, xp, a: m.cspline1d(a.real.ravel() * 1.0),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or not numpy.isfinite(a.values).all():
        return None
    return f"{name}({k}, {n}, {mode}, {pad})", on("signal", calls[name]), [a]


@family
def transforms(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1, "fdFD")
    name = str(rng.choice("fft ifft rfft irfft hfft ihfft fft2 dct idct dst idst fftn".split()))
    options: dict[str, Any] = {"norm": str(rng.choice(["backward", "ortho", "forward"]))}
    if name in ("dct", "idct", "dst", "idst"):
        options["type"] = int(rng.integers(1, 5))
    if name not in ("fft2", "fftn"):
        options |= {"axis": axis(rng, a, False), "n": int(rng.integers(2, 9))}
    if not numpy.isfinite(a.values).all():
        return None
    return f"{name}({options})", on("fft", lambda m, xp, a: getattr(m, name)(a, **options)), [a]
