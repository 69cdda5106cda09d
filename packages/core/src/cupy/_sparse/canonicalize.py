"""Order of the items of sparse matrices, duplicates, and items that are left out."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks
from cupy._sparse.convert import compress_rows, expand_indptr
from cupy._sparse.launch import (
    ITEMS, THREADS, blocks_for, check_coordinates, checked, csr, each, groups, index_char, items, lanes_for, parts_for,
    pattern, run)
from cupy._sorting import _rows

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["coo_order", "coo_sum_duplicates", "coo_to_csr", "csr_eliminate_zeros", "csr_has_canonical_format",
           "csr_has_sorted_indices", "csr_keep", "csr_sort_indices", "csr_sum_duplicates"]


def _keys(major: ndarray, minor: ndarray, minors: int, bound: int) -> ndarray | None:
    """One integer an item by which to sort, or None where there is none so large."""
    if bound > 1 << 63:
        return None
    dtype = numpy.int32 if bound <= 1 << 31 else numpy.int64
    key = major.astype(dtype)
    key *= minors
    key += minor
    return key


def _ordered(major: ndarray, minor: ndarray, shape: Sequence[int]) -> tuple[Any, ndarray]:
    """Stable order by `major`, then `minor`, and the sorted keys or None."""
    key = _keys(major, minor, shape[1], shape[0] * shape[1])
    if key is None:
        return None, _rows.lexsorted([minor, major])
    return _rows.sorted_with_positions(key)


def coo_order(row: ndarray, col: ndarray, shape: Sequence[int], major: str = "row") -> ndarray:
    """Stable permutation that sorts coordinates.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    shape : tuple of int
        Of the matrix.
    major : {'row', 'col'}, optional
        What is compared first.

    Returns
    -------
    ndarray of int64

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_order(cupy.array([1, 0, 1]), cupy.array([2, 1, 0]), (2, 3))
    array([1, 2, 0])
    """
    if major == "row":
        return _ordered(row, col, shape)[1]
    return _ordered(col, row, shape[::-1])[1]


def _sum_runs(data: ndarray, order: Any, starts: ndarray) -> ndarray:
    """Sums of runs of items, in the order of their places; runs start at ascending numbers."""
    import cupy

    count, total = starts.size, data.size
    parts = parts_for(count, total)
    out = cupy.empty((count, parts), data.dtype)
    groups("sum_run", data.dtype.char + "i", count * parts, lanes_for(total / max(count * parts, 1) / 2), total,
           data=data, places=order, starts=starts, runs=count, parts=parts, nnz=total, out=out)
    if parts == 1:
        return out[:, 0]
    return out.any(axis=1) if data.dtype == bool else out.sum(axis=1, dtype=data.dtype)


def summed(major: ndarray, minor: ndarray, data: ndarray, shape: Sequence[int]) -> tuple[ndarray, ndarray, ndarray]:
    """Sorted coordinates and items without duplicates."""
    import cupy

    keys, order = _ordered(major, minor, shape)
    data = cupy.ascontiguousarray(data)
    if keys is None:
        sorted_major, sorted_minor = major[order], minor[order]
        head = cupy.ones(order.size, bool)
        head[1:] = (sorted_major[1:] != sorted_major[:-1]) | (sorted_minor[1:] != sorted_minor[:-1])
    else:
        head = cupy.ones(keys.size, bool)
        cupy.not_equal(keys[1:], keys[:-1], out=head[1:])
    starts = cupy.flatnonzero(head)
    if starts.size == order.size:
        chosen, values = slice(None), data[order]
    else:
        chosen, values = starts, _sum_runs(data, order, starts)
    if keys is None:
        return sorted_major[chosen], sorted_minor[chosen], values
    keys = keys[chosen]
    out_major = keys // shape[1]
    keys -= out_major * shape[1]
    return out_major.astype(major.dtype, copy=False), keys.astype(minor.dtype, copy=False), values


def coo_sum_duplicates(row: ndarray, col: ndarray, data: ndarray, shape: Sequence[int],
                       major: str = "row") -> Any:
    """Coordinates without duplicates, in order, and the sums of the elements.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    data : ndarray
        The elements.
    shape : tuple of int
        Of the matrix.
    major : {'row', 'col'}, optional
        What the order compares first.

    Returns
    -------
    row, col, data : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_sum_duplicates(cupy.array([1, 0, 1]), cupy.array([0, 1, 0]), cupy.array([1., 2., 3.]), (2, 2))
    (array([0, 1]), array([1, 0]), array([2., 4.]))
    """
    check_coordinates(row, col, data)
    if data.size == 0:
        return row, col, data
    if major == "row":
        return summed(row, col, data, shape)
    col, row, data = summed(col, row, data, shape[::-1])
    return row, col, data


def coo_to_csr(row: ndarray, col: ndarray, data: ndarray, shape: tuple[int, ...]) -> tuple[ndarray, ndarray, ndarray]:
    """Compressed rows of coordinates: sorted, duplicates added up.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    data : ndarray
        The elements.
    shape : tuple of int
        Of the matrix.

    Returns
    -------
    data, indices, indptr : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_to_csr(cupy.array([1, 1]), cupy.array([0, 0]), cupy.array([1., 2.]), (2, 2))
    (array([3.]), array([0]), array([0, 0, 1]))
    """
    check_coordinates(row, col, data)
    if data.size >= 1 << 31:
        row, col = row.astype(numpy.int64), col.astype(numpy.int64)
    if serial_blocks() and data.size and shape[0] <= 4 * data.size:
        return _sorted_rows(*_by_rows(row, col, data, shape[0]), shape[1], add=True)
    if data.size:
        row, col, data = summed(row, col, data, shape)
    return data, col, compress_rows(row, shape[0])


def _by_rows(row: ndarray, col: ndarray, data: ndarray, rows: int) -> tuple[ndarray, ndarray, ndarray]:
    """The host's way to compressed rows: each block counts the items of each row, then puts them there."""
    import cupy

    row, col, data = [cupy.ascontiguousarray(a) for a in (row, col.astype(row.dtype, copy=False), data)]
    index, blocks = index_char(row), min(blocks_of_work(data.size), multiprocessors(), 8)
    counts = cupy.empty((blocks, rows), numpy.int64)
    starts, moved, columns = cupy.empty(rows + 1, row.dtype), cupy.empty_like(data), cupy.empty_like(col)
    run("count_numbers", index, blocks, numbers=row, count=row.size, columns=rows, counts=counts)
    run("place_columns", index, 1, columns=rows, counts=counts, parts=blocks, starts=starts)
    run("move_numbers", data.dtype.char + index, blocks, data=data, indices=col, numbers=row, places=counts,
        count=row.size, columns=rows, out=moved, out_indices=columns)
    return moved, columns, starts


