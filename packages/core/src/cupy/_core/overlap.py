"""Whether arrays look at the same memory, and where it is."""
from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import numpy

from cupy._core.ndarray import ndarray

__all__ = ["byte_bounds", "may_share_memory", "shares_memory"]


def byte_bounds(a: ndarray) -> tuple[int, int]:
    """Addresses of the first byte of an array and of the one after its last.

    Parameters
    ----------
    a : ndarray
        Input.

    Returns
    -------
    (int, int)
        The half-open range of addresses.

    Examples
    --------
    >>> import cupy
    >>> low, high = cupy.byte_bounds(cupy.zeros(3))
    >>> high - low
    24
    """
    low = high = a.data.ptr if a.size else 0
    if a.size == 0:
        return low, low
    for n, stride in zip(a.shape, a.strides, strict=True):
        if stride < 0:
            low += (n - 1) * stride
        else:
            high += (n - 1) * stride
    return low, high + a.itemsize


def _stand_ins(a: ndarray, b: ndarray) -> list[numpy.ndarray]:
    """NumPy arrays with the two arrays' relative addresses and strides, never dereferenced."""
    spans = [byte_bounds(x) for x in (a, b)]
    start = min(low for low, _ in spans)
    space = numpy.lib.stride_tricks.as_strided(
        numpy.empty(1, numpy.uint8), (max(high for _, high in spans) - start,), (1,))
    return [numpy.ndarray(x.shape, f"V{x.itemsize}", space, x.data.ptr - start, x.strides)
            for x in (a, b)]


def may_share_memory(a: ndarray, b: ndarray, max_work: SupportsIndex | None = None) -> bool:
    """Whether two arrays might have a byte in common, by the ranges they lie in.

    Parameters
    ----------
    a, b : ndarray
        Inputs.
    max_work : int, optional
        If given, effort to find out exactly, as in `shares_memory`.

    Returns
    -------
    bool
        False only if they have none.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(4)
    >>> cupy.may_share_memory(a[:2], a[2:])
    False
    """
    if not (isinstance(a, ndarray) and isinstance(b, ndarray)):
        return False
    if max_work:
        return shares_memory(a, b, operator.index(max_work))
    if a.size == 0 or b.size == 0:
        return False
    (low_a, high_a), (low_b, high_b) = byte_bounds(a), byte_bounds(b)
    return low_a < high_b and low_b < high_a


def shares_memory(a: ndarray, b: ndarray, max_work: SupportsIndex | None = None) -> bool:
    """Whether two arrays have a byte in common.

    Parameters
    ----------
    a, b : ndarray
        Inputs.
    max_work : int, optional
        Effort to spend; unlimited if not given.

    Returns
    -------
    bool
        The exact answer.

    Raises
    ------
    numpy.exceptions.TooHardError
        If `max_work` is not enough.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(4)
    >>> cupy.shares_memory(a[::2], a[1::2])
    False
    """
    if not may_share_memory(a, b):
        return False
    effort: Any = -1 if max_work is None else operator.index(max_work)
    return numpy.shares_memory(*_stand_ins(a, b), max_work=effort)
