"""Systems of equations, inverses, determinants and least squares."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

import cupy
from cupy import linalg

from cupyx.scipy._host import scipy_from, scipy_of_few, scipy_of_many
from cupyx.scipy.linalg._arguments import (
    adjoint,
    as_lapack,
    both_finite,
    finite,
    inexact,
    matrices,
    right_sides,
    squares,
)
from cupyx.scipy.linalg._cholesky import hermitian, solve_factored
from cupyx.scipy.linalg._finite import finite_meanwhile
from cupyx.scipy.linalg._triangular import solve_triangular

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["det", "inv", "lstsq", "pinv", "pinvh", "solve"]

_STRUCTURES = {None: "gen", "general": "gen", "gen": "gen", "diagonal": "diagonal", "tridiagonal": "tridiagonal",
               "banded": "gen", "upper triangular": "upper", "lower triangular": "lower", "pos": "pos",
               "positive definite": "pos", "sym": "sym", "symmetric": "sym", "her": "her", "hermitian": "her"}


@scipy_of_few
def solve(a: ArrayLike, b: ArrayLike, lower: bool = False, overwrite_a: bool = False, overwrite_b: bool = False,
          check_finite: bool = True, assume_a: str | None = None, transposed: bool = False) -> cupy.ndarray:
    """Solve ``a @ x = b``.

    Parameters
    ----------
    a : (..., N, N) array_like
        The matrix; axes before the last two are a batch.
    b : (N,) or (..., N, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    lower : bool, optional
        Which triangle is read where `assume_a` says that one is enough.
    overwrite_a, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.
    assume_a : str, optional
        What is known of `a`: 'general' (as if not given), 'diagonal', 'tridiagonal', 'banded', 'upper triangular',
        'lower triangular', 'symmetric' ('sym'), 'hermitian' ('her') or 'positive definite' ('pos').
    transposed : bool, optional
        Whether the transpose of `a` is meant, for real matrices.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    LinAlgError
        If a matrix is singular: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.
    ValueError
        If shapes do not fit, `assume_a` is unknown, or elements are not finite.
    NotImplementedError
        If the transpose of a complex matrix is asked for, as in SciPy.

    Notes
    -----
    Differs from SciPy: structure that is not stated is not looked for, and ill-conditioned matrices cause no warning,
    since both would have to wait for the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve
    >>> solve(cupy.array([[2.0, 1.0], [1.0, 3.0]]), cupy.array([3.0, 4.0]), assume_a="pos")
    array([1., 1.])
    """
    if assume_a not in _STRUCTURES:
        raise ValueError(f"{assume_a} is not a recognized matrix structure")
    a, b = both_finite(a, b, False)
    with finite_meanwhile(a, b, check_finite):
        return _solve(cupy.atleast_2d(a), cupy.atleast_1d(b), assume_a, lower, transposed)


def _solve(a: cupy.ndarray, b: cupy.ndarray, assume_a: str | None, lower: bool, transposed: bool) -> cupy.ndarray:
    structure = "gen" if a.size == 1 else _STRUCTURES[assume_a]       # SciPy divides by one item, whatever it is
    if numpy.result_type(a.dtype, b.dtype).kind not in "fc":
        a, b = inexact(a), inexact(b)
    a, b = as_lapack(a, b)
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f"Expected square matrix, got a.shape={a.shape}")
    if transposed and a.dtype.kind == "c":
        raise NotImplementedError("scipy.linalg.solve can currently not solve a^T x = b or a^H x = b for complex "
                                  "matrices.")
    if a.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        if a.size != 1:
            raise ValueError(f"incompatible shapes: a.shape={a.shape} and b.shape={b.shape}")
        return linalg.solve(a.reshape(1, 1), b.reshape(1, -1)).reshape(b.shape)
    a, b, vector = right_sides(a, b)
    if not a.size or not b.size:
        x = cupy.empty(b.shape, b.dtype)
    else:
        x = _structured(a, b, structure, lower, transposed)
    return x[..., 0] if vector else x


def _structured(a: cupy.ndarray, b: cupy.ndarray, structure: str, lower: bool, transposed: bool) -> cupy.ndarray:
    if structure in ("upper", "lower"):
        return solve_triangular(a, b, 1 if transposed else 0, structure == "lower", check_finite=False)
    if structure == "pos":
        return solve_factored(linalg.cholesky(a if lower else adjoint(a)), b, True)
    if structure == "diagonal":
        diagonal = a.diagonal(axis1=-2, axis2=-1)
        if bool((diagonal == 0).any()):
            raise numpy.linalg.LinAlgError("A singular matrix detected.")
        return b / diagonal[..., None]
    if structure == "tridiagonal":
        from cupyx.scipy.linalg._banded import solve_banded

        a = a.swapaxes(-1, -2) if transposed else a
        bands = cupy.zeros((*a.shape[:-2], 3, a.shape[-1]), a.dtype)
        for k in (-1, 0, 1):
            width = a.shape[-1] - abs(k)
            bands[..., 1 - k, max(k, 0):max(k, 0) + width] = a.diagonal(k, -2, -1)
        return solve_banded((1, 1), bands, b, check_finite=False)
    if structure == "her":
        a = hermitian(a, lower)
    elif structure == "sym":
        a = cupy.tril(a) + cupy.tril(a, -1).swapaxes(-1, -2) if lower else (
            cupy.triu(a) + cupy.triu(a, 1).swapaxes(-1, -2))
    return linalg.solve(a.swapaxes(-1, -2) if transposed else a, b)


@scipy_of_many
def inv(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: str | None = None,
        lower: bool = False) -> cupy.ndarray:
    """Inverses of square matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.
    assume_a : str, optional
        What is known of `a`, as for `solve`.
    lower : bool, optional
        Which triangle is read where `assume_a` says that one is enough.

    Returns
    -------
    (..., M, M) ndarray
        The inverses.

    Raises
    ------
    LinAlgError
        If a matrix is singular; when, see `solve`.
    ValueError
        If `a` is not square, or not finite.
    KeyError
        If `assume_a` is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import inv
    >>> inv(cupy.array([[1.0, 2.0], [3.0, 5.0]]))
    array([[-5.,  2.],
           [ 3., -1.]])
    """
    a = finite(a, False)
    with finite_meanwhile(a, check=check_finite):
        if a.ndim < 2:
            raise ValueError(f"Expected at least ndim=2, got a.ndim={a.ndim}")
        if a.shape[-1] != a.shape[-2]:
            raise ValueError(f"Expected square matrix, got a.shape={a.shape}")
        a = as_lapack(a)
        if a.size == 0 or _STRUCTURES[assume_a] == "gen":
            return linalg.inv(a)
        unit = cupy.broadcast_to(cupy.eye(a.shape[-1], dtype=a.dtype), a.shape)
        return solve(a, unit, lower, check_finite=False, assume_a=assume_a)


@scipy_of_many
def det(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Determinants.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    (...) ndarray
        Of double precision, as SciPy's.

    Raises
    ------
    ValueError
        If `a` is not square, or not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import det
    >>> det(cupy.array([[1.0, 2.0], [3.0, 4.0]])).round(9)
    array(-2.)
    """
    a = finite(a, check_finite)
    if a.ndim < 2:
        raise ValueError("The input array must be at least two-dimensional.")
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f"Last 2 dimensions of the array must be square but received shape {a.shape}.")
    a = as_lapack(a)
    return linalg.det(a.astype("D" if a.dtype.kind == "c" else "d", copy=False))


