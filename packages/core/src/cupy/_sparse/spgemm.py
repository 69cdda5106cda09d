"""Products of two sparse matrices."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks
from cupy._sparse.convert import expand_indptr
from cupy._sparse.launch import THREADS, TUNING, checked, csr, each, items, pattern, run
from cupy._sparse.lookup import csr_take_rows
from cupy._sparse.canonicalize import csr_keep, packed, starts_from, summed

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["csr_matmul"]

#: Levels of the groups of device/spgemm.hpp by bin: a group takes 2**level products of a row.
_LEVELS = *range(TUNING["kShortLevel"], TUNING["kShortLevel"] + TUNING["kBins"] - 2), TUNING["kLongLevel"]
_RUN_LEVELS, _PRODUCTS = TUNING["kRunLevels"], TUNING["kProducts"]

#: Columns that the host has room for in any case.
_FEW_COLUMNS = 1 << 20

#: Products that are there at once: 2 GiB of float64 and columns.
_MOST = 1 << 27


def csr_matmul(a_parts: Sequence[ndarray], a_shape: Sequence[int], b_parts: Sequence[ndarray],
               b_shape: Sequence[int]) -> Sequence[ndarray]:
    """Compressed rows of the product of two matrices.

    Parameters
    ----------
    a_parts, b_parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    a_shape, b_shape : tuple of int
        Of the matrices.

    Returns
    -------
    data, indices, indptr : ndarray
        Sorted, without duplicates and without zeros, of the promoted types.  Sums are made in the order of the
        left matrix's elements, so that equal calls give equal results.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([2., 3.]), cupy.array([1, 0]), cupy.array([0, 1, 2])
    >>> sparse.csr_matmul(parts, (2, 2), parts, (2, 2))
    (array([6., 6.]), array([0, 1]), array([0, 1, 2]))
    """
    import cupy

    if a_shape[1] != b_shape[0]:
        raise ValueError(f"matrices of shapes {a_shape} and {b_shape} have no product")
    dtype = numpy.result_type(a_parts[0].dtype, b_parts[0].dtype)
    index = numpy.result_type(a_parts[1].dtype, b_parts[1].dtype)
    a, b = [checked([x.astype(kind, copy=False) for x, kind in zip(parts, (dtype, index, index), strict=True)],
                    shape[0]) for parts, shape in ((a_parts, a_shape), (b_parts, b_shape))]
    shape = a_shape[0], b_shape[1]
    if a[0].size == 0 or b[0].size == 0:
        return cupy.empty(0, dtype), cupy.empty(0, index), cupy.zeros(shape[0] + 1, index)
    chars = a[3] + a[4]
    return (_multiply_rows if serial_blocks() else _multiply)(a[:3], b[:3], chars, shape)


def _multiply_rows(a: Sequence[ndarray], b: Sequence[ndarray], chars: str, shape: Sequence[int]) -> Sequence[ndarray]:
    """The host's way."""
    import cupy

    rows, columns = shape
    if columns > max(_FEW_COLUMNS, 4 * b[1].size):
        used, renamed = cupy.unique(b[1], return_inverse=True)
        b = b[0], renamed.astype(b[1].dtype, copy=False), b[2]
        out, out_columns, indptr = _multiply_rows(a, b, chars, (rows, used.size))
        return out, used.astype(indptr.dtype, copy=False)[out_columns], indptr
    words = 0
    count = columns
    for _ in range(TUNING["kBitLevels"]):
        count = -(-count // 64)
        words += count
    words += words % 2          # so that complex numbers behind them are aligned
    # Behind the words a row of sums; before that, for each column, the last row that has it.
    width = words + -(-columns * max(a[0].itemsize, a[1].itemsize) // 16) * 2
    blocks = max(1, min(multiprocessors(), blocks_of_work(4 * a[0].size + rows)))
    work = cupy.zeros((blocks, width), numpy.uint64)
    counts, zeros = cupy.empty(rows, numpy.int64), cupy.zeros(blocks, numpy.int64)
    members = {"a": csr(*a, columns=b[2].size - 1), "b": csr(*b, columns=columns), "work": work, "columns": columns,
               "width": width, "words": words, "lengths": counts, "zeros": zeros}
    run("count_row", chars, blocks, indptr=None, out=None, out_columns=None, **members)
    indptr, total = starts_from(counts, a[2].dtype)
    if indptr.dtype != a[2].dtype:
        a, b = _wider(a, b)
        return _multiply_rows(a, b, chars[0] + "l", shape)
    out, out_columns = cupy.empty(total, a[0].dtype), cupy.empty(total, a[1].dtype)
    run("multiply_row", chars, blocks, indptr=indptr, out=out, out_columns=out_columns, **members)
    parts = out, out_columns, indptr
    return csr_keep(parts, out != 0) if zeros.any() else parts


def _wider(a: Sequence[ndarray], b: Sequence[ndarray]) -> list[tuple[ndarray, ndarray, ndarray]]:
    """Both matrices with 64-bit indices."""
    return [(data, indices.astype(numpy.int64), indptr.astype(numpy.int64)) for data, indices, indptr in (a, b)]


def _multiply(a: Sequence[ndarray], b: Sequence[ndarray], chars: str, shape: Sequence[int]) -> Sequence[ndarray]:
    """The way of GPUs."""
    import cupy

    rows, nnz, index = shape[0], a[0].size, a[1].dtype
    starts = _starts_of_products(a[1], b, chars)
    offsets = starts[a[2]]
    bins = cupy.empty(rows, numpy.uint8)
    sizes = cupy.zeros(len(_LEVELS) + 2, numpy.int64)
    run("choose_bins", chars, min(-(-rows // THREADS), 4 * multiprocessors()), offsets=offsets, end=starts[nnz:],
        rows=rows, bins=bins, sizes=sizes)
    *sizes, total = sizes.get().tolist()
    if total > _MOST and rows > 1:
        return _in_slabs(a, b, chars, shape, offsets, total)
    if sizes[-1] == rows:
        return _sorted_products(a, b, chars, shape, starts, offsets, total)
    out, out_columns = cupy.empty(total, a[0].dtype), cupy.empty(total, index)
    members = {"a": csr(*a, columns=b[2].size - 1), "b": csr(*b, columns=shape[1]), "starts": starts, "out": out,
               "out_columns": out_columns, "size": total}
    longest = max(k for k, size in enumerate(sizes) if size)
    if longest < len(_LEVELS) and 2 * sizes[longest] >= rows:
        return _side_by_side(chars, shape, _LEVELS[longest], members)
    lengths = members["lengths"] = cupy.zeros(rows, numpy.int64)
    order, first = None if rows in sizes else cupy.argsort(bins), 0
    for level, size in zip(_LEVELS, sizes, strict=False):
        if size:
            _launch(chars, shape, level, size, None if order is None else order[first:first + size], members)
        first += size
    if order is not None and sizes[-1]:
        _long_rows(a, b, chars, shape, order[first:], offsets, out, out_columns, lengths)
    indptr, kept = starts_from(lengths, index)
    if kept == total:
        return out, out_columns.astype(indptr.dtype, copy=False), indptr
    return packed(out, out_columns, offsets, indptr, kept)


def _starts_of_products(indices: ndarray, b: Sequence[ndarray], chars: str) -> ndarray:
    """For each item of the left matrix the first of its products, and how many there are in all."""
    import cupy

    counts = cupy.zeros(indices.size + 1, numpy.int64)
    each("row_length", chars[1], indices.size, chosen=indices, a=pattern(*b[1:]), lengths=counts[1:])
    return cupy.cumsum(counts)


def _side_by_side(chars: str, shape: Sequence[int], level: int,
                  members: dict[str, Any]) -> tuple[ndarray, ndarray, ndarray]:
    """Rows of about as many products each, one behind the other as they are made."""
    import cupy

    rows, out, out_columns = shape[0], members["out"], members["out_columns"]
    indptr = cupy.empty(rows + 1, out_columns.dtype)
    states = cupy.zeros(1 + _groups(level, rows), numpy.uint64)
    _launch(chars, shape, level, rows, None, members | {"indptr": indptr, "states": states})
    kept = int(indptr[-1])
    out, out_columns = out[:kept], out_columns[:kept]
    if 2 * kept < members["out"].size:          # memory is given back
        out, out_columns = out.copy(), out_columns.copy()
    return out, out_columns, indptr


def _groups(level: int, rows: int) -> int:
    """Blocks for rows of at most ``2**level`` products."""
    return -(-rows // (THREADS >> level - _RUN_LEVELS))


def _launch(chars: str, shape: Sequence[int], level: int, size: int, chosen: ndarray | None,
            members: dict[str, Any]) -> None:
    """Rows of at most ``2**level`` products."""
    narrow = shape[1] << level < 1 << 32
    shared = _PRODUCTS * members["out"].itemsize + (_PRODUCTS + THREADS) * (4 if narrow else 8)
    run("multiply_short" if narrow else "multiply_wide", chars, _groups(level, size), shared=shared, chosen=chosen,
        count=size, levels=level, **members)


def _sorted_products(a: Sequence[ndarray], b: Sequence[ndarray], chars: str, shape: Sequence[int], starts: ndarray,
                     offsets: ndarray, total: int) -> tuple[ndarray, ndarray, ndarray]:
    """All products, sorted as one array."""
    import cupy

    values, columns = cupy.empty(total, a[0].dtype), cupy.empty(total, a[1].dtype)
    items("expand", chars, total, a=csr(a[0], a[1], starts, b[2].size - 1) | {"items": total},
          b=csr(*b, columns=shape[1]), out=values, out_columns=columns)
    row, column, values = summed(expand_indptr(offsets, total), columns, values, shape)
    kept = cupy.flatnonzero(values != 0)
    if kept.size != values.size:
        row, column, values = row[kept], column[kept], values[kept]
    indptr = cupy.searchsorted(row, cupy.arange(shape[0] + 1))
    wide = values.size >= 1 << 31
    return values, column.astype(numpy.int64 if wide else column.dtype, copy=False), \
        indptr.astype(numpy.int64 if wide else a[2].dtype, copy=False)


def _long_rows(a: Sequence[ndarray], b: Sequence[ndarray], chars: str, shape: Sequence[int], chosen: ndarray,
               offsets: ndarray, out: ndarray, out_columns: ndarray, lengths: ndarray) -> None:
    """Write the rows whose products no group takes."""
    import cupy

    some = csr_take_rows(a, (shape[0], b[2].size - 1), chosen)
    starts = _starts_of_products(some[1], b, chars)
    total = int(starts[-1])
    rows = chosen.size, shape[1]
    values, columns, indptr = _sorted_products(some, b, chars, rows, starts, starts[some[2]], total)
    row = expand_indptr(indptr, values.size)
    place = (offsets[chosen] - indptr[:-1])[row] + cupy.arange(values.size)
    out[place] = values
    out_columns[place] = columns
    lengths[chosen] = cupy.diff(indptr)


def _in_slabs(a: Sequence[ndarray], b: Sequence[ndarray], chars: str, shape: Sequence[int], offsets: ndarray,
              total: int) -> Sequence[ndarray]:
    """Products of some rows at a time, so that memory suffices."""
    import cupy

    count = min(shape[0], -(-total // (_MOST // 2)))
    goals = cupy.arange(1, count) * (total // count)
    cuts = sorted({0, shape[0], *cupy.searchsorted(offsets, goals).clip(0, shape[0]).tolist()})
    slabs = []
    for first, last in zip(cuts, cuts[1:], strict=False):
        indptr = a[2][first:last + 1]
        low, high = int(indptr[0]), int(indptr[-1])
        slab = (a[0][low:high], a[1][low:high], indptr - low)
        slabs.append(csr_matmul(slab, (last - first, b[2].size - 1), b, (b[2].size - 1, shape[1])))
    index = numpy.int64 if sum(slab[0].size for slab in slabs) >= 1 << 31 else a[2].dtype
    ends, before = [cupy.zeros(1, index)], 0
    for slab in slabs:
        ends.append(slab[2][1:].astype(index) + before)
        before += slab[0].size
    return (cupy.concatenate([slab[0] for slab in slabs]),
            cupy.concatenate([slab[1].astype(index, copy=False) for slab in slabs]), cupy.concatenate(ends))
