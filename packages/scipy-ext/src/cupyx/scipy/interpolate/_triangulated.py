"""Interpolation of scattered data on a triangulation."""
from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._gradients import estimate
from cupyx.scipy.interpolate._nearest import (
    NearestNDInterpolator,
    Scaling,
    Scattered,
    call_points,
    check_data,
)
from cupyx.scipy.spatial._locate import StartGrid

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["CloughTocher2DInterpolator", "LinearNDInterpolator", "griddata"]

_linear, _cubic = (Kernel("triangulated.hpp", _kernels, "Simplices", packed=("d",), arguments=degree)
                   for degree in ("linear", "clough_tocher"))
_SLACK = 100 * numpy.finfo(float).eps       # of barycentric coordinates: a little outside is still inside


class _Triangulated(Scattered):
    """Points, their triangulation and a grid that finds a simplex near a point."""

    _kernel: Kernel             # of the degree

    def _prepare(self, points: Any, values: Any, fill_value: float, rescale: bool) -> None:
        from cupyx.scipy.spatial import Delaunay

        given = hasattr(points, "simplices")
        if given and rescale:
            raise ValueError("Rescaling is not supported when passing a Delaunay triangulation as points.")
        source = cupy.asarray(points.points) if given else points
        source, values = check_data(source, values)
        most = _linear.constants["kMostAxes"]
        if source.shape[1] > most:
            raise ValueError(f"at most {most} dimensions are supported")
        self._describe(Scaling(source, rescale), values, fill_value)
        self.points = cupy.ascontiguousarray(self._scaling(source))
        self.tri = points if given else Delaunay(self.points)
        self.values = arguments.as_float(values).reshape(len(values), -1)
        self._columns = self.values.view(float)
        self._simplices = cupy.asarray(self.tri.simplices).astype("i4", copy=False)
        if given and not isinstance(points, Delaunay):
            lowest, highest = cupy.stack((self._simplices.min(), self._simplices.max())).get()
            if lowest < 0 or highest >= len(self.points):
                raise ValueError("the triangulation is of other points")

    @functools.cached_property
    def _fields(self) -> dict[str, Any]:
        """What the kernel is given of the triangulation and the values, whatever the points of a call."""
        from cupyx.scipy.spatial._delaunay import Delaunay

        transform = self.tri._inverses if isinstance(self.tri, Delaunay) else cupy.asarray(self.tri.transform)
        grid, fill = StartGrid(self.points, self._simplices), self.fill_value
        self._bounds = grid.box.get().tolist()
        return {"transform": cupy.ascontiguousarray(transform), "start": grid.start, "grid": grid.cells,
                "neighbors": cupy.asarray(self.tri.neighbors).astype("i4", copy=False), "simplices": self._simplices,
                "points": self.points, "values": self._columns, "number": len(self._simplices),
                "columns": self._columns.shape[1], "corners": len(self.points), "axes": self.points.shape[1],
                "cells": self._bounds[2], "fill": [fill.real, fill.imag if self.is_complex else fill]}

    def _evaluate(self, args: Any, simplex_tolerance: float, gradients: cupy.ndarray | None = None) -> cupy.ndarray:
        if not simplex_tolerance > 0:
            raise ValueError("simplex_tolerance must be positive")
        fields, slack = self._fields, _SLACK * simplex_tolerance
        lowest, highest, _ = self._bounds
        around = [slack * (high - low) for low, high in zip(lowest, highest, strict=True)]
        x = call_points(args, fields["axes"])
        flat = cupy.ascontiguousarray(self._scaling(x).reshape(-1, fields["axes"]))
        out = cupy.empty((flat.shape[0], fields["columns"]))
        self._kernel.map("d", flat.shape[0], work=200, q=flat, out=out, gradients=gradients, slack=slack,
                         low=list(map(operator.sub, lowest, around)), high=list(map(operator.add, highest, around)),
                         **fields)
        return out.view(self.values.dtype).reshape(x.shape[:-1] + self.values_shape)


