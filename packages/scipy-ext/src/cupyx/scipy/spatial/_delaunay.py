"""Delaunay triangulations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy

from cupyx.scipy.spatial import _plane
from cupyx.scipy.spatial._locate import StartGrid, find
from cupyx.scipy.spatial._of_qhull import Incremental, coordinates

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["Delaunay", "tsearch"]

_TOLERANCE = 100 * numpy.finfo("d").eps     # of barycentric coordinates


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
    In the plane the device triangulates, unless `furthest_site`, `incremental` or `qhull_options` are given: each point
    finds the triangles around it in a tree of boxes. Tests are exact [1]_, of four points on a circle the one that is
    first in the order of coordinates counts as outside of it [2]_: nearly collinear points are no exception, all points
    are corners but those that are there already (`coplanar`), and only points on one line are an error.

    Else SciPy's Qhull triangulates on the host: see `cupyx.scipy.HostWarning`. Points are located on the device.

    References
    ----------
    .. [1] J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
       Discrete & Computational Geometry 18, 1997.
    .. [2] O. Devillers, M. Teillaud, "Perturbations for Delaunay and Weighted Delaunay 3D Triangulations",
       Computational Geometry 44, 2011.

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

    def __init__(self, points: ArrayLike, furthest_site: bool = False, incremental: bool = False,
                 qhull_options: str | None = None) -> None:
        points = coordinates(points)
        if points.ndim == 2 and points.shape[1] == 2 and points.shape[0] and not (furthest_site or incremental
                                                                                  or qhull_options):
            found = _plane.prepared(points)
            if found is not None:
                self._host = _plane.PlaneTriangulation(points, found)
                self._forget()
                return
        self._wrap("Delaunay", points, furthest_site=furthest_site, incremental=incremental,
                   qhull_options=qhull_options)

    def find_simplex(self, xi: ArrayLike, bruteforce: bool = False, tol: float | None = None) -> cupy.ndarray:
        """Simplices that hold points.

        Parameters
        ----------
        xi : (..., M) array_like
            The points.
        bruteforce : bool, optional
            Whether simplices are tried one after the other, instead of a walk towards the point.
        tol : float, optional
            How far barycentric coordinates may be outside of the simplex; 100 eps if not given.

        Returns
        -------
        (...) ndarray of int32
            -1 for points outside of all; of several simplices that touch a point any one.

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
        tolerance = _TOLERANCE if tol is None else float(tol)
        seen = self._seen
        if "start" not in seen:
            seen["start"] = StartGrid(self.points, self.simplices), cupy.ascontiguousarray(self.neighbors)
        grid, neighbors = seen["start"]
        return find(grid, neighbors, self._inverses, xi, tolerance, bruteforce)

    @property
    def _inverses(self) -> cupy.ndarray:
        """As `transform`, of all simplices that have an inverse, contiguous."""
        if "inverses" not in self._seen:
            inverses = getattr(self._host, "inverses", None)
            self._seen["inverses"] = cupy.ascontiguousarray(self.transform if inverses is None else inverses)
        return self._seen["inverses"]

    def _checked(self, xi: Any) -> cupy.ndarray:
        xi = coordinates(xi, "xi")
        if xi.ndim == 0 or xi.shape[-1] != self._host.ndim:
            raise ValueError("wrong dimensionality in xi")
        return xi

    def lift_points(self, x: ArrayLike) -> cupy.ndarray:
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
        return _plane.lifted(self._checked(x), self.paraboloid_scale, self.paraboloid_shift)

    def plane_distance(self, xi: ArrayLike) -> cupy.ndarray:
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
        return _plane.plane_distances(self._checked(xi), cupy.ascontiguousarray(self.equations), self.paraboloid_scale,
                                      self.paraboloid_shift)


def tsearch(tri: Delaunay, xi: ArrayLike) -> cupy.ndarray:
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
