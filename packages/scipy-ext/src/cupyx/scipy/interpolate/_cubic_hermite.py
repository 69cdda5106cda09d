"""Cubic interpolators whose slopes follow from neighbours: Hermite, PCHIP, Akima."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, all_finite, type_characters

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._ppoly import PPoly

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["Akima1DInterpolator", "CubicHermiteSpline", "PchipInterpolator", "pchip", "pchip_interpolate"]

_coefficients = Kernel("cubic.hpp", _kernels, "Cubics", packed=("d", "D"), arguments="coefficients")


def prepare(x: Any, y: Any, axis: Any,
            dydx: Any = None) -> tuple[numpy.ndarray[Any, Any], cupy.ndarray, cupy.ndarray, int, Any]:
    """``(x on the host, x, y, axis, dydx)``, checked; the interpolation axis comes first."""
    x, y = arguments.device(x), arguments.device(y)
    if x.dtype.kind == "c":
        raise ValueError("`x` must contain real values.")
    dtype = arguments.value_dtype(y.dtype)
    if dydx is not None:
        dydx = arguments.device(dydx)
        if y.shape != dydx.shape:
            raise ValueError("The shapes of `y` and `dydx` must be identical.")
        dtype = arguments.value_dtype(y.dtype, dydx.dtype)
    axis = axis % y.ndim
    if x.ndim != 1:
        raise ValueError("`x` must be 1-dimensional.")
    if x.shape[0] < 2:
        raise ValueError("`x` must contain at least 2 elements.")
    if x.shape[0] != y.shape[axis]:
        raise ValueError(f"The length of `y` along `axis`={axis} doesn't match the length of `x`")
    points = x.get().astype(float)
    if not numpy.isfinite(points).all():
        raise ValueError("`x` must contain only finite values.")
    for name, values in (("y", y), ("dydx", dydx)):
        if values is not None and values.dtype.kind in "fc" and not all_finite(values):
            raise ValueError(f"`{name}` must contain only finite values.")
    if (numpy.diff(points) <= 0).any():
        raise ValueError("`x` must be strictly increasing sequence.")
    y = cupy.moveaxis(y.astype(dtype, copy=False), axis, 0)
    if dydx is not None:
        dydx = cupy.moveaxis(dydx.astype(dtype, copy=False), axis, 0)
    return points, x.astype(float), y, axis, dydx


def cubics(function: Kernel, x: cupy.ndarray, y: cupy.ndarray, out: cupy.ndarray, items: int,
           slopes: cupy.ndarray | None = None) -> cupy.ndarray:
    """Launch a function of cubic.hpp for so many items along the first axis."""
    columns = arguments.columns(y, 1)
    function.map(type_characters(y.dtype), items * columns, work=20, x=x, y=arguments.contiguous(y),
                 slopes=None if slopes is None else arguments.contiguous(slopes), out=out, pieces=len(x) - 1,
                 columns=columns)
    return out


def hermite(x: cupy.ndarray, y: cupy.ndarray, slopes: cupy.ndarray) -> cupy.ndarray:
    """Coefficients (4, pieces, ...) of the cubics with given values and slopes."""
    pieces = len(x) - 1
    return cubics(_coefficients, x, y, cupy.empty((4, pieces, *y.shape[1:]), y.dtype), pieces, slopes)


class CubicHermiteSpline(PPoly):
    """Piecewise cubic of given values and slopes.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing.
    y, dydx : array_like
        Values and first derivatives; along `axis` as long as `x`.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    extrapolate : bool, 'periodic' or None, optional
        As for `PPoly`; None is True.

    Attributes
    ----------
    c, x : cupy.ndarray
        Coefficients and breakpoints.

    Raises
    ------
    ValueError
        If shapes do not match, `x` does not increase, or anything is not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import CubicHermiteSpline
    >>> x = cupy.array([0., 1., 2.])
    >>> CubicHermiteSpline(x, x ** 3, 3 * x ** 2)(1.5)
    array(3.375)
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, dydx: ArrayLike, axis: SupportsIndex = 0,
                 extrapolate: bool | Literal["periodic"] | None = None) -> None:
        _, x, y, axis, dydx = prepare(x, y, axis, dydx)
        self._fit(x, y, dydx, axis, extrapolate)

    def _fit(self, x: cupy.ndarray, y: cupy.ndarray, slopes: Any, axis: int,
             extrapolate: bool | Literal["periodic"] | None) -> None:
        self.c, self.x, self.axis = hermite(x, y, slopes), x, axis
        self.extrapolate = self._extrapolation(extrapolate)


