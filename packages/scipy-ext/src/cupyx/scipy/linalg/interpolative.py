"""Interpolative decompositions: a matrix from some of its columns."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, cast

import numpy

from cupyx.scipy._host import call, on_host, to_device, warn

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ndarray

__all__ = ["estimate_rank", "estimate_spectral_norm", "estimate_spectral_norm_diff", "id_to_svd", "interp_decomp",
           "reconstruct_interp_matrix", "reconstruct_matrix_from_id", "reconstruct_skel_matrix", "svd"]


def interp_decomp(A: ArrayLike, eps_or_k: float | SupportsIndex, rand: bool = True,
                  rng: numpy.random.Generator | SupportsIndex | None = None) -> tuple[int, ndarray, ndarray]:
    """Interpolative decomposition: some columns, and how the others follow from them.

    Parameters
    ----------
    A : (M, N) array_like
        The matrix.
    eps_or_k : float or int
        Relative error, or rank.
    rand : bool, optional
        Whether random sampling is used.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.

    Returns
    -------
    k : int
        The rank, if an error was given.
    idx : (N,) ndarray of int
        Columns, those that are kept first.
    proj : (K, N - K) ndarray
        The others are ``A[:, idx[:K]] @ proj``.

    Raises
    ------
    ValueError
        If the matrix cannot have the rank.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import interp_decomp
    >>> idx, proj = interp_decomp(cupy.ones((3, 3)), 1)
    >>> proj.round(6)
    array([[1., 1.]])
    """
    rank: Any = eps_or_k
    most = min(numpy.shape(cast("Any", A)), default=0)
    if rank >= 1 and int(rank) > most:      # with which SciPy reads beside the matrix
        raise ValueError(f"Approximation rank {int(rank)} exceeds min(A.shape) = {most}")
    warn("scipy.linalg.interpolative.interp_decomp")
    return to_device(call("scipy.linalg.interpolative", "interp_decomp", A, eps_or_k, rand=rand, rng=rng))


@on_host
def reconstruct_matrix_from_id(B: ArrayLike, idx: ArrayLike, proj: ArrayLike) -> ndarray:
    """The matrix of an interpolative decomposition.

    Parameters
    ----------
    B : (M, K) array_like
        The columns that are kept.
    idx, proj : array_like
        As from `interp_decomp`.

    Returns
    -------
    (M, N) ndarray
        The new matrix.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import reconstruct_matrix_from_id
    >>> reconstruct_matrix_from_id(cupy.ones((2, 1)), cupy.array([0, 1]), cupy.array([[2.0]]))
    array([[1., 2.],
           [1., 2.]])
    """
    ...


@on_host
def reconstruct_interp_matrix(idx: ArrayLike, proj: ArrayLike) -> ndarray:
    """The matrix P of an interpolative decomposition, ``A = B @ P``.

    Parameters
    ----------
    idx, proj : array_like
        As from `interp_decomp`.

    Returns
    -------
    (K, N) ndarray
        The new matrix.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import reconstruct_interp_matrix
    >>> reconstruct_interp_matrix(cupy.array([0, 1]), cupy.array([[2.0]]))
    array([[1., 2.]])
    """
    ...


@on_host
def reconstruct_skel_matrix(A: ArrayLike, k: SupportsIndex, idx: ArrayLike) -> ndarray:
    """The columns that an interpolative decomposition keeps.

    Parameters
    ----------
    A : (M, N) array_like
        The matrix.
    k : int
        The rank.
    idx : (N,) array_like
        As from `interp_decomp`.

    Returns
    -------
    (M, k) ndarray
        The new matrix.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import reconstruct_skel_matrix
    >>> reconstruct_skel_matrix(cupy.array([[1, 2], [3, 4]]), 1, cupy.array([1, 0]))
    array([[2],
           [4]])
    """
    ...


@on_host
def id_to_svd(B: ArrayLike, idx: ArrayLike, proj: ArrayLike) -> tuple[ndarray, ndarray, ndarray]:
    """Singular value decomposition from an interpolative one.

    Parameters
    ----------
    B : (M, K) array_like
        The columns that are kept.
    idx, proj : array_like
        As from `interp_decomp`.

    Returns
    -------
    U, S, V : ndarray
        ``A = U @ diag(S) @ V^H``.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import id_to_svd
    >>> id_to_svd(cupy.ones((2, 1)), cupy.array([0, 1]), cupy.array([[1.0]]))[1].round(6)
    array([2.])
    """
    ...


@on_host
def estimate_spectral_norm(A: ArrayLike, its: SupportsIndex = 20,
                           rng: numpy.random.Generator | SupportsIndex | None = None) -> float:
    """Estimate of the largest singular value, by a power method.

    Parameters
    ----------
    A : (M, N) array_like
        The matrix.
    its : int, optional
        Steps.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.

    Returns
    -------
    float
        The estimate.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import estimate_spectral_norm
    >>> round(float(estimate_spectral_norm(cupy.diag(cupy.array([3.0, 1.0])))), 6)
    3.0
    """
    ...


@on_host
def estimate_spectral_norm_diff(A: ArrayLike, B: ArrayLike, its: SupportsIndex = 20,
                                rng: numpy.random.Generator | SupportsIndex | None = None) -> float:
    """Estimate of the largest singular value of a difference.

    Parameters
    ----------
    A, B : (M, N) array_like
        The matrices.
    its : int, optional
        Steps.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.

    Returns
    -------
    float
        The estimate.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import estimate_spectral_norm_diff
    >>> round(float(estimate_spectral_norm_diff(2 * cupy.eye(2), cupy.eye(2))), 6)
    1.0
    """
    ...


@on_host
def svd(A: ArrayLike, eps_or_k: float | SupportsIndex, rand: bool = True,
        rng: numpy.random.Generator | SupportsIndex | None = None) -> tuple[ndarray, ndarray, ndarray]:
    """Singular value decomposition of low rank, through an interpolative one.

    Parameters
    ----------
    A : (M, N) array_like
        The matrix.
    eps_or_k : float or int
        Relative error, or rank.
    rand : bool, optional
        Whether random sampling is used.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.

    Returns
    -------
    U, S, V : ndarray
        ``A = U @ diag(S) @ V^H``.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import svd
    >>> svd(cupy.ones((3, 3)), 1)[1].round(6)
    array([3.])
    """
    ...


@on_host
def estimate_rank(A: ArrayLike, eps: float, rng: numpy.random.Generator | SupportsIndex | None = None) -> int:
    """Estimate of the rank to a relative error, by random sampling.

    Parameters
    ----------
    A : (M, N) array_like
        The matrix.
    eps : float
        Relative error.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.

    Returns
    -------
    int
        The estimate.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg.interpolative import estimate_rank
    >>> estimate_rank(cupy.diag(cupy.arange(5.0)), 1e-9) >= 4
    True
    """
    ...
