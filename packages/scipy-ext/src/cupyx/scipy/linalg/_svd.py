"""Singular values and what follows from them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

import cupy
from cupy import linalg

from cupyx.scipy.linalg._arguments import adjoint, as_lapack, both_finite, broadcast, finite, matrices

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["diagsvd", "null_space", "orth", "orthogonal_procrustes", "polar", "subspace_angles", "svd", "svdvals"]

_DRIVERS = ("gesdd", "gesvd")


def _check_driver(driver: str) -> None:
    if not isinstance(driver, str):
        raise TypeError("lapack_driver must be a string")
    if driver not in _DRIVERS:
        raise ValueError(f'lapack_driver must be "gesdd" or "gesvd", not "{driver}"')


@overload
def svd(a: ArrayLike, full_matrices: bool = ..., compute_uv: Literal[True] = ..., overwrite_a: bool = ...,
        check_finite: bool = ...,
        lapack_driver: Literal["gesdd", "gesvd"] = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def svd(a: ArrayLike, full_matrices: bool = ..., *, compute_uv: Literal[False], overwrite_a: bool = ...,
        check_finite: bool = ..., lapack_driver: Literal["gesdd", "gesvd"] = ...) -> cupy.ndarray: ...
@overload
def svd(a: ArrayLike, full_matrices: bool, compute_uv: Literal[False], overwrite_a: bool = ...,
        check_finite: bool = ..., lapack_driver: Literal["gesdd", "gesvd"] = ...) -> cupy.ndarray: ...
@overload
def svd(a: ArrayLike, full_matrices: bool = ..., compute_uv: bool = ..., overwrite_a: bool = ...,
        check_finite: bool = ...,
        lapack_driver: Literal["gesdd", "gesvd"] = ...) -> tuple[cupy.ndarray, cupy.ndarray,
            cupy.ndarray] | cupy.ndarray: ...
def svd(a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, overwrite_a: bool = False,
        check_finite: bool = True,
        lapack_driver: Literal["gesdd", "gesvd"] = "gesdd") -> Any:
    """Singular value decomposition, ``a = U @ diag(s) @ Vh``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices; axes before the last two are a batch.
    full_matrices : bool, optional
        Whether U and Vh are square, rather than as wide as there are singular values.
    compute_uv : bool, optional
        Whether U and Vh are wanted.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.
    lapack_driver : {'gesdd', 'gesvd'}, optional
        Accepted for SciPy's signature; the shape of `a` decides on the method.

    Returns
    -------
    U : (..., M, M) or (..., M, K) ndarray
        Left singular vectors, as columns.
    s : (..., K) ndarray
        Singular values, descending; K = min(M, N).
    Vh : (..., N, N) or (..., K, N) ndarray
        Right singular vectors, as rows.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    ValueError
        If `a` has fewer than two axes, or is not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import svd
    >>> svd(cupy.array([[3.0, 0.0], [0.0, -4.0]]), compute_uv=False)
    array([4., 3.])
    """
    a = matrices(a, check_finite)
    _check_driver(lapack_driver)
    result = linalg.svd(a, full_matrices=full_matrices, compute_uv=compute_uv)
    return tuple(result) if compute_uv else result


def svdvals(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Singular values, descending.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices.
    overwrite_a, check_finite : bool, optional
        As for `svd`.

    Returns
    -------
    (..., K) ndarray
        K = min(M, N).

    Raises
    ------
    ValueError
        If `a` has fewer than two axes, or is not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import svdvals
    >>> svdvals(cupy.array([[3.0, 0.0], [0.0, 4.0]]))
    array([4., 3.])
    """
    return svd(a, compute_uv=False, check_finite=check_finite)


def diagsvd(s: ArrayLike, M: Int, N: Int) -> cupy.ndarray:
    """Matrix with singular values on its diagonal.

    Parameters
    ----------
    s : (..., K) array_like
        The values.
    M, N : int
        Shape of the matrix, one of which is K.

    Returns
    -------
    (..., M, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If neither `M` nor `N` is the number of values.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import diagsvd
    >>> diagsvd(cupy.array([1, 2]), 2, 3)
    array([[1, 0, 0],
           [0, 2, 0]])
    """
    s = cupy.atleast_1d(finite(s, False, "s"))
    k = s.shape[-1]
    if k not in (M, N) or k > min(M, N):
        raise ValueError("Length of s must be M or N.")
    result = cupy.zeros((*s.shape[:-1], M, N), s.dtype)
    if k:
        result.reshape(*s.shape[:-1], M * N)[..., :k * (N + 1):N + 1] = s
    return result


def _rank(s: cupy.ndarray, rcond: Any, shape: tuple[int, ...]) -> int:
    """How many singular values count, of a batch the number of all."""
    rcond = numpy.finfo(s.dtype).eps * max(shape[-2:]) if rcond is None else rcond
    if not s.shape[-1]:
        return 0
    ranks = (s > s[..., :1] * rcond).sum(axis=-1)
    if ranks.ndim and ranks.size > 1:
        ranks = ranks.get()
        if (ranks != ranks.flat[0]).any():
            raise ValueError("all input arrays must have the same shape: the matrices of the batch differ in rank")
        return int(ranks.flat[0])
    return int(ranks.reshape(()))


def orth(A: ArrayLike, rcond: float | None = None) -> cupy.ndarray:
    """Orthonormal basis of the range of a matrix.

    Parameters
    ----------
    A : (..., M, N) array_like
        The matrix; those of a batch must have one rank.
    rcond : float, optional
        Singular values up to `rcond` times the largest count as zero; ``eps * max(M, N)`` if not given.

    Returns
    -------
    (..., M, K) ndarray
        K is the rank, for which a GPU is waited for.

    Raises
    ------
    ValueError
        If `A` has fewer than two axes, is not finite, or the ranks of a batch differ.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import orth
    >>> orth(cupy.ones((4, 4))).shape
    (4, 1)
    """
    u, s, _ = svd(A, full_matrices=False)
    return u[..., :_rank(s, rcond, (u.shape[-2], _.shape[-1]))]


