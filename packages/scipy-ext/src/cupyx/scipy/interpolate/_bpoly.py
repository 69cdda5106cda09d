"""Piecewise polynomials in the Bernstein basis."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._piecewise import FEW, Piecewise

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.interpolate._ppoly import PPoly
    from cupyx._options import Int

__all__ = ["BPoly"]


def _evaluated(c: Any, breakpoints: Any, x: Any, nu: int, extrapolate: bool) -> Any:
    return of_scipy("interpolate.BPoly").construct_fast(c, breakpoints)(x, nu, extrapolate)


_few = few_by_scipy(_evaluated, types="dD", most=FEW)


def _matched(xa: float, xb: float, ya: Any, yb: Any) -> numpy.ndarray[Any, Any]:
    """Bernstein coefficients on [xa, xb] with given derivatives at both ends (NumPy arrays)."""
    ya, yb = numpy.asarray(ya), numpy.asarray(yb)
    if ya.shape[1:] != yb.shape[1:]:
        raise ValueError(f"Shapes of ya {ya.shape} and yb {yb.shape} are incompatible")
    na, nb = len(ya), len(yb)
    n = na + nb
    c = numpy.empty((n, *ya.shape[1:]), arguments.value_dtype(ya.dtype, yb.dtype))
    h = xb - xa
    for q in range(na):
        c[q] = ya[q] / math.prod(range(n - q, n)) * h ** q
        for j in range(q):
            c[q] -= (-1) ** (j + q) * math.comb(q, j) * c[j]
    for q in range(nb):
        c[-q - 1] = yb[q] / math.prod(range(n - q, n)) * (-h) ** q
        for j in range(q):
            c[-q - 1] -= (-1) ** (j + 1) * math.comb(q, j + 1) * c[-q + j]
    return c


def raise_degree(c: cupy.ndarray | numpy.ndarray[Any, Any], d: int) -> cupy.ndarray | numpy.ndarray[Any, Any]:
    """Coefficients of the same polynomials with the degree raised by `d`."""
    if d == 0:
        return c
    k = c.shape[0] - 1
    change = numpy.zeros((k + 1 + d, k + 1))
    for a in range(k + 1):
        for j in range(d + 1):
            change[a + j, a] = math.comb(k, a) * math.comb(d, j) / math.comb(k + d, a + j)
    if isinstance(c, numpy.ndarray):
        return numpy.tensordot(change, c, 1)
    return cupy.tensordot(cupy.asarray(change), c, 1)


class BPoly(Piecewise):
    """Piecewise polynomial of coefficients in the Bernstein basis.

    On piece i, with ``s = (xp - x[i]) / (x[i + 1] - x[i])``, the polynomial is
    ``sum(c[a, i] * comb(k, a) * s**a * (1 - s)**(k - a) for a in range(k + 1))``.

    Parameters
    ----------
    c : array_like, shape (k + 1, m, ...)
        Coefficients.
    x : array_like, shape (m + 1,)
        Breakpoints, ascending or descending.
    extrapolate : bool or 'periodic', optional
        Outside: values of the first and last piece (True, the default), NaN (False), or of the periodic function.
    axis : int, optional
        Interpolation axis of the values. Default is zero.

    Notes
    -----
    Values are summed by the scheme of Volk and Schumaker, BIT 30 (1990).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import BPoly
    >>> p = BPoly(cupy.array([[1.], [2.], [3.]]), cupy.array([0., 1.]))
    >>> p(cupy.array([0., 0.5, 1.]))
    array([1., 2., 3.])
    """

    _kernel = Kernel("ppoly.hpp", _kernels, "PPoly", packed=("d", "D"), arguments="PPoly, bernstein")

    @staticmethod
    def _construct_from_derivatives(xa: float, xb: float, ya: Any, yb: Any) -> cupy.ndarray:
        return cupy.asarray(_matched(float(xa), float(xb), arguments.host(ya), arguments.host(yb)))

    _raise_degree = staticmethod(raise_degree)

    def _check_order(self, nu: int) -> None:
        if nu < 0:
            raise NotImplementedError("Cannot do antiderivatives in the B-basis yet.")

    def _evaluate(self, x: cupy.ndarray, nu: int, extrapolate: bool) -> cupy.ndarray:
        if nu:
            found = _few((self.c, self.x, x, nu, extrapolate))
            if found is not NotImplemented:
                return found.reshape(x.size, math.prod(self.c.shape[2:]))
            return self.derivative(nu)._evaluate(x, 0, extrapolate)
        return super()._evaluate(x, 0, extrapolate)

    def derivative(self, nu: Int = 1) -> BPoly:
        """The derivative, as a piecewise polynomial.

        Parameters
        ----------
        nu : int, optional
            Order; negative for antiderivatives.

        Returns
        -------
        BPoly
        """
        if nu < 0:
            return self.antiderivative(-nu)
        c = self.c.copy() if nu == 0 else self.c
        h = arguments.column_vector(cupy.diff(self.x), c.ndim - 1)
        for _ in range(nu):
            k = c.shape[0] - 1
            c = k * cupy.diff(c, axis=0) / h if k else cupy.zeros((1, *c.shape[1:]), c.dtype)
        return self.construct_fast(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: Int = 1) -> BPoly:
        """The antiderivative that is zero at the first breakpoint, as a piecewise polynomial.

        Parameters
        ----------
        nu : int, optional
            Order; negative for derivatives.

        Returns
        -------
        BPoly
        """
        if nu <= 0:
            return self.derivative(-nu)
        c = self.c
        h = arguments.column_vector(cupy.diff(self.x), c.ndim - 1)
        for _ in range(nu):
            k = c.shape[0]
            rise = cupy.zeros((k + 1, *c.shape[1:]), c.dtype)
            rise[1:] = cupy.cumsum(c, axis=0) / k
            c = rise * h
            c[:, 1:] += cupy.cumsum(c[k], axis=0)[:-1]
        extrapolate = False if self.extrapolate == "periodic" else self.extrapolate
        return self.construct_fast(c, self.x, extrapolate, self.axis)

    def integrate(self, a: float, b: float, extrapolate: bool | Literal["periodic"] | None = None) -> Any:
        """The definite integral from `a` to `b`.

        Parameters
        ----------
        a, b : float
            Ends.
        extrapolate : bool or 'periodic', optional
            As for a call.

        Returns
        -------
        cupy.ndarray
        """
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        primitive = self.antiderivative()

        def integral(a: float, b: float, extrapolate: bool) -> cupy.ndarray:
            values = primitive._evaluate(cupy.asarray(numpy.array((a, b))), 0, extrapolate)
            return (values[1] - values[0]).reshape(self.c.shape[2:])

        return self._between(integral, a, b, extrapolate)

    def extend(self, c: ArrayLike, x: ArrayLike) -> None:
        """Add breakpoints and coefficients, before the first or behind the last.

        Parameters
        ----------
        c : array_like, shape (order, n, ...)
            Coefficients of the new pieces; the lower degree is raised.
        x : array_like, shape (n,)
            New breakpoints, on one side of the present ones and in their direction.
        """
        c = arguments.device(c)
        k = max(self.c.shape[0], c.shape[0])
        self.c = raise_degree(self.c, k - self.c.shape[0])
        super().extend(raise_degree(c, k - c.shape[0]), x)

    @classmethod
    def from_power_basis(cls, pp: PPoly, extrapolate: bool | Literal["periodic"] | None = None) -> BPoly:
        """The same polynomial in the Bernstein basis.

        Parameters
        ----------
        pp : PPoly
            Polynomial in the power basis.
        extrapolate : bool or 'periodic', optional
            Default: that of `pp`.

        Returns
        -------
        BPoly
        """
        from cupyx.scipy.interpolate._ppoly import PPoly, rebased

        if not isinstance(pp, PPoly):
            raise TypeError(f".from_power_basis only accepts PPoly instances. Got {type(pp)} instead.")
        k = pp.c.shape[0] - 1
        change = numpy.zeros((k + 1, k + 1))
        for a in range(k + 1):
            for j in range(k - a, k + 1):
                change[j, a] = math.comb(j, k - a) / math.comb(k, k - a)
        extrapolate = pp.extrapolate if extrapolate is None else extrapolate
        return cls.construct_fast(rebased(pp, change, False), pp.x, extrapolate, pp.axis)

    @classmethod
    def from_derivatives(cls, xi: ArrayLike, yi: Any, orders: Any = None,
                         extrapolate: bool | Literal["periodic"] | None = None) -> BPoly:
        """The piecewise polynomial with given values and derivatives at the breakpoints.

        Parameters
        ----------
        xi : array_like, shape (n,)
            Breakpoints, ascending.
        yi : array_like or list of array_like
            ``yi[i][j]`` is the j-th derivative at ``xi[i]``.
        orders : None, int or sequence of int, optional
            Degrees of the pieces; None for as high as all derivatives need.
        extrapolate : bool or 'periodic', optional
            As for the constructor.

        Returns
        -------
        BPoly
        """
        xi, yi = arguments.host(xi), [arguments.host(y) for y in yi]
        if len(xi) != len(yi):
            raise ValueError("xi and yi need to have the same length")
        if (xi[1:] - xi[:1] <= 0).any():
            raise ValueError("x coordinates are not in increasing order")
        pieces = len(xi) - 1
        if any(y.ndim == 0 for y in yi):
            raise ValueError("Using a 1-D array for y? Please .reshape(-1, 1).")
        most = max(len(yi[i]) + len(yi[i + 1]) for i in range(pieces))
        if orders is None or isinstance(orders, (int, numpy.integer)):
            orders = [orders] * pieces
        if orders[0] is not None or any(o is not None for o in orders):
            given = [o for o in orders if o is not None]
            most = max(most, *given)
            if any(o <= 0 for o in given):
                raise ValueError("Orders must be positive.")
        c = []
        for i, order in enumerate(orders[:pieces]):
            left, right = yi[i], yi[i + 1]
            if order is not None:
                n1 = min((order + 1) // 2, len(left))
                n2 = min(order + 1 - n1, len(right))
                n1 = min(order + 1 - n2, len(right))
                if n1 + n2 != order + 1:
                    raise ValueError(f"Point {xi[i]} has {len(left)} derivatives, point {xi[i + 1]} has {len(right)} "
                                     f"derivatives, but order {order} requested")
                if n1 > len(left) or n2 > len(right):
                    raise ValueError("`order` input incompatible with length y1 or y2.")
                left, right = left[:n1], right[:n2]
            b = _matched(xi[i], xi[i + 1], left, right)
            c.append(raise_degree(b, max(0, most - len(b))))
        return cls(cupy.asarray(numpy.stack(c, axis=1)), cupy.asarray(xi), extrapolate)
