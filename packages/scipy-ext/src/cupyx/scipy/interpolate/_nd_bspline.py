"""Tensor products of B-splines."""
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._bspline import basis, splder
from cupyx.scipy.interpolate._interp_spline import make_interp_spline
from cupyx.scipy.interpolate._nd_ppoly import offsets

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["NdBSpline", "make_ndbspl"]

_kernel = Kernel("nd_bspline.hpp", _kernels, "NdBSpline", packed=("d", "D"))


def degrees(k: Any, ndim: int) -> tuple[int, ...]:
    """One degree for each axis."""
    k = (k,) * ndim if numpy.ndim(k) == 0 else k
    k = tuple(operator.index(d) for d in k)
    if len(k) != ndim:
        raise ValueError(f"len(t) = {ndim} != len(k) = {len(k)}.")
    return k


def _check_axis(t: numpy.ndarray[Any, Any], k: int, d: int) -> None:
    n = t.shape[0] - k - 1 if t.ndim else 0
    if k < 0:
        raise ValueError(f"Spline degree in dimension {d} cannot be negative.")
    if t.ndim != 1:
        raise ValueError(f"Knot vector in dimension {d} must be one-dimensional.")
    if n < k + 1:
        raise ValueError(f"Need at least {2 * k + 2} knots for degree {k} in dimension {d}.")
    if (numpy.diff(t) < 0).any():
        raise ValueError(f"Knots in dimension {d} must be in a non-decreasing order.")
    if t[k] == t[n]:
        raise ValueError(f"Need at least two internal knots in dimension {d}.")
    if not numpy.isfinite(t).all():
        raise ValueError(f"Knots in dimension {d} should not have nans or infs.")


def evaluate(t: tuple[cupy.ndarray, ...], c: cupy.ndarray, k: tuple[int, ...], x: cupy.ndarray,
             nu: ArrayLike | Sequence[Int] | None, extrapolate: bool) -> cupy.ndarray:
    """Values (queries, ...) at points (queries, axes) of the spline with knots `t`, a tuple."""
    ndim = len(t)
    if ndim > _kernel.constants["kMostAxes"] or sum(k) + ndim > _kernel.constants["kMostBasis"]:
        raise ValueError(f"Splines of {ndim} variables and degrees {k} are not supported.")
    if any(c.shape[d] < t[d].size - k[d] - 1 or t[d].size < 2 * k[d] + 2 for d in range(ndim)):
        raise ValueError("Knots, coefficients and degrees are inconsistent.")
    c = arguments.contiguous(c)
    width = arguments.columns(c, ndim)
    strides = [math.prod(c.shape[d + 1:]) for d in range(ndim)]
    out = cupy.empty((len(x), width), c.dtype)
    _kernel.map(type_characters(c.dtype), out.size, work=8 * math.prod(d + 1 for d in k), t=cupy.concatenate(t), c=c,
                q=x, out=out, columns=width, axes=ndim, extrapolate=extrapolate, degree=k, nu=nu, begin=offsets(t),
                stride=strides)
    return out.reshape(len(x), *c.shape[ndim:])


