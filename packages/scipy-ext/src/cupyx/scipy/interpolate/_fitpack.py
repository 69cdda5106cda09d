"""FITPACK's functions: fits and roots by SciPy on the host, values on the device."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy

from cupyx.scipy._host import few_by_scipy, of_scipy, to_device, to_host
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _bivariate, _univariate
from cupyx.scipy.interpolate._bspline import BSpline, check_length

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["bisplev", "bisplrep", "insert", "spalde", "splev", "splint", "splprep", "splrep", "sproot"]

_SHORT = 1 << 14     # knots, with which SciPy takes less time on the host than launches


def _inserted(x: Any, tck: Any, m: Any, per: Any) -> Any:
    """SciPy's `insert`, with zeros behind the coefficients, which FITPACK leaves as it finds them."""
    found = of_scipy("interpolate.insert")(float(x), tck, m, per)
    if type(found) is tuple:
        t, c, k = found
        rest = slice(len(t) - k - 1, None)
        for part in c if type(c) is list else (c,):
            part[rest] = 0
    return found


_few = {name: few_by_scipy(f"interpolate.{name}", scalars=False, types="d", most=_SHORT)
        for name in ("bisplev", "bisplrep", "spalde", "splev", "splprep", "splrep", "sproot")}
_few["insert"] = few_by_scipy(_inserted, types="d", most=_SHORT)
_few["splint"] = few_by_scipy(lambda *given: numpy.asarray(of_scipy("interpolate.splint")(*given)), types="d",
                              most=_SHORT)


def _of_one(name: str, tck: Any, *args: Any) -> Any:
    """SciPy's result for few numbers, one of which is a spline of as many coefficients as FITPACK reads."""
    t, c, k = tck
    if type(t) is not cupy.ndarray or type(c) is not cupy.ndarray or c.ndim != 1:
        return NotImplemented
    check_length(t, c, k)
    return _few[name](args)


def _twin(tck: BSpline | tuple[cupy.ndarray, cupy.ndarray, int]) -> BSpline | tuple[cupy.ndarray, cupy.ndarray, int]:
    """A spline for SciPy; ValueError where it has too few coefficients, behind which FITPACK would read."""
    if isinstance(tck, BSpline):
        return tck._twin()
    t, c, k = tck = to_host(tck)
    for part in c if _several_curves(c) else (c,):
        check_length(numpy.asarray(t), numpy.asarray(part), k)
    return tck


def _several_curves(c: cupy.ndarray) -> bool:
    """Whether coefficients are those of a parametric curve."""
    if isinstance(c, (list, tuple)):
        return len(c) > 0 and (isinstance(c[0], (list, tuple)) or getattr(c[0], "ndim", 0) > 0)
    return c.ndim > 1


def _one_curve(tck: BSpline, name: str) -> None:
    if tck.c.ndim > 1:
        raise ValueError(f"Calling {name}() with BSpline objects with c.ndim > 1 is not allowed.")


def splrep(x: ArrayLike, y: ArrayLike, w: ArrayLike | None = None, xb: float | None = None, xe: float | None = None,
           k: SupportsIndex = 3, task: Literal[0, 1, -1] = 0, s: float | None = None, t: ArrayLike | None = None,
           full_output: SupportsIndex = 0, per: SupportsIndex = 0, quiet: SupportsIndex = 1) -> tuple[Any, ...]:
    """The smoothing spline of a curve, as knots and coefficients.

    Parameters
    ----------
    x, y : array_like, shape (m,)
        Points.
    w : array_like, shape (m,), optional
        Weights.
    xb, xe : float, optional
        Ends of the interval. Default: of `x`.
    k : int, optional
        Degree, 1 to 5. Default is cubic.
    task : {0, 1, -1}, optional
        0 finds knots for `s`; 1 goes on from the last call; -1 uses the inner knots `t`.
    s : float, optional
        Bound of the weighted sum of squared residuals. Default: ``m - sqrt(2 * m)`` with weights, else zero.
    t : array_like, optional
        Inner knots for ``task=-1``.
    full_output, per, quiet : int, optional
        Whether to return residual and messages too; whether the curve is periodic; whether to keep quiet.

    Returns
    -------
    tck : tuple of (t, c, k)
        Knots, coefficients (as long as the knots, with zeros behind), degree.
    fp, ier, msg
        Only with `full_output`: residual, flag, message.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import splev, splrep
    >>> x = cupy.linspace(0, 1, 10)
    >>> float(splev(0.5, splrep(x, x ** 2)).round(6))
    0.25
    """
    given = x, y, w, xb, xe, k, task, s, t, full_output, per, quiet
    found = _few["splrep"](given)
    return to_device(of_scipy("interpolate.splrep")(*to_host(given))) if found is NotImplemented else found


