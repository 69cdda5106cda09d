"""Filter design, conversions, responses and systems: SciPy's numbers as cupy arrays."""

import copy
import pickle
import warnings

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

B, A = [numpy.asarray(c) for c in scipy.signal.butter(3, 0.3)]
Z, P, K = scipy.signal.butter(3, 0.3, output="zpk")
SOS = scipy.signal.butter(5, 0.3, output="sos")
STATE = [numpy.asarray(m) for m in ([[0.0, 1.0], [-2.0, -3.0]], [[0.0], [1.0]], [[1.0, 0.0]], [[0.0]])]
T = numpy.linspace(0, 5, 40)
CALLS = [
    ("iirfilter", 4, [0.2, 0.5]),
    ("butter", 3, 0.3),
    ("cheby1", 3, 1, 0.3),
    ("cheby2", 3, 30, 0.3),
    ("ellip", 3, 1, 30, 0.3),
    ("bessel", 3, 0.3),
    ("iirdesign", 0.2, 0.3, 1, 40),
    ("iirnotch", 0.3, 20),
    ("iirpeak", 0.3, 20),
    ("iircomb", 0.25, 20),
    ("gammatone", 440, "iir", None, None, 16000),
    ("buttap", 3),
    ("cheb1ap", 3, 1),
    ("cheb2ap", 3, 30),
    ("ellipap", 3, 1, 30),
    ("besselap", 3),
    ("buttord", 0.2, 0.3, 3, 40),
    ("cheb1ord", 0.2, 0.3, 3, 40),
    ("cheb2ord", 0.2, 0.3, 3, 40),
    ("ellipord", 0.2, 0.3, 3, 40),
    ("band_stop_obj", 0.1, 0, numpy.array([0.1, 0.6]), numpy.array([0.2, 0.5]), 3, 60, "butter"),
    ("firwin", 9, [0.2, 0.4]),
    ("firwin2", 9, [0, 0.5, 1], [1, 1, 0]),
    ("firls", 9, [0, 0.2, 0.4, 1], [1, 1, 0, 0]),
    ("remez", 9, [0, 0.1, 0.2, 0.5], [1, 0]),
    ("firwin_2d", (5, 5), ("hann", "hann")),
    ("kaiserord", 65, 0.1),
    ("kaiser_beta", 65),
    ("kaiser_atten", 211, 0.0375),
    ("savgol_coeffs", 7, 2),
    ("minimum_phase", numpy.hanning(9)),
    ("max_len_seq", 5),
    ("max_len_seq", 5, numpy.array([1, 0, 1, 1, 0])),
    ("tf2zpk", B, A),
    ("tf2sos", B, A),
    ("tf2ss", B, A),
    ("zpk2tf", Z, P, K),
    ("zpk2sos", Z, P, K),
    ("zpk2ss", Z, P, K),
    ("sos2tf", SOS),
    ("sos2zpk", SOS),
    ("ss2tf", *STATE),
    ("ss2zpk", *STATE),
    ("normalize", B, A),
    ("bilinear", [1.0], [1.0, 1.0]),
    ("bilinear_zpk", numpy.zeros(0), numpy.array([-1.0]), 1.0, 2.0),
    ("abcd_normalize", *STATE),
    ("unique_roots", numpy.array([1.0, 1.0, 2.0])),
    ("lp2lp", B, A, 2.0),
    ("lp2hp", B, A, 2.0),
    ("lp2bp", B, A, 2.0, 1.0),
    ("lp2bs", B, A, 2.0, 1.0),
    ("lp2lp_zpk", Z, P, K, 2.0),
    ("lp2hp_zpk", Z, P, K, 2.0),
    ("lp2bp_zpk", Z, P, K, 2.0, 1.0),
    ("lp2bs_zpk", Z, P, K, 2.0, 1.0),
    ("residue", B, A),
    ("residuez", B, A),
    ("invres", [1.0, 2.0], [-1.0, -2.0], []),
    ("invresz", [1.0, 2.0], [0.5, 0.25], []),
    ("cont2discrete", tuple(STATE), 0.1),
    ("freqz", B, A),
    ("freqz", B, A, numpy.array([0.1, 0.5])),
    ("freqz_zpk", Z, P, K),
    ("freqz_sos", SOS, 64),
    ("sosfreqz", SOS, 64),
    ("freqs", B, A),
    ("freqs_zpk", Z, P, K),
    ("group_delay", (B, A), 64),
    ("findfreqs", [1, 0], [1, 8, 25], 9),
    ("impulse", (B, A)),
    ("step", (B, A)),
    ("lsim", tuple(STATE), numpy.sin(T), T),
    ("bode", (B, A)),
    ("freqresp", (B, A)),
    ("dimpulse", (B, A, 0.1)),
    ("dstep", (B, A, 0.1)),
    ("dlsim", (B, A, 0.1), numpy.ones(9)),
    ("dbode", (B, A, 0.1)),
    ("dfreqresp", (B, A, 0.1)),
]


def _given(value):
    if isinstance(value, numpy.ndarray):
        return cupy.asarray(value)
    return type(value)(map(_given, value)) if isinstance(value, (list, tuple)) else value


