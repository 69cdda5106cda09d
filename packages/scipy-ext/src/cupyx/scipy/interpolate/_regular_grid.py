"""Interpolation of values on a rectilinear grid."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy._report import report
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._cubic_hermite import PchipInterpolator
from cupyx.scipy.interpolate._nd_bspline import make_ndbspl
from cupyx.scipy.interpolate._nd_ppoly import offsets

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.interpolate._nd_bspline import NdBSpline

__all__ = ["RegularGridInterpolator", "interpn"]


def _kernel(function: str, axes: int, packed: tuple[str, ...]) -> Kernel:
    return Kernel("regular_grid.hpp", _kernels, "RegularGrid", packed=packed, arguments=f"{function}, {axes}")


_MOST_UNROLLED = 3
_values_at = [_kernel("grid_value", axes, ("ff", "fd", "dd", "FD", "DD")) for axes in range(_MOST_UNROLLED + 1)]
_bounds = _kernel("grid_bounds", 0, ("dd",))
_DEGREES = {"slinear": 1, "cubic": 3, "quintic": 5, "pchip": 3, "slinear_legacy": 1, "cubic_legacy": 3,
            "quintic_legacy": 5}
_METHODS = ["linear", "nearest", *_DEGREES]


def _axes(points: Any) -> tuple[list[numpy.ndarray[Any, Any]], list[int]]:
    """``(ascending coordinates on the host, axes that descended)``."""
    grid, descending = [], []
    for i, p in enumerate(points):
        p = arguments.host(p, float)
        if not (p[1:] > p[:-1]).all():
            if not (p[1:] < p[:-1]).all():
                raise ValueError(f"The points in dimension {i} must be strictly ascending or descending")
            descending.append(i)
            p = p[::-1]
        grid.append(numpy.ascontiguousarray(p))
    return grid, descending


def _check_shapes(grid: list[numpy.ndarray[Any, Any]], values: cupy.ndarray) -> None:
    if len(grid) > values.ndim:
        raise ValueError(f"There are {len(grid)} point arrays, but values has {values.ndim} dimensions")
    for i, p in enumerate(grid):
        if p.ndim != 1:
            raise ValueError(f"The points in dimension {i} must be 1-dimensional")
        if values.shape[i] != len(p):
            raise ValueError(f"There are {len(p)} points and {values.shape[i]} values in dimension {i}")


def _check_lengths(points: Any, method: str) -> None:
    k = _DEGREES[method]
    for i, point in enumerate(points):
        n = numpy.size(point) if not isinstance(point, cupy.ndarray) else point.size
        if n <= k:
            raise ValueError(f"There are {n} points in dimension {i}, but method {method} requires at least  {k + 1} "
                             "points per dimension.")


class RegularGridInterpolator:
    """Interpolator of values on a rectilinear grid in any number of dimensions.

    Parameters
    ----------
    points : tuple of array_like, shapes (m1,), ..., (mn,)
        Coordinates of every axis, strictly ascending or descending.
    values : array_like, shape (m1, ..., mn, ...)
        Values on the grid.
    method : str, optional
        'linear' (default), 'nearest', 'slinear', 'cubic', 'quintic' or 'pchip'.
    bounds_error : bool, optional
        Whether points outside are an error (the default); the answer is waited for.
    fill_value : number or None, optional
        Value outside without `bounds_error`; None extrapolates. Default is NaN.
    solver, solver_args : optional
        Accepted for the spline methods as in SciPy; nothing is solved iteratively.

    Attributes
    ----------
    grid : tuple of cupy.ndarray
        Coordinates, ascending.
    values : cupy.ndarray
        Values in their order.

    Raises
    ------
    ValueError
        If shapes do not match, coordinates are not monotonic, a method is unknown, or a point lies outside.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import RegularGridInterpolator
    >>> x, y = cupy.array([0., 1., 4.]), cupy.array([0., 1.])
    >>> f = RegularGridInterpolator((x, y), x[:, None] + 10 * y)
    >>> f(cupy.array([[2.5, 0.5], [4., 1.]]))
    array([ 7.5, 14. ])
    """

    __slots__ = ("bounds_error", "fill_value", "grid", "method", "values", "__dict__", "__weakref__")

    _ALL_METHODS = _METHODS
    _SPLINE_DEGREE_MAP = _DEGREES
    _SPLINE_METHODS = list(_DEGREES)

    def __init__(self, points: Sequence[ArrayLike], values: ArrayLike, method: str = "linear",
                 bounds_error: bool = True, fill_value: ArrayLike | None = numpy.nan, *,
                 solver: Callable[..., Any] | None = None, solver_args: Any = None) -> None:
        if method not in _METHODS:
            raise ValueError(f"Method '{method}' is not defined")
        if method in _DEGREES:
            _check_lengths(points, method)
        elif solver is not None or solver_args:
            raise ValueError(f"method ={method!r} does not accept the 'solver' argument. Got  solver = {solver!r} and "
                             f"with arguments {solver_args}.")
        self.method, self.bounds_error = method, bounds_error
        grid, descending = _axes(points)
        values = arguments.device(values)
        if values.dtype.kind not in "fc":
            values = values.astype(float)
        _check_shapes(grid, values)
        self.fill_value = fill_value
        if fill_value is not None:
            dtype = numpy.asarray(arguments.host(fill_value)).dtype
            if not numpy.can_cast(dtype, values.dtype, casting="same_kind"):
                raise ValueError("fill_value must be either 'None' or of a type compatible with values")
        self.values = cupy.flip(values, axis=tuple(descending)) if descending else values
        if method == "pchip" and values.dtype.kind == "c":
            raise ValueError("`PchipInterpolator` only works with real values. If you are trying to use the real "
                             "components of the passed array, use `np.real` on the array before passing to "
                             "`RegularGridInterpolator`.")
        self.grid = tuple(cupy.asarray(p) for p in grid)
        self._flat = cupy.concatenate(self.grid) if grid else cupy.zeros(0)
        self._splines, self._held = {}, {}
        if method in ("slinear", "cubic", "quintic"):
            self._spline(method)

    def _spline(self, method: str) -> NdBSpline:
        degree = _DEGREES[method]
        if degree not in self._splines:
            self._splines[degree] = make_ndbspl(self.grid, self.values, degree)
        return self._splines[degree]

    def __call__(self, xi: ArrayLike, method: str | None = None, *,
                 nu: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        xi : array_like, shape (..., ndim), or tuple of array_like
            Points; a tuple of coordinates is broadcast.
        method : str, optional
            Another method than that of the constructor.
        nu : sequence of int, optional
            Orders of derivatives along the axes, for 'slinear', 'cubic' and 'quintic'.

        Returns
        -------
        cupy.ndarray
        """
        method = self.method if method is None else method
        if method not in _METHODS:
            raise ValueError(f"Method '{method}' is not defined")
        splines = ("slinear", "cubic", "quintic")
        if nu is not None and method not in splines:
            raise ValueError(f"Can only compute derivatives for methods {set(splines)}, got method ={method!r}.")
        ndim = len(self.grid)
        xi = arguments.coordinates(xi, ndim)
        if xi.shape[-1] != ndim:
            raise ValueError(f"The requested sample points xi have dimension {xi.shape[-1]} but this "
                             f"RegularGridInterpolator has dimension {ndim}")
        x = xi.reshape(-1, ndim)
        if x.dtype.char != "d" or not x.flags.c_contiguous:
            x = cupy.ascontiguousarray(x, dtype=float)
        if method in ("linear", "nearest"):
            out = self._local(x, method == "nearest")
        else:
            _check_lengths(self.grid, method)
            out = self._smooth(x, method, nu)
        return out.reshape(xi.shape[:-1] + self.values.shape[ndim:])

    def _fields(self, nearest: bool) -> tuple[str, numpy.dtype[Any], int, dict[str, cupy.ndarray | bool | int | None]]:
        """What does not change between calls, as long as values and filling do not."""
        key = self.values, self.fill_value, self.bounds_error
        held = self._held.get(nearest)
        if held is not None and all(a is b for a, b in zip(held[0], key, strict=True)):
            return held[1:]
        ndim = len(self.grid)
        values = cupy.ascontiguousarray(self.values)
        if values.dtype.char not in "fdFD":
            values = values.astype(arguments.value_dtype(values.dtype))
        dtype = values.dtype if nearest else arguments.value_dtype(values.dtype)
        if ndim > _bounds.constants["kMostAxes"]:
            raise ValueError(f"grids of {ndim} dimensions are not supported")
        filling = None if self.bounds_error else self.fill_value
        fill = cupy.asarray(filling).astype(dtype).reshape(1) if filling is not None else None
        width = arguments.columns(values, ndim)
        fields = {"grid": self._flat, "values": values, "fill": fill, "columns": width, "axes": ndim,
                  "nearest": nearest, "begin": offsets(self.grid),
                  "stride": [math.prod(values.shape[d + 1:]) for d in range(ndim)]}
        found = type_characters(values.dtype, dtype), dtype, width, fields
        if values is self.values:       # a copy would not see what is written into them
            self._held[nearest] = key, *found
        return found

    def _local(self, x: cupy.ndarray, nearest: bool) -> cupy.ndarray:
        types, dtype, width, fields = self._fields(nearest)
        ndim = len(self.grid)
        if len(x) and not all(p.size for p in self.grid):
            raise IndexError("there are no values: a dimension of the grid has no points")
        out = cupy.empty((len(x), width), dtype)
        outside = report(ndim) if self.bounds_error else None
        if outside:
            _bounds.map("dd", len(x), q=x, out=None, outside=outside.address, **cast("Any", fields))
            outside.launched()
        kernel = _values_at[ndim if ndim <= _MOST_UNROLLED else 0]
        kernel.map(types, out.size, work=10 << ndim, q=x, out=out, outside=None, **fields)
        if outside:
            self._refuse(outside.read())
        return out

    @staticmethod
    def _refuse(outside: Any) -> None:
        for i, found in enumerate(outside):
            if found:
                raise ValueError(f"One of the requested xi is out of bounds in dimension {i}")

    def _smooth(self, x: cupy.ndarray, method: str, nu: Any) -> cupy.ndarray:
        ndim = len(self.grid)
        ends = cupy.stack([p[[0, -1]] for p in self.grid])
        inside = (x >= ends[:, 0]) & (x <= ends[:, 1])
        if self.bounds_error:
            self._refuse((~inside.all(axis=0)).get())
        if method == "pchip":
            out = self._pchip(x).astype(self.values.dtype, copy=False)
        else:
            out = self._spline(method)(x, nu=nu)
        mask = (len(x),) + (1,) * (out.ndim - 1)
        missing = cupy.isnan(x).any(axis=1)
        if not self.bounds_error and self.fill_value is not None:
            out = cupy.where((~inside.all(axis=1) & ~missing).reshape(mask), self.fill_value, out)
        return cupy.where(missing.reshape(mask), numpy.nan, out) if ndim else out

    def _pchip(self, x: cupy.ndarray) -> cupy.ndarray:
        """One axis after the other; from the second on every point has polynomials of its own."""
        ndim = len(self.grid)
        values = self.values.astype(float, copy=False)
        folded = PchipInterpolator(self.grid[-1], cupy.moveaxis(values, ndim - 1, 0))(x[:, -1])
        rows = cupy.arange(len(x))
        for d in range(ndim - 2, -1, -1):
            grid = self.grid[d]
            # The axis goes first, the points second: (m_d, points, other axes...).
            p = PchipInterpolator(grid, cupy.moveaxis(folded, d + 1, 0))
            piece = cupy.clip(cupy.searchsorted(grid, x[:, d], side="right") - 1, 0, grid.size - 2)
            c = p.c[:, piece, rows]
            s = arguments.column_vector(x[:, d] - grid[piece], c.ndim - 1)
            folded = ((c[0] * s + c[1]) * s + c[2]) * s + c[3]
        return folded