def splprep(x: Sequence[ArrayLike], w: ArrayLike | None = None, u: ArrayLike | None = None, ub: float | None = None,
            ue: float | None = None, k: SupportsIndex | Sequence[SupportsIndex] = 3, task: Literal[0, 1, -1] = 0,
            s: float | None = None, t: ArrayLike | None = None, full_output: SupportsIndex = 0,
            nest: SupportsIndex | None = None, per: SupportsIndex = 0, quiet: SupportsIndex = 1) -> tuple[Any, ...]:
    """The smoothing spline of a parametric curve, as knots and coefficients.

    Parameters
    ----------
    x : sequence of array_like
        Coordinates of the curve's points.
    w : array_like, optional
        Weights.
    u : array_like, optional
        Parameters of the points. Default: by distance, from 0 to 1.
    ub, ue : float, optional
        Ends of the parameter's interval.
    k, task, s, t, full_output, nest, per, quiet : optional
        As for `splrep`.

    Returns
    -------
    tck : tuple of (t, c, k)
        With a list of coefficients.
    u : cupy.ndarray
        Parameters.
    fp, ier, msg
        Only with `full_output`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import splev, splprep
    >>> s = cupy.linspace(0, 1, 10)
    >>> tck, u = splprep([s, s], s=0)
    >>> [float(v.round(6)) for v in splev(0.5, tck)]
    [0.5, 0.5]
    """
    given = list(x), w, u, ub, ue, k, task, s, t, full_output, nest, per, quiet
    found = _few["splprep"](given)
    return to_device(of_scipy("interpolate.splprep")(*to_host(given))) if found is NotImplemented else found


def splev(x: ArrayLike, tck: Any, der: int = 0, ext: SupportsIndex = 0) -> Any:
    """Values or derivatives of a spline.

    Parameters
    ----------
    x : array_like
        Points.
    tck : BSpline or tuple of (t, c, k)
        The spline; a list of coefficients is a parametric curve.
    der : int, optional
        Order of the derivative, at most the degree.
    ext : int, optional
        Outside: 0 extrapolates (default), 1 gives zero, 2 raises ValueError, 3 gives the value at the end.

    Returns
    -------
    cupy.ndarray or list of cupy.ndarray
        Of the shape of `x`; for a curve one array for each coordinate.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import splev, splrep
    >>> x = cupy.linspace(0, 1, 10)
    >>> float(splev(2.0, splrep(x, x ** 2), ext=1))
    0.0
    """
    if isinstance(tck, BSpline):
        _one_curve(tck, "splev")
        if ext != 0:
            raise ValueError(f"Extrapolation mode {ext} is not supported by BSpline.")
        return tck(x, der, extrapolate=True)
    if ext != 2 and type(x) is cupy.ndarray and x.size <= _univariate.FEW:
        found = _of_one("splev", tck, x, tck, der, ext)
        if found is not NotImplemented:
            return found
    t, c, k = tck
    if _several_curves(c):
        return [splev(x, (t, part, k), der, ext) for part in c]
    if ext not in (0, 1, 2, 3):
        raise ValueError(f"ext = {ext} not in (0, 1, 2, 3) ")
    return _univariate.evaluate(arguments.as_float(t), arguments.as_float(c), k, x, der, ext)


