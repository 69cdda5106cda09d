"""Convolution, filtering, resampling and spectra of signals."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def row(name: str, samples: int, char: str, call: Callable[..., Any], fixed: bool = False) -> None:
    """A case on one signal of this many samples at scale 1, or always."""
    def make(lib: Library) -> Callable[..., Any]:
        signal = lib.scipy("signal")
        count = samples if fixed else max(1 << 14, int(samples * min(1.0, lib.scale)))
        a = lib.array(lib.source.rand(count).astype(char))
        return lambda: call(signal, a)

    suite.row(name, make)


def round_trip(s: Any, a: Any) -> Any:
    return s.istft(s.stft(a, nperseg=1024)[2], nperseg=1024)


row("resample_poly_1M", 1 << 20, "f", lambda s, a: s.resample_poly(a, 3, 2))
row("welch_4M", 1 << 22, "d", lambda s, a: s.welch(a, nperseg=1024))
row("welch_4M_segments4096", 1 << 22, "d", lambda s, a: s.welch(a, nperseg=4096))
row("find_peaks_1M", 1 << 20, "d", lambda s, a: s.find_peaks(a, height=0.5))
row("find_peaks_prominence_1M", 1 << 20, "d", lambda s, a: s.find_peaks(a, prominence=0.5))
row("stft_istft_4M", 1 << 22, "f", round_trip)
row("spectrogram_4M", 1 << 22, "f", lambda s, a: s.spectrogram(a, nperseg=1024))
row("hilbert_1M", 1 << 20, "f", lambda s, a: s.hilbert(a))
row("medfilt5_1M", 1 << 20, "f", lambda s, a: s.medfilt(a, 5))
row("savgol_filter_1M", 1 << 20, "f", lambda s, a: s.savgol_filter(a, 11, 3))
row("convolve_1000", 1000, "d", lambda s, a: s.convolve(a, a[:32]), fixed=True)
row("welch_1000", 1000, "d", lambda s, a: s.welch(a), fixed=True)


def filtered(name: str, samples: Any, order: Any, fixed: bool = False, call: str = "lfilter") -> None:
    """A low-pass filter of one signal; coefficients are arrays of the library."""
    def make(lib: Any) -> Any:
        import scipy.signal

        signal = lib.scipy("signal")
        b, c = (lib.array(v) for v in scipy.signal.butter(order, 0.1))
        a = lib.random(samples if fixed else max(1 << 14, int(samples * min(1.0, lib.scale))), "d")
        return lambda: getattr(signal, call)(b, c, a)

    suite.row(name, make)


filtered("lfilter_4M", 1 << 22, 4)
filtered("lfilter_order2_4M", 1 << 22, 2)
filtered("lfilter_order1_10M", 10_000_000, 1)
filtered("filtfilt_1M", 1 << 20, 4, call="filtfilt")
filtered("lfilter_1000", 1000, 2, fixed=True)


def convolved(name: str, samples: Any, taps: Any) -> None:
    def make(lib: Any) -> Any:
        signal = lib.scipy("signal")
        a, b = lib.random(max(1 << 14, int(samples * min(1.0, lib.scale)))), lib.random(taps)
        return lambda: signal.fftconvolve(a, b)

    suite.row(name, make)


convolved("fftconvolve_4M", 1 << 22, 1001)
convolved("fftconvolve_4M_4096", 1 << 22, 4096)


@suite.case("sosfilt_64x65536")
def sosfilt(lib: Library) -> Callable[..., Any]:
    import scipy.signal

    signal = lib.scipy("signal")
    s = lib.array(scipy.signal.butter(8, 0.1, output="sos"))
    a = lib.random((64, max(1 << 10, lib.n >> 10)), "d")
    return lambda: signal.sosfilt(s, a)


@suite.case("dct_4096x4096")
def dct(lib: Library) -> Callable[..., Any]:
    transforms = lib.scipy("fft")
    a = lib.random((max(64, lib.n >> 12), 4096))
    return lambda: transforms.dct(a)
