"""Dtypes of results: SciPy's for every dtype, and pair of dtypes, that SciPy takes."""
import warnings

import cupy
import cupyx.scipy.signal as ours
import numpy
import pytest
import scipy.signal as theirs
from cupyx.scipy._host import scipy_from

DTYPES = "?bBhHiIlLefdFD"


def sections(m, h):
    return h.astype(h.dtype, copy=False)[None, [0, 1, 2, 3, 0, 1]] * 0 + m.asarray([1, 0, 0, 1, 0, 0], h.dtype)


#: Of a signal and a response, five elements of it; `m` is NumPy or CuPy.
PAIRS = {
    "fftconvolve": lambda s, m, x, h: s.fftconvolve(x, h),
    "fftconvolve along no axis": lambda s, m, x, h: s.fftconvolve(x[:, None], h[None, :1], axes=1),
    "oaconvolve": lambda s, m, x, h: s.oaconvolve(x, h),
    "oaconvolve of rows": lambda s, m, x, h: s.oaconvolve(x[None], h[None], axes=-1),
    "convolve": lambda s, m, x, h: s.convolve(x, h),
    "convolve by sums": lambda s, m, x, h: s.convolve(x, h, method="direct"),
    "convolve by transforms": lambda s, m, x, h: s.convolve(x, h, method="fft"),
    "correlate": lambda s, m, x, h: s.correlate(x, h),
    "correlate by sums": lambda s, m, x, h: s.correlate(x, h, method="direct"),
    "correlate by transforms": lambda s, m, x, h: s.correlate(x, h, method="fft"),
    "convolve2d": lambda s, m, x, h: s.convolve2d(x[:, None], h[:, None]),
    "correlate2d": lambda s, m, x, h: s.correlate2d(x[:, None], h[:, None]),
    "lfilter": lambda s, m, x, h: s.lfilter(h, m.asarray([1, 0.5]).astype(h.dtype), x),
    "lfilter without feedback": lambda s, m, x, h: s.lfilter(h, m.ones(1, h.dtype), x),
    "filtfilt": lambda s, m, x, h: s.filtfilt(h[:3], m.asarray([1, 0.5]).astype(h.dtype), x),
    "sosfilt": lambda s, m, x, h: s.sosfilt(sections(m, h), x),
    "sosfiltfilt": lambda s, m, x, h: s.sosfiltfilt(sections(m, h), x),
    "upfirdn": lambda s, m, x, h: s.upfirdn(h, x, 2, 3),
    "resample_poly": lambda s, m, x, h: s.resample_poly(x, 2, 3, window=h),
    "deconvolve": lambda s, m, x, h: s.deconvolve(x, h),
    "sepfir2d": lambda s, m, x, h: s.sepfir2d(x[:, None] + x, h[:3], h[:3]),
    "csd": lambda s, m, x, h: s.csd(x, h, nperseg=4),
    "coherence": lambda s, m, x, h: s.coherence(x, h, nperseg=4),
}
SINGLE = {
    "resample": lambda s, m, x: s.resample(x, 20), "resample_poly": lambda s, m, x: s.resample_poly(x, 2, 3),
    "decimate": lambda s, m, x: s.decimate(x, 2), "decimate by a window": lambda s, m, x: s.decimate(x, 2, ftype="fir"),
    "hilbert": lambda s, m, x: s.hilbert(x), "hilbert2": lambda s, m, x: s.hilbert2(x[:, None] + x),
    "detrend": lambda s, m, x: s.detrend(x), "detrend by the mean": lambda s, m, x: s.detrend(x, type="constant"),
    "medfilt": lambda s, m, x: s.medfilt(x), "medfilt2d": lambda s, m, x: s.medfilt2d(x[:, None] + x),
    "wiener": lambda s, m, x: s.wiener(x), "order_filter": lambda s, m, x: s.order_filter(x, m.ones(3, x.dtype), 1),
    "savgol_filter": lambda s, m, x: s.savgol_filter(x, 5, 2), "czt": lambda s, m, x: s.czt(x),
    "zoom_fft": lambda s, m, x: s.zoom_fft(x, 0.5), "periodogram": lambda s, m, x: s.periodogram(x),
    "welch": lambda s, m, x: s.welch(x, nperseg=8), "stft": lambda s, m, x: s.stft(x, nperseg=8),
    "spectrogram": lambda s, m, x: s.spectrogram(x, nperseg=8), "cspline1d": lambda s, m, x: s.cspline1d(x),
    "qspline1d": lambda s, m, x: s.qspline1d(x), "cspline2d": lambda s, m, x: s.cspline2d(x[:, None] + x),
    "spline_filter": lambda s, m, x: s.spline_filter(x[:, None] + x),
    "symiirorder1": lambda s, m, x: s.symiirorder1(x, 1.0, 0.25),
    "symiirorder2": lambda s, m, x: s.symiirorder2(x, 0.5, 0.3), "gauss_spline": lambda s, m, x: s.gauss_spline(x, 3),
    "chirp": lambda s, m, x: s.chirp(x, 1.0, 2.0, 3.0), "gausspulse": lambda s, m, x: s.gausspulse(x),
    "analytic chirp": lambda s, m, x: s.chirp(x, 1.0, 2.0, 3.0, complex=True),
    "sweep_poly": lambda s, m, x: s.sweep_poly(x, [1.0, 2.0]), "sawtooth": lambda s, m, x: s.sawtooth(x),
    "square": lambda s, m, x: s.square(x), "argrelmax": lambda s, m, x: s.argrelmax(x),
    "lfilter_zi": lambda s, m, x: s.lfilter_zi(x[:2] * 0 + x[3], m.asarray([2, 1]).astype(x.dtype)),
    "freqz": lambda s, m, x: s.freqz(x[:3], worN=8), "envelope": lambda s, m, x: s.envelope(x),
}