def splint(a: float, b: float, tck: Any, full_output: SupportsIndex = 0) -> Any:
    """The definite integral of a spline, which is zero outside its interval.

    Parameters
    ----------
    a, b : float
        Ends.
    tck : BSpline or tuple of (t, c, k)
        The spline.
    full_output : int, optional
        Whether to return the integrals of the basis too.

    Returns
    -------
    integral : cupy.ndarray
        Between `a` and `b`.
    wrk : cupy.ndarray
        Only with `full_output`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import splint, splrep
    >>> x = cupy.linspace(0, 1, 10)
    >>> float(splint(0, 1, splrep(x, 3 * x ** 2)).round(6))
    1.0
    """
    if isinstance(tck, BSpline):
        _one_curve(tck, "splint")
        return tck.integrate(a, b, extrapolate=False)
    if full_output:
        found = of_scipy("interpolate.splint")(float(a), float(b), _twin(tck), full_output)
        return type(found)(None if part is None else to_device(numpy.asarray(part)) for part in found)
    found = _of_one("splint", tck, a, b, tck)
    if found is not NotImplemented:
        return found
    t, c, k = tck
    if _several_curves(c):
        return [splint(a, b, (t, part, k)) for part in c]
    return BSpline.construct_fast(arguments.as_float(t), arguments.as_float(c), k).integrate(a, b, False)


def sproot(tck: Any, mest: SupportsIndex = 10) -> Any:
    """Zeros of a cubic spline, found on the host.

    Parameters
    ----------
    tck : BSpline or tuple of (t, c, k)
        The spline, with at least eight knots.
    mest : int, optional
        Estimate of the number of zeros.

    Returns
    -------
    cupy.ndarray
        The zeros, ascending.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import splrep, sproot
    >>> x = cupy.linspace(0, 2, 11)
    >>> sproot(splrep(x, x - 0.75)).round(6)
    array([0.75])
    """
    found = NotImplemented if isinstance(tck, BSpline) else _of_one("sproot", tck, tck, mest)
    return to_device(of_scipy("interpolate.sproot")(_twin(tck), mest)) if found is NotImplemented else found


def spalde(x: ArrayLike, tck: Any) -> Any:
    """All derivatives of a spline at points, the value first, found on the host.

    Parameters
    ----------
    x : array_like
        Points inside the interval.
    tck : tuple of (t, c, k)
        The spline.

    Returns
    -------
    cupy.ndarray or list of cupy.ndarray
        k + 1 derivatives, for each point.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import spalde, splrep
    >>> x = cupy.linspace(0, 1, 10)
    >>> spalde(0.5, splrep(x, x ** 2)).round(6)[:3]
    array([0.25, 1.  , 2.  ])
    """
    if isinstance(tck, BSpline):
        raise TypeError("spalde does not accept BSpline instances.")
    found = _of_one("spalde", tck, x, tck)
    return to_device(of_scipy("interpolate.spalde")(to_host(x), _twin(tck))) if found is NotImplemented else found


def insert(x: float, tck: Any, m: SupportsIndex = 1, per: SupportsIndex = 0) -> Any:
    """The same spline with one more knot.

    Parameters
    ----------
    x : float
        The knot.
    tck : BSpline or tuple of (t, c, k)
        The spline.
    m : int, optional
        How many times.
    per : int, optional
        Whether the spline is periodic.

    Returns
    -------
    BSpline or tuple
        As given.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import insert, splrep
    >>> x = cupy.linspace(0, 1, 10)
    >>> insert(0.35, splrep(x, x ** 2))[0].size
    15
    """
    if isinstance(tck, BSpline):
        return BSpline._of(_inserted(x, _twin(tck), m, per))
    found = _of_one("insert", tck, x, tck, m, per)
    return to_device(_inserted(x, _twin(tck), m, per)) if found is NotImplemented else found


