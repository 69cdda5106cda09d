"""Tensor products of piecewise polynomials."""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._piecewise import FEW
from cupyx.scipy.interpolate._ppoly import PPoly, antiderive, derive

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["NdPPoly"]

_kernel = Kernel("nd_ppoly.hpp", _kernels, "NdPPoly", packed=("d", "D"))


def _derived(c: Any, x: Any, nu: Sequence[Int]) -> Any:
    return of_scipy("interpolate.NdPPoly").construct_fast(c, x).derivative(nu).c


_few = few_by_scipy(_derived, types="dD", most=FEW)


def offsets(arrays: tuple[cupy.ndarray, ...]) -> list[int]:
    """Where each of several arrays begins in their concatenation, and its end."""
    return [0, *itertools.accumulate(a.size for a in arrays)]


class NdPPoly:
    """Piecewise polynomial in several variables, on a rectilinear partition.

    Parameters
    ----------
    c : array_like, shape (k0, ..., kn, m0, ..., mn, ...)
        Coefficients: orders, the highest first, then pieces of every axis.
    x : tuple of array_like, shapes (m0 + 1,), ..., (mn + 1,)
        Breakpoints of every axis, ascending.
    extrapolate : bool, optional
        Outside: values of the nearest piece (True, the default) or NaN.

    Attributes
    ----------
    c : cupy.ndarray
        Coefficients.
    x : tuple of cupy.ndarray
        Breakpoints.

    Raises
    ------
    ValueError
        If shapes do not match or breakpoints are not sorted.

    Examples
    --------
    x * y + 1 on the unit square:

    >>> import cupy
    >>> from cupyx.scipy.interpolate import NdPPoly
    >>> ends = cupy.array([0., 1.])
    >>> p = NdPPoly(cupy.array([[1., 0.], [0., 1.]]).reshape(2, 2, 1, 1), (ends, ends))
    >>> p(cupy.array([[0.5, 0.5]]))
    array([1.25])
    """

    __slots__ = ("c", "x", "extrapolate", "__dict__", "__weakref__")

    def __init__(self, c: ArrayLike, x: Sequence[ArrayLike], extrapolate: bool | None = None) -> None:
        self.x = tuple(cupy.ascontiguousarray(arguments.device(v), dtype=float) for v in x)
        c = arguments.device(c)
        self.extrapolate = True if extrapolate is None else bool(extrapolate)
        ndim = len(self.x)
        if any(v.ndim != 1 for v in self.x):
            raise ValueError("x arrays must all be 1-dimensional")
        if any(v.size < 2 for v in self.x):
            raise ValueError("x arrays must all contain at least 2 points")
        if c.ndim < 2 * ndim:
            raise ValueError("c must have at least 2*len(x) dimensions")
        if any((numpy.diff(v.get()) < 0).any() for v in self.x):
            raise ValueError("x-coordinates are not in increasing order")
        if any(a != b.size - 1 for a, b in zip(c.shape[ndim:2 * ndim], self.x, strict=True)):
            raise ValueError("x and c do not agree on the number of intervals")
        self.c = cupy.ascontiguousarray(c, dtype=arguments.value_dtype(c.dtype))

    @classmethod
    def construct_fast(cls, c: Any, x: tuple[cupy.ndarray, ...], extrapolate: bool | None = None) -> NdPPoly:
        """A polynomial of arrays that are taken as they are, without checks.

        Parameters
        ----------
        c, x, extrapolate
            As for the constructor, of the right shape and dtype.

        Returns
        -------
        NdPPoly
        """
        self = object.__new__(cls)
        self.c, self.x = cupy.asarray(c), tuple(cupy.asarray(v) for v in x)
        self.extrapolate = True if extrapolate is None else extrapolate
        return self

    def __call__(self, x: ArrayLike, nu: Any = None, extrapolate: bool | None = None) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        x : array_like, shape (..., n)
            Points.
        nu : sequence of int, optional
            Order of the derivative along each axis.
        extrapolate : bool, optional
            Default: as constructed.

        Returns
        -------
        cupy.ndarray
        """
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        ndim = len(self.x)
        x = arguments.coordinates(x)
        shape = x.shape
        if shape[-1] != ndim:
            raise ValueError(f"x must have {ndim} coordinates in its last axis, not {shape[-1]}")
        x = cupy.ascontiguousarray(x.reshape(-1, ndim), dtype=float)
        nu = numpy.zeros(ndim, int) if nu is None else numpy.asarray(nu, int)
        if nu.shape != (ndim,):
            raise ValueError("invalid number of derivative orders nu")
        if (nu < 0).any():
            raise ValueError("Order of derivative cannot be negative")
        if self.c.shape[ndim:2 * ndim] != tuple(v.size - 1 for v in self.x):
            raise ValueError("x and c do not agree on the number of intervals")
        c = cupy.ascontiguousarray(self.c)
        width = arguments.columns(c, 2 * ndim)
        out = cupy.empty((len(x), width), c.dtype)
        _kernel.map(type_characters(c.dtype), out.size, work=8 * math.prod(c.shape[:ndim]), x=cupy.concatenate(self.x),
                    c=c, q=x, out=out, columns=width, axes=ndim, extrapolate=extrapolate, order=c.shape[:ndim], nu=nu,
                    begin=offsets(self.x))
        return out.reshape(shape[:-1] + c.shape[2 * ndim:])

    def _along(self, axis: int, change: Callable[..., Any]) -> None:
        """Replace the orders of one axis by `change` of the coefficients with (order, pieces) in front."""
        order = self._in_front(axis)
        c = change(self.c.transpose(order), self.x[axis])
        self.c = cupy.ascontiguousarray(c.transpose([order.index(k) for k in range(c.ndim)]))

    def _in_front(self, axis: int) -> list[int]:
        """The axes of the coefficients, those of one variable's orders and pieces first."""
        front = [axis, len(self.x) + axis]
        return front + [k for k in range(self.c.ndim) if k not in front]

    def derivative(self, nu: Sequence[Int]) -> NdPPoly:
        """The derivative, as a piecewise polynomial.

        Parameters
        ----------
        nu : sequence of int
            Order along each axis; negative for antiderivatives.

        Returns
        -------
        NdPPoly
        """
        c = _few((self.c, tuple(self.x), nu))
        if c is not NotImplemented:
            return self.construct_fast(c, self.x, self.extrapolate)
        p = self.construct_fast(self.c.copy(), self.x, self.extrapolate)
        for axis, n in enumerate(nu):
            if n > 0:
                p._along(axis, lambda c, x, n=n: derive(c, n))
            elif n < 0:
                p._along(axis, lambda c, x, n=n: antiderive(c, x, -n))
        return p

    def antiderivative(self, nu: Sequence[int]) -> NdPPoly:
        """The antiderivative, as a piecewise polynomial.

        Parameters
        ----------
        nu : sequence of int
            Order along each axis; negative for derivatives.

        Returns
        -------
        NdPPoly
        """
        return self.derivative([-n for n in nu])

    def integrate_1d(self, a: float, b: float, axis: SupportsIndex,
                     extrapolate: bool | None = None) -> NdPPoly | cupy.ndarray:
        """The integral along one axis.

        Parameters
        ----------
        a, b : float
            Ends.
        axis : int
            The axis.
        extrapolate : bool, optional
            Default: as constructed.

        Returns
        -------
        NdPPoly or cupy.ndarray
            A polynomial in the other variables, if there are any.
        """
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        ndim = len(self.x)
        axis = int(axis) % ndim
        c = self.c.transpose(self._in_front(axis))
        out = PPoly.construct_fast(c, self.x[axis], extrapolate).integrate(a, b, extrapolate)
        if ndim == 1:
            return out
        return self.construct_fast(out, self.x[:axis] + self.x[axis + 1:], extrapolate)

    def integrate(self, ranges: Sequence[tuple[float, float]], extrapolate: bool | None = None) -> cupy.ndarray:
        """The integral over a box.

        Parameters
        ----------
        ranges : sequence of (float, float)
            Ends along each axis.
        extrapolate : bool, optional
            Default: as constructed.

        Returns
        -------
        cupy.ndarray
        """
        if not hasattr(ranges, "__len__") or len(ranges) != len(self.x):
            raise ValueError("Range not a sequence of correct length")
        p: Any = self           # numbers once the last axis is gone
        for a, b in ranges:
            p = p.integrate_1d(a, b, 0, extrapolate)
        return p
