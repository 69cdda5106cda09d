"""Extreme eigenvalues by LOBPCG."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._dia import dia_matrix

__all__ = ["lobpcg"]


@scipy_in_host_memory
def lobpcg(A: ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any], X: cupy.ndarray,
           B: ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any] | None = None,
           M: ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any] | None = None,
           Y: cupy.ndarray | None = None, tol: float | None = None, maxiter: Int | None = None, largest: bool = True,
           verbosityLevel: Int = 0, retLambdaHistory: bool = False, retResidualNormsHistory: bool = False,
           restartControl: Int = 20) -> tuple[cupy.ndarray | list[numpy.ndarray[Any, Any]], ...]:
    """Extreme eigenvalues of Hermitian problems, by preconditioned gradients of a block of vectors.

    Parameters
    ----------
    A : array, sparse matrix, LinearOperator or callable
        Of shape ``(N, N)``, Hermitian; a callable gives the product with a block.
    X : cupy.ndarray
        First approximations of the eigenvectors, of shape ``(N, k)``.
    B : array, sparse matrix, LinearOperator or callable, optional
        Of the generalised problem ``A @ x = w * B @ x``, positive definite.
    M : array, sparse matrix, LinearOperator or callable, optional
        The preconditioner, near to the inverse of `A`.
    Y : cupy.ndarray, optional
        Constraints, of shape ``(N, c)``: eigenvectors shall be B-orthogonal to them.
    tol : float, optional
        Residual norms that suffice; ``sqrt(eps) * N`` if not given.
    maxiter : int, optional
        Most steps; 20 if not given.
    largest : bool, optional
        Whether the greatest eigenvalues are sought, or the least.
    verbosityLevel : int, optional
        Above 0, steps are printed.
    retLambdaHistory, retResidualNormsHistory : bool, optional
        Whether eigenvalues, and residual norms, of all steps are returned too.
    restartControl : int, optional
        Products are made anew when residuals grow above ``2**restartControl`` times the least.

    Returns
    -------
    w : cupy.ndarray
        Eigenvalues, the most extreme first.
    v : cupy.ndarray
        Eigenvectors, of shape ``(N, k)``.
    lambdaHistory, residualNormsHistory : list of numpy.ndarray
        If asked for.

    Raises
    ------
    ValueError
        If `X` has not two axes, or its columns or constraints depend on each other.

    Notes
    -----
    The method of Knyazev, SIAM J. Sci. Comput. 23 (2001). The space of approximations, residuals and former directions
    is made orthonormal by its Gram matrix, directions that vanish are dropped; small problems are solved on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import lobpcg
    >>> A = sparse.diags(cupy.arange(1., 101.))
    >>> X = cupy.asarray(numpy.random.default_rng(0).standard_normal((100, 3)))
    >>> lobpcg(A, X, tol=1e-6, maxiter=100)[0].round(6)
    array([100.,  99.,  98.])
    """
    if X is None:
        raise ValueError("The mandatory initial matrix X cannot be None")
    X = cupy.asarray(X)
    if X.ndim != 2:
        raise ValueError("expected rank-2 array for argument X")
    if X.dtype.kind not in "fc":
        warnings.warn(f"Data type for argument X is {X.dtype}, which is not inexact, so casted to np.float32.",
                      UserWarning, stacklevel=2)
        X = X.astype(numpy.float32)
    n, k = X.shape
    if Y is not None:
        Y = cupy.asarray(Y)
        if Y.ndim != 2:
            warnings.warn(f"Expected rank-2 array for argument Y, instead got {Y.ndim}, so ignore it and use no "
                          "constraints.", UserWarning, stacklevel=2)
            Y = None
    constraints = 0 if Y is None else Y.shape[1]
    if n - constraints < 5 * k:
        warnings.warn(f"The problem size {n} minus the constraints size {constraints} is too small relative to the "
                      f"block size {k}. Using a dense eigensolver instead of LOBPCG iterations.No output of the "
                      "history of the iterations.", UserWarning, stacklevel=2)
        if Y is not None:
            raise NotImplementedError("The dense eigensolver does not support constraints.")
        return _dense(A, B, n, min(k, n), largest, X.dtype)
    if tol is None or tol <= 0:
        tol = float(numpy.sqrt(numpy.finfo(X.dtype).eps)) * n
    weigh, precondition = [None if m is None else _product(m, n) for m in (B, M)]
    block = _Block(_product(A, n), weigh, precondition, Y, largest)
    maxiter = 20 if maxiter is None else maxiter
    values, lambdas, norms, reached = block.run(X, tol, maxiter, restartControl, verbosityLevel)
    if reached > tol:
        warnings.warn(f"Exited at iteration {len(norms) - 1} with accuracies \n{norms[-1]}\nnot reaching the "
                      f"requested tolerance {tol}.\nUse iteration {block.best_step} instead with accuracy \n"
                      f"{reached}.\n", UserWarning, stacklevel=2)
    result = (cupy.asarray(values), block.X)
    if retLambdaHistory:
        result += (lambdas,)
    if retResidualNormsHistory:
        result += (norms,)
    return result


def _product(m: Any, n: int) -> Callable[..., Any]:
    """A function for the product with a block."""
    m = from_host(m)
    if issparse(m):
        m = m.tocsr()
    if isinstance(m, LinearOperator):
        return m.matmat
    if callable(m):
        return m
    m = m if issparse(m) else cupy.asarray(m)
    if m.shape != (n, n):
        raise ValueError(f"a matrix of shape {(n, n)} is needed, not {m.shape}")
    return lambda v: m @ v


def _dense(A: dia_matrix | ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any],
           B: ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any] | None, n: int, k: int,
           largest: bool, dtype: numpy.dtype[Any]) -> tuple[cupy.ndarray, cupy.ndarray]:
    def matrix(m: ArrayLike | spmatrix | sparray | LinearOperator | Callable[..., Any] | None) -> cupy.ndarray:
        m = from_host(m)
        return m.toarray() if issparse(m) else _product(m, n)(cupy.eye(n, dtype=dtype))

    a = matrix(A)
    if B is None:
        values, vectors = cupy.linalg.eigh(a)
    else:
        inverse = cupy.linalg.inv(cupy.linalg.cholesky(matrix(B)))
        values, vectors = cupy.linalg.eigh(inverse @ a @ inverse.conj().T)
        vectors = inverse.conj().T @ vectors
    order = slice(None, -k - 1, -1) if largest else slice(k)
    return values[order], vectors[:, order]


class _Block:
    """A block of vectors with what the operators make of it."""

    def __init__(self, A: Callable[..., Any], B: Callable[..., Any] | None, M: Callable[..., Any] | None,
                 Y: cupy.ndarray | None, largest: bool) -> None:
        self.A, self.B, self.M, self.Y, self.largest = A, B, M, Y, largest
        if Y is not None:
            self.BY = Y if B is None else B(Y)
            gram = (Y.conj().T @ self.BY).get()
            if numpy.linalg.eigvalsh(gram)[0] <= numpy.finfo(gram.dtype).eps * abs(gram).max():
                raise ValueError("Linearly dependent constraints")
            self.gram = cupy.asarray(numpy.linalg.inv(gram))

    def run(self, X: cupy.ndarray, tol: float, maxiter: Int, control: Int, verbosity: Int) -> tuple[Any, ...]:
        """Steps until residuals suffice: eigenvalues, histories, and the residual reached."""
        X = self._constrained(X)
        turn = self._orthonormal([X, self._weighted(X)], True)
        if turn is None:
            raise ValueError("Linearly dependent initial approximations")
        X = X @ turn
        AX, BX = self._multiplied(X), self._weighted(X)
        values, turn = self._ritz(X.conj().T @ AX, X.shape[1])
        X, AX, BX = X @ turn, AX @ turn, self._turned(BX, X, turn)
        lambdas, norms, least, best = [values], [], numpy.inf, (X, values)
        active, P = numpy.ones(X.shape[1], bool), None
        for step in range(maxiter + 1):
            R = AX - (X if BX is None else BX) * cupy.asarray(values)
            norm = cupy.linalg.norm(R, axis=0).get()
            norms.append(norm)
            if verbosity:
                print(f"iteration {step}\neigenvalue(s):\n{values}\nresidual norm(s):\n{norm}")
            mean = float(norm.mean())
            if mean < least:
                least, best, self.best_step = mean, (X, values), step
            elif not mean <= 2.0 ** control * least:
                AX, BX, P = self._multiplied(X), self._weighted(X), None
            active &= norm > tol
            if not active.any() or step == maxiter:
                break
            R = R[:, numpy.flatnonzero(active)]
            R = self._constrained(R if self.M is None else self.M(R))
            R -= X @ ((X if BX is None else BX).conj().T @ R)
            R /= cupy.maximum(cupy.linalg.norm(R, axis=0), numpy.finfo(norm.dtype).tiny)
            parts = [(X, AX, BX), (R, self._multiplied(R), self._weighted(R))]
            if P is not None:
                parts.append(tuple(None if p is None else p[:, numpy.flatnonzero(active)] for p in P))
            found = self._step(parts, X.shape[1])
            if found is None and P is not None:
                found = self._step(parts[:2], X.shape[1])
            if found is None:
                warnings.warn(f"Failed at iteration {step} with accuracies {norm}\n not reaching the requested "
                              f"tolerance {tol}.", UserWarning, stacklevel=4)
                break
            values, (X, AX, BX), P = found
            lambdas.append(values)
        self.X, values = best
        return values, lambdas, norms, float(norms[self.best_step].max())

    def _weighted(self, V: cupy.ndarray) -> cupy.ndarray | None:
        return None if self.B is None else self.B(V)

    def _multiplied(self, V: cupy.ndarray) -> cupy.ndarray:
        AV = self.A(V)
        if AV.shape != V.shape:
            raise ValueError(f"The shape {V.shape} of the approximations not preserved\nand changed to {AV.shape} "
                             "after multiplying by the primary matrix.\n")
        return AV

    def _turned(self, BV: cupy.ndarray | None, V: cupy.ndarray, turn: cupy.ndarray) -> cupy.ndarray | None:
        return None if BV is None else BV @ turn

    def _constrained(self, V: cupy.ndarray) -> cupy.ndarray:
        if self.Y is None:
            return V.copy()
        return V - self.Y @ (self.gram @ (self.BY.conj().T @ V))

    def _orthonormal(self, pair: Sequence[Any], all_of_them: bool) -> cupy.ndarray | None:
        """Coefficients that make the columns of a block orthonormal; None if too few are independent."""
        V, BV = pair
        gram = (V.conj().T @ (V if BV is None else BV)).get()
        sizes = numpy.sqrt(abs(numpy.diag(gram)).astype(numpy.float64))
        if not numpy.isfinite(gram).all() or not (sizes > 0).all():
            return None
        scaled = gram / sizes / sizes[:, None]
        weights, turn = numpy.linalg.eigh((scaled + scaled.conj().T) / 2)
        kept = weights > weights[-1] * numpy.finfo(gram.dtype).eps * 100
        if all_of_them and not kept.all():
            return None
        return cupy.asarray((turn[:, kept] / numpy.sqrt(weights[kept]) / sizes[:, None]).astype(gram.dtype))

    def _ritz(self, gram: Any, k: int) -> tuple[numpy.ndarray[Any, Any], cupy.ndarray]:
        """The wanted eigenvalues of a projection and their coefficients."""
        gram = gram.get()
        values, turn = numpy.linalg.eigh((gram + gram.conj().T) / 2)
        order = slice(None, -k - 1, -1) if self.largest else slice(k)
        return values[order], cupy.asarray(turn[:, order])

    def _step(self, parts: Any, k: int) -> tuple[Any, ...] | None:
        """The best block in the space of parts, and the direction that led to it."""
        S, AS = [cupy.concatenate([part[i] for part in parts], axis=1) for i in (0, 1)]
        BS = None if self.B is None else cupy.concatenate([part[2] for part in parts], axis=1)
        turn = self._orthonormal((S, BS), False)
        if turn is None or turn.shape[1] < k:
            return None
        values, ritz = self._ritz(turn.conj().T @ (S.conj().T @ AS) @ turn, k)
        C = turn @ ritz
        rest = C.copy()
        rest[:k] = 0
        X, P = [(S @ c, AS @ c, None if BS is None else BS @ c) for c in (C, rest)]
        return values, X, P
