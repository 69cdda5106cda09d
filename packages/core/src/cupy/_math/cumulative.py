"""Running sums and products."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from cupy._core.by_method import by_method
from cupy._core.axes import integer_axis, normalize_axis_index
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.scan import scan
from cupy._core.subclass import keeps_class
from cupy._core.times import running_total
from cupy._math.reduce import without_nan
from cupy._core.arguments import into, single_output
from cupy._specs import scans
from cupy._core.dtype_rules import result_type

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupy._specs.spec import ReductionSpec

__all__ = ["cumprod", "cumproduct", "cumsum", "cumulative_prod", "cumulative_sum", "nancumprod", "nancumsum"]


def _run(spec: ReductionSpec, a: Any, axis: Any, dtype: DTypeLike | None, out: ndarray | None) -> ndarray:
    import cupy
    a = a if isinstance(a, ndarray) else cupy.asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    elif a.ndim == 0:
        a = a.reshape(1)
    axis = integer_axis(axis, a.ndim)
    out = single_output(out)
    if dtype is None and out is not None:
        dtype = result_type(a.dtype, out.dtype)
    if dtype is not None:
        dtype = normalize_dtype(dtype)
        a = a.astype(dtype, copy=False)
    if a.dtype.kind == "m" and spec in (scans.cumsum, scans.nancumsum):
        return into(out, running_total(a, axis))
    result = scan(spec, a, axis)
    if dtype is not None:
        result = result.astype(dtype, copy=False)
    return into(out, result)


@overload
def cumsum(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar],
           out: ndarray | None = ...) -> NDArray[Scalar]: ...
@overload
def cumsum(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
           out: ndarray | None = ...) -> ndarray: ...
@keeps_class
@by_method()
def cumsum(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
           out: ndarray | None = None) -> ndarray:
    """Running sums along an axis.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumsum(cp.arange(4))
    array([0, 1, 3, 6])
    """
    return _run(scans.cumsum, a, axis, dtype, out)


@overload
def cumprod(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar],
            out: ndarray | None = ...) -> NDArray[Scalar]: ...
@overload
def cumprod(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
            out: ndarray | None = ...) -> ndarray: ...
@keeps_class
@by_method()
def cumprod(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
            out: ndarray | None = None) -> ndarray:
    """Running products along an axis.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumprod(cp.arange(1, 5))
    array([ 1,  2,  6, 24])
    """
    return _run(scans.cumprod, a, axis, dtype, out)


@overload
def nancumsum(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar],
              out: ndarray | None = ...) -> NDArray[Scalar]: ...
@overload
def nancumsum(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
              out: ndarray | None = ...) -> ndarray: ...
@keeps_class
def nancumsum(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
              out: ndarray | None = None) -> ndarray:
    """Running sums along an axis, NaN counting as zero.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nancumsum(cp.array([1., cp.nan, 2.]))
    array([1., 1., 3.])
    """
    return _run(scans.nancumsum, without_nan(a, dtype, 0), axis, dtype, out)


@overload
def nancumprod(a: ArrayLike, axis: SupportsIndex | None = ..., *, dtype: DTypeOf[Scalar],
               out: ndarray | None = ...) -> NDArray[Scalar]: ...
@overload
def nancumprod(a: ArrayLike, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
               out: ndarray | None = ...) -> ndarray: ...
@keeps_class
def nancumprod(a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
               out: ndarray | None = None) -> ndarray:
    """Running products along an axis, NaN counting as one.

    Parameters
    ----------
    a : array_like
        The elements.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nancumprod(cp.array([2., cp.nan, 3.]))
    array([2., 2., 6.])
    """
    return _run(scans.nancumprod, without_nan(a, dtype, 1), axis, dtype, out)


def _cumulative(function: Callable[..., Any], first: int, x: ArrayLike, axis: Any, dtype: DTypeLike | None,
                out: ndarray | None, include_initial: bool) -> ndarray:
    import cupy
    x = cupy.atleast_1d(cupy.asarray(x))
    if axis is None:
        if x.ndim > 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    if not include_initial:
        return function(x, axis, dtype, out)
    axis = normalize_axis_index(axis, x.ndim)
    rest = function(x, axis, out.dtype if dtype is None and out is not None else dtype)
    shape = list(rest.shape)
    shape[axis] = 1
    result = cupy.concatenate([cupy.full(tuple(shape), first, rest.dtype), rest], axis)
    return into(out, result)


@overload
def cumulative_sum(x: ArrayLike, /, *, axis: SupportsIndex | None = ..., dtype: DTypeOf[Scalar],
                   out: ndarray | None = ..., include_initial: bool = ...) -> NDArray[Scalar]: ...
@overload
def cumulative_sum(x: ArrayLike, /, *, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
                   out: ndarray | None = ..., include_initial: bool = ...) -> ndarray: ...
@keeps_class
def cumulative_sum(x: ArrayLike, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
                   out: ndarray | None = None, include_initial: bool = False) -> ndarray:
    """Running sums along an axis (array API).

    Parameters
    ----------
    x : array_like
        The elements.
    axis : int, optional
        Axis to run along; may be left out for one axis.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    include_initial : bool, optional
        Begin with the value of nothing.

    Returns
    -------
    ndarray
        Of the shape of `x`, one longer along `axis` with `include_initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumulative_sum(cp.arange(3), include_initial=True)
    array([0, 0, 1, 3])
    """
    return _cumulative(cumsum, 0, x, axis, dtype, out, include_initial)


@overload
def cumulative_prod(x: ArrayLike, /, *, axis: SupportsIndex | None = ..., dtype: DTypeOf[Scalar],
                    out: ndarray | None = ..., include_initial: bool = ...) -> NDArray[Scalar]: ...
@overload
def cumulative_prod(x: ArrayLike, /, *, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ...,
                    out: ndarray | None = ..., include_initial: bool = ...) -> ndarray: ...
@keeps_class
def cumulative_prod(x: ArrayLike, /, *, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None,
                    out: ndarray | None = None, include_initial: bool = False) -> ndarray:
    """Running products along an axis (array API).

    Parameters
    ----------
    x : array_like
        The elements.
    axis : int, optional
        Axis to run along; may be left out for one axis.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Output array.
    include_initial : bool, optional
        Begin with the value of nothing.

    Returns
    -------
    ndarray
        Of the shape of `x`, one longer along `axis` with `include_initial`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumulative_prod(cp.arange(1, 4))
    array([1, 2, 6])
    """
    return _cumulative(cumprod, 1, x, axis, dtype, out, include_initial)


# Its name before NumPy 2.
cumproduct = cumprod
