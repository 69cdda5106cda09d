"""Some eigenvalues of Hermitian matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

import numpy

from cupyx.scipy.linalg import eigh
from cupyx.scipy.sparse.linalg._eigen._arguments import Problem, generator, too_many
from cupyx.scipy.sparse.linalg._eigen._basis import Basis, accuracy, no_convergence
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["eigsh"]

_KINDS = ("LM", "SM", "LA", "SA", "BE")


@scipy_in_host_memory
def eigsh(A: ArrayLike | spmatrix | sparray | LinearOperator, k: Int = 6,
          M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, sigma: float | None = None,
          which: Literal["LM", "SM", "LA", "SA", "BE"] = "LM", v0: ArrayLike | None = None, ncv: Int | None = None,
          maxiter: Int | None = None, tol: float = 0, return_eigenvectors: bool = True,
          Minv: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
          OPinv: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
          mode: Literal["normal", "buckling", "cayley"] = "normal",
          rng: numpy.random.Generator | Int | None = None) -> ndarray | tuple[ndarray, ndarray]:
    """Some eigenvalues of a real symmetric or complex Hermitian matrix.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``.
    k : int, optional
        How many eigenvalues, fewer than N; of an array all of them otherwise.
    M : array, sparse matrix or LinearOperator, optional
        Of the generalised problem ``A @ x = w * M @ x``, positive definite.
    sigma : float, optional
        Eigenvalues near to it are sought, by means of ``inv(A - sigma * M)``; `which` is then about
        ``1 / (w - sigma)``.
    which : {"LM", "SM", "LA", "SA", "BE"}, optional
        The greatest or least magnitudes, the greatest or least values, or half of either end.
    v0 : array, optional
        Where to start; random if not given.
    ncv : int, optional
        Vectors that are kept, more than `k`; ``max(2 * k + 1, 20)`` if not given.
    maxiter : int, optional
        Most restarts; ``10 * N`` if not given.
    tol : float, optional
        Relative accuracy; 0 is the machine's.
    return_eigenvectors : bool, optional
        Whether eigenvectors are returned too.
    Minv, OPinv : array, sparse matrix or LinearOperator, optional
        Inverses of `M`, and of ``A - sigma * M``; made by factorisation, or by `gmres` for operators, if not given.
    mode : {"normal", "buckling", "cayley"}, optional
        The transformation with `sigma`: ``1 / (w - sigma)``, ``w / (w - sigma)`` where `M` is any and `A` is positive,
        ``(w + sigma) / (w - sigma)``.
    rng : numpy.random.Generator or int, optional
        Of the first vector.

    Returns
    -------
    w : cupy.ndarray
        Eigenvalues, ascending.
    v : cupy.ndarray
        Eigenvectors, of shape ``(N, k)``; not without `return_eigenvectors`.

    Raises
    ------
    ArpackNoConvergence
        If the limit is reached; it holds what has converged.
    TypeError
        If the matrix is not of floating-point numbers, or `k` not below N and the matrix no array.
    ValueError
        If shapes or `k` do not fit, or `which` is unknown.

    Notes
    -----
    Lanczos' method with thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000), all vectors kept
    orthogonal by two passes; the small problem is solved on the host, once a restart.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import eigsh
    >>> eigsh(sparse.diags(cupy.arange(1., 101.)), 3, return_eigenvectors=False).round(6)
    array([ 98.,  99., 100.])
    """
    problem = Problem(A, M, sigma, Minv, OPinv, mode, tol, True)
    n = problem.n
    if too_many(A, M, k, n, "eigh"):
        return eigh(cast("Any", A), cast("Any", M), eigvals_only=cast("Any", not return_eigenvectors))
    if which not in _KINDS:
        raise ValueError(f"which must be one of {', '.join(_KINDS)}, not {which!r}")
    size = min(n, max(2 * k + 1, 20)) if ncv is None else ncv
    if size > n or size <= k:
        raise ValueError(f"ncv must be k<ncv<=n, ncv={ncv}")
    if maxiter is not None and maxiter <= 0:
        raise ValueError(f"maxiter must be positive, maxiter={maxiter}")
    draws = generator(rng)
    basis = Basis(problem.apply, problem.first(v0, draws), size, problem.weight, draws)
    kept = 0
    most = n * 10 if maxiter is None else maxiter
    for _ in range(most):
        basis.extend(kept)
        theta, turns, errors = _ritz(basis, which)
        converged = errors[:k] <= accuracy(tol, theta, problem.dtype)[:k]
        if converged.all():
            break
        kept = min(k + max(int(converged.sum()), (size - k) // 2), size - 1)
        below = basis.projection[size, size - 1] * turns[-1:, :kept]
        basis.restart(turns[:, :kept], numpy.vstack([numpy.diag(theta[:kept]), below]))
    else:
        good = numpy.flatnonzero(converged)
        raise no_convergence(most, k, problem.values(theta[good]), basis.combined(turns[:, good]).get())
    values = problem.values(theta[:k])
    order = numpy.argsort(values)
    return _result(values[order], basis.combined(turns[:, :k][:, order]) if return_eigenvectors else None)


def _result(values: Any, vectors: ndarray | None) -> Any:
    import cupy

    values = cupy.asarray(values)
    return values if vectors is None else (values, vectors)


def _ritz(basis: Basis, which: str) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """Eigenvalues of the projection, the wanted ones first, their vectors and residuals."""
    m = basis.size
    H = basis.projection[:m]
    # only the upper triangle is known to the end where vectors were kept
    H = numpy.triu(H) + numpy.triu(H, 1).conj().T
    theta, turns = numpy.linalg.eigh(H)
    order = wanted_first(theta, which)
    theta, turns = theta[order], turns[:, order]
    return theta, turns, abs(basis.projection[m, m - 1] * turns[m - 1])


def wanted_first(theta: numpy.ndarray[Any, Any], which: str) -> numpy.ndarray[Any, Any]:
    """Positions of real eigenvalues, those that are wanted most first."""
    if which == "BE":
        up = numpy.argsort(theta)
        ends = numpy.empty_like(up)
        ends[0::2], ends[1::2] = up[::-1][:len(ends[0::2])], up[:len(ends[1::2])]
        return ends
    key = {"LM": -abs(theta), "SM": abs(theta), "LA": -theta, "SA": theta}[which]
    return numpy.argsort(key, kind="stable")