def null_space(A: ArrayLike, rcond: float | None = None, *, overwrite_a: bool = False, check_finite: bool = True,
               lapack_driver: Literal["gesdd", "gesvd"] = "gesdd") -> cupy.ndarray:
    """Orthonormal basis of the null space of a matrix.

    Parameters
    ----------
    A : (..., M, N) array_like
        The matrix; those of a batch must have one rank.
    rcond : float, optional
        Singular values up to `rcond` times the largest count as zero; ``eps * max(M, N)`` if not given.
    overwrite_a, check_finite, lapack_driver : optional
        As for `svd`.

    Returns
    -------
    (..., N, K) ndarray
        K is N less the rank, for which a GPU is waited for.

    Raises
    ------
    ValueError
        If `A` has fewer than two axes, is not finite, or the ranks of a batch differ.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import null_space
    >>> abs(null_space(cupy.array([[1.0, 1.0]])).round(4))
    array([[0.7071],
           [0.7071]])
    """
    u, s, vh = svd(A, check_finite=check_finite, lapack_driver=lapack_driver)
    return adjoint(vh[..., _rank(s, rcond, (u.shape[-1], vh.shape[-1])):, :])


def subspace_angles(A: ArrayLike, B: ArrayLike) -> cupy.ndarray:
    """Angles between the ranges of two matrices, the largest first.

    Parameters
    ----------
    A : (..., M, N) array_like
        First matrix.
    B : (..., M, K) array_like
        Second matrix.

    Returns
    -------
    (..., min(N, K)) ndarray
        Radians.

    Raises
    ------
    ValueError
        If the numbers of rows differ, or elements are not finite.

    Notes
    -----
    Small angles are taken from sines and large ones from cosines, after A. V. Knyazev and M. E. Argentati,
    SIAM J. Sci. Comput. 23 (2002).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import subspace_angles
    >>> subspace_angles(cupy.eye(3)[:, :2], cupy.ones((3, 1))).round(4)
    array([0.6155])
    """
    A, B = both_finite(A, B, names=("A", "B"))
    for x in (A, B):
        if x.ndim < 2:
            raise ValueError(f"expected 2D array, got shape {x.shape}")
    if A.shape[-2] != B.shape[-2]:
        raise ValueError(f"A and B must have the same number of rows, got {A.shape[-2]} and {B.shape[-2]}")
    first, second = broadcast(*as_lapack(orth(A), orth(B)))
    common = cupy.matmul(adjoint(first), second)
    cosines = linalg.svdvals(common)
    if first.shape[-1] >= second.shape[-1]:
        left = second - cupy.matmul(first, common)
    else:
        left = first - cupy.matmul(second, adjoint(common))
    sines = cupy.arcsin(cupy.clip(linalg.svdvals(left), -1, 1))
    return cupy.where(cosines ** 2 >= 0.5, sines, cupy.arccos(cupy.clip(cosines[..., ::-1], -1, 1)))


def polar(a: ArrayLike, side: Literal["right", "left"] = "right") -> tuple[cupy.ndarray, cupy.ndarray]:
    """Polar decomposition, ``a = u @ p`` or ``a = p @ u``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    side : {'right', 'left'}, optional
        On which side of `u` the factor `p` stands.

    Returns
    -------
    u : (..., M, N) ndarray
        Orthonormal columns or rows.
    p : (..., N, N) or (..., M, M) ndarray
        Hermitian positive semidefinite.

    Raises
    ------
    ValueError
        For an unknown `side`, or if `a` has fewer than two axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import polar
    >>> polar(cupy.array([[0.0, -2.0], [3.0, 0.0]]))[1].round(9)
    array([[3., 0.],
           [0., 2.]])
    """
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    a = matrices(a, message="`a` must be a 2-D array.")
    w, s, vh = linalg.svd(a, full_matrices=False)
    vectors = adjoint(vh) if side == "right" else w
    return cupy.matmul(w, vh), cupy.matmul(vectors * s[..., None, :], adjoint(vectors))


def orthogonal_procrustes(A: ArrayLike, B: ArrayLike, check_finite: bool = True) -> tuple[cupy.ndarray, cupy.ndarray]:
    """The orthogonal matrix that brings `A` nearest to `B`.

    Parameters
    ----------
    A, B : (..., M, N) array_like
        The matrices; axes before the last two are a batch.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    R : (..., N, N) ndarray
        ``norm(A @ R - B)`` is the least.
    scale : (...) ndarray
        Sum of the singular values of ``A^H @ B``.

    Raises
    ------
    ValueError
        If the shapes differ, have fewer than two axes, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import orthogonal_procrustes
    >>> orthogonal_procrustes(cupy.array([[2.0, 0.0], [0.0, 1.0]]), cupy.array([[0.0, 2.0], [1.0, 0.0]]))[0]
    array([[0., 1.],
           [1., 0.]])
    """
    A, B = both_finite(A, B, check_finite, ("A", "B"))
    if A.ndim < 2:
        raise ValueError(f"expected ndim to be 2, but observed {A.ndim}")
    if A.shape[-2:] != B.shape[-2:]:
        raise ValueError(f"the shapes of A and B differ ({A.shape} vs {B.shape})")
    A, B = broadcast(*as_lapack(A, B))
    u, s, vh = linalg.svd(cupy.matmul(adjoint(A), B))
    return cupy.matmul(u, vh), s.sum(axis=-1)
