"""Filters of a quotient of polynomials."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import normalize_axis_index, serial_blocks

from cupyx.scipy._host import few_by_scipy
from cupyx.scipy.signal._convolution import _blocks, _direct
from cupyx.scipy.signal._convolution._in_shared import convolve_in_shared
from cupyx.scipy.signal._recurrence import _engine
from cupyx.scipy.signal._recurrence._signals import as_lines, coefficients, filtered_type, signal_of
from cupyx.scipy.signal._through_scipy import through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["deconvolve", "lfilter", "lfilter_zi", "lfiltic"]

HOST_TAPS, DEVICE_TAPS = 512, 64    # beyond these, finite responses are convolved by transforms
_FEW = 1 << 14          # samples that SciPy has filtered in less time than our way takes to begin

lfilter_zi = through_scipy(scipy_signal.lfilter_zi, """\
>>> b, a = signal.butter(2, 0.5)
>>> signal.lfilter_zi(b, a).round(4)
array([0.7071, 0.1213])""")
lfiltic = through_scipy(scipy_signal.lfiltic, """\
>>> signal.lfiltic([1.0], [1.0, -0.5], y=[2.0])
array([1.])""")


def _states(zi: cupy.ndarray, x: cupy.ndarray, axis: int, order: int) -> cupy.ndarray:
    """Given states with the shape that they should have; axes of size one are broadcast."""
    expected = (*x.shape[:axis], order, *x.shape[axis + 1:])
    if zi.ndim != x.ndim:
        raise ValueError(f"Dimensions of parameters x and zi must match, but x.ndim={x.ndim}, zi.ndim={zi.ndim}!")
    if zi.shape[axis] != order or any(n not in (1, m) for n, m in zip(zi.shape, expected)):
        raise ValueError(f"Unexpected shape for parameter zi: expected {expected}, found {zi.shape}.")
    return cupy.broadcast_to(zi, expected)


def _filtered(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """SciPy's filter of NumPy's arrays, where states are double and no lines are walked by Python."""
    if x.dtype.char not in "dD" and numpy.result_type(b, a, x).char not in "dD" or x.ndim > 1 and numpy.size(a) == 1:
        raise ValueError
    return scipy_signal.lfilter(b, a, x, axis, zi)


def _few_of_numpy(x: Any) -> Any:
    return x if type(x) is numpy.ndarray and x.size <= _FEW else NotImplemented


_few = few_by_scipy(_filtered, types="bBhHiIlLfdFD", most=_FEW, start=_few_of_numpy)


def _finite(b: Any, x: cupy.ndarray, zi: cupy.ndarray | None) -> tuple[cupy.ndarray, cupy.ndarray]:
    """A filter without recursion on (outer, length, inner): the output and the states, (outer, order, inner)."""
    taps = cupy.asarray(b.astype(x.dtype, copy=False)).reshape(1, -1, 1)
    least = HOST_TAPS if serial_blocks() else DEVICE_TAPS
    if len(b) > least and x.shape[1] > least:
        full = convolve_in_shared(x, taps, 1, "full")
        if full is None:
            length = _blocks.block_length(*sorted((x.shape[1], len(b)), reverse=True))
            full = _blocks.convolve_blocks(x, taps, 1, length) if length else _blocks.convolve_whole(x, taps, [1])
    else:
        # Along the last axis the kernel makes several outputs at once.
        full = _direct.convolve_direct(x.swapaxes(1, 2), taps.swapaxes(1, 2), "full").swapaxes(1, 2)
    if zi is not None:
        full[:, :zi.shape[1]] += zi
    return full[:, :x.shape[1]], full[:, x.shape[1]:]


def _quotient(b: Any, a: Any, x: cupy.ndarray, zi: cupy.ndarray | None,
              want_state: bool) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    """Filter (outer, length, inner) with states (outer, order, inner), or None."""
    order = max(len(a), len(b)) - 1
    outer, length, inner = x.shape
    if length == 0:
        return x.copy(), zi
    if len(a) == 1 or order > _engine.MOST_ORDER:
        if type(b) is not type(a):      # one lies on a device
            b, a = cupy.asarray(b), cupy.asarray(a)
        work = _engine.working(x.dtype)
        first = a[:1].astype(work, copy=False)
        b, a = b / first, a / first
    if len(a) == 1:
        return _finite(b, x, zi)
    if order > _engine.MOST_ORDER >= len(a) - 1:
        moving, tail = _finite(b, x, zi)
        lines = cupy.ascontiguousarray(moving)
        y, state = _engine.direct(numpy.ones(1), a, lines, None, want_state)
        if state is not None:
            tail = tail.copy()
            tail[:, :len(a) - 1] += state.reshape(outer, inner, -1).swapaxes(1, 2)
        return y, tail
    flat = None if zi is None else zi.swapaxes(1, 2).reshape(outer * inner, order)
    if order > _engine.MOST_ORDER:
        y, state = _engine.of_any_order(b, a, x, flat)
    else:
        y, state = _engine.direct(b, a, x, flat, want_state)
    return y, None if state is None else state.reshape(outer, inner, order).swapaxes(1, 2)


@overload
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int = ..., zi: None = ...) -> cupy.ndarray: ...
@overload
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int = ..., *,
            zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int,
            zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int = ...,
            zi: ArrayLike | None = ...) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]: ...
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: int = -1,
            zi: ArrayLike | None = None) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Filter a signal along one axis by a quotient of polynomials.

    Parameters
    ----------
    b, a : array_like
        Coefficients of numerator and denominator, lowest delay first; both are divided by ``a[0]``.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    zi : array_like, optional
        States of the delays before the first sample: the shape of `x` with ``max(len(a), len(b)) - 1`` along `axis`;
        other axes may have size one.  Zeros by default.

    Returns
    -------
    y : cupy.ndarray
        The filtered signal, of the shape of `x`.
    zf : cupy.ndarray
        States after the last sample, if `zi` is given.

    Raises
    ------
    ValueError
        If coefficients are missing or not vectors, ``a[0]`` is zero, or `zi` has another shape.  That it is zero on a
        device is found out with the next copy to the host.

    Notes
    -----
    Transposed direct form II, with states in double precision.  Devices filter runs of samples at the same time and
    correct their states by powers of the filter's matrix (Maleki and Burtscher, ASPLOS 2018).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.lfilter([1.0], [1.0, -0.5], cupy.array([1.0, 0.0, 0.0, 0.0]))
    array([1.   , 0.5  , 0.25 , 0.125])
    >>> y, state = signal.lfilter([1.0], [1.0, -0.5], cupy.zeros(2), zi=cupy.array([4.0]))
    >>> y, state
    (array([4., 2.]), array([1.]))
    """
    found = _few((b, a, x, axis, zi))
    if found is not NotImplemented:
        return found
    b, a, x = coefficients(b, "b"), coefficients(a, "a"), signal_of(x)
    zi = None if zi is None else zi if isinstance(zi, cupy.ndarray) else cupy.asarray(zi)
    axis = normalize_axis_index(axis, x.ndim)
    dtype = filtered_type(b, a, x, zi)
    if isinstance(a, numpy.ndarray) and len(a) > 1 and a[0] == 0:
        raise ValueError("filter coefficient a[0] == 0 is not supported")
    order = max(len(a), len(b)) - 1
    state = None if zi is None else _states(zi, x, axis, order)
    work = _engine.working(dtype)
    lines = as_lines(x, axis, dtype)
    if state is not None:
        state = state.astype(work if len(a) > 1 else dtype)
        state = state.reshape(lines.shape[0], order, lines.shape[2])
    y, final = _quotient(b, a, lines, state, zi is not None)
    if y.dtype != dtype or not y.flags.c_contiguous:
        y = cupy.ascontiguousarray(y, dtype)
    y = y.reshape(x.shape)
    if zi is None or final is None:
        return y
    return y, final.astype(dtype).reshape(*x.shape[:axis], order, *x.shape[axis + 1:])


