"""Whether the arrays of a compressed matrix fit each other."""
import copy
import functools

import cupy
from cupy._ext import Kernel
from cupyx.scipy.sparse import _kernels

_check = Kernel("structure_check.hpp", _kernels, "StructureCheck", packed=("i", "l"))


def checked(data, indices, indptr, rows, items=None):
    """Arrays without the room behind the last row; a ValueError where they lead out of the matrix.

    Parameters
    ----------
    data, indices, indptr : cupy.ndarray
        Of a compressed matrix; of indices of two dtypes, or of neither int32 nor int64, int64 is made.
    rows : tuple of int
        Its shape, where rows are rows.
    items : int, optional
        Elements, or blocks, of `data`; its size if not given.

    Notes
    -----
    One launch, and one wait for what it found.
    """
    count, columns = rows
    if indptr.size != count + 1:
        raise ValueError(f"index pointer size {indptr.size} should be {count + 1}")
    if indices.size != (data.size if items is None else items):
        raise ValueError("indices and data should have the same size")
    if indices.dtype != indptr.dtype or indices.dtype.char not in "il":
        indices, indptr = indices.astype("l"), indptr.astype("l")
    found = cupy.zeros(_check.constants["kFindings"], "l")
    _check.map(indices.dtype.char, max(count, indices.size, 1), indices=cupy.ascontiguousarray(indices),
               indptr=cupy.ascontiguousarray(indptr), found=found, items=indices.size, rows=count, columns=columns)
    outside, descends, start, end = found.get().tolist()
    if start != 0:
        raise ValueError("index pointer should start with 0")
    if end > indices.size:
        raise ValueError("Last value of index pointer should be less than the size of index and data arrays")
    if descends:
        raise ValueError("index pointer values must form a non-decreasing sequence")
    if end < indices.size:
        return checked(data[:end], indices[:end], indptr, rows, None if items is None else end)
    if outside:
        raise ValueError(f"indices must be < {columns} and not negative")
    return data, indices, indptr


def on_host(cls, parts, shape):
    """SciPy's matrix of a class, of arrays of the host that fit each other: its constructor would look at them."""
    if parts[1].dtype.itemsize > 4 or max(shape) >= 1 << 31:       # SciPy looks for the narrowest type of indices
        return cls(parts, shape=shape)
    matrix = copy.copy(_empty(cls, shape))
    matrix.data, matrix.indices, matrix.indptr = parts
    return matrix


@functools.lru_cache(maxsize=32)
def _empty(cls, shape):
    """A matrix of SciPy that is only copied, and holds no starts of rows."""
    matrix = cls(shape)
    matrix.indptr = matrix.indices
    return matrix