def _limit(atol: float | None, rtol: Any, size: int, most: cupy.ndarray, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """What counts as zero among values of which `most` (...) is the largest."""
    atol = 0.0 if atol is None else atol
    rtol = size * numpy.finfo(dtype).eps if rtol is None else rtol
    if atol < 0 or rtol < 0:
        raise ValueError("atol and rtol values must be positive.")
    return (atol + most * rtol)[..., None]


def _inverses(values: cupy.ndarray, limit: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray]:
    """``1 / values`` where they are large enough, else 0, and which those are."""
    large = abs(values) > limit
    return cupy.where(large, 1 / cupy.where(large, values, values.dtype.type(1)), values.dtype.type(0)), large


def _with_rank(result: cupy.ndarray, large: cupy.ndarray,
               return_rank: bool) -> cupy.ndarray | tuple[cupy.ndarray, int | cupy.ndarray]:
    if not return_rank:
        return result
    rank = large.sum(axis=-1)
    return result, int(rank) if rank.ndim == 0 else rank


@overload
def pinv(a: ArrayLike, *, atol: float | None = ..., rtol: float | None = ..., return_rank: Literal[False] = ...,
         check_finite: bool = ...) -> cupy.ndarray: ...
@overload
def pinv(a: ArrayLike, *, atol: float | None = ..., rtol: float | None = ..., return_rank: Literal[True],
         check_finite: bool = ...) -> tuple[cupy.ndarray, int]: ...
@scipy_of_many
def pinv(a: ArrayLike, *, atol: float | None = None, rtol: float | None = None, return_rank: bool = False,
         check_finite: bool = True) -> cupy.ndarray | tuple[cupy.ndarray, Any]:
    """Moore-Penrose inverses, by singular values.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices.
    atol, rtol : float, optional
        Singular values up to ``atol + rtol * largest`` count as zero; 0, and ``max(M, N) * eps``, if not given.
    return_rank : bool, optional
        Whether the rank is returned too.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    inverse : (..., N, M) ndarray
        The pseudo-inverses.
    rank : int or ndarray
        If `return_rank`.

    Raises
    ------
    ValueError
        If a tolerance is negative, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import pinv
    >>> pinv(cupy.array([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    a = matrices(a, check_finite)
    u, s, vh = linalg.svd(a, full_matrices=False)
    most = s[..., 0] if s.shape[-1] else cupy.zeros(s.shape[:-1], s.dtype)
    inverse, large = _inverses(s, _limit(atol, rtol, max(a.shape[-2:]), most, s.dtype))
    return _with_rank(cupy.matmul(adjoint(vh), inverse[..., None] * adjoint(u)), large, return_rank)


@overload
def pinvh(a: ArrayLike, atol: float | None = ..., rtol: float | None = ..., lower: bool = ...,
          return_rank: Literal[False] = ..., check_finite: bool = ...) -> cupy.ndarray: ...
@overload
def pinvh(a: ArrayLike, atol: float | None = ..., rtol: float | None = ..., lower: bool = ..., *,
          return_rank: Literal[True], check_finite: bool = ...) -> tuple[cupy.ndarray, int | cupy.ndarray]: ...
@overload
def pinvh(a: ArrayLike, atol: float | None, rtol: float | None, lower: bool, return_rank: Literal[True],
          check_finite: bool = ...) -> tuple[cupy.ndarray, int | cupy.ndarray]: ...
@overload
def pinvh(a: ArrayLike, atol: float | None = ..., rtol: float | None = ..., lower: bool = ..., return_rank: bool = ...,
          check_finite: bool = ...) -> cupy.ndarray | tuple[cupy.ndarray, int | cupy.ndarray]: ...
@scipy_of_many
def pinvh(a: ArrayLike, atol: float | None = None, rtol: float | None = None, lower: bool = True,
          return_rank: bool = False,
          check_finite: bool = True) -> cupy.ndarray | tuple[cupy.ndarray, int | cupy.ndarray]:
    """Moore-Penrose inverses of Hermitian matrices, by eigenvalues.

    Parameters
    ----------
    a : (..., N, N) array_like
        The matrices, of which one triangle is read.
    atol, rtol : float, optional
        Eigenvalues up to ``atol + rtol * largest`` in size count as zero; 0, and ``N * eps``, if not given.
    lower : bool, optional
        Which triangle is read.
    return_rank : bool, optional
        Whether the rank is returned too.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    inverse : (..., N, N) ndarray
        The pseudo-inverses.
    rank : int or ndarray
        If `return_rank`.

    Raises
    ------
    ValueError
        If a tolerance is negative, `a` is not square, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import pinvh
    >>> pinvh(cupy.array([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    a = squares(a, check_finite)
    w, v = linalg.eigh(a, "L" if lower else "U")
    most = abs(w).max(axis=-1) if w.shape[-1] else cupy.zeros(w.shape[:-1], w.dtype)
    inverse, large = _inverses(w, _limit(atol, rtol, a.shape[-1], most, w.dtype))
    return _with_rank(cupy.matmul(v * inverse[..., None, :], adjoint(v)), large, return_rank)


@scipy_of_many
def lstsq(a: ArrayLike, b: ArrayLike, cond: float | None = None, overwrite_a: bool = False, overwrite_b: bool = False,
        check_finite: bool = True,
        lapack_driver: Literal["gelsd", "gelss", "gelsy"] | None = None) -> tuple[cupy.ndarray, cupy.ndarray,
            int | cupy.ndarray, cupy.ndarray | None]:
    """Least squares: the shortest x that minimises ``norm(b - a @ x)``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    cond : float, optional
        Singular values up to `cond` times the largest count as zero; eps if not given.
    overwrite_a, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.
    lapack_driver : {'gelsd', 'gelss', 'gelsy'}, optional
        All compute by singular values here; with 'gelsy' those are not returned.

    Returns
    -------
    x : (..., N) or (..., N, K) ndarray
        The solution of least squares.
    residues : (..., K) or (...) ndarray
        Squared lengths of what is left, NaN where the rank is below N; empty if M <= N, or with 'gelsy'.
    rank : int, or ndarray for a batch
        Rank of `a`.
    s : (..., min(M, N)) ndarray or None
        Singular values.

    Raises
    ------
    ValueError
        If shapes do not fit, the driver is unknown, or elements are not finite.

    Notes
    -----
    As in SciPy 1.18; before, the residues of a matrix of lower rank were empty.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import lstsq
    >>> a = cupy.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> lstsq(a, cupy.array([1.0, 3.0, 5.0]))[0].round(6)
    array([2., 1.])
    """
    if lapack_driver not in (None, "gelsd", "gelsy", "gelss"):
        raise ValueError(f'LAPACK driver "{lapack_driver}" is not found')
    a, b = both_finite(a, b, check_finite)
    if a.ndim < 2:
        raise ValueError("Input array a should be 2D")
    m, n = a.shape[-2:]
    if b.ndim == 0 or m != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError("Shape mismatch: a and b should have the same number of rows "
                         f"({m} != {b.shape[0 if b.ndim < 2 else -2] if b.ndim else 0}).")
    if numpy.result_type(a.dtype, b.dtype).kind not in "fc" and (m == 0 or n == 0 or scipy_from(1, 18)):
        a, b = inexact(a), inexact(b)
    a, b = as_lapack(a, b)
    a, b, vector = right_sides(a, b)
    if m == 0 or n == 0:
        x = cupy.zeros((*b.shape[:-2], n, b.shape[-1]), b.dtype)
        residues = (abs(b) ** 2).sum(axis=-2) if n == 0 else cupy.empty(0)
        return (x[..., 0] if vector else x), (residues[..., 0] if vector and n == 0 else residues), 0, cupy.empty(0)
    u, s, vh = linalg.svd(a, full_matrices=False)
    inverse, large = _inverses(s, (numpy.finfo(s.dtype).eps if cond is None else cond) * s[..., :1])
    x = cupy.matmul(adjoint(vh), inverse[..., None] * cupy.matmul(adjoint(u), b))
    rank = large.sum(axis=-1)
    if lapack_driver == "gelsy" or m <= n:
        residues = cupy.empty((*rank.shape, 0), b.dtype)
    else:
        residues = (abs(b - cupy.matmul(a, x)) ** 2).sum(axis=-2)
        residues = cupy.where(rank[..., None] < n, residues.dtype.type(numpy.nan), residues)
        residues = residues[..., 0] if vector else residues
    return (x[..., 0] if vector else x), residues, (int(rank) if rank.ndim == 0 else rank), (
        None if lapack_driver == "gelsy" else s)
