"""Minkowski distances of vectors and of matrices of vectors."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy

from cupy._ext import as_array

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = ["distance_matrix", "minkowski_distance", "minkowski_distance_p"]


def minkowski_distance_p(x: ArrayLike, y: ArrayLike, p: float = 2.0) -> ndarray:
    """Distances to the power `p`, along the last axis: without the root.

    Parameters
    ----------
    x, y : (..., N) array_like
        The vectors; other axes are broadcast together.
    p : float, optional
        The power, at least 1.

    Returns
    -------
    (...) ndarray
        Of the broadcast shape of the other axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import minkowski_distance_p
    >>> minkowski_distance_p(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]))
    array(25.)
    """
    x, y = as_array(x, "x"), as_array(y, "y")
    dtype = numpy.result_type(x.dtype, y.dtype, "d")
    apart = abs(y.astype(dtype, copy=False) - x.astype(dtype, copy=False))
    if p == numpy.inf:
        return apart.max(axis=-1)
    return apart.sum(axis=-1) if p == 1 else (apart ** p).sum(axis=-1)


def minkowski_distance(x: ArrayLike, y: ArrayLike, p: float = 2.0) -> ndarray:
    """Distances along the last axis.

    Parameters
    ----------
    x, y : (..., N) array_like
        The vectors; other axes are broadcast together.
    p : float, optional
        The power, at least 1; infinity for the largest difference.

    Returns
    -------
    (...) ndarray
        Of the broadcast shape of the other axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import minkowski_distance
    >>> minkowski_distance(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]))
    array(5.)
    """
    result = minkowski_distance_p(x, y, p)
    return result if p in (1, numpy.inf) else result ** (1.0 / p)


def distance_matrix(x: ArrayLike, y: ArrayLike, p: float = 2.0, threshold: SupportsIndex = 1000000) -> ndarray:
    """Distances of each vector of one set to each of another.

    Parameters
    ----------
    x : (M, N) array_like
        Rows of the result.
    y : (K, N) array_like
        Its columns.
    p : float, optional
        The power, at least 1; infinity for the largest difference.
    threshold : int, optional
        Accepted for SciPy's signature.

    Returns
    -------
    (M, K) ndarray
        The distances.

    Raises
    ------
    ValueError
        If the vectors differ in length.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import distance_matrix
    >>> distance_matrix(cupy.array([[0.0, 0.0]]), cupy.array([[0.0, 1.0], [3.0, 4.0]]))
    array([[1., 5.]])
    """
    from cupyx.scipy.spatial.distance import cdist

    x, y = as_array(x, "x"), as_array(y, "y")
    if x.ndim != 2 or y.ndim != 2 or x.shape[1] != y.shape[1]:
        raise ValueError(f"x contains {x.shape[-1]}-dimensional vectors but y contains {y.shape[-1]}-dimensional "
                         "vectors")
    if x.dtype.kind == "c" or y.dtype.kind == "c":
        return minkowski_distance(x[:, None], y, p)
    return cdist(x, y, "minkowski", p=p)