class PchipInterpolator(CubicHermiteSpline):
    """Monotone piecewise cubic interpolation.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing.
    y : array_like
        Real values; along `axis` as long as `x`.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    extrapolate : bool or None, optional
        As for `PPoly`; None is True.

    Notes
    -----
    Slopes are weighted harmonic means of the secants, and zero at extrema (Fritsch and Butland, SIAM J. Sci. Stat.
    Comput. 5, 1984), so that the result is monotone where the data are.

    Examples
    --------
    No overshoot at a step:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import PchipInterpolator
    >>> p = PchipInterpolator(cupy.arange(4.), cupy.array([0., 0., 1., 1.]))
    >>> p(cupy.array([0.5, 1.5, 2.5]))
    array([0. , 0.5, 1. ])
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, axis: SupportsIndex = 0, extrapolate: bool | None = None) -> None:
        _, x, y, axis, _ = prepare(x, y, axis)
        _refuse_complex(y, "PchipInterpolator")
        self._fit(x, y, _monotone_slopes(x, y), axis, extrapolate)


pchip = PchipInterpolator


def _refuse_complex(y: cupy.ndarray, name: str) -> None:
    if y.dtype.kind == "c":
        raise ValueError(f"`{name}` only works with real values for `y`. If you are trying to use the real components "
                         f"of the passed array, use `np.real` on the array before passing to `{name}`.")


def _monotone_slopes(x: cupy.ndarray, y: cupy.ndarray) -> cupy.ndarray:
    h = arguments.column_vector(cupy.diff(x), y.ndim)
    m = cupy.diff(y, axis=0) / h
    if y.shape[0] == 2:
        return cupy.concatenate([m, m])
    w1, w2 = 2 * h[1:] + h[:-1], h[1:] + 2 * h[:-1]
    flat = (cupy.sign(m[1:]) != cupy.sign(m[:-1])) | (m[1:] == 0) | (m[:-1] == 0)
    mean = (w1 / m[:-1] + w2 / m[1:]) / (w1 + w2)
    inner = cupy.where(flat, 0.0, 1 / mean)
    return cupy.concatenate([_end_slope(h[0], h[1], m[0], m[1])[None], inner,
                             _end_slope(h[-1], h[-2], m[-1], m[-2])[None]])


def _end_slope(h0: cupy.ndarray, h1: cupy.ndarray, m0: cupy.ndarray, m1: cupy.ndarray) -> cupy.ndarray:
    """One-sided three-point estimate that keeps the shape."""
    d = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    against = cupy.sign(d) != cupy.sign(m0)
    steep = (cupy.sign(m0) != cupy.sign(m1)) & (abs(d) > 3 * abs(m0))
    return cupy.where(against, 0.0, cupy.where(steep, 3 * m0, d))


def pchip_interpolate(xi: ArrayLike, yi: ArrayLike, x: ArrayLike, der: Any = 0,
                      axis: SupportsIndex = 0) -> cupy.ndarray | list[cupy.ndarray]:
    """Values or derivatives of the monotone cubic through points.

    Parameters
    ----------
    xi, yi : array_like
        Points, as for `PchipInterpolator`.
    x : array_like
        Where to evaluate.
    der : int or list of int, optional
        Order of the derivative, or several. Default is the value.
    axis : int, optional
        Interpolation axis of `yi`. Default is zero.

    Returns
    -------
    cupy.ndarray or list of cupy.ndarray
        Values at `x`, or derivatives, for each element of the other axes of `yi`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import pchip_interpolate
    >>> pchip_interpolate(cupy.arange(3.), cupy.array([0., 1., 4.]), 0.5)
    array(0.3125)
    """
    p = PchipInterpolator(xi, yi, axis=axis)
    if numpy.ndim(der) == 0:
        return p(x) if int(der) == 0 else p.derivative(int(der))(x)
    return [p.derivative(int(nu))(x) for nu in arguments.host(der)]


class Akima1DInterpolator(CubicHermiteSpline):
    """Akima's piecewise cubic interpolation.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing.
    y : array_like
        Real values; along `axis` as long as `x`.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    method : {'akima', 'makima'}, optional
        Akima's weights, or those modified so that flat stretches stay flat.
    extrapolate : bool or None, optional
        As for `PPoly`; None is False.

    Notes
    -----
    H. Akima, J. ACM 17 (1970): slopes are means of the neighbouring secants, weighted by how much the others change.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import Akima1DInterpolator
    >>> x = cupy.arange(6.)
    >>> float(Akima1DInterpolator(x, x ** 2)(2.5))
    6.25
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, axis: SupportsIndex = 0, *,
                 method: Literal["akima", "makima"] = "akima", extrapolate: bool | None = None) -> None:
        if method not in {"akima", "makima"}:
            raise NotImplementedError(f"`method`={method} is unsupported.")
        _, x, y, axis, _ = prepare(x, y, axis)
        _refuse_complex(y, "Akima1DInterpolator")
        self._fit(x, y, _akima_slopes(x, y, method), axis, False if extrapolate is None else extrapolate)

    def extend(self, c: ArrayLike, x: ArrayLike, right: bool = True) -> NoReturn:
        raise NotImplementedError("Extending a 1-D Akima interpolator is not yet implemented")

    @classmethod
    def from_spline(cls, tck: Any, extrapolate: bool | Literal["periodic"] | None = None) -> Akima1DInterpolator:
        raise NotImplementedError("This method does not make sense for an Akima interpolator.")

    @classmethod
    def from_bernstein_basis(cls, bp: Any,
                             extrapolate: bool | Literal["periodic"] | None = None) -> Akima1DInterpolator:
        raise NotImplementedError("This method does not make sense for an Akima interpolator.")


def _akima_slopes(x: cupy.ndarray, y: cupy.ndarray, method: str) -> cupy.ndarray:
    secant = cupy.diff(y, axis=0) / arguments.column_vector(cupy.diff(x), y.ndim)
    if y.shape[0] == 2:
        return cupy.concatenate([secant, secant])
    m = cupy.empty((x.shape[0] + 3, *y.shape[1:]))
    m[2:-2] = secant
    m[1] = 2 * m[2] - m[3]
    m[0] = 2 * m[1] - m[2]
    m[-2] = 2 * m[-3] - m[-4]
    m[-1] = 2 * m[-2] - m[-3]
    change = abs(cupy.diff(m, axis=0))
    right, left = change[2:], change[:-2]
    if method == "makima":
        level = abs(m[1:] + m[:-1])
        right, left = right + 0.5 * level[2:], left + 0.5 * level[:-2]
    total = right + left
    most = total.max() if total.size else 0.0
    weighted = m[1:-2] + left / total * (m[2:-1] - m[1:-2])
    return cupy.where(total > 1e-9 * most, weighted, 0.5 * (m[3:] + m[:-3]))