def deconvolve(signal: ArrayLike, divisor: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Divide one signal by another: the inverse of convolution.

    Parameters
    ----------
    signal, divisor : array_like
        Vectors.

    Returns
    -------
    quotient, remainder : cupy.ndarray
        With ``signal = convolve(divisor, quotient) + remainder``.

    Raises
    ------
    ValueError
        If a vector is empty or has more than one axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> quotient, remainder = signal.deconvolve(cupy.array([2.0, 7.0, 6.0]), cupy.array([2.0, 3.0]))
    >>> quotient, remainder
    (array([1., 2.]), array([0., 0., 0.]))
    """
    from cupyx.scipy.signal._convolution.convolve import convolve

    num, den = cupy.atleast_1d(cupy.asarray(signal)), cupy.atleast_1d(cupy.asarray(divisor))
    for name, value in (("signal", num), ("divisor", den)):
        if value.ndim != 1 or value.size == 0:
            raise ValueError(f"Parameter {name} must be non-empty 1d array, but its shape is {value.shape}!")
    if den.size > num.size:
        return cupy.asarray([]), num
    head = num[:num.size - den.size + 1]
    quotient = lfilter([1.0], den, head.astype(numpy.result_type(head.dtype, "d")))
    return quotient, num - convolve(den, quotient, method="direct")
