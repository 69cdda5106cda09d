"""Decompositions by the names of cuSOLVER's routines, on every backend; `cupy.linalg` chooses how they are computed."""
from __future__ import annotations

from typing import Any, Literal, overload

import cupy
from cupy import linalg
from cupyx._csrlsvqr import csrlsvqr

__all__ = ["check_availability", "csrlsvqr", "gels", "gesv", "gesvda", "gesvdj", "syevj"]

_ROUTINES = frozenset(("csrlsvqr", "gels", "gesv", "gesvda", "gesvdaStridedBatched", "gesvdj", "gesvdjBatched",
                       "potrfBatched", "potrsBatched", "syevj", "syevjBatched"))


def check_availability(name: str) -> bool:
    """Whether a routine can be used.

    Parameters
    ----------
    name : str
        As ``"gesvdj"``.

    Returns
    -------
    bool
        False where another way has to be taken.

    Raises
    ------
    ValueError
        If there is no routine of this name.

    Examples
    --------
    >>> import cupyx.cusolver
    >>> cupyx.cusolver.check_availability("syevj")
    True
    """
    if name not in _ROUTINES:
        raise ValueError(f"No available version information specified for {name}")
    return True


@overload
def gesvdj(a: cupy.ndarray, full_matrices: bool = ..., compute_uv: Literal[True] = ...,
           overwrite_a: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def gesvdj(a: cupy.ndarray, full_matrices: bool = ..., *, compute_uv: Literal[False],
           overwrite_a: bool = ...) -> cupy.ndarray: ...
@overload
def gesvdj(a: cupy.ndarray, full_matrices: bool, compute_uv: Literal[False],
           overwrite_a: bool = ...) -> cupy.ndarray: ...
@overload
def gesvdj(a: cupy.ndarray, full_matrices: bool = ..., compute_uv: bool = ...,
           overwrite_a: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray] | cupy.ndarray: ...
def gesvdj(a: cupy.ndarray, full_matrices: bool = True, compute_uv: bool = True,
           overwrite_a: bool = False) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray] | cupy.ndarray:
    """Singular value decomposition; the right vectors are columns.

    Parameters
    ----------
    a : (..., M, N) ndarray
        The matrices.
    full_matrices : bool, optional
        Whether U and V are square.
    compute_uv : bool, optional
        Whether U and V are wanted.
    overwrite_a : bool, optional
        Accepted for CuPy's signature; `a` stays as it is.

    Returns
    -------
    (U, S, V) or S
        With ``a = U @ diag(S) @ V.conj().T``.

    Raises
    ------
    LinAlgError
        If `a` is no stack of matrices.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> cupyx.cusolver.gesvdj(cupy.diag(cupy.array([3.0, 4.0])), compute_uv=False)
    array([4., 3.])
    """
    if not compute_uv:
        return linalg.svd(a, compute_uv=False)
    u, s, vh = linalg.svd(a, full_matrices=full_matrices)
    return u, s, vh.swapaxes(-1, -2).conj()


@overload
def gesvda(a: cupy.ndarray, compute_uv: Literal[True] = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def gesvda(a: cupy.ndarray, compute_uv: Literal[False]) -> cupy.ndarray: ...
@overload
def gesvda(a: cupy.ndarray,
           compute_uv: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray] | cupy.ndarray: ...
def gesvda(a: cupy.ndarray, compute_uv: bool = True) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray] | cupy.ndarray:
    """Reduced singular value decomposition of tall matrices; the right vectors are columns.

    Parameters
    ----------
    a : (..., M, N) ndarray
        The matrices, M >= N.
    compute_uv : bool, optional
        Whether U and V are wanted.

    Returns
    -------
    (U, S, V) or S
        Singular values `S`, between vectors with `compute_uv`.

    Raises
    ------
    ValueError
        If M < N.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> cupyx.cusolver.gesvda(cupy.ones((1, 3, 1)))[1].round(3)
    array([[1.732]])
    """
    if a.shape[-2] < a.shape[-1]:
        raise ValueError(f"a must have at least as many rows as columns, not the shape {a.shape}")
    return gesvdj(a, full_matrices=False, compute_uv=compute_uv)


