"""ShortTimeFFT beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

RNG = numpy.random.default_rng(9)
WINDOWS = [
    (scipy.signal.get_window("hann", 16), 4),
    (scipy.signal.get_window("hamming", 15), 5),
    (numpy.ones(8), 8),
    (numpy.exp(0.3j * numpy.arange(12)) * numpy.hanning(14)[1:-1], 3),
]
ARGS = [
    {},
    {"mfft": 20},
    {"phase_shift": None},
    {"phase_shift": 3, "mfft": 21},
    {"scale_to": "psd"},
    {"scale_to": "magnitude"},
]


def _pair(window, hop, fs=10.0, **args):
    return signal.ShortTimeFFT(cupy.asarray(window), hop, fs, **args), scipy.signal.ShortTimeFFT(
        window.copy(), hop, fs, **args
    )


def _same(found, wanted):
    assert found.shape == wanted.shape
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, atol=1e-12, rtol=1e-9)


@pytest.mark.parametrize("window, hop", WINDOWS, ids=["hann", "hamming", "ones", "complex"])
@pytest.mark.parametrize("mode", ["onesided", "onesided2X", "twosided", "centered"])
@pytest.mark.parametrize("args", ARGS, ids=str)
@pytest.mark.parametrize("shape, axis", [((50,), -1), ((2, 51), 1), ((51, 3), 0)])
def test_there_and_back(window, hop, mode, args, shape, axis):
    if mode == "onesided2X" and "scale_to" not in args:
        args = {**args, "scale_to": "psd"}
    if mode.startswith("onesided") and window.dtype.kind == "c":
        with pytest.raises(ValueError):
            _pair(window, hop, fft_mode=mode, **args)
        return
    ours, theirs = _pair(window, hop, fft_mode=mode, **args)
    x = RNG.standard_normal(shape)
    if not mode.startswith("onesided"):
        x = x + 1j * RNG.standard_normal(shape)
    for padding in ("zeros", "edge", "even", "odd"):
        _same(ours.stft(cupy.asarray(x), padding=padding, axis=axis), theirs.stft(x, padding=padding, axis=axis))
    _same(ours.stft(cupy.asarray(x), 1, 4, k_offset=2, axis=axis), theirs.stft(x, 1, 4, k_offset=2, axis=axis))
    _same(ours.spectrogram(cupy.asarray(x), axis=axis), theirs.spectrogram(x, axis=axis))
    _same(
        ours.spectrogram(cupy.asarray(x), cupy.asarray(x[::-1].copy()), "constant", axis=axis),
        theirs.spectrogram(x, x[::-1].copy(), "constant", axis=axis),
    )
    _same(ours.stft_detrend(cupy.asarray(x), "linear", axis=axis), theirs.stft_detrend(x, "linear", axis=axis))
    spectra = theirs.stft(x, axis=axis)
    f_axis = axis if axis >= 0 else -2
    _same(ours.istft(cupy.asarray(spectra), k1=50, f_axis=f_axis), theirs.istft(spectra, k1=50, f_axis=f_axis))
    first = max(-2, theirs.k_min)
    if hop < 8:
        _same(
            ours.istft(cupy.asarray(spectra), first, 40, f_axis=f_axis), theirs.istft(spectra, first, 40, f_axis=f_axis)
        )


def test_grid():
    ours, theirs = _pair(*WINDOWS[0])
    for name in (
        "T",
        "fs",
        "fft_mode",
        "mfft",
        "phase_shift",
        "hop",
        "scaling",
        "invertible",
        "fac_magnitude",
        "fac_psd",
        "m_num",
        "m_num_mid",
        "k_min",
        "p_min",
        "lower_border_end",
        "delta_t",
        "delta_f",
        "f_pts",
        "onesided_fft",
    ):
        assert getattr(ours, name) == getattr(theirs, name), name
    for name in ("k_max", "p_max", "p_num", "p_range", "upper_border_begin", "nearest_k_p", "extent"):
        assert getattr(ours, name)(60) == getattr(theirs, name)(60), name
    _same(ours.f, theirs.f)
    _same(ours.t(60), theirs.t(60))
    _same(ours.win, theirs.win)
    _same(ours.dual_win, theirs.dual_win)
    for system in (ours, theirs):
        system.scale_to("psd")
        system.fs, system.fft_mode, system.mfft, system.phase_shift = 4.0, "twosided", 20, -3
    _same(ours.win, theirs.win)
    _same(ours.f, theirs.f)


def test_makers():
    window = WINDOWS[0][0]
    for ours, theirs in (
        (
            signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12, scale_to="psd"),
            scipy.signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12, scale_to="psd"),
        ),
        (
            signal.ShortTimeFFT.from_dual(cupy.asarray(window), 4, 1.0),
            scipy.signal.ShortTimeFFT.from_dual(window.copy(), 4, 1.0),
        ),
        (
            signal.ShortTimeFFT.from_win_equals_dual(cupy.asarray(window), 4, 1.0),
            scipy.signal.ShortTimeFFT.from_win_equals_dual(window.copy(), 4, 1.0),
        ),
    ):
        assert isinstance(ours, signal.ShortTimeFFT)
        _same(ours.win, theirs.win)
        _same(ours.dual_win, theirs.dual_win)
    dual, scale = signal.closest_STFT_dual_window(cupy.asarray(window), 4)
    _same(dual, scipy.signal.closest_STFT_dual_window(window, 4)[0])


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x, w: s(w[:0], 2, 1),
        lambda s, x, w: s(w, 0, 1),
        lambda s, x, w: s(w, 2, -1),
        lambda s, x, w: s(w, 2, 1, mfft=3),
        lambda s, x, w: s(w, 2, 1, fft_mode="x"),
        lambda s, x, w: s(w, 2, 1).stft(x[:3]),
        lambda s, x, w: s(w, 2, 1).stft(x, padding="x"),
        lambda s, x, w: s(w, 2, 1).stft(x + 1j),
        lambda s, x, w: s(w, 2, 1).stft_detrend(x, "x"),
        lambda s, x, w: s(w, 2, 1).stft_detrend(x, 3),
        lambda s, x, w: s(w, 2, 1).stft(x, 5, 2),
        lambda s, x, w: s(w, 2, 1).istft(x.reshape(10, 5)),
        lambda s, x, w: s(w, 2, 1).istft(x[:45].reshape(5, 9), f_axis=0, t_axis=0),
        lambda s, x, w: s(w, 2, 1, phase_shift=99),
        lambda s, x, w: s(w, 9, 1).dual_win,
    ],
)
def test_bad_input(call):
    for system, x, w in (
        (scipy.signal.ShortTimeFFT, numpy.ones(50), numpy.ones(8)),
        (signal.ShortTimeFFT, cupy.ones(50), cupy.ones(8)),
    ):
        with pytest.raises(ValueError):
            call(system, x, w)
