"""Cubic splines with two continuous derivatives."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._banded import tridiagonal
from cupyx.scipy.interpolate._cubic_hermite import CubicHermiteSpline, cubics, prepare

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["CubicSpline"]

_balances = Kernel("cubic.hpp", _kernels, "Cubics", packed=("d", "D"), arguments="balances")


class CubicSpline(CubicHermiteSpline):
    """Piecewise cubic through points whose second derivative is continuous.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing.
    y : array_like
        Values; along `axis` as long as `x`.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    bc_type : str or 2-tuple, optional
        Conditions at both ends, or a pair of those at each:

        - 'not-a-knot' (default): the first and second piece are one polynomial;
        - 'periodic': first and last value are the same, and so are the first two derivatives;
        - 'clamped': first derivatives are zero; 'natural': second derivatives are zero;
        - ``(order, value)``: the first or second derivative.
    extrapolate : bool, 'periodic' or None, optional
        As for `PPoly`. None: 'periodic' for that condition, else True.

    Attributes
    ----------
    c, x : cupy.ndarray
        Coefficients and breakpoints.

    Raises
    ------
    ValueError
        If shapes do not match, `x` does not increase, anything is not finite, or a condition is unknown.

    Notes
    -----
    Slopes solve one tridiagonal system, which is factored once for all columns of `y`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import CubicSpline
    >>> x = cupy.arange(5.)
    >>> spline = CubicSpline(x, x ** 3)
    >>> spline(1.5), spline(1.5, 1)
    (array(3.375), array(6.75))
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, axis: SupportsIndex = 0, bc_type: str | Sequence[Any] = "not-a-knot",
                 extrapolate: bool | Literal["periodic"] | None = None) -> None:
        points, x, y, axis, _ = prepare(x, y, axis)
        ends, y = _conditions(bc_type, y, axis)
        periodic = isinstance(ends[0], str) and ends[0] == "periodic"
        if extrapolate is None:
            extrapolate = "periodic" if periodic else True
        y = cupy.ascontiguousarray(y)
        slopes = cupy.zeros_like(y) if y.size == 0 else _slopes(points, x, y, *ends)
        self._fit(x, y, slopes, axis, extrapolate)


def _conditions(bc_type: Any, y: cupy.ndarray, axis: int) -> tuple[list[str | tuple[Any, ...]], cupy.ndarray]:
    """A condition for each end, with values as device arrays, and `y` in the dtype that they need."""
    shape = y.shape[1:]
    if isinstance(bc_type, str):
        if bc_type == "periodic" and not bool(cupy.allclose(y[0], y[-1], rtol=1e-15, atol=1e-15)):
            raise ValueError(f"The first and last `y` point along axis {axis} must be identical (within machine "
                             "precision) when bc_type='periodic'.")
        bc_type = (bc_type, bc_type)
    else:
        if len(bc_type) != 2:
            raise ValueError("`bc_type` must contain 2 elements to specify start and end conditions.")
        if any(isinstance(bc, str) and bc == "periodic" for bc in bc_type):
            raise ValueError("'periodic' `bc_type` is defined for both curve ends and cannot be used with other "
                             "boundary conditions.")
    ends = []
    for bc in bc_type:
        if isinstance(bc, str):
            if bc not in ("clamped", "natural", "not-a-knot", "periodic"):
                raise ValueError(f"bc_type={bc} is not allowed.")
            known = {"clamped": (1, cupy.zeros(shape)), "natural": (2, cupy.zeros(shape))}
            ends.append(known.get(bc, bc))
            continue
        try:
            order, value = bc
        except Exception as error:
            raise ValueError("A specified derivative value must be given in the form (order, value).") from error
        if order not in (1, 2):
            raise ValueError("The specified derivative order must be 1 or 2.")
        value = arguments.device(value)
        if value.shape != shape:
            raise ValueError(f"`deriv_value` shape {value.shape} is not the expected one {shape}.")
        y = y.astype(arguments.value_dtype(y.dtype, value.dtype), copy=False)
        ends.append((order, value))
    return ends, y


