"""Relative extrema of arrays."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import cupy

from cupyx.scipy.signal._arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["argrelextrema", "argrelmax", "argrelmin"]


def argrelextrema(data: ArrayLike, comparator: Callable[..., Any], axis: SupportsIndex = 0, order: Int = 1,
                  mode: Literal["clip", "wrap"] = "clip") -> tuple[cupy.ndarray, ...]:
    """Places where elements compare to their neighbours along an axis.

    Parameters
    ----------
    data : array_like
        Array.
    comparator : callable
        Function of two arrays, such as ``cupy.greater``.
    axis : int, optional
        Axis to look along, the first by default.
    order : int, optional
        How many neighbours on each side, 1 by default.
    mode : {'clip', 'wrap'}, optional
        Beyond the ends is the last element, or the other end.

    Returns
    -------
    tuple of cupy.ndarray
        Indices along each axis.

    Raises
    ------
    ValueError
        If the order is not a positive integer.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.argrelextrema(cupy.array([2, 1, 2, 3, 2, 0, 1, 0]), cupy.greater)
    (array([3, 6]),)
    """
    data = as_array(data)
    if int(order) != order or order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        raise ValueError(f"clipmode must be 'clip' or 'wrap', not {mode!r}")
    places = cupy.arange(data.shape[axis])
    results = cupy.ones(data.shape, bool)
    for shift in range(1, int(order) + 1):
        for neighbours in (places + shift, places - shift):
            results &= comparator(data, data.take(neighbours, axis=axis, mode=mode))
    return cupy.nonzero(results)


def argrelmax(data: ArrayLike, axis: SupportsIndex = 0, order: Int = 1,
              mode: Literal["clip", "wrap"] = "clip") -> tuple[cupy.ndarray, ...]:
    """Places of the relative maxima along an axis.

    Parameters
    ----------
    data : array_like
        Array.
    axis : int, optional
        Axis to look along, the first by default.
    order : int, optional
        How many neighbours on each side, 1 by default.
    mode : {'clip', 'wrap'}, optional
        Beyond the ends is the last element, or the other end.

    Returns
    -------
    tuple of cupy.ndarray
        Indices along each axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.argrelmax(cupy.array([2, 1, 2, 3, 2, 0, 1, 0]))
    (array([3, 6]),)
    """
    return argrelextrema(data, cupy.greater, axis, order, mode)


def argrelmin(data: ArrayLike, axis: SupportsIndex = 0, order: Int = 1,
              mode: Literal["clip", "wrap"] = "clip") -> tuple[cupy.ndarray, ...]:
    """Places of the relative minima along an axis.

    Parameters
    ----------
    data : array_like
        Array.
    axis : int, optional
        Axis to look along, the first by default.
    order : int, optional
        How many neighbours on each side, 1 by default.
    mode : {'clip', 'wrap'}, optional
        Beyond the ends is the last element, or the other end.

    Returns
    -------
    tuple of cupy.ndarray
        Indices along each axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.argrelmin(cupy.array([2, 1, 2, 3, 2, 0, 1, 0]))
    (array([1, 5]),)
    """
    return argrelextrema(data, cupy.less, axis, order, mode)
