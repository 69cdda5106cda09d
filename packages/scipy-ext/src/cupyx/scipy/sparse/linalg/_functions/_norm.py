"""Norms of sparse matrices."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["norm"]


def norm(x: spmatrix | sparray | ArrayLike, ord: Any = None, axis: Int | Sequence[Int] | None = None) -> cupy.ndarray:
    """A norm of a sparse matrix, or of its rows or columns.

    Parameters
    ----------
    x : sparse matrix or array
        What to measure.
    ord : {None, "fro", 1, -1, 2, inf, -inf} or number, optional
        Of a matrix: Frobenius' norm, if not given; greatest and least sums of columns (1, -1) and rows (inf, -inf) of
        absolute values; the greatest singular value (2). Of rows and columns: any number, 2 if not given.
    axis : int or tuple of int, optional
        The axis along which rows or columns are measured, or both; the whole matrix if not given.

    Returns
    -------
    cupy.ndarray
        Without axes, or with one for norms of rows or columns.

    Raises
    ------
    TypeError
        If `x` is not sparse, or `axis` no integer.
    ValueError
        For another `ord` or `axis`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import norm
    >>> a = sparse.csr_matrix(cupy.asarray([[3., 4.], [0., 1.]]))
    >>> norm(a, axis=1)
    array([5., 1.])
    >>> norm(a, 1)
    array(5.)
    """
    x = from_host(x)
    if not issparse(x):
        raise TypeError("input is not sparse. use cupy.linalg.norm")
    if axis is None:
        axes = tuple(range(x.ndim))
    elif isinstance(axis, tuple):
        axes = axis
    else:
        axes = (_integer(axis),)
    if len(axes) not in (1, 2):
        raise ValueError("Improper number of dimensions to norm.")
    if not all(-x.ndim <= a < x.ndim for a in axes):
        raise ValueError(f"Invalid axis {axis!r} for an array with shape {x.shape!r}")
    if len(axes) == 1:
        return _of_vectors(x, ord, axes[0])
    row, column = (a % x.ndim for a in axes)
    if row == column:
        raise ValueError("Duplicate axes given.")
    return _of_matrix(x, ord, row, column)


def _integer(axis: Any) -> int:
    try:
        number = int(axis)
    except TypeError as error:
        raise TypeError("'axis' must be None, an integer or a tuple of integers") from error
    if number != axis:
        raise TypeError("'axis' must be None, an integer or a tuple of integers")
    return number


def _of_matrix(x: Any, ord: float | str | None, row: int, column: int) -> cupy.ndarray:
    if ord in (None, "f", "fro"):
        a = x.tocsr()
        a._settle()
        return cupy.linalg.norm(a.data if a.dtype.kind in "fc" else a.data.astype(float))
    if ord == 2:
        from cupyx.scipy.sparse.linalg import svds

        return svds(x, 1, return_singular_vectors=False)[0]
    if ord == -2:
        raise NotImplementedError("the smallest singular value: use svds(x, 1, which='SM')")
    if ord in (1, -1, numpy.inf, -numpy.inf):
        sums = abs(x.tocsr()).sum(axis=row if abs(ord) == 1 else column)
        return sums.max() if ord > 0 else sums.min()
    raise ValueError("Invalid norm order for matrices.")


def _of_vectors(x: Any, ord: Any, axis: Any) -> cupy.ndarray:
    a = abs(x.tocsr())
    if ord in (numpy.inf, -numpy.inf):
        found = a.max(axis=axis) if ord > 0 else a.min(axis=axis)
        return cupy.asarray(found.toarray() if issparse(found) else found).ravel()
    if ord == 0:
        return cupy.asarray((a != 0).sum(axis=axis)).ravel()
    if ord == 1:
        return cupy.asarray(a.sum(axis=axis)).ravel()
    try:
        power = 2 if ord is None else ord + 0
    except TypeError as error:
        raise ValueError("Invalid norm order for vectors.") from error
    if isinstance(power, str):
        raise ValueError("Invalid norm order for vectors.")
    sums = cupy.asarray(a.power(power).sum(axis=axis)).ravel()
    return cupy.sqrt(sums) if power == 2 else sums ** (1 / power)
