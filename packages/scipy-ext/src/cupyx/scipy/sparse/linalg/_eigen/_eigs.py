"""Some eigenvalues of square matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

import numpy

import cupy
from cupyx.scipy.linalg import eig
from cupyx.scipy.sparse.linalg._eigen._arguments import Problem, generator, too_many
from cupyx.scipy.sparse.linalg._eigen._basis import Basis, accuracy, no_convergence
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["eigs"]

_KINDS = ("LM", "SM", "LR", "SR", "LI", "SI")


@scipy_in_host_memory
def eigs(A: ArrayLike | spmatrix | sparray | LinearOperator, k: Int = 6,
         M: ArrayLike | spmatrix | sparray | LinearOperator | None = None, sigma: complex | None = None,
         which: Literal["LM", "SM", "LR", "SR", "LI", "SI"] = "LM", v0: ArrayLike | None = None, ncv: Int | None = None,
         maxiter: Int | None = None, tol: float = 0, return_eigenvectors: bool = True,
         Minv: ArrayLike | spmatrix | sparray | LinearOperator | None = None,
         OPinv: ArrayLike | spmatrix | sparray | LinearOperator | None = None, OPpart: Literal["r", "i"] | None = None,
         rng: numpy.random.Generator | Int | None = None) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Some eigenvalues of a square matrix.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(N, N)``.
    k : int, optional
        How many eigenvalues, fewer than ``N - 1``; of an array all of them otherwise.
    M : array, sparse matrix or LinearOperator, optional
        Of the generalised problem ``A @ x = w * M @ x``, positive definite.
    sigma : complex, optional
        Eigenvalues near to it are sought, by means of ``inv(A - sigma * M)``; `which` is then about
        ``1 / (w - sigma)``.
    which : {"LM", "SM", "LR", "SR", "LI", "SI"}, optional
        The greatest or least magnitudes, real parts, or imaginary parts (of real matrices, their magnitudes).
    v0 : array, optional
        Where to start; random if not given.
    ncv : int, optional
        Vectors that are kept, more than ``k + 1``; ``max(2 * k + 1, 20)`` if not given.
    maxiter : int, optional
        Most restarts; ``10 * N`` if not given.
    tol : float, optional
        Relative accuracy; 0 is the machine's.
    return_eigenvectors : bool, optional
        Whether eigenvectors are returned too.
    Minv, OPinv : array, sparse matrix or LinearOperator, optional
        Inverses of `M`, and of ``A - sigma * M``; made by factorisation, or by `gmres` for operators, if not given.
    OPpart : {"r", "i"}, optional
        Accepted for SciPy's signature: a complex `sigma` makes the calculation complex.
    rng : numpy.random.Generator or int, optional
        Of the first vector.

    Returns
    -------
    w : cupy.ndarray
        Eigenvalues, complex, the most wanted first.
    v : cupy.ndarray
        Eigenvectors, of shape ``(N, k)``; not without `return_eigenvectors`.

    Raises
    ------
    ArpackNoConvergence
        If the limit is reached; it holds what has converged.
    TypeError
        If the matrix is not of floating-point numbers, or `k` not below ``N - 1`` and the matrix no array.
    ValueError
        If shapes or `k` do not fit, or `which` is unknown.

    Notes
    -----
    The Krylov-Schur method (Stewart, SIAM J. Matrix Anal. Appl. 23, 2002); the small Schur form is made on the host,
    once a restart.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import eigs
    >>> w = eigs(sparse.diags(cupy.arange(1., 101.)), 3, return_eigenvectors=False)
    >>> w.real.round(6)
    array([100.,  99.,  98.])
    """
    problem = Problem(A, M, sigma, Minv, OPinv, "normal", tol, False)
    problem.weight = None               # orthogonal in the usual sense: the operator need not be symmetric
    n = problem.n
    if too_many(A, M, k, n - 1, "eig"):
        return eig(cast("Any", A), cast("Any", M), right=cast("Any", return_eigenvectors))
    if which not in _KINDS:
        raise ValueError(f"which must be one of {', '.join(_KINDS)}, not {which!r}")
    size = min(n, max(2 * k + 1, 20)) if ncv is None else ncv
    if size > n or size <= k + 1:
        raise ValueError(f"ncv must be k+1<ncv<=n, ncv={ncv}")
    if maxiter is not None and maxiter <= 0:
        raise ValueError(f"maxiter must be positive, maxiter={maxiter}")
    draws = generator(rng)
    basis = Basis(problem.apply, problem.first(v0, draws), size, None, draws)
    kept, most = 0, n * 10 if maxiter is None else maxiter
    for _ in range(most):
        basis.extend(kept)
        H, rest = basis.projection[:size], basis.projection[size, size - 1]
        theta, turns = numpy.linalg.eig(H)
        order = numpy.argsort(-_rank(theta, which, problem.dtype.kind), kind="stable")
        theta, turns = theta[order], turns[:, order]
        errors = abs(rest * turns[size - 1])
        converged = errors[:k] <= accuracy(tol, theta, problem.dtype)[:k]
        if converged.all():
            break
        kept = _restart(basis, theta, which, min(k + max(int(converged.sum()), (size - k) // 2), size - 2))
    else:
        good = numpy.flatnonzero(converged)
        raise no_convergence(most, k, problem.values(theta[good]), basis.combined(turns[:, good]).get())
    values = cupy.asarray(problem.values(theta[:k]).astype(numpy.result_type(problem.dtype, numpy.complex64)))
    if not return_eigenvectors:
        return values
    return values, basis.combined(turns[:, :k].astype(complex))


def _rank(theta: ArrayLike, which: str, kind: str) -> Any:
    """How much eigenvalues are wanted; those of a conjugate pair alike for real matrices."""
    part = {"M": abs, "R": numpy.real, "I": numpy.imag}[which[1]](theta)
    if which[1] == "I" and kind != "c":
        part = abs(part)
    return part if which[0] == "L" else -part


def _restart(basis: Basis, theta: numpy.ndarray[Any, Any], which: str, count: int) -> int:
    """Keep the Schur vectors of `count` eigenvalues, or one more for a pair; how many were kept."""
    import scipy.linalg

    kind, m = basis.v.dtype.kind, basis.size
    ranks = _rank(theta, which, kind)
    H, form = basis.projection[:m], "complex" if kind == "c" else "real"
    # where to cut: near `count`, between eigenvalues that are apart
    gaps = [i for i in range(1, m - 1) if ranks[i - 1] - ranks[i] > 1e-6 * abs(ranks).max()]
    found = count
    try:
        if not gaps:
            raise numpy.linalg.LinAlgError
        at = min(gaps, key=lambda i: abs(i - count))
        cut = (ranks[at - 1] + ranks[at]) / 2
        T, Q, found = scipy.linalg.schur(
            H, output=form, sort=lambda x, y=0.0: bool(_rank(numpy.complex128(x + 1j * y), which, kind) >= cut))
    except numpy.linalg.LinAlgError:    # too many are alike: any invariant space will do
        T, Q = scipy.linalg.schur(H, output=form)
    if kind != "c" and found < basis.size and T[found, found - 1] != 0:
        found += 1                      # a pair is not parted
    below = basis.projection[basis.size, basis.size - 1] * Q[-1:, :found]
    basis.restart(Q[:, :found], numpy.vstack([T[:found, :found], below]))
    return found
