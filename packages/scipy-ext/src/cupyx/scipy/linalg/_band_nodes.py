"""Banded systems with two diagonals on a side and one right-hand side each, by a tree of eliminations."""
from __future__ import annotations

import cupy
from cupy._ext import Kernel

from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import expect_zero

__all__ = []

_TYPES = ("f", "d", "F", "D")
_reduce_runs, _reduce_groups, _expand_groups, _expand_runs = (
    Kernel("band_nodes.hpp", _kernels, "BandNodes", packed=_TYPES, arguments=stage)
    for stage in ("reduce_run", "reduce_group", "expand_group", "expand_run"))

_RUN = 32               # rows of a run at least


def solve(lower: int, upper: int, bands: cupy.ndarray, x: cupy.ndarray) -> None:
    """Replace right-hand sides ``(batch, n)`` by solutions for diagonals ``(batch, lower + upper + 1, n)``."""
    batch, n = x.shape
    char, dtype = x.dtype.char, x.dtype
    width, merged = 2 * _reduce_runs.constants["kHalf"], _reduce_runs.constants["kMerged"]
    last, counts = n // _RUN, []
    while last > merged:            # all groups but the last have as many nodes
        last //= merged
        counts.append(merged)
    counts = [last * merged ** k for k in range(len(counts), -1, -1)] + [1] * (last > 1)
    runs = counts[0]
    status = cupy.zeros((), "i4")
    nodes = [cupy.empty((width, 2 * width + 1, batch * count), dtype) for count in counts[:-1]]
    edges = [cupy.empty((2 * width, batch * count), dtype) for count in counts]
    common = {"bands": bands, "x": x, "status": status, "n": n, "lower": lower, "upper": upper}
    first = {"factors": cupy.empty((-(-n // runs) - width, 2 * width + 1, batch * runs), dtype), "nodes": None,
             "merged": nodes[0], "inside": None, "outside": edges[0], "parts": n, "groups": runs, **common}
    _reduce_runs.map(char, batch * runs, **first)
    levels = []
    for k in range(1, len(counts)):
        levels.append({"factors": cupy.empty((width, 3 * width + 1, batch * counts[k - 1]), dtype),
                       "nodes": nodes[k - 1], "merged": nodes[k] if k < len(nodes) else None,
                       "inside": edges[k - 1], "outside": edges[k], "parts": counts[k - 1], "groups": counts[k],
                       **common})
        _reduce_groups.map(char, batch * counts[k], **levels[-1])
    expect_zero(status, "singular matrix")
    for level in levels[-2::-1]:
        _expand_groups.map(char, batch * level["groups"], **level)
    _expand_runs.map(char, batch * runs, **first)
