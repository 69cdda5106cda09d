"""Resampling by rational factors: filters between samples that are inserted and samples that are left out."""
from __future__ import annotations

import functools
import math
import operator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import Kernel, normalize_axis_index

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._recurrence.filtfilt import filtfilt, sosfiltfilt
from cupyx.scipy.signal._recurrence.lfilter import lfilter
from cupyx.scipy.signal._recurrence.sosfilt import sosfilt
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.signal._systems.classes import dlti

__all__ = ["decimate", "resample_poly", "upfirdn"]

_MODES = ("constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric", "antireflect", "line")

_kernel = Kernel("upfirdn.hpp", _kernels, "Upfirdn", packed=("f", "d", "F", "D"))


@scipy_of_few_samples()
def upfirdn(h: ArrayLike, x: ArrayLike, up: SupportsIndex = 1, down: SupportsIndex = 1, axis: SupportsIndex = -1,
            mode: str = "constant", cval: ArrayLike = 0) -> cupy.ndarray:
    """Insert zeros, filter, and leave samples out.

    Parameters
    ----------
    h : array_like
        Taps of the filter.
    x : array_like
        The signal.
    up, down : int, optional
        One of `up` samples comes from `x`, one of `down` is kept; 1 by default.
    axis : int, optional
        Axis to filter along, the last by default.
    mode : str, optional
        What lies beyond the ends: 'constant' (the default, `cval`), 'wrap', 'edge', 'smooth', 'symmetric', 'reflect',
        'antisymmetric', 'antireflect' or 'line'.
    cval : scalar, optional
        Value beyond the ends for 'constant'.

    Returns
    -------
    cupy.ndarray
        ``((x.shape[axis] - 1) * up + len(h) - 1) // down + 1`` samples along `axis`.

    Raises
    ------
    ValueError
        If `h` is not a vector of some length, a rate is less than one, or the mode is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.upfirdn([1.0, 1.0], cupy.array([1.0, 2.0, 3.0]), up=2)
    array([1., 1., 2., 2., 3., 3.])
    """
    h, x = as_array(h), as_array(x)
    if h.ndim != 1 or h.size == 0:
        raise ValueError("h must be 1-D with non-zero length")
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    mode = mode.lower()
    if mode not in _MODES:
        raise ValueError(f"Unknown mode: {mode}")
    return _polyphase(_by_phase(h, up), x, up, down, axis, mode, cval)


@functools.lru_cache(64)
def _low_pass(up: int, down: int, window: str | tuple[str, float], char: str,
              device: int) -> tuple[tuple[cupy.ndarray, int], int]:
    """Taps by phase that `resample_poly` designs, and how many lie on either side of the middle."""
    rate = max(up, down)
    half = 10 * rate
    taps = cupy.asarray(scipy_signal.firwin(2 * half + 1, 1 / rate, window=window).astype(char) * up)
    return _by_phase(taps, up), half


