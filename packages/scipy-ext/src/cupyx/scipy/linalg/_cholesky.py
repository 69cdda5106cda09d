"""Cholesky factors and solves with them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupy import linalg

from cupyx.scipy._host import scipy_of_many
from cupyx.scipy.linalg._arguments import adjoint, as_lapack, both_finite, finite, right_sides
from cupyx.scipy.linalg._finite import finite_meanwhile
from cupyx.scipy.linalg._triangular import solve_stack

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cho_factor", "cho_solve", "cholesky"]

_SQUARE = "Input array is expected to be square but has the shape: {}."


@scipy_of_many
def cholesky(a: ArrayLike, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Cholesky factor of Hermitian positive-definite matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices, of which one triangle is read; axes before the last two are a batch.
    lower : bool, optional
        Whether the lower factor is returned, ``a = L @ L^H``, rather than the upper, ``a = U^H @ U``.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    (..., M, M) ndarray
        The triangular factor.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.
    ValueError
        If `a` is not square, or not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cholesky
    >>> cholesky(cupy.array([[4.0, 2.0], [2.0, 5.0]]), lower=True)
    array([[2., 0.],
           [1., 2.]])
    """
    a = finite(a, False)
    with finite_meanwhile(a, check=check_finite):
        if a.ndim < 2:
            raise ValueError(f"Input array needs to be 2D but received a {a.ndim}d-array.")
        if a.shape[-1] != a.shape[-2]:
            raise ValueError(_SQUARE.format(a.shape))
        return linalg.cholesky(as_lapack(a), upper=not lower)


def cho_factor(a: ArrayLike, lower: bool = False, overwrite_a: bool = False,
               check_finite: bool = True) -> tuple[cupy.ndarray, bool]:
    """Cholesky factor for `cho_solve`.

    Parameters
    ----------
    a : (..., M, M) array_like
        Hermitian positive-definite matrices, of which one triangle is read.
    lower : bool, optional
        Whether the factor is the lower one.
    overwrite_a, check_finite : bool, optional
        As for `cholesky`.

    Returns
    -------
    c : (..., M, M) ndarray
        The factor; the other triangle, which `cho_solve` does not read, holds zeros.
    lower : bool
        As given.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite; when, see `cholesky`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cho_factor, cho_solve
    >>> factor = cho_factor(cupy.array([[4.0, 2.0], [2.0, 5.0]]))
    >>> cho_solve(factor, cupy.array([6.0, 7.0]))
    array([1., 1.])
    """
    return cholesky(a, lower=lower, check_finite=check_finite), lower


@scipy_of_many
def cho_solve(c_and_lower: tuple[Any, ...], b: ArrayLike, overwrite_b: bool = False,
              check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` with a Cholesky factor of `a`.

    Parameters
    ----------
    c_and_lower : tuple
        ``(c, lower)`` as from `cho_factor`.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    overwrite_b, check_finite : bool, optional
        As for `cholesky`.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    ValueError
        If shapes do not fit, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cho_solve
    >>> cho_solve((2 * cupy.eye(2), True), cupy.ones(2))
    array([0.25, 0.25])
    """
    factor, lower = c_and_lower
    factor, b = both_finite(factor, b, False, ("c", "b"))
    if factor.ndim < 2 or factor.shape[-1] != factor.shape[-2]:
        raise ValueError("The factored matrix c is not square.")
    if b.ndim == 0 or factor.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError(f"incompatible dimensions ({factor.shape} and {b.shape})")
    with finite_meanwhile(factor, b, check_finite):
        factor, b, vector = right_sides(*as_lapack(factor, b))
        x = solve_factored(factor, b, lower) if b.size else cupy.empty(b.shape, b.dtype)
    return x[..., 0] if vector else x


def solve_factored(factor: cupy.ndarray, b: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Solutions for arrays of one type and batch."""
    first, second = (0, 2) if lower else (2, 0)
    x = solve_stack(factor, b, first, lower, check=False)
    return solve_stack(factor, x, second, lower, check=False)


def hermitian(a: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Hermitian matrices from one of their triangles; imaginary parts of the diagonal count for nothing."""
    triangle, rest = (cupy.tril(a), cupy.tril(a, -1)) if lower else (cupy.triu(a), cupy.triu(a, 1))
    whole = triangle + adjoint(rest)
    if whole.dtype.kind == "c":
        diagonal = cupy.arange(whole.shape[-1])
        whole.imag[..., diagonal, diagonal] = 0
    return whole
