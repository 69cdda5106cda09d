"""Interpolation of a function of one variable, by kind."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import Kernel, only_host, serial_blocks, synchronous

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._interp_spline import make_interp_spline
from cupyx.scipy.interpolate._polynomial import Interpolator1D

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["interp1d", "interp2d"]

_ORDERS = {"zero": 0, "slinear": 1, "quadratic": 2, "cubic": 3}
_MANY = 512             # points
_place = Kernel("places.hpp", _kernels, "Places", packed=only_host("d"))
_STEPS = ("linear", "nearest", "nearest-up", "previous", "next")


def _extrapolates(fill_value: str | tuple[cupy.ndarray | float, ...] | ArrayLike | None) -> bool:
    return isinstance(fill_value, str) and fill_value == "extrapolate"


def _flat_fill(value: ArrayLike | str | tuple[cupy.ndarray | float, ...], shape: tuple[int, ...],
               name: str) -> cupy.ndarray:
    value = arguments.device(value)
    if value.ndim > len(shape) or any(a not in (1, b) for a, b in zip(value.shape[::-1], shape[::-1], strict=False)):
        raise ValueError(f"{name} argument must be able to broadcast up to shape {shape} but had shape {value.shape}")
    return cupy.broadcast_to(value, shape).reshape(-1) if value.size != 1 else value.reshape(-1)


def _places(edges: cupy.ndarray, x: cupy.ndarray, side: Literal["left", "right"]) -> cupy.ndarray:
    """As searchsorted; of many on the host by arithmetic, as edges are mostly about evenly spaced."""
    if x.size < _MANY or not serial_blocks() or edges.dtype.char != "d" or x.dtype.char != "d":
        return cupy.searchsorted(edges, x, side=side)
    found = cupy.empty(x.size, "l")
    _place.map("d", x.size, work=30, edges=cupy.ascontiguousarray(edges), q=cupy.ascontiguousarray(x), out=found,
               number=edges.size, below=int(side == "left"))
    return found


class interp1d(Interpolator1D):
    """Interpolator of a function of one variable.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas.
    y : array_like
        Values; along `axis` as long as `x`.
    kind : str or int, optional
        'linear' (default), 'nearest', 'nearest-up', 'previous', 'next', or the degree of a spline: 'zero',
        'slinear', 'quadratic', 'cubic' or a number.
    axis : int, optional
        Interpolation axis of `y`. Default is the last.
    copy : bool, optional
        Whether `x` and `y` are copied. Default is True.
    bounds_error : bool, optional
        Whether points outside are an error. Default: unless `fill_value` is 'extrapolate' or given.
    fill_value : array_like, 2-tuple of array_like, or 'extrapolate', optional
        Value outside, or one below and one above. Default is NaN.
    assume_sorted : bool, optional
        Whether `x` is known to ascend. Default is False: it is sorted.

    Raises
    ------
    ValueError
        If lengths do not match, there are too few points, or a point lies outside with `bounds_error`.
    NotImplementedError
        For an unknown kind.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import interp1d
    >>> f = interp1d(cupy.array([0., 1., 3.]), cupy.array([0., 10., 20.]), fill_value="extrapolate")
    >>> f(cupy.array([0.5, 2., 4.]))
    array([ 5., 15., 25.])
    """

    __slots__ = ("axis", "bounds_error", "copy", "x", "x_bds", "y")

    def __init__(self, x: ArrayLike, y: ArrayLike, kind: Any = "linear", axis: Int = -1, copy: bool = True,
                 bounds_error: bool | None = None, fill_value: Any = numpy.nan, assume_sorted: bool = False) -> None:
        x, y = arguments.device(x), arguments.device(y)
        super().__init__(x, y, axis=axis)
        self.bounds_error, self.copy = bounds_error, copy
        order = _ORDERS.get(kind) if isinstance(kind, str) else kind if isinstance(kind, int) else None
        if order is None and kind not in _STEPS:
            raise NotImplementedError(f"{kind} is unsupported: Use fitpack routines for other types.")
        if x.ndim != 1:
            raise ValueError("the x array must have exactly one dimension.")
        if y.ndim == 0:
            raise ValueError("the y array must have at least one dimension.")
        ascends = assume_sorted or synchronous() and x.dtype.kind in "iuf" and bool((x[1:] >= x[:-1]).all())
        if not ascends:
            order_of = cupy.argsort(x)
            x, y = x[order_of], cupy.take(y, order_of, axis=axis)
        elif copy or not assume_sorted:
            x, y = x.copy(), y.copy()
        if y.dtype.kind not in "fc":
            y = y.astype(float)
        self.axis = axis % y.ndim
        self.x, self.y = x, y
        self._y = self._columns(y)
        self._kind = "spline" if order is not None else str(kind)
        least = 1 if order is None else order + 1
        if len(x) < least:
            raise ValueError(f"x and y arrays must have at least {least} entries")
        if order is not None:
            self._prepare_spline(order)
        elif kind in ("nearest", "nearest-up"):
            half = x / 2.0
            self.x_bds = half[1:] + half[:-1]
        elif kind in ("previous", "next"):
            reached = x if x.dtype.kind == "f" else x.astype(float)
            end = -numpy.inf if kind == "previous" else numpy.inf
            self._shifted = cupy.nextafter(reached, reached.dtype.type(end))
            if _extrapolates(fill_value):
                self._may_extrapolate()
                last = kind == "previous"
                edge = cupy.take(y, -1 if last else 0, axis)
                fill_value = (numpy.nan, edge) if last else (edge, numpy.nan)
        self.fill_value = fill_value

    def _prepare_spline(self, order: int) -> None:
        x, y, self._missing = self.x, self._y, False
        if order > 1:
            missing = bool(cupy.isnan(x).any())
            if missing:
                points = x[~cupy.isnan(x)]
                if points.size == 0:
                    raise ValueError("`x` array is all-nan")
                x = cupy.linspace(points.min(), points.max(), len(x))
            unknown = bool(cupy.isnan(y).any())
            y = cupy.ones_like(y) if unknown else y
            self._missing = missing or unknown
        self._spline = make_interp_spline(x, y, k=order, check_finite=False)

    def _may_extrapolate(self) -> None:
        if self.bounds_error:
            raise ValueError("Cannot extrapolate and raise at the same time.")
        self.bounds_error = False

    @property
    def fill_value(self) -> Any:
        return self._fill_value

    @fill_value.setter
    def fill_value(self, value: Any) -> None:
        self._extrapolate = _extrapolates(value)
        if self._extrapolate:
            self._may_extrapolate()
        else:
            shape = self.y.shape[:self.axis] + self.y.shape[self.axis + 1:] or (1,)
            if isinstance(value, tuple) and len(value) == 2:
                self._below = _flat_fill(value[0], shape, "fill_value (below)")
                self._above = _flat_fill(value[1], shape, "fill_value (above)")
            else:
                self._below = self._above = _flat_fill(value, shape, "fill_value")
            if self.bounds_error is None:
                self.bounds_error = True
        self._fill_value = value

    def _evaluate(self, x: cupy.ndarray) -> cupy.ndarray | Any:
        y = self._by_spline(x) if self._kind == "spline" else getattr(self, "_" + self._kind.split("-")[0])(x)
        if self._extrapolate or not x.size:
            return y
        if self.bounds_error:
            self._check_bounds(x)
            return y
        below, above = x < self.x[0], x > self.x[-1]
        y = cupy.where(below[:, None], self._below.astype(y.dtype, copy=False), y)
        return cupy.where(above[:, None], self._above.astype(y.dtype, copy=False), y)

    def _check_bounds(self, x: cupy.ndarray) -> None:
        """ValueError for points below or above."""
        below, above = x < self.x[0], x > self.x[-1]
        if not bool((below | above).any()):
            return
        if bool(below.any()):
            raise ValueError(f"A value ({x[below][0]}) in x_new is below the interpolation range's minimum value "
                             f"({self.x[0]}).")
        raise ValueError(f"A value ({x[above][0]}) in x_new is above the interpolation range's maximum value "
                         f"({self.x[-1]}).")

    def _linear(self, x: cupy.ndarray) -> cupy.ndarray:
        if self.y.ndim == 1 and not self._extrapolate and self.x.dtype.char in "dl" and self.y.dtype == float:
            return cupy.interp(x, self.x, self._y[:, 0])[:, None]
        high = cupy.clip(cupy.searchsorted(self.x, x), 1, len(self.x) - 1)        # 0 for one point
        low = high - 1
        slope = (self._y[high] - self._y[low]) / (self.x[high] - self.x[low])[:, None]
        return slope * (x - self.x[low])[:, None] + self._y[low]

    def _nearest(self, x: cupy.ndarray) -> cupy.ndarray:
        side = "left" if self._kind == "nearest" else "right"
        return cupy.take(self._y, _places(self.x_bds, x, side), axis=0)

    def _previous(self, x: cupy.ndarray) -> cupy.ndarray:
        return cupy.take(self._y, cupy.maximum(_places(self._shifted, x, "left"), 1) - 1, axis=0)

    def _next(self, x: cupy.ndarray) -> cupy.ndarray:
        found = _places(self._shifted, x, "right")
        return cupy.take(self._y, cupy.minimum(found, len(self.x) - 1), axis=0)

    def _by_spline(self, x: cupy.ndarray) -> cupy.ndarray:
        out = self._spline(x)
        return cupy.full_like(out, numpy.nan) if self._missing else out


class interp2d:
    """Removed in SciPy 1.14, and here: making one is an error that names what to use instead.

    Parameters
    ----------
    x, y, z : array_like
        Points and values.
    kind : str, optional
        Degree of the spline.
    copy, bounds_error : bool, optional
        Whether to copy, and whether points outside were an error.
    fill_value : float, optional
        The value outside.

    Raises
    ------
    NotImplementedError
        Always.

    Examples
    --------
    >>> from cupyx.scipy.interpolate import interp2d
    >>> try:
    ...     interp2d([0, 1], [0, 1], [[0, 1], [1, 2]])
    ... except NotImplementedError:
    ...     print("removed")
    removed
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, z: ArrayLike, kind: str = "linear", copy: bool = True,
                 bounds_error: bool = False, fill_value: float | None = None) -> None:
        raise NotImplementedError(
            "`interp2d` has been removed; use `RegularGridInterpolator` on regular grids, and `bisplrep`/`bisplev`, "
            "`LinearNDInterpolator` or `CloughTocher2DInterpolator` for scattered data.")
