"""Operations on the items of two sparse matrices of one shape."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy

from cupy._codegen.param_block import find_constants
from cupy._core.target import blocks_of_work, serial_blocks
from cupy._sparse.launch import checked, csr, index_dtype, items, run
from cupy._sparse.canonicalize import csr_sum_duplicates, starts_of_kept

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["csr_binary"]

_OPERATIONS = {name: find_constants("device/sparse_merge.hpp")[f"k{operation}"] for name, operation in (
    ("plus", "Plus"), ("minus", "Minus"), ("times", "Times"), ("maximum", "Maximum"), ("minimum", "Minimum"),
    ("ne", "NotEqual"), ("lt", "Less"), ("gt", "Greater"))}
_COMPARISONS = ("ne", "lt", "gt")


def csr_binary(op: str, a_parts: Sequence[ndarray], b_parts: Sequence[ndarray], shape: Sequence[int],
               canonical: tuple[bool, ...] = (False, False)) -> tuple[ndarray, ...]:
    """Compressed rows of an operation on the elements of two matrices.

    Parameters
    ----------
    op : {'plus', 'minus', 'times', 'maximum', 'minimum', 'ne', 'lt', 'gt'}
        Where one matrix has no element, it has a zero.
    a_parts, b_parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of both matrices.
    canonical : tuple of bool, optional
        Whether it is known of each that its rows are sorted and have no duplicates, so that it need not be looked at.

    Returns
    -------
    data, indices, indptr : ndarray
        Sorted, without duplicates and without zeros; bool for comparisons, else of the promoted type.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_binary("times", parts, parts, (1, 3))
    (array([1., 4.]), array([0, 2]), array([0, 2]))
    """
    import cupy

    number = _OPERATIONS[op]
    dtype = numpy.result_type(a_parts[0].dtype, b_parts[0].dtype)
    index = numpy.result_type(a_parts[1].dtype, b_parts[1].dtype, index_dtype(a_parts[0].size + b_parts[0].size))
    a, b = [checked([x.astype(kind, copy=False) for x, kind in
                     zip(parts if known else csr_sum_duplicates(parts, shape), (dtype, index, index), strict=True)],
                    shape[0])
            for parts, known in zip((a_parts, b_parts), canonical, strict=True)]
    chars, total, rows = a[3] + a[4], a[0].size + b[0].size, shape[0]
    compares = op in _COMPARISONS
    values, columns = cupy.empty(total, bool if compares else dtype), cupy.empty(total, index)
    if total == 0:
        return values, columns, cupy.zeros(rows + 1, index)
    if serial_blocks():
        return _merge_rows(a, b, chars, compares, number, values, columns, shape[1])
    keep = cupy.empty(total, bool)
    for right, (one, other) in enumerate(((a, b), (b, a))):
        items("compare_item" if compares else "merge_item", chars, one[0].size, a=csr(*one[:3], columns=shape[1]),
              b=csr(*other[:3], columns=shape[1]), out=values, out_columns=columns, keep=keep, operation=number,
              right=right)
    kept = cupy.flatnonzero(keep)
    starts = a[2] + b[2]
    if kept.size == total:
        return values, columns, starts
    return values[kept], columns[kept], starts_of_kept(kept, starts)


def _merge_rows(a: tuple[ndarray, ndarray, ndarray, str, str], b: tuple[ndarray, ndarray, ndarray, str, str],
                chars: str, compares: bool, number: int, values: ndarray, columns: ndarray,
                width: int) -> tuple[ndarray, ...]:
    """The host's way, into arrays that have room for the items of both."""
    import cupy

    rows = a[2].size - 1
    blocks = blocks_of_work(values.size + rows)
    indptr = cupy.zeros(rows + 1, columns.dtype)
    counts = cupy.empty(rows, numpy.int64)
    run("compare_rows" if compares else "merge_rows", chars, blocks, a=csr(*a[:3], columns=width),
        b=csr(*b[:3], columns=width), out=values, out_columns=columns, lengths=counts, operation=number)
    indptr[1:] = cupy.cumsum(counts)
    total = int(indptr[-1])
    if total == values.size:
        return values, columns, indptr
    packed = cupy.empty(total, values.dtype), cupy.empty(total, columns.dtype)
    run("pack_flags" if compares else "pack_rows", chars, blocks, data=values, columns=columns, a_indptr=a[2],
        b_indptr=b[2], indptr=indptr, a_items=a[0].size, b_items=b[0].size, out=packed[0], out_columns=packed[1],
        rows=rows, size=total)
    return *packed, indptr
