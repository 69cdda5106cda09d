"""Signals of formulas."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import each, loop, ufunc

from cupyx.scipy._host import scipy_from, to_host
from cupyx.scipy.signal._arguments import as_array

if TYPE_CHECKING:
    from cupy import poly1d
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["chirp", "gausspulse", "sawtooth", "square", "sweep_poly", "unit_impulse"]

_TURN = """
    const double turn = 6.283185307179586477, width = in1;
    double t = ::fmod((double)in0, turn);
    if (t < 0) t += turn;
    const bool inside = width >= 0 && width <= 1;
"""
_sawtooth = ufunc("signal_sawtooth", 2, 1, [each("fd", _TURN + """
    const double half = turn / 2;
    out0 = !inside || t != t ? limits<double>::nan() : t < width * turn ? t / (half * width) - 1
           : (half * (width + 1) - t) / (half * (1 - width));""")], doc="Sawtooth of a time and a width.")
_square = ufunc("signal_square", 2, 1, [each("fd", _TURN + """
    out0 = !inside ? limits<double>::nan() : t < width * turn ? 1 : -1;""")],
    doc="Square wave of a time and a duty cycle.")


#: Phases over 2 pi of chirps at the time t, by three parameters.
_PHASES = {
    "linear": "in1 * t + in2 * t * t",
    "quadratic": "in1 * t + in2 * t * t * t / 3",
    "quadratic_late": "in1 * t + in2 * ((in3 - t) * (in3 - t) * (in3 - t) - in3 * in3 * in3) / 3",
    "logarithmic": "in1 * (pow(in2, t / in3) - 1)",
    "hyperbolic": "in1 * log(abs(1.0 - t / in2))"}
_chirps = {(name, analytic): ufunc(f"signal_chirp_{name}_{'D' if analytic else 'd'}", 5, 1, [
    loop(f"{time}dddd->{'D' if analytic else time}", f"""
    const in0_type t = in0, angle = 6.283185307179586477 * ({phase}) + in4;
    out0 = {value};""") for time, value in loops], doc="Chirp of a time, three parameters and a phase.")
    for name, phase in _PHASES.items()
    for analytic, loops in (
        (False, (("d", "cos(angle)"), ("D", "cos(angle)"))),
        (True, (("d", "out0_type(cos(angle), sin(angle))"), ("D", "exp(out0_type(0, 1) * angle)"))))}
_pulse = ufunc("signal_gausspulse", 3, 1, [loop(f"{time}dd->{time}", "out0 = exp(in1 * in0 * in0) * cos(in2 * in0)")
                                           for time in "dD"],
               doc="Sinusoid with a Gaussian envelope, of a time, what its square is times and an angular frequency.")
_pulse_parts = ufunc("signal_gausspulse_parts", 3, 3, [loop(f"{time}dd->{time * 3}", """
    const in0_type envelope = exp(in1 * in0 * in0), angle = in2 * in0;
    out0 = envelope * cos(angle);
    out1 = envelope * sin(angle);
    out2 = envelope;""") for time in "dD"], doc="The same, with its quadrature and its envelope.")

_SWEPT = 8          # coefficients of a phase that one kernel takes
_sweep = ufunc("signal_sweep_poly", 2 + _SWEPT, 1, [loop("d" * (2 + _SWEPT) + "->d", f"""
    const double coefficients[] = {{{", ".join(f"in{k + 2}" for k in range(_SWEPT))}}};
    double phase = 0;
    for (int k = 0; k < {_SWEPT}; ++k) phase = phase * in0 + coefficients[k];
    out0 = cos(6.283185307179586477 * phase + in1);""")],
    doc="Cosine of a time, a phase and the coefficients of what is added to that, the highest power first.")


def _wave(kernel: Any, t: Any, width: Any) -> cupy.ndarray:
    """A wave of times and widths, of SciPy's dtype: float64, from SciPy 1.18 on that of the arguments."""
    t, width = as_array(t), width if isinstance(width, (int, float)) else as_array(width)
    dtype = numpy.dtype(float)
    if t.dtype.kind == "c" or getattr(width, "dtype", dtype).kind == "c":
        raise TypeError("a wave is one of real times")
    if scipy_from(1, 18):
        dtype = numpy.result_type(t.dtype, getattr(width, "dtype", width), numpy.float16)
    work = numpy.result_type(dtype, numpy.float32)
    width = float(width) if isinstance(width, (int, float)) else width.astype(work, copy=False)
    return kernel(t.astype(work, copy=False), width).astype(dtype, copy=False)


