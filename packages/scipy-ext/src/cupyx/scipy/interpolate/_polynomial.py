"""Interpolation by one polynomial: axes and dtypes, Krogh's and the barycentric form."""
from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy._host import few_by_scipy, library
from cupyx.scipy.interpolate import _arguments as arguments

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import poly1d
    from cupyx._options import Int

__all__ = ["BarycentricInterpolator", "KroghInterpolator", "approximate_taylor_polynomial", "barycentric_interpolate",
           "krogh_interpolate", "lagrange"]


class Interpolator1D:
    """Values along one axis of an array, as columns."""

    __slots__ = ("dtype", "__dict__", "__weakref__")

    _evaluate: Callable[..., cupy.ndarray]

    def __init__(self, xi: ArrayLike | None = None, yi: ArrayLike | None = None, axis: Any = None) -> None:
        self._y_axis: Any = axis            # these until there are values
        self._y_extra_shape: Any = None
        self.dtype: Any = None
        if yi is not None:
            self._set_yi(yi, xi, axis)

    def __call__(self, x: ArrayLike) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        x : array_like
            Points.

        Returns
        -------
        cupy.ndarray
            The interpolation axis is replaced by the shape of `x`.
        """
        x, shape = self._points(x)
        return self._finish(self._evaluate(x), shape)

    @staticmethod
    def _points(x: ArrayLike) -> tuple[cupy.ndarray, tuple[int, ...]]:
        x = arguments.device(x)
        x = x if x.dtype.kind in "fc" else x.astype(float)
        return x.reshape(-1), x.shape

    def _finish(self, y: cupy.ndarray, shape: tuple[int, ...], leading: int = 0) -> cupy.ndarray:
        y = y.reshape(y.shape[:leading] + shape + self._y_extra_shape)
        if self._y_axis == 0 or shape == ():
            return y
        if not leading:
            return arguments.move_values(y, len(shape), self._y_axis)
        return cupy.moveaxis(arguments.move_values(cupy.moveaxis(y, 0, -1), len(shape), self._y_axis), -1, 0)

    def _columns(self, yi: ArrayLike, check: bool = False) -> cupy.ndarray:
        yi = arguments.device(yi)
        if self._y_axis or not yi.ndim:
            yi = cupy.moveaxis(yi, self._y_axis, 0)
        if check and yi.shape[1:] != self._y_extra_shape:
            raise ValueError(f"Data must be of shape {self._y_extra_shape[-self._y_axis:]!r} + (N,) + "
                             f"{self._y_extra_shape[:-self._y_axis]!r}")
        return yi.reshape(yi.shape[0], -1)

    def _set_yi(self, yi: ArrayLike, xi: Any = None, axis: Any = None) -> None:
        axis = self._y_axis if axis is None else axis
        if axis is None:
            raise ValueError("no interpolation axis specified")
        yi = arguments.device(yi)
        shape = yi.shape or (1,)
        if xi is not None and shape[axis] != len(xi):
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        self._y_axis = axis % max(yi.ndim, 1)
        self._y_extra_shape = yi.shape[:self._y_axis] + yi.shape[self._y_axis + 1:]
        self.dtype = arguments.value_dtype(yi.dtype).type


class _WithDerivatives(Interpolator1D):
    _derivatives: Callable[..., cupy.ndarray]

    def derivatives(self, x: ArrayLike, der: SupportsIndex | None = None) -> cupy.ndarray:
        """All derivatives up to an order, the value first.

        Parameters
        ----------
        x : array_like
            Points.
        der : int, optional
            How many. Default is as many as there are points.

        Returns
        -------
        cupy.ndarray, shape (der, ...)
        """
        x, shape = self._points(x)
        return self._finish(self._derivatives(x, der), shape, 1)

    def derivative(self, x: ArrayLike, der: Int = 1) -> cupy.ndarray:
        """One derivative.

        Parameters
        ----------
        x : array_like
            Points.
        der : int, optional
            Its order.

        Returns
        -------
        cupy.ndarray
        """
        x, shape = self._points(x)
        return self._finish(self._derivatives(x, der + 1)[der], shape)


class KroghInterpolator(_WithDerivatives):
    """The polynomial through points, with derivatives where abscissas repeat.

    Parameters
    ----------
    xi : array_like, shape (n,)
        Abscissas; equal ones stand next to each other.
    yi : array_like
        Values; where `xi` repeats, the second value is the first derivative, and so on.
    axis : int, optional
        Interpolation axis of `yi`. Default is zero.

    Attributes
    ----------
    c : cupy.ndarray
        Divided differences.
    n, r : int
        Number of points and of columns.

    Raises
    ------
    ValueError
        If equal abscissas do not stand next to each other.

    Notes
    -----
    F. Krogh, Efficient algorithms for polynomial interpolation and numerical differentiation, Math. Comp. 24 (1970).
    Beyond about 30 points any such polynomial is numerically unstable.

    Examples
    --------
    A cubic that is 0 with slope 0 at 0, and 1 with slope 3 at 1:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import KroghInterpolator
    >>> p = KroghInterpolator(cupy.array([0., 0., 1., 1.]), cupy.array([0., 0., 1., 3.]))
    >>> p(0.5)
    array(0.125)
    """

    __slots__ = ("c", "n", "r", "xi", "yi")

    def __init__(self, xi: ArrayLike, yi: ArrayLike, axis: SupportsIndex = 0) -> None:
        super().__init__(xi, yi, axis)
        self.xi, self.yi = arguments.device(xi), self._columns(yi)
        self.n, self.r = self.yi.shape
        if self.xi.size > 30:
            warnings.warn(f"{self.xi.size} degrees provided, degrees higher than about thirty cause problems with "
                          "numerical instability with 'KroghInterpolator'", stacklevel=2)
        self.c = cupy.asarray(self._differences(self.xi.get(), self.yi.get()))

    def _differences(self, xi: numpy.ndarray[Any, Any], yi: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        c = numpy.zeros((self.n + 1, self.r), dtype=self.dtype)
        if self.n:
            c[0] = yi[0]
        v = numpy.zeros((self.n, self.r), dtype=self.dtype)
        for k in range(1, self.n):
            s = 0
            while s <= k and xi[k - s] == xi[k]:
                s += 1
            s -= 1
            v[0] = yi[k] / math.factorial(s)
            for i in range(k - s):
                if xi[i] == xi[k]:
                    raise ValueError("Elements of `xi` can't be equal.")
                v[i + 1] = ((c[i] if s == 0 else v[i + 1]) - v[i]) / (xi[i] - xi[k])
            c[k] = v[k - s]
        return c

    def _evaluate(self, x: cupy.ndarray) -> cupy.ndarray:
        out = cupy.zeros((x.size, self.r), dtype=self.dtype)
        out += self.c[0]
        product = 1.0
        for k in range(1, self.n):
            product = (x - self.xi[k - 1]) * product
            out += product[:, None] * self.c[k]
        return out

    def _derivatives(self, x: cupy.ndarray, der: int | None = None) -> cupy.ndarray:
        n = self.n
        der = n if der is None else der
        pi = [cupy.ones(x.size)]
        w = [x - self.xi[k] for k in range(n)]
        cn = cupy.zeros((max(der, n + 1), x.size, self.r), dtype=self.dtype)
        cn[:n + 1] += self.c[:n + 1, None]
        for k in range(1, n):
            pi.append(w[k - 1] * pi[k - 1])
            cn[0] += pi[k][:, None] * self.c[k]
        for k in range(1, min(n, der)):
            for i in range(1, n - k + 1):
                pi[i] = w[k + i - 1] * pi[i - 1] + (pi[i] if i < n else 0)
                cn[k] += pi[i][:, None] * cn[k + i]
            cn[k] *= math.factorial(k)
        cn[n] = 0
        return cn[:der]


@numpy.errstate(all="ignore")
def _barycentric(x: Any, xi: Any, wi: Any, yi: Any) -> Any:
    """Values, as columns, of the polynomial with these values and weights at points."""
    distance = x[:, None] - xi
    at = distance == 0
    c = wi / library(x).where(at, 1.0, distance)
    dtype = arguments.value_dtype(yi.dtype, c.dtype)
    p = c.astype(dtype, copy=False) @ yi.astype(dtype, copy=False) / c.sum(axis=-1)[:, None]
    return library(x).where(at.any(axis=1)[:, None], yi[at.argmax(axis=1)], p)


_few = few_by_scipy(types="dD", most=128)


class BarycentricInterpolator(_WithDerivatives):
    """The polynomial through points, in the barycentric form.

    Parameters
    ----------
    xi : array_like, shape (n,)
        Abscissas, distinct.
    yi : array_like, optional
        Values; may come later, by `set_yi`.
    axis : int, optional
        Interpolation axis of `yi`. Default is zero.
    wi : array_like, optional
        Barycentric weights, if they are known.
    rng : {None, int, numpy.random.Generator}, optional
        Source of the order in which weights are multiplied.
    random_state : optional
        Older name of `rng`.

    Attributes
    ----------
    xi, yi, wi : cupy.ndarray
        Points, values and weights.
    n : int
        Number of points.

    Raises
    ------
    ValueError
        If abscissas are not distinct.

    Notes
    -----
    Berrut and Trefethen, Barycentric Lagrange interpolation, SIAM Review 46 (2004).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import BarycentricInterpolator
    >>> p = BarycentricInterpolator(cupy.array([0., 1., 2.]), cupy.array([0., 1., 4.]))
    >>> p(cupy.array([1.5, 3.]))
    array([2.25, 9.  ])
    """

    __slots__ = ("n", "r", "wi", "xi", "yi")

    def __init__(self, xi: ArrayLike, yi: ArrayLike | None = None, axis: SupportsIndex = 0, *,
                 wi: ArrayLike | None = None, rng: Any = None, random_state: Any = None) -> None:
        rng = random_state if rng is None else rng
        super().__init__(xi, yi, axis)
        self.xi = arguments.device(xi).astype(float)
        self.set_yi(yi)
        self.n = len(self.xi)
        self._matrix = None
        points = self.xi.get()
        self._capacity = 4.0 / (points.max() - points.min()) if self.n > 1 else 1.0
        self.wi = arguments.device(wi) if wi is not None else cupy.asarray(self._weights(points, rng))

    def _weights(self, xi: numpy.ndarray[Any, Any], rng: Any) -> numpy.ndarray[Any, Any]:
        """Products of distances in random order, so that they neither overflow nor underflow."""
        order = numpy.random.default_rng(rng if isinstance(rng, (int, numpy.random.Generator)) else None)
        order = order.permutation(self.n)
        distance = self._capacity * (xi[:, None] - xi[order])
        distance[order, numpy.arange(self.n)] = 1
        product = distance.prod(axis=1)
        if (product == 0).any():
            raise ValueError("Interpolation points xi must be distinct.")
        return 1 / product

    def set_yi(self, yi: ArrayLike | None, axis: SupportsIndex | None = None) -> None:
        """Set or replace the values; the weights stay.

        Parameters
        ----------
        yi : array_like or None
            Values.
        axis : int, optional
            Interpolation axis. Default: as before.
        """
        if yi is None:
            self.yi: Any = None
            return
        self._set_yi(yi, self.xi, axis)
        self.yi = self._columns(yi)
        self.n, self.r = self.yi.shape

    def add_xi(self, xi: ArrayLike, yi: ArrayLike | None = None) -> None:
        """Add points.

        Parameters
        ----------
        xi : array_like
            Abscissas.
        yi : array_like, optional
            Values, if there are any yet.
        """
        if yi is not None:
            if self.yi is None:
                raise ValueError("No previous yi value to update!")
            self.yi = cupy.concatenate([self.yi, self._columns(yi, check=True)])
        elif self.yi is not None:
            raise ValueError("No update to yi provided!")
        old = self.n
        points = numpy.concatenate([self.xi.get(), numpy.atleast_1d(arguments.host(xi, float))])
        self.n = len(points)
        weights = numpy.concatenate([1 / self.wi.get(), numpy.zeros(self.n - old)])
        for j in range(old, self.n):
            distance = self._capacity * (points[j] - points[:j])
            weights[:j] *= -distance
            weights[j] = distance.prod()
        if (weights == 0).any():
            raise ValueError("Interpolation points xi must be distinct.")
        self.xi, self.wi = cupy.asarray(points), cupy.asarray(1 / weights)
        self._matrix: Any = None            # of the derivative, once it is asked for

    def _evaluate(self, x: cupy.ndarray, yi: Any = None) -> cupy.ndarray:
        yi = self.yi if yi is None else yi
        if x.size == 0:
            return cupy.zeros((0, self.r), dtype=self.dtype)
        found = _few((x, self.xi, self.wi, yi), by=_barycentric)
        return _barycentric(x, self.xi, self.wi, yi) if found is NotImplemented else found

    def derivative(self, x: ArrayLike, der: SupportsIndex = 1) -> cupy.ndarray:
        """One derivative.

        Parameters
        ----------
        x : array_like
            Points.
        der : int, optional
            Its order.

        Returns
        -------
        cupy.ndarray
        """
        x, shape = self._points(x)
        return self._finish(self._derivative(x, der), shape)

    def _derivative(self, x: cupy.ndarray, der: Any) -> cupy.ndarray:
        """The der-th derivative's values at the points are its interpolation's."""
        if der >= self.n:
            return cupy.zeros((x.size, self.r), dtype=self.dtype)
        if self._matrix is None:
            xi, wi = self.xi.get(), self.wi.get()
            c = xi[:, None] - xi
            numpy.fill_diagonal(c, 1)
            c = wi / (c * wi[:, None])
            numpy.fill_diagonal(c, 0)
            numpy.fill_diagonal(c, -c.sum(axis=1))
            self._matrix = cupy.asarray(c)
        yi = self.yi.astype(arguments.value_dtype(self.yi.dtype))
        for _ in range(der):
            yi = self._matrix.astype(yi.dtype) @ yi
        return self._evaluate(x, yi)

    def _derivatives(self, x: cupy.ndarray, der: Any = None) -> cupy.ndarray:
        der = self.n if der is None else der
        if der == 0:
            return cupy.zeros((0, x.size, self.r), dtype=self.dtype)
        return cupy.stack([self._derivative(x, d) for d in range(der)])


def _at(p: _WithDerivatives, x: Any, der: Any) -> cupy.ndarray:
    if numpy.ndim(der) == 0:
        return p(x) if der == 0 else p.derivative(x, der=der)
    der = arguments.host(der)
    return p.derivatives(x, der=int(der.max()) + 1)[cupy.asarray(der)]


def krogh_interpolate(xi: ArrayLike, yi: ArrayLike, x: ArrayLike, der: SupportsIndex | Sequence[SupportsIndex] = 0,
                      axis: SupportsIndex = 0) -> cupy.ndarray:
    """Values or derivatives of the polynomial through points, by Krogh's form.

    Parameters
    ----------
    xi, yi : array_like
        Points, as for `KroghInterpolator`.
    x : array_like
        Where to evaluate.
    der : int or list of int, optional
        Order of the derivative, or several. Default is the value.
    axis : int, optional
        Interpolation axis of `yi`. Default is zero.

    Returns
    -------
    cupy.ndarray
        Values at `x`, or derivatives, for each element of the other axes of `yi`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import krogh_interpolate
    >>> krogh_interpolate(cupy.arange(3.), cupy.array([0., 1., 4.]), 1.5, der=1)
    array(3.)
    """
    return _at(KroghInterpolator(xi, yi, axis=axis), x, der)


def barycentric_interpolate(xi: ArrayLike, yi: ArrayLike, x: ArrayLike, axis: SupportsIndex = 0, *,
                            der: SupportsIndex | Sequence[SupportsIndex] = 0, rng: Any = None) -> cupy.ndarray:
    """Values or derivatives of the polynomial through points, by the barycentric form.

    Parameters
    ----------
    xi, yi : array_like
        Points, as for `BarycentricInterpolator`.
    x : array_like
        Where to evaluate.
    axis : int, optional
        Interpolation axis of `yi`. Default is zero.
    der : int or list of int, optional
        Order of the derivative, or several. Default is the value.
    rng : optional
        As for `BarycentricInterpolator`.

    Returns
    -------
    cupy.ndarray
        Values at `x`, or derivatives, for each element of the other axes of `yi`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import barycentric_interpolate
    >>> barycentric_interpolate(cupy.arange(3.), cupy.array([0., 1., 4.]), 1.5)
    array(2.25)
    """
    return _at(BarycentricInterpolator(xi, yi, axis=axis, rng=rng), x, der)


def approximate_taylor_polynomial(f: Callable[..., Any], x: float, degree: Int, scale: float,
                                  order: Any = None) -> numpy.poly1d:
    """Estimate the Taylor polynomial of a function by polynomial fitting.

    Parameters
    ----------
    f : callable
        Function of a device array.
    x : float
        Where the polynomial is.
    degree : int
        Its degree.
    scale : float
        Width of the interval of the points.
    order : int, optional
        Degree of the fit, at least `degree` (its default).

    Returns
    -------
    numpy.poly1d
        The polynomial, in ``t - x``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import approximate_taylor_polynomial
    >>> p = approximate_taylor_polynomial(cupy.exp, 0, 3, 0.1, 6)
    >>> [round(float(c), 4) for c in p.coef]
    [0.1667, 0.5, 1.0, 1.0]
    """
    order = degree if order is None else order
    n = order + 1
    points = scale * numpy.cos(numpy.linspace(0, numpy.pi, n, endpoint=n % 1)) + x
    points = cupy.asarray(points)
    d = KroghInterpolator(points, f(points)).derivatives(x, der=degree + 1).get()
    return numpy.poly1d((d / [math.factorial(i) for i in range(degree + 1)])[::-1])


def lagrange(x: ArrayLike, w: ArrayLike) -> poly1d:
    """The Lagrange interpolating polynomial, by its coefficients.

    Parameters
    ----------
    x, w : array_like, shape (n,)
        Points and values; beyond about 20 points the result is numerically unstable.

    Returns
    -------
    cupy.poly1d
        Of degree ``len(x) - 1``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import lagrange
    >>> lagrange(cupy.arange(3.), cupy.arange(3.) ** 2).coeffs.round(6)
    array([1., 0., 0.])
    """
    x, w = numpy.asarray(arguments.host(x)), numpy.asarray(arguments.host(w))
    total = numpy.poly1d(0.0)
    for j in range(len(x)):
        others = numpy.delete(x, j)
        total += numpy.poly1d(numpy.poly(others) * (w[j] / numpy.prod(x[j] - others)))
    return cupy.poly1d(cupy.asarray(total.coeffs))
