"""Spectra of frames that groups of threads cut, transform and square in their shared memory, in one launch."""
import math

import cupy
from cupy._ext import Kernel, is_host, most_shared, multiprocessors

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._convolution._in_shared import on_devices, roots, shared_bytes

_kernel = Kernel("frame_spectra.hpp", _kernels, "FrameSpectra", packed=on_devices("f", "d"))
_RESULTS = ("spectra", "powers", "mean")
_LEAST = 128             # samples of the shortest transform
_THREADS = 128           # of a block, where a transform needs fewer


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
    largest = 16 * _kernel.constants["kFrameThreads"]
    if (is_host() or char not in "fd" or window.dtype.kind != "f" or not onesided or count < 1
            or detrend not in (None, "constant", "c") or not _LEAST <= length <= largest or length & length - 1):
        return None
    room = 8 * (_kernel.constants["kFrameThreads"] // 32)
    shared = room + shared_bytes(half, char.upper())
    if shared + 1024 > most_shared():
        return None
    groups = max(1, _THREADS // (half // 8))
    lines = x.shape[:-1]
    number = math.prod(lines)
    chunk = 1
    if result == "mean":
        chunk = max(1, -(-number * count // (4 * groups * multiprocessors())))
    chunks = -(-count // chunk)
    rows = count if result != "mean" else chunks
    out = cupy.empty((*lines, rows, half + 1), char.upper() if result == "spectra" else char)
    _kernel(char, blocks=-(-number * chunks // groups), threads=groups * (half // 8),
            shared=room + groups * shared_bytes(half, char.upper()), x=cupy.ascontiguousarray(x),
            window=window.astype(char, copy=False), roots=roots(length, char == "f", cupy.cuda.runtime.getDevice()),
            out=out, lines=number, length=x.shape[-1], frames=count, step=step, start=start, chunks=chunks,
            taps=window.shape[0], half=half, chunk=chunk, result=_RESULTS.index(result), centred=detrend is not None,
            doubled=doubled, scale=1 / count if result == "mean" else 1)
    if result != "mean":
        return out
    return out[..., 0, :] if chunks == 1 else out.sum(axis=-2)
