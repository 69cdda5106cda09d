"""How often each small integer occurs."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, SupportsIndex

import numpy

from cupy._core.by_numpy import numpy_of_few
from cupy._core.ndarray import ndarray
from cupy._core.from_data import ascontiguousarray
from cupy._core.arguments import as_array
from cupy._statistics.counting import Axis, count

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["bincount"]


@numpy_of_few()
def bincount(x: ArrayLike, weights: ArrayLike | None = None, minlength: SupportsIndex = 0) -> ndarray:
    """Count how often each non-negative integer occurs.

    Parameters
    ----------
    x : array_like
        One-dimensional array of integers.
    weights : array_like, optional
        What each element counts; one if not given.
    minlength : int, optional
        Length of the result at least.

    Returns
    -------
    ndarray
        Element ``k`` is the count of ``k``: int64, or float64 with weights. To know its length,
        this waits for the device.

    Raises
    ------
    ValueError
        For negative elements, another number of axes than one, weights of another length, or a
        negative `minlength`.
    TypeError
        If `x` is not of integers, or the weights are complex.

    Examples
    --------
    >>> import cupy
    >>> cupy.bincount(cupy.array([0, 1, 1, 3]))
    array([1, 2, 0, 1])
    """
    given = isinstance(x, ndarray)
    x = as_array(x, "x")
    minlength = operator.index(minlength)
    if x.ndim == 0:
        raise ValueError("object of too small depth for desired array")
    if x.ndim > 1:
        raise ValueError("object too deep for desired array")
    if x.size == 0 and not given:
        x = x.astype(numpy.int64)       # an empty list has no type of its own
    if not numpy.can_cast(x.dtype, numpy.int64, "safe") and x.dtype != numpy.uint64:
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule 'safe'")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if weights is not None:
        weights = as_array(weights, "weights")
        if weights.dtype.kind == "c":
            raise TypeError(f"Cannot cast array data from {weights.dtype!r} to dtype('float64') "
                            "according to the rule 'safe'")
        if weights.shape != x.shape:
            raise ValueError("The weights and list don't have the same length.")
        weights = ascontiguousarray(weights)
    length = max(_largest(x) + 1 if x.size else 0, minlength)
    # As in NumPy, nothing to count gives integers whatever the weights are.
    return count([x], [Axis(bins=length)], weights if x.size else None)


def _largest(x: ndarray) -> int:
    """Largest item of a non-empty array of integers, none of which may be negative."""
    if x.dtype.kind == "b":
        return int(x.any())
    # As unsigned numbers the negative ones are the largest: one pass finds either.
    largest = int(x.view(f"u{x.itemsize}").max())
    if x.dtype.kind == "i" and largest >> (8 * x.itemsize - 1):
        raise ValueError("'list' argument must have no negative elements")
    return largest
