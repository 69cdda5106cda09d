"""Operators that solve systems, for spectral transformations."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse.linalg._operators._interface import (IdentityOperator, LinearOperator, MatrixLinearOperator,
                                                               aslinearoperator)

if TYPE_CHECKING:
    from cupyx.scipy.sparse.linalg._operators._interface import _CustomLinearOperator


def operator_of(A: Any) -> Any:
    """`A` as an operator; matrices are kept in compressed rows."""
    A = from_host(A)
    return MatrixLinearOperator(A.tocsr()) if issparse(A) else aslinearoperator(A)


def solver_of(A: Any, M: Any = None, sigma: complex = 0, tol: float = 0) -> _CustomLinearOperator | Any:
    """An operator for the inverse of ``A - sigma * M``."""
    A, M = operator_of(A), None if M is None else operator_of(M)
    matrices = [x.A for x in (A, M) if isinstance(x, MatrixLinearOperator)]
    if len(matrices) == 1 + (M is not None):
        return _direct(matrices, sigma)
    shifted = A
    if sigma:
        shifted = A - sigma * (M if M is not None else IdentityOperator(A.shape, A.dtype))
    dtype = numpy.result_type(A.dtype, numpy.min_scalar_type(sigma), numpy.float32)

    def solve(b: cupy.ndarray) -> cupy.ndarray:
        from cupyx.scipy.sparse.linalg import gmres

        x, info = gmres(shifted, b, rtol=max(tol, numpy.finfo(dtype).eps * 10), restart=min(100, A.shape[0]))
        if info:
            raise ValueError(f"Error in inverting M: function gmres did not converge (info = {info}).")
        return x

    return LinearOperator(A.shape, matvec=solve, dtype=dtype)


def _direct(matrices: Sequence[Any], sigma: Any) -> _CustomLinearOperator:
    A, M = matrices[0], matrices[1] if len(matrices) > 1 else None
    n = A.shape[0]
    if not issparse(A) and not issparse(M):
        shifted = A - sigma * (cupy.eye(n, dtype=A.dtype) if M is None else M) if sigma else A
        return MatrixLinearOperator(cupy.linalg.inv(shifted))
    from cupyx.scipy.sparse import csc_array, eye_array
    from cupyx.scipy.sparse.linalg._direct._superlu import splu

    shifted = csc_array(A)
    if sigma:
        shifted = shifted - csc_array(eye_array(n, dtype=A.dtype) if M is None else M) * sigma
    factors = splu(shifted.tocsc())
    return LinearOperator(A.shape, matvec=factors.solve, dtype=factors._dtype)