def sawtooth(t: ArrayLike, width: ArrayLike = 1) -> cupy.ndarray:
    """Sawtooth or triangle wave of period 2 pi.

    Parameters
    ----------
    t : array_like
        Times.
    width : array_like, optional
        Share of the period in which the wave rises: 1 (the default) is a sawtooth, 0.5 a triangle.

    Returns
    -------
    cupy.ndarray
        Values from -1 to 1; NaN where the width is out of range.  In float64, or, as with SciPy from 1.18 on, in the
        arguments' floating type.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.sawtooth(cupy.array([0.0, cupy.pi / 2, cupy.pi]))
    array([-1. , -0.5,  0. ])
    """
    return _wave(_sawtooth, t, width)


def square(t: ArrayLike, duty: ArrayLike = 0.5) -> cupy.ndarray:
    """Square wave of period 2 pi.

    Parameters
    ----------
    t : array_like
        Times.
    duty : array_like, optional
        Share of the period in which the wave is 1, 0.5 by default.

    Returns
    -------
    cupy.ndarray
        1 or -1; NaN where the duty cycle is out of range.  In float64, or, as with SciPy from 1.18 on, in the
        arguments' floating type.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.square(cupy.array([0.0, 1.0, 4.0]))
    array([ 1.,  1., -1.])
    """
    return _wave(_square, t, duty)


def gausspulse(t: ArrayLike | Literal["cutoff"], fc: float = 1000, bw: float = 0.5, bwr: float = -6, tpr: float = -60,
               retquad: bool = False, retenv: bool = False) -> cupy.ndarray | float | tuple[cupy.ndarray, ...]:
    """Sinusoid with a Gaussian envelope.

    Parameters
    ----------
    t : array_like or 'cutoff'
        Times; 'cutoff' asks for the time at which the envelope has fallen to `tpr`.
    fc : float, optional
        Frequency of the sinusoid, 1000 Hz by default.
    bw : float, optional
        Bandwidth as a share of `fc`, 0.5 by default.
    bwr, tpr : float, optional
        Levels in dB at which the bandwidth and the cutoff are taken, -6 and -60 by default.
    retquad, retenv : bool, optional
        Whether the quadrature and the envelope come back too.

    Returns
    -------
    cupy.ndarray or tuple of them
        The pulse, then what else is asked for; a float for 'cutoff'.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.gausspulse(cupy.array([0.0, 0.0001]), fc=5000).round(4)
    array([ 1.    , -0.7999])
    """
    if fc < 0:
        raise ValueError(f"Center frequency (fc={fc:.2f}) must be >=0.")
    if bw <= 0:
        raise ValueError(f"Fractional bandwidth (bw={bw:.2f}) must be > 0.")
    if bwr >= 0:
        raise ValueError(f"Reference level for bandwidth (bwr={bwr:.2f}) must be < 0 dB")
    a = -(math.pi * fc * bw) ** 2 / (4 * math.log(10 ** (bwr / 20)))
    if isinstance(t, str):
        if t != "cutoff":
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        if tpr >= 0:
            raise ValueError("Reference level for time cutoff must be < 0 dB")
        return math.sqrt(-math.log(10 ** (tpr / 20)) / a)
    t, angular = as_array(t), 2 * math.pi * fc
    if not (retquad or retenv):
        return _pulse(t, -a, angular)
    pulse, quadrature, envelope = _pulse_parts(t, -a, angular)
    return (pulse, *[quadrature] * bool(retquad), *[envelope] * bool(retenv))


