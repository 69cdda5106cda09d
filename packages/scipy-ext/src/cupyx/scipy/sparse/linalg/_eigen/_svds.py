"""Some singular values of matrices."""
from __future__ import annotations


from typing import TYPE_CHECKING, Any, Literal

import cupy
from cupyx.scipy.sparse.linalg._eigen._arguments import generator
from cupyx.scipy.sparse.linalg._eigen._eigsh import eigsh
from cupyx.scipy.sparse.linalg._eigen._inverse import operator_of
from cupyx.scipy.sparse.linalg._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse.linalg._krylov._system import working
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["svds"]


@scipy_in_host_memory
def svds(A: Any, k: Any = 6, ncv: Any = None, tol: float = 0, which: Literal["LM", "SM"] = "LM",
         v0: ArrayLike | None = None, maxiter: Any = None, return_singular_vectors: bool | Literal["u", "vh"] = True,
         solver: Literal["arpack", "propack", "lobpcg"] = "arpack", rng: Any = None, options: Any = None, *,
         random_state: Any = None) -> cupy.ndarray | tuple[cupy.ndarray | None, cupy.ndarray, cupy.ndarray | None]:
    """Some singular values of a matrix.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Of shape ``(M, N)``, with ``rmatvec`` if an operator.
    k : int, optional
        How many singular values, fewer than both lengths.
    ncv : int, optional
        Vectors that are kept, more than `k`; ``max(2 * k + 1, 20)`` if not given.
    tol : float, optional
        Relative accuracy; 0 is the machine's.
    which : {"LM", "SM"}, optional
        The greatest or the least.
    v0 : array, optional
        Where to start, of the lesser length of `A`; random if not given.
    maxiter : int, optional
        Most restarts; ``10 * N`` if not given.
    return_singular_vectors : {True, False, "u", "vh"}, optional
        Whether singular vectors are returned too, or only those on one side.
    solver : {"arpack", "propack", "lobpcg"}, optional
        Accepted for SciPy's signature: the method is the same.
    rng, random_state : numpy.random.Generator or int, optional
        Of the first vector.
    options : dict, optional
        Accepted for SciPy's signature.

    Returns
    -------
    u : cupy.ndarray
        Left singular vectors, of shape ``(M, k)``; None for ``"vh"``.
    s : cupy.ndarray
        Singular values, ascending; alone without vectors.
    vh : cupy.ndarray
        Right singular vectors, of shape ``(k, N)``; None for ``"u"``.

    Raises
    ------
    TypeError
        If the matrix is not of floating-point numbers.
    ValueError
        If `k` does not fit, or `which` or `solver` is unknown.

    Notes
    -----
    Lanczos' method for ``A.conj().T @ A`` or ``A @ A.conj().T``, the smaller of both; a dense decomposition of the
    product of `A` and the vectors found makes them accurate.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import svds
    >>> svds(cupy.diag(cupy.arange(1., 31.)), 2, return_singular_vectors=False).round(6)
    array([29., 30.])
    """
    operator = operator_of(A)
    if operator.dtype.char not in "fdFD":
        raise TypeError(f"singular values of a matrix of dtype {operator.dtype} are not supported: only of float32, "
                        "float64, complex64 and complex128")
    m, n = operator.shape
    if k <= 0:
        raise ValueError("k must be greater than 0")
    if k >= min(m, n):
        raise ValueError(f"k must be smaller than min(A.shape) = {min(m, n)} (actual: {k})")
    if which not in ("LM", "SM"):
        raise ValueError("which must be either 'LM' or 'SM'.")
    if solver not in ("arpack", "propack", "lobpcg"):
        raise ValueError(f"solver must be one of 'arpack', 'lobpcg' and 'propack', not {solver!r}")
    operator = working(operator, operator.dtype)
    tall = operator if m >= n else operator.H
    square = LinearOperator((min(m, n),) * 2, matvec=lambda v: tall.rmatvec(tall.matvec(v)), dtype=operator.dtype)
    rng = generator(random_state if rng is None else rng)
    _, vectors = eigsh(square, k, which=which, v0=v0, ncv=ncv, maxiter=maxiter, tol=tol ** 2, rng=rng)
    vectors = cupy.linalg.qr(vectors)[0]
    u, s, vh = cupy.linalg.svd(tall.matmat(vectors), full_matrices=False)
    s = s[::-1]
    if return_singular_vectors is False:
        return s
    u, vh = u[:, ::-1], vh[::-1] @ vectors.conj().T
    if m < n:
        u, vh = vh.conj().T, u.conj().T
    return (None if return_singular_vectors == "vh" else u, s, None if return_singular_vectors == "u" else vh)
