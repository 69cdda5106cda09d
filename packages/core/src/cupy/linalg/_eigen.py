"""Eigenvalues and eigenvectors."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.subclass import drops_class, keeps_class
from cupy._linalg import decompose as solver
from cupy.linalg._arguments import as_squares, as_batch, computed_dtype, empty_result, empty_results, unbatched

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["eig", "eigh", "eigvals", "eigvalsh"]


class EigResult(NamedTuple):
    """Result of `eig`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class EighResult(NamedTuple):
    """Result of `eigh`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


def _is_lower(triangle: str) -> bool:
    triangle = triangle.upper()
    if triangle not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return triangle == "L"


@keeps_class(plain=(0,))
def eigh(a: ArrayLike, UPLO: Literal["L", "U", "l", "u"] = "L") -> EighResult:
    """Eigenvalues and eigenvectors of Hermitian matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    UPLO : {'L', 'U'}, optional
        Which triangle is read.

    Returns
    -------
    EighResult with fields eigenvalues, ascending, and eigenvectors, the columns

    Raises
    ------
    LinAlgError
        If the iteration does not converge.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.eigh(cupy.array([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    array([1., 3.])
    """
    a, lower = as_squares(a), _is_lower(UPLO)
    dtype = computed_dtype(a)
    if a.size == 0:
        return EighResult(*empty_results(numpy.linalg.eigh, a.astype(dtype)))
    return EighResult(*unbatched(solver.implementation().eigh(as_batch(a, dtype), lower, True), a.shape[:-2]))


@drops_class
def eigvalsh(a: ArrayLike, UPLO: Literal["L", "U"] = "L") -> ndarray:
    """Eigenvalues of Hermitian matrices, ascending.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    UPLO : {'L', 'U'}, optional
        Which triangle is read.

    Returns
    -------
    (..., M) ndarray

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.eigvalsh(cupy.array([[2.0, 1.0], [1.0, 2.0]]))
    array([1., 3.])
    """
    a, lower = as_squares(a), _is_lower(UPLO)
    dtype = computed_dtype(a)
    if a.size == 0:
        return empty_result(numpy.linalg.eigvalsh, a.astype(dtype))
    return unbatched(solver.implementation().eigh(as_batch(a, dtype), lower, False), a.shape[:-2])


@keeps_class(plain=(0,))
def eig(a: ArrayLike) -> EigResult:
    """Eigenvalues and right eigenvectors of square matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.

    Returns
    -------
    EigResult with fields eigenvalues and eigenvectors, the columns
        Differs from NumPy: both are complex, whatever the values are, so that no values have to be brought to the
        host to find out.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.

    Examples
    --------
    >>> import cupy
    >>> w, v = cupy.linalg.eig(cupy.diag(cupy.array([1.0, 2.0])))
    >>> w
    array([1.+0.j, 2.+0.j])
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return EigResult(*[x.astype(dtype.char.upper()) for x in empty_results(numpy.linalg.eig, a.astype(dtype))])
    return EigResult(*unbatched(solver.implementation().eig(as_batch(a, dtype), True), a.shape[:-2]))


@drops_class
def eigvals(a: ArrayLike) -> ndarray:
    """Eigenvalues of square matrices, complex as those of `eig`.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.

    Returns
    -------
    (..., M) ndarray

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.eigvals(cupy.array([[0.0, 1.0], [-1.0, 0.0]])).imag.max()
    array(1.)
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return empty_result(numpy.linalg.eigvals, a.astype(dtype)).astype(dtype.char.upper())
    return unbatched(solver.implementation().eig(as_batch(a, dtype), False), a.shape[:-2])