@overload
def syevj(a: cupy.ndarray, UPLO: Literal["L", "U"] = ..., with_eigen_vector: Literal[True] = ..., *,
          _out_dtype: Any = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def syevj(a: cupy.ndarray, UPLO: Literal["L", "U"] = ..., *, with_eigen_vector: Literal[False],
          _out_dtype: Any = ...) -> cupy.ndarray: ...
@overload
def syevj(a: cupy.ndarray, UPLO: Literal["L", "U"], with_eigen_vector: Literal[False], *,
          _out_dtype: Any = ...) -> cupy.ndarray: ...
@overload
def syevj(a: cupy.ndarray, UPLO: Literal["L", "U"] = ..., with_eigen_vector: bool = ..., *,
          _out_dtype: Any = ...) -> tuple[cupy.ndarray, cupy.ndarray] | cupy.ndarray: ...
def syevj(a: cupy.ndarray, UPLO: Literal["L", "U"] = "L", with_eigen_vector: bool = True, *,
          _out_dtype: Any = None) -> Any:
    """Eigenvalues and eigenvectors of Hermitian matrices.

    Parameters
    ----------
    a : (..., M, M) ndarray
        The matrices.
    UPLO : {'L', 'U'}, optional
        Which triangle is read.
    with_eigen_vector : bool, optional
        Whether vectors are wanted.

    Returns
    -------
    (w, v) or w
        Eigenvalues `w`, with eigenvectors unless `with_eigen_vector` is false.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> cupyx.cusolver.syevj(cupy.diag(cupy.array([2.0, 1.0])), with_eigen_vector=False)
    array([1., 2.])
    """
    if not with_eigen_vector:
        return linalg.eigvalsh(a, UPLO)
    return tuple(linalg.eigh(a, UPLO))


def gesv(a: cupy.ndarray, b: cupy.ndarray) -> cupy.ndarray:
    """Solve ``a @ x = b``.

    Parameters
    ----------
    a : (M, M) ndarray
        Coefficients.
    b : (M,) or (M, K) ndarray
        Right-hand sides.

    Returns
    -------
    ndarray
        The solution `x`.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> cupyx.cusolver.gesv(2 * cupy.eye(2), cupy.ones(2))
    array([0.5, 0.5])
    """
    if a.ndim != 2 or a.shape[0] != a.shape[1] or b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(f"a of shape {a.shape} and b of shape {b.shape} are no system of equations")
    return linalg.solve(a, b)


def gels(a: cupy.ndarray, b: cupy.ndarray) -> cupy.ndarray:
    """Least squares: x that minimises ``|b - a @ x|``.

    Parameters
    ----------
    a : (M, N) ndarray
        Coefficients.
    b : (M,) or (M, K) ndarray
        Right-hand sides.

    Returns
    -------
    (N,) or (N, K) ndarray
        The shortest x where there are several.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import cupy, cupyx.cusolver
    >>> cupyx.cusolver.gels(cupy.ones((2, 1)), cupy.array([1.0, 3.0])).round(6)
    array([2.])
    """
    if a.ndim != 2 or b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(f"a of shape {a.shape} and b of shape {b.shape} are no system of equations")
    m, n = a.shape
    columns = b[:, None] if b.ndim == 1 else b
    if m >= n:
        q, r = linalg.qr(a)
        x = linalg.solve(r, cupy.matmul(q.swapaxes(0, 1).conj(), columns))
    else:
        q, r = linalg.qr(a.swapaxes(0, 1).conj())
        x = cupy.matmul(q, linalg.solve(r.swapaxes(0, 1).conj(), columns))
    return x[:, 0] if b.ndim == 1 else x
