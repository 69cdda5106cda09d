"""Convex hulls, Voronoi diagrams and intersections of half-spaces."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy import _host
from cupyx.scipy.spatial._of_qhull import Incremental, OnHost, coordinates, matrix

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["ConvexHull", "HalfspaceIntersection", "SphericalVoronoi", "Voronoi"]


_MANY = 10_000          # points from which on those inside are left out first
_DIRECTIONS = 32


def _outer(points: cupy.ndarray) -> cupy.ndarray:
    """Numbers of the points that may be corners of the hull of points in the plane."""
    angles = cupy.arange(_DIRECTIONS) * (2 * numpy.pi / _DIRECTIONS)
    found = (points @ cupy.stack((cupy.cos(angles), cupy.sin(angles)))).argmax(axis=0)
    a = points[found]
    edges = cupy.roll(a, -1, axis=0) - a
    lengths = cupy.sqrt((edges * edges).sum(axis=1))
    normals = cupy.stack((edges[:, 1], -edges[:, 0]), axis=1) / cupy.where(lengths > 0, lengths, 1.0)[:, None]
    margin = 1e-12 * abs(a).max()
    inside = points @ normals.T - (normals * a).sum(axis=1) <= -margin      # not so for NaN
    # Directions that share a point have no edge between them.
    return cupy.nonzero(~(inside | (lengths == 0)).all(axis=1) | (lengths == 0).all())[0]


class ConvexHull(Incremental):
    """Convex hull of points in two or more dimensions.

    Parameters
    ----------
    points : (N, M) array_like
        The points.
    incremental : bool, optional
        Whether `add_points` is to be used.
    qhull_options : str, optional
        Options of Qhull.

    Attributes
    ----------
    points : (N, M) ndarray
    vertices : (V,) ndarray of int32
        Points of the hull; in two dimensions counterclockwise.
    simplices : (F, M) ndarray of int32
        Points of each facet.
    neighbors : (F, M) ndarray of int32
        The facet opposite to each of them.
    equations : (F, M + 1) ndarray
        Normals that point outward, and offsets.
    coplanar : (P, 3) ndarray of int32
    good : ndarray or None
    area, volume : float
        In two dimensions the perimeter and the area.

    Raises
    ------
    QhullError
        If Qhull finds no hull.
    ValueError
        If the points are no matrix, or not numbers.

    Notes
    -----
    SciPy's Qhull computes it on the host: see `cupyx.scipy.HostWarning`. Of many points in the plane a GPU leaves
    those out first that lie well inside of the polygon of extreme points (Akl and Toussaint, "A fast convex hull
    algorithm", Information Processing Letters 7, 1978), unless more points are to come or Qhull has options.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import ConvexHull
    >>> hull = ConvexHull(cupy.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.5, 0.5]]))
    >>> hull.vertices, hull.volume
    (array([0, 1, 2], dtype=int32), 2.0)
    """

    _attributes = ("points", "vertices", "simplices", "neighbors", "equations", "coplanar", "good", "area", "volume",
                   "ndim", "npoints", "nsimplex", "min_bound", "max_bound")

    def __init__(self, points: ArrayLike, incremental: bool = False, qhull_options: str | None = None) -> None:
        points = matrix(points)
        plain = not (incremental or qhull_options or host_memory())      # on the host Qhull itself is as quick
        if not plain or points.shape[1] != 2 or points.shape[0] < _MANY:
            self._wrap("ConvexHull", points, incremental=incremental, qhull_options=qhull_options)
            return
        kept = _outer(points)
        self._wrap("ConvexHull", points[kept])
        number = kept.astype("i4")
        self._seen.update(points=points, npoints=points.shape[0], vertices=number[self.vertices],
                          simplices=number[self.simplices])


class Voronoi(Incremental):
    """Voronoi diagram of points in two or more dimensions.

    Parameters
    ----------
    points : (N, M) array_like
        The points.
    furthest_site : bool, optional
        Whether the diagram of the farthest sites is wanted.
    incremental : bool, optional
        Whether `add_points` is to be used.
    qhull_options : str, optional
        Options of Qhull.

    Attributes
    ----------
    points : (N, M) ndarray
    vertices : (V, M) ndarray
    ridge_points : (R, 2) ndarray of int32
        The two points that each ridge lies between.
    ridge_vertices : list of list of int
        Its vertices; -1 stands for one at infinity.
    ridge_dict : dict
        Vertices by pairs of points.
    regions : list of list of int
        Vertices of each region.
    point_region : (N,) ndarray
        The region of each point.
    furthest_site : bool

    Raises
    ------
    QhullError
        If Qhull finds no diagram.
    ValueError
        If the points are no matrix, or not numbers.

    Notes
    -----
    SciPy's Qhull computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import Voronoi
    >>> Voronoi(cupy.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.1]])).vertices.shape
    (2, 2)
    """

    _attributes = ("points", "vertices", "ridge_points", "ridge_vertices", "ridge_dict", "regions", "point_region",
                   "furthest_site", "ndim", "npoints", "min_bound", "max_bound")

    def __init__(self, points: ArrayLike, furthest_site: bool = False, incremental: bool = False,
                 qhull_options: str | None = None) -> None:
        self._wrap("Voronoi", matrix(points), furthest_site=furthest_site, incremental=incremental,
                   qhull_options=qhull_options)


class HalfspaceIntersection(OnHost):
    """Intersection of half-spaces: its vertices, through the convex hull of the dual points.

    Parameters
    ----------
    halfspaces : (N, M + 1) array_like
        Rows [A; b] of the inequalities ``A @ x + b <= 0``.
    interior_point : (M,) array_like
        A point that is clearly inside.
    incremental : bool, optional
        Whether `add_halfspaces` is to be used.
    qhull_options : str, optional
        Options of Qhull.

    Attributes
    ----------
    halfspaces : (N, M + 1) ndarray
    interior_point : (M,) ndarray
    intersections : (V, M) ndarray
        Vertices.
    dual_points : (N, M) ndarray
    dual_facets : list of list of int
        Half-spaces that meet in each vertex.
    dual_vertices : ndarray of int32
        Half-spaces that bound the intersection.
    dual_equations : ndarray
    dual_area, dual_volume : float

    Raises
    ------
    QhullError
        If the point is not inside.
    ValueError
        If the arrays do not fit.

    Notes
    -----
    SciPy's Qhull computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import HalfspaceIntersection
    >>> square = cupy.array([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    >>> HalfspaceIntersection(square, cupy.array([0.5, 0.5])).intersections.shape
    (4, 2)
    """

    _attributes = ("halfspaces", "interior_point", "intersections", "dual_points", "dual_facets", "dual_vertices",
                   "dual_equations", "dual_area", "dual_volume", "ndim")

    def __init__(self, halfspaces: ArrayLike, interior_point: ArrayLike, incremental: bool = False,
                 qhull_options: str | None = None) -> None:
        self._wrap("HalfspaceIntersection", matrix(halfspaces, "halfspaces"),
                   coordinates(interior_point, "interior_point"), incremental=incremental, qhull_options=qhull_options)

    def add_halfspaces(self, halfspaces: ArrayLike, restart: bool = False) -> None:
        """Take more half-spaces.

        Parameters
        ----------
        halfspaces : (K, M + 1) array_like
            The half-spaces.
        restart : bool, optional
            Whether all is computed anew.
        """
        self._host.add_halfspaces(_host.to_host(matrix(halfspaces, "halfspaces")), restart)
        self._forget()

    def close(self) -> None:
        """Take no more half-spaces."""
        self._host.close()


class SphericalVoronoi(OnHost):
    """Voronoi diagram on a sphere.

    Parameters
    ----------
    points : (N, M) array_like
        Points of the sphere.
    radius : float, optional
        Its radius.
    center : (M,) array_like, optional
        Its center, the origin if not given.
    threshold : float, optional
        How far points may be from the sphere, and from each other be equal.

    Attributes
    ----------
    points : (N, M) ndarray
    radius : float
    center : (M,) ndarray
    vertices : (V, M) ndarray
    regions : list of list of int
        Vertices of the region of each point.

    Raises
    ------
    ValueError
        If points are equal or not on the sphere, or too few.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import SphericalVoronoi
    >>> diagram = SphericalVoronoi(cupy.concatenate((cupy.eye(3), -cupy.eye(3))))
    >>> diagram.calculate_areas().sum().round(6)
    array(12.566371)
    """

    _attributes = ("points", "radius", "center", "vertices", "regions")

    def __init__(self, points: ArrayLike, radius: float = 1, center: ArrayLike | None = None,
                 threshold: float = 1e-06) -> None:
        self._wrap("SphericalVoronoi", matrix(points), radius, center, threshold)

    def calculate_areas(self) -> cupy.ndarray:
        """Areas of the regions; in two dimensions lengths of the arcs.

        Returns
        -------
        (N,) ndarray
        """
        return _host.to_device(self._host.calculate_areas())

    def sort_vertices_of_regions(self) -> None:
        """Bring the vertices of each region into their order around it."""
        self._host.sort_vertices_of_regions()
        self._forget()
