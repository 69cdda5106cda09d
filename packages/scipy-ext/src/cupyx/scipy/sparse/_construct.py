"""Matrices made of diagonals: identities, given diagonals."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy
from numpy.typing import DTypeLike

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._format import class_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import Sparse, sparray, spmatrix
    from cupyx.scipy.sparse._data import Data

__all__ = ["diags", "diags_array", "eye", "eye_array", "identity", "spdiags"]


def eye_like(a: Data | Sparse) -> Sparse:
    """The identity as ``a ** 0`` gives it: diagonals of the array family, as in SciPy."""
    return _ones(a.shape[0], a.shape[0], 0, a.dtype, "dia", "array")


def _ones(m: Int, n: Int | None, k: Int, dtype: DTypeLike, format: str | None, family: str) -> Sparse:
    m, k = int(m), operator.index(k)
    n = m if n is None else int(n)
    dtype = _arguments.value_dtype(dtype, float)
    if m < 0 or n < 0:
        raise ValueError("'shape' elements cannot be negative")
    if not -m <= k <= n:
        raise ValueError(f"Offset {k} (index 0) out of bounds")
    if format not in (None, "dia", "coo", "csr", "csc"):
        return _ones(m, n, k, dtype, "csr", family).asformat(format)
    length = max(0, min(m + min(k, 0), n - max(k, 0)))
    index, cls = _arguments.get_index_dtype(maxval=max(m, n)), class_of(format or "dia", family)
    if cls.format == "dia":
        return cls._make(cupy.ones((1, n), dtype), cupy.full(1, k, index), (m, n))
    data, first = cupy.ones(length, dtype), cupy.arange(length, dtype=index)
    row, col = first + max(-k, 0), first + max(k, 0)
    if cls.format == "coo":
        return cls._make(data, (row, col), (m, n), canonical=True)
    count, before, minor = (n, max(k, 0), row) if cls._flip else (m, max(-k, 0), col)
    starts = (cupy.arange(count + 1, dtype=index) - before).clip(0, length)
    return cls._make((data, minor, starts), None, (m, n), canonical=True)


def eye(m: Int, n: Int | None = None, k: Int = 0, dtype: DTypeLike = float, format: str | None = None) -> Sparse:
    """A matrix with ones on a diagonal.

    Parameters
    ----------
    m, n : int
        Rows and columns; as many columns as rows if `n` is not given.
    k : int, optional
        How far the diagonal lies above the main one.
    dtype : dtype, optional
        Type of the values.
    format : str, optional
        Format; ``"dia"`` if not given.

    Returns
    -------
    sparse matrix
        With ones.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.eye(2, 3, k=1).toarray()
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    return _ones(m, n, k, dtype, format, "matrix")


def eye_array(m: Int, n: Int | None = None, *, k: Int = 0, dtype: DTypeLike = float,
              format: str | None = None) -> Sparse:
    """An array with ones on a diagonal; as `eye`, of the array family.

    Parameters
    ----------
    m, n : int
        Rows and columns; as many columns as rows if `n` is not given.
    k : int, optional
        How far the diagonal lies above the main one.
    dtype : dtype, optional
        Type of the values.
    format : str, optional
        Format; ``"dia"`` if not given.

    Returns
    -------
    sparse array
        With ones.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.eye_array(3, format="csr").sum(axis=0)
    array([1., 1., 1.])
    """
    return _ones(m, n, k, dtype, format, "array")


def identity(n: Int, dtype: DTypeLike = "d", format: str | None = None) -> Sparse:
    """The identity matrix.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype : dtype, optional
        Type of the values.
    format : str, optional
        Format; ``"dia"`` if not given.

    Returns
    -------
    sparse matrix
        With ones on its diagonal.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.identity(2, format="csr").indices
    array([0, 1], dtype=int32)
    """
    return _ones(n, n, 0, dtype, format, "matrix")


#: The dtype that is not given.
_FLOATING = object()


def _offsets(offsets: numpy.ndarray[Any, Any]) -> list[int]:
    """Offsets as numbers of the host."""
    if isinstance(offsets, cupy.ndarray):
        offsets = offsets.get()
    return [operator.index(k) for k in numpy.atleast_1d(offsets).tolist()]


