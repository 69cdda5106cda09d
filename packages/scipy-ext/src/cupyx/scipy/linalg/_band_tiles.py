"""Tridiagonal systems with one right-hand side each, by tiles of rows in shared memory."""
from __future__ import annotations

import itertools

import cupy
from cupy._ext import Kernel, most_shared, on_devices

from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import expect_zero

__all__ = []

_STAGES = ("reduce_tiles", "solve_tiles", "expand_tiles")
_kernel = {(stage, threads): Kernel("band_tiles.hpp", _kernels, "BandTiles", packed=on_devices("f", "d", "F", "D"),
                                    arguments=f"{stage}, {threads}")
           for stage, threads in [*itertools.product(_STAGES, ("kFewThreads", "kManyThreads")),
                                  ("solve_tiles", "kMostThreads")]}


def solve(lower: int, upper: int, bands: cupy.ndarray, x: cupy.ndarray, check_finite: bool = False) -> None:
    """Replace right-hand sides ``(batch, n)`` by solutions for diagonals ``(batch, lower + upper + 1, n)``."""
    batch, n = x.shape
    constants = _kernel["solve_tiles", "kMostThreads"].constants
    name = "kFewThreads" if n < constants["kManyThreads"] * constants["kTileRun"] else "kManyThreads"
    tiles = -(-n // (constants[name] * constants["kTileRun"]))
    most = constants["kMostThreads"]
    alone = "kMostThreads" if tiles >= most and _shared(most, x) <= most_shared() else name
    fields = {"bands": bands, "x": x, "n": n, "tiles": tiles, "lower": lower, "upper": upper,
              "nodes": cupy.empty((batch, tiles, constants["kFactors"]), x.dtype),
              "edges": cupy.empty((batch, tiles + 1, 2), x.dtype), "status": cupy.zeros(2, "i4")}
    for stage, blocks, which in zip(_STAGES, (batch * tiles, batch, batch * tiles), (name, alone, name)):
        threads = constants[which]
        _kernel[stage, which](x.dtype.char, blocks=blocks, threads=threads, shared=_shared(threads, x), **fields)
        # The first stage has seen all items: what follows runs while the caller goes on.
        if check_finite and stage == "reduce_tiles" and int(fields["status"][1]):
            raise ValueError("array must not contain infs or NaNs")
    expect_zero(fields["status"][0], "singular matrix")


def _shared(threads: int, x: cupy.ndarray) -> int:
    """Bytes of shared memory of a block."""
    factors = _kernel["solve_tiles", "kMostThreads"].constants["kFactors"]
    spread = threads + threads // 16
    return (spread * factors + 2 * (spread + 1)) * x.dtype.itemsize
