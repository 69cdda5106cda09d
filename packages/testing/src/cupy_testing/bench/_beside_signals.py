"""Cases of signal and fft for `beside_scipy`: n is the number of samples."""
from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

_WINDOWS = "boxcar triang parzen bohman blackman nuttall blackmanharris flattop bartlett hann hamming cosine barthann"


@case()
def transforms(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    f, out = lib.scipy("fft"), {}
    for char, end in (("d", ""), ("f", " float32")):
        x = lib.array(rng.random(n).astype(char))
        z = x + 1j * x
        for name in "fft ifft ihfft rfft dct idct dst idst".split():
            out[name + end] = functools.partial(getattr(f, name), x)
        for name in "fft ifft irfft hfft".split():
            out[f"{name} complex{end}"] = functools.partial(getattr(f, name), z)
        side = max(2, round(n ** 0.5))
        A = lib.array(rng.random((side, side)).astype(char))
        B = A + 1j * A
        for name in "fft2 ifft2 rfft2 fftn dctn dstn ihfft2".split():
            out[name + end] = functools.partial(getattr(f, name), A)
        for name in "fft2 irfft2 ifftn irfftn hfft2".split():
            out[f"{name} complex{end}"] = functools.partial(getattr(f, name), B)
        out |= {f"dct rows{end}": lambda A=A: f.dct(A), f"fft rows{end}": lambda B=B: f.fft(B),
                f"dct columns{end}": lambda A=A: f.dct(A, axis=0), f"fft columns{end}": lambda B=B: f.fft(B, axis=0)}
    x = lib.array(rng.random(n))
    return out | {"fht": lambda: f.fht(x, 0.1, 0.5), "ifht": lambda: f.ifht(x, 0.1, 0.5),
                  "fftfreq": lambda: f.fftfreq(n),
                  "rfftfreq": lambda: f.rfftfreq(n), "fftshift": lambda: f.fftshift(x),
                  "ifftshift": lambda: f.ifftshift(x),
                  "next_fast_len": lambda: f.next_fast_len(n)}


@case()
def filtering(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, x = lib.scipy("signal"), lib.array(rng.random(n))
    b, a = map(lib.array, numpy.array([[0.2, 0.3, 0.2], [1.0, -0.5, 0.2]]))
    sos, h = lib.array(numpy.array([[0.2, 0.3, 0.2, 1.0, -0.5, 0.2]] * 3)), lib.array(rng.random(9))
    zi, sos_zi = s.lfilter_zi(b, a), s.sosfilt_zi(sos)
    rows = lib.array(rng.random((8, n)))
    out = {
        "lfilter": lambda: s.lfilter(b, a, x), "lfilter zi": lambda: s.lfilter(b, a, x, zi=zi),
        "lfilter rows": lambda: s.lfilter(b, a, rows), "lfilter of h": lambda: s.lfilter(h, 1.0, x),
        "sosfilt": lambda: s.sosfilt(sos, x), "sosfilt zi": lambda: s.sosfilt(sos, x, zi=sos_zi),
        "convolve": lambda: s.convolve(x, h), "convolve same": lambda: s.convolve(x, h, "same"),
        "correlate": lambda: s.correlate(x, h), "fftconvolve": lambda: s.fftconvolve(x, x),
        "oaconvolve": lambda: s.oaconvolve(x, h), "upfirdn": lambda: s.upfirdn(h, x, 2, 3),
        "resample_poly": lambda: s.resample_poly(x, 2, 3), "resample": lambda: s.resample(x, n // 2),
        "medfilt": lambda: s.medfilt(x, 5), "wiener": lambda: s.wiener(x, 5), "detrend": lambda: s.detrend(x),
        "detrend constant": lambda: s.detrend(x, type="constant"), "hilbert": lambda: s.hilbert(x),
        "order_filter": lambda: s.order_filter(x, numpy.ones(5), 2),
        "choose_conv_method": lambda: s.choose_conv_method(x, h),
        "cspline1d": lambda: s.cspline1d(x), "qspline1d": lambda: s.qspline1d(x),
        "symiirorder1": lambda: s.symiirorder1(x, 0.5, 0.3), "symiirorder2": lambda: s.symiirorder2(x, 0.4, 0.5)}
    if n >= 30:
        out |= {"filtfilt": lambda: s.filtfilt(b, a, x), "sosfiltfilt": lambda: s.sosfiltfilt(sos, x),
                "savgol_filter": lambda: s.savgol_filter(x, 9, 3), "decimate": lambda: s.decimate(x, 2),
                "envelope": lambda: s.envelope(x), "deconvolve": lambda: s.deconvolve(x[:30], h)}
    return out


@case()
def spectra(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, x, y = lib.scipy("signal"), lib.array(rng.random(n)), lib.array(rng.random(n))
    length = min(n, 256)
    of = {name: functools.partial(getattr(s, name), x, nperseg=length) for name in "welch spectrogram stft".split()}
    out = of | {"periodogram": lambda: s.periodogram(x), "czt": lambda: s.czt(x),
                "zoom_fft": lambda: s.zoom_fft(x, 0.5),
                "csd": lambda: s.csd(x, y, nperseg=length), "coherence": lambda: s.coherence(x, y, nperseg=length),
                "vectorstrength": lambda: s.vectorstrength(x, 0.5)}
    if n >= 256:
        Z = s.stft(x, nperseg=length)[2]
        transform = s.ShortTimeFFT(s.get_window("hann", 64), 32, 1.0)
        S = transform.stft(x)
        out |= {"istft": lambda: s.istft(Z, nperseg=length), "ShortTimeFFT.stft": lambda: transform.stft(x),
                "ShortTimeFFT.istft": lambda: transform.istft(S),
                "ShortTimeFFT.spectrogram": lambda: transform.spectrogram(x)}
    return out


@case(1000)
def uneven(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, t, x = lib.scipy("signal"), lib.array(numpy.sort(rng.random(n)) * 10), lib.array(rng.random(n))
    w = lib.array(numpy.linspace(0.1, 3, 50))
    return {"lombscargle": lambda: s.lombscargle(t, x, w)}


@case()
def peaks(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, x = lib.scipy("signal"), lib.array(rng.random(n))
    at = s.find_peaks(x)[0]
    return {"find_peaks": lambda: s.find_peaks(x), "find_peaks prominence": lambda: s.find_peaks(x, prominence=0.5),
            "find_peaks distance": lambda: s.find_peaks(x, distance=3), "peak_widths": lambda: s.peak_widths(x, at),
            "peak_prominences": lambda: s.peak_prominences(x, at), "argrelmax": lambda: s.argrelmax(x),
            "argrelextrema": lambda: s.argrelextrema(x, lib.xp.less)}


@case(300_000)
def plane(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, side = lib.scipy("signal"), max(5, round(n ** 0.5))
    A, h = lib.array(rng.random((side, side))), lib.array(rng.random((3, 3)))
    line = lib.array(rng.random(5))
    return {"convolve2d": lambda: s.convolve2d(A, h), "convolve2d same": lambda: s.convolve2d(A, h, "same", "symm"),
            "correlate2d": lambda: s.correlate2d(A, h), "convolve 2-d": lambda: s.convolve(A, h),
            "fftconvolve 2-d": lambda: s.fftconvolve(A, h), "medfilt2d": lambda: s.medfilt2d(A, 3),
            "sepfir2d": lambda: s.sepfir2d(A, line, line), "cspline2d": lambda: s.cspline2d(A),
            "qspline2d": lambda: s.qspline2d(A), "hilbert2": lambda: s.hilbert2(A),
            "wiener 2-d": lambda: s.wiener(A, 3)}


@case()
def waves(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, t, w = lib.scipy("signal"), lib.array(numpy.linspace(0, 1, n)), lib.scipy("signal.windows")
    out = {f"windows.{name}": functools.partial(getattr(w, name), n) for name in _WINDOWS.split()}
    return out | {
        "chirp": lambda: s.chirp(t, 1, 1, 5), "gausspulse": lambda: s.gausspulse(t, 5),
        "sawtooth": lambda: s.sawtooth(t),
        "square": lambda: s.square(t), "sweep_poly": lambda: s.sweep_poly(t, numpy.array([0.05, 1])),
        "unit_impulse": lambda: s.unit_impulse(n), "get_window": lambda: s.get_window("hann", n),
        "windows.gaussian": lambda: w.gaussian(n, 3), "windows.kaiser": lambda: w.kaiser(n, 5),
        "windows.tukey": lambda: w.tukey(n), "windows.exponential": lambda: w.exponential(n),
        "windows.chebwin": lambda: w.chebwin(min(n, 1000), 60), "windows.taylor": lambda: w.taylor(n),
        "gauss_spline": lambda: s.gauss_spline(t, 3), "max_len_seq": lambda: s.max_len_seq(8)}


@case(10)
def design(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    """What has few numbers, however long the signal is."""
    s = lib.scipy("signal")
    warnings.filterwarnings("ignore", category=s.BadCoefficients)
    b, a = map(lib.array, numpy.array([[0.2, 0.3, 0.2], [1.0, -0.5, 0.2]]))
    z, p, k = s.tf2zpk(b, a)
    sos, t = s.butter(4, 0.2, output="sos"), lib.array(numpy.linspace(0, 1, 20))
    system, discrete = s.lti([1.0], [1.0, 2.0, 3.0]), s.dlti([1.0], [1.0, -0.5], dt=0.1)
    return {
        "butter": lambda: s.butter(4, 0.2), "cheby1": lambda: s.cheby1(4, 1, 0.2),
        "ellip": lambda: s.ellip(4, 1, 40, 0.2),
        "bessel": lambda: s.bessel(4, 0.2), "iirnotch": lambda: s.iirnotch(0.2, 10),
        "firwin": lambda: s.firwin(21, 0.3),
        "firwin2": lambda: s.firwin2(21, [0, 0.5, 1], [1, 1, 0]),
        "remez": lambda: s.remez(21, [0, 0.1, 0.2, 0.5], [1, 0]),
        "firls": lambda: s.firls(21, [0, 0.3, 0.5, 1], [1, 1, 0, 0]), "buttord": lambda: s.buttord(0.2, 0.3, 3, 40),
        "freqz": lambda: s.freqz(b, a), "freqz_zpk": lambda: s.freqz_zpk(z, p, k),
        "freqz_sos": lambda: s.freqz_sos(sos),
        "freqs": lambda: s.freqs(b, a), "group_delay": lambda: s.group_delay((b, a)), "tf2zpk": lambda: s.tf2zpk(b, a),
        "tf2sos": lambda: s.tf2sos(b, a), "zpk2tf": lambda: s.zpk2tf(z, p, k), "zpk2sos": lambda: s.zpk2sos(z, p, k),
        "sos2tf": lambda: s.sos2tf(sos), "tf2ss": lambda: s.tf2ss(b, a), "bilinear": lambda: s.bilinear(b, a),
        "lfilter_zi": lambda: s.lfilter_zi(b, a), "lfiltic": lambda: s.lfiltic(b, a, a[:2]),
        "sosfilt_zi": lambda: s.sosfilt_zi(sos), "residue": lambda: s.residue(b, a), "invres": lambda: s.invres(
            *s.residue(b, a)), "impulse": lambda: s.impulse(system), "step": lambda: s.step(system),
        "bode": lambda: s.bode(system), "lsim": lambda: s.lsim(system, t, t), "dlsim": lambda: s.dlsim(discrete, t),
        "cont2discrete": lambda: s.cont2discrete((b, a), 0.1), "savgol_coeffs": lambda: s.savgol_coeffs(9, 3),
        "minimum_phase": lambda: s.minimum_phase(s.firwin(21, 0.3)), "unique_roots": lambda: s.unique_roots(p)}
