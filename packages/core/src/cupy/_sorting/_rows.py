"""Sorting along one axis: the axis becomes the last, its rows contiguous, then kernels sort rows."""
import numpy

from cupy._core.times_and_text import time_keys, times_of
from cupy._core.sort import sort_rows, sort_with_positions
from cupy._core.target import serial_blocks
from cupy._manipulation.transpose import moveaxis
from cupy._ops.sorting import complex64_key, complex128_key

__all__ = []


def rows_of(a, axis):
    """`a` with `axis` last, C-contiguous."""
    import cupy
    return cupy.ascontiguousarray(moveaxis(a, axis, -1)) if a.ndim > 1 else cupy.ascontiguousarray(a)


def back(rows, like, axis):
    """Rows as an array whose axis is in its place, in the memory order of `like`."""
    import cupy
    if axis == rows.ndim - 1 and like.flags.c_contiguous:
        return rows
    result = cupy.empty_like(like, dtype=rows.dtype)
    result[...] = moveaxis(rows, -1, axis)
    return result


def argsorted(rows):
    """Positions that sort the last axis of a C-contiguous array stably."""
    check(rows.dtype)
    if rows.dtype.kind in "mM":
        return sort_rows(time_keys(rows), True)
    if rows.dtype == numpy.complex64:
        return sort_rows(complex64_key(rows), True)
    if rows.dtype == numpy.complex128:
        return lexsorted(complex128_key(rows)[::-1])
    return sort_rows(rows, True)


def sorted_with_positions(a):
    """A contiguous array of one axis in stable order, and the positions of its items."""
    if a.dtype.kind in "biu":
        return sort_with_positions(a)
    order = argsorted(a)
    return a[order], order


def lexsorted(keys):
    """Positions that sort by the last of some keys of one shape, then by the one before, …"""
    order = argsorted(keys[0])
    for key in keys[1:]:
        order = take_rows(order, argsorted(take_rows(key, order)))
    return order


def take_rows(rows, order):
    """Items of each row at positions that are in range."""
    if rows.ndim == 1:
        return rows[order]
    from cupy._indexing.select import take_along_axis  # few sorts come here, and it loads much

    return take_along_axis(rows, order, -1)


def sorted_rows(rows, stable=False):
    """The last axis of a C-contiguous array in ascending order; on GPUs -0 before +0 unless `stable`."""
    check(rows.dtype)
    if rows.dtype.kind in "mM":
        return times_of(sort_rows(time_keys(rows), False, stable), rows.dtype)
    zeros_matter = stable and rows.dtype.kind not in "biu" and not serial_blocks()
    if rows.dtype.kind == "c" or zeros_matter:
        return take_rows(rows, argsorted(rows))
    return sort_rows(rows, False, stable)


def check(dtype):
    """Types that are ordered here."""
    if dtype.kind not in "biufcVmM" or dtype.names is not None:
        raise TypeError(f"arrays of dtype {dtype} cannot be sorted")
