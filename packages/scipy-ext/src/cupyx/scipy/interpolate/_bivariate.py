"""FITPACK's splines of two variables: fitted by SciPy on the host, evaluated on the device."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, cast

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy._host import adopted, few_by_scipy, of_scipy, to_host
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _nd_bspline as nd_bspline

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["BivariateSpline", "LSQBivariateSpline", "LSQSphereBivariateSpline", "RectBivariateSpline",
           "RectSphereBivariateSpline", "SmoothBivariateSpline", "SmoothSphereBivariateSpline"]

_few = few_by_scipy(types="d", most=400)
_FEW = 200               # points below which SciPy is quicker on the host; on grids FITPACK's sums by axes always are


def check_ascending(x: cupy.ndarray, y: cupy.ndarray, strict: bool = True) -> None:
    """ValueError where coordinates of a grid descend."""
    for name, v in (("x", x), ("y", y)):
        if v.size >= 2 and not bool((cupy.diff(v) >= 0).all()):
            raise ValueError(f"{name} must be strictly increasing when `grid` is True" if strict
                             else "Invalid input data")


def values(tx: cupy.ndarray, ty: cupy.ndarray, c: cupy.ndarray, kx: int, ky: int, x: cupy.ndarray, y: cupy.ndarray,
           dx: Any, dy: Any) -> cupy.ndarray:
    """Values at points in flat arrays; outside those of the nearest point of the rectangle."""
    if not (0 <= dx < max(kx, 1) and 0 <= dy < max(ky, 1)):
        raise ValueError("Error code returned by parder: 10")
    shape = tx.size - kx - 1, ty.size - ky - 1
    if min(shape) < 1 or c.size < math.prod(shape):
        raise ValueError(f"c must have length (nx-kx-1)*(ny-ky-1): {c.size} for {tx.size}, {ty.size} knots of degrees "
                         f"{kx}, {ky}")
    x = cupy.clip(x, tx[kx], tx[tx.size - kx - 1])
    y = cupy.clip(y, ty[ky], ty[ty.size - ky - 1])
    c = c[:math.prod(shape)].reshape(shape)
    return nd_bspline.evaluate((tx, ty), c, (kx, ky), cupy.stack([x, y], axis=1), (dx, dy), True)


def grid_values(tx: cupy.ndarray, ty: cupy.ndarray, c: cupy.ndarray, kx: int, ky: int, x: cupy.ndarray, y: cupy.ndarray,
                dx: Any, dy: Any) -> cupy.ndarray:
    """Values on the grid of two vectors."""
    grid = cupy.broadcast_arrays(x[:, None], y)
    return values(tx, ty, c, kx, ky, grid[0].ravel(), grid[1].ravel(), dx, dy).reshape(x.size, y.size)


class _Base:
    """What splines on rectangles and spheres have in common."""

    __slots__ = ("degrees", "_tck", "__dict__", "__weakref__")

    def _adopt(self, twin: Any) -> None:
        self.fp = twin.fp
        self._take(twin)

    def _take(self, twin: Any) -> None:
        self._twin, self._tck = twin, None
        kx, ky = twin.degrees
        self.degrees = kx, ky

    @property
    def tck(self) -> tuple[cupy.ndarray, ...]:
        twin: Any = self._twin
        tck = self._tck
        if tck is None:     # what is asked for may be written to: SciPy's spline is made of it anew
            self._tck = tck = tuple(map(cupy.asarray, twin.tck))
            self._twin = None
        return tck

    @tck.setter
    def tck(self, value: tuple[cupy.ndarray, ...]) -> None:
        self._tck, self._twin = value, None

    @classmethod
    def _of(cls, twin: Any) -> Self:
        self = cls.__new__(cls)
        self._take(twin)
        return self

    @classmethod
    def _from_tck(cls, tck: Sequence[Any]) -> Self:
        if len(tck) != 5:
            raise ValueError("tck should be a 5 element tuple of tx, ty, c, kx, ky")
        self = cls.__new__(cls)
        self._twin = None
        tx, ty, c, kx, ky = tck
        self.tck = arguments.as_float(tx), arguments.as_float(ty), arguments.as_float(c)
        self.degrees = kx, ky
        return self

    def _on_host(self) -> Any:
        """SciPy's spline, made at first use."""
        twin = self._twin
        if twin is None:
            twin = of_scipy("interpolate.BivariateSpline")._from_tck((*to_host(self.tck), *self.degrees))
            self._twin = twin
        return twin

    def _by_scipy(self, *args: Any) -> numpy.ndarray[Any, Any]:
        return self._on_host()(*args)

    def get_residual(self) -> float:
        """The weighted sum of squared residuals.

        Returns
        -------
        float
        """
        return self.fp

    def get_knots(self) -> tuple[cupy.ndarray, ...]:
        """Knots of both variables.

        Returns
        -------
        tuple of cupy.ndarray
        """
        return self.tck[:2]

    def get_coeffs(self) -> cupy.ndarray:
        """Coefficients, one after the other.

        Returns
        -------
        cupy.ndarray
        """
        return self.tck[2]

    def __call__(self, x: ArrayLike, y: ArrayLike, dx: SupportsIndex = 0, dy: SupportsIndex = 0,
                 grid: bool = True) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        x, y : array_like
            Coordinates of a grid, ascending, or of points.
        dx, dy : int, optional
            Orders of the derivative.
        grid : bool, optional
            Whether `x` and `y` span a grid. Default is True.

        Returns
        -------
        cupy.ndarray
        """
        found = _few((x, y, dx, dy, grid), by=self._by_scipy)
        if found is not NotImplemented:
            return found
        x, y = (arguments.device(v).astype(float, copy=False) for v in (x, y))
        if host_memory() and (grid or max(x.size, y.size) <= _FEW):
            return adopted(self._by_scipy(to_host(x), to_host(y), dx, dy, grid), alone=True)
        if grid:
            x, y = cupy.atleast_1d(x), cupy.atleast_1d(y)
            if x.size == 0 or y.size == 0:
                return cupy.zeros((x.size, y.size))
            check_ascending(x, y)
            return cast("Any", grid_values)(*self.tck, *self.degrees, x, y, dx, dy)
        x, y = cupy.broadcast_arrays(x, y)
        if x.size == 0:
            return cupy.zeros(x.shape)
        return cast("Any", values)(*self.tck, *self.degrees, x.ravel(), y.ravel(), dx, dy).reshape(x.shape)

    def partial_derivative(self, dx: Int, dy: Int) -> _Base | _DerivedBivariateSpline:
        """The derivative, as a spline.

        Parameters
        ----------
        dx, dy : int
            Orders, less than the degrees.

        Returns
        -------
        BivariateSpline
        """
        if dx == 0 and dy == 0:
            return self
        kx, ky = self.degrees
        if dx < 0 or dy < 0:
            raise ValueError("order of derivative must be positive or zero")
        if dx >= kx or dy >= ky:
            raise ValueError("order of derivative must be less than degree of spline")
        if host_memory():
            return _DerivedBivariateSpline._of(self._on_host().partial_derivative(dx, dy))
        tx, ty, c = self.tck
        shape = tx.size - kx - 1, ty.size - ky - 1
        derived = nd_bspline.NdBSpline((tx, ty), c[:math.prod(shape)].reshape(shape), (kx, ky)).derivative((dx, dy))
        return _DerivedBivariateSpline._from_tck((*derived.t, derived.c.ravel(), *derived.k))


class BivariateSpline(_Base):
    """Base of the splines on rectangles, which `RectBivariateSpline` and others fit.

    Attributes
    ----------
    tck : tuple of cupy.ndarray
        Knots of both variables, and coefficients.
    degrees : tuple of int
        Degrees.
    fp : float
        Weighted sum of squared residuals.

    Examples
    --------
    >>> from cupyx.scipy.interpolate import BivariateSpline, RectBivariateSpline
    >>> issubclass(RectBivariateSpline, BivariateSpline)
    True
    """

    def ev(self, xi: ArrayLike, yi: ArrayLike, dx: SupportsIndex = 0, dy: SupportsIndex = 0) -> cupy.ndarray:
        """Values or derivatives at points.

        Parameters
        ----------
        xi, yi : array_like
            Coordinates, broadcast with each other.
        dx, dy : int, optional
            Orders of the derivative.

        Returns
        -------
        cupy.ndarray
        """
        return self(xi, yi, dx=dx, dy=dy, grid=False)

    def integral(self, xa: float, xb: float, ya: float, yb: float) -> float:
        """The integral over a rectangle, found on the host.

        Parameters
        ----------
        xa, xb, ya, yb : float
            Ends.

        Returns
        -------
        float
        """
        return self._on_host().integral(float(xa), float(xb), float(ya), float(yb))


class _DerivedBivariateSpline(BivariateSpline):
    @property
    def fp(self) -> Any:
        raise AttributeError('attribute "fp" is not available')


def _bounds(bbox: tuple[Any, ...]) -> list[float | None]:
    return [None if b is None else float(b) for b in (bbox if not isinstance(bbox, cupy.ndarray) else bbox.get())]


def _weights(w: ArrayLike | None) -> numpy.ndarray[Any, Any] | None:
    return None if w is None else arguments.host(w)


class SmoothBivariateSpline(BivariateSpline):
    """Smoothing spline of scattered points, by FITPACK.

    Parameters
    ----------
    x, y, z : array_like, shape (n,)
        Points.
    w : array_like, shape (n,), optional
        Positive weights.
    bbox : sequence of 4, optional
        Ends of the rectangle. Default: of the points.
    kx, ky : int, optional
        Degrees. Default is cubic.
    s : float, optional
        Bound of the weighted sum of squared residuals. Default is ``len(w)``.
    eps : float, optional
        Threshold for the rank of a system, between 0 and 1.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import SmoothBivariateSpline
    >>> x, y = (v.ravel() for v in cupy.meshgrid(cupy.arange(6.), cupy.arange(6.)))
    >>> float(SmoothBivariateSpline(x, y, x * y, s=0).ev(1.5, 2.5).round(6))
    3.75
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, z: ArrayLike, w: ArrayLike | None = None, bbox: Any = (None,) * 4,
                 kx: SupportsIndex = 3, ky: SupportsIndex = 3, s: float | None = None, eps: float = 1e-16) -> None:
        self._adopt(of_scipy("interpolate.SmoothBivariateSpline")(
            arguments.host(x), arguments.host(y), arguments.host(z), _weights(w), _bounds(bbox), kx, ky, s, eps))


