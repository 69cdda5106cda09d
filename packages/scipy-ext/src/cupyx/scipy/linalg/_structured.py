"""Matrices with constant diagonals, and others that a sequence of numbers determines."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy

import cupy
from cupy._ext import as_array

from cupyx.scipy._host import scipy_from

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["circulant", "companion", "convolution_matrix", "fiedler", "fiedler_companion", "hankel", "leslie",
           "toeplitz"]


def _sequence(x: ArrayLike, name: str) -> cupy.ndarray:
    """`x` as an array of one axis at least."""
    return cupy.atleast_1d(as_array(x, name))


def _windows(values: cupy.ndarray, rows: int, columns: int, start: int, step: int) -> cupy.ndarray:
    """Matrices whose row i is the part of `values` (..., n) from ``start + step * i`` on."""
    values = cupy.ascontiguousarray(values)
    item = values.itemsize
    view = cupy.lib.stride_tricks.as_strided(
        values[..., start:], (*values.shape[:-1], rows, columns), (*values.strides[:-1], step * item, item))
    return view.copy()


def toeplitz(c: ArrayLike, r: ArrayLike | None = None) -> cupy.ndarray:
    """Toeplitz matrix: each diagonal, from the upper left to the lower right, has one value.

    Parameters
    ----------
    c : (..., M) array_like
        First column; axes before the last are a batch.
    r : (..., N) array_like, optional
        First row, whose first element is not used; the conjugate of `c` if not given.

    Returns
    -------
    (..., M, N) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import toeplitz
    >>> toeplitz([1, 2, 3], [1, 4, 5])
    array([[1, 4, 5],
           [2, 1, 4],
           [3, 2, 1]])
    """
    c = _sequence(c, "c")
    r = c.conj() if r is None else _sequence(r, "r")
    batch = numpy.broadcast_shapes(c.shape[:-1], r.shape[:-1])
    rows, columns = c.shape[-1], r.shape[-1]
    c, r = cupy.broadcast_to(c, (*batch, rows)), cupy.broadcast_to(r, (*batch, columns))
    if not rows or not columns:
        return cupy.empty((*batch, rows, columns), numpy.result_type(c.dtype, r.dtype))
    return _windows(cupy.concatenate((c[..., ::-1], r[..., 1:]), axis=-1), rows, columns, rows - 1, -1)


def circulant(c: ArrayLike) -> cupy.ndarray:
    """Circulant matrix: each column is the one before it, turned by one place.

    Parameters
    ----------
    c : (..., N) array_like
        First column; axes before the last are a batch.

    Returns
    -------
    (..., N, N) ndarray

    Examples
    --------
    >>> from cupyx.scipy.linalg import circulant
    >>> circulant([1, 2, 3])
    array([[1, 3, 2],
           [2, 1, 3],
           [3, 2, 1]])
    """
    c = _sequence(c, "c")
    n = c.shape[-1]
    if not n:
        return cupy.empty((*c.shape[:-1], 0, 0), c.dtype)
    return _windows(cupy.concatenate((c[..., ::-1], c[..., :0:-1]), axis=-1), n, n, n - 1, -1)


def hankel(c: ArrayLike, r: ArrayLike | None = None) -> cupy.ndarray:
    """Hankel matrix: each diagonal, from the lower left to the upper right, has one value.

    Parameters
    ----------
    c : (M,) array_like
        First column; what has several axes is flattened.
    r : (N,) array_like, optional
        Last row, whose first element is not used; zeros if not given.

    Returns
    -------
    (M, N) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import hankel
    >>> hankel([1, 2, 3], [3, 4, 5])
    array([[1, 2, 3],
           [2, 3, 4],
           [3, 4, 5]])
    """
    c = _sequence(c, "c").ravel()
    r = cupy.zeros_like(c) if r is None else _sequence(r, "r").ravel()
    if not c.size or not r.size:
        return cupy.empty((c.size, r.size), numpy.result_type(c.dtype, r.dtype))
    return _windows(cupy.concatenate((c, r[1:])), c.size, r.size, 0, 1)


def leslie(f: ArrayLike, s: ArrayLike) -> cupy.ndarray:
    """Leslie matrix of population growth: fecundities in the first row, survival below the diagonal.

    Parameters
    ----------
    f : (..., N) array_like
        Fecundity coefficients.
    s : (..., N - 1) array_like
        Survival coefficients.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `s` is not one shorter than `f`, or empty.

    Examples
    --------
    >>> from cupyx.scipy.linalg import leslie
    >>> leslie([1, 2, 3], [4, 5])
    array([[1, 2, 3],
           [4, 0, 0],
           [0, 5, 0]])
    """
    f, s = _sequence(f, "f"), _sequence(s, "s")
    n = f.shape[-1]
    if n != s.shape[-1] + 1:
        raise ValueError("Incorrect lengths for f and s. The length of s along the last axis must be one less than "
                         "the length of f.")
    if n < 2:
        raise ValueError("The length of s must be at least 1.")
    batch = numpy.broadcast_shapes(f.shape[:-1], s.shape[:-1])
    result = cupy.zeros((*batch, n, n), numpy.result_type(f.dtype, s.dtype))
    result[..., 0, :] = f
    result.reshape(*batch, n * n)[..., n::n + 1] = s
    return result


def companion(a: ArrayLike) -> cupy.ndarray:
    """Companion matrix, whose eigenvalues are the roots of a polynomial.

    Parameters
    ----------
    a : (..., N) array_like
        Coefficients, that of the highest power first; axes before the last are a batch.

    Returns
    -------
    (..., N - 1, N - 1) ndarray

    Raises
    ------
    ValueError
        If there are fewer than two coefficients, or a first one is zero.

    Examples
    --------
    >>> from cupyx.scipy.linalg import companion
    >>> companion([1, -10, 31, -30])
    array([[ 10., -31.,  30.],
           [  1.,   0.,   0.],
           [  0.,   1.,   0.]])
    """
    a = _sequence(a, "a")
    n = a.shape[-1] - 1
    if n < 1:
        raise ValueError("The length of `a` along the last axis must be at least 2.")
    if bool((a[..., 0] == 0).any()):
        raise ValueError("The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not be zero.")
    row = -a[..., 1:] / (1.0 * a[..., :1])
    result = cupy.zeros((*a.shape[:-1], n, n), row.dtype)
    result[..., 0, :] = row
    result.reshape(*a.shape[:-1], n * n)[..., n::n + 1] = 1
    return result


def fiedler(a: ArrayLike) -> cupy.ndarray:
    """Symmetric matrix of the distances of numbers, ``abs(a[i] - a[j])``.

    Parameters
    ----------
    a : (..., N) array_like
        The numbers; axes before the last are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import fiedler
    >>> fiedler([1, 4, 12])
    array([[ 0,  3, 11],
           [ 3,  0,  8],
           [11,  8,  0]])
    """
    a = _sequence(a, "a")
    if a.size == 0:
        return cupy.zeros((0, 0) if scipy_from(1, 18) else 0)
    if a.size == 1:
        return cupy.zeros((1, 1))
    return abs(a[..., :, None] - a[..., None, :])


def fiedler_companion(a: ArrayLike) -> cupy.ndarray:
    """Companion matrix of five diagonals, whose eigenvalues are the roots of a polynomial.

    Parameters
    ----------
    a : (..., N) array_like
        Coefficients, that of the highest power first; axes before the last are a batch.

    Returns
    -------
    (..., N - 1, N - 1) ndarray
        Empty if there are fewer than two coefficients.

    Raises
    ------
    ValueError
        If a first coefficient is zero.

    Examples
    --------
    >>> from cupyx.scipy.linalg import fiedler_companion
    >>> fiedler_companion([1, -16, 86, -176, 105])
    array([[  16.,  -86.,    1.,    0.],
           [   1.,    0.,    0.,    0.],
           [   0.,  176.,    0., -105.],
           [   0.,    1.,    0.,    0.]])
    """
    a = _sequence(a, "a")
    n = a.shape[-1] - 1
    if n < 1:
        return cupy.zeros((*a.shape[:-1], 0, 0) if n == 0 and scipy_from(1, 18) else (*a.shape[:-1], 0), a.dtype)
    if n > 1 and bool((a[..., 0] == 0).any()):
        raise ValueError("Leading coefficient is zero.")
    a = a / a[..., :1]
    result = cupy.zeros((*a.shape[:-1], n, n), a.dtype)
    flat = result.reshape(*a.shape[:-1], n * n)
    result[..., 0, 0] = -a[..., 1]
    if n > 1:
        result[..., 1, 0] = 1
        step = 2 * (n + 1)
        flat[..., 3 * n + 1::step] = 1
        flat[..., 2:(n - 2) * n:step] = 1
        flat[..., 2 * n + 1::step] = -a[..., 3::2]
        flat[..., 1:(n - 1) * n:step] = -a[..., 2::2]
    return result


def convolution_matrix(a: ArrayLike, n: int, mode: Literal["full", "same", "valid"] = "full") -> cupy.ndarray:
    """Toeplitz matrix A with ``A @ v == convolve(a, v, mode)`` for v of n elements.

    Parameters
    ----------
    a : (..., M) array_like
        The sequence to convolve with; axes before the last are a batch.
    n : int
        Columns.
    mode : {'full', 'same', 'valid'}, optional
        Rows: M + n - 1, max(M, n), or max(M, n) - min(M, n) + 1.

    Returns
    -------
    (..., K, n) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `n` is not positive, `a` is empty, or `mode` is unknown.

    Examples
    --------
    >>> from cupyx.scipy.linalg import convolution_matrix
    >>> convolution_matrix([-1, 4, -2], 3, mode="same")
    array([[ 4, -1,  0],
           [-2,  4, -1],
           [ 0, -2,  4]])
    """
    if n <= 0:
        raise ValueError("n must be a positive integer.")
    a = _sequence(a, "a")
    if a.size == 0:
        raise ValueError("len(a) must be at least 1.")
    if mode not in ("full", "valid", "same"):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    m = a.shape[-1]
    less = {"full": 0, "same": 1, "valid": 2}[mode] * (min(n, m) - 1)
    first = less // 2
    rows = m + n - 1 - less
    # Item (i, j) is a[i + first - j]: n - 1 zeros on both sides hold the ends.
    padded = cupy.zeros((*a.shape[:-1], m + 2 * n - 2), a.dtype)
    padded[..., n - 1:n - 1 + m] = a[..., ::-1]
    return _windows(padded, rows, n, m + n - 2 - first, -1)
