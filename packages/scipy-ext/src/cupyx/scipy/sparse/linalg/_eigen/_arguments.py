"""What the arguments of functions for eigenvalues may be."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._eigen._inverse import operator_of, solver_of
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix
    from cupyx.scipy.sparse.linalg._operators._interface import MatrixLinearOperator


class Problem:
    """``A x = λ M x``: the operator to iterate, its inner product, and how λ follows from its eigenvalues."""

    def __init__(self, A: csr_matrix | MatrixLinearOperator | ArrayLike | spmatrix | sparray | LinearOperator,
                 M: csc_matrix | ArrayLike | spmatrix | sparray | LinearOperator | None, sigma: Any, Minv: Any,
                 OPinv: Any, mode: str, tol: float, hermitian: bool) -> None:
        self.A = operator_of(A)
        self.M: LinearOperator | None = None if M is None else operator_of(M)
        if len(self.A.shape) != 2 or self.A.shape[0] != self.A.shape[1]:
            raise ValueError(f"expected square matrix (shape={self.A.shape})")
        if self.A.dtype.char not in "fdFD":
            raise TypeError(f"eigenvalues of a matrix of dtype {self.A.dtype} are not supported: only of float32, "
                            "float64, complex64 and complex128")
        if self.M is not None and self.M.shape != self.A.shape:
            raise ValueError(f"wrong M dimensions {self.M.shape}, should be {self.A.shape}")
        self.n, self.sigma, self.mode = self.A.shape[0], sigma, mode
        self.dtype = numpy.result_type(self.A.dtype, *([] if self.M is None else [self.M.dtype]))
        if sigma is not None and not hermitian and numpy.iscomplexobj(sigma) and numpy.imag(sigma):
            self.dtype = numpy.result_type(self.dtype, numpy.complex64)
        multiply, weigh = self._applied(self.A), self._applied(self.M)      # `weigh` is for M alone
        self.weight: Callable[[cupy.ndarray], cupy.ndarray] | None = None if M is None else weigh
        self.apply: Callable[[cupy.ndarray], cupy.ndarray]
        if sigma is None:
            if OPinv is not None:
                raise ValueError("OPinv should not be specified if sigma = None")
            if mode != "normal":
                raise ValueError(f"mode={mode!r} needs sigma")
            self.apply = multiply
            if self.M is not None:
                solve = self._applied(operator_of(Minv) if Minv is not None else solver_of(M))
                self.apply = lambda v: solve(multiply(v))
            return
        if Minv is not None:
            raise ValueError("Minv should not be specified when sigma is")
        self.inverse = operator_of(OPinv) if OPinv is not None else solver_of(A, M, sigma, tol)
        invert = self._applied(self.inverse)
        if mode == "normal":
            self.apply = (lambda v: invert(weigh(v))) if self.M is not None else invert
        elif mode == "buckling":
            self.apply, self.weight = lambda v: invert(multiply(v)), multiply
        elif mode == "cayley":
            self.apply = lambda v: invert(multiply(v) + sigma * (v if self.M is None else weigh(v)))
        else:
            raise ValueError(f"unrecognized mode '{mode}'")

    def _applied(self, operator: Any) -> Callable[..., Any]:
        return lambda v: operator.matvec(v).astype(self.dtype, copy=False)

    def values(self, theta: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        """Eigenvalues of the problem from those of the operator."""
        if self.sigma is None:
            return theta
        if self.mode == "buckling":
            return self.sigma * theta / (theta - 1)
        if self.mode == "cayley":
            return self.sigma * (theta + 1) / (theta - 1)
        return self.sigma + 1 / theta

    def first(self, v0: ArrayLike | None, rng: numpy.random.Generator) -> cupy.ndarray:
        """The vector to begin with."""
        if v0 is None:
            v = cupy.asarray(rng.uniform(-1, 1, self.n)).astype(self.dtype)
            if self.M is not None and self.sigma is None:
                v = self.apply(v)
            return v
        v = cupy.asarray(v0).astype(self.dtype)
        if v.size != self.n:
            raise ValueError(f"v0 must have {self.n} items, not {v.size}")
        return v.reshape(self.n)


def generator(rng: Any) -> Any:
    """NumPy's generator of a seed, or of nothing."""
    if isinstance(rng, (numpy.random.Generator, numpy.random.RandomState)):
        return rng
    return numpy.random.default_rng(rng)


def too_many(A: Any, M: Any, k: Int, below: int, function: str) -> bool:
    """Whether a decomposition of the whole matrix is wanted, which `scipy.linalg.function` makes of arrays alone."""
    if k <= 0:
        raise ValueError(f"k={k} must be greater than 0.")
    if k < below:
        return False
    for name, x in (("A", A), ("M", M)):
        if isinstance(x, LinearOperator) or hasattr(x, "tocsr"):
            raise TypeError(f"k={k} must be smaller than {below} where {name} is no array: reduce k, or call "
                            f"cupyx.scipy.linalg.{function} with its toarray()")
    warnings.warn(f"k={k} is not smaller than {below}: cupyx.scipy.linalg.{function} is used", RuntimeWarning,
                  stacklevel=4)
    return True
