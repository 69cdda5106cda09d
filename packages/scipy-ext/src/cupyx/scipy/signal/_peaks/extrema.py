"""Relative extrema of arrays."""
from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, normalize_axis_index, type_characters

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["argrelextrema", "argrelmax", "argrelmin"]

_kernel = Kernel("extrema.hpp", _kernels, "Extrema", packed=("f", "d", "i", "l"))
#: Whether items of a comparison are the greater ones, and may be equal; of other functions nothing is known.
_RELATIONS = {
    getattr(module, name): relation
    for names, relation in ((("less", "lt"), (False, False)), (("less_equal", "le"), (False, True)),
                            (("greater", "gt"), (True, False)), (("greater_equal", "ge"), (True, True)))
    for module, name in ((cupy, names[0]), (numpy, names[0]), (operator, names[1]))}


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
    relation = _RELATIONS.get(comparator)
    if relation is not None and data.dtype.kind in "biuf" and data.size:
        return cupy.nonzero(_flags(data, relation, axis, int(order), mode))
    places = cupy.arange(data.shape[axis])
    results = cupy.ones(data.shape, bool)
    for shift in range(1, int(order) + 1):
        for neighbours in (places + shift, places - shift):
            results &= comparator(data, data.take(neighbours, axis=axis, mode=mode))
    return cupy.nonzero(results)


def _flags(data: cupy.ndarray, relation: tuple[bool, bool], axis: SupportsIndex, order: int, mode: str) -> cupy.ndarray:
    """Which items have one of these relations to all neighbours."""
    axis = normalize_axis_index(operator.index(axis), data.ndim)
    flags = cupy.empty(data.shape, bool)
    # Neighbours farther than all that there are would only repeat them.
    order = min(order, data.shape[axis])
    _kernel.map(type_characters(data.dtype), data.size, work=8 * order, x=cupy.ascontiguousarray(data), flags=flags,
                length=data.shape[axis], inner=math.prod(data.shape[axis + 1:]), order=order, wrap=mode == "wrap",
                greater=relation[0], equal=relation[1])
    return flags


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
