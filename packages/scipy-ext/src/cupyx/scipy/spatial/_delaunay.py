"""Delaunay triangulations."""
import numpy

import cupy

from cupyx.scipy.spatial._box_tree import BoxTree
from cupyx.scipy.spatial._of_qhull import Incremental, coordinates

__all__ = ["Delaunay", "tsearch"]


class Delaunay(Incremental):
    """Delaunay triangulation of points in two or more dimensions.

    Parameters
    ----------
    points : (N, M) array_like
        The points.
    furthest_site : bool, optional
        Whether the triangulation of the farthest sites is wanted.
    incremental : bool, optional
        Whether `add_points` is to be used.
    qhull_options : str, optional
        Options of Qhull; "Qbb Qc Qz Q12" for up to four dimensions, with "Qx" for more, if not given.

    Attributes
    ----------
    points : (N, M) ndarray
    simplices : (K, M + 1) ndarray of int32
        The points of each simplex; in two dimensions counterclockwise.
    neighbors : (K, M + 1) ndarray of int32
        The simplex opposite to each of them, or -1.
    equations : (K, M + 2) ndarray
        Planes of the facets of the lifted points.
    transform : (K, M + 1, M) ndarray
        To barycentric coordinates, and the origin; NaN for degenerate simplices.
    vertex_to_simplex : (N,) ndarray of int32
        Some simplex of each point.
    convex_hull : (L, M) ndarray of int32
        Facets of the hull.
    coplanar : (P, 3) ndarray of int32
        Points that are in no simplex, with the nearest simplex and point.
    vertex_neighbor_vertices : tuple of ndarray
        ``(indptr, indices)``: neighbours of point k are ``indices[indptr[k]:indptr[k + 1]]``.
    paraboloid_scale, paraboloid_shift : float
        How points are lifted.
    furthest_site : bool

    Raises
    ------
    QhullError
        If Qhull cannot triangulate the points.
    ValueError
        If the points are no matrix, or not numbers.

    Notes
    -----
    SciPy's Qhull triangulates on the host: see `cupyx.scipy.HostWarning`. Points are located on the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import Delaunay
    >>> tri = Delaunay(cupy.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.1]]))
    >>> tri.simplices.shape
    (2, 3)
    >>> tri.find_simplex(cupy.array([[5.0, 5.0]]))
    array([-1], dtype=int32)
    """

    _attributes = ("points", "simplices", "neighbors", "equations", "transform", "vertex_to_simplex", "convex_hull",
                   "coplanar", "vertex_neighbor_vertices", "paraboloid_scale", "paraboloid_shift", "furthest_site",
                   "ndim", "npoints", "nsimplex", "min_bound", "max_bound", "good")

    def __init__(self, points, furthest_site=False, incremental=False, qhull_options=None):
        self._wrap("Delaunay", coordinates(points), furthest_site=furthest_site, incremental=incremental,
                   qhull_options=qhull_options)

    def find_simplex(self, xi, bruteforce=False, tol=None):
        """Simplices that hold points.

        Parameters
        ----------
        xi : (..., M) array_like
            The points.
        bruteforce : bool, optional
            Accepted for SciPy's signature.
        tol : float, optional
            How far barycentric coordinates may be outside of the simplex; 100 eps if not given.

        Returns
        -------
        (...) ndarray of int32
            -1 for points outside of all; of several simplices that touch a point the one with the least number.

        Raises
        ------
        ValueError
            If `xi` does not have as many coordinates.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import Delaunay
        >>> tri = Delaunay(cupy.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        >>> tri.find_simplex(cupy.array([[0.2, 0.2], [0.8, 0.8]]))
        array([ 0, -1], dtype=int32)
        """
        xi = self._checked(xi)
        tolerance = 100 * numpy.finfo("d").eps if tol is None else float(tol)
        queries = cupy.ascontiguousarray(xi.reshape(-1, self.ndim))
        if "tree" not in self._seen or self._seen["tree"][0] < tolerance:
            corners = self.points[self.simplices]
            lower, upper = corners.min(axis=1), corners.max(axis=1)
            # As much as coordinates within the tolerance, and rounding, may lie outside.
            margin = (4 * tolerance + 1e-14) * (upper - lower).max() + 1e-14 * abs(corners).max()
            self._seen["tree"] = tolerance, BoxTree(lower - margin, upper + margin)
        found = self._seen["tree"][1].locate(cupy.ascontiguousarray(self.transform), queries, tolerance)
        return found.reshape(xi.shape[:-1])

    def _checked(self, xi):
        xi = coordinates(xi, "xi")
        if xi.ndim == 0 or xi.shape[-1] != self.ndim:
            raise ValueError("wrong dimensionality in xi")
        return xi

    def lift_points(self, x):
        """Points on the paraboloid whose hull the triangulation is.

        Parameters
        ----------
        x : (..., M) array_like
            The points.

        Returns
        -------
        (..., M + 1) ndarray

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import Delaunay
        >>> Delaunay(cupy.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).lift_points(cupy.ones(2)).shape
        (3,)
        """
        x = self._checked(x)
        height = (x * x).sum(axis=-1, keepdims=True) * self.paraboloid_scale + self.paraboloid_shift
        return cupy.concatenate((x, height), axis=-1)

    def plane_distance(self, xi):
        """Distances of lifted points from the planes of all simplices.

        Parameters
        ----------
        xi : (..., M) array_like
            The points.

        Returns
        -------
        (..., K) ndarray

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import Delaunay
        >>> tri = Delaunay(cupy.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        >>> tri.plane_distance(tri.points).shape
        (3, 1)
        """
        equations = self.equations
        return self.lift_points(xi) @ equations[:, :-1].T + equations[:, -1]


def tsearch(tri, xi):
    """Simplices of a triangulation that hold points.

    Parameters
    ----------
    tri : Delaunay
        The triangulation.
    xi : (..., M) array_like
        The points.

    Returns
    -------
    (...) ndarray of int32
        -1 for points outside.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import Delaunay, tsearch
    >>> tsearch(Delaunay(cupy.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])), cupy.array([[0.2, 0.2]]))
    array([0], dtype=int32)
    """
    return tri.find_simplex(xi)
