"""Series of powers that have kernels of their own; coefficients begin with the constant."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty, zeros
from cupy._core.from_data import array, asarray
from cupy._core.dtype_rules import result_type

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []

_values = ElementwiseKernel("T x, raw T c, int64 count, int64 series, int64 points", "T y", """
    const long long first = points ? i / points : 0;
    T sum = c[(count - 1) * series + first];
    for (long long k = count - 2; k >= 0; k--) sum = c[k * series + first] + sum * x;
    y = sum;
    """, "cupy_series_values")
_product = ElementwiseKernel("T x, raw T r, int64 count, int64 series, int64 points", "T y", """
    const long long first = points ? i / points : 0;
    T product = T(1);
    for (long long k = 0; k < count; k++) product = product * (x - r[k * series + first]);
    y = product;
    """, "cupy_series_product")
_powers = ElementwiseKernel("raw T x, int64 count", "T y", """
    const T base = x[i / count];
    T power = T(1);
    for (long long k = i % count; k > 0; k--) power = power * base;
    y = power;
    """, "cupy_series_powers")


def _inexact(a: ArrayLike, minimal: int = 0) -> ndarray:
    a = array(a, ndmin=minimal, copy=None)
    return a.astype(numpy.float64) if a.dtype.kind in "biu" else a


def _evaluate(kernel: ElementwiseKernel, x: ndarray, c: ndarray, tensor: bool) -> ndarray:
    """Values at `x` for each series, which lie along the first axis of `c`."""
    from cupy._core.broadcast import broadcast_to

    dtype = result_type(x.dtype, c.dtype)
    x, c = x.astype(dtype, copy=False), c.astype(dtype, copy=False)
    lead = c.shape[1:]
    count, series = c.shape[0], int(numpy.prod(lead, dtype=int))
    if tensor:
        shape, points = lead + x.shape, x.size
        x = broadcast_to(x, shape)
    elif series == 1 and c.ndim == 1:
        shape, points = x.shape, 0
    else:
        shape = numpy.broadcast_shapes(lead, x.shape)
        x, c = broadcast_to(x, shape), broadcast_to(c.reshape((count,) + (1,) * (len(shape) - len(lead)) + lead),
                                                    (count, *shape))
        series, points = int(numpy.prod(shape, dtype=int)), 1
    result = empty(shape, dtype)
    if result.size:
        kernel(x, c.ravel(), count, series, points, result)
    return result


def polyval(x: Any, c: ArrayLike, tensor: bool = True) -> ndarray:
    """Values of series of powers.

    Parameters
    ----------
    x : array_like or series
        Where to evaluate them.
    c : array_like
        Coefficients along the first axis, the constant first; a series for each element of the others.
    tensor : bool, optional
        Whether each series is evaluated at all of `x`; otherwise the series broadcast against `x`.

    Returns
    -------
    ndarray
        The values.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polynomial.polyval(cupy.array([0.0, 2.0]), cupy.array([1.0, 2.0, 3.0]))
    array([ 1., 17.])
    """
    c = _inexact(c, 1)
    if not len(c):
        raise IndexError("c: a series needs one coefficient at least")
    if hasattr(x, "coef"):
        result = c[-1] + x * 0
        for k in range(len(c) - 2, -1, -1):
            result = c[k] + result * x
        return result
    return _evaluate(_values, _points(x, c), c, tensor)


def _points(x: ArrayLike, c: ndarray) -> ndarray:
    """`x` as an array; a number of Python takes the dtype that `c` leaves it."""
    if isinstance(x, ndarray):
        return x
    return asarray(x, result_type(c, x) if type(x) in (int, float, complex) else None)


def polyvalfromroots(x: ArrayLike, r: ArrayLike, tensor: bool = True) -> ndarray:
    """Values of the polynomials with leading coefficient 1 that have given roots.

    Parameters
    ----------
    x : array_like
        Where to evaluate them.
    r : array_like
        Roots along the first axis; a polynomial for each element of the others.
    tensor : bool, optional
        Whether each polynomial is evaluated at all of `x`; otherwise they broadcast against `x`.

    Returns
    -------
    ndarray
        The values.

    Raises
    ------
    ValueError
        If `x` has not fewer axes than `r`, when `tensor` is false.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polynomial.polyvalfromroots(cupy.array([0.0, 3.0]), cupy.array([1.0, 2.0]))
    array([2., 2.])
    """
    r = _inexact(r, 1)
    x = _points(x, r)
    if not tensor and x.ndim >= r.ndim:
        raise ValueError("x.ndim must be < r.ndim when tensor == False")
    return _evaluate(_product, x, r, tensor)


def polyvander(x: ArrayLike, deg: SupportsIndex) -> ndarray:
    """Powers of points, from the zeroth on.

    Parameters
    ----------
    x : array_like
        The points.
    deg : int
        The highest power.

    Returns
    -------
    ndarray
        The powers along a new last axis.

    Raises
    ------
    ValueError
        If `deg` is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polynomial.polyvander(cupy.array([2.0, 3.0]), 2)
    array([[1., 2., 4.],
           [1., 3., 9.]])
    """
    try:
        deg = operator.index(deg)
    except TypeError as error:
        raise TypeError(f"deg must be an integer, received {deg}") from error
    if deg < 0:
        raise ValueError("deg must be non-negative")
    x = array(x, ndmin=1, copy=None) + 0.0
    result = empty((*x.shape, deg + 1), x.dtype)
    return _powers(x.ravel(), deg + 1, result) if result.size else result


def polycompanion(c: ArrayLike) -> ndarray:
    """Companion matrix of a series of powers.

    Parameters
    ----------
    c : array_like
        Coefficients, the constant first.

    Returns
    -------
    ndarray
        The matrix, whose eigenvalues are the roots.

    Raises
    ------
    ValueError
        For fewer than two coefficients.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polynomial.polycompanion(cupy.array([1, 2, 3]))
    array([[ 0.        , -0.33333333],
           [ 1.        , -0.66666667]])
    """
    import cupy

    c, = cupy.polynomial.polyutils.as_series([c])
    if c.size < 2:
        raise ValueError("Series must have maximum degree of at least 1.")
    degree = c.size - 1
    result = zeros((degree, degree), c.dtype)
    result.ravel()[degree::degree + 1] = 1
    result[:, -1] -= c[:-1] / c[-1]
    return result
