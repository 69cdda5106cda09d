"""Whether the arrays of a compressed matrix fit each other."""
import cupy
from cupy._ext import Kernel
from cupyx.scipy.sparse import _kernels

_check = Kernel("structure_check.hpp", _kernels, "StructureCheck", packed=("i", "l"))


def checked(data, indices, indptr, rows, items=None):
    """Arrays without the room behind the last row; a ValueError where they lead out of the matrix.

    Parameters
    ----------
    data, indices, indptr : cupy.ndarray
        Of a compressed matrix; indices of one dtype, int32 or int64.
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
    found = cupy.zeros(_check.constants["kFindings"], "l")
    index = "i" if indices.dtype.itemsize == 4 else "l"
    _check.map(index, max(count, indices.size, 1), indices=cupy.ascontiguousarray(indices),
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


def checked_on_host(matrix):
    """A compressed matrix of SciPy, or a ValueError where it leads out of its arrays.

    SciPy, which looks at no structure again, believes starts of rows if the last one is zero, or if differences of
    them overflow.
    """
    if (matrix.indptr[1:] < matrix.indptr[:-1]).any():
        raise ValueError("index pointer values must form a non-decreasing sequence")
    matrix.check_format()
    return matrix
