"""Filters of mirror-symmetric signals: forwards, then backwards."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.signal._arguments import floating
from cupyx.scipy.signal._recurrence.lfilter import lfilter
from cupyx.scipy.signal._recurrence.sosfilt import sosfilt
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

    _Series = Callable[[numpy.ndarray[Any, Any]], Any]

__all__ = ["symiirorder1", "symiirorder2"]


def _lines(signal: ArrayLike) -> cupy.ndarray:
    signal = signal if isinstance(signal, cupy.ndarray) else cupy.asarray(signal)
    if signal.ndim > 2 or signal.ndim == 0:
        raise ValueError("Input must be 1D or 2D")
    return cupy.atleast_2d(signal).astype(floating(signal), copy=False)


_AT_FIRST = 256         # terms of a series that are looked at


def _converged(terms: _Series, precision: float, dtype: numpy.dtype[Any], count: int,
               squares: bool = False) -> numpy.ndarray[Any, Any]:
    """The terms of a decaying series up to the first that is small, or whose square is; there are less than `count`."""
    if not 0 < precision <= 1:
        precision = 1e-6 if dtype.char in "fF" else 1e-11
    if squares:
        precision = math.sqrt(precision)
    looked_at = 0
    while looked_at < count - 1:
        looked_at = min(count - 1, 4 * looked_at or _AT_FIRST)
        values = terms(numpy.arange(looked_at))
        small = numpy.abs(values) <= precision
        if small.any():
            return values[:int(small.argmax()) + 1]
    raise ValueError("Sum to find symmetric boundary conditions did not converge.")


@functools.lru_cache(64)
def _uploaded(weights: bytes, char: str, device: int) -> cupy.ndarray:
    return cupy.asarray(numpy.frombuffer(weights, char))


def dot(lines: cupy.ndarray, weights: Any) -> cupy.ndarray:
    """The sum of the first samples of lines, weighted; `weights` are NumPy's."""
    weights = numpy.asarray(weights, lines.dtype)
    weights = _uploaded(weights.tobytes(), weights.dtype.char, cupy.cuda.runtime.getDevice())
    return (lines[:, :weights.size] * weights).sum(axis=1)


def _of_contiguous(signal: Any, *args: Any, **kwargs: Any) -> Any:
    """SciPy's `symiirorder1`, which reads the samples of any array as if they lay one behind the other."""
    return scipy_signal.symiirorder1(numpy.ascontiguousarray(signal), *args, **kwargs)


@scipy_of_few_samples(function=_of_contiguous)
def symiirorder1(signal: Any, c0: Any, z1: Any, precision: float = -1.0) -> cupy.ndarray:
    """Filter a mirror-symmetric signal by ``c0 / ((1 - z1 / z) (1 - z1 z))``.

    Parameters
    ----------
    signal : array_like
        A signal, or lines of them.
    c0, z1 : scalar
        Gain, and the pole, which lies inside the unit circle.
    precision : float, optional
        Terms of the sums over the reflected signal are added up to the first that is not greater; 1e-11 by default,
        1e-6 in single precision.

    Returns
    -------
    cupy.ndarray
        The filtered signal.

    Raises
    ------
    ValueError
        If the pole is not inside the unit circle, or the signal is too short for `precision`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.symiirorder1(cupy.ones(60), 0.25, 0.5)[:3].round(6)
    array([1., 1., 1.])
    """
    lines = _lines(signal)
    if abs(z1) >= 1:
        raise ValueError("|z1| must be less than 1.0")
    count = lines.shape[1]
    first = lines[:, 0] + dot(lines, _converged(lambda k: z1 ** (k + 1), precision, lines.dtype, count))
    out = one_pole(lines, first, z1, c0, last=lambda y: -c0 / (z1 - 1.0) * y)
    return out[0] if numpy.ndim(signal) == 1 else out


def one_pole(lines: cupy.ndarray, first: cupy.ndarray, pole: Any, gain: ArrayLike,
             last: Callable[..., Any]) -> cupy.ndarray:
    """Forwards from given first outputs, backwards from ``last`` of the last output of the way there."""
    dtype, char = lines.dtype, "D" if isinstance(pole, complex) else "d"
    a = numpy.asarray([1, -pole], char).astype(dtype if dtype.kind == "c" or char == "d" else "D")
    first = first.astype(dtype)[:, None]
    forward, _ = lfilter(numpy.ones(1, dtype), a, lines[:, 1:], zi=first * pole)
    forward = cupy.concatenate((first, forward), axis=1)
    final = last(forward[:, -1:]).astype(forward.dtype)
    backward, _ = lfilter(numpy.asarray([gain], forward.dtype), a, forward[:, -2::-1], zi=final * pole)
    return cupy.concatenate((backward[:, ::-1], final), axis=1)


