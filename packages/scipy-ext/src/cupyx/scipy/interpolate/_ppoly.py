"""Piecewise polynomials in the power basis."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy

import cupy
from cupy._ext import Kernel, serial_blocks, type_characters

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._piecewise import FEW, Piecewise

if TYPE_CHECKING:
    from cupyx._options import Int
    pass

__all__ = ["PPoly"]

_integral = Kernel("ppoly.hpp", _kernels, "PPolyIntegral", packed=("d", "D"), arguments="PPolyIntegral, integral")
_rebase = Kernel("ppoly.hpp", _kernels, "PPolyBasis", packed=("d", "D"), arguments="PPolyBasis, rebase")
_SHARE = 16             # pieces that a GPU's thread adds
_SHORT = 100            # knots at which SciPy has all derivatives in less time than a launch for each


def _antiderived(c: Any, x: Any, nu: int) -> Any:
    return of_scipy("interpolate.PPoly").construct_fast(c, x).antiderivative(nu).c


_few = few_by_scipy(_antiderived, types="dD", most=FEW)


def _of_spline(t: Any, c: Any, k: int) -> Any:
    return of_scipy("interpolate.PPoly").from_spline((t, c, k)).c


def falling(order: int, nu: Int) -> numpy.ndarray[Any, Any]:
    """Rising factorials ``(i)_nu`` for i = order..1: what nu derivatives multiply the coefficients by."""
    return numpy.array([math.prod(range(i, i + nu)) for i in range(order, 0, -1)], dtype=float)


def rebased(p: Piecewise, change: numpy.ndarray[Any, Any], to_powers: bool) -> cupy.ndarray:
    """Coefficients of a piecewise polynomial in another basis, given a matrix (NumPy's) for pieces of length one."""
    c = p._coefficients()
    out = cupy.empty_like(c)
    order, columns = c.shape[0], arguments.columns(c, 2)
    _rebase.map(type_characters(c.dtype), c.shape[1] * columns, work=4 * order * order, c=c,
                x=arguments.contiguous(p.x), change=cupy.asarray(change), out=out, columns=columns, order=order,
                to_powers=to_powers)
    return out


def derive(c: cupy.ndarray, nu: int | Int) -> cupy.ndarray:
    """Coefficients of the nu-th derivative along the first axis."""
    if nu == 0:
        return c.copy()
    if c.shape[0] <= nu:
        return cupy.zeros((1, *c.shape[1:]), c.dtype)
    factors = cupy.asarray(falling(c.shape[0] - nu, nu))
    return c[:-nu] * arguments.column_vector(factors, c.ndim)


def antiderive(c: cupy.ndarray, x: cupy.ndarray, nu: Int) -> cupy.ndarray:
    """Coefficients (order + nu, pieces, ...) of the nu-th antiderivative that is zero at the first breakpoint.

    Constants follow from the highest degree down: each is a cumulative sum over the pieces.
    """
    found = _few((c, x, nu))
    if found is not NotImplemented:
        return found
    order = c.shape[0]
    degree = order + nu - 1
    out = cupy.empty((degree + 1, *c.shape[1:]), c.dtype)
    cupy.divide(c, arguments.column_vector(cupy.asarray(falling(order, nu)), c.ndim), out=out[:order])
    h = arguments.column_vector(x[1:-1] - x[:-2], c.ndim - 1)
    for k in range(nu - 1, -1, -1):
        rise = cupy.zeros_like(out[0, :-1])
        for d in range(degree, k, -1):
            before, times = out[degree - d, :-1], math.comb(d, k)
            rise += before if times == 1 else times * before
            rise *= h
        out[degree - k, 0] = 0
        cupy.cumsum(rise, axis=0, out=out[degree - k, 1:])
    return out


class PPoly(Piecewise):
    """Piecewise polynomial of coefficients and breakpoints.

    On piece i the polynomial is ``sum(c[m, i] * (xp - x[i])**(k - m) for m in range(k + 1))``.

    Parameters
    ----------
    c : array_like, shape (k + 1, m, ...)
        Coefficients, the highest degree first.
    x : array_like, shape (m + 1,)
        Breakpoints, ascending or descending.
    extrapolate : bool or 'periodic', optional
        Outside: values of the first and last piece (True, the default), NaN (False), or of the periodic function.
    axis : int, optional
        Interpolation axis of the values. Default is zero.

    Attributes
    ----------
    c, x : cupy.ndarray
        Coefficients and breakpoints.
    axis : int
        Interpolation axis.

    Raises
    ------
    ValueError
        If shapes do not match or `x` is not sorted.

    Examples
    --------
    x**2 on [0, 1], and 1 + 2 (x - 1) on [1, 2]:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import PPoly
    >>> p = PPoly(cupy.array([[1., 0.], [0., 2.], [0., 1.]]), cupy.array([0., 1., 2.]))
    >>> p(cupy.array([0.5, 1.5]))
    array([0.25, 2.  ])
    >>> p.integrate(0, 2)
    array(2.33333333)
    """

    _kernel = Kernel("ppoly.hpp", _kernels, "PPoly", packed=("d", "D"), arguments="PPoly, power")

    def derivative(self, nu: Int = 1) -> Self:
        """The derivative, as a piecewise polynomial.

        Parameters
        ----------
        nu : int, optional
            Order; negative for antiderivatives.

        Returns
        -------
        PPoly
        """
        if nu < 0:
            return self.antiderivative(-nu)
        return self.construct_fast(derive(self.c, nu), self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: Int = 1) -> Self:
        """The antiderivative that is zero at the first breakpoint, as a piecewise polynomial.

        Parameters
        ----------
        nu : int, optional
            Order; negative for derivatives.

        Returns
        -------
        PPoly
        """
        if nu <= 0:
            return self.derivative(-nu)
        extrapolate = False if self.extrapolate == "periodic" else self.extrapolate
        return self.construct_fast(antiderive(self.c, self.x, nu), self.x, extrapolate, self.axis)

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

        Raises
        ------
        ValueError
            If an end is NaN, or the period is not positive.
        """
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        return self._between(self._integral, a, b, extrapolate)

    def _integral(self, a: float, b: float, extrapolate: bool) -> cupy.ndarray:
        if not a <= b:
            raise ValueError(f"Integral bounds not in order: {a}, {b}")
        c = self._coefficients()
        pieces, columns = c.shape[1], arguments.columns(c, 2)
        shares = 1 if serial_blocks() else -(-pieces // _SHARE)
        out = cupy.empty((shares, *c.shape[2:]), c.dtype)
        _integral.map(type_characters(c.dtype), out.size, work=4 * c.shape[0] * pieces / shares, c=c,
                      x=arguments.contiguous(self.x), out=out, breakpoints=self.x.size, columns=columns, shares=shares,
                      first=a, last=b, order=c.shape[0], extrapolate=extrapolate)
        return out[0] if shares == 1 else out.sum(axis=0)

    def solve(self, y: float = 0.0, discontinuity: bool = True,
              extrapolate: bool | Literal["periodic"] | None = None) -> cupy.ndarray | numpy.ndarray[Any, Any]:
        """Points where the polynomial takes the value `y`, found on the host.

        Parameters
        ----------
        y : float, optional
            The value.
        discontinuity : bool, optional
            Whether sign changes at jumps are roots.
        extrapolate : bool or 'periodic', optional
            Whether roots outside count. Default: as constructed.

        Returns
        -------
        cupy.ndarray
            Roots in ascending order; NaN behind the start of a piece that is `y` throughout. For several polynomials
            an object array (NumPy's) of such arrays.
        """
        from scipy import interpolate

        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        twin = interpolate.PPoly.construct_fast(self.c.get(), self.x.get(), self.extrapolate, self.axis)
        found = twin.solve(y, discontinuity, extrapolate)
        if found.dtype != object:
            return cupy.asarray(found)
        result = numpy.empty(found.shape, object)
        for index in numpy.ndindex(found.shape):
            result[index] = cupy.asarray(found[index])
        return result

    def roots(self, discontinuity: bool = True,
              extrapolate: bool | None = None) -> cupy.ndarray | numpy.ndarray[Any, Any]:
        """Points where the polynomial is zero, found on the host.

        Parameters
        ----------
        discontinuity, extrapolate : bool, optional
            As for `solve`.

        Returns
        -------
        cupy.ndarray
        """
        return self.solve(0, discontinuity, extrapolate)

    @classmethod
    def from_spline(cls, tck: Any, extrapolate: bool | Literal["periodic"] | None = None) -> Self:
        """The piecewise polynomial that a spline is.

        Parameters
        ----------
        tck : BSpline or tuple of (t, c, k)
            The spline.
        extrapolate : bool or 'periodic', optional
            Default: that of a BSpline, else True.

        Returns
        -------
        PPoly
        """
        from cupyx.scipy.interpolate._bspline import BSpline, check_length

        if isinstance(tck, BSpline):
            spline = BSpline.construct_fast(tck.t, tck.c, tck.k)
            extrapolate = tck.extrapolate if extrapolate is None else extrapolate
        else:
            t, c, k = tck
            spline = BSpline.construct_fast(arguments.as_float(t), arguments.as_float(c), k)
        check_length(spline.t, spline.c, spline.k)
        c = _few((spline.t, spline.c, spline.k), by=_of_spline) if spline.t.size <= _SHORT else NotImplemented
        if c is NotImplemented:
            c = cupy.stack([spline(spline.t[:-1], nu=m) / math.factorial(m) for m in range(spline.k, -1, -1)])
        return cls.construct_fast(c, spline.t, extrapolate)

    @classmethod
    def from_bernstein_basis(cls, bp: Piecewise, extrapolate: bool | Literal["periodic"] | None = None) -> Self:
        """The same polynomial in the power basis.

        Parameters
        ----------
        bp : BPoly
            Polynomial in the Bernstein basis.
        extrapolate : bool or 'periodic', optional
            Default: that of `bp`.

        Returns
        -------
        PPoly
        """
        from cupyx.scipy.interpolate._bpoly import BPoly

        if not isinstance(bp, BPoly):
            raise TypeError(f".from_bernstein_basis only accepts BPoly instances. Got {type(bp)} instead.")
        k = bp.c.shape[0] - 1
        change = numpy.zeros((k + 1, k + 1))
        for a in range(k + 1):
            for s in range(a, k + 1):
                change[k - s, a] = (-1) ** (a + s) * math.comb(k, a) * math.comb(k - a, s - a)
        extrapolate = bp.extrapolate if extrapolate is None else extrapolate
        return cls.construct_fast(rebased(bp, change, True), bp.x, extrapolate, bp.axis)
