"""Rational interpolation in the barycentric form, and Pade approximants."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy._host import few_by_scipy
from cupyx.scipy.interpolate import _arguments as arguments

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import poly1d

__all__ = ["AAA", "FloaterHormannInterpolator", "pade"]

#: Of points of which SciPy finds values in less time than it takes to launch all steps.
_few = few_by_scipy(types="dD", most=4096)


class _BarycentricRational:
    """``sum(w f / (z - z_j)) / sum(w / (z - z_j))``, fitted by SciPy on the host."""

    __slots__ = ("weights", "__dict__", "__weakref__")

    def _adopt(self, twin: Any, axis: Any) -> None:
        self._twin, self._axis = twin, axis
        self._points = cupy.asarray(twin._support_points)
        self._shape = twin._support_values.shape[1:]
        self._values = cupy.asarray(twin._support_values.reshape(len(twin._support_points), -1))
        self.weights = cupy.asarray(twin.weights)

    def __call__(self, z: ArrayLike) -> cupy.ndarray:
        """Values of the rational function.

        Parameters
        ----------
        z : array_like
            Points, real or complex.

        Returns
        -------
        cupy.ndarray
        """
        z = arguments.device(z)
        found = _few((z,), by=self._twin)
        if found is not NotImplemented:
            return found
        flat = z.reshape(-1)
        flat = flat if flat.dtype.kind in "fc" else flat.astype(float)
        distance = flat[:, None] - self._points
        at = distance == 0
        c = self.weights / cupy.where(at, 1.0, distance)
        dtype = cupy.result_type(c.dtype, self._values.dtype)
        r = c.astype(dtype, copy=False) @ self._values.astype(dtype, copy=False) / c.sum(axis=1)[:, None]
        far = (self.weights[:, None] * self._values).sum(axis=0) / self.weights.sum()
        r = cupy.where(at.any(axis=1)[:, None], self._values[at.argmax(axis=1)], r)
        r = cupy.where(cupy.isinf(flat)[:, None], far, r).reshape(z.shape + self._shape)
        return cupy.moveaxis(r, 0, self._axis) if z.ndim else r

    def poles(self) -> cupy.ndarray:
        """Poles, found on the host.

        Returns
        -------
        cupy.ndarray
        """
        return cupy.asarray(self._twin.poles())

    def residues(self) -> cupy.ndarray:
        """Residues at the poles, found on the host.

        Returns
        -------
        cupy.ndarray
        """
        return cupy.asarray(self._twin.residues())

    def roots(self) -> cupy.ndarray:
        """Zeros, found on the host.

        Returns
        -------
        cupy.ndarray
        """
        return cupy.asarray(self._twin.roots())


class AAA(_BarycentricRational):
    """Rational approximation of a function by the AAA algorithm.

    Parameters
    ----------
    x : array_like, shape (n,)
        Points, real or complex.
    y : array_like, shape (n,)
        Values.
    rtol : float, optional
        Relative tolerance. Default: ``eps**0.75`` of the dtype.
    max_terms : int, optional
        Most support points. Default is 100.
    clean_up : bool, optional
        Whether spurious poles are removed. Default is True.
    clean_up_tol : float, optional
        Residues below this are spurious. Default is 1e-13.

    Attributes
    ----------
    support_points, support_values, weights : cupy.ndarray
        Of the barycentric form.
    errors : cupy.ndarray
        Largest error after each step.

    Notes
    -----
    Nakatsukasa, Sete and Trefethen, The AAA algorithm for rational approximation, SIAM J. Sci. Comput. 40 (2018).
    The fit is made on the host.

    Examples
    --------
    The pole of 1 / (x - 2) is found from values on [-1, 1]:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import AAA
    >>> x = cupy.linspace(-1, 1, 50)
    >>> AAA(x, 1 / (x - 2)).poles().real.round(6)
    array([2.])
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, *, rtol: float | None = None, max_terms: SupportsIndex = 100,
                 clean_up: bool = True, clean_up_tol: float = 1e-13) -> None:
        from scipy import interpolate

        self._adopt(interpolate.AAA(arguments.host(x), arguments.host(y), rtol=rtol, max_terms=max_terms,
                                    clean_up=clean_up, clean_up_tol=clean_up_tol), 0)

    @property
    def support_points(self) -> cupy.ndarray:
        return self._points

    @property
    def support_values(self) -> cupy.ndarray:
        return cupy.asarray(self._twin.support_values)

    @property
    def errors(self) -> cupy.ndarray:
        return cupy.asarray(self._twin.errors)

    def clean_up(self, cleanup_tol: float = 1e-13) -> int:
        """Remove spurious poles.

        Parameters
        ----------
        cleanup_tol : float, optional
            Residues below this are spurious.

        Returns
        -------
        int
            How many were removed.
        """
        removed = self._twin.clean_up(cleanup_tol)
        self._adopt(self._twin, 0)
        return removed


