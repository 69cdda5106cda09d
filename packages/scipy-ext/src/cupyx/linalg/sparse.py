"""Direct solution of sparse systems."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cupyx.cusolver import csrlsvqr

if TYPE_CHECKING:
    from cupy import ndarray

__all__ = ["lschol"]


def lschol(A: Any, b: ndarray) -> ndarray:
    """Solve ``A @ x = b`` for a Hermitian positive-definite sparse matrix.

    Parameters
    ----------
    A : (M, M) csr_matrix
        Coefficients, of floating point; both triangles are stored.
    b : (M,) ndarray
        The right-hand side.

    Returns
    -------
    (M,) ndarray
        The solution `x`.

    Raises
    ------
    TypeError
        If `A` has another format or dtype.
    ValueError
        If `A` is not square or `b` does not fit.

    Notes
    -----
    Factored as by `cupyx.cusolver.csrlsvqr`, which needs no positive definiteness.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.linalg.sparse import lschol
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> lschol(csr_matrix(cupy.diag(cupy.array([2.0, 4.0]))), cupy.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    return csrlsvqr(A, b)
