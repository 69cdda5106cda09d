"""Sorting along one axis: the axis becomes the last, its rows contiguous, then kernels sort rows."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.text import ordered_words
from cupy._core.times import time_keys, times_of
from cupy._core.sort import sort_rows, sort_with_positions
from cupy._core.target import serial_blocks
from cupy._manipulation.transpose import moveaxis
from cupy._ops.composite import complex64_key, complex128_key

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []


def rows_of(a: ndarray, axis: int) -> ndarray:
    """`a` with `axis` last, C-contiguous."""
    import cupy
    return cupy.ascontiguousarray(moveaxis(a, axis, -1)) if a.ndim > 1 else cupy.ascontiguousarray(a)


def back(rows: ndarray, like: ndarray, axis: int) -> ndarray:
    """Rows as an array whose axis is in its place, in the memory order of `like`."""
    import cupy
    if axis == rows.ndim - 1 and like.flags.c_contiguous:
        return rows
    result = cupy.empty_like(like, dtype=rows.dtype)
    result[...] = moveaxis(rows, -1, axis)
    return result


def in_c_order(positions: ndarray) -> ndarray:
    """As NumPy's positions lie, wherever the items do."""
    return positions if positions.flags.c_contiguous else positions.copy()


def argsorted(rows: ndarray) -> ndarray:
    """Positions that sort the last axis of a C-contiguous array stably."""
    check(rows.dtype)
    if is_composite(rows.dtype):
        return lexsorted(_keys(rows))
    if rows.dtype.kind in "mM":
        return sort_rows(time_keys(rows), True)
    if rows.dtype == numpy.complex64:
        return sort_rows(complex64_key(rows), True)
    if rows.dtype == numpy.complex128:
        return lexsorted(complex128_key(rows)[::-1])
    return sort_rows(rows, True)


def sorted_with_positions(a: ndarray) -> tuple[ndarray, ndarray]:
    """A contiguous array of one axis in stable order, and the positions of its items."""
    if a.dtype.kind in "biu":
        return sort_with_positions(a)
    order = argsorted(a)
    return a[order], order


def lexsorted(keys: tuple[ndarray, ...] | list[ndarray]) -> ndarray:
    """Positions that sort by the last of some keys of one shape, then by the one before, …"""
    order = argsorted(keys[0])
    for key in keys[1:]:
        order = take_rows(order, argsorted(take_rows(key, order)))
    return order


def take_rows(rows: ndarray, order: ndarray) -> ndarray:
    """Items of each row at positions that are in range."""
    if rows.ndim == 1:
        return rows[order]
    from cupy._indexing.select import take_along_axis  # few sorts come here, and it loads much

    return take_along_axis(rows, order, -1)


def sorted_rows(rows: ndarray, stable: bool = False) -> ndarray:
    """The last axis of a C-contiguous array in ascending order; on GPUs -0 before +0 unless `stable`."""
    check(rows.dtype)
    if rows.dtype.kind in "mM":
        return times_of(sort_rows(time_keys(rows), False, stable), rows.dtype)
    if is_composite(rows.dtype):
        return take_rows(rows, argsorted(rows))
    zeros_matter = stable and rows.dtype.kind not in "biu" and not serial_blocks()
    if rows.dtype.kind == "c" or zeros_matter:
        return take_rows(rows, argsorted(rows))
    return sort_rows(rows, False, stable)


def is_composite(dtype: numpy.dtype) -> bool:
    """Whether items are sorted by several keys: text and bytes by their words, records by their fields."""
    return dtype.kind in "SU" or dtype.type is numpy.void or dtype.names is not None


def _keys(rows: Any) -> list[ndarray]:
    """Arrays for `lexsorted`, the one that decides last first."""
    import cupy
    if rows.dtype.names is None:
        words = ordered_words(rows)
        return [cupy.ascontiguousarray(words[..., k]) for k in reversed(range(words.shape[-1]))] or \
            [cupy.zeros(rows.shape, numpy.int8)]
    keys = []
    for name in reversed(rows.dtype.names):
        field = rows[name]
        items = field.reshape(rows.shape + (math.prod(field.shape[rows.ndim:]),))
        for k in reversed(range(items.shape[-1])):
            item = cupy.ascontiguousarray(items[..., k])
            keys += _keys(item) if is_composite(item.dtype) else [item]
    return keys


def by_fields(a: ndarray, order: str | Sequence[str]) -> ndarray:
    """A view of records with the fields that `order` names before the others."""
    names = a.dtype.names
    if names is None:
        raise ValueError("Cannot specify order when the array has no fields.")
    first = [order] if isinstance(order, str) else list(order)
    for name in first:
        if name not in names:
            raise ValueError(f"unknown field name: {name}")
    if len(set(first)) < len(first):
        raise ValueError(f"duplicate field name in {first}")
    return a[first + [name for name in names if name not in first]]


def ranks(*arrays: ndarray) -> list[ndarray]:
    """For each array of text or records, integers that compare as its items do with those of the others."""
    import cupy
    from cupy._sorting.unique import unique

    _, inverse = unique(cupy.concatenate([a.ravel() for a in arrays]), return_inverse=True)
    places = numpy.cumsum([a.size for a in arrays])[:-1]
    return [part.reshape(a.shape) for part, a in zip(cupy.split(inverse, places), arrays, strict=True)]


def check(dtype: numpy.dtype) -> None:
    """Types that are ordered here."""
    if dtype.kind not in "biufcVmMSU":
        raise TypeError(f"arrays of dtype {dtype} cannot be sorted")
