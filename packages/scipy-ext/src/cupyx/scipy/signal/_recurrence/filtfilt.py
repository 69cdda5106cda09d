"""Filters that run forwards and backwards, so that phases stay."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy._host import to_host
from cupyx.scipy.signal._recurrence._signals import coefficients, signal_of
from cupyx.scipy.signal._recurrence.lfilter import lfilter
from cupyx.scipy.signal._recurrence.sosfilt import sections_of, sosfilt
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["filtfilt", "sosfiltfilt"]

_OPTIONS = frozenset(("axis", "padtype", "padlen"))     # of signals that SciPy filters as we do


def along(x: cupy.ndarray, axis: int, start: int | None = None, stop: int | None = None,
          step: int | None = None) -> cupy.ndarray:
    """A slice of one axis."""
    return x[(slice(None),) * axis + (slice(start, stop, step),)]


def extend(x: cupy.ndarray, edge: int, axis: int, kind: str | None) -> cupy.ndarray:
    """`x` with `edge` samples more at both ends: reflected ('even'), also about the ends' values ('odd'), constant."""
    first, last = along(x, axis, 0, 1), along(x, axis, -1)
    if kind == "constant":
        shape = (*x.shape[:axis], edge, *x.shape[axis + 1:])
        return cupy.concatenate((cupy.broadcast_to(first, shape), x, cupy.broadcast_to(last, shape)), axis=axis)
    before, after = along(x, axis, edge, 0, -1), along(x, axis, -2, -(edge + 2), -1)
    if kind == "odd":
        before, after = 2 * first - before, 2 * last - after
    return cupy.concatenate((before, x, after), axis=axis)


def _extended(padtype: str | None, padlen: Any, x: cupy.ndarray, axis: int,
              taps: Any) -> tuple[int, cupy.ndarray]:
    if padtype not in ("even", "odd", "constant", None):
        raise ValueError(f"Unknown value '{padtype}' given to padtype. padtype must be 'even', 'odd', 'constant', "
                         "or None.")
    edge = 0 if padtype is None else 3 * taps if padlen is None else padlen
    if x.shape[axis] <= edge:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {edge}.")
    return edge, extend(x, edge, axis, padtype) if edge > 0 else x


def _both_ways(run: Callable[..., Any], zi: cupy.ndarray, x: cupy.ndarray, edge: int, axis: int) -> cupy.ndarray:
    """Forwards and backwards, each from the steady state of its first sample."""
    y, _ = run(x, zi * along(x, axis, 0, 1))
    y, _ = run(along(y, axis, None, None, -1), zi * along(y, axis, -1))
    y = along(y, axis, None, None, -1)
    return cupy.ascontiguousarray(along(y, axis, edge, -edge) if edge > 0 else y)


@scipy_of_few_samples(axes=1, options=_OPTIONS)
def filtfilt(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int = -1,
             padtype: Literal["odd", "even", "constant", None] = "odd", padlen: SupportsIndex | None = None,
             method: Literal["pad", "gust"] = "pad", irlen: SupportsIndex | None = None) -> cupy.ndarray:
    """Filter a signal forwards and backwards along one axis: twice the order, and no delay.

    Parameters
    ----------
    b, a : array_like
        Coefficients, as for `lfilter`.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    padtype : {'odd', 'even', 'constant', None}, optional
        How the signal is continued beyond its ends for 'pad'.
    padlen : int, optional
        By how many samples, less than there are; ``3 * max(len(a), len(b))`` by default.
    method : {'pad', 'gust'}, optional
        Continue the signal, or find the initial states for which both orders of the directions agree (Gustafsson).
    irlen : int, optional
        Length of the impulse response, as far as it matters, for 'gust'.

    Returns
    -------
    cupy.ndarray
        The filtered signal, of the shape of `x`.

    Raises
    ------
    ValueError
        If an option is unknown or the signal is not longer than `padlen`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> b, a = signal.butter(2, 0.2)
    >>> signal.filtfilt(b, a, cupy.ones(30))[10].round(6)
    array(1.)
    """
    b, a, x = coefficients(to_host(b), "b"), coefficients(to_host(a), "a"), signal_of(x)
    axis = normalize_axis_index(axis, x.ndim)
    if method not in ("pad", "gust"):
        raise ValueError("method must be 'pad' or 'gust'.")
    if method == "gust":
        return _gustafsson(b, a, x, axis, irlen)
    edge, extended = _extended(padtype, padlen, x, axis, max(len(a), len(b)))
    steady = scipy_signal.lfilter_zi(b, a)
    zi = cupy.asarray(steady).reshape([-1 if k == axis else 1 for k in range(x.ndim)])
    return _both_ways(lambda x, zi: lfilter(b, a, x, axis, zi), zi, extended, edge, axis)


