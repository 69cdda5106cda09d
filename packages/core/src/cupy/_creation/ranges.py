"""Arrays of evenly spaced numbers."""
from __future__ import annotations

import math
import operator
import sys
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.creation import empty, spaced
from cupy._core.from_data import asarray
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.subclass import keeps_class
from cupy._core.constructors import _on
from cupy._core.ufunc import ufunc
from cupy._specs import engine

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["arange", "linspace"]

_arange_fill, _linspace_fill = ufunc(engine.arange_fill), ufunc(engine.linspace_fill)
_INT64 = numpy.dtype("i8")
_NONE_OR_INT = (type(None), int)
#: Sums and differences of smaller numbers fit into a dtype.
_SAFE = {None: 1 << 61, _INT64: 1 << 61, numpy.dtype("i4"): 1 << 29}


def _of_times(dtype: DTypeLike | None, *numbers: Any) -> bool:
    return dtype is not None and numpy.dtype(dtype).kind in "mM" or any(
        getattr(getattr(x, "dtype", None), "kind", " ") in "mM" for x in numbers)


@overload
def arange(start: ArrayLike | None = ..., stop: ArrayLike | None = ..., step: ArrayLike = ..., *,
           dtype: DTypeOf[Scalar], like: None = ...,
           device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def arange(start: ArrayLike | None = ..., stop: ArrayLike | None = ..., step: ArrayLike = ...,
           dtype: DTypeLike | None = ..., *, like: None = ...,
           device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def arange(start: ArrayLike | None = None, stop: ArrayLike | None = None, step: ArrayLike = 1,
           dtype: DTypeLike | None = None, *, like: None = None,
           device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """Numbers from `start` up to, not including, `stop`, `step` apart.

    Parameters
    ----------
    start : number
        First number; when `stop` is not given it is the end, and 0 the start.
    stop : number, optional
        End of the interval.
    step : number, optional
        Distance of neighbours.
    dtype : data-type, optional
        Type of the elements; that of the arguments if not given.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        Of ``ceil((stop - start) / step)`` numbers.

    Raises
    ------
    ZeroDivisionError
        When `step` is 0.
    ValueError
        When the interval is not finite.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.arange(2, 8, 3)
    array([2, 5])
    """
    if device is None and type(step) is int and type(start) is int and type(stop) in _NONE_OR_INT:
        first, end = (0, start) if stop is None else (start, stop)
        kept = None if dtype is None else normalize_dtype(dtype)
        safe = _SAFE.get(kept, 0)
        if step and abs(first) < safe and abs(end) < safe and abs(step) < safe:
            return spaced(max(0, -((first - end) // step)), first, step, kept)
    if _of_times(dtype, start, stop, step):
        # NumPy knows the units; the arguments are on the host.
        limits: list[Any] = [x.get()[()] if isinstance(x, ndarray) else x for x in (start, stop, step)]
        times = numpy.arange(*limits[:1 if stop is None else 3], dtype=dtype)
        with _on(device):
            return asarray(times)
    numbers: list[Any] = [x.item() if isinstance(x, ndarray) else x for x in (start, stop, step)]
    begin, end, by = numbers
    if end is None:
        begin, end = 0, begin
    if end is None:
        raise TypeError("arange() requires stop to be specified.")
    if begin is None:
        begin = 0
    if by is None:
        by = 1
    if dtype is None:
        dtype = numpy.result_type(_INT64, *(numpy.asarray(x).dtype if isinstance(x, (numpy.generic, numpy.ndarray))
                                    else type(x) for x in (begin, end, by)))
    dtype = normalize_dtype(dtype)
    if by == 0:
        raise ZeroDivisionError("step: division by zero")
    span = (end - begin) / by
    # Of a step so large that there is no quotient NumPy asks the sign.
    underflows = span == 0 and end != begin and not isinstance(span, complex)
    if isinstance(span, complex):
        span = min(span.real, span.imag)
    if math.isnan(span) or math.isinf(span):
        raise ValueError("arange: cannot compute length")
    if all(isinstance(x, (int, numpy.integer)) for x in (begin, end, by)):
        size = max(0, -((int(begin) - int(end)) // int(by)))
    elif underflows:
        size = int(math.copysign(1, span) > 0)
    else:
        size = max(0, math.ceil(span))
    if size > sys.maxsize:
        raise ValueError("Maximum allowed size exceeded")
    if dtype.kind == "b" and size > 2:
        raise TypeError("arange() is only supported for booleans when the result has at most length 2.")
    if dtype.kind in "iu":
        # The second number decides the step, as in NumPy: both are cast to the dtype first.
        first = int(numpy.asarray(begin, dtype)) if size else 0
        delta = int(numpy.asarray(begin + by, dtype)) - first if size > 1 else 0
        delta %= 1 << 8 * dtype.itemsize
        if dtype.kind == "i" and delta >> (8 * dtype.itemsize - 1):
            delta -= 1 << 8 * dtype.itemsize
    elif dtype.kind == "b":
        first, delta = bool(begin), bool(begin + by) != bool(begin)
    else:
        first, delta = begin, (begin + by) - begin if size > 1 else 0
    with _on(device):
        if dtype.kind in "biufc" or dtype.name == "bfloat16":
            return spaced(size, first, delta, dtype)
        result = empty(size, dtype)
    if size:
        _arange_fill(first, delta, out=result, dtype=dtype)
    return result


@overload
def linspace(start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: bool = ...,
             retstep: Literal[False] = ..., *, dtype: DTypeOf[Scalar], axis: SupportsIndex = ...,
             device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def linspace(start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: bool = ...,
             retstep: Literal[False] = ..., dtype: DTypeLike | None = ..., axis: SupportsIndex = ..., *,
             device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
@overload
def linspace(start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: bool = ..., *,
             retstep: Literal[True], dtype: DTypeLike | None = ..., axis: SupportsIndex = ...,
             device: cuda.Device | SupportsIndex | None = ...) -> tuple[ndarray, Any]: ...
@keeps_class
def linspace(start: ArrayLike, stop: ArrayLike, num: SupportsIndex = 50, endpoint: bool = True, retstep: bool = False,
             dtype: DTypeLike | None = None, axis: SupportsIndex = 0, *,
             device: cuda.Device | SupportsIndex | None = None) -> ndarray | tuple[ndarray, Any]:
    """Numbers spaced evenly over an interval.

    Parameters
    ----------
    start, stop : array_like
        Ends of the interval.
    num : int, optional
        How many numbers.
    endpoint : bool, optional
        Whether `stop` is the last number.
    retstep : bool, optional
        Whether to return the spacing as well.
    dtype : data-type, optional
        Type of the elements; floating if not given, whatever the ends are.
    axis : int, optional
        Axis of the result that the numbers run along, when the ends are arrays.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray, or (ndarray, float) with `retstep`
        The numbers, and with `retstep` how far they are apart.

    Raises
    ------
    TypeError
        When complex numbers are to become integers.
    ValueError
        When `num` is negative.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    num = operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    if all(isinstance(x, (int, float, complex, numpy.generic)) for x in (start, stop)):
        normalize_axis_index(axis, 1)
        return _scalar_linspace(start, stop, num, div, endpoint, retstep, dtype, device)
    import cupy
    computed = cupy.result_type(*(x if numpy.isscalar(x) else cupy.asarray(x) for x in (start, stop)), 1.0)
    start, stop = cupy.asarray(start, computed), cupy.asarray(stop, computed)
    wanted = computed if dtype is None else normalize_dtype(dtype)
    delta = stop - start
    y = cupy.arange(num, dtype=numpy.dtype(computed.char.lower()) if computed.kind == "c" else computed)
    y = y.reshape((-1,) + (1,) * delta.ndim)
    if div > 0:
        step = delta / div
        zero = step == 0
        y = cupy.where(zero, y / div * delta, y * step) + start
    else:
        step = math.nan
        y = y * delta + start
    if endpoint and num > 1:
        y[-1] = stop
    if axis != 0:
        y = cupy.moveaxis(y, 0, axis)
    if wanted.kind in "iu":
        y = cupy.floor(y)
    y = y.astype(wanted, copy=False)
    return (y, step) if retstep else y


def _scalar_linspace(start: Any, stop: Any, num: int, div: int, endpoint: bool, retstep: bool, dtype: DTypeLike | None,
                     device: cuda.Device | SupportsIndex | None) -> Any:
    # Python numbers are weak beside NumPy's: the ends keep the type of a NumPy scalar.
    computed = numpy.result_type(*(0 if type(x) is int else x for x in (start, stop)), 1.0)
    wanted = computed if dtype is None else normalize_dtype(dtype)
    if computed.kind == "c" and wanted.kind in "iu":
        raise TypeError("ufunc 'floor', which makes integers, does not take complex numbers")
    start = numpy.asarray(start, computed).item()
    stop = numpy.asarray(stop, computed).item()
    delta = stop - start
    step = delta / div if div > 0 else math.nan
    with _on(device):
        result = empty(num, wanted)
    if num:
        last = num - 1 if endpoint and num > 1 else num
        char = "l" if wanted.kind in "iu" else "D" if computed.kind == "c" else "d"
        _linspace_fill(start, step if div > 0 else 0.0, stop, last, out=result, dtype=char, casting="unsafe")
    return (result, step) if retstep else result
