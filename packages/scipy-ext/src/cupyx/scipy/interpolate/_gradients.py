"""Gradients at the corners of a triangulation, such that the surface through them bends little."""
import warnings

import cupy

__all__ = []

_CHECKED = 8        # iterations between looks at how much gradients change


def estimate(points, triangulation, values, tol, maxiter):
    """Gradients ``(points, 2, columns)`` of values ``(points, columns)``; 0 for points that are corners of no triangle.

    Along every edge the curve is the cubic polynomial of values and gradients at its ends; the integral of the squared
    second derivatives of all edges is least (G. M. Nielson, "A method for interpolating scattered data based upon a
    minimum norm network", Math. Comp. 40, 1983).  Each point's part of the linear system is solved for what its
    neighbours have, again and again: errors are halved each time, or better.
    """
    from scipy.interpolate._interpnd import GradientEstimationWarning

    from cupyx.scipy import sparse

    count = points.shape[0]
    indptr, indices = (cupy.asarray(a).astype("i4") for a in triangulation.vertex_neighbor_vertices)
    rows = cupy.searchsorted(indptr, cupy.arange(indices.size, dtype="i4"), side="right") - 1
    x, y = (points[indices] - points[rows]).T
    weight = (x * x + y * y) ** -1.5

    def matrix(data):
        return sparse.csr_matrix((data, indices, indptr), shape=(count, count))

    xx, xy, yy = (matrix(a * b * weight) for a, b in ((x, x), (x, y), (y, y)))
    ones = cupy.ones(count)
    qxx, qxy, qyy = (4 * (part @ ones)[:, None] for part in (xx, xy, yy))
    determinant = qxx * qyy - qxy * qxy
    inverse = cupy.where(determinant > 0, 1 / determinant, 0.0)
    steepness = [matrix(a * weight) for a in (x, y)]
    bx, by = (6 * (part @ values - values * (part @ ones)[:, None]) for part in steepness)
    gx = gy = cupy.zeros(values.shape)
    for done in range(1, maxiter + 1):
        sx, sy = bx - 2 * (xx @ gx + xy @ gy), by - 2 * (xy @ gx + yy @ gy)
        nx, ny = (qyy * sx - qxy * sy) * inverse, (qxx * sy - qxy * sx) * inverse
        if done % _CHECKED == 0 or done == maxiter:
            change = cupy.maximum(abs(nx - gx), abs(ny - gy)) / cupy.maximum(1, cupy.maximum(abs(nx), abs(ny)))
            if not bool((change > tol).any()):
                break
        gx, gy = nx, ny
    else:
        warnings.warn(f"Gradient estimation did not converge in {maxiter} iterations", GradientEstimationWarning, 4)
    return cupy.stack((nx, ny), axis=1)
