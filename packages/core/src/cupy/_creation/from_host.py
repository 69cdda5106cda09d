"""Arrays from functions, iterables, buffers and text: NumPy reads, one copy follows."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

from cupy._core.from_data import array, asanyarray, asarray
from cupy._indexing.generate import indices

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Order, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["asarray_chkfinite", "asfarray", "frombuffer", "fromfunction", "fromiter", "fromstring", "require"]


@overload
def asarray_chkfinite(a: ArrayLike, dtype: DTypeOf[Scalar], order: Order | None = ...) -> NDArray[Scalar]: ...
@overload
def asarray_chkfinite(a: ArrayLike, dtype: DTypeLike | None = ..., order: Order | None = ...) -> ndarray: ...
def asarray_chkfinite(a: ArrayLike, dtype: DTypeLike | None = None, order: Order | None = None) -> ndarray:
    """Array of finite numbers.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If there is a NaN or an infinity; to know, this waits for the device.

    Examples
    --------
    >>> import cupy
    >>> cupy.asarray_chkfinite([1, 2])
    array([1, 2])
    """
    from cupy._ops.floating import isfinite

    a = asarray(a, dtype, order)
    if a.dtype.kind in "fc" and not bool(isfinite(a).all()):
        raise ValueError("array must not contain infs or NaNs")
    return a


@overload
def asfarray(a: ArrayLike, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def asfarray(a: ArrayLike, dtype: DTypeLike = ...) -> ndarray: ...
def asfarray(a: ArrayLike, dtype: DTypeLike = numpy.float64) -> ndarray:
    """Array of floating-point numbers.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : data-type, optional
        Type of the elements; an integer type means float64.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> import cupy
    >>> cupy.asfarray([1, 2])
    array([1., 2.])
    """
    dtype = numpy.dtype(dtype)
    return asarray(a, dtype if dtype.kind in "fc" else numpy.float64)


@overload
def require(a: ArrayLike, dtype: DTypeOf[Scalar], requirements: str | Sequence[str] | None = ..., *,
            like: None = ...) -> NDArray[Scalar]: ...
@overload
def require(a: ArrayLike, dtype: DTypeLike | None = ..., requirements: str | Sequence[str] | None = ..., *,
            like: None = ...) -> ndarray: ...
def require(a: ArrayLike, dtype: DTypeLike | None = None, requirements: str | Sequence[str] | None = None, *,
            like: None = None) -> ndarray:
    """Array that meets requirements on its memory.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : data-type, optional
        Type of the elements.
    requirements : str or sequence of str, optional
        'C' or 'F' for a memory order, 'O' for an array that owns its memory, 'E' for one of no derived
        class; what NumPy has besides is always true.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        `a` itself, or a copy.

    Raises
    ------
    KeyError
        If a requirement is unknown.
    ValueError
        If both orders are asked for.

    Examples
    --------
    >>> import cupy
    >>> cupy.require(cupy.zeros((2, 3)), requirements="F").flags.f_contiguous
    True
    """
    names = {"C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F": "F", "F_CONTIGUOUS": "F",
             "FORTRAN": "F", "O": "O", "OWNDATA": "O", "A": "", "ALIGNED": "", "W": "",
             "WRITEABLE": "", "E": "E", "ENSUREARRAY": "E"}
    wanted = set()
    for requirement in requirements or ():
        if requirement.upper() not in names:
            raise KeyError(f"Unknown requirement {requirement!r}")
        wanted.add(names[requirement.upper()])
    if {"C", "F"} <= wanted:
        raise ValueError("Cannot specify both \"C\" and \"F\" order")
    order = "C" if "C" in wanted else "F" if "F" in wanted else None
    result = (asarray if "E" in wanted else asanyarray)(a, dtype, order)
    return result.copy() if "O" in wanted and result.base is not None else result


@overload
def fromfunction(function: Callable[..., Any], shape: Sequence[SupportsIndex], *, dtype: DTypeOf[Scalar],
                 like: None = ..., **kwargs: Any) -> NDArray[Scalar]: ...
@overload
def fromfunction(function: Callable[..., Any], shape: Sequence[SupportsIndex], *, dtype: DTypeLike = ...,
                 like: None = ..., **kwargs: Any) -> ndarray: ...
def fromfunction(function: Callable[..., Any], shape: Sequence[SupportsIndex], *, dtype: DTypeLike = float,
                 like: None = None, **kwargs: Any) -> ndarray:
    """Array of the values of a function of the indices.

    Parameters
    ----------
    function : callable
        Function of one index array for each axis, called once.
    shape : tuple of ints
        Shape of the array.
    dtype : data-type, optional
        Type of the indices.
    like : None
        Ignored, for compatibility.
    **kwargs
        Passed to the function.

    Returns
    -------
    ndarray
        What the function returns.

    Examples
    --------
    >>> import cupy
    >>> cupy.fromfunction(lambda i, j: i + j, (2, 2), dtype=int)
    array([[0, 1],
           [1, 2]])
    """
    return function(*indices(shape, dtype), **kwargs)


def fromiter(iter: Iterable[Any], dtype: DTypeLike, count: SupportsIndex = -1, *, like: None = None) -> ndarray:
    """Array of the elements of an iterable.

    Parameters
    ----------
    iter : iterable
        The elements.
    dtype : data-type
        Type of the elements.
    count : int, optional
        How many to read; all if negative.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy
    >>> cupy.fromiter((i * i for i in range(3)), int)
    array([0, 1, 4])
    """
    return asarray(numpy.fromiter(iter, dtype, count))


@overload
def frombuffer(buffer: Any, dtype: DTypeOf[Scalar], count: SupportsIndex = ..., offset: SupportsIndex = ..., *,
               like: None = ...) -> NDArray[Scalar]: ...
@overload
def frombuffer(buffer: Any, dtype: DTypeLike = ..., count: SupportsIndex = ..., offset: SupportsIndex = ..., *,
               like: None = ...) -> ndarray: ...
def frombuffer(buffer: Any, dtype: DTypeLike = float, count: SupportsIndex = -1, offset: SupportsIndex = 0, *,
               like: None = None) -> ndarray:
    """Array of the elements in a buffer.

    Parameters
    ----------
    buffer : buffer
        Bytes in host memory; they are copied.
    dtype : data-type, optional
        Type of the elements.
    count : int, optional
        How many to read; all if negative.
    offset : int, optional
        Byte to start from.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy
    >>> cupy.frombuffer(b"\\x01\\x02", dtype="u1")
    array([1, 2], dtype=uint8)
    """
    return array(numpy.frombuffer(buffer, dtype, count, offset))


@overload
def fromstring(string: str, dtype: DTypeOf[Scalar], count: SupportsIndex = ..., *, sep: str,
               like: None = ...) -> NDArray[Scalar]: ...
@overload
def fromstring(string: str, dtype: DTypeLike = ..., count: SupportsIndex = ..., *, sep: str,
               like: None = ...) -> ndarray: ...
def fromstring(string: str, dtype: DTypeLike = float, count: SupportsIndex = -1, *, sep: str,
               like: None = None) -> ndarray:
    """Array of the numbers in a text.

    Parameters
    ----------
    string : str
        The text.
    dtype : data-type, optional
        Type of the elements.
    count : int, optional
        How many to read; all if negative.
    sep : str
        What separates the numbers.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy
    >>> cupy.fromstring("1 2", dtype=int, sep=" ")
    array([1, 2])
    """
    return asarray(numpy.fromstring(string, dtype, count, sep=sep))
