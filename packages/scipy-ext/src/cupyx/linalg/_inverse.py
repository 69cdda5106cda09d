"""Inverses of positive-definite matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING

import cupy
from cupy import linalg
from cupy._ext import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["invh"]


def invh(a: ArrayLike) -> cupy.ndarray:
    """Inverses of Hermitian positive-definite matrices, by their Cholesky factors.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices, of which the lower triangle is read.

    Returns
    -------
    (..., M, M) ndarray
        The inverses.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``. Also if `a` is not square.

    Examples
    --------
    >>> import cupy, cupyx.linalg
    >>> cupyx.linalg.invh(cupy.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    from cupyx.scipy.linalg import cho_solve

    factor = linalg.cholesky(as_array(a))
    if not factor.size:
        return factor
    unit = cupy.broadcast_to(cupy.eye(factor.shape[-1], dtype=factor.dtype), factor.shape)
    return cho_solve((factor, True), unit, check_finite=False)