class LinearNDInterpolator(_Triangulated):
    """Piecewise linear interpolation of scattered data in more than one dimension.

    Parameters
    ----------
    points : array_like, shape (npoints, ndims), or Delaunay
        Points, or their triangulation.
    values : array_like, shape (npoints, ...)
        Values, real or complex.
    fill_value : float, optional
        Value outside the convex hull. Default is NaN.
    rescale : bool, optional
        Whether points are scaled to a unit cube first. Default is False.

    Raises
    ------
    ValueError
        If shapes do not match.

    Notes
    -----
    The device triangulates points of the plane, Qhull on the host others; a query walks through the triangulation.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import LinearNDInterpolator
    >>> points = cupy.array([[0., 0.], [1., 0.], [0., 1.]])
    >>> f = LinearNDInterpolator(points, cupy.array([0., 1., 2.]))
    >>> f(0.25, 0.5), f(1., 1.)
    (array(1.25), array(nan))
    """

    _kernel = _linear

    def __init__(self, points: Any, values: ArrayLike, fill_value: float = numpy.nan, rescale: bool = False) -> None:
        self._prepare(points, values, fill_value, rescale)

    def __call__(self, *args: Any, simplex_tolerance: float = 1.0) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        *args : array_like
            Points (..., ndims), or a coordinate each, which are broadcast.
        simplex_tolerance : float, optional
            Factor, above 0, of how far beyond a face a point still belongs to a simplex; larger helps where points
            lie on faces of very flat ones. Default is 1.

        Returns
        -------
        cupy.ndarray
        """
        return self._evaluate(args, simplex_tolerance)


class CloughTocher2DInterpolator(_Triangulated):
    """Piecewise cubic interpolation of scattered data in two dimensions, with continuous gradients.

    Parameters
    ----------
    points : array_like, shape (npoints, 2), or Delaunay
        Points, or their triangulation.
    values : array_like, shape (npoints, ...)
        Values, real or complex.
    fill_value : float, optional
        Value outside the convex hull. Default is NaN.
    tol : float, optional
        Tolerance of the estimate of gradients. Default is 1e-6.
    maxiter : int, optional
        Most iterations of that estimate. Default is 400.
    rescale : bool, optional
        Whether points are scaled to a unit square first. Default is False.

    Raises
    ------
    ValueError
        If shapes do not match or points are not two-dimensional.

    Notes
    -----
    Gradients are estimated so that curvature is small: G. M. Nielson, "A method for interpolating scattered data based
    upon a minimum norm network", Math. Comp. 40, 1983; R. J. Renka, A. K. Cline, "A triangle-based C1 interpolation
    method", Rocky Mountain J. Math. 14, 1984.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import CloughTocher2DInterpolator
    >>> x, y = (v.ravel() for v in cupy.meshgrid(cupy.arange(4.), cupy.arange(4.)))
    >>> f = CloughTocher2DInterpolator(cupy.stack([x, y], axis=1), 2 * x + y)
    >>> float(f(1.5, 0.25).round(3))
    3.25
    """

    _kernel = _cubic

    def __init__(self, points: Any, values: ArrayLike, fill_value: float = numpy.nan, tol: float = 1e-6,
                 maxiter: SupportsIndex = 400, rescale: bool = False) -> None:
        self._prepare(points, values, fill_value, rescale)
        if self.points.shape[1] != 2:
            raise ValueError("this mode of interpolation available only for 2-D data")
        self._gradients = estimate(self.points, self.tri, self._columns, tol, maxiter)
        # Real and imaginary parts are columns of their own: (points, columns, parts, 2) become complex gradients.
        parts = self._gradients.reshape(*self.values.shape, -1, 2).swapaxes(2, 3)
        self.grad = cupy.ascontiguousarray(parts).view(self.values.dtype)[..., 0]

    def __call__(self, *args: Any, simplex_tolerance: float = 1.0) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        *args : array_like
            Points (..., 2), or a coordinate each, which are broadcast.
        simplex_tolerance : float, optional
            Factor, above 0, of how far beyond a face a point still belongs to a simplex; larger helps where points
            lie on faces of very flat ones. Default is 1.

        Returns
        -------
        cupy.ndarray
        """
        return self._evaluate(args, simplex_tolerance, self._gradients)


def griddata(points: ArrayLike, values: ArrayLike, xi: Any, method: Literal["linear", "nearest", "cubic"] = "linear",
             fill_value: float = numpy.nan, rescale: bool = False, simplex_tolerance: float = 1.0) -> cupy.ndarray:
    """Interpolate scattered data in any number of dimensions.

    Parameters
    ----------
    points : array_like, shape (n, ndims), or tuple of array_like
        Points, or their coordinates.
    values : array_like, shape (n, ...)
        Values, real or complex.
    xi : array_like, shape (..., ndims), or tuple of array_like
        Where to interpolate.
    method : {'linear', 'nearest', 'cubic'}, optional
        'cubic' in one or two dimensions only. Default is 'linear'.
    fill_value : float, optional
        Value outside the convex hull. Default is NaN; 'nearest' has no outside.
    rescale : bool, optional
        Whether points are scaled to a unit cube first. Default is False.
    simplex_tolerance : float, optional
        As of `LinearNDInterpolator`'s call, whose method and 'cubic' in two dimensions it is for.

    Returns
    -------
    cupy.ndarray
        Values at the points `xi`.

    Raises
    ------
    ValueError
        For an unknown method, or a tolerance that is not positive.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import griddata
    >>> points = cupy.array([[0., 0.], [1., 0.], [0., 1.]])
    >>> griddata(points, cupy.array([0., 1., 2.]), (0.25, 0.5))
    array(1.25)
    """
    if not simplex_tolerance > 0:
        raise ValueError("simplex_tolerance must be positive")
    points = arguments.coordinates(points)
    values = arguments.device(values)
    ndim = points.shape[-1] if points.ndim > 1 else points.ndim
    if ndim == 1 and method in ("nearest", "linear", "cubic"):
        from cupyx.scipy.interpolate._interp1d import interp1d

        if isinstance(xi, tuple):
            if len(xi) != 1:
                raise ValueError("invalid number of dimensions in xi")
            xi = xi[0]
        fill: Any = "extrapolate" if method == "nearest" else fill_value
        return interp1d(points.ravel(), values, kind=method, axis=0, bounds_error=False, fill_value=fill)(xi)
    xi = xi if isinstance(xi, tuple) else (xi,)
    if method == "nearest":
        return NearestNDInterpolator(points, values, rescale=rescale)(*xi)
    if method == "linear":
        found = LinearNDInterpolator(points, values, fill_value=fill_value, rescale=rescale)
        return found(*xi, simplex_tolerance=simplex_tolerance)
    if method == "cubic" and ndim == 2:
        found = CloughTocher2DInterpolator(points, values, fill_value=fill_value, rescale=rescale)
        return found(*xi, simplex_tolerance=simplex_tolerance)
    raise ValueError(f"Unknown interpolation method {method!r} for {ndim} dimensional data")