def _slopes(points: numpy.ndarray[Any, Any], x: cupy.ndarray, y: cupy.ndarray, start: str | tuple[int, cupy.ndarray],
            end: str | tuple[int, cupy.ndarray]) -> cupy.ndarray:
    """First derivatives at the points `x`, which `points` are on the host."""
    n, dx = len(points), numpy.diff(points)
    free = "not-a-knot", "periodic"
    if n == 2:
        start, end = ((1, _secants(dx, y)[0]) if isinstance(bc, str) and bc in free else bc for bc in (start, end))
    names = [bc if isinstance(bc, str) else "" for bc in (start, end)]
    if n == 3 and names == ["not-a-knot"] * 2:
        return _parabola(dx, _secants(dx, y))
    if names[0] == "periodic":
        h, secant = arguments.column_vector(cupy.asarray(dx), y.ndim), _secants(dx, y)
        if n == 3:
            mean = (secant / h).sum(axis=0) / (1 / h).sum(axis=0)
            return cupy.broadcast_to(mean, y.shape)
        return _periodic(dx, h, secant)
    lower, diagonal, upper = numpy.empty(n - 1), numpy.empty(n), numpy.empty(n - 1)
    numpy.add(dx[:-1], dx[1:], out=diagonal[1:-1])
    diagonal[1:-1] *= 2
    upper[1:], lower[:-1] = dx[:-1], dx[1:]
    b = cubics(_balances, x, y, cupy.empty_like(y), n - 2)
    diagonal[0], upper[0] = _end(b[:1], dx[:2], y[:3], start, 1)
    diagonal[-1], lower[-1] = _end(b[-1:], dx[:-3:-1], y[:-4:-1], end, -1)
    return tridiagonal(lower, diagonal, upper).solve(b)


def _secants(dx: numpy.ndarray[Any, Any], y: cupy.ndarray) -> cupy.ndarray:
    return cupy.diff(y, axis=0) / arguments.column_vector(cupy.asarray(dx), y.ndim)


def _end(b: cupy.ndarray, dx: numpy.ndarray[Any, Any], y: cupy.ndarray, condition: str | tuple[int, cupy.ndarray],
         sign: int) -> tuple[float, float]:
    """The two items of the matrix's row at an end, whose right-hand side goes into `b` (1, ...).

    `dx` and `y` are the next intervals and values from the end on, `sign` tells which way.
    """
    if not isinstance(condition, str):
        order, value = condition
        if order == 1:
            b[0] = value
            return 1.0, 0.0
        b[0] = -0.5 * sign * value * dx[0] ** 2 + 3 * sign * (y[1] - y[0])
        return 2 * dx[0], dx[0]
    d = dx[0] + dx[1]
    near, far = (y[1] - y[0]) / (sign * dx[0]), (y[2] - y[1]) / (sign * dx[1])
    b[0] = ((dx[0] + 2 * d) * dx[1] * near + dx[0] ** 2 * far) / d
    return dx[1], d


def _parabola(dx: numpy.ndarray[Any, Any], secant: cupy.ndarray) -> cupy.ndarray:
    """Not-a-knot at both ends of three points: one parabola."""
    middle = (dx[1] * secant[0] + dx[0] * secant[1]) / (dx[0] + dx[1])
    return cupy.stack([2 * secant[0] - middle, middle, 2 * secant[1] - middle])


def _periodic(dx: numpy.ndarray[Any, Any], h: cupy.ndarray, secant: cupy.ndarray) -> cupy.ndarray:
    """The cyclic system, condensed to a tridiagonal one and its last unknown."""
    diagonal, before = 2 * (dx + numpy.roll(dx, 1)), numpy.roll(dx, 1)
    b = 3 * (cupy.roll(h, 1, 0) * secant + h * cupy.roll(secant, 1, 0))
    factors = tridiagonal(dx[1:-1], diagonal[:-1], before[:-2])
    first = factors.solve(cupy.ascontiguousarray(b[:-1]))
    corner = numpy.zeros((len(dx) - 1, 1))
    corner[0], corner[-1] = -dx[0], -dx[-3]
    second = factors.solve_on_host(corner)[:, 0]
    below, above = dx[-1], dx[-2]
    last = (b[-1] - above * first[0] - below * first[-1]) / (
        diagonal[-1] + above * second[0] + below * second[-1])
    inner = first + arguments.column_vector(cupy.asarray(second), first.ndim) * last
    return cupy.concatenate([inner, last[None], inner[:1]])
