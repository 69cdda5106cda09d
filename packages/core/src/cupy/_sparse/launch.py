"""Launches of the kernels of sparse matrices, and what their callers share."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen import sparse
from cupy._core.kernel import Kernel
from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_MOST_BLOCKS = 1 << 23  # of kernels whose threads take several numbers


@cache
def _kernel(name: str) -> Kernel:
    return Kernel(sparse.kernel(name))


TUNING = sparse.kernel("matvec").constants      # those of sparse_params.hpp and tuning/sparse.hpp
THREADS, ITEMS, LANES = TUNING["kThreads"], TUNING["kItems"], TUNING["kLanes"]


def index_char(indices: ndarray) -> str:
    """Dtype char of an index array; only 32- and 64-bit signed integers are indices."""
    if indices.dtype.kind != "i" or indices.itemsize < 4:
        raise TypeError(f"indices of a sparse matrix are int32 or int64, not {indices.dtype}")
    return "i" if indices.itemsize == 4 else "l"


shares = blocks_of_work


def blocks_for(count: int, tile: int, total: float | None = None) -> int:
    """Blocks for `count` threads' work of which a GPU's block takes `tile`; `total` items in all."""
    return _kernel("matvec").blocks(count, tile, work=1 if total is None else total / count)


def csr(data: ndarray, indices: ndarray, indptr: ndarray, columns: int) -> dict[str, Any]:
    """The members of ``struct Csr``."""
    return {"data": data, "indices": indices, "indptr": indptr, "rows": indptr.size - 1, "items": indices.size,
            "columns": columns}


def pattern(indices: Any, indptr: ndarray, items: Any = None) -> dict[str, Any]:
    """The members of ``struct Pattern``; `items` are as many as there are indices if not given."""
    return {"indices": indices, "indptr": indptr, "rows": indptr.size - 1,
            "items": indices.size if items is None else items}


def run(name: str, chars: str, blocks: int, *, shared: int = 0, **members: Any) -> None:
    """Launch a kernel with the members of the struct that it takes."""
    _kernel(name)(chars, blocks=blocks, threads=THREADS, shared=shared, **members)


def each(name: str, chars: str, size: int, **members: Any) -> None:
    """Launch for each of `size` numbers."""
    if size:
        run(name, chars, min(blocks_for(size, THREADS), _MOST_BLOCKS), size=size, **members)


def items(name: str, chars: str, nnz: int, *, a: dict[str, Any], **members: Any) -> None:
    """Launch for each item of the matrix `a`."""
    if nnz:
        run(name, chars, blocks_for(nnz, THREADS * ITEMS, total=nnz + a["rows"]), a=a, **members)


def groups(name: str, chars: str, work: int, lanes: int, total: float, **members: Any) -> None:
    """Launch with lanes for each of `work` sums, `total` items in all."""
    if work:
        blocks = blocks_for(work * lanes, THREADS, total=total)
        run(name, chars, blocks, lanes=_kernel(name).lanes(lanes), work=work, **members)


def lanes_for(mean: float, most: int = LANES) -> int:
    """A power of two near to the mean number of items that a group of lanes shares."""
    return min(most, 1 << max(0, int(mean) - 1).bit_length())


def parts_for(work: int, total: int) -> int:
    """Into how many parts to cut each sum, so that a GPU is busy with few of them."""
    if serial_blocks() or not work or total < 1 << 16:
        return 1
    wanted = 8 * multiprocessors()
    return 1 if work >= wanted else max(1, min(wanted // work, total // work // 1024))


def checked(parts: Sequence[ndarray], rows: int) -> tuple[ndarray, ndarray, ndarray, str, str]:
    """The three arrays of a matrix of so many rows, contiguous, and dtype chars of their items and indices."""
    import cupy

    data, indices, indptr = parts
    if indptr.size != rows + 1:
        raise ValueError(f"index pointer size {indptr.size} should be {rows + 1}")
    if indices.size != data.size:
        raise ValueError("indices and data should have the same size")
    if indices.dtype != indptr.dtype:
        raise TypeError(f"column numbers are {indices.dtype}, starts of rows {indptr.dtype}")
    if not (data.flags.c_contiguous and indices.flags.c_contiguous and indptr.flags.c_contiguous):
        data, indices, indptr = [cupy.ascontiguousarray(a) for a in parts]
    return data, indices, indptr, data.dtype.char, index_char(indices)


def check_coordinates(row: ndarray, col: ndarray, data: ndarray) -> None:
    """Raise a ValueError unless each item has a row and a column."""
    if not row.size == col.size == data.size:
        raise ValueError("all index and data arrays must have the same length")


def index_dtype(*bounds: int) -> numpy.dtype:
    """The narrowest type of indices up to the largest of some numbers."""
    return numpy.dtype(numpy.int32 if max(bounds, default=0) < 1 << 31 else numpy.int64)
