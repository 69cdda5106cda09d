"""Norms of vectors and matrices."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cupy._core.axes import normalize_axis_index, normalize_axis_tuple
from cupy._core.subclass import drops_class
from cupy._math.sumprod import amax, amin, sum
from cupy._core.arguments import as_array
from cupy._ops import reductions
from cupy._ops.arithmetic import absolute
from cupy._ops.logic import not_equal

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["matrix_norm", "norm", "vector_norm"]


@drops_class
def norm(x: ArrayLike, ord: float | str | None = None, axis: int | tuple[int, ...] | None = None,
         keepdims: bool = False) -> ndarray:
    """Norm of a matrix or of a vector.

    Parameters
    ----------
    x : array_like
        The elements; one or two axes unless `axis` or no `ord` is given.
    ord : {int, float, inf, -inf, 'fro', 'nuc'}, optional
        Which norm, see `numpy.linalg.norm`; the root of the sum of squares if not given.
    axis : int or 2-tuple of ints, optional
        The axis of vectors, or the two of matrices.
    keepdims : bool, optional
        Keep the axes, with length one.

    Returns
    -------
    ndarray
        0-d without `axis`, else of the shape of the other axes.

    Raises
    ------
    ValueError
        For an unknown `ord`, or the wrong number of axes.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.norm(cupy.array([3.0, 4.0]))
    array(5.)
    """
    x = as_array(x, "x", True)
    if x.dtype.kind in "biu":
        x = x.astype("d")
    if axis is None:
        if ord is None or (ord in ("f", "fro") and x.ndim == 2) or (ord == 2 and x.ndim == 1):
            return _root_of_squares(x, None, keepdims)
        axis = tuple(range(x.ndim))
    elif not isinstance(axis, tuple):
        try:
            axis = (int(axis),)
        except Exception as error:
            raise TypeError("'axis' must be None, an integer or a tuple of integers") from error
    if len(axis) == 1:
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        return _of_vectors(x, ord, axis, keepdims)
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    rows, columns = (normalize_axis_index(k, x.ndim) for k in axis)
    if rows == columns:
        raise ValueError("Duplicate axes given.")
    return _of_matrices(x, ord, rows, columns, keepdims)


def _root_of_squares(x: ndarray, axis: Any, keepdims: bool) -> ndarray:
    return reductions.norm(x, axis, None, None, keepdims)


def _largest(x: ndarray, axis: Any, keepdims: bool = False) -> ndarray:
    """Maximum of items that are not negative; of none it is 0."""
    return amax(x, axis, keepdims=keepdims) if x.size else amax(x, axis, keepdims=keepdims, initial=0)


def _of_vectors(x: ndarray, ord: Any, axis: Any, keepdims: bool) -> ndarray:
    """Norm over all of some axes."""
    if ord is None or ord == 2:
        return _root_of_squares(x, axis, keepdims)
    if ord == math.inf:
        return _largest(absolute(x), axis, keepdims)
    if ord == -math.inf:
        return amin(absolute(x), axis, keepdims=keepdims)
    size = absolute(x)
    if ord == 0:
        return sum(not_equal(x, 0).astype(size.dtype), axis, keepdims=keepdims)
    if ord == 1:
        return sum(size, axis, keepdims=keepdims)
    return sum(size ** ord, axis, keepdims=keepdims) ** (1 / ord)


def _of_matrices(x: ndarray, ord: Any, rows: int, columns: int, keepdims: bool) -> ndarray:
    both = rows, columns
    if ord is None or ord in ("f", "fro"):
        return _root_of_squares(x, both, keepdims)
    if ord in (1, -1, math.inf, -math.inf):
        added, left = both if ord in (1, -1) else (columns, rows)
        choose = _largest if ord > 0 else amin
        return choose(sum(absolute(x), added, keepdims=True), both, keepdims=keepdims)
    if ord not in (2, -2, "nuc"):
        raise ValueError("Invalid norm order for matrices.")
    result = _of_singular_values(x, ord, both)
    if not keepdims:
        return result
    shape = list(x.shape)
    shape[rows] = shape[columns] = 1
    return result.reshape(shape)


def _of_singular_values(x: ndarray, ord: Any, axes: tuple[int, ...]) -> ndarray:
    from cupy._manipulation.transpose import moveaxis
    from cupy.linalg._factorize import svdvals

    values = svdvals(moveaxis(x, axes, (-2, -1)))
    if ord == "nuc":
        return sum(values, -1)
    return _largest(values, -1) if ord == 2 else values.min(axis=-1)


@drops_class
def vector_norm(x: ArrayLike, /, *, axis: Ints | None = None, keepdims: bool = False, ord: float = 2) -> ndarray:
    """Norm of vectors, over any number of axes.

    Parameters
    ----------
    x : array_like
        The elements.
    axis : int or tuple of ints, optional
        The axes of each vector; all if not given.
    keepdims : bool, optional
        Keep the axes, with length one.
    ord : {int, float, inf, -inf}, optional
        Which norm.

    Returns
    -------
    ndarray
        Of the shape of the axes that remain; 0-d for all of them.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.vector_norm(cupy.array([[3.0, 0.0], [0.0, -4.0]]), ord=1)
    array(7.)
    """
    x = as_array(x, "x", True)
    if x.dtype.kind in "biu":
        x = x.astype("d")
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    if x.ndim == 0:
        x, axes = x.reshape(1), (0,)
        return _of_vectors(x, ord, axes, False)
    return _of_vectors(x, ord, axes, keepdims)


@drops_class
def matrix_norm(x: ArrayLike, /, *, keepdims: bool = False, ord: float | str | None = "fro") -> ndarray:
    """Norm of matrices, which are the last two axes.

    Parameters
    ----------
    x : (..., M, N) array_like
        The matrices.
    keepdims : bool, optional
        Keep the axes, with length one.
    ord : {1, -1, 2, -2, inf, -inf, 'fro', 'nuc'}, optional
        Which norm.

    Returns
    -------
    (...) ndarray
        One for each matrix.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.matrix_norm(cupy.array([[3.0, 0.0], [0.0, 4.0]]), ord="nuc")
    array(7.)
    """
    return norm(x, axis=(-2, -1), keepdims=keepdims, ord=ord)
