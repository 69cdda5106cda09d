"""Gradients at the corners of a triangulation, such that the surface through them bends little."""
from __future__ import annotations

import operator
import warnings
from typing import Any

import cupy
from cupy._ext import Kernel, multiprocessors, only_host, serial_blocks

from cupyx.scipy.interpolate import _kernels

__all__ = []

_CHECKED = 8        # sweeps between looks at whether gradients change
_FEW = 4096         # points with which one thread is done sooner
_FASTER = 2         # fewer sweeps where points have the latest gradients of their neighbours

_sweep = Kernel("gradients.hpp", _kernels, "Gradients", packed=("d",), arguments="sweep")
_relax = Kernel("gradients.hpp", _kernels, "Gradients", packed=only_host("d"), arguments="relax")


def estimate(points: cupy.ndarray, triangulation: Any, values: cupy.ndarray, tol: float, maxiter: Any) -> cupy.ndarray:
    """Gradients ``(points, columns, 2)`` of values ``(points, columns)``; 0 for points that are corners of no triangle.

    Along every edge the curve is the cubic polynomial of values and gradients at its ends; the integral of the squared
    second derivatives of all edges is least (G. M. Nielson, "A method for interpolating scattered data based upon a
    minimum norm network", Math. Comp. 40, 1983).  Each point's part of the linear system is solved for what its
    neighbours have, again and again: errors are halved each time, or better.
    """
    indptr, indices = (cupy.asarray(a).astype("i4", copy=False) for a in triangulation.vertex_neighbor_vertices)
    count, columns = values.shape
    fields = {"points": points, "values": values, "indptr": indptr, "indices": indices, "number": count,
              "edges": indices.size, "columns": columns, "tolerance": tol, "changed": cupy.zeros(1, "i4")}
    most = max(operator.index(maxiter), 0)
    if serial_blocks() and (count <= _FEW or multiprocessors() <= _FASTER * columns):
        found = cupy.zeros((count, columns, 2))
        _relax.map("d", columns, work=1000 * values.size, gradients=found, out=found, sweeps=most, **fields)
        moves = bool(fields["changed"][0])
    else:
        found, moves = _swept(most, fields)
    if moves:
        from scipy.interpolate._interpnd import GradientEstimationWarning

        warnings.warn(f"Gradient estimation did not converge in {most} iterations", GradientEstimationWarning, 3)
    return found


def _swept(most: int, fields: dict[str, Any]) -> tuple[cupy.ndarray, bool]:
    """Gradients after at most so many sweeps of all points at once, and whether they still move."""
    values, changed = fields["values"], fields["changed"]
    old, new = (cupy.zeros((*values.shape, 2)) for _ in range(2))
    for done in range(1, most + 1):
        checked = done % _CHECKED == 0 or done == most
        if checked:
            changed.fill(0)
        _sweep.map("d", values.size, work=100, gradients=old, out=new, sweeps=1, **fields)
        if checked and not int(changed[0]):
            return new, False
        old, new = new, old
    return old, True