def _gustafsson(b: Any, a: Any, x: cupy.ndarray, axis: int, irlen: Any) -> cupy.ndarray:
    """F. Gustafsson, Determining the initial states in forward-backward filtering, IEEE TSP 44 (1996)."""
    order = max(len(a), len(b)) - 1
    if order == 0:
        return x * (b[0] / a[0]) ** 2
    x = cupy.moveaxis(x, axis, -1)
    n = x.shape[-1]
    m = n if irlen is None or n <= 2 * irlen else irlen
    # What each state adds to the output, and what filtering that backwards gives: for all signals the same.
    observed = numpy.zeros((m, order))
    observed[:, 0] = scipy_signal.lfilter(b, a, numpy.zeros(m), zi=numpy.eye(order)[0])[0]
    for k in range(1, order):
        observed[k:, k] = observed[:-k, 0]
    reversed_twice = scipy_signal.lfilter(b, a, observed[::-1], axis=0)
    first, second = reversed_twice[::-1], observed[::-1]
    if m == n:
        equations, answer = numpy.hstack((first - observed, second - reversed_twice)), numpy.hstack((first, second))
    else:
        equations, answer = numpy.zeros((2, 2 * m, 2 * order))
        equations[:m, :order], equations[m:, order:] = first - observed, second - reversed_twice
        answer[:m, :order], answer[m:, order:] = first, second
    run: Any = functools.partial(lfilter, b, a)
    forward = run(run(x)[..., ::-1])[..., ::-1]
    backward = run(run(x[..., ::-1])[..., ::-1])
    delta = backward - forward
    if m < n:
        delta = cupy.concatenate((delta[..., :m], delta[..., -m:]), axis=-1)
    correct = cupy.asarray(answer @ numpy.linalg.pinv(equations))
    change = delta @ correct.T
    y = forward.astype(change.dtype)
    if m == n:
        y += change
    else:
        y[..., :m] += change[..., :m]
        y[..., -m:] += change[..., m:]
    return cupy.moveaxis(y, -1, axis)


@scipy_of_few_samples(options=_OPTIONS)
def sosfiltfilt(sos: ArrayLike, x: ArrayLike, axis: int = -1,
                padtype: Literal["odd", "even", "constant", None] = "odd",
                padlen: SupportsIndex | None = None) -> cupy.ndarray:
    """Filter a signal forwards and backwards by cascaded sections of order two.

    Parameters
    ----------
    sos : array_like
        Sections, as for `sosfilt`.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    padtype : {'odd', 'even', 'constant', None}, optional
        How the signal is continued beyond its ends.
    padlen : int, optional
        By how many samples; by default three for each coefficient that the sections have when written as one.

    Returns
    -------
    cupy.ndarray
        The filtered signal, of the shape of `x`.

    Raises
    ------
    ValueError
        As in `sosfilt`, and if the signal is not longer than `padlen`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> sos = signal.butter(4, 0.2, output="sos")
    >>> signal.sosfiltfilt(sos, cupy.ones(40))[10].round(6)
    array(1.)
    """
    sos, x = sections_of(to_host(sos)), signal_of(x)
    axis = normalize_axis_index(axis, x.ndim)
    taps = 2 * len(sos) + 1 - min((sos[:, 2] == 0).sum(), (sos[:, 5] == 0).sum())
    edge, extended = _extended(padtype, padlen, x, axis, taps)
    steady = cupy.asarray(scipy_signal.sosfilt_zi(sos))
    zi = steady.reshape(len(sos), *[2 if k == axis else 1 for k in range(x.ndim)])
    return _both_ways(lambda x, zi: sosfilt(sos, x, axis, zi), zi, extended, edge, axis)
