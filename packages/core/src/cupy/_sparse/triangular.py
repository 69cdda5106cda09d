"""Triangular sparse systems and incomplete factors."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy

from cupy._core.target import multiprocessors, serial_blocks
from cupy._sparse.convert import csr_transpose
from cupy._sparse.launch import LANES, THREADS, checked, csr, each, lanes_for, pattern, run
from cupy._sparse.canonicalize import csr_sum_duplicates

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["csr_ic0", "csr_ilu0", "csr_solve_triangular"]

_SHORT = 8              # items of a row of factors that one of them takes
_AHEAD = 4              # items of a lane that takes a row with others


def _unknown(like: ndarray) -> ndarray:
    """An array all of whose bits are ones."""
    import cupy

    return cupy.full(like.nbytes // 4, -1, numpy.int32).view(like.dtype).reshape(like.shape)


def _floating(dtype: numpy.dtype) -> numpy.dtype:
    """The type to calculate in."""
    return dtype if dtype.char in "fdFD" else numpy.result_type(dtype, numpy.float64)


def csr_solve_triangular(parts: Sequence[ndarray], shape: Sequence[int], b: ndarray, lower: bool = True,
                         unit_diagonal: bool = False, trans: Literal['N', 'T', 'H'] = "N") -> ndarray:
    """Solution of a triangular system.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix.
    b : ndarray
        Right-hand sides, of one axis or of two.
    lower : bool, optional
        Which triangle of the matrix is meant; the other is not looked at.
    unit_diagonal : bool, optional
        Whether the diagonal counts as ones.
    trans : {'N', 'T', 'H'}, optional
        Whether the triangle is transposed, or its conjugate is.

    Returns
    -------
    ndarray
        Of the shape of `b`.  A zero on the diagonal gives infinities and NaN.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([2., 1., 4.]), cupy.array([0, 0, 1]), cupy.array([0, 1, 3])
    >>> sparse.csr_solve_triangular(parts, (2, 2), cupy.array([2., 9.]))
    array([1., 2.])
    """
    import cupy

    n = shape[0]
    if shape[1] != n or b.shape[:1] != (n,) or b.ndim > 2:
        raise ValueError(f"a square matrix is needed, of as many rows as b: not {shape} and {b.shape}")
    if trans not in ("N", "T", "H"):
        raise ValueError(f"trans is 'N', 'T' or 'H', not {trans!r}")
    if trans != "N":
        data, indices, indptr = csr_transpose(parts, shape)
        if trans == "H":
            data = data.conj()
        return csr_solve_triangular((data, indices, indptr), shape, b, not lower, unit_diagonal)
    data, indices, indptr, _, index = checked(parts, n)
    dtype = _floating(numpy.result_type(data.dtype, b.dtype))
    b = cupy.ascontiguousarray(b.astype(dtype, copy=False))
    if b.size == 0:
        return cupy.empty_like(b)
    out = cupy.empty_like(b) if serial_blocks() else _unknown(b)
    columns, lanes, ticket = b.size // n, 1, None
    if serial_blocks():
        blocks = max(1, min(multiprocessors(), columns, data.size * columns // 65536))
    else:
        lanes, ticket = lanes_for(data.size / n / _AHEAD), cupy.zeros(1, numpy.uint32)
        blocks = -(-b.size * lanes // THREADS)
    run("solve_triangular", dtype.char + index, blocks, a=csr(data.astype(dtype, copy=False), indices, indptr, n),
        x=b, out=out, ticket=ticket, columns=columns, lanes=lanes, upper=not lower, unit_diagonal=unit_diagonal)
    return out


def csr_ilu0(parts: Sequence[ndarray], shape: Sequence[int]) -> tuple[ndarray, ndarray, ndarray]:
    """Incomplete LU factors in the pattern of the matrix.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows.
    shape : tuple of int
        Of the matrix, which is square.

    Returns
    -------
    data, indices, indptr : ndarray
        Sorted: below the diagonal the factor L, whose diagonal are ones, from the diagonal on U.  Zero pivots give
        infinities and NaN.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([2., 1., 4., 3.]), cupy.array([0, 1, 0, 1]), cupy.array([0, 2, 4])
    >>> sparse.csr_ilu0(parts, (2, 2))[0]
    array([2., 1., 2., 1.])
    """
    return _factored(parts, shape, "factor_lu")


def csr_ic0(parts: Sequence[ndarray], shape: Sequence[int]) -> tuple[ndarray, ndarray, ndarray]:
    """Incomplete Cholesky factor in the pattern of the matrix.

    Parameters
    ----------
    parts : tuple of ndarray
        Elements, column numbers and starts of rows of the matrix or of its lower triangle.
    shape : tuple of int
        Of the matrix, which is square.

    Returns
    -------
    data, indices, indptr : ndarray
        Sorted: the factor up to the diagonal, behind it the elements of the matrix.  Where there is no such factor
        there are NaN.

    Examples
    --------
    >>> import cupy
    >>> from cupy._ext import sparse
    >>> parts = cupy.array([4., 2., 5.]), cupy.array([0, 0, 1]), cupy.array([0, 1, 3])
    >>> sparse.csr_ic0(parts, (2, 2))[0]
    array([2., 1., 2.])
    """
    return _factored(parts, shape, "factor_cholesky")


def _factored(parts: Sequence[ndarray], shape: Sequence[int], kernel: str) -> tuple[ndarray, ndarray, ndarray]:
    import cupy

    n = shape[0]
    if shape[1] != n:
        raise ValueError(f"a square matrix is needed, not one of shape {shape}")
    data, indices, indptr, _, index = checked(csr_sum_duplicates(parts, shape), n)
    dtype = _floating(data.dtype)
    data = data.astype(dtype)
    if data.size == 0:
        return data, indices, indptr
    places = cupy.empty(n, numpy.int64)
    a, blocks, lanes, out, ticket = pattern(indices, indptr), 1, 1, None, None
    each("diagonal", index, n, a=a, out=places)
    if not serial_blocks():
        lanes, out, ticket = 1 if data.size <= _SHORT * n else LANES, _unknown(data), cupy.zeros(1, numpy.uint32)
        blocks = -(-n * lanes // THREADS)
    run(kernel, dtype.char + index, blocks, a=a, diagonal=places, data=data, out=out, ticket=ticket, lanes=lanes)
    return data if out is None else out, indices, indptr