class FloaterHormannInterpolator(_BarycentricRational):
    """Rational interpolation without real poles.

    Parameters
    ----------
    points : array_like, shape (n,)
        Abscissas.
    values : array_like
        Values; along `axis` as long as `points`.
    d : int, optional
        Degree of the polynomials that are blended, less than n. Default is 3.
    axis : int, optional
        Interpolation axis of `values`. Default is zero.

    Attributes
    ----------
    weights : cupy.ndarray
        Barycentric weights.

    Notes
    -----
    Floater and Hormann, Barycentric rational interpolation with no poles and high rates of approximation, Numer.
    Math. 107 (2007).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import FloaterHormannInterpolator
    >>> x = cupy.linspace(0, 1, 11)
    >>> float(FloaterHormannInterpolator(x, x ** 3)(0.55).round(6))
    0.166375
    """

    def __init__(self, points: ArrayLike, values: ArrayLike, *, d: SupportsIndex = 3, axis: SupportsIndex = 0) -> None:
        from scipy import interpolate

        self._adopt(interpolate.FloaterHormannInterpolator(arguments.host(points), arguments.host(values), d=d,
                                                           axis=axis), axis)


def pade(an: ArrayLike, m: int, n: int | None = None) -> tuple[poly1d, poly1d]:
    """The Pade approximant of a polynomial: a quotient of two polynomials.

    Parameters
    ----------
    an : array_like
        Taylor coefficients, the constant first.
    m : int
        Degree of the denominator.
    n : int, optional
        Degree of the numerator. Default: ``len(an) - 1 - m``.

    Returns
    -------
    p, q : cupy.poly1d
        Numerator and denominator.

    Raises
    ------
    ValueError
        If the degrees ask for more coefficients than there are, or one is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import pade
    >>> p, q = pade([1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0], 1)
    >>> float((p(cupy.array(1.0)) / q(cupy.array(1.0))).round(4))
    2.75
    """
    from scipy import linalg

    a = arguments.host(an)
    if n is None:
        n = len(a) - 1 - m
        if n < 0:
            raise ValueError("Order of q <m> must be smaller than len(an)-1.")
    if n < 0:
        raise ValueError("Order of p <n> must be greater than 0.")
    if n + m >= len(a):
        raise ValueError("Order of q+p <m+n> must be smaller than len(an).")
    a = a[:n + m + 1]
    # p - (q - 1) a = a, coefficient by coefficient.
    row, column = numpy.ogrid[:len(a), :m]
    shifted = numpy.where(row > column, -a[row - 1 - column], a.dtype.type(0))
    found = linalg.solve(numpy.hstack((numpy.eye(len(a), n + 1, dtype=a.dtype), shifted)), a)
    p, q = found[n::-1], numpy.r_[found[:n:-1], 1.0]
    return cupy.poly1d(cupy.asarray(p)), cupy.poly1d(cupy.asarray(q))