def bisplrep(x: ArrayLike, y: ArrayLike, z: ArrayLike, w: ArrayLike | None = None, xb: float | None = None,
             xe: float | None = None, yb: float | None = None, ye: float | None = None, kx: SupportsIndex = 3,
             ky: SupportsIndex = 3, task: Literal[0, 1, -1] = 0, s: float | None = None, eps: float = 1e-16,
             tx: ArrayLike | None = None, ty: ArrayLike | None = None, full_output: SupportsIndex = 0,
             nxest: SupportsIndex | None = None, nyest: SupportsIndex | None = None, quiet: SupportsIndex = 1) -> Any:
    """The smoothing spline of a surface, from scattered points.

    Parameters
    ----------
    x, y, z : array_like, shape (m,)
        Points.
    w : array_like, shape (m,), optional
        Weights.
    xb, xe, yb, ye : float, optional
        Ends of the rectangle. Default: of the points.
    kx, ky : int, optional
        Degrees, 1 to 5. Default is cubic.
    task, s, eps, tx, ty, full_output, nxest, nyest, quiet : optional
        As for `splrep`, for both variables; `eps` is a threshold for the rank of a system.

    Returns
    -------
    tck : list of [tx, ty, c, kx, ky]
        Knots, coefficients and degrees, for `bisplev`.
    fp, ier, msg
        Only with `full_output`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import bisplev, bisplrep
    >>> x, y = (v.ravel() for v in cupy.meshgrid(cupy.arange(5.), cupy.arange(5.)))
    >>> float(bisplev(1.5, 2.5, bisplrep(x, y, x * y, s=0)).round(6))
    3.75
    """
    given = x, y, z, w, xb, xe, yb, ye, kx, ky, task, s, eps, tx, ty, full_output, nxest, nyest, quiet
    found = _few["bisplrep"](given)
    return to_device(of_scipy("interpolate.bisplrep")(*to_host(given))) if found is NotImplemented else found


def bisplev(x: ArrayLike, y: ArrayLike, tck: Any, dx: Int = 0, dy: Int = 0) -> cupy.ndarray:
    """Values or derivatives of a surface on a grid.

    Parameters
    ----------
    x, y : float or array_like, 1-D
        Coordinates of the grid, in ascending order.
    tck : list of [tx, ty, c, kx, ky]
        The spline.
    dx, dy : int, optional
        Orders of the derivative, less than the degrees.

    Returns
    -------
    cupy.ndarray
        Two-dimensional; for one number in `x` without its axis, for one in both a number.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import bisplev, bisplrep
    >>> x, y = (v.ravel() for v in cupy.meshgrid(cupy.arange(5.), cupy.arange(5.)))
    >>> bisplev(2.0, cupy.array([1., 2.]), bisplrep(x, y, x * y, s=0)).round(6)
    array([2., 4.])
    """
    tx, ty, c, kx, ky = tck
    if not 0 <= dx < kx:
        raise ValueError(f"0 <= dx = {dx} < kx = {kx} must hold")
    if not 0 <= dy < ky:
        raise ValueError(f"0 <= dy = {dy} < ky = {ky} must hold")
    if type(x) is type(y) is cupy.ndarray:
        found = _few["bisplev"]((x, y, tck, dx, dy))        # FITPACK's sums by axes
        if found is not NotImplemented:
            return found
    x, y = (cupy.atleast_1d(arguments.device(v).astype(float)) for v in (x, y))
    if x.ndim != 1 or y.ndim != 1:
        raise ValueError("First two entries should be rank-1 arrays.")
    if not (x.size and y.size):
        raise ValueError("Invalid input data")
    _bivariate.check_ascending(x, y, strict=False)
    tx, ty, c = (arguments.as_float(v) for v in (tx, ty, c))
    z = _bivariate.grid_values(tx, ty, c, kx, ky, x, y, dx, dy)
    return z if z.shape[0] > 1 else z[0] if z.shape[1] > 1 else z[0, 0]
