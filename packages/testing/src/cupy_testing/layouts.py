"""Ways to lay an array out in memory, done alike to arrays of both libraries.

A layout turns values of a shape into an array of that shape whose memory is arranged in a
certain way; a view that a test makes of it shares what is worth testing: strides.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from types import ModuleType


def contiguous(xp: ModuleType, values: numpy.generic | numpy.ndarray) -> Any:
    """As NumPy makes it."""
    return xp.asarray(values)


def fortran(xp: ModuleType, values: numpy.ndarray) -> Any:
    """Column after column."""
    return xp.asarray(numpy.asfortranarray(values), order="F")


def every_other(xp: ModuleType, values: numpy.ndarray) -> Any:
    """Every other element of a larger array along each axis."""
    base = numpy.zeros([2 * n + 1 for n in values.shape], values.dtype)
    at = tuple(slice(1, None, 2) for _ in values.shape)
    base[at] = values
    return xp.asarray(base)[at]


def backwards(xp: ModuleType, values: numpy.ndarray) -> Any:
    """Negative strides along each axis."""
    flip = (slice(None, None, -1),) * values.ndim
    return xp.asarray(numpy.ascontiguousarray(values[flip]))[flip]


def transposed(xp: ModuleType, values: numpy.ndarray) -> Any:
    """The transpose of a contiguous array."""
    return xp.asarray(numpy.ascontiguousarray(values.T)).T


def offset(xp: ModuleType, values: numpy.ndarray) -> Any:
    """A window between the first and the last element of an allocation."""
    base = numpy.zeros(values.size + 2, values.dtype)
    base[1:-1] = values.ravel()
    return xp.asarray(base)[1:-1].reshape(values.shape)


def unaligned(xp: ModuleType, values: numpy.ndarray) -> Any:
    """Elements from the second byte of an allocation on."""
    data = numpy.ascontiguousarray(values).reshape(-1).view("u1")
    base = xp.asarray(numpy.concatenate([[7], data, [7] * 16]).astype("u1"))
    return base[1:1 + values.nbytes].view(values.dtype).reshape(values.shape)


def field(xp: ModuleType, values: numpy.ndarray) -> Any:
    """A member of packed records, between two others."""
    record = numpy.zeros(values.shape, [("before", "u1"), ("items", values.dtype), ("behind", "u1")])
    record["items"], record["before"] = values, 3
    return xp.asarray(record)["items"]


#: Layouts in which elements are aligned.
LAYOUTS = {f.__name__: f for f in (contiguous, fortran, every_other, backwards, transposed, offset)}
