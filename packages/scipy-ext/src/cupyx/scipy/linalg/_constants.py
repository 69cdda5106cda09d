"""Matrices that their size determines."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int

__all__ = ["dft", "hadamard", "helmert", "hilbert", "invhilbert", "invpascal", "pascal"]

_KINDS = ("symmetric", "lower", "upper")


def hadamard(n: Int, dtype: DTypeLike = int) -> cupy.ndarray:
    """Hadamard matrix by Sylvester's construction: orthogonal rows of 1 and -1.

    Parameters
    ----------
    n : int
        Rows, a power of two.
    dtype : dtype, optional
        Type of the elements.

    Returns
    -------
    (n, n) ndarray

    Raises
    ------
    ValueError
        If `n` is no power of two.

    Examples
    --------
    >>> from cupyx.scipy.linalg import hadamard
    >>> hadamard(4)
    array([[ 1,  1,  1,  1],
           [ 1, -1,  1, -1],
           [ 1,  1, -1, -1],
           [ 1, -1, -1,  1]])
    """
    if n < 1 or int(n) & (int(n) - 1) or int(n) != n:
        raise ValueError("n must be an positive integer, and n must be a power of 2")
    # Item (i, j) is -1 if i and j have an odd number of bits in common.
    row = cupy.arange(int(n))
    odd = cupy.bitwise_count(row[:, None] & row) & 1
    return (1 - 2 * odd.astype("b")).astype(int if dtype is None else dtype)


def helmert(n: Int, full: bool = False) -> cupy.ndarray:
    """Helmert matrix: orthogonal contrasts of a value with the mean of those before it.

    Parameters
    ----------
    n : int
        Columns.
    full : bool, optional
        Whether the first row, of equal elements, is kept.

    Returns
    -------
    (n, n) or (n - 1, n) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import helmert
    >>> helmert(3).round(3)
    array([[ 0.707, -0.707,  0.   ],
           [ 0.408,  0.408, -0.816]])
    """
    row = cupy.arange(n, dtype="d")
    lengths = row * (row + 1)
    lengths[:1] = n
    result = cupy.tril(cupy.ones((n, n)), -1) - cupy.diag(row)
    result[:1] = 1
    result /= cupy.sqrt(lengths)[:, None]
    return result if full else result[1:]


def hilbert(n: Int) -> cupy.ndarray:
    """Hilbert matrix, ``1 / (i + j + 1)``: the classical ill-conditioned matrix.

    Parameters
    ----------
    n : int
        Rows.

    Returns
    -------
    (n, n) ndarray
        The new matrix.

    Examples
    --------
    >>> from cupyx.scipy.linalg import hilbert
    >>> hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])
    """
    row = cupy.arange(1, n + 1, dtype="d")
    return 1 / (row[:, None] + (row - 1))


def _whole(values: numpy.ndarray[Any, Any], limit: float) -> cupy.ndarray:
    """Whole numbers of the host on the device, if they fit."""
    if values.dtype == object:
        raise ValueError(f"exact values of more than {limit} rows do not fit 64 bits, and arrays of the device hold "
                         "no Python objects; use exact=False")
    return cupy.asarray(values)


def invhilbert(n: Int, exact: bool = False) -> cupy.ndarray:
    """Inverse of the Hilbert matrix.

    Parameters
    ----------
    n : int
        Rows.
    exact : bool, optional
        Whether the elements are int64, for at most 14 rows, rather than float64.

    Returns
    -------
    (n, n) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If exact elements do not fit.

    Examples
    --------
    >>> from cupyx.scipy.linalg import invhilbert
    >>> invhilbert(2, exact=True)
    array([[ 4, -6],
           [-6, 12]])
    """
    from scipy.linalg import invhilbert as of_host

    return _whole(of_host(n if not exact or n <= 14 else 15, exact), 14)


def pascal(n: Int, kind: Literal["symmetric", "lower", "upper"] = "symmetric", exact: bool = True) -> cupy.ndarray:
    """Pascal matrix of binomial coefficients.

    Parameters
    ----------
    n : int
        Rows.
    kind : {'symmetric', 'lower', 'upper'}, optional
        Which of ``L @ L.T``, L and ``L.T``, where ``L[i, j]`` is i over j.
    exact : bool, optional
        Whether the elements are uint64, for at most 34 rows, rather than float64.

    Returns
    -------
    (n, n) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        For an unknown `kind`, or if exact elements do not fit.

    Examples
    --------
    >>> from cupyx.scipy.linalg import pascal
    >>> pascal(3)
    array([[1, 1, 1],
           [1, 2, 3],
           [1, 3, 6]], dtype=uint64)
    """
    from scipy.linalg import pascal as of_host

    if kind not in _KINDS:
        raise ValueError("kind must be 'symmetric', 'lower', or 'upper'")
    return _whole(of_host(n if not exact or n < 35 else 35, kind, exact), 34)


def invpascal(n: Int, kind: Literal["symmetric", "lower", "upper"] = "symmetric", exact: bool = True) -> cupy.ndarray:
    """Inverse of the Pascal matrix.

    Parameters
    ----------
    n : int
        Rows.
    kind : {'symmetric', 'lower', 'upper'}, optional
        As for `pascal`.
    exact : bool, optional
        Whether the elements are int64, for at most 34 rows, rather than float64.

    Returns
    -------
    (n, n) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        For an unknown `kind`, or if exact elements do not fit.

    Examples
    --------
    >>> from cupyx.scipy.linalg import invpascal
    >>> invpascal(3)
    array([[ 3, -3,  1],
           [-3,  5, -2],
           [ 1, -2,  1]])
    """
    from scipy.linalg import invpascal as of_host

    if kind not in _KINDS:
        raise ValueError("'kind' must be 'symmetric', 'lower' or 'upper'.")
    return _whole(of_host(n if not exact or n < 35 else 35, kind, exact), 34)


def dft(n: Int, scale: Literal[None, "sqrtn", "n"] | None = None) -> cupy.ndarray:
    """Matrix of the discrete Fourier transform: ``dft(n) @ x == fft(x)``.

    Parameters
    ----------
    n : int
        Rows.
    scale : {None, 'sqrtn', 'n'}, optional
        What the elements are divided by: nothing, the root of `n`, or `n`.

    Returns
    -------
    (n, n) ndarray of complex128
        The new matrix.

    Raises
    ------
    ValueError
        For an unknown `scale`.

    Examples
    --------
    >>> from cupyx.scipy.linalg import dft
    >>> dft(4).imag.round(3)[1]
    array([ 0., -1., -0.,  1.])
    """
    if scale not in (None, "sqrtn", "n"):
        raise ValueError(f"scale must be None, 'sqrtn', or 'n'; {scale!r} is not valid.")
    by = {None: 1.0, "sqrtn": math.sqrt(n), "n": n}[scale]
    # Powers are taken modulo n, so that items are as exact in the last row as in the first.
    row = cupy.arange(n)
    roots = cupy.asarray(numpy.exp(-2j * numpy.pi * numpy.arange(n) / n) / by)
    return roots[row[:, None] * row % n] if n else cupy.empty((0, 0), "D")
