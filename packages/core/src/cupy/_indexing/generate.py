"""Indices made from shapes and from other indices."""
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

from cupy._core import selection
from cupy._core.by_numpy import numpy_of_few
from cupy._core.few import unravel_few
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty, ones
from cupy._core.layout import unravel
from cupy._core.from_data import asarray
from cupy._core.subclass import drops_class
from cupy._core.target import synchronous
from cupy._creation.matrix import tri
from cupy._creation.ranges import arange
from cupy._indexing.bounds import check_bounds
from cupy._core.arguments import as_array
from cupy._core.options import clip_mode, plain_text

if TYPE_CHECKING:
    from numpy.typing import DTypeLike
    from cupy._core.options import Int
    from cupy.typing import ArrayLike

__all__ = ["diag_indices", "diag_indices_from", "indices", "ix_", "mask_indices",
           "ravel_multi_index", "tril_indices", "tril_indices_from", "triu_indices",
           "triu_indices_from", "unravel_index"]

_LARGEST = 2**63 - 1


def indices(dimensions: Sequence[SupportsIndex], dtype: DTypeLike = int,
            sparse: bool = False) -> ndarray | tuple[ndarray, ...]:
    """Index of every element of an array, along each axis.

    Parameters
    ----------
    dimensions : tuple of ints
        Shape of the array.
    dtype : data-type, optional
        Type of the result.
    sparse : bool, optional
        Return arrays that only broadcast to the shape.

    Returns
    -------
    ndarray or tuple of ndarray
        One array with the axes in front, or with `sparse` one for each axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.indices((2, 2))[1]
    array([[0, 1],
           [0, 1]])
    """
    sizes = tuple(map(operator.index, dimensions))
    n = len(sizes)
    along = [arange(size, dtype=dtype).reshape((1,) * i + (size,) + (1,) * (n - i - 1))
             for i, size in enumerate(sizes)]
    if sparse:
        return tuple(along)
    result = empty((n, *dimensions), dtype)
    for i, index in enumerate(along):
        result[i] = index
    return result


def ix_(*args: Sequence[SupportsIndex] | bool) -> tuple[ndarray, ...]:
    """Index arrays that select every combination of positions.

    Parameters
    ----------
    *args : one-dimensional sequences of int or bool
        Positions along each axis, or masks.

    Returns
    -------
    tuple of ndarray
        Arrays that broadcast against each other.

    Raises
    ------
    ValueError
        If an argument has not one dimension.

    Examples
    --------
    >>> import cupy
    >>> cupy.arange(10).reshape(2, 5)[cupy.ix_([0, 1], [2, 4])]
    array([[2, 4],
           [7, 9]])
    """
    result = []
    for i, arg in enumerate(args):
        a = as_array(arg)
        if a.size == 0 and not isinstance(arg, ndarray):
            a = a.astype(numpy.intp)
        if a.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if a.dtype == bool:
            a = selection.nonzero(a)[0]
        result.append(a.reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)))
    return tuple(result)


def diag_indices(n: Int, ndim: Int = 2) -> tuple[ndarray, ...]:
    """Indices of the main diagonal of an array of equally long axes.

    Parameters
    ----------
    n : int
        Length of each axis.
    ndim : int, optional
        Number of axes.

    Returns
    -------
    tuple of ndarray
        Indices along each axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.diag_indices(2)
    (array([0, 1]), array([0, 1]))
    """
    return (arange(n),) * ndim


def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Indices of the main diagonal of a given array.

    Parameters
    ----------
    arr : ndarray
        Array of at least two equally long axes.

    Returns
    -------
    tuple of ndarray
        Indices along each axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.diag_indices_from(cupy.zeros((2, 2)))
    (array([0, 1]), array([0, 1]))
    """
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def tril_indices(n: Int, k: Int = 0, m: Int | None = None) -> tuple[ndarray, ...]:
    """Indices of the lower triangle of a matrix.

    Parameters
    ----------
    n : int
        Rows.
    k : int, optional
        Diagonal up to which elements belong to the triangle.
    m : int, optional
        Columns; `n` if not given.

    Returns
    -------
    tuple of ndarray
        Rows and columns.

    Examples
    --------
    >>> import cupy
    >>> cupy.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    return tuple(selection.nonzero(tri(n, m, k, bool)))


def triu_indices(n: Int, k: Int = 0, m: Int | None = None) -> tuple[ndarray, ...]:
    """Indices of the upper triangle of a matrix.

    Parameters
    ----------
    n : int
        Rows.
    k : int, optional
        Diagonal from which on elements belong to the triangle.
    m : int, optional
        Columns; `n` if not given.

    Returns
    -------
    tuple of ndarray
        Rows and columns.

    Examples
    --------
    >>> import cupy
    >>> cupy.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return tuple(selection.nonzero(~tri(n, m, k - 1, bool)))


def _check_matrix(arr: ndarray) -> None:
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")


def tril_indices_from(arr: ndarray, k: Int = 0) -> tuple[ndarray, ...]:
    """Indices of the lower triangle of a given matrix.

    Parameters
    ----------
    arr : ndarray
        The matrix.
    k : int, optional
        Diagonal up to which elements belong to the triangle.

    Returns
    -------
    tuple of ndarray
        Rows and columns.

    Examples
    --------
    >>> import cupy
    >>> cupy.tril_indices_from(cupy.zeros((2, 2)))
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    _check_matrix(arr)
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr: ndarray, k: Int = 0) -> tuple[ndarray, ...]:
    """Indices of the upper triangle of a given matrix.

    Parameters
    ----------
    arr : ndarray
        The matrix.
    k : int, optional
        Diagonal from which on elements belong to the triangle.

    Returns
    -------
    tuple of ndarray
        Rows and columns.

    Examples
    --------
    >>> import cupy
    >>> cupy.triu_indices_from(cupy.zeros((2, 2)))
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    _check_matrix(arr)
    return triu_indices(arr.shape[0], k, arr.shape[1])


def mask_indices(n: SupportsIndex, mask_func: Callable[..., Any], k: ArrayLike = 0) -> tuple[ndarray, ...]:
    """Indices that a masking function such as `triu` keeps of a square matrix.

    Parameters
    ----------
    n : int
        Rows and columns.
    mask_func : callable
        Function of a matrix and `k` that sets elements to zero.
    k : scalar, optional
        Second argument of the function.

    Returns
    -------
    tuple of ndarray
        Rows and columns.

    Examples
    --------
    >>> import cupy
    >>> cupy.mask_indices(2, cupy.triu)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return tuple(selection.nonzero(mask_func(ones((n, n), int), k)))


