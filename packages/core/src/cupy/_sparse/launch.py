"""Launches of the kernels of sparse matrices, and what their callers share."""
import numpy

from cupy._codegen.sparse import sparse
from cupy._core.kernel import Kernel
from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks

__all__ = []

THREADS = 256           # kThreads of device/sparse.hpp
ITEMS = 8               # kItems there
_MOST_BLOCKS = 1 << 23  # of kernels whose threads take several numbers

_kernel = Kernel(sparse)


def index_letter(indices):
    """Letter of an index array; only 32- and 64-bit signed integers are indices."""
    if indices.dtype.kind != "i" or indices.itemsize < 4:
        raise TypeError(f"indices of a sparse matrix are int32 or int64, not {indices.dtype}")
    return "i" if indices.itemsize == 4 else "l"


shares = blocks_of_work


def blocks_for(count, tile, total=None):
    """Blocks for `count` threads' work of which a GPU's block takes `tile`; `total` items in all."""
    return _kernel.blocks(count, tile, work=1 if total is None else total / count)


def run(name, kernel, letters, blocks, *, shared=0, **given):
    """Launch a kernel of a family with members of ``struct Sparse``."""
    _kernel((name, kernel, letters), blocks=blocks, threads=THREADS, shared=shared, **given)


def each(name, kernel, letters, size, **given):
    """Launch for each of `size` numbers."""
    if size:
        run(name, kernel, letters, min(blocks_for(size, THREADS), _MOST_BLOCKS), size=size, **given)


def items(name, kernel, letters, nnz, **given):
    """Launch for each item of the matrix."""
    if nnz:
        run(name, kernel, letters, blocks_for(nnz, THREADS * ITEMS, total=nnz + given["rows"]), **given)


def groups(name, kernel, letters, work, lanes, total, **given):
    """Launch with lanes for each piece of work, `total` items in all."""
    if work:
        run(name, kernel, letters, blocks_for(work * lanes, THREADS, total=total), lanes=_kernel.lanes(lanes), **given)


def lanes_for(mean, most=32):
    """A power of two near to the mean number of items that a group of lanes shares."""
    return min(most, 1 << max(0, int(mean) - 1).bit_length())


def parts_for(work, total):
    """Into how many parts to cut each piece of work, so that a GPU is busy with few of them."""
    if serial_blocks() or not work or total < 1 << 16:
        return 1
    wanted = 8 * multiprocessors()
    return 1 if work >= wanted else max(1, min(wanted // work, total // work // 1024))


def checked(parts):
    """The three arrays, contiguous, and letters of their items and indices."""
    import cupy

    data, indices, indptr = parts
    if indices.dtype != indptr.dtype:
        raise TypeError(f"column numbers are {indices.dtype}, starts of rows {indptr.dtype}")
    if not (data.flags.c_contiguous and indices.flags.c_contiguous and indptr.flags.c_contiguous):
        data, indices, indptr = [cupy.ascontiguousarray(a) for a in parts]
    return data, indices, indptr, data.dtype.char, index_letter(indices)


def index_dtype(*bounds):
    """The narrowest type of indices up to the largest of some numbers."""
    return numpy.dtype(numpy.int32 if max(bounds, default=0) < 1 << 31 else numpy.int64)
