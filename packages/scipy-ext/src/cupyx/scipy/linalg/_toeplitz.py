"""Systems and products with Toeplitz and circulant matrices."""
from __future__ import annotations


import functools
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy import linalg
from cupy._ext import as_array, host_memory, normalize_axis_index

from cupyx.scipy import _host
from cupyx.scipy._host import scipy_of_few
from cupyx.scipy.linalg._arguments import finite, inexact
from cupyx.scipy.linalg._structured import toeplitz

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["matmul_toeplitz", "solve_circulant", "solve_toeplitz"]

#: Equations up to which a dense matrix is faster than Levinson's recursion, which has a step an equation.
_DENSE = 4096


def _arguments(c_or_cr: ArrayLike, b: ArrayLike, check_finite: bool,
               name: str) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray, bool]:
    """Column, row and right-hand sides ``(…, n, k)`` of one type, and whether those are vectors."""
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    c = inexact(cupy.atleast_1d(finite(c, check_finite, "c")))
    r = c.conj() if r is None else inexact(cupy.atleast_1d(finite(r, check_finite, "r")))
    b = inexact(finite(b, check_finite, name))
    if b.ndim == 0:
        raise ValueError(f"`{name}` must be an array, not a scalar.")
    dtype = numpy.dtype("D" if any(x.dtype.kind == "c" for x in (c, r, b)) else "d")
    c, r, b = (x.astype(dtype, copy=False) for x in (c, r, b))
    vector = b.ndim == 1
    return c, r, b[:, None] if vector else b, vector


@scipy_of_few
def solve_toeplitz(c_or_cr: ArrayLike | tuple[Any, ...], b: ArrayLike, check_finite: bool = True) -> cupy.ndarray:
    """Solve ``T @ x = b`` for a Toeplitz matrix.

    Parameters
    ----------
    c_or_cr : (..., M) array_like or tuple of two
        First column, or it and the first row, whose first element is not used; the row is the conjugate of the column
        if not given.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    ndarray
        x, float64 or complex128, of the shape of `b` or of the common batch.

    Raises
    ------
    LinAlgError
        If the matrix is singular.
    ValueError
        If shapes do not fit, or elements are not finite.

    Notes
    -----
    On a GPU up to 4096 equations are solved by LU factors of the whole matrix. Levinson's recursion, that SciPy uses
    for all, solves larger ones on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_toeplitz
    >>> solve_toeplitz(cupy.array([2.0, 1.0]), cupy.array([3.0, 3.0])).round(9)
    array([1., 1.])
    """
    c, r, b, vector = _arguments(c_or_cr, b, check_finite, "b")
    n = b.shape[-2]
    if c.shape[-1] != r.shape[-1] or c.shape[-1] != n:
        raise ValueError("Incompatible dimensions.")
    if b.size and (host_memory() or n > _DENSE):
        _host.warn("scipy.linalg.solve_toeplitz of many equations")
        x = _host.call("scipy.linalg", "solve_toeplitz", (c, r), b, check_finite=False)
    elif b.size:
        x = linalg.solve(toeplitz(c, r), b)
    else:
        x = cupy.empty(b.shape, b.dtype)
    return x[..., 0] if vector else x


