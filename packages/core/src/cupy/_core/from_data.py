"""Arrays from data: lists, NumPy arrays, other libraries' arrays."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core import transfer
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.constructors import _on
from cupy._core.subclass import of_class
from cupy._runtime.errors import ImplicitTransferError
from cupy._core.options import Int, Order

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["array", "asanyarray", "asarray", "ascontiguousarray", "asfortranarray", "asnumpy", "astype",
           "copy"]

_ARRAYS = (ndarray, numpy.ndarray)
_NUMBERS = frozenset((bool, int, float, complex, numpy.bool_, numpy.int32, numpy.int64, numpy.float32, numpy.float64,
                      numpy.complex64, numpy.complex128))


@overload
def array(obj: NDArray[Scalar], *, copy: bool | None = ..., order: Order = ..., subok: bool = ...,
          ndmin: Int = ..., blocking: bool = ..., like: None = ...,
          device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def array(obj: ArrayLike, dtype: DTypeOf[Scalar], copy: bool | None = ..., order: Order = ..., subok: bool = ...,
          ndmin: Int = ..., *, blocking: bool = ..., like: None = ...,
          device: cuda.Device | SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def array(obj: ArrayLike, dtype: DTypeLike | None = ..., copy: bool | None = ..., order: Order = ..., subok: bool = ...,
          ndmin: Int = ..., *, blocking: bool = ..., like: None = ...,
          device: cuda.Device | SupportsIndex | None = ...) -> ndarray: ...
def array(obj: Any, dtype: DTypeLike | None = None, copy: bool | None = True,
          order: Literal["C", "F", "A", "K"] = "K", subok: bool = False, ndmin: Int = 0, *,
          blocking: bool = True, like: None = None, device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """Array from any data.

    Parameters
    ----------
    obj : array_like
        An array of any library, a scalar, or nested sequences, which may hold cupy arrays.
    dtype : data-type, optional
        Type of the elements; taken from `obj` if not given.
    copy : bool or None, optional
        True copies always, None only if needed, False never (an error if needed).
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.
    subok : bool, optional
        Accepted for NumPy's signature.
    ndmin : int, optional
        Least number of axes; ones are prepended.
    blocking : bool, optional
        Whether to wait for a copy from pinned host memory.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the array.

    Returns
    -------
    ndarray
        The new array.

    Raises
    ------
    ValueError
        For object dtypes, ragged sequences, or when ``copy=False`` cannot be kept.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.array([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    >>> cp.array([0, cp.cos(0)])
    array([0., 1.])
    """
    if isinstance(copy, str):
        raise ValueError("strings are not allowed for 'copy' keyword. Use True/False/None instead.")
    if device is None and (ndmin < 2 if type(obj) is list else type(obj) in _ARRAYS and ndmin <= obj.ndim):
        return _array(obj, dtype, copy, order, blocking)
    with _on(device) as target:
        result = _array(obj, dtype, copy, order, blocking)
    if target is not None and result.device != target:
        if copy is False:
            raise ValueError(f"Unable to avoid copy while creating an array as requested: the data is on "
                             f"device {result.device.id}, not {target.id}.")
        result = result.to_device(target)
    if subok and isinstance(obj, ndarray) and type(obj) is not type(result):
        result = of_class(result, type(obj), obj)
    elif not subok and type(result) is not ndarray:
        result = result.view(ndarray)
    if result.ndim < ndmin:
        result = result.reshape((1,) * (ndmin - result.ndim) + result.shape)
    return result


def _array(obj: Any, dtype: DTypeLike | None, copy: bool | None, order: Order | None, blocking: bool) -> ndarray:
    if order is None or (order in ("A", "a") and not copy):
        order = "K"
    if isinstance(obj, ndarray):
        wanted = obj.dtype if dtype is None else normalize_dtype(dtype)
        if copy:
            return obj.astype(wanted, order=order, subok=False)
        result = obj.astype(wanted, order=order, copy=False)
        if copy is False and result is not obj:
            raise ValueError("Unable to avoid copy while creating an array as requested.")
        return result
    if copy is not False and (type(obj) is numpy.ndarray or type(obj) is list and not holds_arrays(obj)):
        return transfer.from_host(*_read(obj, dtype), order, blocking)
    held = getattr(obj, "__cupy_get_ndarray__", None)
    if held is not None:
        return _array(held(), dtype, copy, order, blocking)
    if not isinstance(obj, (numpy.ndarray, numpy.generic, list, tuple, int, float, complex)):
        view = _device_view(obj)
        if view is not None:
            return _array(view, dtype, copy, order, blocking)
    if copy is False:
        raise ValueError("Unable to avoid copy while creating an array as requested: "
                         "the data is in the host's memory.")
    if not holds_arrays(obj):
        return transfer.from_host(*_read(obj, dtype), order, blocking)
    wanted = None if dtype is None else normalize_dtype(dtype)
    if wanted is not None and _takes_length(wanted):
        return transfer.from_nested(obj, None, order).astype(wanted)
    return transfer.from_nested(obj, wanted, order)


def _device_view(obj: object) -> ndarray | None:
    """A view of another library's device array, or None when `obj` is host data."""
    if hasattr(obj, "__cuda_array_interface__") or (
            hasattr(obj, "__dlpack_device__") and not hasattr(obj, "__array__")):
        from cupy._core import dlpack
        return dlpack.import_device_array(obj)
    if "torch" in sys.modules and type(obj).__module__ == "torch" and getattr(obj, "is_cuda", False):
        from cupy._core import dlpack
        return dlpack.import_device_array(obj)
    return None


_PLAIN = frozenset([bool, int, float, complex, str, bytes])


def holds_arrays(obj: object) -> bool:
    """Whether nested sequences have an array of a device in them, ours or another library's."""
    if not isinstance(obj, (list, tuple)) or _PLAIN.issuperset(map(type, obj)):
        return False
    return any(type(x) not in _PLAIN and (hasattr(x, "__cuda_array_interface__") or isinstance(x, ndarray)
                                          or holds_arrays(x)) for x in obj)


def _read(obj: Any, dtype: DTypeLike | None) -> tuple[numpy.ndarray, numpy.dtype | None]:
    """Host data as a NumPy array, and the dtype to cast it to on the way."""
    if isinstance(obj, numpy.ndarray):
        normalize_dtype(obj.dtype)
        if dtype is not None and _takes_length(numpy.dtype(dtype)):
            return obj.astype(dtype), None
        return obj, None if dtype is None else normalize_dtype(dtype)
    wanted = None if dtype is None else normalize_dtype(dtype)
    try:
        host = numpy.array(obj, dtype=wanted)
    except ImplicitTransferError:
        raise TypeError(f"cannot make an array from {type(obj).__name__}: it holds cupy arrays "
                        "in a container that is no list or tuple") from None
    normalize_dtype(host.dtype)
    return host, None if wanted is not None and _takes_length(wanted) else wanted


def _takes_length(dtype: numpy.dtype) -> bool:
    """Whether a dtype leaves the length of strings and bytes, or the unit of times, to the data."""
    if dtype.kind in "mM":
        return numpy.datetime_data(dtype)[0] == "generic"
    return dtype.itemsize == 0 and dtype.kind in "SUV" and dtype.names is None


@overload
def asarray(a: NDArray[Scalar], *, order: Order | None = ..., device: cuda.Device | SupportsIndex | None = ...,
            copy: bool | None = ..., blocking: bool = ..., like: None = ...) -> NDArray[Scalar]: ...
@overload
def asarray(a: ArrayLike, dtype: DTypeOf[Scalar], order: Order | None = ..., *,
            device: cuda.Device | SupportsIndex | None = ..., copy: bool | None = ..., blocking: bool = ...,
            like: None = ...) -> NDArray[Scalar]: ...
@overload
def asarray(a: ArrayLike, dtype: DTypeLike | None = ..., order: Order | None = ..., *,
            device: cuda.Device | SupportsIndex | None = ..., copy: bool | None = ..., blocking: bool = ...,
            like: None = ...) -> ndarray: ...
def asarray(a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] | None = None, *,
            device: cuda.Device | SupportsIndex | None = None, copy: bool | None = None, blocking: bool = True,
            like: None = None) -> ndarray:
    """Array from any data, without a copy where that is possible.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : data-type, optional
        Type of the elements; taken from `a` if not given.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.
    device : cupy.cuda.Device or int, optional
        Device of the array.
    copy : bool or None, optional
        True copies always, None (the default) only if needed, False never.
    blocking : bool, optional
        Whether to wait for a copy from pinned host memory.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        The array itself where nothing has to change, else a new one.

    Examples
    --------
    >>> import cupy as cp
    >>> x = cp.arange(3)
    >>> cp.asarray(x) is x
    True
    """
    if dtype is None and order is None and device is None and not copy:
        if type(a) is ndarray:
            return a
        if copy is None and blocking:
            if type(a) is numpy.ndarray:
                return transfer.from_plain(a)
            if type(a) in _NUMBERS:
                return transfer.from_plain(numpy.array(a))
    return array(a, dtype, copy, order or "K", blocking=blocking, device=device)


@overload
def asanyarray(a: ArrayLike, dtype: DTypeOf[Scalar], order: Order | None = ..., *,
               device: cuda.Device | SupportsIndex | None = ..., copy: bool | None = ..., blocking: bool = ...,
               like: None = ...) -> NDArray[Scalar]: ...
@overload
def asanyarray(a: ArrayLike, dtype: DTypeLike | None = ..., order: Order | None = ..., *,
               device: cuda.Device | SupportsIndex | None = ..., copy: bool | None = ..., blocking: bool = ...,
               like: None = ...) -> ndarray: ...
def asanyarray(a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] | None = None, *,
               device: cuda.Device | SupportsIndex | None = None, copy: bool | None = None, blocking: bool = True,
               like: None = None) -> ndarray:
    """Array from any data, of the class that it has where that is derived from ndarray.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : data-type, optional
        Type of the elements; taken from `a` if not given.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.
    device : cupy.cuda.Device or int, optional
        Device of the array.
    copy : bool or None, optional
        True copies always, None (the default) only if needed, False never.
    blocking : bool, optional
        Whether to wait for a copy from pinned host memory.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        The array itself where nothing has to change, else a new one.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.asanyarray([1, 2])
    array([1, 2])
    """
    if isinstance(a, ndarray) and dtype is None and order is None and device is None and not copy:
        return a
    return array(a, dtype, copy, order or "K", subok=True, blocking=blocking, device=device)


