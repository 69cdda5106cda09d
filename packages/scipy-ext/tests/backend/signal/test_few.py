"""Signals of few samples in the host's memory, which are SciPy's."""
import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

RNG = numpy.random.default_rng(8)
LINES = RNG.standard_normal((120, 40))
TAPS = RNG.standard_normal((5, 3))
SECTIONS = scipy.signal.butter(4, 0.3, output="sos")
CALLS = {
    "convolve2d": lambda s, x, taps, _: s.convolve2d(x, taps, "same", "symm"),
    "correlate2d": lambda s, x, taps, _: s.correlate2d(x[:8], taps, "valid"),
    "cspline2d": lambda s, x, *_: s.cspline2d(x),
    "czt": lambda s, x, *_: s.czt(x, 9, axis=0),
    "fftconvolve": lambda s, x, taps, _: s.fftconvolve(x, taps, "same"),
    "filtfilt": lambda s, x, taps, _: s.filtfilt(taps[0], [1.0, 0.2], x[:, 1]),
    "filtfilt of lines": lambda s, x, taps, _: s.filtfilt(taps[0], [1.0, 0.2], x, 0),
    "find_peaks": lambda s, x, *_: s.find_peaks(x[:, 1], distance=3)[0],
    "lfilter": lambda s, x, taps, _: s.lfilter(taps[0], [1.0, 0.2], x, 0),
    "lfilter of taps": lambda s, x, taps, _: s.lfilter(taps[:, 1], 2.0, x[:, 1]),
    "lfilter with states": lambda s, x, taps, _: s.lfilter(taps[0], [1.0, 0.2], x[:, 1], zi=taps[1, :2])[1],
    "medfilt2d": lambda s, x, *_: s.medfilt2d(x[:12], [3, 5]),
    "peak_prominences": lambda s, x, *_: s.peak_prominences(x[:, 1], s.argrelmax(x[:, 1])[0], 20)[0],
    "peak_widths": lambda s, x, *_: s.peak_widths(x[:, 1], s.argrelmax(x[:, 1])[0])[2],
    "qspline2d": lambda s, x, *_: s.qspline2d(x),
    "resample": lambda s, x, *_: s.resample(x, 50),
    "sepfir2d": lambda s, x, taps, _: s.sepfir2d(x, taps[0], taps[:, 1]),
    "sosfiltfilt": lambda s, x, _, sections: s.sosfiltfilt(sections, x, 0),
    "symiirorder1": lambda s, x, *_: s.symiirorder1(x[:, 1], 0.3, 0.5),
    "symiirorder2": lambda s, x, *_: s.symiirorder2(x[:, 1], 0.5, 0.7),
    "upfirdn": lambda s, x, taps, _: s.upfirdn(taps[0], x, 2, 3, 0),
    "zoom_fft": lambda s, x, *_: s.zoom_fft(x[:, 1], [0.1, 0.5], 20),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", ["f", "d"])
def test_samples_apart(name, dtype):
    """SciPy's `symiirorder1` reads those of any array as if they lay one behind the other."""
    given = [numpy.asarray(x, dtype) for x in (LINES, TAPS, SECTIONS)]
    wide = [cupy.asarray(numpy.repeat(x, 2, -1)) for x in given]
    found = CALLS[name](signal, *[x[..., ::2] for x in wide])
    wanted = CALLS[name](scipy.signal, *given) if name != "symiirorder1" else scipy.signal.symiirorder1(
        given[0][:, 1].copy(), 0.3, 0.5)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, *((1e-3, 2e-4) if dtype == "f" else (1e-9, 1e-9)))
