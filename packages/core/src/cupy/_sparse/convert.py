"""Forms of sparse matrices: compressed rows or columns, rows of items, dense."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy

from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks
from cupy._sparse.launch import (
    THREADS, blocks_for, check_coordinates, checked, csr, each, index_char, items, pattern, run)
from cupy._sorting import _rows

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import DTypeLike

__all__ = ["compress_rows", "coo_to_dense", "csr_to_dense", "csr_transpose", "dense_to_csr", "expand_indptr"]


def expand_indptr(indptr: ndarray, nnz: int) -> ndarray:
    """Row of each element.

    Parameters
    ----------
    indptr : ndarray of int32 or int64
        Where each row starts, and the end.
    nnz : int
        The end.

    Returns
    -------
    ndarray
        Of the type of `indptr`.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.expand_indptr(cupy.array([0, 2, 2, 3]), 3)
    array([0, 0, 2])
    """
    import cupy

    out = cupy.empty(nnz, indptr.dtype)
    indptr = cupy.ascontiguousarray(indptr)
    items("row", index_char(indptr), nnz, a=pattern(None, indptr, nnz), out=out)
    return out


def compress_rows(row: ndarray, nrows: int, dtype: DTypeLike | None = None) -> ndarray:
    """Where each row starts, from the ascending rows of the elements.

    Parameters
    ----------
    row : ndarray of int32 or int64
        Ascending.
    nrows : int
        How many rows there are.
    dtype : dtype, optional
        Of the result; that of `row` if not given.

    Returns
    -------
    ndarray
        Of ``nrows + 1`` numbers.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.compress_rows(cupy.array([0, 0, 2]), 3)
    array([0, 2, 2, 3])
    """
    import cupy

    row = cupy.ascontiguousarray(row)
    out = cupy.empty(nrows + 1, row.dtype)
    each("start", index_char(row), nrows + 1, sorted=row, count=row.size, out=out)
    return out if dtype is None else out.astype(dtype, copy=False)


def csr_transpose(parts: Sequence[ndarray], shape: Sequence[int]) -> tuple[ndarray, ...]:
    """Compressed rows of the transposed matrix, which are the compressed columns of this one.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix that `parts` are the rows of.

    Returns
    -------
    data, indices, indptr : ndarray
        Sorted; duplicates stay, in their order.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_transpose(parts, (1, 3))
    (array([1., 2.]), array([0, 0]), array([0, 1, 1, 2]))
    """
    import cupy

    data, indices, indptr, char, index = checked(parts, shape[0])
    nnz, columns = data.size, shape[1]
    if serial_blocks():
        return _transpose_by_counting(data, indices, indptr, shape, char + index)
    if nnz == 0:
        return data, indices, cupy.zeros(columns + 1, indptr.dtype)
    keys, order = _rows.sorted_with_positions(indices)
    return data[order], expand_indptr(indptr, nnz)[order], compress_rows(keys, columns)


def _transpose_by_counting(data: ndarray, indices: ndarray, indptr: ndarray, shape: Sequence[int],
                           chars: str) -> tuple[ndarray, ndarray, ndarray]:
    """The host's way: each block of rows counts the items of each column, then puts them there."""
    import cupy

    columns = shape[1]
    blocks = 1 if columns > data.size else min(blocks_of_work(data.size), multiprocessors(), 8)
    counts = cupy.empty((blocks, columns), numpy.int64)
    starts, moved, row = cupy.empty(columns + 1, indptr.dtype), cupy.empty_like(data), cupy.empty_like(indices)
    run("count_columns", chars[1], blocks, a=pattern(indices, indptr), counts=counts, columns=columns)
    run("place_columns", chars[1], 1, counts=counts, starts=starts, parts=blocks, columns=columns)
    run("move_columns", chars, blocks, a=csr(data, indices, indptr, columns), places=counts, out=moved, out_rows=row)
    return moved, row, starts


def csr_to_dense(parts: Sequence[ndarray], shape: Sequence[int], order: Literal["C", "F"] | None = "C",
                 canonical: bool = False, onto: ndarray | None = None) -> ndarray:
    """A dense array.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    order : {'C', 'F'}, optional
        Memory order.
    canonical : bool, optional
        Whether it is known that there are no duplicates.
    onto : ndarray, optional
        A dense array of this shape, dtype and order to which the elements are added, instead of to zeros.

    Returns
    -------
    ndarray
        With the sums of duplicates; `onto`, if given.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_to_dense(parts, (1, 3))
    array([[1., 0., 2.]])
    """
    import cupy

    data, indices, indptr, char, index = checked(parts, shape[0])
    out = cupy.zeros(shape, data.dtype, order=order or "C") if onto is None else onto
    steps = (shape[1], 1) if order != "F" else (1, shape[0])
    items("add_to_dense", char + index, data.size, a=csr(data, indices, indptr, shape[1]), out=out,
          row_step=steps[0], column_step=steps[1], canonical=canonical and onto is None)
    return out


def coo_to_dense(row: ndarray, col: ndarray, data: ndarray, shape: Sequence[int],
                 order: Literal["C", "F"] | None = "C") -> ndarray:
    """A dense array of coordinates in any order.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    data : ndarray
        The elements.
    shape : tuple of int
        Of the matrix.
    order : {'C', 'F'}, optional
        Memory order.

    Returns
    -------
    ndarray
        With the sums of duplicates; on GPUs they are made in no certain order.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_to_dense(cupy.array([1, 1]), cupy.array([0, 0]), cupy.array([1., 2.]), (2, 1))
    array([[0.],
           [3.]])
    """
    import cupy

    check_coordinates(row, col, data)
    out = cupy.zeros(shape, data.dtype, order=order or "C")
    if data.size:
        row, col, data = coordinates(row, col, data, data.dtype)
        steps = (shape[1], 1) if order != "F" else (1, shape[0])
        blocks = 1 if serial_blocks() else blocks_for(data.size, THREADS)
        run("add_coordinates_to_dense", data.dtype.char + index_char(row), blocks, data=data, rows=row, columns=col,
            out=out, height=shape[0], width=shape[1], row_step=steps[0], column_step=steps[1], size=data.size)
    return out


def coordinates(row: ndarray, col: ndarray, data: ndarray, dtype: DTypeLike) -> list[ndarray]:
    """Contiguous coordinates of one type, and contiguous elements of `dtype`."""
    import cupy

    index = row.dtype if row.dtype == col.dtype else numpy.result_type(row.dtype, col.dtype)
    return [a if a.dtype == kind and a.flags.c_contiguous else cupy.ascontiguousarray(a, kind)
            for a, kind in ((row, index), (col, index), (data, dtype))]


def dense_to_csr(a: ndarray, dtype: DTypeLike = numpy.int32) -> tuple[ndarray, ndarray, ndarray]:
    """Compressed rows of the elements of a dense matrix that are not zero.

    Parameters
    ----------
    a : ndarray
        Of two axes.
    dtype : dtype, optional
        Of the indices.

    Returns
    -------
    data, indices, indptr : ndarray

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.dense_to_csr(cupy.array([[1., 0., 2.]]), "l")
    (array([1., 2.]), array([0, 2]), array([0, 2]))
    """
    import cupy

    rows, columns = a.shape
    flat = cupy.ascontiguousarray(a).ravel()
    places = cupy.flatnonzero(flat)
    if places.size == 0:
        return flat[:0], cupy.zeros(0, dtype), cupy.zeros(rows + 1, dtype)
    row = places // columns
    column = places - row * columns
    return flat[places], column.astype(dtype, copy=False), compress_rows(row, rows, dtype)