@overload
def ascontiguousarray(a: NDArray[Scalar], *, like: None = ...) -> NDArray[Scalar]: ...
@overload
def ascontiguousarray(a: ArrayLike, dtype: DTypeOf[Scalar], *, like: None = ...) -> NDArray[Scalar]: ...
@overload
def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = ..., *, like: None = ...) -> ndarray: ...
def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: None = None) -> ndarray:
    """Array from any data, C-contiguous and of at least one axis.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : data-type, optional
        Type of the elements; taken from `a` if not given.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        The array itself where nothing has to change, else a new one.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.ascontiguousarray(cp.ones((2, 3)).T).strides
    (16, 8)
    """
    if type(a) is not ndarray or dtype is not None and a.dtype != dtype or not a.ndim or not a.flags.c_contiguous:
        a = array(a, dtype, None, "C", ndmin=1)
    return a if a.flags.aligned else a.copy()       # kernels are given what comes from here


@overload
def asfortranarray(a: ArrayLike, dtype: DTypeOf[Scalar], *, like: None = ...) -> NDArray[Scalar]: ...
@overload
def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = ..., *, like: None = ...) -> ndarray: ...
def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: None = None) -> ndarray:
    """Array from any data, Fortran-contiguous and of at least one axis.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : data-type, optional
        Type of the elements; taken from `a` if not given.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        The array itself where nothing has to change, else a new one.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.asfortranarray(cp.ones((2, 3))).strides
    (8, 16)
    """
    a = array(a, dtype, None, "F", ndmin=1)
    return a if a.flags.aligned else a.copy("F")


