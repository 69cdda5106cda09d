"""Smoothing splines: knots and coefficients are found by SciPy on the host, the splines live on the device."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate._bspline import BSpline

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    import numpy

__all__ = ["generate_knots", "make_smoothing_spline", "make_splprep", "make_splrep"]


def _host_or_none(a: ArrayLike | None) -> numpy.ndarray[Any, Any] | None:
    return None if a is None else arguments.host(a)


def make_smoothing_spline(x: ArrayLike, y: ArrayLike, w: ArrayLike | None = None, lam: float | None = None, *,
                          axis: SupportsIndex = 0) -> BSpline:
    """The natural cubic spline that balances closeness to points and smoothness.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing, at least five.
    y : array_like, shape (n, ...)
        Ordinates.
    w : array_like, shape (n,), optional
        Weights. Default is one.
    lam : float, optional
        Factor of the integral of the squared second derivative. Default: by generalised cross-validation.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.

    Returns
    -------
    BSpline
        The spline.

    Notes
    -----
    The banded systems are solved on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_smoothing_spline
    >>> x = cupy.arange(10.)
    >>> float(make_smoothing_spline(x, 2 * x, lam=1.0)(4.5).round(6))
    9.0
    """
    from scipy import interpolate

    return BSpline._of(interpolate.make_smoothing_spline(arguments.host(x), arguments.host(y), _host_or_none(w), lam,
                                                         axis=axis))


def make_splrep(x: ArrayLike, y: ArrayLike, *, w: ArrayLike | None = None, xb: float | None = None,
                xe: float | None = None, k: SupportsIndex = 3, s: float = 0, t: ArrayLike | None = None,
                nest: SupportsIndex | None = None, bc_type: str | None = None) -> BSpline:
    """A smoothing spline of a curve ``y(x)`` whose knots are chosen until residuals are small enough.

    Parameters
    ----------
    x, y : array_like, shape (m,)
        Points.
    w : array_like, shape (m,), optional
        Weights.
    xb, xe : float, optional
        Ends of the interval. Default: of `x`.
    k : int, optional
        Degree. Default is cubic.
    s : float, optional
        Bound of the weighted sum of squared residuals. Default zero interpolates.
    t : array_like, optional
        Knots, instead of choosing them.
    nest : int, optional
        Most knots.
    bc_type : str, optional
        'periodic' for a periodic spline.

    Returns
    -------
    BSpline
        The spline.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_splrep
    >>> x = cupy.linspace(0, 1, 20)
    >>> float(make_splrep(x, x ** 2, s=1e-6)(0.5).round(3))
    0.25
    """
    from scipy import interpolate

    more = {} if bc_type is None else {"bc_type": bc_type}
    return BSpline._of(interpolate.make_splrep(
        arguments.host(x), arguments.host(y), w=_host_or_none(w), xb=xb, xe=xe, k=k, s=s, t=_host_or_none(t),
        nest=nest, **more))


def make_splprep(x: list[cupy.ndarray | numpy.ndarray[Any, Any]], *, w: ArrayLike | None = None, u: Any = None,
                 ub: float | None = None, ue: float | None = None, k: SupportsIndex | Sequence[SupportsIndex] = 3,
                 s: float = 0, t: ArrayLike | None = None, nest: SupportsIndex | None = None,
                 bc_type: Sequence[Any] | str | None = None) -> tuple[BSpline, cupy.ndarray]:
    """A smoothing spline of a parametric curve.

    Parameters
    ----------
    x : array_like, shape (ndim, m)
        Coordinates of the curve's points.
    w : array_like, shape (m,), optional
        Weights.
    u : array_like, shape (m,), optional
        Parameters of the points. Default: by distance, from 0 to 1.
    ub, ue : float, optional
        Ends of the parameter's interval.
    k, s, t, nest, bc_type : optional
        As for `make_splrep`.

    Returns
    -------
    spl : BSpline
        The spline ``x(u)``.
    u : cupy.ndarray
        Parameters.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_splprep
    >>> s = cupy.linspace(0, 1, 20)
    >>> spline, u = make_splprep([s, s ** 2])
    >>> spline(cupy.array([0., 1.])).round(6)
    array([[0., 1.],
           [0., 1.]])
    """
    from scipy import interpolate

    more = {} if bc_type is None else {"bc_type": bc_type}
    spline, u = interpolate.make_splprep(
        [arguments.host(v) for v in x], w=_host_or_none(w), u=_host_or_none(u), ub=ub, ue=ue, k=k, s=s,
        t=_host_or_none(t), nest=nest, **more)
    return BSpline._of(spline), cupy.asarray(u)


def generate_knots(x: ArrayLike, y: ArrayLike, *, w: ArrayLike | None = None, xb: float | None = None,
                   xe: float | None = None, k: SupportsIndex | Sequence[SupportsIndex] = 3, s: float = 0,
                   nest: SupportsIndex | None = None,
                   bc_type: Sequence[Any] | str | None = None) -> Iterator[cupy.ndarray]:
    """Yield the knots of successive least-squares splines until residuals are small enough.

    Parameters
    ----------
    x, y : array_like, shape (m,)
        Points.
    w, xb, xe, k, s, nest, bc_type : optional
        As for `make_splrep`.

    Yields
    ------
    t : cupy.ndarray
        Knots.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import generate_knots
    >>> x = cupy.linspace(0, 3, 30)
    >>> [t.size for t in generate_knots(x, cupy.exp(x), s=1e-4)]
    [8, 9, 10, 11]
    """
    from scipy import interpolate

    more = {} if bc_type is None else {"bc_type": bc_type}
    for t in interpolate.generate_knots(arguments.host(x), arguments.host(y), w=_host_or_none(w), xb=xb, xe=xe, k=k,
                                        s=s, nest=nest, **more):
        yield cupy.asarray(t)
