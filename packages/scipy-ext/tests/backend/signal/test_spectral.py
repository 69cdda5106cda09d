"""Spectra beside SciPy's."""

import warnings

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.profiler import record
from cupyx.scipy import signal
from cupyx.scipy.signal._sampling import trend
from cupyx.scipy.signal._spectral import czt

RNG = numpy.random.default_rng(5)


def _signal(shape, dtype):
    x = RNG.standard_normal(shape) + 3
    if dtype in "il":
        return (9 * x).astype(dtype)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


@pytest.fixture(params=["of few", "of many"])
def points(request, monkeypatch):
    """Few points in the host's memory are NumPy's, others are made on the device."""
    for module in (czt, trend):
        monkeypatch.setattr(module, "_FEW", 1 << 12 if request.param == "of few" else -1)


def _compare(found, wanted, dtype="d"):
    tolerance = 2e-4 if dtype in "fF" else 1e-9
    assert len(found) == len(wanted)
    for ours, theirs in zip(found, wanted):
        assert isinstance(ours, cupy.ndarray)
        assert ours.shape == theirs.shape
        assert ours.dtype == theirs.dtype
        numpy.testing.assert_allclose(
            ours.get(), theirs, rtol=tolerance, atol=tolerance * max(1e-3, abs(theirs).max(initial=0))
        )


def _both(name, arrays, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return (
            getattr(signal, name)(*[cupy.asarray(a) for a in arrays], *args, **kwargs),
            getattr(scipy.signal, name)(*arrays, *args, **kwargs),
        )


SEGMENTS = [
    {},
    {"nperseg": 64},
    {"nperseg": 33, "noverlap": 20},
    {"nperseg": 32, "nfft": 45},
    {"nperseg": 32, "noverlap": 0, "fs": 48.0},
    {"window": ("tukey", 0.3), "nperseg": 50},
    {"window": numpy.hanning(40)},
    {"detrend": "linear", "nperseg": 40},
    {"detrend": False, "nperseg": 40},
    {"return_onesided": False, "nperseg": 40},
    {"scaling": "spectrum", "nperseg": 31},
]


@pytest.mark.parametrize("args", SEGMENTS, ids=lambda a: "-".join(a))
@pytest.mark.parametrize("shape, axis", [((300,), -1), ((3, 301), 1), ((301, 2), 0), ((2, 150, 3), -2)])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_segments(args, shape, axis, dtype):
    x = _signal(shape, dtype)
    for name in ("welch", "spectrogram", "csd"):
        arrays = (x, _signal(shape, dtype)) if name == "csd" else (x,)
        _compare(*_both(name, arrays, axis=axis, **args), dtype=dtype)
    if dtype != "D":
        _compare(*_both("welch", (x,), axis=axis, average="median", **args), dtype=dtype)


@pytest.mark.parametrize("mode", ["complex", "magnitude", "angle", "phase"])
@pytest.mark.parametrize("axis", [0, 1])
def test_spectrogram_modes(mode, axis):
    found, wanted = _both("spectrogram", (_signal((200, 190), "d"),), nperseg=40, mode=mode, axis=axis)
    if mode == "angle":         # half a turn is the same in both directions
        found, wanted = ((*given[:2], numpy.exp(1j * given[2])) for given in ((*found[:2], found[2].get()), wanted))
        numpy.testing.assert_allclose(found[2], wanted[2], atol=1e-9)
        return
    _compare(found, wanted)


def test_two_signals():
    x, y = _signal((2, 1, 300), "d"), _signal((3, 300), "d")
    _compare(*_both("csd", (x[0, 0], y[0, :250]), nperseg=64))
    _compare(*_both("csd", (x[0, 0, :200], y[0, :250]), nperseg=64))
    _compare(*_both("csd", (x, y), nperseg=64))
    _compare(*_both("csd", (x, y), nperseg=64, average="median"))
    _compare(*_both("coherence", (x, _signal((2, 1, 300), "d")), nperseg=64))
    a = cupy.asarray(x)
    assert signal.csd(a, a, nperseg=64)[1].dtype == "d"


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"nfft": 50},
        {"nfft": 400},
        {"window": "hann"},
        {"scaling": "spectrum"},
        {"detrend": "linear"},
        {"window": None},
    ],
    ids=str,
)
@pytest.mark.parametrize("shape, axis", [((200,), -1), ((201, 2), 0)])
def test_periodogram(args, shape, axis):
    _compare(*_both("periodogram", (_signal(shape, "d"),), axis=axis, **args))


