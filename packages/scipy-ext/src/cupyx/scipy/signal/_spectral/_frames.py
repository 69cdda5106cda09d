"""Frames of signals, their spectra and powers: what all spectral functions stand on."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import Kernel, normalize_axis_index, serial_blocks
from cupy.lib.stride_tricks import as_strided
from cupyx.scipy import fft
from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import floating
from cupyx.scipy.signal._sampling.trend import detrend as remove_trend

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

_frames, _overlap, _power = (
    Kernel("frames.hpp", _kernels, params, packed=packed, arguments=f"{params}, {function}")
    for params, function, packed in (("Frames", "take_frames", "fdFD"), ("Overlap", "overlap_frames", "fdFD"),
                                     ("Power", "add_powers", "FD")))

CHUNKS = 1 << 17         # items that keep a device busy


def strided(x: cupy.ndarray, start: int, step: int, count: int, length: int) -> cupy.ndarray:
    """Frames of the last axis as a view."""
    return as_strided(x[..., start:], (*x.shape[:-1], count, length),
                      (*x.strides[:-1], step * x.strides[-1], x.strides[-1]))


def windowed(x: cupy.ndarray, window: cupy.ndarray, step: int, count: int, start: int = 0, detrend: Any = None,
             width: int | None = None, roll: int = 0) -> cupy.ndarray:
    """Frames of the last axis, without their trends, times a window: (..., count, width).

    Parameters
    ----------
    x : cupy.ndarray
        In floating point; beyond its ends are zeros.
    window : cupy.ndarray
        As long as a frame.
    step, count, start : int
        Frame f begins at ``start + f * step``.
    detrend : str or callable, optional
        What is taken from each frame.
    width, roll : int, optional
        Length of the frames with zeros behind, and by how much they are rolled to the left.
    """
    taps = window.shape[0]
    width = taps if width is None else width
    before, after = max(0, -start), max(0, start + (count - 1) * step + taps - x.shape[-1])
    if (before or after) and detrend is not None:
        x = cupy.pad(x, [(0, 0)] * (x.ndim - 1) + [(before, after)])
        start += before
    means = None
    x = cupy.ascontiguousarray(x)
    if detrend in ("constant", "c"):
        means = strided(x, start, step, count, taps).mean(axis=-1)
    elif detrend is not None:
        frames = strided(x, start, step, count, taps).copy()
        x = remove_trend(frames, type=detrend) if isinstance(detrend, str) else detrend(frames)
        x, step, start, count, shape = x.astype(floating(x)), 0, 0, 1, (*frames.shape[:-1], width)
    if detrend is None or means is not None:
        shape = (*x.shape[:-1], count, width)
    if window.dtype.kind == "c":
        x = x.astype(numpy.result_type(x.dtype, window.dtype), copy=False)
        if means is not None:
            means = means.astype(x.dtype)
    out = cupy.empty(shape, x.dtype)
    weights = cupy.ones(taps, x.real.dtype) if window.dtype.kind == "c" else window.astype(x.real.dtype, copy=False)
    runs = -(-width // _frames.constants["kFrameRun"])
    _frames.map(x.dtype.char, math.prod(shape[:-1]) * runs, work=12, x=cupy.ascontiguousarray(x), window=weights,
                means=means, out=out, length=x.shape[-1], frames=count, step=step, start=start, taps=taps, width=width,
                roll=roll)
    if window.dtype.kind == "c":
        full = cupy.zeros(width, window.dtype)
        full[:taps] = window
        out *= cupy.roll(full, -roll)
    return out


def transformed(frames: cupy.ndarray, length: int, onesided: bool) -> cupy.ndarray:
    return (fft.rfft if onesided else fft.fft)(frames, length)


def power(x: cupy.ndarray, y: cupy.ndarray | None = None, *, average: bool, doubled: bool, length: int,
          scale: float = 1.0) -> cupy.ndarray:
    """``conj(x) * y`` of spectra (..., frames, bins), averaged over the frames or not; x times itself is real."""
    frames, bins = x.shape[-2:]
    lines = math.prod(x.shape[:-2])
    chunk = 1
    if average:
        chunk = frames if serial_blocks() else max(8, -(-frames * bins * lines // CHUNKS))
        scale = scale / frames
    chunks = -(-frames // max(chunk, 1))
    out = cupy.empty((*x.shape[:-2], chunks, bins), x.dtype if y is not None else x.real.dtype)
    _power.map(x.dtype.char, lines * chunks * bins, work=2 * chunk, x=x, y=y, out=out, frames=frames, bins=bins,
               chunk=chunk, chunks=chunks, doubled=doubled, undoubled=bins if length % 2 else bins - 1, scale=scale)
    if not average:
        return out
    return out[..., 0, :] if chunks == 1 else out.sum(axis=-2)


def added(frames: cupy.ndarray, window: Any, step: int, start: int, size: int, *, taps: int | None = None,
          roll: int = 0, normalized: bool = False, scale: float = 1.0) -> cupy.ndarray:
    """Samples `start` to ``start + size`` of frames (..., count, width) that are added where they lie."""
    out = cupy.empty((*frames.shape[:-2], size), frames.dtype)
    count = window.shape[0] if taps is None else taps
    if window is not None:
        window = window.astype(frames.real.dtype, copy=False)
    run = _overlap.constants["kOverlapRun"]
    _overlap.map(frames.dtype.char, math.prod(frames.shape[:-2]) * -(-size // run), work=run * (4 + 4 * count // step),
                 frames=cupy.ascontiguousarray(frames),
                 window=window, out=out, size=size, number=frames.shape[-2], step=step, start=start, taps=count,
                 width=frames.shape[-1], roll=roll, normalized=normalized, scale=scale)
    return out


def scaled_window(window: ArrayLike | str, nperseg: int, scaling: str, fs: float,
                  dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """A window times the square root of what scales a power, on the device."""
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Unknown scaling: {scaling!r}")
    if isinstance(window, (str, tuple)):
        try:
            return _named(window, nperseg, scaling, float(fs), dtype.char, cupy.cuda.runtime.getDevice())
        except TypeError:
            return _named.__wrapped__(window, nperseg, scaling, float(fs), dtype.char, None)
    window = cupy.asarray(window)
    if window.dtype.kind not in "fc":
        window = window.astype(float)
    total = fs * (window * window).sum() if scaling == "density" else window.sum() ** 2
    window = window / cupy.sqrt(total)
    return window.astype(dtype if window.dtype.kind != "c" else numpy.result_type(dtype, "F"))


@functools.lru_cache(64)
def _named(window: str | tuple[str, float], nperseg: int, scaling: str, fs: float, char: str,
           device: int) -> cupy.ndarray:
    values = scipy_signal.get_window(window, nperseg)
    total = fs * (values * values).sum() if scaling == "density" else values.sum() ** 2
    return cupy.asarray((values / numpy.sqrt(total)).astype(char))


def last_axis(x: cupy.ndarray, axis: int) -> tuple[cupy.ndarray, int]:
    """`x` with the axis of samples last, and the axis counted from zero."""
    return cupy.moveaxis(x, axis, -1), normalize_axis_index(axis, x.ndim)
