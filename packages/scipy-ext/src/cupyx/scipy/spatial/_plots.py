"""Plots of triangulations, hulls and diagrams, by SciPy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupyx.scipy.spatial._delaunay import Delaunay
    from cupyx.scipy.spatial._hulls import ConvexHull, Voronoi

__all__ = ["convex_hull_plot_2d", "delaunay_plot_2d", "voronoi_plot_2d"]


def _plot(name: str, x: Any, *args: Any, **kwargs: Any) -> Any:
    import scipy.spatial

    return getattr(scipy.spatial, name)(getattr(x, "_host", x), *args, **kwargs)


def delaunay_plot_2d(tri: Delaunay, ax: Any = None) -> Any:
    """Plot a triangulation in two dimensions.

    Parameters
    ----------
    tri : Delaunay
        The triangulation.
    ax : matplotlib.axes.Axes, optional
        Where to.

    Returns
    -------
    matplotlib.figure.Figure
        The figure that was drawn on.

    Examples
    --------
    >>> from cupyx.scipy.spatial import delaunay_plot_2d
    >>> delaunay_plot_2d(tri)  # doctest: +SKIP
    """
    return _plot("delaunay_plot_2d", tri, ax)


def convex_hull_plot_2d(hull: ConvexHull, ax: Any = None) -> Any:
    """Plot a hull in two dimensions.

    Parameters
    ----------
    hull : ConvexHull
        The hull.
    ax : matplotlib.axes.Axes, optional
        Where to.

    Returns
    -------
    matplotlib.figure.Figure
        The figure that was drawn on.

    Examples
    --------
    >>> from cupyx.scipy.spatial import convex_hull_plot_2d
    >>> convex_hull_plot_2d(hull)  # doctest: +SKIP
    """
    return _plot("convex_hull_plot_2d", hull, ax)


def voronoi_plot_2d(vor: Voronoi, ax: Any = None, **kw: Any) -> Any:
    """Plot a Voronoi diagram in two dimensions.

    Parameters
    ----------
    vor : Voronoi
        The diagram.
    ax : matplotlib.axes.Axes, optional
        Where to.
    **kw
        What is shown, and how: see SciPy.

    Returns
    -------
    matplotlib.figure.Figure
        The figure that was drawn on.

    Examples
    --------
    >>> from cupyx.scipy.spatial import voronoi_plot_2d
    >>> voronoi_plot_2d(vor)  # doctest: +SKIP
    """
    return _plot("voronoi_plot_2d", vor, ax, **kw)
