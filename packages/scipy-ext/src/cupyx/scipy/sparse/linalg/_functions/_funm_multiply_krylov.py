"""A function of a matrix times a vector."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse.linalg._krylov._gmres import project
from cupyx.scipy.sparse.linalg._krylov._system import tolerance, working
from cupyx.scipy.sparse.linalg._operators._interface import aslinearoperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["funm_multiply_krylov"]


def funm_multiply_krylov(f: Callable[..., Any], A: spmatrix | sparray | ArrayLike | LinearOperator, b: cupy.ndarray, *,
                         assume_a: Literal["general", "hermitian", "gen", "her"] = "general", t: float = 1.0,
                         atol: float = 0.0, rtol: float = 1e-6, restart_every_m: SupportsIndex | None = None,
                         max_restarts: SupportsIndex = 20) -> cupy.ndarray:
    """``f(t * A) @ b`` by a restarted Krylov method.

    Parameters
    ----------
    f : callable
        The function, of small dense matrices: ``f(cupy.ndarray) -> cupy.ndarray``.
    A : sparse matrix, array or LinearOperator
        Of shape ``(N, N)``.
    b : cupy.ndarray
        Of shape ``(N,)``.
    assume_a : {"general", "hermitian", "gen", "her"}, optional
        The structure of `A`; vectors are kept orthogonal to all others in any case.
    t : float, optional
        Scales the matrix.
    atol, rtol : float, optional
        It ends as soon as an update's norm is at most ``max(atol, rtol * norm(b))``.
    restart_every_m : int, optional
        Vectors between restarts; ``min(20, N)`` if not given.
    max_restarts : int, optional
        Most restarts.

    Returns
    -------
    cupy.ndarray
        Of shape ``(N,)``.

    Raises
    ------
    ValueError
        If `b` has another number of axes, or an argument is out of its range.

    Notes
    -----
    The method of Eiermann and Ernst, SIAM J. Numer. Anal. 44 (2006).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import expm, funm_multiply_krylov
    >>> A = sparse.csr_array(cupy.asarray([[1., 0.], [0., 2.]]))
    >>> funm_multiply_krylov(expm, A, cupy.ones(2)).round(4)
    array([2.7183, 7.3891])
    """
    if assume_a not in {"hermitian", "general", "her", "gen"}:
        raise ValueError(f"funm_multiply_krylov: {assume_a} is not a recognized matrix structure")
    b = cupy.asarray(b)
    if b.ndim != 1:
        raise ValueError("funm_multiply_krylov: argument 'b' must be a 1D array.")
    operator, n = aslinearoperator(A), b.size
    m = min(20, n) if restart_every_m is None else int(restart_every_m)
    if m <= 0:
        raise ValueError("funm_multiply_krylov: argument 'restart_every_m' must be positive.")
    if int(max_restarts) <= 0:
        raise ValueError("funm_multiply_krylov: argument 'max_restarts' must be positive.")
    restarts = min(int(max_restarts), n // m + 1)
    norm = float(cupy.linalg.norm(b))
    atol = tolerance("funm_multiply_krylov", norm, atol, rtol, None)
    if norm == 0:
        return b.copy()
    dtype = numpy.result_type(operator.dtype, b.dtype, numpy.float32)
    operator = working(operator, dtype)
    H = numpy.zeros((m * restarts + 1, m * restarts), dtype)
    start, y = b.astype(dtype) / norm, cupy.zeros(n, dtype)
    for count in range(restarts):
        basis, columns = _arnoldi(operator, start, m, dtype)
        first, used = count * m, columns.shape[1]
        H[first:first + used + 1, first:first + used] = columns
        stop = first + used
        values = cupy.asarray(f(cupy.asarray(t * H[:stop, :stop])))[first:, 0].astype(dtype)
        update = norm * values
        y = y + update @ basis[:used]
        if used < m or not columns[used, used - 1] or not float(cupy.linalg.norm(update)) > atol:
            break
        start = basis[used]
    return y


def _arnoldi(operator: LinearOperator, start: cupy.ndarray, m: int,
             dtype: numpy.dtype[Any]) -> tuple[cupy.ndarray, numpy.ndarray[Any, Any]]:
    """Orthonormal vectors of a Krylov space, and its Hessenberg matrix; fewer where it ends."""
    basis, h = cupy.zeros((m + 1, start.size), dtype), cupy.zeros((m, m + 1), dtype)
    basis[0] = start
    for j in range(m):
        w = operator.matvec(basis[j]).astype(dtype, copy=False)
        before = basis[:j + 1]
        coefficients = project(before, w)
        w = w - coefficients @ before
        again = project(before, w)
        w -= again @ before
        length = cupy.linalg.norm(w)
        h[j, :j + 1], h[j, j + 1] = coefficients + again, length
        basis[j + 1] = w / cupy.where(length == 0, 1, length)
    columns = h.get().T
    floor = numpy.finfo(dtype).eps * 4
    ended = [j for j in range(m) if not abs(columns[j + 1, j]) > floor * numpy.linalg.norm(columns[:j + 2, j])]
    if ended:
        used = ended[0] + 1
        columns = columns[:used + 1, :used].copy()
        columns[used, used - 1] = 0
        return basis, columns
    if not math.isfinite(abs(columns).max()):
        raise ValueError("the matrix must hold finite numbers")
    return basis, columns