def _checked_order(order: Any) -> Any:
    if not isinstance(order, str) and order is not None:
        raise TypeError(f"order must be str, not {type(order).__name__}")
    if order not in (None, "C", "F"):
        raise ValueError("only 'C' or 'F' order is permitted")
    return plain_text(order) or "C"


def unravel_index(indices: ArrayLike, shape: Sequence[SupportsIndex],
                  order: Literal["C", "F"] = "C") -> tuple[ndarray, ...]:
    """Indices along each axis of positions in the flattened array.

    Parameters
    ----------
    indices : array_like of int
        Positions.
    shape : tuple of ints
        Shape of the array.
    order : {'C', 'F'}, optional
        Order in which the array is flattened.

    Returns
    -------
    tuple of ndarray
        Indices along each axis.

    Raises
    ------
    ValueError
        If a position is out of bounds; positions in device memory are waited for.

    Examples
    --------
    >>> import cupy
    >>> cupy.unravel_index(cupy.array([22, 41]), (7, 6))
    (array([3, 6]), array([4, 5]))
    """
    order = _checked_order(order)
    sizes = tuple(map(operator.index, shape if isinstance(shape, Iterable) else (shape,)))
    if math.prod(sizes) > _LARGEST:
        raise ValueError("dimensions are too large; arrays and shapes with a total size greater than 'intp' "
                         "are not supported.")
    if not isinstance(indices, ndarray):
        host: Any = indices
        return tuple(asarray(x) for x in numpy.unravel_index(host, sizes, order))
    if order == "C" and (found := unravel_few(indices, sizes)) is not None:
        return found
    if indices.dtype.kind not in "biu":
        raise TypeError("only int indices permitted")
    size = math.prod(sizes)
    if indices.dtype.kind == "b":
        indices = indices.astype(numpy.int64)
    check_bounds(indices, 0, size, f"index is out of bounds for array with size {size}",
                 ValueError, always=True)
    return unravel(indices.astype(numpy.int64, copy=False), sizes, order)


def _numpys_ravel(multi_index: Any, dims: Any, mode: Any = "wrap", order: Any = "C") -> Any:
    return numpy.ravel_multi_index(multi_index, dims, mode, order)


@numpy_of_few(theirs=_numpys_ravel)
@drops_class
def ravel_multi_index(multi_index: Sequence[ArrayLike], dims: Sequence[SupportsIndex],
                      mode: Literal["wrap", "clip", "raise"] | tuple[Any, ...] = "wrap",
                      order: Literal["C", "F"] = "C") -> ndarray:
    """Positions in the flattened array of indices along each axis.

    Parameters
    ----------
    multi_index : tuple of array_like of int
        Indices along each axis.
    dims : tuple of ints
        Shape of the array.
    mode : {'wrap', 'clip', 'raise'} or tuple of them, optional
        What to do with indices outside an axis: take them modulo its length, the default (NumPy's is 'raise');
        take the nearest end; or raise, for which indices in device memory are waited for.
    order : {'C', 'F'}, optional
        Order in which the array is flattened.

    Returns
    -------
    ndarray of int64
        Positions.

    Raises
    ------
    ValueError
        If an index is out of bounds, or their number does not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.ravel_multi_index((cupy.array([3, 6]), cupy.array([4, 5])), (7, 6))
    array([22, 41])
    """
    dims = tuple(map(operator.index, dims))
    order = _checked_order(order)
    index, sizes = [as_array(x) for x in multi_index], [operator.index(n) for n in dims]
    if len(index) != len(sizes):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(sizes)}")
    modes = tuple(map(clip_mode, mode if isinstance(mode, (tuple, list)) else (mode,) * len(sizes)))
    if len(modes) != len(sizes):
        raise ValueError(f"mode must have {len(sizes)} entries, one for each axis")
    if 0 in sizes and any(x.size for x in index):
        raise ValueError("cannot unravel if shape has zero entries (is empty).")
    if any(x.dtype.kind not in "biu" for x in index):
        raise TypeError("only int indices permitted")
    if math.prod(sizes) > _LARGEST:
        raise ValueError("invalid dims: array size defined by dims is larger than the maximum possible size.")
    position: Any = 0
    axes = range(len(sizes)) if order == "C" else range(len(sizes) - 1, -1, -1)
    for i in axes:
        x, n = index[i].astype(numpy.int64, copy=False), sizes[i]
        if modes[i] == "wrap":
            if not (synchronous() and x.size and x.min() >= 0 and x.max() < n):     # a division takes longer
                x = x % n
        elif modes[i] == "clip":
            x = x.clip(0, n - 1)
        else:
            check_bounds(x, 0, n, "invalid entry in coordinates array", ValueError, always=True)
        position = position * n + x
    return position
