"""Spectra of frames that groups of threads cut, transform and square in their shared memory, in one launch."""
from __future__ import annotations

import math
from typing import Any

import cupy
from cupy._ext import Kernel, most_shared, multiprocessors, on_devices, serial_blocks

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._convolution._in_shared import roots, shared_bytes

_kernel = Kernel("frame_spectra.hpp", _kernels, "FrameSpectra", packed=on_devices("f", "d"))
_means = Kernel("mean_powers.hpp", _kernels, "MeanPowers", packed=on_devices("f", "d"))
_inverse = Kernel("frame_signals.hpp", _kernels, "FrameSignals", packed=on_devices("f", "d"))
_LEAST = 128             # samples of the shortest transform
_THREADS = 64            # of a block, where a transform needs fewer
_ADDING = 512            # threads of a multiprocessor that add up powers, each of several frames …
_BLOCKS = 8              # … but no more blocks than these


def _fits(size: int, char: str, most: int, room: int = 0) -> bool:
    """Whether transforms of `size` complex numbers are for here; `most` is for the kernel's most threads."""
    return (_LEAST // 2 <= size <= 8 * most and not size & size - 1
            and room + shared_bytes(size, char.upper()) + 1024 <= most_shared())


def _usual(x: cupy.ndarray, window: cupy.ndarray, count: int, detrend: str | bool | None, onesided: bool) -> bool:
    """Whether frames are real, and what is taken from them is nothing or their mean."""
    return (not serial_blocks() and x.dtype.char in "fd" and window.dtype.kind == "f" and onesided and count > 0
            and detrend in (None, "constant", "c"))


def frame_spectra(x: cupy.ndarray, window: cupy.ndarray, step: int, count: int, start: int, detrend: Any, length: int,
                  onesided: bool, squared: bool = False) -> cupy.ndarray | None:
    """Spectra (…, frames, bins), or their squares, doubled where they stand for two; None where another way is needed.

    Parameters
    ----------
    x : cupy.ndarray
        In floating point; beyond its ends are zeros.
    window : cupy.ndarray
        As long as a frame.
    step, count, start : int
        Frame f begins at ``start + f * step``.
    detrend : str or None
        What is taken from each frame.
    length : int
        Of the transforms.
    onesided : bool
        Whether there are no negative frequencies.
    squared : bool, optional
        Whether powers are wanted.

    Returns
    -------
    cupy.ndarray or None
    """
    char, half, most = x.dtype.char, length // 2, _kernel.constants["kFrameThreads"]
    room = 16 * (most // 32)
    if not _usual(x, window, count, detrend, onesided) or length % 2 or not _fits(half, char, most, room):
        return None
    groups = max(1, _THREADS // (half // 8))
    lines = x.shape[:-1]
    number = math.prod(lines)
    out = cupy.empty((*lines, count, half + 1), char if squared else char.upper())
    x, window = cupy.ascontiguousarray(x), window.astype(char, copy=False)
    places = (start, step, x.shape[-1] if number > 1 else 0, x.data.ptr // x.itemsize, window.data.ptr // x.itemsize)
    _kernel(char, blocks=-(-number * count // groups), threads=groups * (half // 8),
            shared=room + groups * shared_bytes(half, char.upper()), x=x, window=window, out=out,
            roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()), lines=number, length=x.shape[-1],
            frames=count, step=step, start=start, taps=window.shape[0], half=half, centred=detrend is not None,
            squared=squared, paired=window.shape[0] == length and not any(place % 2 for place in places))
    return out


def mean_powers(x: cupy.ndarray, window: cupy.ndarray, step: int, count: int, start: int, detrend: str | bool | None,
                length: int, onesided: bool) -> cupy.ndarray | None:
    """As `frame_spectra` with squares, averaged over frames: (…, bins)."""
    char, most = x.dtype.char, _means.constants["kMeanThreads"]
    room = 16 * (most // 32)
    if not _usual(x, window, count, detrend, onesided) or length < _LEAST or not _fits(length, char, most, room):
        return None
    groups = max(1, _THREADS // (length // 8))
    lines = x.shape[:-1]
    number, pairs = math.prod(lines), -(-count // 2)
    blocks = max(1, min(_BLOCKS, _ADDING // (length // 8)))
    chunk = max(1, -(-number * pairs // (blocks * groups * multiprocessors())))
    chunks = -(-pairs // chunk)
    out = cupy.empty((*lines, chunks, length // 2 + 1), char)
    _means(char, blocks=-(-number * chunks // groups), threads=groups * (length // 8),
           shared=room + groups * shared_bytes(length, char.upper()), x=cupy.ascontiguousarray(x),
           window=window.astype(char, copy=False), out=out,
           roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()), lines=number, length=x.shape[-1],
           frames=count, step=step, start=start, chunks=chunks, taps=window.shape[0], transform=length, chunk=chunk,
           centred=detrend is not None, whole=window.shape[0] == length, scale=1 / count)
    return out[..., 0, :] if chunks == 1 else out.sum(axis=-2)


def frame_signals(spectra: cupy.ndarray, length: int) -> cupy.ndarray | None:
    """Real signals (…, frames, length) of spectra (…, frames, bins), or None where another way is needed."""
    char, half = spectra.dtype.char.lower(), length // 2
    if serial_blocks() or spectra.dtype.char not in "FD" or spectra.shape[-1] != half + 1 or (
            length % 2 or not _fits(half, char, _inverse.constants["kSignalThreads"])):
        return None
    out = cupy.empty((*spectra.shape[:-1], length), char)
    frames, groups = math.prod(spectra.shape[:-1]), max(1, _THREADS // (half // 8))
    _inverse(char, blocks=-(-frames // groups), threads=groups * (half // 8),
             shared=groups * shared_bytes(half, char.upper()), spectra=cupy.ascontiguousarray(spectra),
             roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()), out=out, frames=frames, half=half)
    return out
