"""What iterative solvers share: arguments, the operators that steps apply, tolerances, and how a method ended."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse._base import issparse
from cupyx.scipy.sparse.linalg._krylov._steps import CONVERGED, Rows
from cupyx.scipy.sparse.linalg._operators._interface import (IdentityOperator, LinearOperator, MatrixLinearOperator,
                                                               aslinearoperator)

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

#: Character of the type of a matrix, or of a vector → the one in which is calculated.
_FLOATING = {c: c for c in "fdFD"}


class System:
    """A square system: the operator, the preconditioner, a first solution `x` and the right-hand side `b`."""

    def __init__(self, A: Any, M: Any, x0: ArrayLike | None, b: Any) -> None:
        operator = aslinearoperator(A)
        if operator.shape[0] != operator.shape[1]:
            raise ValueError(f"expected square matrix, but got shape={operator.shape}")
        n = operator.shape[0]
        b = cupy.asarray(b)
        if b.shape not in ((n, 1), (n,)):
            raise ValueError(f"shapes of A {operator.shape} and b {b.shape} are incompatible")
        matrix = operator.dtype or operator.matvec(b.astype("d")).dtype
        self.dtype = numpy.result_type(*[_FLOATING.get(dtype.char, "d") for dtype in (matrix, b.dtype)])
        self.b = b.astype(self.dtype).reshape(n)
        self.n = n
        self.A = working(operator, self.dtype)
        psolve, rpsolve = getattr(A, "psolve", None), getattr(A, "rpsolve", None)
        if M is None and (psolve or rpsolve):
            M = LinearOperator(operator.shape, matvec=psolve or _same, rmatvec=rpsolve or _same, dtype=matrix)
        if M is None:
            self.M = None
        else:
            M = aslinearoperator(M)
            if M.shape != operator.shape:
                raise ValueError("matrix and preconditioner have different shapes")
            self.M = None if isinstance(M, IdentityOperator) else working(M, self.dtype)
        preconditioner = Preconditioner(self.M, self.dtype)
        self.precondition, self.precondition_adjoint = preconditioner.apply, preconditioner.adjoint
        self.x = self._first(x0)

    def _first(self, x0: ArrayLike | None) -> cupy.ndarray:
        if x0 is None:
            return cupy.zeros(self.n, self.dtype)
        if isinstance(x0, str):
            if x0 != "Mb":
                raise ValueError(f"x0 is an array or 'Mb', not {x0!r}")
            return self.precondition(self.b.copy()).astype(self.dtype)
        x = cupy.array(x0, dtype=self.dtype)
        if x.shape not in ((self.n, 1), (self.n,)):
            raise ValueError(f"shapes of A {self.A.shape} and x0 {x.shape} are incompatible")
        return x.reshape(self.n)

    def multiply(self, v: Any) -> cupy.ndarray:
        """``A @ v`` in the type of the system."""
        return self.A.matvec(v).astype(self.dtype, copy=False)

    def multiply_adjoint(self, v: cupy.ndarray) -> cupy.ndarray:
        """``A.conj().T @ v``."""
        return self.A.rmatvec(v).astype(self.dtype, copy=False)

    @functools.cached_property
    def rows(self) -> Rows | None:
        """The matrix for steps that multiply and sum in one launch; None if there is no such, or a preconditioner."""
        return rows_of(self.A) if self.M is None else None

    def residual(self, given: Any) -> cupy.ndarray:
        """``b - A @ x``, where `given` says whether x may be other than zero."""
        return self.b - self.multiply(self.x) if given is not None else self.b.copy()

    @functools.cached_property
    def norm_b(self) -> float:
        """The norm of the right-hand side, a number of the host."""
        return float(cupy.linalg.norm(self.b))

    @property
    def capturable(self) -> bool:
        """Whether the operators are matrices, whose products never wait for the device."""
        return all(is_matrix(A) for A in (self.A, self.M) if A is not None)


class Preconditioner:
    """A preconditioner `M`, or None, for vectors of a dtype."""

    def __init__(self, M: Any, dtype: numpy.dtype[Any]) -> None:
        self.M, self.dtype = M, dtype

    def apply(self, v: cupy.ndarray) -> cupy.ndarray:
        """``M @ v``; `v` itself without a preconditioner."""
        return v if self.M is None else self.M.matvec(v).astype(self.dtype, copy=False)

    def adjoint(self, v: cupy.ndarray) -> cupy.ndarray:
        """``M.conj().T @ v``."""
        return v if self.M is None else self.M.rmatvec(v).astype(self.dtype, copy=False)


def is_matrix(operator: Any) -> bool:
    """Whether the products of an operator may be captured in a graph."""
    return isinstance(operator, MatrixLinearOperator) and issparse(operator.A) and operator.A.format == "csr"


def rows_of(operator: Any) -> Rows | None:
    """A matrix for `Steps.update`, or None."""
    return Rows.of(operator.A) if is_matrix(operator) else None


def _same(v: cupy.ndarray) -> cupy.ndarray:
    return v


def working(operator: LinearOperator, dtype: numpy.dtype[Any]) -> LinearOperator:
    """The operator that steps apply: a sparse matrix in compressed rows, its values in the type of the vectors."""
    if not isinstance(operator, MatrixLinearOperator):
        return operator
    A = operator.A
    if issparse(A):
        A = A.tocsr().astype(dtype, copy=False)
    return _RowsOperator(A if issparse(A) else A.astype(dtype, copy=False))


class _RowsOperator(MatrixLinearOperator):
    """A matrix whose adjoint is also kept in compressed rows."""

    def _adjoint(self) -> _RowsOperator:
        if self._conjugate is None:
            transposed = self.A.T.conj()
            self._conjugate = _RowsOperator(transposed.tocsr() if issparse(transposed) else transposed)
            self._conjugate._conjugate = self
        return self._conjugate


def tolerance(name: str, norm_b: float, atol: float, rtol: float, tol: Any) -> float:
    """The absolute tolerance on the residual; `tol` is the older name of `rtol`."""
    rtol = rtol if tol is None else tol
    if atol is None:
        atol = 0.0
    if isinstance(atol, str) or atol < 0:
        raise ValueError(f"'cupyx.scipy.sparse.linalg.{name}' called with invalid `atol`={atol}; if set, `atol` must "
                         "be a real, non-negative number.")
    return max(float(atol), float(rtol) * norm_b)


def outcome(system: System, status: int, maxiter: int) -> tuple[cupy.ndarray, int]:
    """The solution and SciPy's code for how the method ended."""
    return system.x, 0 if status == CONVERGED else maxiter if status > 0 else status


def prepared(name: str, A: Any, b: Any, x0: ArrayLike | None, tol: Any, maxiter: Any, M: Any, atol: float,
             rtol: float) -> tuple[System, cupy.ndarray | None, float, int]:
    """A system, its residual, the tolerance and the limit; None for the residual if there is nothing to do."""
    system = System(A, M, x0, b)
    atol = tolerance(name, system.norm_b, atol, rtol, tol)
    maxiter = system.n * 10 if maxiter is None else maxiter
    if system.norm_b == 0:
        system.x[:] = 0
        return system, None, atol, maxiter
    r = system.residual(x0)
    if maxiter > 0 and (system.norm_b if x0 is None else _norm(r)) < atol:
        return system, None, atol, maxiter
    return system, r, atol, maxiter


def _norm(r: cupy.ndarray) -> float:
    return float(cupy.linalg.norm(r))


def watcher(callback: Callable[..., Any] | None, *arguments: Any) -> Callable[..., Any] | None:
    """A callback without arguments, or None."""
    return None if callback is None else lambda: callback(*arguments)
