"""What piecewise polynomials of all bases have in common: checks, breakpoints, evaluation, extension."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.interpolate import _arguments as arguments

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []

FEW = 1 << 14          # coefficients of which SciPy makes others in less time than several launches take


def monotonic(x: numpy.ndarray[Any, Any]) -> bool:
    steps = numpy.diff(x)
    return bool((steps >= 0).all() or (steps <= 0).all())


class Piecewise:
    """Coefficients `c` of shape (order, pieces, ...) over breakpoints `x`."""

    __slots__ = ("c", "x", "extrapolate", "axis", "__dict__", "__weakref__")

    _kernel: Kernel             # of each basis

    def __init__(self, c: ArrayLike, x: ArrayLike, extrapolate: bool | Literal["periodic"] | None = None,
                 axis: int = 0) -> None:
        c, x = arguments.device(c), arguments.device(x)
        self.x = cupy.ascontiguousarray(x, dtype=float)
        self.extrapolate: bool | Literal["periodic"] = self._extrapolation(extrapolate)
        if c.ndim < 2:
            raise ValueError("Coefficients array must be at least 2-dimensional.")
        if not 0 <= axis < c.ndim - 1:
            raise ValueError(f"axis={axis} must be between 0 and {c.ndim - 1}")
        self.axis = axis
        if axis:
            c = cupy.moveaxis(c, (axis, axis + 1), (0, 1))
        if self.x.ndim != 1:
            raise ValueError("x must be 1-dimensional")
        if self.x.size < 2:
            raise ValueError("at least 2 breakpoints are needed")
        if c.shape[0] == 0:
            raise ValueError("polynomial must be at least of order 0")
        if c.shape[1] != self.x.size - 1:
            raise ValueError("number of coefficients != len(x)-1")
        if not monotonic(self.x.get()):
            raise ValueError("`x` must be strictly increasing or decreasing.")
        self.c = cupy.ascontiguousarray(c, dtype=arguments.value_dtype(c.dtype))

    @staticmethod
    def _extrapolation(extrapolate: bool | Literal["periodic"] | None) -> bool | Literal["periodic"]:
        if extrapolate is None:
            return True
        return "periodic" if isinstance(extrapolate, str) and extrapolate == "periodic" else bool(extrapolate)

    @classmethod
    def construct_fast(cls, c: Any, x: cupy.ndarray, extrapolate: bool | Literal["periodic"] | None = None,
                       axis: SupportsIndex = 0) -> Self:
        """A piecewise polynomial of arrays that are taken as they are, without checks.

        Parameters
        ----------
        c, x : cupy.ndarray
            Coefficients and breakpoints, of the right shape and dtype.
        extrapolate : bool or 'periodic', optional
            As for the constructor.
        axis : int, optional
            Interpolation axis.
        """
        self = object.__new__(cls)
        self.c, self.x, self.axis = cupy.asarray(c), cupy.asarray(x), axis
        self.extrapolate = True if extrapolate is None else extrapolate
        return self

    def __call__(self, x: ArrayLike, nu: int = 0,
                 extrapolate: bool | Literal["periodic"] | None = None) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        x : array_like
            Points.
        nu : int, optional
            Order of the derivative.
        extrapolate : bool or 'periodic', optional
            Values outside: from the first and last piece, NaN, or of the periodic function. Default: as constructed.

        Returns
        -------
        cupy.ndarray
            The interpolation axis is replaced by the shape of `x`.
        """
        self._check_order(nu)
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        x, shape = arguments.queries(x)
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            x, extrapolate = arguments.wrapped(x, self.x[0], self.x[-1]), False
        out = self._evaluate(x, nu, bool(extrapolate))
        return arguments.move_values(out.reshape(shape + self.c.shape[2:]), len(shape), self.axis)

    def _check_order(self, nu: int) -> None:
        if nu < 0:
            raise ValueError("Order of derivative cannot be negative")

    def _coefficients(self) -> cupy.ndarray:
        """Contiguous coefficients; ValueError where a polynomial that nobody checked has too few."""
        if self.c.shape[1] != self.x.size - 1:
            raise ValueError("x and c have incompatible shapes")
        return arguments.contiguous(self.c)

    def _evaluate(self, x: cupy.ndarray, nu: int, extrapolate: bool) -> cupy.ndarray:
        c = self._coefficients()
        width = arguments.columns(c, 2)
        out = cupy.empty((x.size, width), c.dtype)
        self._kernel.map(type_characters(c.dtype), out.size, work=8 * c.shape[0], c=c, x=arguments.contiguous(self.x),
                         q=x, out=out, breakpoints=self.x.size, columns=width, order=c.shape[0], nu=nu,
                         extrapolate=extrapolate)
        return out

    def extend(self, c: ArrayLike, x: ArrayLike) -> None:
        """Add breakpoints and coefficients, before the first or behind the last.

        Parameters
        ----------
        c : array_like, shape (order, n, ...)
            Coefficients of the new pieces.
        x : array_like, shape (n,)
            New breakpoints, on one side of the present ones and in their direction.
        """
        c, x = arguments.device(c), arguments.device(x)
        if c.ndim < 2:
            raise ValueError("invalid dimensions for c")
        if x.ndim != 1:
            raise ValueError("invalid dimensions for x")
        if x.shape[0] != c.shape[1]:
            raise ValueError(f"Shapes of x {x.shape} and c {c.shape} are incompatible")
        if c.shape[2:] != self.c.shape[2:] or c.ndim != self.c.ndim:
            raise ValueError(f"Shapes of c {c.shape} and self.c {self.c.shape} are incompatible")
        if c.size == 0:
            return
        append = self._side(x.get())
        order = max(c.shape[0], self.c.shape[0])
        dtype = arguments.value_dtype(c.dtype, self.c.dtype)
        parts = [cupy.concatenate([cupy.zeros((order - part.shape[0], *part.shape[1:]), dtype), part.astype(dtype)])
                 for part in (self.c, c)]
        ends = [self.x, x.astype(float)]
        self.c = cupy.concatenate(parts if append else parts[::-1], axis=1)
        self.x = cupy.concatenate(ends if append else ends[::-1])

    def _side(self, x: numpy.ndarray[Any, Any]) -> bool:
        """Whether new breakpoints come behind the present ones."""
        if not monotonic(x):
            raise ValueError("`x` is not sorted.")
        first, last = self.x[::self.x.size - 1].get()
        if last < first:
            x, first, last = -x, -first, -last
        if x[-1] < x[0]:
            raise ValueError("`x` is in the different order than `self.x`.")
        if x[0] >= last:
            return True
        if x[-1] <= first:
            return False
        raise ValueError("`x` is neither on the left or on the right from `self.x`.")

    def _ends(self) -> numpy.ndarray:
        """The least and the greatest breakpoint."""
        return numpy.sort(self.x[::self.x.size - 1].get())

    def _periods(self, a: float, b: float) -> tuple[float, list[tuple[Any, ...]]]:
        """``(whole periods, [(from, to), ...])`` of an interval of a periodic function, a <= b."""
        first, last = self._ends()
        period = last - first
        with numpy.errstate(all="ignore"):          # NaN without a period
            whole, left = divmod(b - a, period)
            a = first + (a - first) % period
        b = a + left
        return whole, [(a, b)] if b <= last else [(a, last), (first, first + left + a - last)]

    def _between(self, integral: Callable[..., Any], a: float, b: float,
                 extrapolate: bool | Literal["periodic"] | None) -> Any | int:
        """The integral from `a` to `b`, given a function of ``(from, to, extrapolate)``, from below to."""
        a, b = float(a), float(b)
        sign = 1
        if b < a:
            a, b, sign = b, a, -1
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            whole, pieces = self._periods(a, b)
            total = sum(integral(*ends, False) for ends in pieces)
            if whole > 0:
                total = total + whole * integral(*self._ends(), False)
        else:
            total = integral(a, b, bool(extrapolate))
        return total if sign > 0 else -total
