"""Reductions, scans and histograms of whole arrays by the names of CuPy's module for CUB; our own kernels do them."""
from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import DTypeLike, NDArray

__all__ = ["CUB_sum_support_dtype", "CUB_sum_support_dtype_with_half", "CUB_sum_support_dtype_without_half",
           "CUB_support_dtype", "CUB_support_dtype_with_half", "CUB_support_dtype_without_half", "available",
           "cub_histogram", "cub_reduction", "cub_scan", "cupy_cub_op", "device_histogram", "device_reduce",
           "device_scan", "device_segmented_reduce", "get_build_version"]

#: Nothing depends on a library.
available = True


class cupy_cub_op(enum.IntEnum):  # noqa: N801 (CuPy's name)
    """What is computed."""

    CUPY_CUB_SUM = 0
    CUPY_CUB_MIN = 1
    CUPY_CUB_MAX = 2
    CUPY_CUB_ARGMIN = 3
    CUPY_CUB_ARGMAX = 4
    CUPY_CUB_CUMSUM = 5
    CUPY_CUB_CUMPROD = 6
    CUPY_CUB_PROD = 7


globals().update(cupy_cub_op.__members__)
__all__.extend(cupy_cub_op.__members__)

CUB_support_dtype_without_half = [numpy.dtype(char).type for char in "?bBhHiIlLqQfdFD"]
CUB_support_dtype_with_half = [*CUB_support_dtype_without_half, numpy.float16]
CUB_support_dtype = CUB_support_dtype_with_half
CUB_sum_support_dtype_without_half = [numpy.dtype(char).type for char in "lLqQfdFD"]
CUB_sum_support_dtype_with_half = [*CUB_sum_support_dtype_without_half, numpy.float16]
CUB_sum_support_dtype = CUB_sum_support_dtype_with_half

_REDUCTIONS = {0: "sum", 1: "min", 2: "max", 3: "argmin", 4: "argmax", 7: "prod"}
_SCANS = {5: "cumsum", 6: "cumprod"}


def _function(op: SupportsIndex, known: dict[int, str]) -> Callable[..., Any]:
    import cupy

    if int(op) not in known:
        raise ValueError(f"op {op!r} is not one of {', '.join(known.values())}")
    return getattr(cupy, known[int(op)])


def get_build_version() -> int:
    """0: CUB is not part of the build.

    Examples
    --------
    >>> from cupy.cuda import cub
    >>> cub.get_build_version()
    0
    """
    return 0


@overload
def cub_reduction(arr: ndarray, op: SupportsIndex, axis: Any = ..., *, dtype: DTypeOf[Scalar],
                  out: ndarray | None = ..., keepdims: Any = ...) -> NDArray[Scalar]: ...
@overload
def cub_reduction(arr: ndarray, op: SupportsIndex, axis: Any = ..., dtype: DTypeLike | None = ...,
                  out: ndarray | None = ..., keepdims: Any = ...) -> ndarray: ...
def cub_reduction(arr: ndarray, op: SupportsIndex, axis: Any = None, dtype: DTypeLike | None = None,
                  out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Reduce an array over some or all axes.

    Parameters
    ----------
    arr : cupy.ndarray
        The array.
    op : int
        One of the constants ``CUPY_CUB_*``.
    axis, dtype, out, keepdims : optional
        As NumPy's functions take them.

    Returns
    -------
    cupy.ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cub
    >>> cub.cub_reduction(cupy.arange(5), cub.CUPY_CUB_SUM)
    array(10)
    """
    reduce = _function(op, _REDUCTIONS)
    if dtype is not None and int(op) in (cupy_cub_op.CUPY_CUB_SUM, cupy_cub_op.CUPY_CUB_PROD):
        return reduce(arr, axis=axis, dtype=dtype, out=out, keepdims=keepdims)
    return reduce(arr, axis=axis, out=out, keepdims=keepdims)


def device_reduce(x: ndarray, op: int, out_axis: tuple[Any, ...] = (), out: ndarray | None = None,
                  keepdims: bool = False) -> ndarray:
    """Reduce a whole array; see `cub_reduction`.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cub
    >>> cub.device_reduce(cupy.arange(5), cub.CUPY_CUB_MAX)
    array(4)
    """
    return cub_reduction(x, op, None, None, out, keepdims)


def device_segmented_reduce(x: ndarray, op: int, reduce_axis: Any, out_axis: Any = (), out: ndarray | None = None,
                            keepdims: bool = False, contiguous_size: Any = None) -> ndarray | None:
    """Reduce an array over the axes `reduce_axis`; see `cub_reduction`.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cub
    >>> cub.device_segmented_reduce(cupy.ones((2, 3)), cub.CUPY_CUB_SUM, (1,))
    array([3., 3.])
    """
    return cub_reduction(x, op, reduce_axis, None, out, keepdims)


def cub_scan(arr: ndarray, op: int) -> ndarray:
    """Cumulative sums or products of a flat array, in place.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cub
    >>> cub.cub_scan(cupy.arange(5), cub.CUPY_CUB_CUMSUM)
    array([ 0,  1,  3,  6, 10])
    """
    arr[...] = _function(op, _SCANS)(arr, dtype=arr.dtype)
    return arr


device_scan = cub_scan


def device_histogram(x: ndarray, bins: ndarray, y: ndarray) -> ndarray:
    """Count the elements of `x` between the edges `bins` into `y`, which has one element less than `bins`.

    As in CUB, and unlike NumPy, the last edge is outside the last bin.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cub
    >>> cub.device_histogram(cupy.asarray([1, 1, 2, 3]), cupy.asarray([1, 2, 3]), cupy.zeros(2, 'l'))
    array([2, 1])
    """
    import cupy

    places = cupy.searchsorted(bins, x.ravel(), side="right")
    y[...] = cupy.bincount(places, minlength=len(bins) + 1)[1:len(bins)]
    return y


cub_histogram = device_histogram
