"""Tridiagonal systems with one right-hand side each, by tiles of rows in shared memory."""
from __future__ import annotations

import itertools

import cupy
from cupy._ext import Kernel, linalg_check, most_shared, on_devices

from cupyx.scipy._report import report
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import not_finite

__all__ = []

_STAGES = ("reduce_tiles", "solve_tiles", "expand_tiles")
_kernel = {(stage, threads): Kernel("band_tiles.hpp", _kernels, "BandTiles", packed=on_devices("f", "d", "F", "D"),
                                    arguments=f"{stage}, {threads}")
           for stage, threads in [*itertools.product(_STAGES, ("kFewThreads", "kManyThreads")),
                                  ("solve_tiles", "kMostThreads")]}


def solve(lower: int, upper: int, bands: cupy.ndarray, b: cupy.ndarray, check_finite: bool = False) -> cupy.ndarray:
    """Solutions for contiguous diagonals ``(batch, lower + upper + 1, n)`` and right-hand sides ``(batch, n)``."""
    batch, n = b.shape
    constants = _kernel["solve_tiles", "kMostThreads"].constants
    name = "kFewThreads" if n < constants["kManyThreads"] * constants["kTileRun"] else "kManyThreads"
    tiles = -(-n // (constants[name] * constants["kTileRun"]))
    most = constants["kMostThreads"]
    alone = "kMostThreads" if tiles >= most and _shared(most, b) <= most_shared() else name
    unusual = report(1) if check_finite else None
    fields = {"bands": bands, "b": b, "x": cupy.empty_like(b), "n": n, "tiles": tiles, "lower": lower, "upper": upper,
              "nodes": cupy.empty((batch, tiles, constants["kFactors"]), b.dtype),
              "edges": cupy.empty((batch, tiles + 1, 2), b.dtype), "status": linalg_check.word("singular matrix"),
              "unusual": unusual.address if unusual else linalg_check.unusual()}
    for stage, blocks, which in zip(_STAGES, (batch * tiles, batch, batch * tiles), (name, alone, name)):
        threads = constants[which]
        _kernel[stage, which](b.dtype.char, blocks=blocks, threads=threads, shared=_shared(threads, b), **fields)
        if unusual and stage == "reduce_tiles":     # which sees all items
            unusual.launched()
    if unusual and unusual.read()[0]:
        raise not_finite()
    linalg_check.launched()
    return fields["x"]


def _shared(threads: int, b: cupy.ndarray) -> int:
    """Bytes of shared memory of a block."""
    factors = _kernel["solve_tiles", "kMostThreads"].constants["kFactors"]
    spread = threads + threads // 16
    return (spread * factors + 2 * (spread + 1)) * b.dtype.itemsize
