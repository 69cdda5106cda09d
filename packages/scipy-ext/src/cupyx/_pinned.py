"""NumPy arrays in pinned host memory, which copies to and from a device run at full speed."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy
from numpy.typing import DTypeLike

from cupy import cuda

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["empty_like_pinned", "empty_pinned", "zeros_like_pinned", "zeros_pinned"]


def empty_pinned(shape: Any, dtype: DTypeLike = float, order: Literal["C", "F"] = "C") -> numpy.ndarray[Any, Any]:
    """New NumPy array in pinned memory, its elements not set.

    Parameters
    ----------
    shape : int or tuple of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F'}, optional
        Memory order.

    Returns
    -------
    numpy.ndarray
        On the host, of shape `shape`.

    Examples
    --------
    >>> import cupyx
    >>> cupyx.empty_pinned((2, 3), 'f4').shape
    (2, 3)
    """
    shape = (shape,) if numpy.isscalar(shape) else tuple(shape)
    return _pinned(shape, numpy.dtype(dtype), order=order)


def _pinned(shape: Any, dtype: Any, **layout: Any) -> numpy.ndarray[Any, Any]:
    """A NumPy array over new pinned memory; `layout` is `order` or `strides`."""
    count = int(numpy.prod(shape, dtype=numpy.int64)) if shape else 1
    if count < 0 or any(n < 0 for n in shape):
        raise ValueError("negative dimensions are not allowed")
    memory = cuda.alloc_pinned_memory(max(count * dtype.itemsize, 1))
    return numpy.ndarray(shape, dtype, memory, **layout)


def _like(a: Any, dtype: Any, order: str,
          shape: tuple[int, ...] | Int | Sequence[Int] | None) -> numpy.ndarray[Any, Any]:
    """An array with the strides that NumPy gives one like `a`."""
    dtype = numpy.dtype(a.dtype if dtype is None else dtype)
    if order is None:
        order = "K"
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', 'K', not {order!r}")
    given: Any = a.shape if shape is None else shape
    lengths: tuple[Any, ...] = (given,) if numpy.ndim(given) == 0 else tuple(given)
    if order == "A" or order == "K" and len(lengths) != a.ndim:
        order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
    if order != "K":
        return empty_pinned(lengths, dtype, order)
    # Axes in the order of their strides, the last of equal ones innermost.
    strides, step = [0] * a.ndim, dtype.itemsize
    for k in sorted(range(a.ndim), key=lambda k: (abs(a.strides[k]), -k)):
        strides[k] = step
        step *= max(lengths[k], 1)
    return _pinned(lengths, dtype, strides=strides)


def empty_like_pinned(a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] = "K",
                      subok: Any = None, shape: Int | Sequence[Int] | None = None) -> numpy.ndarray[Any, Any]:
    """New NumPy array in pinned memory like `a`, its elements not set.

    Parameters
    ----------
    a : array_like
        Array whose shape, dtype and memory order are taken.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.
    subok : None
        Accepted for NumPy's signature.
    shape : int or tuple of ints, optional
        Overrides the shape.

    Returns
    -------
    numpy.ndarray
        On the host, of the shape of `a` unless `shape` is given.

    Examples
    --------
    >>> import cupy, cupyx
    >>> cupyx.empty_like_pinned(cupy.ones(3)).dtype
    dtype('float64')
    """
    return _like(a, dtype, order, shape)


def zeros_pinned(shape: Int | Sequence[Int], dtype: DTypeLike = float,
                 order: Literal["C", "F"] = "C") -> numpy.ndarray[Any, Any]:
    """New NumPy array of zeros in pinned memory.

    Parameters
    ----------
    shape : int or tuple of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F'}, optional
        Memory order.

    Returns
    -------
    numpy.ndarray
        On the host, of shape `shape`.

    Examples
    --------
    >>> import cupyx
    >>> cupyx.zeros_pinned(2)
    array([0., 0.])
    """
    result = empty_pinned(shape, dtype, order)
    result.fill(0)
    return result


def zeros_like_pinned(a: ArrayLike, dtype: DTypeLike | None = None, order: Literal["C", "F", "A", "K"] = "K",
                      subok: Any = None, shape: Int | Sequence[Int] | None = None) -> numpy.ndarray[Any, Any]:
    """New NumPy array of zeros in pinned memory like `a`.

    Parameters
    ----------
    a : array_like
        Array whose shape, dtype and memory order are taken.
    dtype : data-type, optional
        Type of the elements.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order.
    subok : None
        Accepted for NumPy's signature.
    shape : int or tuple of ints, optional
        Overrides the shape.

    Returns
    -------
    numpy.ndarray
        On the host, of the shape of `a` unless `shape` is given.

    Examples
    --------
    >>> import cupy, cupyx
    >>> cupyx.zeros_like_pinned(cupy.arange(2))
    array([0, 0])
    """
    result = empty_like_pinned(a, dtype, order, subok, shape)
    result.fill(0)
    return result