def resample_poly(x: ArrayLike, up: SupportsIndex, down: SupportsIndex, axis: int = 0,
                  window: str | tuple[Any, ...] | ArrayLike = ("kaiser", 5.0), padtype: str = "constant",
                  cval: ArrayLike | None = None) -> cupy.ndarray:
    """Resample a signal by a rational factor with a polyphase filter.

    Parameters
    ----------
    x : array_like
        The signal.
    up, down : int
        The new rate is ``up / down`` times the old one.
    axis : int, optional
        Axis to resample along, the first by default.
    window : str, tuple or array_like, optional
        Window of the low-pass filter, or the filter's taps.
    padtype : str, optional
        What lies beyond the ends: 'constant' (the default), a mode of `upfirdn`, or 'mean', 'median', 'minimum' or
        'maximum' of the signal.
    cval : scalar, optional
        Value for 'constant', zero by default.

    Returns
    -------
    cupy.ndarray
        ``ceil(x.shape[axis] * up / down)`` samples along `axis`.

    Raises
    ------
    ValueError
        If a rate is not a positive integer, taps are not a vector, or the kind of padding is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.resample_poly(cupy.ones(1000), 3, 2).shape
    (1500,)
    """
    x = as_array(x)
    for name, rate in (("up", up), ("down", down)):
        if rate != int(rate):
            raise ValueError(f"{name} must be an integer")
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    means = {"mean": cupy.mean, "median": cupy.median, "minimum": cupy.min, "maximum": cupy.max}
    if padtype not in means and padtype not in _MODES:
        raise ValueError("padtype must be one of: maximum, mean, median, minimum, " + ", ".join(_MODES))
    divisor = math.gcd(up, down)
    up, down = up // divisor, down // divisor
    if up == down == 1:
        return x.copy()
    axis = normalize_axis_index(axis, x.ndim)
    size = -(-x.shape[axis] * up // down)
    if isinstance(window, (list, numpy.ndarray, cupy.ndarray)):
        taps = cupy.asarray(window)
        if taps.ndim > 1:
            raise ValueError("window must be 1-D")
        half, taps = (taps.size - 1) // 2, _by_phase(taps * up, up)
    else:
        char = {"f": "f", "F": "f", "e": "f"}.get(x.dtype.char, "d")
        key = (window, char, cupy.cuda.runtime.getDevice())
        try:
            taps, half = _low_pass(up, down, *key)
        except TypeError:
            taps, half = _low_pass.__wrapped__(up, down, *key)
    background = None
    if padtype in means:
        background = means[padtype](x, axis=axis, keepdims=True)
        x, padtype = x - background, "constant"
    # The filter's middle lies on the first output.
    y = _polyphase(taps, x, up, down, axis, padtype, 0 if cval is None else cval, half, size)
    return y if background is None else y + background


@functools.lru_cache(64)
def _hamming_taps(n: int, q: int) -> numpy.ndarray[Any, Any]:
    """The low-pass filter of n + 1 taps that lets one of `q` samples stand for all."""
    return scipy_signal.firwin(n + 1, 1 / q, window="hamming")


@functools.lru_cache(64)
def _chebyshev_sections(n: int, q: int) -> numpy.ndarray[Any, Any]:
    """The recursive one of order n, by sections."""
    return scipy_signal.cheby1(n, 0.05, 0.8 / q, output="sos")


def decimate(x: ArrayLike, q: SupportsIndex, n: SupportsIndex | None = None,
             ftype: Literal["iir", "fir"] | dlti = "iir", axis: int = -1,
             zero_phase: bool = True) -> cupy.ndarray:
    """Leave out samples of a signal, after a low-pass filter.

    Parameters
    ----------
    x : array_like
        The signal.
    q : int
        One sample of `q` is kept.
    n : int, optional
        Order of the filter: 8 by default, or 20 * q taps.
    ftype : {'iir', 'fir'} or dlti, optional
        A Chebyshev filter of type I (the default), a Hamming window, or a filter of one's own.
    axis : int, optional
        Axis to decimate along, the last by default.
    zero_phase : bool, optional
        Whether phases stay: filters run in both directions, or their delay is taken back.

    Returns
    -------
    cupy.ndarray
        The signal of the lower rate.

    Raises
    ------
    ValueError
        If the kind of filter is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.decimate(cupy.ones(100), 4).shape
    (25,)
    """
    x, q = as_array(x), operator.index(q)
    n = None if n is None else operator.index(n)
    axis = normalize_axis_index(axis, x.ndim)
    dtype = x.dtype if x.dtype.char in "fdFD" else numpy.dtype("d")
    a, sos = numpy.ones(1), None
    b: Any = None
    y: Any
    if isinstance(ftype, str) and ftype == "fir":
        b = _hamming_taps(20 * q if n is None else n, q).astype(dtype)
    elif isinstance(ftype, str) and ftype == "iir":
        sos = _chebyshev_sections(8 if n is None else n, q)
    else:
        system: Any = getattr(ftype, "_scipy_system", ftype)
        if not isinstance(system, scipy_signal.dlti):
            raise ValueError("invalid ftype")
        poles = system.to_zpk()
        if poles.poles.size == 0 or any(numpy.iscomplex(poles.poles)) or numpy.iscomplex(poles.gain):
            form = system.to_tf()
            b, a = numpy.atleast_1d(form.num), numpy.atleast_1d(form.den)
        else:
            sos = scipy_signal.zpk2sos(poles.zeros, poles.poles, poles.gain)
    every = tuple([slice(None, None, q) if k == axis else slice(None) for k in range(x.ndim)])
    if sos is not None:
        y = (sosfiltfilt if zero_phase else sosfilt)(sos.astype(dtype), x, axis=axis)
    elif len(a) > 1:
        y = (filtfilt if zero_phase else lfilter)(b, a, x, axis=axis)
    else:
        taps = b / a.astype(b.dtype)
        if zero_phase:
            return resample_poly(x, 1, q, axis=axis, window=taps)
        return _polyphase(_by_phase(cupy.asarray(taps), 1), x, 1, q, axis, size=-(-x.shape[axis] // q))
    return cupy.ascontiguousarray(y[every])


def _output_length(taps: int, length: int, up: int, down: int) -> int:
    """Samples of a whole result."""
    return ((length - 1) * up + taps - 1) // down + 1


def _by_phase(taps: cupy.ndarray, up: int) -> tuple[cupy.ndarray, int]:
    """Rows of the taps of each phase, the last first, as (phases, number of taps).

    Phases beyond the taps have none: with large rates all but the first are zero.
    """
    rows, count = -(-taps.size // up), min(up, taps.size)
    if rows == 1:
        return taps.reshape(count, 1), taps.size
    padded = cupy.zeros(rows * up, taps.dtype)
    padded[:taps.size] = taps
    return cupy.ascontiguousarray(padded.reshape(rows, up)[::-1].T), taps.size


def _polyphase(h: tuple[cupy.ndarray, int], x: Any, up: int, down: int, axis: Any, mode: str = "constant",
               cval: Any = 0, shift: int = 0, size: int | None = None) -> cupy.ndarray:
    """`size` outputs of a filter with taps by phase, the first as of upsampled sample `shift`; all by default.

    `h` is what `_by_phase` makes of the taps, a NumPy vector or a cupy one.
    """
    axis = normalize_axis_index(axis, x.ndim)
    phases, taps = h
    dtype = numpy.result_type(phases.dtype, x.dtype, numpy.float32)
    if dtype.char not in "fdFD":
        raise TypeError(f"signals of {dtype} cannot be filtered")
    shape = x.shape
    if size is None:
        size = _output_length(taps, shape[axis], up, down)
    out = cupy.empty((*shape[:axis], max(size, 0), *shape[axis + 1:]), dtype)
    if shape[axis] == 0:
        out[...] = 0
        return out
    fill = cupy.asarray(cval).astype(dtype) if mode == "constant" and numpy.any(cval != 0) else None
    run = _kernel.constants["kUpfirdnRun"]
    items = math.prod(shape[:axis]) * -(-max(size, 0) // run) * math.prod(shape[axis + 1:])
    _kernel.map(dtype.char, items, work=run * (2 * phases.shape[1] + 8), x=cupy.ascontiguousarray(x, dtype),
                h=cupy.ascontiguousarray(phases, dtype), out=out, length=shape[axis], inner=math.prod(shape[axis + 1:]),
                size=size, taps=phases.shape[1], phases=len(phases), up=up, down=down, shift=shift,
                mode=_kernel.constants[f"k{mode.capitalize()}"], cval=fill)
    return out
