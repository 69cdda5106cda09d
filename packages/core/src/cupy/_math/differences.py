"""Differences of neighbours, areas under them, and jumps undone."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._core.axes import normalize_axis_index
from cupy._core.scan import scan
from cupy._core.constructors import empty
from cupy._core.broadcast import broadcast_to
from cupy._core.subclass import keeps_class
from cupy._manipulation.join import concatenate
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops import reductions as sums
from cupy._specs import scans
from cupy._ops.arithmetic import subtract
from cupy._ops.logic import not_equal
from cupy._ops.composite import trapezoid_area
from cupy._runtime.warned import deprecated

if TYPE_CHECKING:
    from cupy._core.options import Int
    from cupy.typing import ArrayLike

__all__ = ["diff", "ediff1d", "trapezoid", "trapz", "unwrap"]

ONE_LAUNCH = 1 << 29        # samples that one launch of a reduction certainly takes


def _cut(a: cupy.ndarray, axis: int, *bounds: int | None) -> cupy.ndarray:
    return a[(slice(None),) * axis + (slice(*bounds),)]


def diff(a: ArrayLike, n: Int = 1, axis: SupportsIndex = -1, prepend: ArrayLike | None = None,
         append: ArrayLike | None = None) -> cupy.ndarray:
    """Differences of neighbours along an axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        How often to take differences.
    axis : int, optional
        The axis.
    prepend, append : array_like, optional
        Values to join to the ends first.

    Returns
    -------
    ndarray
        Differences; bools give bools.

    Raises
    ------
    ValueError
        If `n` is negative or `a` has no axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.diff(cupy.array([1, 2, 4, 7]))
    array([1, 2, 3])
    """
    if n == 0:
        return as_array(a)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    result = as_array(a)
    if result.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, result.ndim)
    if prepend is not None or append is not None:
        one = result.shape[:axis] + (1,) + result.shape[axis + 1:]
        parts = [as_array(x) for x in (prepend, result, append) if x is not None]
        result = concatenate([x if x.ndim else broadcast_to(x, one) for x in parts], axis)
    step = not_equal if result.dtype == bool else subtract
    for _ in range(n):
        result = step(_cut(result, axis, 1, None), _cut(result, axis, None, -1))
    return result


@keeps_class
def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None) -> cupy.ndarray:
    """Differences of neighbours in the flattened array, with values put around them.

    Parameters
    ----------
    ary : array_like
        Input.
    to_end, to_begin : array_like, optional
        What to put behind and before the differences.

    Returns
    -------
    ndarray
        One-dimensional array of the type of `ary`.

    Raises
    ------
    TypeError
        If the type of `to_end` or `to_begin` does not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.ediff1d(cupy.array([1, 2, 4]), to_begin=-9)
    array([-9,  1,  2])
    """
    ary = as_array(ary, "ary").ravel()
    ends = []
    for name, extra in (("to_begin", to_begin), ("to_end", to_end)):
        extra = empty(0, ary.dtype) if extra is None else as_array(extra, name).ravel()
        if not numpy.can_cast(extra.dtype, ary.dtype, "same_kind"):
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the "
                            "`same_kind` rule.")
        ends.append(extra)
    begin, end = ends
    count = max(ary.size - 1, 0)
    result = empty(begin.size + count + end.size, ary.dtype)
    result[:begin.size] = begin
    result[begin.size + count:] = end
    subtract(ary[1:], ary[:-1][:count], out=result[begin.size:begin.size + count])
    return result


@functools.cache
def _area() -> Any:
    """The sum of the trapezoids' areas."""
    return cupy.ReductionKernel(
        "T upper, T lower, S width", "T area", "(upper + lower) * T(width)", "a + b",
        "area = a / T(2)", "0", "cupy_trapezoid")


@keeps_class
def trapezoid(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: SupportsIndex = -1) -> cupy.ndarray:
    """Area under samples by the trapezoidal rule.

    Parameters
    ----------
    y : array_like
        Samples.
    x : array_like, optional
        Where they were taken.
    dx : scalar, optional
        Distance of the samples when `x` is not given.
    axis : int, optional
        The axis.

    Returns
    -------
    ndarray
        Areas, from one reduction where `dx` is a number.

    Examples
    --------
    >>> import cupy
    >>> cupy.trapezoid(cupy.array([1.0, 2.0, 3.0]))
    array(4.)
    """
    y = as_array(y, "y")
    axis = normalize_axis_index(axis, y.ndim)
    if x is None:
        width = dx if isinstance(dx, (int, float, complex, numpy.generic)) else as_array(dx, "dx")
    else:
        x = as_array(x, "x")
        width = diff(x, axis=0 if x.ndim == 1 else axis)
        if x.ndim == 1:
            width = width.reshape((-1,) + (1,) * (y.ndim - axis - 1))
    if y.dtype.kind == "b":                     # true and true are true, as in NumPy
        return (width * (_cut(y, axis, 1, None) | _cut(y, axis, None, -1)) / 2.0).sum(axis)
    dtype = result_type(y, width, 1.0)
    if y.dtype != dtype:
        y = y.astype(dtype)
    if x is None and numpy.isscalar(dx) and y.shape[axis] > 1:
        aligned = y.flags.c_contiguous and y.data.ptr % y.itemsize == 0     # the ends are read beside the inside
        if y.ndim == 1 and dtype.char in "fd" and 2 < y.size < ONE_LAUNCH and aligned:
            return sums.trapezoid(y[1:-1], None, None, None, False, dx)
        inside = sums.sum(_cut(y, axis, 1, -1), axis)
        at = (slice(None),) * axis
        return trapezoid_area(inside, y[*at, 0], y[*at, -1], dx)
    upper, lower = _cut(y, axis, 1, None), _cut(y, axis, None, -1)
    return _area()(upper, lower, width, axis=axis)


def trapz(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: SupportsIndex = -1) -> cupy.ndarray:
    """Area under samples: an old name of `trapezoid`, of which each call warns.

    Parameters
    ----------
    y : array_like
        Samples.
    x : array_like, optional
        Where they were taken.
    dx : scalar, optional
        Distance of the samples when `x` is not given.
    axis : int, optional
        The axis.

    Returns
    -------
    ndarray
        Areas.

    Examples
    --------
    >>> import cupy
    >>> cupy.trapz(cupy.array([1.0, 2.0, 3.0]))
    array(4.)
    """
    deprecated("cupy.trapz", "cupy.trapezoid")
    return trapezoid(y, x, dx, axis)


def unwrap(p: ArrayLike, discont: float | None = None, axis: SupportsIndex = -1, *,
           period: float = 2 * numpy.pi) -> cupy.ndarray:
    """Undo jumps of a periodic quantity by adding whole periods.

    Parameters
    ----------
    p : array_like
        Input.
    discont : float, optional
        Steps smaller than this stay; half a period if not given.
    axis : int, optional
        The axis.
    period : float, optional
        The period.

    Returns
    -------
    ndarray
        Values without jumps.

    Examples
    --------
    >>> import cupy
    >>> cupy.unwrap(cupy.array([0, 1, 2, -1, 0]), period=4)
    array([0, 1, 2, 3, 4])
    """
    p = as_array(p, "p")
    axis = normalize_axis_index(axis, p.ndim)
    dtype = result_type(p, period)
    if discont is None:
        discont = period / 2
    if dtype.kind in "iu":
        discont = -int(-discont // 1)  # |step| < 3.5 means the same as |step| < 4
    return scan(scans.unwrap, p.astype(dtype, copy=False), axis, True, (period, discont))