def csr_sort_indices(parts: Sequence[ndarray], shape: Sequence[int]) -> Sequence[ndarray]:
    """The same matrix with ascending columns in each row; equal ones stay in their order.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.

    Returns
    -------
    data, indices, indptr : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([2, 0]), cupy.array([0, 2])
    >>> sparse.csr_sort_indices(parts, (1, 3))
    (array([2., 1.]), array([0, 2]), array([0, 2]))
    """
    data, indices, indptr, _, _ = checked(parts, shape[0])
    if data.size == 0:
        return data, indices, indptr
    if serial_blocks():
        return _sorted_rows(data, indices, indptr, shape[1])
    order = coo_order(expand_indptr(indptr, data.size), indices, shape)
    return data[order], indices[order], indptr


def _sorted_rows(data: ndarray, indices: ndarray, indptr: ndarray, columns: int,
                 add: bool = False) -> tuple[ndarray, ndarray, ndarray]:
    """The host's way to sort each row, and to add up its duplicates."""
    import cupy

    rows, chars = indptr.size - 1, data.dtype.char + index_char(indices)
    out, out_columns = cupy.empty_like(data), cupy.empty_like(indices)
    counts = cupy.empty(rows, numpy.int64) if add else None
    run("sort_columns", chars, blocks_of_work(data.size + rows), a=csr(data, indices, indptr, columns), out=out,
        out_columns=out_columns, scratch=cupy.empty_like(data), scratch_columns=cupy.empty_like(indices), kept=counts)
    if add:
        kept, total = starts_from(counts, indptr.dtype)
        if total < data.size:
            return packed(out, out_columns, indptr.astype(numpy.int64), kept, total)
    return out, out_columns, indptr


def _each_place(kernel: str, index: str, indices: ndarray, indptr: ndarray, out: ndarray) -> None:
    """Launch for each item, with what is known of its row."""
    size, rows = indices.size, indptr.size - 1
    if size:
        run(kernel, index, blocks_for(size, THREADS * ITEMS, total=size + rows), a=pattern(indices, indptr), nnz=size,
            out=out)


def faults_of(parts: Sequence[ndarray]) -> numpy.ndarray:
    """Whether columns descend somewhere, and whether neighbours are equal."""
    import cupy

    data, indices, indptr, _, index = checked(parts, parts[2].size - 1)
    out = cupy.zeros(2, numpy.int32)
    _each_place("check", index, indices, indptr, out)
    return out.get()


