"""Updates of QR decompositions, and the cosine-sine decomposition."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupyx.scipy._host import on_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ndarray

__all__ = ["cossin", "qr_delete", "qr_insert", "qr_update"]


@on_host
def qr_delete(Q: ArrayLike, R: ArrayLike, k: SupportsIndex, p: SupportsIndex = 1, which: Literal["row", "col"] = "row",
              overwrite_qr: bool = False, check_finite: bool = True) -> tuple[ndarray, ndarray]:
    """QR decomposition after rows or columns were taken away.

    Parameters
    ----------
    Q, R : array_like
        The decomposition, as from `qr`.
    k : int
        The first row or column to take away.
    p : int, optional
        How many.
    which : {'row', 'col'}, optional
        Whether rows or columns.
    overwrite_qr, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    Q1, R1 : ndarray
        The new decomposition.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qr_delete
    >>> q, r = qr_delete(cupy.eye(3), cupy.eye(3), 2, which="col")
    >>> r.shape
    (3, 2)
    """
    ...


@on_host
def qr_insert(Q: ArrayLike, R: ArrayLike, u: ArrayLike, k: SupportsIndex, which: Literal["row", "col"] = "row",
              rcond: float | None = None, overwrite_qru: bool = False,
              check_finite: bool = True) -> tuple[ndarray, ndarray]:
    """QR decomposition after rows or columns were put in.

    Parameters
    ----------
    Q, R : array_like
        The decomposition, as from `qr`.
    u : array_like
        The rows or columns.
    k : int
        Where they go.
    which : {'row', 'col'}, optional
        Whether rows or columns.
    rcond : float, optional
        Lower bound of the condition number of what is put in, for economic decompositions.
    overwrite_qru, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    Q1, R1 : ndarray
        The new decomposition.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qr_insert
    >>> q, r = qr_insert(cupy.eye(2), cupy.eye(2), cupy.ones(2), 2)
    >>> (q @ r).round(9)[2]
    array([1., 1.])
    """
    ...


@on_host
def qr_update(Q: ArrayLike, R: ArrayLike, u: ArrayLike, v: ArrayLike, overwrite_qruv: bool = False,
              check_finite: bool = True) -> tuple[ndarray, ndarray]:
    """QR decomposition after ``u @ v^H`` was added.

    Parameters
    ----------
    Q, R : array_like
        The decomposition, as from `qr`.
    u : (M,) or (M, K) array_like
        Left factor of the change.
    v : (N,) or (N, K) array_like
        Right factor.
    overwrite_qruv, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    Q1, R1 : ndarray
        The new decomposition.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qr_update
    >>> q, r = qr_update(cupy.eye(2), cupy.eye(2), cupy.ones(2), cupy.ones(2))
    >>> (q @ r).round(9)
    array([[2., 1.],
           [1., 2.]])
    """
    ...


@on_host
def cossin(X: ArrayLike | tuple[Any, ...], p: SupportsIndex | None = None, q: SupportsIndex | None = None,
           separate: bool = False, swap_sign: bool = False, compute_u: bool = True,
           compute_vh: bool = True) -> tuple[ndarray, ndarray, ndarray]:
    """Cosine-sine decomposition of a unitary matrix, cut into four blocks.

    Parameters
    ----------
    X : (..., M, M) array_like or tuple of four
        The matrix, or its blocks.
    p, q : int, optional
        Shape of the first block.
    separate : bool, optional
        Whether blocks and angles are returned instead of matrices.
    swap_sign : bool, optional
        Whether the negative sines stand in the lower left block.
    compute_u, compute_vh : bool, optional
        Whether the outer factors are wanted.

    Returns
    -------
    u, cs, vh : (..., M, M) ndarray
        ``X = u @ cs @ vh``; or pairs of blocks and the angles.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cossin
    >>> u, cs, vh = cossin(cupy.eye(4), 2, 2)
    >>> abs(cs.diagonal())
    array([1., 1., 1., 1.])
    """
    ...
