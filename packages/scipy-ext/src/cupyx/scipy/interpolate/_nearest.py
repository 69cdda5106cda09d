"""Nearest neighbours for interpolation, and what scattered data have in common: checks, scales, calls."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy

from cupyx.scipy.interpolate import _arguments as arguments

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["NearestNDInterpolator"]


def make_tree(points: cupy.ndarray, **options: Any) -> Any:
    """A tree over points (n, dims)."""
    from cupyx.scipy.spatial import KDTree

    return KDTree(points, **options)


class Scaling:
    """Points moved to their mean and scaled to a unit cube, where asked."""

    def __init__(self, points: cupy.ndarray, rescale: bool) -> None:
        self.offset = self.scale = None
        if rescale:
            self.offset = points.mean(axis=0)
            extent = points.max(axis=0) - points.min(axis=0)
            self.scale = cupy.where(extent > 0, extent, 1.0)

    def __call__(self, x: Any) -> cupy.ndarray:
        return x if self.scale is None else (x - self.offset) / self.scale


class Scattered:
    """What objects of scattered data tell of their points and values, as SciPy's do."""

    __slots__ = ()

    def _describe(self, scaling: Scaling, values: cupy.ndarray, fill_value: Any) -> None:
        self._scaling, self.scale = scaling, scaling.scale
        if scaling.offset is not None:
            self.offset = scaling.offset
        self.values_shape, self.is_complex = values.shape[1:], values.dtype.kind == "c"
        self.fill_value: complex | float = complex(fill_value) if self.is_complex else float(fill_value)


def check_data(points: Any, values: Any) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Points (n, dims) and values as device arrays; ValueError where they do not match."""
    points = cupy.ascontiguousarray(arguments.coordinates(points), dtype=float)
    values = arguments.device(values)
    if points.ndim != 2:
        raise ValueError("invalid shape for input data points")
    if values.ndim < 1 or values.shape[0] != points.shape[0]:
        raise ValueError("different number of values and points")
    if points.shape[1] < 2:
        raise ValueError("input data must be at least 2-D")
    return points, values


def call_points(args: Any, dims: int) -> cupy.ndarray:
    """Points of a call, given as one array or by coordinate."""
    x = arguments.coordinates(tuple(args), dims)
    if x.shape[-1] != dims:
        raise ValueError("number of dimensions in xi does not match x")
    return x.astype(float)


class NearestNDInterpolator(Scattered):
    """The value of the nearest point, in more than one dimension.

    Parameters
    ----------
    x : array_like, shape (npoints, ndims)
        Points.
    y : array_like, shape (npoints, ...)
        Values.
    rescale : bool, optional
        Whether points are scaled to a unit cube first. Default is False.
    tree_options : dict, optional
        Options of the tree.

    Attributes
    ----------
    tree, values
        The tree of neighbours and the values.

    Raises
    ------
    ValueError
        If shapes do not match.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import NearestNDInterpolator
    >>> f = NearestNDInterpolator(cupy.array([[0., 0.], [1., 1.]]), cupy.array([5., 7.]))
    >>> f(0.9, 0.6)
    array(7.)
    """

    __slots__ = ("points", "tree", "values", "__dict__", "__weakref__")

    def __init__(self, x: ArrayLike, y: ArrayLike, rescale: bool = False,
                 tree_options: dict[Any, Any] | None = None) -> None:
        points, self.values = check_data(x, y)
        self._describe(Scaling(points, rescale), self.values, numpy.nan)
        self.tri = None
        self.points = self._scaling(points)
        self.tree = make_tree(self.points, **(tree_options or {}))

    def __call__(self, *args: Any, **query_options: Any) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        *args : array_like
            Points (..., ndims), or a coordinate each, which are broadcast.
        **query_options
            Options of the tree's query, as ``distance_upper_bound``: NaN where no point is near enough.

        Returns
        -------
        cupy.ndarray
        """
        x = call_points(args, self.points.shape[1])
        flat = cupy.ascontiguousarray(self._scaling(x).reshape(-1, x.shape[-1]))
        distance, index = self.tree.query(flat, **query_options)
        found = cupy.isfinite(distance)
        out = self.values[cupy.where(found, index, 0)]
        if out.dtype.kind != "c":
            out = out.astype(float, copy=False)
        out = cupy.where(found.reshape(found.shape + (1,) * (out.ndim - found.ndim)), out, numpy.nan)
        return out.reshape(x.shape[:-1] + self.values.shape[1:])
