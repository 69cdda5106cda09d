"""Tridiagonal systems with one right-hand side each, by tiles of rows in shared memory."""
import cupy
from cupy._ext import Kernel, on_devices

from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import expect_zero

__all__ = []

_few, _many = (
    [Kernel("band_tiles.hpp", _kernels, "BandTiles", packed=on_devices("f", "d", "F", "D"),
            arguments=f"{stage}, {threads}") for stage in ("reduce_tiles", "solve_tiles", "expand_tiles")]
    for threads in ("kFewThreads", "kManyThreads"))


def solve(lower, upper, bands, x):
    """Replace right-hand sides ``(batch, n)`` by solutions for diagonals ``(batch, lower + upper + 1, n)``."""
    batch, n = x.shape
    constants = _many[0].constants
    few, many, run = (constants[name] for name in ("kFewThreads", "kManyThreads", "kTileRun"))
    kernels, threads = (_few, few) if n < many * run else (_many, many)
    tiles = -(-n // (threads * run))
    fields = {"bands": bands, "x": x, "n": n, "tiles": tiles, "lower": lower, "upper": upper,
              "nodes": cupy.empty((batch, tiles, constants["kFactors"]), x.dtype),
              "edges": cupy.empty((batch, tiles + 1, 2), x.dtype), "status": cupy.zeros((), "i4")}
    for kernel, blocks in zip(kernels, (batch * tiles, batch, batch * tiles)):
        kernel(x.dtype.char, blocks=blocks, threads=threads, **fields)
    expect_zero(fields["status"], "singular matrix")