def test_detrend_of_ones_own():
    def halved(frames):
        return frames / 2

    for axis in (0, 1):
        _compare(*_both("welch", (_signal((200, 190), "d"),), nperseg=40, detrend=halved, axis=axis))


@pytest.mark.parametrize("boundary", ["zeros", "even", "odd", "constant", None])
@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize(
    "args",
    [
        {"nperseg": 64},
        {"nperseg": 33, "noverlap": 20},
        {"nperseg": 32, "nfft": 45},
        {"nperseg": 40, "scaling": "psd", "fs": 9.0},
        {"nperseg": 40, "detrend": "constant"},
        {"nperseg": 30, "return_onesided": False},
    ],
    ids=lambda a: "-".join(a),
)
@pytest.mark.parametrize("dtype, shape, axis", [("f", (300,), -1), ("d", (3, 301), 1), ("D", (301, 2), 0)])
def test_stft(boundary, padded, args, dtype, shape, axis):
    x = _signal(shape, dtype)
    _compare(*_both("stft", (x,), boundary=boundary, padded=padded, axis=axis, **args), dtype=dtype)


@pytest.mark.parametrize(
    "args",
    [
        {"nperseg": 64},
        {"nperseg": 33, "noverlap": 20},
        {"nperseg": 32, "nfft": 45},
        {"nperseg": 40, "scaling": "psd", "fs": 9.0},
        {"window": numpy.hamming(40), "nperseg": 40, "noverlap": 39},
    ],
    ids=lambda a: "-".join(a),
)
@pytest.mark.parametrize("dtype, shape", [("f", (300,)), ("d", (3, 301)), ("D", (2, 301))])
@pytest.mark.parametrize("boundary", [True, False])
def test_istft(args, dtype, shape, boundary):
    onesided = dtype != "D"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spectra = scipy.signal.stft(_signal(shape, dtype), return_onesided=onesided, **args)[2]
    _compare(*_both("istft", (spectra,), input_onesided=onesided, boundary=boundary, **args), dtype=dtype)
    turned = numpy.moveaxis(spectra, (-2, -1), (-1, 0))
    _compare(
        *_both("istft", (turned,), input_onesided=onesided, boundary=boundary, time_axis=0, freq_axis=-1, **args),
        dtype=dtype,
    )


def test_istft_warns():
    with pytest.warns(UserWarning, match="NOLA"):
        signal.istft(cupy.ones((33, 5), "D"), noverlap=0, boundary=False)


@pytest.mark.parametrize("bp", [0, [10, 30], [2, 3, 49]])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_detrend(bp, axis, dtype, points):
    x = _signal((50, 60), dtype)
    for kind in ("linear", "constant"):
        _compare(*[[a] for a in _both("detrend", (x,), axis, kind, bp)], dtype=dtype)
    own = cupy.asarray(x)
    result = signal.detrend(own, axis, overwrite_data=True)
    assert (result is own) == (dtype != "i")


@pytest.mark.parametrize("n", [1, 20_000])
def test_detrend_of_few_and_many(n, points):
    x = numpy.linspace(5, 900, n) + RNG.standard_normal(n)
    _compare(*[[a] for a in _both("detrend", (x,))])


@pytest.mark.parametrize("normalize", [False, True, "amplitude"])
@pytest.mark.parametrize("floating_mean", [True, False])
@pytest.mark.parametrize("weights", [None, RNG.random(60), RNG.random(700)])
def test_lombscargle(normalize, floating_mean, weights):
    n = 300 if weights is None else weights.size
    x, y, w = numpy.sort(RNG.random(n)) * 30, RNG.standard_normal(n), numpy.linspace(0.1, 6, 40)
    args = {"normalize": normalize, "floating_mean": floating_mean}
    found = signal.lombscargle(
        cupy.asarray(x),
        cupy.asarray(y),
        cupy.asarray(w),
        weights=None if weights is None else cupy.asarray(weights),
        **args,
    )
    _compare([found], [scipy.signal.lombscargle(x, y, w, weights=weights, **args)])


def test_lombscargle_takes_one_launch():
    x = cupy.arange(300.0)
    signal.lombscargle(x, cupy.sin(x), x)
    y = cupy.sin(x)
    with record() as calls:
        signal.lombscargle(x, y, x, normalize=True, floating_mean=True)
    assert len([item for item in calls.operations if item.kind == "kernel"]) == 1


