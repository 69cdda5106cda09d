"""Some of a sparse matrix: rows, items at coordinates, diagonals."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy

from cupy._sparse.launch import checked, csr, each, groups, lanes_for, pattern
from cupy._sparse.canonicalize import csr_has_canonical_format, packed, starts_from

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["csr_diagonal", "csr_lookup", "csr_take_rows"]


def csr_take_rows(parts: Sequence[ndarray], shape: Sequence[int], rows: ndarray) -> tuple[ndarray, ndarray, ndarray]:
    """Compressed rows of some rows.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    rows : ndarray of int
        Row numbers that are there, in any order, also repeatedly.

    Returns
    -------
    data, indices, indptr : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 1, 2])
    >>> sparse.csr_take_rows(parts, (2, 3), cupy.array([1, 1]))
    (array([2., 2.]), array([2, 2]), array([0, 1, 2]))
    """
    import cupy

    data, indices, indptr, _, index = checked(parts, shape[0])
    rows = cupy.ascontiguousarray(rows.astype(indptr.dtype, copy=False))
    lengths, starts = cupy.empty((2, rows.size), numpy.int64)
    each("row_length", index, rows.size, chosen=rows, a=pattern(indices, indptr), lengths=lengths, starts=starts)
    taken, total = starts_from(lengths, indptr.dtype)
    return packed(data, indices, starts, taken, total)


def csr_lookup(parts: Sequence[ndarray], shape: Sequence[int], i: ndarray, j: ndarray,
               canonical: bool | None = None) -> ndarray:
    """Elements at coordinates.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    i, j : ndarray of int
        Rows and columns, of one shape, in range.
    canonical : bool, optional
        Whether columns ascend without duplicates; looked at if not given.

    Returns
    -------
    ndarray
        Of the shape of `i`: sums of duplicates, zero where there is no element.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 1, 2])
    >>> sparse.csr_lookup(parts, (2, 3), cupy.array([0, 1]), cupy.array([1, 2]))
    array([0., 2.])
    """
    import cupy

    data, indices, indptr, char, index = checked(parts, shape[0])
    if data.size == 0:
        return cupy.zeros(i.shape, data.dtype)
    if canonical is None:
        canonical = csr_has_canonical_format(parts)
    out = cupy.empty(i.shape, data.dtype)
    i, j = [cupy.ascontiguousarray(k.astype(numpy.int64, copy=False)) for k in (i, j)]
    each("look_up", char + index, i.size, a=csr(data, indices, indptr, shape[1]), row=i, column=j, out=out,
         canonical=canonical)
    return out


def csr_diagonal(parts: Sequence[ndarray], shape: Sequence[int], k: int = 0) -> ndarray:
    """Elements of a diagonal.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    k : int, optional
        Which: above the main one if positive.

    Returns
    -------
    ndarray
        Sums of duplicates; empty where there is no such diagonal.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 1, 2])
    >>> sparse.csr_diagonal(parts, (2, 3), 1)
    array([0., 2.])
    """
    import cupy

    data, indices, indptr, char, index = checked(parts, shape[0])
    first = max(0, -k)
    count = max(0, min(shape[0] - first, shape[1] - max(0, k)))
    out = cupy.empty(count, data.dtype)
    mean = data.size / max(shape[0], 1)
    groups("sum_diagonal", char + index, count, lanes_for(mean / 2), mean * count,
           a=csr(data, indices, indptr, shape[1]), out=out, first_row=first, offset=k)
    return out
