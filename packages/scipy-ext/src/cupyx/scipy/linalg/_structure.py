"""What a matrix looks like: its bands, and whether it is symmetric."""
from __future__ import annotations

from typing import TYPE_CHECKING

import cupy
from cupy._ext import as_array

from cupyx.scipy._host import scipy_of_many

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["bandwidth", "ishermitian", "issymmetric"]

_REFUSED = "eE"


@scipy_of_many
def bandwidth(a: ArrayLike) -> tuple[cupy.ndarray | int, cupy.ndarray | int]:
    """How many diagonals below and above the main one hold numbers other than zero.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.

    Returns
    -------
    (lower, upper)
        Integers for one matrix, arrays of the batch's shape for several.

    Raises
    ------
    ValueError
        If `a` has fewer than two axes.
    TypeError
        If `a` is of half precision.

    Notes
    -----
    The numbers are brought to the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import bandwidth
    >>> bandwidth(cupy.array([[1, 1, 0], [0, 1, 1], [0, 0, 1]]))
    (0, 1)
    """
    a = as_array(a)
    if a.ndim < 2:
        raise ValueError("Input array must be at least 2-D")
    if a.dtype.char in _REFUSED:
        raise TypeError(f"arrays of type {a.dtype} are not supported")
    rows, columns = a.shape[-2:]
    if a.size == 0:
        empty = cupy.zeros(a.shape[:-2], int)
        return (0, 0) if a.ndim == 2 else (empty, empty)
    # How far below the main diagonal an item lies: the largest where one is not zero, and the smallest.
    below = cupy.arange(rows)[:, None] - cupy.arange(columns)
    used = a != 0
    lower = cupy.where(used, below, 0).max(axis=(-2, -1))
    upper = -cupy.where(used, below, 0).min(axis=(-2, -1))
    if a.ndim > 2:
        return lower, upper
    found = cupy.stack((lower, upper)).get()
    return int(found[0]), int(found[1])


def _equals_transpose(a: ArrayLike, conjugate: bool, atol: float | None, rtol: float | None) -> cupy.ndarray | bool:
    a = as_array(a)
    if a.ndim < 2:
        raise ValueError("Input array must be at least 2-D")
    if a.dtype.char in _REFUSED:
        raise TypeError(f"arrays of type {a.dtype} are not supported")
    if a.shape[-1] != a.shape[-2]:
        raise ValueError("Input array must be square.")
    other = a.swapaxes(-1, -2)
    other = other.conj() if conjugate else other
    if atol or rtol:
        same = cupy.isclose(a, other, atol=atol or 0.0, rtol=rtol or 0.0)
    else:
        same = a == other
        if not conjugate or a.dtype.kind != "c":        # NaN on the diagonal does not count, as in SciPy
            same |= cupy.eye(a.shape[-1], dtype=bool)
    same = same.all(axis=(-2, -1))
    return bool(same) if a.ndim == 2 else same


@scipy_of_many
def issymmetric(a: ArrayLike, atol: float | None = None, rtol: float | None = None) -> bool | cupy.ndarray:
    """Whether a square matrix equals its transpose.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrix; axes before the last two are a batch.
    atol, rtol : float, optional
        Tolerances as in `cupy.isclose`; exactly if neither is given.

    Returns
    -------
    bool, or ndarray of bool for a batch
        One answer for each matrix.

    Raises
    ------
    ValueError
        If `a` has fewer than two axes, or is not square.
    TypeError
        If `a` is of half precision.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import issymmetric
    >>> issymmetric(cupy.array([[1, 2j], [2j, 3]]))
    True
    """
    return _equals_transpose(a, False, atol, rtol)


@scipy_of_many
def ishermitian(a: ArrayLike, atol: float | None = None, rtol: float | None = None) -> bool | cupy.ndarray:
    """Whether a square matrix equals its conjugate transpose.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrix; axes before the last two are a batch.
    atol, rtol : float, optional
        Tolerances as in `cupy.isclose`; exactly if neither is given.

    Returns
    -------
    bool, or ndarray of bool for a batch
        One answer for each matrix.

    Raises
    ------
    ValueError
        If `a` has fewer than two axes, or is not square.
    TypeError
        If `a` is of half precision.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import ishermitian
    >>> ishermitian(cupy.array([[1, 2j], [-2j, 3]]))
    True
    """
    return _equals_transpose(a, True, atol, rtol)
