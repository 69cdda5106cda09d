"""Gradients at the corners of a triangulation, such that the surface through them bends little."""
from __future__ import annotations

import warnings
from typing import Any

import cupy
from cupy._ext import Kernel

from cupyx.scipy.interpolate import _kernels

__all__ = []

_CHECKED = 8        # sweeps between looks at whether gradients change

_sweep = Kernel("gradients.hpp", _kernels, "Gradients", packed=("d",))


def estimate(points: cupy.ndarray, triangulation: Any, values: cupy.ndarray, tol: float, maxiter: Any) -> cupy.ndarray:
    """Gradients ``(points, columns, 2)`` of values ``(points, columns)``; 0 for points that are corners of no triangle.

    Along every edge the curve is the cubic polynomial of values and gradients at its ends; the integral of the squared
    second derivatives of all edges is least (G. M. Nielson, "A method for interpolating scattered data based upon a
    minimum norm network", Math. Comp. 40, 1983).  Each point's part of the linear system is solved for what its
    neighbours have, again and again: errors are halved each time, or better.
    """
    from scipy.interpolate._interpnd import GradientEstimationWarning

    indptr, indices = (cupy.asarray(a).astype("i4") for a in triangulation.vertex_neighbor_vertices)
    old, new = (cupy.zeros((*values.shape, 2)) for _ in range(2))
    changed = cupy.zeros(1, "i4")
    for done in range(1, maxiter + 1):
        checked = done % _CHECKED == 0 or done == maxiter
        if checked:
            changed.fill(0)
        _sweep.map("d", values.size, work=100, points=points, values=values, gradients=old, indptr=indptr,
                   indices=indices, out=new, changed=changed, number=len(points), edges=indices.size,
                   columns=values.shape[1], tolerance=tol)
        if checked and not int(changed[0]):
            break
        old, new = new, old
    else:
        warnings.warn(f"Gradient estimation did not converge in {maxiter} iterations", GradientEstimationWarning, 4)
        new = old
    return new
