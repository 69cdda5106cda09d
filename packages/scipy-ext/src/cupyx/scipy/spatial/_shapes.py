"""Comparison of shapes, and paths on spheres."""
from __future__ import annotations

from typing import TYPE_CHECKING

import cupy
from cupy import linalg
from cupy._ext import as_array

from cupyx.scipy._host import on_host
from cupyx.scipy.linalg import orthogonal_procrustes

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["geometric_slerp", "procrustes"]


def procrustes(data1: ArrayLike, data2: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Bring one set of points onto another by shifts, a scale and a rotation, and say what is left.

    Parameters
    ----------
    data1 : (N, M) array_like
        The points to compare with.
    data2 : (N, M) array_like
        The points to bring onto them; of fewer coordinates need zeros for those that they lack.

    Returns
    -------
    mtx1 : (N, M) ndarray
        The first points, centered and with norm one.
    mtx2 : (N, M) ndarray
        The second ones, brought onto them.
    disparity : () ndarray
        Sum of the squared distances of both.

    Raises
    ------
    ValueError
        If the arrays do not fit, are empty, or hold only one point several times.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import procrustes
    >>> a = cupy.array([[1.0, 3.0], [1.0, 2.0], [1.0, 1.0], [2.0, 1.0]])
    >>> procrustes(a, -2 * a)[2].round(9)
    array(0.)
    """
    a, b = as_array(data1, "data1").astype("d"), as_array(data2, "data2").astype("d")
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError("Input matrices must be two-dimensional")
    if a.shape != b.shape:
        raise ValueError("Input matrices must be of same shape")
    if a.size == 0:
        raise ValueError("Input matrices must be >0 rows and >0 cols")
    a, b = (x - x.mean(axis=0) for x in (a, b))
    sizes = cupy.stack((linalg.norm(a), linalg.norm(b)))
    if bool((sizes == 0).any()):
        raise ValueError("Input matrices must contain >1 unique points")
    a, b = a / sizes[0], b / sizes[1]
    rotation, scale = orthogonal_procrustes(a, b)
    b = (b @ rotation.T) * scale
    return a, b, ((a - b) ** 2).sum()


@on_host
def geometric_slerp(start: ArrayLike, end: ArrayLike, t: ArrayLike, tol: float = 1e-07) -> cupy.ndarray:
    """Points of the great circle between two points of a sphere.

    Parameters
    ----------
    start, end : (M,) array_like
        Points of the unit sphere.
    t : float or (N,) array_like
        Where between them: 0 at the start, 1 at the end.
    tol : float, optional
        How near to opposite the points may be before a warning says that the path is not unique.

    Returns
    -------
    (N, M) or (M,) ndarray
        A point for each of `t`.

    Raises
    ------
    ValueError
        If the points do not fit or are not on the sphere, or `t` is not from 0 to 1.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import geometric_slerp
    >>> geometric_slerp(cupy.array([1.0, 0.0]), cupy.array([0.0, 1.0]), 0.5).round(4)
    array([0.7071, 0.7071])
    """
    ...
