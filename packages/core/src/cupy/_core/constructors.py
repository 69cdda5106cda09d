"""Arrays of a given shape: empty, zeros, ones, full, and the same like another array."""
from __future__ import annotations

import contextlib
import operator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.creation import empty, empty_of_layout, filled, zeros
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.strided import diagonal_view
from cupy._core.subclass import of_class
from cupy._runtime.device import Device

if TYPE_CHECKING:
    from numpy.typing import DTypeLike
    from cupy import cuda
    from cupy._core.options import DTypeOf, Ints, Order, Scalar
    from cupy.typing import ArrayLike, NDArray
    from contextlib import AbstractContextManager

__all__ = ["empty", "empty_like", "eye", "full", "full_like", "identity", "ones", "ones_like",
           "zeros", "zeros_like"]


_HERE = contextlib.nullcontext()


def _on(device: Any) -> AbstractContextManager[Any]:
    """The context in which new arrays are made for a ``device=`` argument."""
    return _HERE if device is None else Device(device)


def _like(a: ArrayLike, dtype: DTypeLike | None, order: Order | None, shape: Ints | None,
          subok: bool | None) -> ndarray:
    if not isinstance(a, ndarray):
        from cupy._core.from_data import asarray
        a = asarray(a)
    if dtype is not None and numpy.dtype(dtype).kind in "SU" and not numpy.dtype(dtype).itemsize:
        dtype = numpy.dtype(dtype).kind + "1"       # strings of no length have room for a character, as in NumPy
    result = empty_of_layout(a, dtype, order, shape)
    return result if type(a) is ndarray or subok is False else of_class(result, type(a), a)


