"""Frequencies of the bins, and their shift to the centre."""
from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

from cupy._core.subclass import drops_class
from cupy._creation.ranges import arange
from cupy._manipulation.rearrange import roll
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]


def _length(n: Any) -> int:
    try:
        return index(n)
    except TypeError:
        raise ValueError("n should be an integer") from None


def _scaled(places: ndarray, length: float, dtype: DTypeLike | None) -> ndarray:
    """Places in units of a length; the same numbers as NumPy's in double precision."""
    result = places * (1.0 / length)
    return result if dtype is None else result.astype(dtype, copy=False)


@overload
def fftfreq(n: SupportsIndex, d: float = ..., device: cuda.Device | SupportsIndex | None = ..., *,
            dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def fftfreq(n: SupportsIndex, d: float = ..., device: cuda.Device | SupportsIndex | None = ..., *,
            dtype: DTypeLike | None = ...) -> ndarray: ...
def fftfreq(n: SupportsIndex, d: float = 1.0, device: cuda.Device | SupportsIndex | None = None, *,
            dtype: DTypeLike | None = None) -> ndarray:
    """Frequencies of the bins of a transform.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float, optional
        Distance between samples.
    device : cupy.cuda.Device or int, optional
        Where the result lies.
    dtype : data-type, optional
        Floating type of the result; float64 if not given.

    Returns
    -------
    ndarray
        ``[0, 1, …, (n-1)//2, -(n//2), …, -1] / (d*n)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    n = _length(n)
    result = arange(n, dtype=numpy.int64, device=device)
    result[(n - 1) // 2 + 1:] -= n
    return _scaled(result, n * d, dtype)


@overload
def rfftfreq(n: SupportsIndex, d: float = ..., device: cuda.Device | SupportsIndex | None = ..., *,
             dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def rfftfreq(n: SupportsIndex, d: float = ..., device: cuda.Device | SupportsIndex | None = ..., *,
             dtype: DTypeLike | None = ...) -> ndarray: ...
def rfftfreq(n: SupportsIndex, d: float = 1.0, device: cuda.Device | SupportsIndex | None = None, *,
             dtype: DTypeLike | None = None) -> ndarray:
    """Frequencies of the bins of a transform of real numbers.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float, optional
        Distance between samples.
    device : cupy.cuda.Device or int, optional
        Where the result lies.
    dtype : data-type, optional
        Floating type of the result; float64 if not given.

    Returns
    -------
    ndarray
        ``[0, 1, …, n//2] / (d*n)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.rfftfreq(4, 0.5)
    array([0. , 0.5, 1. ])
    """
    n = _length(n)
    return _scaled(arange(n // 2 + 1, device=device), n * d, dtype)


@drops_class
def fftshift(x: ArrayLike, axes: Ints | None = None) -> ndarray:
    """Move the zero frequency to the centre.

    Parameters
    ----------
    x : array_like
        Input.
    axes : int or sequence of ints, optional
        Axes that are shifted; all by default.

    Returns
    -------
    ndarray
        A copy of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.fftshift(cupy.arange(5))
    array([3, 4, 0, 1, 2])
    """
    return _shifted(x, axes, lambda n: n // 2)


@drops_class
def ifftshift(x: ArrayLike, axes: Ints | None = None) -> ndarray:
    """Undo `fftshift`.

    Parameters
    ----------
    x : array_like
        Input.
    axes : int or sequence of ints, optional
        Axes that are shifted; all by default.

    Returns
    -------
    ndarray
        A copy of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.ifftshift(cupy.arange(5))
    array([2, 3, 4, 0, 1])
    """
    return _shifted(x, axes, lambda n: -(n // 2))


def _shifted(x: ArrayLike, axes: Any, by: Callable[[int], int]) -> ndarray:
    x = as_array(x, "x", taken=True)
    if axes is None:
        axes = tuple(range(x.ndim))
    elif not numpy.iterable(axes):
        axes = (index(axes),)
    return roll(x, tuple(by(x.shape[axis]) for axis in axes), tuple(axes))
