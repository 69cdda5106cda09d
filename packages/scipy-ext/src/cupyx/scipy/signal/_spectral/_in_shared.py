"""Spectra of frames that groups of threads cut, transform and square in their shared memory, in one launch."""
import math

import cupy
from cupy._ext import Kernel, is_host, most_shared, multiprocessors

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._convolution._in_shared import on_devices, roots, shared_bytes

_kernel = Kernel("frame_spectra.hpp", _kernels, "FrameSpectra", packed=on_devices("f", "d"))
_inverse = Kernel("frame_signals.hpp", _kernels, "FrameSignals", packed=on_devices("f", "d"))
_RESULTS = ("spectra", "powers", "mean")
_LEAST = 128             # samples of the shortest transform
_THREADS = 64            # of a block, where a transform needs fewer
_BLOCKS = 8              # of a multiprocessor that add up powers, each of several frames


def _fits(length, char, room=0):
    """Whether transforms of real signals of this length are for here."""
    return (_LEAST <= length <= 16 * _kernel.constants["kFrameThreads"] and not length & length - 1
            and room + shared_bytes(length // 2, char.upper()) + 1024 <= most_shared())


def frame_spectra(x, window, step, count, start, detrend, length, onesided, result="spectra", doubled=False):
    """Spectra, their powers, or the mean of these over frames; None where another way is needed.

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
    result : {'spectra', 'powers', 'mean'}, optional
        What is returned.
    doubled : bool, optional
        Whether powers stand for two frequencies.

    Returns
    -------
    cupy.ndarray or None
        (…, frames, bins), or (…, bins) of a mean.
    """
    char, half = x.dtype.char, length // 2
    room = 8 * (_kernel.constants["kFrameThreads"] // 32)
    if (is_host() or char not in "fd" or window.dtype.kind != "f" or not onesided or count < 1
            or detrend not in (None, "constant", "c") or not _fits(length, char, room)):
        return None
    groups = max(1, _THREADS // (half // 8))
    lines = x.shape[:-1]
    number = math.prod(lines)
    chunk = 1
    if result == "mean":
        chunk = max(1, -(-number * count // (_BLOCKS * groups * multiprocessors())))
    chunks = -(-count // chunk)
    rows = count if result != "mean" else chunks
    out = cupy.empty((*lines, rows, half + 1), char.upper() if result == "spectra" else char)
    x, window = cupy.ascontiguousarray(x), window.astype(char, copy=False)
    places = (start, step, x.shape[-1] if number > 1 else 0, x.data.ptr // x.itemsize, window.data.ptr // x.itemsize)
    _kernel(char, blocks=-(-number * chunks // groups), threads=groups * (half // 8),
            shared=room + groups * shared_bytes(half, char.upper()), x=x, window=window, out=out,
            roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()), lines=number, length=x.shape[-1],
            frames=count, step=step, start=start, chunks=chunks, taps=window.shape[0], half=half, chunk=chunk,
            result=_RESULTS.index(result), centred=detrend is not None, doubled=doubled,
            paired=window.shape[0] == length and not any(place % 2 for place in places),
            scale=1 / count if result == "mean" else 1)
    if result != "mean":
        return out
    return out[..., 0, :] if chunks == 1 else out.sum(axis=-2)


def frame_signals(spectra, length):
    """Real signals (…, frames, length) of spectra (…, frames, bins), or None where another way is needed."""
    char, half = spectra.dtype.char.lower(), length // 2
    if is_host() or spectra.dtype.char not in "FD" or spectra.shape[-1] != half + 1 or not _fits(length, char):
        return None
    out = cupy.empty((*spectra.shape[:-1], length), char)
    frames, groups = math.prod(spectra.shape[:-1]), max(1, _THREADS // (half // 8))
    _inverse(char, blocks=-(-frames // groups), threads=groups * (half // 8),
             shared=groups * shared_bytes(half, char.upper()), spectra=cupy.ascontiguousarray(spectra),
             roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()), out=out, frames=frames, half=half)
    return out
