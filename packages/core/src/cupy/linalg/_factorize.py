"""Cholesky, QR and singular value decompositions."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy

from cupy._core.from_data import ascontiguousarray
from cupy._core.ndarray import ndarray
from cupy._core.subclass import drops_class, keeps_class
from cupy._linalg import decompose as solver
from cupy.linalg._arguments import (
    as_matrices, as_squares, as_batch, computed_dtype, empty_result, empty_results, unbatched)

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cholesky", "qr", "svd", "svdvals"]

_MODES = ("reduced", "complete", "r", "raw")


class QRResult(NamedTuple):
    """Result of `qr`."""

    Q: ndarray
    R: ndarray


class SVDResult(NamedTuple):
    """Result of `svd`."""

    U: ndarray
    S: ndarray
    Vh: ndarray


@keeps_class
def cholesky(a: ArrayLike, /, *, upper: bool = False) -> ndarray:
    """Cholesky factor of Hermitian positive-definite matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices, of which one triangle is read.
    upper : bool, optional
        Whether the upper factor is returned, ``a = U^H U``, rather than the lower, ``a = L L^H``.

    Returns
    -------
    (..., M, M) ndarray

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.cholesky(cupy.array([[4.0, 2.0], [2.0, 5.0]]))
    array([[2., 0.],
           [1., 2.]])
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return empty_result(numpy.linalg.cholesky, a.astype(dtype))
    # The upper triangle, transposed, is the conjugate of the lower one.
    given = as_batch(a.swapaxes(-1, -2).conj() if upper else a, dtype)
    lower = unbatched(solver.implementation().cholesky(given), a.shape[:-2])
    return ascontiguousarray(lower.swapaxes(-1, -2).conj()) if upper else lower


@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete", "raw"] = ...) -> QRResult: ...
@overload
def qr(a: ArrayLike, mode: Literal["r"]) -> ndarray: ...
@keeps_class
def qr(a: ArrayLike, mode: str = "reduced") -> Any:
    """Factor matrices into an orthonormal and an upper triangular one.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices.
    mode : {'reduced', 'complete', 'r', 'raw'}, optional
        With K = min(M, N): Q of shape (M, K) and R of shape (K, N); (M, M) and (M, N); only R; or Householder
        vectors (N, M) and their factors (K,).

    Returns
    -------
    QRResult with fields Q and R, ndarray for 'r', or tuple for 'raw'

    Raises
    ------
    ValueError
        For an unknown mode.

    Examples
    --------
    >>> import cupy
    >>> q, r = cupy.linalg.qr(cupy.array([[0.0, -2.0], [3.0, 1.0]]))
    >>> abs(r)
    array([[3., 1.],
           [0., 2.]])
    """
    if mode in ("e", "economic"):
        return _economic(a)
    if mode in ("f", "full"):
        warnings.warn("The 'full' option is deprecated in favor of 'reduced', the default.", DeprecationWarning,
                      stacklevel=2)
        mode = "reduced"
    if mode not in _MODES:
        raise ValueError(f"Unrecognized mode '{mode}'")
    a = as_matrices(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        found = empty_result if mode == "r" else empty_results
        results = found(numpy.linalg.qr, a.astype(dtype), mode=mode)
    else:
        results = unbatched(solver.implementation().qr(as_batch(a, dtype), mode), a.shape[:-2])
    if mode == "r":
        return results if isinstance(results, ndarray) else results[0]
    return results if mode == "raw" else QRResult(*results)


def _economic(a: ArrayLike) -> ndarray:
    """R, and below it what reflections hold, as NumPy still returns it."""
    warnings.warn("The 'economic' option is deprecated.", DeprecationWarning, stacklevel=3)
    a = as_matrices(a)
    return qr(a, "raw")[0].swapaxes(-1, -2)


@overload
def svd(a: ArrayLike, full_matrices: bool = ..., compute_uv: Literal[True] = ...,
        hermitian: bool = ...) -> SVDResult: ...
@overload
def svd(a: ArrayLike, full_matrices: bool = ..., *, compute_uv: Literal[False], hermitian: bool = ...) -> ndarray: ...
@overload
def svd(a: ArrayLike, full_matrices: bool, compute_uv: Literal[False], hermitian: bool = ...) -> ndarray: ...
@keeps_class(plain=(1,))
def svd(a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True,
        hermitian: bool = False) -> Any:
    """Singular value decomposition, ``a = U @ diag(S) @ Vh``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices.
    full_matrices : bool, optional
        Whether U and Vh are square, rather than as wide as there are singular values.
    compute_uv : bool, optional
        Whether U and Vh are wanted.
    hermitian : bool, optional
        Whether the matrices are Hermitian, which is faster.

    Returns
    -------
    SVDResult with fields U, S and Vh, or ndarray S
        Singular values descend.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.svd(cupy.array([[3.0, 0.0], [0.0, -4.0]]), compute_uv=False)
    array([4., 3.])
    """
    a = as_squares(a) if hermitian else as_matrices(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        found = empty_results if compute_uv else empty_result
        results = found(numpy.linalg.svd, a.astype(dtype), full_matrices=full_matrices, compute_uv=compute_uv)
    elif hermitian:
        results = _svd_hermitian(a.astype(dtype, copy=False), compute_uv)
    else:
        results = solver.implementation().svd(as_batch(a, dtype), full_matrices, compute_uv)
        results = unbatched(results, a.shape[:-2])
    return SVDResult(*results) if compute_uv else results


def _svd_hermitian(a: ndarray, compute_uv: bool) -> ndarray | tuple[ndarray, ndarray, ndarray]:
    from cupy import argsort, flip, sign, sort, take_along_axis
    from cupy.linalg._eigen import eigh, eigvalsh

    if not compute_uv:
        return flip(sort(abs(eigvalsh(a)), axis=-1), axis=-1)
    w, v = eigh(a)
    order = flip(argsort(abs(w), axis=-1), axis=-1)
    w, v = take_along_axis(w, order, axis=-1), take_along_axis(v, order[..., None, :], axis=-1)
    signs = sign(w)
    signs = signs + (signs == 0)
    return v, abs(w), (v * signs[..., None, :]).swapaxes(-1, -2).conj()


@drops_class
def svdvals(x: ArrayLike, /) -> ndarray:
    """Singular values, descending.

    Parameters
    ----------
    x : (..., M, N) array_like
        The matrices.

    Returns
    -------
    (..., K) ndarray
        With K = min(M, N).

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.svdvals(cupy.array([[3.0, 0.0], [0.0, 4.0]]))
    array([4., 3.])
    """
    return svd(x, compute_uv=False)