def csr_has_sorted_indices(parts: Sequence[ndarray]) -> bool:
    """Whether columns never descend in a row.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.

    Returns
    -------
    bool

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.csr_has_sorted_indices((cupy.array([1., 2.]), cupy.array([2, 0]), cupy.array([0, 2])))
    False
    """
    return not faults_of(parts)[0]


def csr_has_canonical_format(parts: Sequence[ndarray]) -> bool:
    """Whether columns ascend in every row, without duplicates.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.

    Returns
    -------
    bool

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.csr_has_canonical_format((cupy.array([1., 2.]), cupy.array([0, 0]), cupy.array([0, 2])))
    False
    """
    return not faults_of(parts).any()


def csr_sum_duplicates(parts: Sequence[ndarray], shape: Sequence[int]) -> Sequence[ndarray]:
    """Sorted rows in which elements of one column are added up.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.

    Returns
    -------
    data, indices, indptr : ndarray
        The arrays given, if there is nothing to do.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 0]), cupy.array([0, 2])
    >>> sparse.csr_sum_duplicates(parts, (1, 3))
    (array([3.]), array([0]), array([0, 1]))
    """
    import cupy

    descends, repeats = faults_of(parts)
    if not descends and not repeats:
        return parts
    if serial_blocks():
        data, indices, indptr, _, _ = checked(parts, shape[0])
        return _sorted_rows(data, indices, indptr, shape[1], add=True)
    if descends:
        parts = csr_sort_indices(parts, shape)
    data, indices, indptr, _, index = checked(parts, shape[0])
    head = cupy.empty(data.size, bool)
    _each_place("head", index, indices, indptr, head)
    starts = cupy.flatnonzero(head)
    if starts.size == data.size:
        return parts
    return _sum_runs(data, None, starts), indices[starts], starts_of_kept(starts, indptr)


def csr_keep(parts: Sequence[ndarray], mask: ndarray) -> Sequence[ndarray]:
    """The elements with a true flag.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    mask : ndarray of bool
        A flag for each element.

    Returns
    -------
    data, indices, indptr : ndarray
        The arrays given, if all elements stay.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_keep(parts, parts[0] > 1)
    (array([2.]), array([2]), array([0, 1]))
    """
    import cupy

    data, indices, indptr, _, _ = checked(parts, parts[2].size - 1)
    kept = cupy.flatnonzero(mask)
    if kept.size == data.size:
        return parts
    if serial_blocks():         # a look at each flag is sooner done than a search for each row
        before = cupy.zeros(mask.size + 1, indptr.dtype)
        before[1:] = cupy.cumsum(mask, dtype=indptr.dtype)
        return data[kept], indices[kept], before[indptr]
    return data[kept], indices[kept], starts_of_kept(kept, indptr)


def csr_eliminate_zeros(parts: Sequence[ndarray], shape: Sequence[int]) -> Sequence[ndarray]:
    """The same matrix without the zeros among its elements; see `csr_keep`.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.

    Returns
    -------
    data, indices, indptr : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 0.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_eliminate_zeros(parts, (1, 3))
    (array([1.]), array([0]), array([0, 1]))
    """
    return csr_keep(parts, parts[0] != 0)


def starts_of_kept(places: ndarray, indptr: ndarray) -> ndarray:
    """Starts of rows of which only the items at ascending places are kept."""
    import cupy

    out = cupy.empty(indptr.size, indptr.dtype)
    each("kept_start", index_char(indptr), indptr.size, indptr=indptr, kept=places, count=places.size, out=out)
    return out


def starts_from(counts: Any, dtype: numpy.dtype) -> tuple[ndarray, int]:
    """Where rows of so many items start; an int64 array if the end is beyond `dtype`."""
    import cupy

    starts = cupy.zeros(counts.size + 1, numpy.int64)
    starts[1:] = cupy.cumsum(counts)
    total = int(starts[-1])
    return starts.astype(dtype if total < 1 << 31 else numpy.int64, copy=False), total


def packed(items_of_rows: Any, columns: Any, starts: ndarray, indptr: ndarray,
           total: int) -> tuple[ndarray, ndarray, ndarray]:
    """Rows one behind the other by `indptr`, which lie at `starts` (int64)."""
    import cupy

    columns = columns.astype(indptr.dtype, copy=False)
    out, out_columns = cupy.empty(total, items_of_rows.dtype), cupy.empty(total, indptr.dtype)
    items("pack", out.dtype.char + index_char(indptr), total, a=pattern(None, indptr, total), data=items_of_rows,
          size=items_of_rows.size, columns=columns, starts=starts, out=out, out_columns=out_columns)
    return out, out_columns, indptr
