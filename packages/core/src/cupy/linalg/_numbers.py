"""Determinants, ranks and condition numbers."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy

from cupy._core.ndarray import ndarray
from cupy._linalg import decompose as solver
from cupy._core.arguments import as_array
from cupy._core.subclass import drops_class
from cupy._ops.logic import greater
from cupy.linalg._arguments import (
    as_matrices, as_squares, as_batch, computed_dtype, empty_result, empty_results, unbatched)
from cupy.linalg._factorize import svd, svdvals
from cupy.linalg._norms import norm

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cond", "det", "matrix_rank", "slogdet"]


class SlogdetResult(NamedTuple):
    """Result of `slogdet`."""

    sign: ndarray
    logabsdet: ndarray


def slogdet(a: ArrayLike) -> SlogdetResult:
    """Sign and logarithm of the absolute value of determinants.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.

    Returns
    -------
    SlogdetResult with fields sign, which is 0 for a singular matrix, and logabsdet
        One of each for each matrix.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.slogdet(cupy.array([[0.0, 1.0], [1.0, 0.0]])).sign
    array(-1.)
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return SlogdetResult(*empty_results(numpy.linalg.slogdet, a.astype(dtype)))
    results = solver.implementation().slogdet(as_batch(a, dtype))
    return SlogdetResult(*unbatched(results, a.shape[:-2]))


def det(a: ArrayLike) -> ndarray:
    """Determinants.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.

    Returns
    -------
    (...) ndarray
        One for each matrix.

    Examples
    --------
    >>> import cupy
    >>> float(cupy.linalg.det(cupy.array([[1.0, 2.0], [3.0, 4.0]])).round(9))
    -2.0
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return empty_result(numpy.linalg.det, a.astype(dtype))
    return unbatched(solver.implementation().det(as_batch(a, dtype)), a.shape[:-2])


@drops_class
def matrix_rank(A: ArrayLike, tol: ArrayLike | None = None, hermitian: bool = False, *,
                rtol: ArrayLike | None = None) -> ndarray:
    """Rank: how many singular values are above a limit.

    Parameters
    ----------
    A : (M,) or (..., M, N) array_like
        The matrices; a vector has rank 1 unless it is zero.
    tol : float or array_like, optional
        The limit; ``S.max() * max(M, N) * eps`` if not given.
    hermitian : bool, optional
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        The limit relative to the largest singular value.

    Returns
    -------
    (...) ndarray of int
        One for each matrix.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.matrix_rank(cupy.ones((3, 3)))
    array(1)
    """
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    a = as_array(A, "A")
    if a.ndim < 2:
        return (a != 0).any().astype("i8")
    values = svd(a, compute_uv=False, hermitian=hermitian)
    if values.shape[-1] == 0:
        return values.sum(axis=-1).astype("i8")
    if tol is None:
        relative = max(a.shape[-2:]) * numpy.finfo(values.dtype).eps if rtol is None else as_array(rtol)[..., None]
        limit = values.max(axis=-1, keepdims=True) * relative
    else:
        limit = as_array(tol, "tol")[..., None]
    return greater(values, limit).sum(axis=-1)


def cond(x: ArrayLike, p: float | str | None = None) -> ndarray:
    """Condition number.

    Parameters
    ----------
    x : (..., M, N) array_like
        The matrices.
    p : {None, 1, -1, 2, -2, inf, -inf, 'fro'}, optional
        Of which norm; None is 2.

    Returns
    -------
    (...) ndarray
        Infinite for a singular matrix.

    Raises
    ------
    LinAlgError
        If `x` is empty, or not square with a norm other than 2 and -2.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.cond(cupy.array([[2.0, 0.0], [0.0, 1.0]]))
    array(2.)
    """
    x = as_matrices(x, "x")
    if math.prod(x.shape[-2:]) == 0:
        raise numpy.linalg.LinAlgError("cond is not defined on empty arrays")
    if p is None or p in (2, -2):
        x = x.astype(computed_dtype(x), copy=False)
        values = svdvals(x)
        largest, smallest = values[..., 0], values[..., -1]
        result = smallest / largest if p == -2 else largest / smallest
    else:
        x = as_squares(x)
        x = x.astype(computed_dtype(x), copy=False)
        result = norm(x, p, axis=(-2, -1)) * norm(_inverse_or_nan(x), p, axis=(-2, -1))
    return _infinite_unless_nan(x, result)


def _inverse_or_nan(x: ndarray) -> ndarray:
    """Inverses without a failure for singular matrices."""
    from cupy._linalg.decompose import failures
    from cupy.linalg._solve import inv

    old = failures.set_mode("ignore")
    try:
        return inv(x)
    finally:
        failures.set_mode(old)


def _infinite_unless_nan(x: ndarray, result: ndarray) -> ndarray:
    """Replace NaN by infinity where the matrix itself holds no NaN."""
    from cupy import isnan, where

    caused = isnan(x).any(axis=(-2, -1))
    return where(isnan(result) & ~caused, result.dtype.type(numpy.inf), result)