def forward_response(k: ArrayLike, cs: float, r: float, omega: float) -> numpy.ndarray[Any, Any]:
    """Impulse response of ``cs / (1 - 2 r cos(omega) / z + r^2 / z^2)``."""
    k = numpy.asarray(k)
    if omega == 0 or omega == math.pi:
        return numpy.where(k < 0, 0, cs * float(r) ** k * (k + 1) * (1 if omega == 0 else (-1.0) ** k))
    return numpy.where(k < 0, 0, cs * float(r) ** k * numpy.sin(omega * (k + 1)) / math.sin(omega))


def symmetric_response(k: numpy.ndarray[Any, Any], cs: float, r: float, omega: float) -> numpy.ndarray[Any, Any]:
    """Impulse response of that filter forwards and backwards."""
    k, rsq = abs(numpy.asarray(k)), r * r
    if omega == 0 or omega == math.pi:
        c0 = (1 + rsq) / (1 - rsq) ** 3 * cs * cs
        gamma = (1 - rsq) / (1 + rsq)
        return c0 * float(r) ** k * (1 + gamma * k) * (1 if omega == 0 else (-1.0) ** k)
    c0 = cs * cs * (1 + rsq) / (1 - rsq) / (1 - 2 * rsq * math.cos(2 * omega) + rsq * rsq)
    gamma = (1 - rsq) / (1 + rsq) / math.tan(omega)
    return c0 * float(r) ** k * (numpy.cos(omega * k) + gamma * numpy.sin(omega * k))


def two_poles(lines: cupy.ndarray, r: float, omega: float, summed: Callable[[_Series, bool], Any],
              first_two: tuple[int, ...] = (1, 0)) -> cupy.ndarray:
    """Filter lines by two conjugate poles, forwards and backwards; `summed` gives the terms of a series that count.

    The second state is begun with the samples `first_two`; SciPy's smoothing splines take them in the other order.
    """
    dtype = lines.dtype
    cs, rsq = 1 - 2 * r * math.cos(omega) + r * r, r * r
    a2, a3 = 2 * r * math.cos(omega), -rsq
    sos = numpy.asarray([[cs, 0, 0, 1, -a2, -a3]], dtype)

    def of(response: Callable[..., Any], *shifts: int) -> numpy.ndarray[Any, Any]:
        return summed(lambda k: sum(response(k + shift, cs, r, omega) for shift in shifts),
                      response is symmetric_response)

    first = float(forward_response(0, cs, r, omega)) * lines[:, 0] + dot(lines, of(forward_response, 1))
    second = (float(forward_response(0, cs, r, omega)) * lines[:, first_two[0]]
              + float(forward_response(1, cs, r, omega)) * lines[:, first_two[1]] + dot(lines, of(forward_response, 2)))
    mirrored = lines[:, ::-1]
    last = dot(mirrored, of(symmetric_response, 0, 1))
    previous = dot(mirrored, of(symmetric_response, -1, 2))

    def run(x: cupy.ndarray, before: cupy.ndarray, now: cupy.ndarray) -> cupy.ndarray:
        before, now = before.astype(dtype), now.astype(dtype)
        state = cupy.stack((a2 * now + a3 * before, a3 * now), axis=1)[None]
        y, _ = sosfilt(sos, x, zi=state.astype(dtype))
        return cupy.concatenate((before[:, None], now[:, None], y), axis=1)

    forward = run(lines[:, 2:], first, second)
    return run(forward[:, -3::-1], last, previous)[:, ::-1]


@scipy_of_few_samples()
def symiirorder2(input: Any, r: float, omega: float, precision: float = -1.0) -> cupy.ndarray:
    """Filter a mirror-symmetric signal by two conjugate poles, forwards and backwards.

    Parameters
    ----------
    input : array_like
        A signal, or lines of them.
    r, omega : float
        Radius and angle of the poles, ``r < 1``.
    precision : float, optional
        As for `symiirorder1`.

    Returns
    -------
    cupy.ndarray
        The filtered signal; constants stay what they are.

    Raises
    ------
    ValueError
        If the poles are not inside the unit circle, or the signal is too short for `precision`.
    TypeError
        If the signal is complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.symiirorder2(cupy.ones(200), 0.5, 1.0)[:3].round(6)
    array([1., 1., 1.])
    """
    if r >= 1.0:
        raise ValueError("r must be less than 1.0")
    lines = _lines(input)
    if lines.dtype.kind == "c":
        raise TypeError("symiirorder2 takes real signals")
    out = two_poles(lines, r, omega,
                    lambda terms, squares: _converged(terms, precision, lines.dtype, lines.shape[1], squares))
    out = cupy.ascontiguousarray(out)
    return out[0] if numpy.ndim(input) == 1 else out


def along_axis(function: Callable[..., Any], x: cupy.ndarray, axis: int, *args: Any) -> cupy.ndarray:
    """`function` on the lines along an axis of an image."""
    axis = normalize_axis_index(axis, x.ndim)
    return cupy.ascontiguousarray(cupy.moveaxis(function(cupy.moveaxis(x, axis, -1), *args), -1, axis))