def asnumpy(a: ArrayLike, stream: cuda.Stream | None = None, order: Literal["C", "F", "A"] = "C",
            out: numpy.ndarray[Any, Any] | None = None, *, blocking: bool = True) -> numpy.ndarray[Any, Any]:
    """Copy of an array in the host's memory.

    Parameters
    ----------
    a : array_like
        A cupy array is copied; anything else goes to ``numpy.asarray``.
    stream : cupy.cuda.Stream, optional
        Stream of the copy.
    order : {'C', 'F', 'A'}, optional
        Memory order of the result.
    out : numpy.ndarray, optional
        Output array.
    blocking : bool, optional
        Whether to wait until the data has arrived.

    Returns
    -------
    numpy.ndarray
        The copy, on the host.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.asnumpy(cp.arange(3))
    array([0, 1, 2])
    """
    if isinstance(a, ndarray):
        return a.get(stream, order, out, blocking)
    get = getattr(a, "get", None)
    if get is not None and hasattr(a, "__cuda_array_interface__"):
        return get(stream=stream)
    if hasattr(a, "__cuda_array_interface__"):
        return asarray(a).get(stream, order, out, blocking)
    host = numpy.asarray(a, order=order)
    if out is None:
        return host
    out[...] = host
    return out


@overload
def copy(a: NDArray[Scalar], order: Order = ...) -> NDArray[Scalar]: ...
@overload
def copy(a: ArrayLike, order: Order = ...) -> ndarray: ...
def copy(a: ArrayLike, order: Literal["C", "F", "A", "K"] = "K") -> ndarray:
    """Copy of an array.

    Parameters
    ----------
    a : array_like
        Array to copy.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.

    Returns
    -------
    ndarray
        The new array.

    Examples
    --------
    >>> import cupy as cp
    >>> x = cp.arange(3)
    >>> y = cp.copy(x)
    >>> y[0] = 9
    >>> x
    array([0, 1, 2])
    """
    return array(a, copy=True, order=order)


def astype(x: ndarray, dtype: DTypeLike, /, *, copy: bool = True,
           device: cuda.Device | SupportsIndex | None = None) -> ndarray:
    """Copy of an array cast to another dtype (array API).

    Parameters
    ----------
    x : ndarray
        The array.
    dtype : data-type
        Type of the result.
    copy : bool, optional
        Whether to copy even if the dtype is right.
    device : cupy.cuda.Device or int, optional
        Device of the result.

    Returns
    -------
    ndarray
        The new array.

    Raises
    ------
    TypeError
        When `x` is no cupy array.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.astype(cp.arange(3), cp.float32)
    array([0., 1., 2.], dtype=float32)
    """
    if not isinstance(x, ndarray):
        raise TypeError(f"x must be a cupy array, not {type(x).__name__}")
    with _on(device):
        return x.astype(dtype, copy=copy)
