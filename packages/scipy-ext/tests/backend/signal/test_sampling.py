"""Polyphase filters, resampling, analytic signals and waveforms beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.profiler import record
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

RNG = numpy.random.default_rng(11)
MODES = ["constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric", "antireflect", "line"]


def _signal(shape, dtype):
    x = RNG.standard_normal(shape)
    if dtype in "il":
        return (9 * x).astype(dtype)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def _compare(found, wanted, tolerance=1e-10):
    assert isinstance(found, cupy.ndarray)
    assert found.shape == numpy.shape(wanted)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("up, down", [(1, 1), (2, 1), (1, 3), (3, 2), (9, 4), (5, 12), (48000, 44100)])
@pytest.mark.parametrize("shape, axis", [((40,), 0), ((3, 17), -1), ((17, 3), 0), ((2, 9, 4), 1)])
@pytest.mark.parametrize("taps", [1, 2, 13, 50])
def test_upfirdn(up, down, shape, axis, taps):
    for dtype in "fdDi":
        h, x = RNG.standard_normal(taps).astype("f" if dtype == "f" else "d"), _signal(shape, dtype)
        _compare(
            signal.upfirdn(cupy.asarray(h), cupy.asarray(x), up, down, axis),
            scipy.signal.upfirdn(h, x, up, down, axis),
            1e-4 if dtype == "f" else 1e-10,
        )


def test_large_rates():
    up, down, h, x = 2**31 - 1, 2**31 + 1, [2.0, 3.0, 4.0, 5.0], RNG.standard_normal(20)
    found = signal.upfirdn(h, cupy.asarray(x), up, down).get()
    places = [divmod(i * down, up) for i in range(found.size)]
    assert found.size == (19 * up + 3) // down + 1
    numpy.testing.assert_allclose(
        found, [h[phase] * x[base] if phase < 4 and base < 20 else 0 for base, phase in places]
    )
    assert (found != 0).sum() > 1


@pytest.mark.parametrize("mode, length", [
    (mode, length) for mode in MODES for length in (1, 2, 5, 30)       # SciPy reads beyond a signal of one sample
    if length > 1 or mode not in ("smooth", "line", "antireflect", "reflect")])
@pytest.mark.parametrize("up, down", [(1, 1), (3, 2), (2, 5)])
def test_continued(mode, length, up, down):
    h, x = RNG.standard_normal(16), RNG.standard_normal((2, length))
    cval = 1.5 if mode == "constant" else 0
    _compare(
        signal.upfirdn(h, cupy.asarray(x), up, down, -1, mode, cval),
        scipy.signal.upfirdn(h, x, up, down, -1, mode, cval),
    )


@pytest.mark.parametrize("up, down", [(1, 1), (3, 2), (2, 3), (160, 147), (7, 1), (1, 5), (10, 4)])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
@pytest.mark.parametrize("axis", [0, 1])
def test_resample_poly(up, down, dtype, axis):
    x = _signal((60, 41), dtype)
    tolerance = 1e-5 if dtype == "f" else 1e-10
    for args in (
        {},
        {"window": "hann"},
        {"padtype": "mean"},
        {"padtype": "median"},
        {"padtype": "maximum"},
        {"padtype": "line"},
        {"cval": 2.0},
        {"window": [1.0, 2.0, 1.0, 0.5]},
    ):
        _compare(
            signal.resample_poly(cupy.asarray(x), up, down, axis, **args),
            scipy.signal.resample_poly(x, up, down, axis, **args),
            tolerance,
        )


@pytest.mark.parametrize("ftype", ["iir", "fir", "poles", "taps", "complex"])
@pytest.mark.parametrize("zero_phase", [True, False])
@pytest.mark.parametrize("dtype", ["f", "d", "i"])
def test_decimate(ftype, zero_phase, dtype):
    x = _signal((100, 3), dtype)
    theirs = {
        "poles": scipy.signal.dlti(*scipy.signal.butter(3, 0.3)),
        "taps": scipy.signal.dlti(scipy.signal.firwin(11, 0.3), 1),
        "complex": scipy.signal.dlti([0.5], [0.5 + 0.2j], 1.0),
    }.get(ftype, ftype)
    ours = (
        theirs
        if isinstance(theirs, str)
        else (
            signal.dlti(theirs.zeros, theirs.poles, theirs.gain)
            if ftype == "complex"
            else signal.dlti(theirs.num, theirs.den)
        )
    )
    if ftype == "complex":
        x = x.astype("D")
    for q in (2, 5):
        _compare(
            signal.decimate(cupy.asarray(x), q, ftype=ours, axis=0, zero_phase=zero_phase),
            scipy.signal.decimate(x, q, ftype=theirs, axis=0, zero_phase=zero_phase),
            2e-4 if dtype == "f" else 1e-9,
        )


@pytest.mark.parametrize("length, num", [(20, 20), (20, 13), (20, 14), (21, 10), (21, 40), (20, 31), (20, 40), (5, 1)])
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
@pytest.mark.parametrize("domain", ["time", "freq"])
def test_resample(length, num, dtype, domain):
    x = _signal((length, 3), dtype)
    weights = RNG.random(length)
    for window in (None, "hann", ("tukey", 0.3), weights, lambda f: 1 / (1 + f * f)):

        def call(module, as_array, window=window):
            given = as_array(window) if window is weights else window
            return module.resample(as_array(x), num, axis=0, window=given, domain=domain)

        found, wanted = call(signal, cupy.asarray), call(scipy.signal, numpy.asarray)
        assert found.shape == wanted.shape
        numpy.testing.assert_allclose(
            found.get(), wanted, rtol=1e-4 if dtype == "f" else 1e-9, atol=1e-5 if dtype == "f" else 1e-10
        )
    y, t = signal.resample(cupy.asarray(x), num, t=cupy.arange(length) * 0.5)
    numpy.testing.assert_allclose(t.get(), scipy.signal.resample(x, num, t=numpy.arange(length) * 0.5)[1])


@pytest.mark.parametrize(
    "shape, axis, n", [((16,), -1, None), ((17,), -1, None), ((3, 10), 0, 8), ((3, 10), 1, 13), ((1,), 0, None)]
)
@pytest.mark.parametrize("dtype", ["f", "d", "i"])
def test_hilbert(shape, axis, n, dtype):
    x = _signal(shape, dtype)
    _compare(
        signal.hilbert(cupy.asarray(x), n, axis), scipy.signal.hilbert(x, n, axis), 1e-5 if dtype == "f" else 1e-10
    )


@pytest.mark.parametrize("shape, n", [((4, 6), None), ((5, 7), None), ((2, 5, 6), 8), ((3, 3), (5, 4))])
def test_hilbert2(shape, n):
    x = RNG.standard_normal(shape)
    _compare(signal.hilbert2(cupy.asarray(x), n), scipy.signal.hilbert2(x, n))


@pytest.mark.parametrize("n", [20, 21])
@pytest.mark.parametrize("bp_in", [(1, None), (None, None), (2, 5), (-4, -1), (-3, 4), (0, 6)])
@pytest.mark.parametrize(
    "args", [{}, {"n_out": 31}, {"n_out": 12}, {"squared": True}, {"residual": "all"}, {"residual": None}], ids=str
)
@pytest.mark.parametrize("dtype", ["d", "D"])
def test_envelope(n, bp_in, args, dtype):
    x = _signal((2, n), dtype)
    if dtype == "d" and bp_in[0] is not None and bp_in[0] < 0 and bp_in[1] < 0:
        bp_in = (1, 3)
    _compare(signal.envelope(cupy.asarray(x), bp_in, **args), scipy.signal.envelope(x, bp_in, **args))


@pytest.mark.parametrize("call", [
    lambda s, t: s.chirp(t, 1, 2, 3), lambda s, t: s.chirp(t, 1, 2, 3, complex=True), lambda s, t: s.gausspulse(t, 2),
    lambda s, t: s.sweep_poly(t, [1.0, 2.0]), lambda s, t: s.sawtooth(t), lambda s, t: s.square(t)])
def test_waves_of_float32_times_have_scipys_type(call):
    t = numpy.linspace(0.1, 1, 9, dtype="f")
    found, wanted = call(signal, cupy.asarray(t)), call(scipy.signal, t)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("method", ["linear", "quadratic", "logarithmic", "hyperbolic"])
@pytest.mark.parametrize("vertex_zero", [True, False])
@pytest.mark.parametrize("complex", [True, False])
def test_chirp(method, vertex_zero, complex):
    t = numpy.linspace(0, 5, 60)
    args = {"f0": 2.0, "t1": 4, "f1": 7.0, "method": method, "phi": 30, "vertex_zero": vertex_zero, "complex": complex}
    _compare(signal.chirp(cupy.asarray(t), **args), scipy.signal.chirp(t, **args), 1e-9)


@pytest.mark.parametrize("call", [
    lambda s, t: s.chirp(t, 1, 2, 3, phi=20), lambda s, t: s.chirp(t, 1, 2, 3, "quad", 20, False),
    lambda s, t: s.chirp(t, 1, 2, 3, "log"), lambda s, t: s.chirp(t, 1, 2, 1, "log", 5),
    lambda s, t: s.gausspulse(t, 2), lambda s, t: s.gausspulse(t, 2, retenv=True, retquad=True)[1],
    lambda s, t: s.sweep_poly(t, [1, -1.5, 2.0], 20), lambda s, t: s.sawtooth(t),
    lambda s, t: s.square(t, 0.3), lambda s, t: s.gauss_spline(t, 3)])
def test_waves_take_one_launch(call):
    t = numpy.linspace(0.1, 1, 40)
    given = cupy.asarray(t)[::2]
    call(signal, given)
    with record() as calls:
        found = call(signal, given)
    assert len([item for item in calls.operations if item.kind == "kernel"]) == 1
    numpy.testing.assert_allclose(found.get(), call(scipy.signal, t[::2]), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("poly", [[3, 2], numpy.linspace(1, -1, 7), numpy.linspace(1, -1, 12), [0.5], 2.0])
def test_sweep_poly(poly):
    for t in (numpy.arange(-2, 3), numpy.linspace(-1, 2, 60), 0.5):
        _compare(signal.sweep_poly(cupy.asarray(t), poly), scipy.signal.sweep_poly(t, numpy.atleast_1d(poly)), 1e-9)


def test_waveforms():
    t = numpy.linspace(-20, 20, 301)
    width = numpy.linspace(-0.1, 1.1, 301)
    for name in ("sawtooth", "square"):
        for second in (0.5, 0.3, 0, 1, width):
            given = cupy.asarray(second) if second is width else second
            found, wanted = getattr(signal, name)(cupy.asarray(t), given), getattr(scipy.signal, name)(t, second)
            _compare(found, wanted, 1e-9)
    for args in ({}, {"retquad": True}, {"retenv": True}, {"retquad": True, "retenv": True}):
        found, wanted = signal.gausspulse(cupy.asarray(t), fc=0.1, **args), scipy.signal.gausspulse(t, fc=0.1, **args)
        for ours, theirs in zip(found, wanted) if args else [(found, wanted)]:
            _compare(ours, theirs)
    assert signal.gausspulse("cutoff", fc=50) == scipy.signal.gausspulse("cutoff", fc=50)
    _compare(
        signal.sweep_poly(cupy.asarray(t), [0.02, -0.1, 1.0], 20),
        scipy.signal.sweep_poly(t, numpy.poly1d([0.02, -0.1, 1.0]), 20),
        1e-8,
    )
    for args in ((5,), ((3, 4), "mid"), ((3, 4), 1), ((3, 4), (0, 2)), (7, 3, "i")):
        _compare(signal.unit_impulse(*args), scipy.signal.unit_impulse(*args))


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x: s.upfirdn([], x),
        lambda s, x: s.upfirdn([[1.0]], x),
        lambda s, x: s.upfirdn([1.0], x, 0),
        lambda s, x: s.upfirdn([1.0], x, mode="other"),
        lambda s, x: s.resample_poly(x, 0, 1),
        lambda s, x: s.resample_poly(x, 1.5, 1),
        lambda s, x: s.resample_poly(x, 2, 1, padtype="other"),
        lambda s, x: s.resample_poly(x, 2, 1, padtype="line", cval=3),
        lambda s, x: s.resample(x, 4, domain="other"),
        lambda s, x: s.resample(x, 4, window=x[:3]),
        lambda s, x: s.hilbert(x + 1j),
        lambda s, x: s.hilbert(x, 0),
        lambda s, x: s.hilbert2(x, 0),
        lambda s, x: s.hilbert2(x, axes=(0, 0)),
        lambda s, x: s.decimate(x, 2, ftype="other"),
        lambda s, x: s.chirp(x, 0, 1, 1, "log"),
        lambda s, x: s.chirp(x, 0, 1, 1, "hyp"),
        lambda s, x: s.chirp(x, 1, 1, 1, "other"),
        lambda s, x: s.gausspulse(x, -1),
        lambda s, x: s.gausspulse(x, bw=0),
        lambda s, x: s.gausspulse("now"),
        lambda s, x: s.envelope(x, axis=3),
        lambda s, x: s.envelope(x, (3, 2)),
        lambda s, x: s.envelope(x, n_out=-1),
        lambda s, x: s.envelope(x, residual="x"),
    ],
)
def test_bad_input(call):
    for module, x in ((scipy.signal, numpy.ones(12)), (signal, cupy.ones(12))):
        with pytest.raises(ValueError):
            call(module, x)


def test_halves_are_resampled_in_single_precision():
    x = numpy.arange(20, dtype="e")
    found, wanted = signal.resample_poly(cupy.asarray(x), 3, 2), scipy.signal.resample_poly(x, 3, 2)
    assert found.dtype == wanted.dtype == numpy.float32
    numpy.testing.assert_allclose(found.get(), wanted, rtol=2e-3, atol=2e-2)