@functools.partial(scipy_of_few, most=512)
def matmul_toeplitz(c_or_cr: ArrayLike | tuple[Any, ...], x: ArrayLike, check_finite: bool = False,
                    workers: SupportsIndex | None = None) -> cupy.ndarray:
    """Product of a Toeplitz matrix with a vector or a matrix, by Fourier transforms.

    Parameters
    ----------
    c_or_cr : (..., M) array_like or tuple of two
        First column, or it and the first row (..., N), whose first element is not used; the row is the conjugate of the
        column if not given.
    x : (N,) or (..., N, K) array_like
        The other factor.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.
    workers : int, optional
        Accepted for SciPy's signature.

    Returns
    -------
    (M,) or (..., M, K) ndarray
        float64 or complex128.

    Raises
    ------
    ValueError
        If shapes do not fit, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import matmul_toeplitz
    >>> matmul_toeplitz((cupy.array([1.0, 2.0]), cupy.array([1.0, 3.0])), cupy.ones(2)).round(9)
    array([4., 3.])
    """
    c, r, x, vector = _arguments(c_or_cr, x, check_finite, "x")
    rows, columns = c.shape[-1], r.shape[-1]
    if columns != x.shape[-2]:
        raise ValueError("Incompatible dimensions.")
    batch = numpy.broadcast_shapes(c.shape[:-1], r.shape[:-1], x.shape[:-2])
    if not x.size or not rows:
        result = cupy.zeros((*batch, rows, x.shape[-1]), x.dtype)
        return result[..., 0] if vector else result
    c, r = cupy.broadcast_to(c, (*batch, rows)), cupy.broadcast_to(r, (*batch, columns))
    length = _fast_length(rows + columns - 1)
    column = cupy.zeros((*batch, length), c.dtype)
    column[..., :rows] = c
    if columns > 1:
        column[..., length - columns + 1:] = r[..., :0:-1]
    forward, back = (cupy.fft.fft, cupy.fft.ifft) if c.dtype.kind == "c" else (cupy.fft.rfft, cupy.fft.irfft)
    result = back(forward(column)[..., None] * forward(x, length, axis=-2), length, axis=-2)[..., :rows, :]
    return result[..., 0] if vector else result


def _fast_length(n: int) -> int:
    from scipy.fft import next_fast_len

    return next_fast_len(n)


@scipy_of_few
def solve_circulant(c: ArrayLike, b: ArrayLike, singular: Literal["raise", "lstsq"] = "raise", tol: Any = None,
                    caxis: int = -1, baxis: int = 0, outaxis: SupportsIndex = 0) -> cupy.ndarray:
    """Solve ``C @ x = b`` for circulant matrices, by Fourier transforms.

    Parameters
    ----------
    c : array_like
        First columns of the matrices.
    b : array_like
        Right-hand sides.
    singular : {'raise', 'lstsq'}, optional
        Whether a nearly singular matrix is an error, or the least-squares solution is returned.
    tol : float, optional
        Eigenvalues up to it count as zero; ``len(c) * eps`` times the largest if not given.
    caxis, baxis : int, optional
        The axes that hold vectors in `c` and `b`; the others are broadcast together.
    outaxis : int, optional
        The axis that holds them in the result.

    Returns
    -------
    ndarray
        The solution `x`.

    Raises
    ------
    LinAlgError
        If a matrix is nearly singular and `singular` is 'raise'; a GPU is waited for to know.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_circulant
    >>> solve_circulant(cupy.array([2.0, 1.0, 0.0]), cupy.array([3.0, 3.0, 3.0])).round(9)
    array([1., 1., 1.])
    """
    c, b = cupy.atleast_1d(as_array(c, "c")), cupy.atleast_1d(as_array(b, "b"))
    for name, x, axis in (("c", c, caxis), ("b", b, baxis)):
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"'{name}axis' entry is out of bounds")
    n = c.shape[caxis]
    if n != b.shape[baxis]:
        raise ValueError(f"Shapes of c {c.shape} and b {b.shape} are incompatible")
    real = c.dtype.kind != "c" and b.dtype.kind != "c"
    if b.size == 0:
        return cupy.empty(b.shape, "d" if real else "D")
    values = cupy.fft.fft(cupy.moveaxis(inexact(c), normalize_axis_index(caxis, c.ndim), -1))
    sizes = abs(values)
    if tol is None:
        tol = sizes.max(axis=-1, keepdims=True) * n * numpy.finfo("d").eps
    zeros = sizes <= tol
    if singular == "raise" and bool(zeros.any()):
        raise linalg.LinAlgError("near singular circulant matrix.")
    quotients = cupy.fft.fft(cupy.moveaxis(inexact(b), normalize_axis_index(baxis, b.ndim), -1)) / cupy.where(
        zeros, 1, values)
    x = cupy.fft.ifft(cupy.where(zeros, 0, quotients))
    x = x.real if real else x
    return x if outaxis == -1 else cupy.moveaxis(x, -1, outaxis)
