"""Numbers spaced evenly on a log scale, and grids of coordinates."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsIndex, overload

import numpy

from cupy._core.from_data import asarray
from cupy._core.subclass import keeps_class
from cupy._creation.ranges import linspace
from cupy._core.broadcast import broadcast_to
from cupy._manipulation.transpose import moveaxis
from cupy._core.arguments import as_array, as_arrays
from cupy._core.dtype_rules import result_type
from cupy._ops.arithmetic import power, sign
from cupy._ops.explog import log10

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Int, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["geomspace", "logspace", "meshgrid"]


@overload
def logspace(start: ArrayLike, stop: ArrayLike, num: Int = ..., endpoint: bool = ..., base: ArrayLike = ...,
             *, dtype: DTypeOf[Scalar], axis: Int = ...) -> NDArray[Scalar]: ...
@overload
def logspace(start: ArrayLike, stop: ArrayLike, num: Int = ..., endpoint: bool = ..., base: ArrayLike = ...,
             dtype: DTypeLike | None = ..., axis: Int = ...) -> ndarray: ...
@keeps_class
def logspace(start: ArrayLike, stop: ArrayLike, num: Int = 50, endpoint: bool = True, base: ArrayLike = 10.0,
             dtype: DTypeLike | None = None, axis: Int = 0) -> ndarray:
    """Numbers spaced evenly on a log scale, given by exponents.

    Parameters
    ----------
    start, stop : array_like
        Exponents of the first and last number.
    num : int, optional
        How many.
    endpoint : bool, optional
        Whether the last number belongs to them.
    base : array_like, optional
        Base of the powers.
    dtype : data-type, optional
        Type of the result.
    axis : int, optional
        Axis of the numbers, when the ends are arrays.

    Returns
    -------
    ndarray
        The numbers.

    Examples
    --------
    >>> import cupy
    >>> cupy.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    if not numpy.isscalar(base):
        base = as_array(base, "base")
        shape = numpy.broadcast_shapes(*(numpy.shape(x) if numpy.isscalar(x) else as_array(x).shape
                                         for x in (start, stop)), base.shape)
        start, stop, base = (broadcast_to(as_array(x), shape) for x in (start, stop, base))
        exponents = linspace(start, stop, num, endpoint)
        result = moveaxis(power(base, exponents), 0, axis)
    else:
        result = power(base, linspace(start, stop, num, endpoint, axis=axis))
    return result if dtype is None else result.astype(dtype, copy=False)


@overload
def geomspace(start: ArrayLike, stop: ArrayLike, num: Int = ..., endpoint: bool = ..., *,
              dtype: DTypeOf[Scalar], axis: SupportsIndex = ...) -> NDArray[Scalar]: ...
@overload
def geomspace(start: ArrayLike, stop: ArrayLike, num: Int = ..., endpoint: bool = ...,
              dtype: DTypeLike | None = ..., axis: SupportsIndex = ...) -> ndarray: ...
@keeps_class
def geomspace(start: ArrayLike, stop: ArrayLike, num: Int = 50, endpoint: bool = True,
              dtype: DTypeLike | None = None, axis: SupportsIndex = 0) -> ndarray:
    """Numbers spaced evenly on a log scale, given by their ends.

    Parameters
    ----------
    start, stop : array_like
        First and last number; not zero.
    num : int, optional
        How many.
    endpoint : bool, optional
        Whether the last number belongs to them.
    dtype : data-type, optional
        Type of the result.
    axis : int, optional
        Axis of the numbers, when the ends are arrays.

    Returns
    -------
    ndarray
        The numbers.

    Raises
    ------
    ValueError
        If an end is zero.

    Examples
    --------
    >>> import cupy
    >>> cupy.geomspace(1, 1000, 4)
    array([   1.,   10.,  100., 1000.])
    """
    start, stop = asarray(start), asarray(stop)
    if bool((start == 0).any()) or bool((stop == 0).any()):
        raise ValueError("Geometric sequence cannot include zero")
    computed = result_type(start, stop, float(num), numpy.zeros((), dtype).dtype)
    if dtype is None:
        dtype = computed
        if computed.kind not in "fc":
            dtype = computed = numpy.dtype(float)
    start, stop = start.astype(computed), stop.astype(computed)
    # Turned to the positive half-line, where the logarithm is real for a real sequence.
    direction = sign(start)
    start, stop = start / direction, stop / direction
    result = logspace(log10(start), log10(stop), num, endpoint)
    if num > 0:
        result[0] = start
        if num > 1 and endpoint:
            result[-1] = stop
    result = moveaxis(result * direction, 0, axis)
    return result.astype(dtype, copy=False)


@keeps_class
def meshgrid(*xi: ArrayLike, copy: bool = True, sparse: bool = False,
             indexing: Literal["xy", "ij"] = "xy") -> tuple[ndarray, ...] | list[ndarray]:
    """Coordinates of every point of a grid.

    Parameters
    ----------
    *xi : array_like
        Coordinates along each axis.
    copy : bool, optional
        If False, views that broadcast are returned.
    sparse : bool, optional
        Arrays that only broadcast to the grid.
    indexing : {'xy', 'ij'}, optional
        Whether the first two axes are exchanged (Cartesian) or not (matrix).

    Returns
    -------
    tuple of ndarray
        One array for each axis; for ``sparse=True, copy=False`` a list, before NumPy 2.5.

    Raises
    ------
    ValueError
        If `indexing` is unknown.

    Examples
    --------
    >>> import cupy
    >>> x, y = cupy.meshgrid(cupy.arange(3), cupy.arange(2))
    >>> y
    array([[0, 0, 0],
           [1, 1, 1]])
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    arrays = as_arrays(xi)
    n = len(arrays)
    order = list(range(n))
    if indexing == "xy" and n > 1:
        order[0], order[1] = 1, 0
    lines = [a.reshape((1,) * at + (-1,) + (1,) * (n - at - 1))
             for a, at in zip(arrays, order, strict=True)]
    if not sparse:
        shape = numpy.broadcast_shapes(*(line.shape for line in lines))
        lines = [broadcast_to(line, shape) for line in lines]
    if copy:
        return tuple(line.copy() for line in lines)
    if sparse and isinstance(numpy.meshgrid(sparse=True, copy=False), list):     # as NumPy gives it, by its version
        return lines
    return tuple(lines)
