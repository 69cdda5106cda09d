# Launches of the kernels of sparse matrices, and what their callers share.

import numpy

from cupy._codegen import sparse
from cupy._core cimport dtypes
from cupy._core.kernel cimport Kernel
from cupy._core.ndarray cimport FLAG_C, ndarray
from cupy._core.target cimport blocks_for as cut
from cupy._runtime cimport driver

from cupy._core.target import multiprocessors, serial_blocks

__all__ = []

TUNING = sparse.kernel("matvec").constants      # those of sparse_params.hpp and tuning/sparse.hpp
THREADS, ITEMS, LANES = TUNING["kThreads"], TUNING["kItems"], TUNING["kLanes"]

cdef enum:
    MOST_BLOCKS = 1 << 23       # of kernels whose threads take several numbers
    LEAST_PARTED = 1 << 16      # items in all of sums that are cut

cdef unsigned int _threads = THREADS
cdef Py_ssize_t _threads_items = THREADS * ITEMS
cdef int _lanes = LANES
cdef dict _kernels = {}


cdef Kernel _kernel(str name):
    kernel = _kernels.get(name)
    if kernel is None:
        kernel = _kernels[name] = Kernel(sparse.kernel(name))
    return kernel


cdef Py_ssize_t _blocks(Py_ssize_t count, double work, Py_ssize_t tile):
    if count <= 0:
        return 0
    driver.bind_thread()
    return cut(count, work, tile)


def index_char(ndarray indices):
    """Dtype char of an index array; only 32- and 64-bit signed integers are indices."""
    if indices.code == dtypes.INT32:
        return "i"
    if indices.code == dtypes.INT64:
        return "l"
    raise TypeError(f"indices of a sparse matrix are int32 or int64, not {indices.dtype_}")


def blocks_for(Py_ssize_t count, Py_ssize_t tile, total=None):
    """Blocks for `count` threads' work of which a GPU's block takes `tile`; `total` items in all."""
    return _blocks(count, count if total is None else total, tile)


def csr(ndarray data, ndarray indices, ndarray indptr, Py_ssize_t columns):
    """The members of ``struct Csr``."""
    return {"data": data, "indices": indices, "indptr": indptr, "rows": indptr.size - 1, "items": indices.size,
            "columns": columns}


def pattern(indices, ndarray indptr, items=None):
    """The members of ``struct Pattern``; `items` are as many as there are indices if not given."""
    return {"indices": indices, "indptr": indptr, "rows": indptr.size - 1,
            "items": indices.size if items is None else items}


cdef int _start(Kernel kernel, str chars, Py_ssize_t blocks, dict members) except -1:
    return kernel.start(chars, blocks, _threads, 0, False, members)


def run(str name, str chars, Py_ssize_t blocks, *, unsigned int shared=0, **members):
    """Launch a kernel with the members of the struct that it takes."""
    _kernel(name).start(chars, blocks, _threads, shared, False, members)


def each(str name, str chars, Py_ssize_t size, **members):
    """Launch for each of `size` numbers."""
    if size:
        members["size"] = size
        _start(_kernel(name), chars, min(_blocks(size, size, _threads), MOST_BLOCKS), members)


def items(str name, str chars, Py_ssize_t nnz, *, dict a, **members):
    """Launch for each item of the matrix `a`."""
    if nnz:
        members["a"] = a
        _start(_kernel(name), chars, _blocks(nnz, nnz + <Py_ssize_t>a["rows"], _threads_items), members)


def groups(str name, str chars, Py_ssize_t work, int lanes, double total, **members):
    """Launch with lanes for each of `work` sums, `total` items in all."""
    cdef Kernel kernel
    if work:
        kernel = _kernel(name)
        members["lanes"], members["work"] = kernel.lanes(lanes), work
        _start(kernel, chars, _blocks(work * lanes, total, _threads), members)


def lanes_for(double mean, int most=_lanes):
    """A power of two near to the mean number of items that a group of lanes shares."""
    cdef int lanes = 1
    while lanes < most and lanes < <Py_ssize_t>mean:
        lanes *= 2
    return lanes


def parts_for(Py_ssize_t work, Py_ssize_t total):
    """Into how many parts to cut each sum, so that a GPU is busy with few of them."""
    cdef Py_ssize_t wanted
    if not work or total < LEAST_PARTED or serial_blocks():
        return 1
    wanted = 8 * multiprocessors()
    return 1 if work >= wanted else max(1, min(wanted // work, total // work // 1024))


def checked(parts, Py_ssize_t rows):
    """The three arrays of a matrix of so many rows, contiguous, and dtype chars of their items and indices."""
    cdef ndarray data, indices, indptr
    data, indices, indptr = parts
    if indptr.size != rows + 1:
        raise ValueError(f"index pointer size {indptr.size} should be {rows + 1}")
    if indices.size != data.size:
        raise ValueError("indices and data should have the same size")
    if indices.dtype_ != indptr.dtype_:
        raise TypeError(f"column numbers are {indices.dtype_}, starts of rows {indptr.dtype_}")
    if not data.flags_ & indices.flags_ & indptr.flags_ & FLAG_C:
        import cupy
        data, indices, indptr = [cupy.ascontiguousarray(a) for a in parts]
    return data, indices, indptr, data.dtype_.char, index_char(indices)


def check_coordinates(ndarray row, ndarray col, ndarray data):
    """Raise a ValueError unless each item has a row and a column."""
    if not row.size == col.size == data.size:
        raise ValueError("all index and data arrays must have the same length")


def index_dtype(*bounds):
    """The narrowest type of indices up to the largest of some numbers."""
    return numpy.dtype(numpy.int32 if max(bounds, default=0) < 1 << 31 else numpy.int64)