def test_vectorstrength():
    events = numpy.sort(RNG.random(30))
    _compare(*_both("vectorstrength", (events, numpy.array([0.1, 0.5]))))
    for ours, theirs in zip(*_both("vectorstrength", (events, numpy.array(0.3)))):
        numpy.testing.assert_allclose(ours.get(), theirs)


@pytest.mark.parametrize("args", [{}, {"m": 20}, {"m": 7, "w": 0.9 + 0.1j, "a": 1.1}, {"m": 30, "a": 0.5j}], ids=str)
@pytest.mark.parametrize("shape, axis", [((12,), -1), ((3, 12), 1), ((13, 2), 0)])
def test_czt(args, shape, axis, points):
    x = _signal(shape, "D")
    _compare(*[[a] for a in _both("czt", (x,), axis=axis, **args)])
    _compare(*[[a] for a in _both("czt_points", (), 9, args.get("w"), args.get("a", 1))])
    _compare(
        *[[a] for a in _both("zoom_fft", (x,), [0.2, 0.6], args.get("m"), fs=3.0, endpoint="w" in args, axis=axis)]
    )
    ours, theirs = signal.CZT(12, **args), scipy.signal.CZT(12, **args)
    numpy.testing.assert_allclose(ours.points().get(), theirs.points())
    assert (ours.m, ours.n, ours.w, ours.a) == (theirs.m, theirs.n, theirs.w, theirs.a)


@pytest.mark.parametrize("n", [20_000, 20_011])
def test_long_chirps(n, points):
    x = _signal(n, "d")
    _compare(*[[a] for a in _both("czt", (x,))])
    _compare(*[[a] for a in _both("czt", (x,), 300, 1 + 2e-5j, -0.99999)])
    _compare(*[[a] for a in _both("zoom_fft", (x,), 0.5)])
    assert signal.ZoomFFT(12, 0.5).f2 == 0.5