@overload
def empty_like(prototype: ArrayLike, dtype: DTypeOf[Scalar], order: Order = ..., subok: bool | None = ...,
               shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def empty_like(prototype: ArrayLike, dtype: DTypeLike | None = ..., order: Order = ..., subok: bool | None = ...,
               shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def empty_like(prototype: ArrayLike, dtype: DTypeLike | None = None, order: Order = "K", subok: bool | None = None,
               shape: Ints | None = None, *, device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of the shape and dtype of another, its elements not set.

    Parameters
    ----------
    prototype : array_like
        Array whose shape, dtype and memory order are taken.
    dtype : data-type, optional
        Overrides the dtype.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order; 'K' is as near to `prototype`'s as possible.
    subok : bool, optional
        Whether the array is of the prototype's class where that is derived from ndarray; so if not given.
    shape : int or sequence of ints, optional
        Overrides the shape.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of the shape of the other unless `shape` is given.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.empty_like(cp.ones((2, 3), 'f4')).shape
    (2, 3)
    """
    with _on(device):
        return _like(prototype, dtype, order, shape, subok)


@overload
def zeros_like(a: NDArray[Scalar], *, order: Order = ..., subok: bool | None = ..., shape: Ints | None = ...,
               device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def zeros_like(a: ArrayLike, dtype: DTypeOf[Scalar], order: Order = ..., subok: bool | None = ...,
               shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def zeros_like(a: ArrayLike, dtype: DTypeLike | None = ..., order: Order = ..., subok: bool | None = ...,
               shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def zeros_like(a: ArrayLike, dtype: DTypeLike | None = None, order: Order = "K", subok: bool | None = None,
               shape: Ints | None = None, *, device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of zeros with the shape and dtype of another.

    Parameters
    ----------
    a : array_like
        Array whose shape, dtype and memory order are taken.
    dtype : data-type, optional
        Overrides the dtype.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order; 'K' is as near to `prototype`'s as possible.
    subok : bool, optional
        Whether the array is of the prototype's class where that is derived from ndarray; so if not given.
    shape : int or sequence of ints, optional
        Overrides the shape.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of the shape of the other unless `shape` is given.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.zeros_like(cp.arange(3))
    array([0, 0, 0])
    """
    with _on(device):
        result = _like(a, dtype, order, shape, subok)
    result.fill(0 if result.dtype.kind in "biufc" else numpy.zeros((), result.dtype))
    return result


@overload
def ones_like(a: NDArray[Scalar], *, order: Order = ..., subok: bool | None = ..., shape: Ints | None = ...,
              device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def ones_like(a: ArrayLike, dtype: DTypeOf[Scalar], order: Order = ..., subok: bool | None = ...,
              shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def ones_like(a: ArrayLike, dtype: DTypeLike | None = ..., order: Order = ..., subok: bool | None = ...,
              shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def ones_like(a: ArrayLike, dtype: DTypeLike | None = None, order: Order = "K", subok: bool | None = None,
              shape: Ints | None = None, *, device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of ones with the shape and dtype of another.

    Parameters
    ----------
    a : array_like
        Array whose shape, dtype and memory order are taken.
    dtype : data-type, optional
        Overrides the dtype.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order; 'K' is as near to `prototype`'s as possible.
    subok : bool, optional
        Whether the array is of the prototype's class where that is derived from ndarray; so if not given.
    shape : int or sequence of ints, optional
        Overrides the shape.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of the shape of the other unless `shape` is given.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.ones_like(cp.arange(3))
    array([1, 1, 1])
    """
    with _on(device):
        result = _like(a, dtype, order, shape, subok)
    result.fill(1)
    return result


@overload
def full_like(a: ArrayLike, fill_value: ArrayLike, dtype: DTypeOf[Scalar], order: Order = ..., subok: bool | None = ...,
              shape: Ints | None = ..., *, device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def full_like(a: ArrayLike, fill_value: ArrayLike, dtype: DTypeLike | None = ..., order: Order = ...,
              subok: bool | None = ..., shape: Ints | None = ..., *,
              device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def full_like(a: ArrayLike, fill_value: ArrayLike, dtype: DTypeLike | None = None, order: Order = "K",
              subok: bool | None = None, shape: Ints | None = None, *,
              device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of one value with the shape and dtype of another.

    Parameters
    ----------
    a : array_like
        Array whose shape, dtype and memory order are taken.
    fill_value : scalar or array_like
        The value; an array is broadcast.
    dtype : data-type, optional
        Overrides the dtype.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order; 'K' is as near to `prototype`'s as possible.
    subok : bool, optional
        Whether the array is of the prototype's class where that is derived from ndarray; so if not given.
    shape : int or sequence of ints, optional
        Overrides the shape.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of the shape of the other unless `shape` is given.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.full_like(cp.arange(3), 7)
    array([7, 7, 7])
    """
    with _on(device):
        result = _like(a, dtype, order, shape, subok)
    result[...] = _cast_unsafely(fill_value, result.dtype)
    return result


@overload
def ones(shape: Ints, dtype: DTypeOf[Scalar], order: Literal["C", "F"] = ..., *, like: None = ...,
         device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def ones(shape: Ints, dtype: DTypeLike = ..., order: Literal["C", "F"] = ..., *, like: None = ...,
         device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def ones(shape: Ints, dtype: DTypeLike = float, order: Literal["C", "F"] = "C", *, like: None = None,
         device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of ones.

    Parameters
    ----------
    shape : int or sequence of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements; float64 if not given.
    order : {'C', 'F'}, optional
        Memory order.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of shape `shape`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.ones(3)
    array([1., 1., 1.])
    """
    with _on(device):
        return filled(shape, 1, dtype, order)


@overload
def full(shape: Ints, fill_value: ArrayLike, dtype: DTypeOf[Scalar], order: Literal["C", "F"] = ..., *,
         like: None = ..., device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def full(shape: Ints, fill_value: ArrayLike, dtype: DTypeLike | None = ..., order: Literal["C", "F"] = ..., *,
         like: None = ..., device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def full(shape: Ints, fill_value: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F"] = "C", *,
         like: None = None, device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """New array of one value.

    Parameters
    ----------
    shape : int or sequence of ints
        Sizes of the axes.
    fill_value : scalar or array_like
        The value; an array is broadcast.
    dtype : data-type, optional
        Type of the elements; that of `fill_value` if not given.
    order : {'C', 'F'}, optional
        Memory order.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        The new array, of shape `shape`.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.full((2, 2), 7)
    array([[7, 7],
           [7, 7]])
    """
    if dtype is None:
        dtype = fill_value.dtype if isinstance(fill_value, ndarray) else numpy.asarray(fill_value).dtype
    with _on(device):
        return filled(shape, _cast_unsafely(fill_value, dtype), dtype, order)


def _cast_unsafely(value: Any, dtype: DTypeLike | None) -> Any:
    """What fills a new array: parts of numbers that are lost, and floats beyond its integers, are no error."""
    if isinstance(value, numpy.ndarray):
        from cupy._core.from_data import asarray
        return asarray(value)
    if not isinstance(value, (float, complex, numpy.generic)):
        return value
    dtype = normalize_dtype(dtype)
    lossy = dtype.kind in "iumM" or isinstance(value, complex) and dtype.kind in "bf"
    return numpy.asarray(value).astype(dtype)[()] if lossy else value


@overload
def eye(N: SupportsIndex, M: SupportsIndex | None = ..., k: SupportsIndex = ..., *, dtype: DTypeOf[Scalar],
        order: Literal["C", "F"] = ..., like: None = ...,
        device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def eye(N: SupportsIndex, M: SupportsIndex | None = ..., k: SupportsIndex = ..., dtype: DTypeLike = ...,
        order: Literal["C", "F"] = ..., *, like: None = ...,
        device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def eye(N: SupportsIndex, M: SupportsIndex | None = None, k: SupportsIndex = 0, dtype: DTypeLike = float,
        order: Literal["C", "F"] = "C", *, like: None = None,
        device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """Matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; `N` if not given.
    k : int, optional
        Which diagonal; positive ones lie above the main one.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F'}, optional
        Memory order.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray
        Of shape ``(N, M)``.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    N = operator.index(N)
    M = N if M is None else operator.index(M)
    k = operator.index(k)
    with _on(device):
        result = zeros((N, M), dtype, order)
    if -N < k < M:
        diagonal_view(result, k).fill(1)
    return result


@overload
def identity(n: SupportsIndex, dtype: DTypeOf[Scalar], *, like: None = ...) -> NDArray[Scalar]: ...
@overload
def identity(n: SupportsIndex, dtype: DTypeLike = ..., *, like: None = ...) -> ndarray: ...
def identity(n: SupportsIndex, dtype: DTypeLike = float, *, like: None = None) -> ndarray:
    """Square matrix with ones on the main diagonal.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype : data-type, optional
        Type of the elements.
    like : None
        Accepted for NumPy's signature.

    Returns
    -------
    ndarray
        Of shape ``(n, n)``.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(n, dtype=dtype)