def operand(char, n):
    x = numpy.random.default_rng(n).integers(0 if char in "?BHIL" else -3, 4, n)
    x[3] = 1
    return (x > 1) if char == "?" else x.astype(char)


def types(function, s, m, *operands):
    found = function(s, m, *map(m.asarray, operands))
    return [numpy.dtype(x.dtype).char for x in (found if isinstance(found, tuple) else (found,))]


def check(function, *operands):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            want = types(function, theirs, numpy, *operands)
        except (TypeError, ValueError, NotImplementedError, AttributeError):
            return 0
        assert types(function, ours, cupy, *operands) == want, [x.dtype.char for x in operands]
    return 1


@pytest.mark.parametrize("name", PAIRS)
def test_pairs(name):
    assert sum(check(PAIRS[name], operand(a, 20), operand(b, 5)) for a in DTYPES for b in DTYPES)


@pytest.mark.parametrize("name", SINGLE)
def test_one(name):
    # Of bools SciPy 1.18 makes doubles there, 1.17 halves.
    dtypes = DTYPES[name in ("sawtooth", "square") and scipy_from(1, 18):]
    assert sum(check(SINGLE[name], operand(a, 40)) for a in dtypes)


@pytest.mark.parametrize("method", ["linear", "quadratic", "logarithmic", "hyperbolic"])
def test_complex_times(method):
    t = numpy.linspace(0.05, 0.9, 7) + 0.1j
    for given in ({"complex": False}, {"complex": True, "vertex_zero": False, "phi": 30}):
        numpy.testing.assert_allclose(ours.chirp(cupy.asarray(t), 1, 2, 3, method, **given).get(),
                                      theirs.chirp(t, 1, 2, 3, method, **given), rtol=1e-9)
    for found, want in zip(ours.gausspulse(cupy.asarray(t), 2, retquad=True, retenv=True),
                           theirs.gausspulse(t, 2, retquad=True, retenv=True), strict=True):
        numpy.testing.assert_allclose(found.get(), want, rtol=1e-9)
    numpy.testing.assert_allclose(ours.sweep_poly(cupy.asarray(t), [1, 2, 3]).get(), theirs.sweep_poly(t, [1, 2, 3]),
                                  rtol=1e-9)


@pytest.mark.parametrize("wave", [ours.sawtooth, ours.square])
def test_waves_of_complex_times_are_refused(wave):
    for args in ((cupy.ones(3, "D"),), (cupy.ones(3), cupy.ones(3, "F"))):
        with pytest.raises(TypeError, match="real"):
            wave(*args)