class LSQBivariateSpline(BivariateSpline):
    """Least-squares spline of scattered points with given knots, by FITPACK.

    Parameters
    ----------
    x, y, z : array_like, shape (n,)
        Points.
    tx, ty : array_like
        Inner knots, ascending.
    w, bbox, kx, ky, eps : optional
        As for `SmoothBivariateSpline`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import LSQBivariateSpline
    >>> x, y = (v.ravel() for v in cupy.meshgrid(cupy.arange(6.), cupy.arange(6.)))
    >>> float(LSQBivariateSpline(x, y, x * y, cupy.array([2.5]), cupy.array([2.5])).ev(1.5, 2.5).round(6))
    3.75
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, z: ArrayLike, tx: ArrayLike, ty: ArrayLike,
                 w: ArrayLike | None = None, bbox: Any = (None,) * 4, kx: SupportsIndex = 3, ky: SupportsIndex = 3,
                 eps: float | None = None) -> None:
        self._adopt(of_scipy("interpolate.LSQBivariateSpline")(
            *(arguments.host(v) for v in (x, y, z, tx, ty)), _weights(w), _bounds(bbox), kx, ky, eps))


class RectBivariateSpline(BivariateSpline):
    """Spline through values on a rectangular grid, or close to them, by FITPACK.

    Parameters
    ----------
    x, y : array_like, 1-D
        Coordinates of the grid, strictly ascending.
    z : array_like, shape (x.size, y.size)
        Values.
    bbox : sequence of 4, optional
        Ends of the rectangle. Default: of the grid.
    kx, ky : int, optional
        Degrees. Default is cubic.
    s : float, optional
        Bound of the sum of squared residuals. Default zero interpolates.
    maxit : int, optional
        Most iterations of the search for a smoothing factor.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import RectBivariateSpline
    >>> x = cupy.arange(5.)
    >>> RectBivariateSpline(x, x, x[:, None] * x)(cupy.array([0.5, 1.5]), cupy.array([2.])).round(6)
    array([[1.],
           [3.]])
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, z: ArrayLike, bbox: Any = (None,) * 4, kx: SupportsIndex = 3,
                 ky: SupportsIndex = 3, s: float = 0, maxit: SupportsIndex = 20) -> None:
        more = {} if maxit == 20 else {"maxit": maxit}
        self._adopt(of_scipy("interpolate.RectBivariateSpline")(
            arguments.host(x), arguments.host(y), arguments.host(z), _bounds(bbox), kx, ky, s, **more))