def test_wavelets():
    x = numpy.arange(-10.0, 11)
    square = (x / 2) ** 2
    numpy.testing.assert_allclose(
        signal.ricker(21, 2.0).get(), 2 / (6**0.5 * numpy.pi**0.25) * (1 - square) * numpy.exp(-square / 2)
    )
    numpy.testing.assert_allclose(
        signal.morlet2(21, 2.0, 6).get(), numpy.exp(3j * x - square / 2) / numpy.pi**0.25 / 2**0.5
    )
    u = numpy.linspace(-2 * numpy.pi, 2 * numpy.pi, 30)
    numpy.testing.assert_allclose(
        signal.morlet(30).get(), (numpy.exp(5j * u) - numpy.exp(-12.5)) * numpy.exp(-u * u / 2) / numpy.pi**0.25
    )
    data, widths = RNG.standard_normal(80), [1, 3, 10]
    for wavelet, dtype in ((signal.ricker, "d"), (signal.morlet2, "D")):
        found = signal.cwt(cupy.asarray(data), wavelet, widths)
        assert found.dtype == dtype
        for row, width in zip(found.get(), widths):
            taps = wavelet(min(10 * width, 80), width).get().conj()[::-1]
            numpy.testing.assert_allclose(row, numpy.convolve(data, taps, "same"), atol=1e-12)


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x: s.welch(x, nperseg=0),
        lambda s, x: s.welch(x, nperseg=8, noverlap=8),
        lambda s, x: s.welch(x, nperseg=8, nfft=4),
        lambda s, x: s.welch(x, scaling="x", nperseg=8),
        lambda s, x: s.welch(x, average="x", nperseg=8),
        lambda s, x: s.welch(x, window=x[:8], nperseg=4),
        lambda s, x: s.welch(x, window="x", nperseg=8),
        lambda s, x: s.csd(x.reshape(2, 50), x[:90].reshape(3, 30), nperseg=8),
        lambda s, x: s.periodogram(x, window=x[:9]),
        lambda s, x: s.spectrogram(x, mode="x"),
        lambda s, x: s.stft(x, boundary="x"),
        lambda s, x: s.stft(x, scaling="x"),
        lambda s, x: s.stft(x, nperseg=8, noverlap=9),
        lambda s, x: s.istft(x),
        lambda s, x: s.istft(x.reshape(10, 10), time_axis=0, freq_axis=0),
        lambda s, x: s.istft(x.reshape(10, 10), nperseg=0),
        lambda s, x: s.istft(x.reshape(10, 10), scaling="x"),
        lambda s, x: s.istft(x.reshape(10, 10), window=x[:5]),
        lambda s, x: s.istft(x.reshape(10, 10), nfft=3),
        lambda s, x: s.detrend(x, type="x"),
        lambda s, x: s.detrend(x, bp=200),
        lambda s, x: s.lombscargle(x, x[1:], x),
        lambda s, x: s.lombscargle(x, x, x[:0]),
        lambda s, x: s.lombscargle(x, x, x[0]),
        lambda s, x: s.lombscargle(x, x, x, weights=-x),
        lambda s, x: s.lombscargle(x, x, x, normalize="x"),
        lambda s, x: s.vectorstrength(x, -1.0),
        lambda s, x: s.vectorstrength(x[None], 1.0),
        lambda s, x: s.czt(x, 0),
        lambda s, x: s.czt_points(2.5),
        lambda s, x: s.CZT(4)(x),
        lambda s, x: s.zoom_fft(x, [1, 2, 3]),
        lambda s, x: s.check_NOLA("hann", 8, -1),
        lambda s, x: s.check_COLA("hann", 8, 8),
    ],
)
def test_bad_input(call):
    for module, x in ((scipy.signal, numpy.ones(100)), (signal, cupy.ones(100))):
        with pytest.raises(ValueError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(module, x)


def test_empty():
    for name in ("welch", "periodogram", "stft"):
        found, wanted = _both(name, (numpy.zeros((2, 0)),))
        assert [a.shape for a in found] == [a.shape for a in wanted]


@pytest.mark.parametrize("dtype", ["f", "d"])
@pytest.mark.parametrize("samples, length", [(1000, 128), (5000, 256), (9000, 1024), (9000, 2048), (20000, 8192)])
def test_lengths_that_are_powers_of_two(samples, length, dtype):
    x = _signal((2, samples), dtype)
    for name, options in (("welch", {}), ("welch", {"nfft": 2 * length if length < 8192 else length}), ("stft", {}),
                          ("welch", {"average": "median", "detrend": False}), ("spectrogram", {}),
                          ("spectrogram", {"mode": "complex", "noverlap": length - 3 if samples < 2000 else 5})):
        _compare(*_both(name, (x,), nperseg=length, **options), dtype)
    _compare(*_both("csd", (x, x[::-1].copy()), nperseg=length), dtype)
    _compare(*_both("istft", (scipy.signal.stft(x, nperseg=length)[2],), nperseg=length), dtype)


@pytest.mark.filterwarnings("ignore:Input data is complex")
@pytest.mark.parametrize("dtype", "?bHileF")
def test_types_are_scipys(dtype):
    x = (numpy.arange(40) % 5).astype(dtype)
    for call in (lambda s, x: s.welch(x, nperseg=8)[1], lambda s, x: s.periodogram(x)[1],
                 lambda s, x: s.csd(x, x[::-1], nperseg=8)[1], lambda s, x: s.stft(x, nperseg=8)[2],
                 lambda s, x: s.spectrogram(x, nperseg=8)[2]):
        found, wanted = call(signal, cupy.asarray(x)), call(scipy.signal, x)
        assert found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-4, atol=1e-5)


def test_segments_shorter_than_the_window():
    spectra = numpy.ones((3, 5), "D")       # of four samples each
    for xp, module in ((numpy, scipy.signal), (cupy, signal)):
        with pytest.raises(ValueError):
            module.istft(xp.asarray(spectra), nperseg=8)
        for estimate in (module.welch, lambda x, window, m=module: m.csd(x, x, window=window)):
            with pytest.raises(ValueError):
                estimate(xp.ones(8), window=xp.ones(9))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("call", [
    lambda s, x, axis: s.detrend(x, axis), lambda s, x, axis: s.sosfilt([[1, 0.5, 0, 1, 0.2, 0]], x, axis)])
@pytest.mark.parametrize("shape", [(5, 8), (5, 8, 2)])
def test_order_in_memory(call, axis, shape):
    x = RNG.standard_normal(shape)
    for a in (x, x.T):
        found, wanted = call(signal, cupy.asarray(a), axis), call(scipy.signal, a, axis)
        assert (found.flags.c_contiguous, found.flags.f_contiguous) == (wanted.flags.c_contiguous,
                                                                       wanted.flags.f_contiguous)


def test_lombscargle_of_one_frequency_is_a_number():
    x, y = numpy.arange(5.0), RNG.standard_normal(5)
    found, wanted = (module.lombscargle(xp.asarray(x), xp.asarray(y), xp.asarray([1.5]))
                     for xp, module in ((cupy, signal), (numpy, scipy.signal)))
    assert found.shape == numpy.shape(wanted) == ()
    numpy.testing.assert_allclose(found.get(), wanted)
