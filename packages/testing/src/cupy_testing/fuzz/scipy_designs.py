"""Random designs of filters and linear systems, conversions between their forms, and spectra of what they filter."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "n": (0, 1, 2, 3, 5), "few": (1, 2, 3, 4), "w": (0.2, 0.5, [0.2, 0.6], 1.5, [0.6, 0.2]), "one": (0.1, 0.3, 0.7),
    "type": ("lowpass", "highpass", "bandpass", "bandstop", "low", "odd"), "truth": (True, False),
    "output": ("ba", "zpk", "sos", "odd"), "ripple": (0.1, 1, 3), "stop": (20, 40, 60.0), "fs": (None, 2.0, 10.0),
    "norm": ("phase", "delay", "mag"), "pass": (0.2, 0.3, [0.2, 0.5]), "beyond": (0.4, 0.6, [0.1, 0.6]),
    "family": ("butter", "cheby1", "cheby2", "ellip", "bessel", "odd"), "q": (2.0, 10, 35.0), "taps": (1, 2, 8, 9, 15),
    "order": (0, 1, 2), "bits": (2, 3, 5), "mode": ("full", "same", "valid", "odd"), "k": (3, 4, 8), "odd": (3, 5, 9),
    "window": ("hann", "hamming", ("kaiser", 4.0), "odd"), "scaling": ("density", "spectrum"),
    "method": ("bilinear", "zoh", "foh", "impulse", "euler", "backward_diff", "gbt"), "alpha": (None, 0.5),
    "size": (0, 1, 2, 7, 8, 7.5), "hilbert": (None, "differentiator", "hilbert"), "span": ((1, 3), (0, 2), (None, 3)),
}

_FILTERS = [
    "m.butter({n}, {w}, {type}, {truth}, {output})", "m.cheby1({n}, {ripple}, {w}, {type}, {truth}, {output})",
    "m.cheby2({n}, {stop}, {w}, {type}, {truth}, {output})", "m.bessel({n}, {w}, {type}, {truth}, {output}, {norm})",
    "m.ellip({few}, {ripple}, {stop}, {w}, {type}, {truth}, {output})", "m.buttap({n})", "m.cheb1ap({n}, {ripple})",
    "m.cheb2ap({n}, {stop})", "m.ellipap({n}, {ripple}, {stop})", "m.besselap({n}, {norm})",
    "m.buttord({pass}, {beyond}, {ripple}, {stop}, {truth})",
    "m.cheb1ord({pass}, {beyond}, {ripple}, {stop}, {truth})",
    "m.cheb2ord({pass}, {beyond}, {ripple}, {stop}, {truth})", "m.iirnotch({one}, {q})", "m.iirpeak({one}, {q})",
    "m.ellipord({pass}, {beyond}, {ripple}, {stop}, {truth})", "m.gammatone({one}, 'iir')",
    "m.gammatone({one}, 'fir')", "m.iirdesign({pass}, {beyond}, {ripple}, {stop}, {truth}, {family}, {output})",
    "m.iircomb({one}, {q}, 'notch')", "m.iirfilter({few}, {w}, {ripple}, {stop}, {type}, {truth}, {family}, {output})",
    "m.iircomb(0.2, {q}, 'peak')", "m.firwin({taps}, {w}, pass_zero={type})",
    "m.firwin({taps}, {w}, window={window}, scale={truth}, fs={fs})",
    "m.firwin2({taps}, [0, 0.5, 1], [1, {one}, 0], window={window})", "m.kaiser_atten({taps}, {one})",
    "m.firls({odd}, [0, 0.3, 0.5, 1], [1, 1, 0, {one}])", "m.kaiser_beta({stop})", "m.kaiserord({stop}, {one})",
    "m.remez({odd}, [0, 0.1, 0.2, 0.5], [1, 0], type={hilbert} or 'bandpass')", "m.unit_impulse({k}, {order})",
    "m.savgol_coeffs({odd}, {order}, {order})", "m.max_len_seq({bits})", "m.minimum_phase(abs(x) + 0.1, n_fft=64)",
    "m.unit_impulse(({k}, 3), 'mid')", "m.gauss_spline(x, {order})", "m.correlation_lags({k}, {odd}, {mode})",
]
_FORMS = [
    "ordered(xp, *m.tf2zpk(b, a))", "m.zpk2tf(*m.tf2zpk(b, a))", "m.sos2tf(m.tf2sos(b, a))", "m.tf2ss(b, a)",
    "m.ss2tf(*m.tf2ss(b, a))", "m.lp2lp(b, a, {one})", "m.lp2hp(b, a, {one})", "m.lp2bp(b, a, {one}, 0.2)",
    "m.lp2bs(b, a, {one}, 0.2)", "m.bilinear(b, a, {q})", "m.invres(*m.residue(b, a))", "m.normalize(b, a)",
    "m.invresz(*m.residuez(b, a))", "m.lfilter_zi(b, a)", "m.sosfilt_zi(m.tf2sos(b, a))", "m.lfiltic(b, a, x[:2])",
    "m.zpk2sos(*m.sos2zpk(s))[:, 3:].sum()", "ordered(xp, *m.sos2zpk(s))", "m.lp2lp_zpk([], [-1.0], 1.0, {one})",
    "m.lp2hp_zpk([], [-1.0], 1.0, {one})", "m.lp2bp_zpk([], [-1.0], 1.0, {one})",
    "m.lp2bs_zpk([], [-1.0], 1.0, {one})", "m.bilinear_zpk([], [-1.0], 1.0, {q})",
    "m.cont2discrete((b, a), {one}, {method}, {alpha})[:2]", "m.abcd_normalize(*m.tf2ss(b, a))",
    "m.TransferFunction(b, a).to_ss().A", "m.lti(b, a).to_zpk().gain", "m.zpk2ss([], [-1.0, {one}], 2.0)",
    "m.ss2zpk(*m.tf2ss(b, a))[2]", "m.dlti(b, a, dt={one}).to_ss().C", "m.StateSpace(*m.tf2ss(b, a)).to_tf().num",
    "m.unique_roots([1.0, 1.05, 3, 3], {one})[1]",
]
_RESPONSES = [
    "m.freqs(b, a, x)[1]", "m.freqz(b, a, {k}, whole={truth})", "m.freqz(b, a, x)[1]",
    "m.freqs_zpk([], [-1.0], 2.0, x)[1]", "m.freqz_zpk([], [0.5], 2.0, {k})", "m.freqz_sos(s, {k}, whole={truth})",
    "m.group_delay((b, a), {k})", "m.dlsim((b, a, 1.0), x)", "m.dimpulse((b, a, 1.0), n={k})",
    "m.dstep((b, a, 1.0), n={k})", "m.sosfiltfilt(s, y)", "m.lsim((b, a), x, xp.arange(x.size) / 4)",
    "m.impulse((b, a), N={k})[1]", "m.step((b, a), N={k})[1]", "m.bode((b, a), w=abs(x) + 0.1)",
    "m.freqresp((b, a), w=abs(x) + 0.1)", "m.dbode((b, a, 1.0), w=abs(x) / 9 + 0.1)", "m.dfreqresp((b, a, 1.0), n={k})",
    "m.lfilter(b, a, x)", "m.filtfilt(b, a, y)", "m.filtfilt(b, a, y, method='gust')", "m.sosfilt(s, x)",
    "m.csd(y, y[::-1], {fs} or 1.0, {window}, {k}, scaling={scaling})", "m.coherence(y, y[::-1], nperseg={k})",
    "m.istft(m.stft(y, nperseg={k})[2], nperseg={k})[1]", "m.lombscargle(abs(x).cumsum() + 0.1, x, abs(x) + 0.5)",
    "m.envelope(y, {span})", "m.argrelmin(x)", "m.choose_conv_method(x, y, {mode})",
    "m.cspline1d_eval(m.cspline1d(y, {order}), x)", "m.czt_points({k})", "m.qspline1d_eval(m.qspline1d(y), x)",
    "m.sweep_poly(x, xp.asarray([{one}, 2.0]))", "m.vectorstrength(x, {q})", "m.CZT(y.size, {k})(y)",
    "m.ZoomFFT(y.size, [0.1, {one}], {k})(y)", "m.check_COLA({window}, {k}, {order})",
    "m.check_NOLA({window}, {k}, {order})", "m.hilbert2(y.reshape(2, -1))",
    "m.sepfir2d(y.reshape(4, -1), b[:1].astype(y.dtype), b[:1].astype(y.dtype))", "m.symiirorder2(y, {one}, 0.5)",
    "m.whittaker_henderson(y, lamb={q})", "m.cspline2d(xp.tile(y.reshape(4, -1), (9, 9)))",
    "m.qspline2d(xp.tile(y.reshape(4, -1), (9, 9)))",
    "m.get_window({window}, {k}, {truth})", "m.closest_STFT_dual_window(y[:8], {k})[1]",
    "m.find_peaks_cwt(y, [1, 2, 3])", "m.ShortTimeFFT(y[:8], {k}, 1.0).stft(y)",
    "m.ShortTimeFFT(y[:8], 2, 1.0, scale_to='psd').spectrogram(y)",
    "m.ShortTimeFFT(y[:8], 4, 1.0).istft(m.ShortTimeFFT(y[:8], 4, 1.0).stft(y), k1=24)", "m.findfreqs(b, a, {k})",
    "m.place_poles(np_eye(xp) * 2, np_eye(xp), [-1.0, {q} * -1]).computed_poles",
    "m.firwin_2d(({odd}, 3), ('hann', 'hann'), fc=0.4)",
]
_NAMES = ("barthann bartlett blackman blackmanharris bohman boxcar cosine exponential flattop hamming hann lanczos "
          "nuttall parzen triang tukey").split()
_WINDOWS = [
    *(f"m.windows.{name}({{size}}, sym={{truth}})" for name in _NAMES), "m.windows.kaiser({size}, {q}, {truth})",
    "m.windows.chebwin({size}, {stop}, {truth})", "m.windows.dpss({taps}, 2, {few})",
    "m.windows.dpss({taps}, 2, sym={truth})", "m.windows.gaussian({size}, {q}, {truth})",
    "m.windows.general_cosine({size}, [0.5, 0.3, {one}], {truth})",
    "m.windows.general_gaussian({size}, {ripple}, {q}, {truth})", "m.windows.general_hamming({size}, {one}, {truth})",
    "m.windows.kaiser_bessel_derived({size}, {q})", "m.windows.taylor({size}, {few}, {stop}, {truth}, {truth})",
    "m.windows.tukey({size}, {one}, {truth})", "m.windows.exponential({size}, None, {q}, {truth})",
    "m.get_window(('general_hamming', {one}), {size}, {truth})", "m.get_window(('taylor', 4, {stop}), {size})",
    "m.get_window({q}, {size})", "m.windows.get_window(('tukey', {one}), {size})", "m.qspline1d(y)",
    "m.gausspulse('cutoff')",
]


def ordered(xp: Any, *results: Any) -> list[Any]:
    """Roots by their sizes, which no library promises."""
    return [xp.sort(abs(xp.asarray(x)).ravel()) for x in results]


def np_eye(xp: Any) -> Any:
    """A system of two states."""
    return xp.eye(2)


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """Coefficients of stable systems, sections, and signals; all of one type."""
    kind = str(rng.choice(list("dddfl")))
    roots = rng.uniform(-0.9, 0.9, int(rng.integers(1, 5)))
    a, b = numpy.poly(roots), rng.standard_normal(int(rng.integers(1, len(roots) + 2)))
    sections = numpy.stack([[*rng.standard_normal(3), *numpy.poly(rng.uniform(-0.9, 0.9, 2))] for _ in range(2)])
    x, y = rng.standard_normal(int(rng.integers(1, 9))), rng.standard_normal(int(rng.choice([32, 40])))
    if kind == "l":
        x, y = (x * 5).round(), (y * 5).round()
    section = given(rng, sections)
    section.layout = "contiguous"       # SciPy takes no others
    return {"b": given(rng, b), "a": given(rng, a), "s": section, "x": given(rng, x, kind),
            "y": given(rng, y, kind)}


for _name, _table in {"designs": _FILTERS, "forms": _FORMS, "responses": _RESPONSES, "windows": _WINDOWS}.items():
    expressions(f"filter_{_name}", "signal", _table, _WORDS, _operands, ordered=ordered,
                np_eye=np_eye)