def _of_diagonals(diagonals: Any, offsets: Any, shape: tuple[int, ...] | Sequence[Int] | None, format: str | None,
                  dtype: object | str | None, family: str) -> Data:
    single = numpy.ndim(offsets) == 0
    if single:
        if not len(diagonals) or getattr(diagonals, "ndim", numpy.ndim(diagonals[0]) + 1) == 1:
            diagonals = [diagonals]
        elif len(diagonals) != 1:
            raise ValueError("Different number of diagonals and offsets.")
    offsets = _offsets(offsets)
    diagonals = [cupy.atleast_1d(cupy.asarray(d)) for d in diagonals]
    if len(diagonals) != len(offsets):
        raise ValueError("Different number of diagonals and offsets.")
    if len(set(offsets)) != len(offsets):
        raise ValueError("offset array contains duplicate values")
    if shape is None:
        if not diagonals:
            raise ValueError("a shape is needed where there are no diagonals")
        size = diagonals[0].size + abs(offsets[0])
        shape = size, size
    m, n = _arguments.check_shape(shape)
    if dtype is None or dtype is _FLOATING:
        common = numpy.result_type(*[d.dtype for d in diagonals]) if diagonals else numpy.dtype(float)
        dtype = numpy.dtype(float) if dtype is _FLOATING and common.kind in "biu" else common
    width = max([0, *(min(m + k, n - k) + max(0, k) for k in offsets)])
    data = cupy.zeros((len(offsets), width), _arguments.value_dtype(dtype))
    for i, (k, d) in enumerate(zip(offsets, diagonals, strict=True)):
        first, length = max(0, k), min(m + k, n - k, min(m, n))
        if length < 0:
            raise ValueError(f"Offset {k} (index {i}) out of bounds")
        if d.ndim != 1 or d.size != 1 and d.size < length:
            raise ValueError(f"Diagonal length (index {i}: {d.size} at offset {k}) does not agree with array "
                             f"size ({m}, {n}).")
        data[i, first:first + length] = d[:max(length, 1)]
    index = _arguments.get_index_dtype(maxval=max(m, n))
    return class_of("dia", family)._make(data, cupy.asarray(offsets, dtype=index), (m, n)).asformat(format)


def diags(diagonals: Sequence[ArrayLike], offsets: Int | Sequence[Int] = 0, shape: Sequence[Int] | None = None,
          format: str | None = None, dtype: Any = _FLOATING) -> Data:
    """A matrix of diagonals.

    Parameters
    ----------
    diagonals : sequence of arrays
        The diagonals; one number stands for all elements of its diagonal.
    offsets : int or sequence of int, optional
        How far each lies above the main diagonal.
    shape : tuple of int, optional
        The shape; the smallest square that holds the first diagonal if not given.
    format : str, optional
        Format; ``"dia"`` if not given.
    dtype : dtype, optional
        Type of the values; that of the diagonals, and float64 for integers, if not given. With None integers stay.

    Returns
    -------
    sparse matrix
        With these diagonals.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.diags([[1., 2.], [5.]], [0, 1]).toarray()
    array([[1., 5.],
           [0., 2.]])
    """
    return _of_diagonals(diagonals, offsets, shape, format, dtype, "matrix")


def diags_array(diagonals: Sequence[ArrayLike], /, *, offsets: Int | Sequence[Int] = 0,
                shape: Sequence[Int] | None = None, format: str | None = None, dtype: Any = _FLOATING) -> Data:
    """An array of diagonals; as `diags`, of the array family.

    Parameters
    ----------
    diagonals : sequence of arrays
        The diagonals; one number stands for all elements of its diagonal.
    offsets : int or sequence of int, optional
        How far each lies above the main diagonal.
    shape : tuple of int, optional
        The shape; the smallest square that holds the first diagonal if not given.
    format : str, optional
        Format; ``"dia"`` if not given.
    dtype : dtype, optional
        Type of the values; that of the diagonals, and float64 for integers, if not given. With None integers stay.

    Returns
    -------
    sparse array
        With these diagonals.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.diags_array([1., 2.], offsets=1).shape
    (3, 3)
    """
    return _of_diagonals(diagonals, offsets, shape, format, dtype, "array")


def spdiags(data: Any, diags: SupportsIndex | Sequence[SupportsIndex], m: Any = None,
            n: SupportsIndex | tuple[Any, ...] | None = None, format: str | None = None) -> spmatrix | sparray:
    """A matrix of diagonals that are rows of an array, in which an element's place is its column.

    Parameters
    ----------
    data : array
        A row for each diagonal.
    diags : int or sequence of int
        How far each lies above the main diagonal.
    m, n : int, or tuple of int and None
        Rows and columns; if not given, as many as `data` has columns.
    format : str, optional
        Format; ``"dia"`` if not given.

    Returns
    -------
    sparse matrix
        With these diagonals.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.spdiags(cupy.asarray([[1, 2, 3]]), 1, 3, 3).toarray()
    array([[0, 2, 0],
           [0, 0, 3],
           [0, 0, 0]])
    """
    if n is not None:
        shape = m, n
    elif m is not None:
        shape = tuple(m)
    else:
        size = data.shape[-1] if hasattr(data, "shape") else len(data[0])
        shape = size, size
    return class_of("dia", "matrix")((data, diags), shape=shape).asformat(format)
