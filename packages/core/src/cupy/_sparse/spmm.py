"""Products of a sparse matrix and dense arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks
from cupy._sparse.canonicalize import coo_to_csr
from cupy._sparse.convert import coordinates, csr_transpose
from cupy._sparse.launch import (
    LANES, THREADS, TUNING, blocks_for, check_coordinates, checked, csr, index_char, items, lanes_for, run)

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["coo_matmat", "coo_matvec", "csr_matmat", "csr_matvec"]

_SOME_COLUMNS = 8       # of x, which a block of the host takes at least
_PARTS, _PART = 16, 65536   # of the host, each with columns of its own, and items of one
_FEW = 2                # items of a row for which lanes take rows
_AHEAD, _TILE, _COLUMNS = TUNING["kAhead"], TUNING["kTile"], TUNING["kColumns"]


def _read(parts: Sequence[ndarray], shape: Sequence[int], trans: str, other: ndarray) -> tuple[Any, ...]:
    """The arrays of a matrix and another array of one type; only complex matrices are conjugated."""
    import cupy

    if trans not in ("N", "T", "H"):
        raise ValueError(f"trans is 'N', 'T' or 'H', not {trans!r}")
    data, indices, indptr, _, index = checked(parts, shape[0])
    dtype = data.dtype
    if dtype != other.dtype:
        dtype = numpy.result_type(dtype, other.dtype)
        data, other = data.astype(dtype, copy=False), other.astype(dtype, copy=False)
    if not other.flags.c_contiguous:
        other = cupy.ascontiguousarray(other)
    a = csr(data, indices, indptr, shape[1])
    return a, dtype.char + index, "T" if trans == "H" and dtype.kind != "c" else trans, other


def csr_matvec(parts: tuple[ndarray, ...], shape: tuple[int, ...], x: ndarray, trans: str = "N") -> ndarray:
    """Product of a matrix and a vector.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    x : ndarray
        Of one axis.
    trans : {'N', 'T', 'H'}, optional
        Whether the matrix is transposed, or its conjugate is.

    Returns
    -------
    ndarray
        Of one axis, of the type that NumPy promotes both to.

    Notes
    -----
    On GPUs sums of a transposed matrix are made in no certain order.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_matvec(parts, (1, 3), cupy.arange(3.0))
    array([4.])
    """
    import cupy

    rows, columns = shape
    a, chars, trans, x = _read(parts, shape, trans, x)
    length, expected = (rows, columns) if trans == "N" else (columns, rows)
    if x.shape != (expected,):
        raise ValueError(f"a vector of {expected} items is needed, not an array of shape {x.shape}")
    nnz = a["data"].size
    if nnz == 0 or 0 in shape:
        return cupy.zeros(length, x.dtype)
    if trans != "N":
        return _add_columns(a, chars, trans, columns, x, nnz)
    out = cupy.empty(rows, x.dtype)
    if serial_blocks():
        run("matvec", chars, blocks_of_work(nnz + rows), a=a, x=x, out=out)
        return out
    if nnz < _FEW * rows:
        lanes = lanes_for(nnz / (rows * _AHEAD))
        run("matvec", chars, -(-rows * lanes // THREADS), a=a, x=x, out=out, lanes=lanes)
        return out
    tiles = -(-nnz // _TILE)
    members = {"a": a, "x": x, "out": out, "partials": cupy.empty(tiles, x.dtype),
               "open_rows": cupy.empty(tiles, numpy.int64), "nnz": nnz, "work": tiles, "lanes": LANES}
    run("matvec_tile", chars, tiles, **members)
    if tiles > 1:
        run("finish_row", chars, -(-tiles * LANES // THREADS), **members)
    return out


def _joined(partial: ndarray) -> ndarray:
    """Sums of rows of parts."""
    if partial.shape[1] == 1:
        return partial[:, 0]
    return partial.any(axis=1) if partial.dtype == bool else partial.sum(axis=1, dtype=partial.dtype)


def _add_columns(a: dict[str, Any], chars: str, trans: str, columns: int, x: ndarray, nnz: int) -> ndarray:
    import cupy

    kernel = "add_conjugate" if trans == "H" else "add_column"
    if serial_blocks():
        # However many threads there are, so that sums have the same bits.
        blocks = max(1, min(_PARTS, nnz // _PART, nnz // (8 * columns)))
        out = cupy.zeros((blocks, columns), x.dtype)
        run(kernel, chars, blocks, a=a, x=x, out=out)
        return out[0] if blocks == 1 else _joined(out.T)
    out = cupy.zeros(columns, x.dtype)
    items(kernel, chars, nnz, a=a, x=x, out=out)
    return out


def coo_matvec(row: ndarray, col: ndarray, data: ndarray, rows: int, x: ndarray) -> ndarray:
    """Product of a matrix of coordinates, in any order, and a vector.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    data : ndarray
        The elements.
    rows : int
        How many rows there are.
    x : ndarray
        Of one axis.

    Returns
    -------
    ndarray
        Of one axis, of the type that NumPy promotes both to.

    Notes
    -----
    On GPUs sums are made in no certain order.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_matvec(cupy.array([1, 0]), cupy.array([2, 0]), cupy.array([1., 2.]), 2, cupy.arange(1.0, 4.0))
    array([2., 3.])
    """
    import cupy

    row, col, data, x = _read_coordinates(row, col, data, x)
    out = cupy.zeros(rows, x.dtype)
    if data.size:
        blocks = 1 if serial_blocks() else -(-data.size // _TILE)
        run("add_coordinates", x.dtype.char + index_char(row), blocks, data=data, rows=row, columns=col, x=x, out=out,
            nnz=data.size, height=rows, width=x.size)
    return out


def _read_coordinates(row: ndarray, col: ndarray, data: ndarray, x: ndarray) -> list[ndarray]:
    """The arrays of a matrix of coordinates and another array, of one type."""
    import cupy

    check_coordinates(row, col, data)
    dtype = data.dtype if data.dtype == x.dtype else numpy.result_type(data.dtype, x.dtype)
    return [*coordinates(row, col, data, dtype), cupy.ascontiguousarray(x, dtype)]


def _column_blocks(columns: int, nnz: int) -> int:
    """Blocks of the host that share the columns of x; each goes through the whole matrix."""
    return min(-(-columns // _SOME_COLUMNS), multiprocessors(), blocks_of_work(nnz * columns))


def coo_matmat(row: ndarray, col: ndarray, data: ndarray, shape: tuple[int, ...], b: ndarray) -> ndarray:
    """Product of a matrix of coordinates, in any order, and a dense matrix.

    Parameters
    ----------
    row, col : ndarray of int32 or int64
        Coordinates of the elements.
    data : ndarray
        The elements.
    shape : tuple of int
        Of the sparse matrix.
    b : ndarray
        Of two axes, in any memory order.

    Returns
    -------
    ndarray
        C-contiguous, of the type that NumPy promotes both to.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> sparse.coo_matmat(cupy.array([1, 0]), cupy.array([1, 0]), cupy.array([1., 2.]), (2, 2), cupy.ones((2, 1)))
    array([[2.],
           [1.]])
    """
    import cupy

    row, col, data, b = _read_coordinates(row, col, data, b)
    if not serial_blocks():
        return csr_matmat(coo_to_csr(row, col, data, shape), shape, b)
    count = b.shape[1]
    out = cupy.zeros((shape[0], count), b.dtype)
    if data.size and count:
        run("add_coordinate_rows", b.dtype.char + index_char(row), _column_blocks(count, data.size), data=data,
            rows=row, columns=col, x=b, out=out, nnz=data.size, height=shape[0], width=shape[1], count=count)
    return out


def csr_matmat(parts: tuple[ndarray, ...], shape: tuple[int, ...], b: ndarray, trans: str = "N") -> ndarray:
    """Product of a matrix and a dense matrix.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the sparse matrix.
    b : ndarray
        Of two axes, in any memory order.
    trans : {'N', 'T', 'H'}, optional
        Whether the sparse matrix is transposed, or its conjugate is.

    Returns
    -------
    ndarray
        C-contiguous, of the type that NumPy promotes both to.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([1., 2.]), cupy.array([0, 2]), cupy.array([0, 2])
    >>> sparse.csr_matmat(parts, (1, 3), cupy.ones((3, 2)))
    array([[3., 3.]])
    """
    import cupy

    rows, columns = shape
    if b.ndim != 2 or b.shape[0] != (columns if trans == "N" else rows):
        raise ValueError(f"a matrix of shape {shape}, trans={trans!r}, does not go with one of shape {b.shape}")
    if b.shape[1] == 1:
        return csr_matvec(parts, shape, b[:, 0], trans)[:, None]
    if trans == "H":
        data, indices, indptr = parts
        return csr_matmat((data.conj(), indices, indptr), shape, b, "T")
    if trans == "T" and not serial_blocks():
        return csr_matmat(csr_transpose(parts, shape), shape[::-1], b)
    a, chars, _, b = _read(parts, shape, trans, b)
    nnz, count = a["data"].size, b.shape[1]
    if nnz == 0 or rows == 0 or count == 0:
        return cupy.zeros((rows if trans == "N" else columns, count), b.dtype)
    if trans == "T":
        out = cupy.zeros((columns, count), b.dtype)
        run("add_column_rows", chars, _column_blocks(count, nnz), a=a, x=b, out=out, columns=count, slabs=1)
        return out
    out = cupy.empty((rows, count), b.dtype)
    lanes = lanes_for(-(-count // _COLUMNS))
    slabs = -(-count // (lanes * _COLUMNS))
    run("matmat", chars, blocks_for(rows * slabs * lanes, THREADS, total=nnz * count), a=a, x=b, out=out, columns=count,
        slabs=slabs, lanes=lanes)
    return out
