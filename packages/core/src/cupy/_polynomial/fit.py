"""Polynomials from points, and their roots; both rest on linear algebra."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy
from numpy.exceptions import RankWarning

from cupy._core.constructors import empty, zeros
from cupy._core.from_data import array
from cupy._creation.matrix import vander
from cupy._indexing.search import nonzero
from cupy._manipulation.join import concatenate
from cupy._core.arguments import as_array
from cupy._ops.explog import sqrt
from cupy._polynomial.coefficients import coefficients

if TYPE_CHECKING:
    from cupy._core.options import Int
    from cupy._core.ndarray import ndarray
    from cupy._polynomial.poly1d import poly1d
    from cupy.typing import ArrayLike

__all__ = ["polyfit", "roots"]


@overload
def polyfit(x: ArrayLike, y: ArrayLike, deg: Int, rcond: float | None = ..., full: Literal[False] = ...,
            w: ArrayLike | None = ..., cov: Literal[False] = ...) -> ndarray: ...
@overload
def polyfit(x: ArrayLike, y: ArrayLike, deg: Int, rcond: float | None = ..., full: Literal[False] = ...,
            w: ArrayLike | None = ..., *, cov: Literal[True, "unscaled"]) -> tuple[ndarray, ndarray]: ...
@overload
def polyfit(x: ArrayLike, y: ArrayLike, deg: Int, rcond: float | None = ..., full: bool = ...,
            w: ArrayLike | None = ..., cov: bool | Literal["unscaled"] = ...) -> Any: ...
def polyfit(x: ArrayLike, y: ArrayLike, deg: Int, rcond: float | None = None, full: bool = False,
            w: ArrayLike | None = None, cov: bool | Literal["unscaled"] = False) -> Any:
    """Polynomial of a degree with the least squares of distances to points.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the points; `y` may have a column for each set of points.
    deg : int
        The degree.
    rcond : float, optional
        Singular values that are smaller, relative to the largest, do not count.
    full : bool, optional
        Whether to return more about the solution.
    w : array_like, optional
        Weights of the distances.
    cov : bool or 'unscaled', optional
        Whether to return the covariances of the coefficients.

    Returns
    -------
    p : ndarray
        Coefficients, the highest power first.
    residuals, rank, singular_values, rcond
        Only with `full`: what `cupy.linalg.lstsq` returns.
    V : ndarray
        Only with `cov`, and without `full`: covariances of the coefficients.

    Raises
    ------
    ValueError
        If the degree is negative, or there are too few points to scale covariances.
    TypeError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.polyfit(cupy.array([0.0, 1.0, 2.0]), cupy.array([1.0, 3.0, 5.0]), 1).round(6)
    array([2., 1.])
    """
    order = int(deg) + 1
    x, y = as_array(x, "x") + 0.0, as_array(y, "y") + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if not 1 <= y.ndim <= 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    if rcond is None:
        rcond = x.size * numpy.finfo(x.dtype).eps
    matrix, right = vander(x, order), y
    if w is not None:
        w = as_array(w, "w") + 0.0
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if w.shape[0] != y.shape[0]:
            raise TypeError("expected w and y to have the same length")
        matrix = matrix * w[:, None]
        right = right * (w[:, None] if y.ndim == 2 else w)
    # Columns of one length make the matrix better conditioned.
    scale = sqrt((matrix * matrix).sum(axis=0))
    matrix = matrix / scale
    from cupy.linalg._solve import inv, lstsq
    result, residuals, rank, singular = lstsq(matrix, right, rcond)
    result = (result.T / scale).T
    if full:
        return result, residuals, rank, singular, rcond
    if int(rank) != order:
        warnings.warn("Polyfit may be poorly conditioned", RankWarning, stacklevel=2)
    if not cov:
        return result
    covariance = inv(matrix.T @ matrix) / (scale[:, None] * scale)
    if cov != "unscaled":
        if x.size <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        factor = residuals / (x.size - order)
        covariance = covariance * factor if y.ndim == 1 else covariance[:, :, None] * factor
    elif y.ndim == 2:
        covariance = covariance[:, :, None]
    return result, covariance


def roots(p: ArrayLike | poly1d) -> ndarray:
    """Roots of a polynomial: the eigenvalues of its companion matrix.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray
        The roots; how many waits for the device.

    Raises
    ------
    ValueError
        If there is more than one axis.

    Examples
    --------
    >>> import cupy
    >>> abs(cupy.roots(cupy.array([1.0, 0.0, 1.0])))
    array([1., 1.])
    """
    p = coefficients(p)
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    occupied = nonzero(p)[0]
    if occupied.size == 0:
        return array([])
    first, last = (int(k) for k in occupied[[0, -1]].get())
    trailing = p.size - last - 1
    p = p[first:last + 1]
    if p.dtype.kind not in "fc":
        p = p.astype(float)
    if p.size == 1:
        return concatenate([empty(0), zeros(trailing)])
    from cupy.linalg._eigen import eigvals
    companion = zeros((p.size - 1,) * 2, p.dtype)
    companion.ravel()[p.size - 1::p.size] = 1
    companion[0] = -p[1:] / p[0]
    result = eigvals(companion)
    if p.dtype.kind == "f" and result.dtype.kind == "c" and not bool((result.imag != 0).any()):
        result = result.real
    return concatenate([result, zeros(trailing, result.dtype)])