def interpn(points: Sequence[ArrayLike], values: ArrayLike, xi: ArrayLike, method: str = "linear",
            bounds_error: bool = True, fill_value: ArrayLike | None = numpy.nan) -> cupy.ndarray:
    """Interpolate values on a rectilinear grid at points.

    Parameters
    ----------
    points : tuple of array_like, shapes (m1,), ..., (mn,)
        Coordinates of every axis, strictly ascending or descending.
    values : array_like, shape (m1, ..., mn, ...)
        Values on the grid.
    xi : array_like, shape (..., ndim), or tuple of array_like
        Points.
    method : str, optional
        One of `RegularGridInterpolator`, or 'splinef2d' for a bivariate spline. Default is 'linear'.
    bounds_error : bool, optional
        Whether points outside are an error (the default).
    fill_value : number or None, optional
        Value outside without `bounds_error`; None extrapolates (not with 'splinef2d').

    Returns
    -------
    cupy.ndarray
        Values at the points `xi`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import interpn
    >>> x = cupy.arange(3.)
    >>> interpn((x, x), x[:, None] * x, cupy.array([0.5, 1.5]))
    array([0.75])
    """
    known = ["linear", "nearest", "cubic", "quintic", "pchip", "splinef2d", "slinear", "slinear_legacy",
             "cubic_legacy", "quintic_legacy"]
    if method not in known:
        raise ValueError("interpn only understands the methods 'linear', 'nearest', 'slinear', 'cubic', 'quintic', "
                         f"'pchip', and 'splinef2d'. You provided {method}.")
    values = arguments.device(values)
    if method != "splinef2d":
        if len(points) > values.ndim:
            raise ValueError(f"There are {len(points)} point arrays, but values has {values.ndim} dimensions")
        xi = arguments.coordinates(xi, len(points))
        _check_coordinates(xi, len(points))
        return RegularGridInterpolator(points, values, method, bounds_error, fill_value)(xi)
    if values.ndim > 2:
        raise ValueError("The method splinef2d can only be used for 2-dimensional input data")
    if not bounds_error and fill_value is None:
        raise ValueError("The method splinef2d does not support extrapolation.")
    if len(points) > values.ndim:
        raise ValueError(f"There are {len(points)} point arrays, but values has {values.ndim} dimensions")
    if len(points) != values.ndim:
        raise ValueError("The method splinef2d can only be used for scalar data with one point per coordinate")
    return _bivariate(points, values, arguments.coordinates(xi, 2), bounds_error, fill_value)


def _check_coordinates(xi: cupy.ndarray, ndim: int) -> None:
    if xi.shape[-1] != ndim:
        raise ValueError(f"The requested sample points xi have dimension {xi.shape[-1]}, but this "
                         f"RegularGridInterpolator has dimension {ndim}")


def _bivariate(points: Any, values: cupy.ndarray, xi: cupy.ndarray, bounds_error: bool,
               fill_value: ArrayLike | None) -> cupy.ndarray:
    from cupyx.scipy.interpolate._bivariate import RectBivariateSpline

    grid, _ = _axes(points)
    _check_shapes(grid, values)
    _check_coordinates(xi, len(grid))
    low, high = cupy.asarray([g[0] for g in grid]), cupy.asarray([g[-1] for g in grid])
    inside = (xi >= low) & (xi <= high)
    if bounds_error:
        RegularGridInterpolator._refuse((~inside.reshape(-1, len(grid)).all(axis=0)).get())
    found = RectBivariateSpline(points[0], points[1], values).ev(xi[..., 0], xi[..., 1])
    return cupy.where(inside.all(axis=-1), found, numpy.nan if fill_value is None else fill_value)
