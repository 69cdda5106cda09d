"""Convolution, filtering, resampling and spectra of signals."""
from cupy_testing.bench._case import Suite

suite = Suite("scipy")


def row(name, samples, char, call):
    """A case on one signal of this many samples at scale 1."""
    def make(lib):
        signal = lib.scipy("signal")
        a = lib.array(lib.source.rand(max(1 << 14, int(samples * min(1.0, lib.scale)))).astype(char))
        return lambda: call(signal, a)

    suite.row(name, make)


row("resample_poly_1M", 1 << 20, "f", lambda s, a: s.resample_poly(a, 3, 2))
row("welch_4M", 1 << 22, "d", lambda s, a: s.welch(a, nperseg=1024))
row("find_peaks_1M", 1 << 20, "d", lambda s, a: s.find_peaks(a, height=0.5))


@suite.case("fftconvolve_4M")
def fftconvolve(lib):
    signal = lib.scipy("signal")
    a, b = lib.random(lib.n >> 4), lib.random(1001)
    return lambda: signal.fftconvolve(a, b)


@suite.case("sosfilt_64x65536")
def sosfilt(lib):
    import scipy.signal

    signal = lib.scipy("signal")
    s = lib.array(scipy.signal.butter(8, 0.1, output="sos"))
    a = lib.random((64, max(1 << 10, lib.n >> 10)), "d")
    return lambda: signal.sosfilt(s, a)


@suite.case("lfilter_4M")
def lfilter(lib):
    import scipy.signal

    signal = lib.scipy("signal")
    b, c = (lib.array(v) for v in scipy.signal.butter(4, 0.1))
    a = lib.random(lib.n >> 4, "d")
    return lambda: signal.lfilter(b, c, a)


@suite.case("dct_4096x4096")
def dct(lib):
    transforms = lib.scipy("fft")
    a = lib.random((max(64, lib.n >> 12), 4096))
    return lambda: transforms.dct(a)
