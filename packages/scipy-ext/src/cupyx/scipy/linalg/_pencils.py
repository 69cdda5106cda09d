"""Generalised Schur decompositions of pairs of matrices."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupyx.scipy._host import on_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ndarray

__all__ = ["ordqz", "qz"]


@on_host
def qz(A: ArrayLike, B: ArrayLike, output: Literal["real", "complex"] = "real", lwork: SupportsIndex | None = None,
       sort: None = None, overwrite_a: bool = False, overwrite_b: bool = False,
       check_finite: bool = True) -> tuple[ndarray, ndarray, ndarray, ndarray]:
    """Generalised Schur decomposition, ``A = Q @ AA @ Z^H`` and ``B = Q @ BB @ Z^H``.

    Parameters
    ----------
    A, B : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    output : {'real', 'complex'}, optional
        Whether the forms of real matrices are real.
    lwork : int, optional
        Size of LAPACK's work array.
    sort : None
        Not supported by SciPy: see `ordqz`.
    overwrite_a, overwrite_b, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    AA, BB : (..., N, N) ndarray
        Triangular, AA up to 2 by 2 blocks.
    Q, Z : (..., N, N) ndarray
        Unitary.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qz
    >>> aa, bb, q, z = qz(cupy.eye(2), 2 * cupy.eye(2))
    >>> aa / bb.diagonal()
    array([[0.5, 0. ],
           [0. , 0.5]])
    """
    ...


@on_host
def ordqz(A: ArrayLike, B: ArrayLike, sort: Literal["lhp", "rhp", "iuc", "ouc"] | Callable[..., Any] = "lhp",
          output: Literal["real", "complex"] = "real", overwrite_a: bool = False, overwrite_b: bool = False,
          check_finite: bool = True) -> tuple[ndarray, ndarray, ndarray, ndarray, ndarray, ndarray]:
    """Generalised Schur decomposition in an order of eigenvalues.

    Parameters
    ----------
    A, B : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    sort : {'lhp', 'rhp', 'iuc', 'ouc'} or callable, optional
        Which eigenvalues come first: of the left or right half plane, inside or outside the unit circle, or those for
        which a function of host arrays ``alpha`` and ``beta`` is true.
    output : {'real', 'complex'}, optional
        Whether the forms of real matrices are real.
    overwrite_a, overwrite_b, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    AA, BB : (..., N, N) ndarray
        Triangular, with the eigenvalues asked for first.
    alpha, beta : (..., N) ndarray
        Eigenvalues are ``alpha / beta``.
    Q, Z : (..., N, N) ndarray
        Unitary.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import ordqz
    >>> result = ordqz(cupy.diag(cupy.array([1.0, -2.0])), cupy.eye(2))
    >>> result[2].real
    array([-2.,  1.])
    """
    ...