class _Sphere(_Base):
    def __call__(self, theta: ArrayLike, phi: ArrayLike, dtheta: SupportsIndex = 0, dphi: SupportsIndex = 0,
                 grid: bool = True) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        theta, phi : array_like
            Colatitude in [0, pi] and longitude, of a grid or of points.
        dtheta, dphi : int, optional
            Orders of the derivative.
        grid : bool, optional
            Whether `theta` and `phi` span a grid. Default is True.

        Returns
        -------
        cupy.ndarray
        """
        theta = arguments.device(theta)
        if theta.size and bool(((theta < 0) | (theta > numpy.pi)).any()):
            raise ValueError("requested theta out of bounds.")
        return super().__call__(theta, phi, dx=dtheta, dy=dphi, grid=grid)

    def ev(self, theta: ArrayLike, phi: ArrayLike, dtheta: SupportsIndex = 0, dphi: SupportsIndex = 0) -> cupy.ndarray:
        """Values or derivatives at points.

        Parameters
        ----------
        theta, phi : array_like
            Colatitude and longitude, broadcast with each other.
        dtheta, dphi : int, optional
            Orders of the derivative.

        Returns
        -------
        cupy.ndarray
        """
        return self(theta, phi, dtheta=dtheta, dphi=dphi, grid=False)


class SmoothSphereBivariateSpline(_Sphere):
    """Smoothing spline of scattered points on a sphere, by FITPACK.

    Parameters
    ----------
    theta, phi, r : array_like, shape (n,)
        Colatitude in [0, pi], longitude in [0, 2 pi], values.
    w : array_like, shape (n,), optional
        Positive weights.
    s : float, optional
        Bound of the weighted sum of squared residuals.
    eps : float, optional
        Threshold for the rank of a system, between 0 and 1.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import SmoothSphereBivariateSpline
    >>> theta, phi = cupy.meshgrid(cupy.linspace(0.1, 3, 7), cupy.linspace(0, 6, 8))
    >>> f = SmoothSphereBivariateSpline(theta.ravel(), phi.ravel(), cupy.ones(56), s=1.0)
    >>> float(f.ev(1.0, 1.0).round(3))
    1.0
    """

    def __init__(self, theta: ArrayLike, phi: ArrayLike, r: ArrayLike, w: ArrayLike | None = None, s: float = 0.0,
                 eps: float = 1e-16) -> None:
        self._adopt(of_scipy("interpolate.SmoothSphereBivariateSpline")(
            *(arguments.host(v) for v in (theta, phi, r)), _weights(w), s, eps))


class LSQSphereBivariateSpline(_Sphere):
    """Least-squares spline of scattered points on a sphere with given knots, by FITPACK.

    Parameters
    ----------
    theta, phi, r : array_like, shape (n,)
        Colatitude in [0, pi], longitude in [0, 2 pi], values.
    tt, tp : array_like
        Inner knots, ascending.
    w, eps : optional
        As for `SmoothSphereBivariateSpline`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import LSQSphereBivariateSpline
    >>> theta, phi = cupy.meshgrid(cupy.linspace(0.1, 3, 9), cupy.linspace(0, 6, 10))
    >>> knots = cupy.array([1.5]), cupy.array([2.0, 4.0])
    >>> f = LSQSphereBivariateSpline(theta.ravel(), phi.ravel(), cupy.ones(90), *knots)
    >>> float(f.ev(1.0, 1.0).round(3))
    1.0
    """

    def __init__(self, theta: ArrayLike, phi: ArrayLike, r: ArrayLike, tt: ArrayLike, tp: ArrayLike,
                 w: ArrayLike | None = None, eps: float = 1e-16) -> None:
        self._adopt(of_scipy("interpolate.LSQSphereBivariateSpline")(
            *(arguments.host(v) for v in (theta, phi, r, tt, tp)), _weights(w), eps))


class RectSphereBivariateSpline(_Sphere):
    """Spline of values on a grid over a sphere, by FITPACK.

    Parameters
    ----------
    u, v : array_like, 1-D
        Colatitudes strictly between 0 and pi, longitudes, both ascending.
    r : array_like, shape (u.size, v.size)
        Values.
    s : float, optional
        Bound of the sum of squared residuals. Default zero interpolates.
    pole_continuity, pole_exact, pole_flat : bool or pair of bool, optional
        Whether the spline is smooth at the poles, takes their values exactly, and is flat there.
    pole_values : float or pair of float, optional
        Values at the poles.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import RectSphereBivariateSpline
    >>> u, v = cupy.linspace(0.2, 3, 8), cupy.linspace(0, 6, 9)
    >>> f = RectSphereBivariateSpline(u, v, cupy.ones((8, 9)))
    >>> float(f.ev(1.0, 1.0).round(6))
    1.0
    """

    def __init__(self, u: ArrayLike, v: ArrayLike, r: ArrayLike, s: float = 0.0,
                 pole_continuity: bool | Sequence[bool] = False, pole_values: float | Sequence[float] | None = None,
                 pole_exact: bool | Sequence[bool] = False, pole_flat: bool | Sequence[bool] = False) -> None:
        twin = of_scipy("interpolate.RectSphereBivariateSpline")(
            *(arguments.host(a) for a in (u, v, r)), s, pole_continuity, pole_values, pole_exact, pole_flat)
        self._adopt(twin)
        self.v0 = twin.v0