def _chirp_phase(f0: float, t1: float, f1: float, method: str, vertex_zero: bool) -> tuple[str, float, float, float]:
    """The name and the parameters of a chirp's phase."""
    if method in ("linear", "lin", "li"):
        return "linear", f0, 0.5 * (f1 - f0) / t1, 0.0
    if method in ("quadratic", "quad", "q"):
        beta = (f1 - f0) / t1 ** 2
        return ("quadratic", f0, beta, 0.0) if vertex_zero else ("quadratic_late", f1, beta, t1)
    if method in ("logarithmic", "log", "lo"):
        if f0 * f1 <= 0.0:
            raise ValueError("For a logarithmic chirp, f0 and f1 must be nonzero and have the same sign.")
        return ("linear", f0, 0.0, 0.0) if f0 == f1 else ("logarithmic", t1 / math.log(f1 / f0) * f0, f1 / f0, t1)
    if method in ("hyperbolic", "hyp"):
        if f0 == 0 or f1 == 0:
            raise ValueError("For a hyperbolic chirp, f0 and f1 must be nonzero.")
        if f0 == f1:
            return "linear", f0, 0.0, 0.0
        singular = -f1 * t1 / (f0 - f1)
        return "hyperbolic", -singular * f0, singular, 0.0
    raise ValueError("method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic', but a value of "
                     f"{method!r} was given.")


def chirp(t: ArrayLike, f0: float, t1: float, f1: float,
          method: Literal["linear", "quadratic", "logarithmic", "hyperbolic"] = "linear", phi: float = 0,
          vertex_zero: bool = True, *, complex: bool = False) -> cupy.ndarray:
    """Cosine whose frequency changes with time.

    Parameters
    ----------
    t : array_like
        Times.
    f0 : float
        Frequency at time zero.
    t1, f1 : float
        A time, and the frequency then.
    method : {'linear', 'quadratic', 'logarithmic', 'hyperbolic'}, optional
        How the frequency changes.
    phi : float, optional
        Phase at time zero in degrees.
    vertex_zero : bool, optional
        Whether the parabola of 'quadratic' has its vertex at time zero (the default) or at `t1`.
    complex : bool, optional
        Whether the analytic signal ``exp(1j * phase)`` is wanted.

    Returns
    -------
    cupy.ndarray
        The signal at `t`.

    Raises
    ------
    ValueError
        If the method is unknown or does not fit the frequencies.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.chirp(cupy.array([0.0, 0.5]), f0=1, t1=1, f1=3).round(4) + 0
    array([1., 0.])
    """
    name, *parameters = _chirp_phase(float(f0), float(t1), float(f1), method, vertex_zero)
    return _chirps[name, bool(complex)](as_array(t), *parameters, math.radians(phi))


def sweep_poly(t: ArrayLike, poly: ArrayLike | poly1d, phi: float = 0) -> cupy.ndarray:
    """Cosine whose frequency is a polynomial of time.

    Parameters
    ----------
    t : array_like
        Times.
    poly : array_like or poly1d
        Coefficients of the frequency, highest power first.
    phi : float, optional
        Phase at time zero in degrees.

    Returns
    -------
    cupy.ndarray
        The signal at `t`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.sweep_poly(cupy.array([0.0, 0.5]), [2.0, 1.0]).round(4) + 0
    array([1., 0.])
    """
    coefficients = numpy.atleast_1d(to_host(getattr(poly, "coeffs", poly)))
    integral = coefficients / numpy.arange(coefficients.size, 0, -1)
    t, phase = as_array(t), math.radians(phi)
    if integral.dtype.kind == "f" and t.dtype.kind != "c" and integral.size < _SWEPT:
        return _sweep(t, phase, *[0.0] * (_SWEPT - 1 - integral.size), *integral.tolist(), 0.0)
    t = t.astype("D" if t.dtype.kind == "c" else "d", copy=False)
    sweep = t * 0
    for coefficient in (*integral, 0.0):
        sweep = sweep * t + coefficient
    return cupy.cos(2 * math.pi * sweep + phase)


def unit_impulse(shape: SupportsIndex | Sequence[SupportsIndex], idx: Any = None,
                 dtype: DTypeLike = float) -> cupy.ndarray:
    """Zeros with a single one.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of the array.
    idx : int, tuple of int or 'mid', optional
        Place of the one: the beginning by default, the same index along all axes, or the middle.
    dtype : dtype, optional
        float64 by default.

    Returns
    -------
    cupy.ndarray
        Of shape `shape`.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.unit_impulse(5, "mid")
    array([0., 0., 1., 0., 0.])
    """
    out = cupy.zeros(shape, dtype)
    if idx is None:
        out[(0,) * out.ndim] = 1
        return out
    if isinstance(idx, str) and idx == "mid":
        idx = tuple([n // 2 for n in out.shape])
    elif not hasattr(idx, "__iter__"):
        idx = (idx,) * out.ndim
    out[tuple(to_host(list(idx)))] = 1
    return out