def _same(found, wanted):
    if isinstance(wanted, numpy.ndarray):
        assert isinstance(found, cupy.ndarray)
        assert found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-12, atol=1e-14)
    elif isinstance(wanted, (tuple, list)):
        assert type(found) is type(wanted) and len(found) == len(wanted)
        for ours, theirs in zip(found, wanted):
            _same(ours, theirs)
    else:
        assert found == wanted
        assert (
            isinstance(found, cupy.ndarray) or not isinstance(wanted, numpy.generic) or isinstance(found, numpy.generic)
        )


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_host_mathematics(call):
    name, *args = call
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = scipy.signal.freqz_sos if name == "sosfreqz" else getattr(scipy.signal, name)
        _same(getattr(signal, name)(*map(_given, args)), theirs(*args))


def test_signatures_and_help():
    import inspect

    assert inspect.signature(signal.butter) == inspect.signature(scipy.signal.butter)
    for name in ("butter", "tf2zpk", "freqz", "lsim", "sosfreqz"):
        text = getattr(signal, name).__doc__
        assert "Parameters\n----------" in text and ">>>" in text and getattr(signal, name).__name__ == name


def test_errors_are_scipys():
    with pytest.raises(ValueError):
        signal.butter(3, 1.5)
    with pytest.raises(TypeError):
        signal.butter(3)
    with pytest.warns(signal.BadCoefficients):
        signal.tf2zpk(cupy.array([1e-20, 1.0]), cupy.array([1.0, 2.0]))


SYSTEMS = [("TransferFunction", B, A), ("ZerosPolesGain", Z, P, K), ("StateSpace", *STATE)]


@pytest.mark.parametrize("form", SYSTEMS, ids=lambda form: form[0])
@pytest.mark.parametrize("dt", [None, 0.1])
def test_systems(form, dt):
    name, *args = form
    kwargs = {} if dt is None else {"dt": dt}
    ours, theirs = getattr(signal, name)(*map(_given, args), **kwargs), getattr(scipy.signal, name)(*args, **kwargs)
    assert isinstance(ours, getattr(signal, name)) and isinstance(ours, signal.lti if dt is None else signal.dlti)
    assert repr(ours) == repr(theirs)
    for attribute in ("A", "B", "C", "D", "num", "den", "zeros", "poles", "gain", "dt", "inputs", "outputs"):
        if hasattr(theirs, attribute):
            _same(getattr(ours, attribute), getattr(theirs, attribute))
    for method in ("to_tf", "to_zpk", "to_ss"):
        made = getattr(ours, method)()
        assert isinstance(made, signal.dlti if dt else signal.lti)
        _same(made.poles, getattr(theirs, method)().poles)
    for method in ("impulse", "step", "bode", "freqresp"):
        _same(getattr(ours, method)(), getattr(theirs, method)())
    u = numpy.ones(T.size)
    if dt is None:
        _same(ours.output(cupy.asarray(u), cupy.asarray(T)), theirs.output(u, T))
        _same(ours.to_discrete(0.1).poles, theirs.to_discrete(0.1).poles)
        _same(signal.lsim(ours, cupy.asarray(u), cupy.asarray(T)), scipy.signal.lsim(theirs, u, T))
    else:
        _same(ours.output(cupy.asarray(u), cupy.arange(T.size) * 0.1), theirs.output(u, numpy.arange(T.size) * 0.1))


def test_systems_by_number_of_arguments_and_their_sums():
    assert isinstance(signal.lti(1.0, [1.0, 2.0]), signal.TransferFunction)
    assert isinstance(signal.lti([], [-1.0], 2.0), signal.ZerosPolesGain)
    assert isinstance(signal.dlti(*STATE, dt=0.1), signal.StateSpace)
    with pytest.raises(ValueError):
        signal.lti(1, 2, 3, 4, 5)
    ours, theirs = signal.StateSpace(*map(cupy.asarray, STATE)), scipy.signal.StateSpace(*STATE)
    for combine in (
        lambda s: s + s,
        lambda s: s - 2,
        lambda s: s * s,
        lambda s: 3 * s,
        lambda s: s / 2,
        lambda s: -s,
        lambda s: 1 + s,
        lambda s: 1 - s,
    ):
        for attribute in "ABCD":
            _same(getattr(combine(ours), attribute), getattr(combine(theirs), attribute))
    ours.A = cupy.eye(2)
    _same(ours.A, numpy.eye(2))
    with pytest.raises(TypeError):
        ours + "one"


@pytest.mark.parametrize("duplicate", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("system, name, value", [
    (signal.lti([1.0], [1.0, 2.0]), "den", [1.0, 3.0]), (signal.dlti([], [0.5], 2.0, dt=0.1), "poles", [0.25]),
    (signal.lti(*STATE), "A", numpy.eye(2))])
def test_systems_are_pickled_and_copied(duplicate, system, name, value):
    found, poles = duplicate(system), system.poles
    assert type(found) is type(system) and found.dt == system.dt
    _same(found.poles, poles.get())
    setattr(found, name, cupy.asarray(value))
    _same(system.poles, poles.get())


def test_place_poles():
    ours = signal.place_poles(cupy.asarray(STATE[0]), cupy.asarray(STATE[1]), cupy.array([-4.0, -5.0]))
    theirs = scipy.signal.place_poles(STATE[0], STATE[1], numpy.array([-4.0, -5.0]))
    _same(ours.gain_matrix, theirs.gain_matrix)
    _same(ours.computed_poles, theirs.computed_poles)


def test_functions_see_cupy_arrays():
    seen = []
    signal.freqz(cupy.asarray(B), cupy.asarray(A), 16, plot=lambda w, h: seen.extend([w, h]))
    assert all(isinstance(a, cupy.ndarray) for a in seen) and len(seen) == 2


def test_qmf():
    assert signal.qmf(cupy.array([1.0, 2.0, 3.0])).get().tolist() == [3, -2, 1]
