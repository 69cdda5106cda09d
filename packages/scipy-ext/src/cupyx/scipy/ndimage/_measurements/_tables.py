"""Sums over a few labels in one pass over the memory of a GPU; the labels may lie on the device and stay there."""
from __future__ import annotations

from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, on_devices, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous

_kernel = Kernel("group_tables.hpp", _kernels, "GroupTables",
                 packed=on_devices(*[t + label for t in "?BHilfd" for label in "il"]))
_THREADS, _GROUPS = (_kernel.constants[f"kFew{name}"] for name in ("Threads", "Groups"))
_WAVES, _PIXELS = 8, 16         # blocks of a multiprocessor; pixels of a thread that are worth another block


def few_labels(input: cupy.ndarray, labels: cupy.ndarray | None,
               index: Any) -> tuple[cupy.ndarray, cupy.ndarray, Any] | None:
    """``(input, labels, index)`` as `table_sums` takes them; None where there are too many labels, or none.

    An index of the host stays NumPy's: it travels with the launch.
    """
    if labels is None or index is None or serial_blocks():
        return None
    index = index if isinstance(index, cupy.ndarray) else numpy.asarray(index)
    input, labels = cupy.asarray(input), cupy.asarray(labels)
    if (not 0 < index.size <= _GROUPS or index.dtype.kind not in "iu" or index.dtype.char in "LQ"
            or labels.dtype.kind not in "iub" or labels.dtype.char in "LQ" or input.dtype.kind not in "biuf"
            or input.size == 0 or input.shape != labels.shape):
        return None
    if labels.dtype.char not in "ilq":
        labels = labels.astype("i" if labels.itemsize < 4 else "l")
    xp: Any = cupy if isinstance(index, cupy.ndarray) else numpy
    return contiguous(input), contiguous(labels), xp.asarray(index, numpy.int64, order="C")


def table_sums(input: Any, labels: cupy.ndarray, index: Any, *, counted: bool = True,
               centres: Any = None) -> cupy.ndarray:
    """Sums of the items of each label of `index`, and behind them the numbers of items if `counted`."""
    blocks = max(1, min(_WAVES * multiprocessors(), input.size // (_PIXELS * _THREADS)))
    sums = cupy.empty((1 + counted, *index.shape, blocks))
    on_host = isinstance(index, numpy.ndarray)
    known: dict[str, Any] = {"given": index.tobytes()} if on_host else {"index": index, "given": b""}
    _kernel(type_characters(input.dtype, labels.dtype), blocks=blocks, threads=_THREADS,
            shared=index.size * _THREADS * (12 if counted else 8), input=input, labels=labels,
            centres=centres, sums=sums, size=input.size, groups=index.size, counted=counted,
            packs=all(a.data.ptr % (4 * a.itemsize) == 0 for a in (input, labels)), **known)
    return sums.sum(axis=-1) if blocks > 1 else sums[..., 0]