class NdBSpline:
    """Tensor product of B-splines.

    Parameters
    ----------
    t : tuple of array_like
        Knots of every axis.
    c : array_like, shape (n1, ..., nd, ...)
        Coefficients.
    k : int or tuple of int
        Degrees.
    extrapolate : bool, optional
        Outside: values of the nearest piece (True, the default) or NaN.

    Attributes
    ----------
    t, c, k
        Knots, coefficients and degrees.

    Raises
    ------
    ValueError
        If knots are not sorted or finite, or numbers do not match.

    Examples
    --------
    x**3 * y on a grid:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_ndbspl
    >>> x, y = cupy.linspace(0, 2, 5), cupy.linspace(0, 1, 4)
    >>> spline = make_ndbspl((x, y), x[:, None] ** 3 * y, k=(3, 1))
    >>> spline(cupy.array([[1.5, 0.5]])).round(6)
    array([1.6875])
    """

    __slots__ = ("t", "c", "k", "extrapolate", "__dict__", "__weakref__")

    def __init__(self, t: Sequence[ArrayLike], c: ArrayLike, k: SupportsIndex | Sequence[SupportsIndex], *,
                 extrapolate: bool | None = None) -> None:
        if not isinstance(t, tuple):
            raise ValueError(f"Expect `t` to be a tuple of array-likes. Got {t} instead.")
        ndim = len(t)
        self.k = degrees(k, ndim)
        self.extrapolate = True if extrapolate is None else bool(extrapolate)
        self.t = tuple(cupy.ascontiguousarray(arguments.device(knots), dtype=float) for knots in t)
        for d, knots in enumerate(self.t):
            _check_axis(knots.get(), self.k[d], d)
        c = arguments.device(c)
        if c.ndim < ndim:
            raise ValueError(f"Coefficients must be at least {ndim}-dimensional.")
        for d, (knots, degree) in enumerate(zip(self.t, self.k, strict=True)):
            n = knots.size - degree - 1
            if c.shape[d] != n:
                raise ValueError(f"Knots, coefficients and degree in dimension {d} are inconsistent: got {c.shape[d]} "
                                 f"coefficients for {knots.size} knots, need at least {n} for k={degree}.")
        self.c = cupy.ascontiguousarray(c, dtype=arguments.value_dtype(c.dtype))

    def __call__(self, xi: ArrayLike, *, nu: Any = None, extrapolate: bool | None = None) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        xi : array_like, shape (..., ndim)
            Points.
        nu : sequence of int, optional
            Order of the derivative along each axis.
        extrapolate : bool, optional
            Default: as constructed.

        Returns
        -------
        cupy.ndarray
        """
        ndim = len(self.t)
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        nu = (0,) * ndim if nu is None else _orders(nu, ndim, "derivatives")
        xi = arguments.device(xi)
        if xi.ndim == 0 or xi.shape[-1] != ndim:
            raise ValueError(f"Shapes: xi.shape={xi.shape} and ndim={ndim}")
        x = xi.reshape(-1, ndim).astype(float, "C", copy=False)
        return evaluate(self.t, self.c, self.k, x, nu, extrapolate).reshape(xi.shape[:-1] + self.c.shape[ndim:])

    @classmethod
    def design_matrix(cls, xvals: ArrayLike, t: Sequence[ArrayLike], k: SupportsIndex | Sequence[SupportsIndex],
                      extrapolate: bool = True) -> Any:
        """The values of all products of basis elements at points, as a sparse matrix.

        Parameters
        ----------
        xvals : array_like, shape (n, ndim)
            Points.
        t : tuple of array_like
            Knots of every axis.
        k : int or tuple of int
            Degrees.
        extrapolate : bool, optional
            Whether points outside are allowed.

        Returns
        -------
        cupyx.scipy.sparse.csr_matrix
        """
        from cupyx.scipy.sparse import csr_matrix

        x = cupy.ascontiguousarray(arguments.device(xvals), dtype=float)
        if x.ndim != 2:
            raise ValueError(f"Points are an array (n, ndim), not of shape {x.shape}.")
        ndim = x.shape[-1]
        if len(t) != ndim:
            raise ValueError(f"Data and knots are inconsistent: len(t) = {len(t)} for  ndim = {ndim!r}.")
        k = degrees(k, ndim)
        knots = [cupy.ascontiguousarray(arguments.device(v), dtype=float) for v in t]
        for d in range(ndim):
            _check_axis(knots[d].get(), k[d], d)
        data, columns = cupy.ones((len(x), 1)), cupy.zeros((len(x), 1), "l")
        for d in range(ndim):
            if not extrapolate and bool(((x[:, d] < knots[d][k[d]]) | (x[:, d] > knots[d][-k[d] - 1])).any()):
                raise ValueError(f"Out of bounds w/ x = {x}.")
            values, index = basis(cupy.ascontiguousarray(x[:, d]), knots[d], k[d], index_dtype="l")
            data = (data[:, :, None] * values[:, None]).reshape(len(x), -1)
            columns = (columns[:, :, None] * (knots[d].size - k[d] - 1) + index[:, None]).reshape(len(x), -1)
        each = data.shape[1]
        indptr = cupy.arange(0, (len(x) + 1) * each, each, dtype="l")
        size = math.prod(v.size - d - 1 for v, d in zip(knots, k, strict=True))
        return csr_matrix((data.ravel(), columns.ravel(), indptr), shape=(len(x), size))

    def derivative(self, nu: Any) -> NdBSpline:
        """The derivative, as a spline.

        Parameters
        ----------
        nu : sequence of int
            Order along each axis.

        Returns
        -------
        NdBSpline
        """
        nu = _orders(nu, len(self.t), "derivative orders")
        t, c, k = list(self.t), self.c, list(self.k)
        for axis, n in enumerate(nu):
            if n == 0:
                continue
            n = int(n)
            if n > k[axis]:
                t[axis], k[axis] = t[axis][k[axis]:t[axis].size - k[axis]], 0
                shape = list(c.shape)
                shape[axis] = t[axis].size - 1
                c = cupy.zeros(shape, c.dtype)
                continue
            moved = cupy.moveaxis(c, axis, 0)
            padded = cupy.concatenate([moved, cupy.zeros((k[axis] + 1, *moved.shape[1:]), c.dtype)])
            t[axis], moved, k[axis] = splder((t[axis], padded, k[axis]), n)
            c = cupy.moveaxis(moved[:t[axis].size - k[axis] - 1], 0, axis)
        return NdBSpline(tuple(t), c, tuple(k), extrapolate=self.extrapolate)


def _orders(nu: Any, ndim: int, what: str) -> numpy.ndarray[Any, Any]:
    nu = arguments.host(nu).astype(int)
    if nu.ndim != 1 or nu.shape[0] != ndim:
        raise ValueError(f"invalid number of derivative orders nu = {nu!r} for ndim = {ndim}.")
    if (nu < 0).any():
        raise ValueError(f"{what} must be positive, got nu = {nu!r}")
    return nu


def make_ndbspl(points: Sequence[ArrayLike], values: ArrayLike, k: SupportsIndex | Sequence[SupportsIndex] = 3, *,
                solver: Callable[..., Any] | None = None, **solver_args: Any) -> NdBSpline:
    """The tensor product of B-splines through the values on a rectilinear grid.

    Parameters
    ----------
    points : tuple of array_like, shapes (m1,), ..., (mn,)
        Coordinates of every axis, strictly increasing.
    values : array_like, shape (m1, ..., mn, ...)
        Values on the grid.
    k : int or tuple of int, optional
        Degrees, odd. Default is cubic.
    solver : callable, optional
        Ignored, for compatibility: nothing is solved iteratively.
    **solver_args
        Ignored, for compatibility.

    Returns
    -------
    NdBSpline
        The spline.

    Raises
    ------
    ValueError
        If an axis has no more points than its degree.

    Notes
    -----
    The system is a Kronecker product, so that it is solved along one axis after the other, each with one banded
    factorisation.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_ndbspl
    >>> x = cupy.linspace(0, 1, 5)
    >>> make_ndbspl((x, x), x[:, None] + x)(cupy.array([[0.3, 0.6]])).round(6)
    array([0.9])
    """
    values = arguments.device(values)
    points = [arguments.host(p, float) for p in points]
    k = degrees(k, len(points))
    for d, point in enumerate(points):
        if point.size <= k[d]:
            raise ValueError(f"There are {point.size} points in dimension {d}, but order {k[d]} requires at least  "
                             f"{k[d] + 1} points per dimension.")
    c, t = values, []
    for d, (point, degree) in enumerate(zip(points, k, strict=True)):
        spline = make_interp_spline(point, c, degree, axis=d)
        t.append(spline.t)
        c = cupy.moveaxis(spline.c, 0, d)
    return NdBSpline(tuple(t), c, k)
