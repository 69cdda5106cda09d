"""Schur and Hessenberg forms, balancing, and Bunch-Kaufman factors."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from cupyx.scipy._host import on_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ndarray

__all__ = ["hessenberg", "ldl", "matrix_balance", "rsf2csf", "schur"]


@overload
def schur(a: ArrayLike, output: Literal["real", "complex"] = ..., lwork: SupportsIndex | None = ...,
          overwrite_a: bool = ..., sort: None = ..., check_finite: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def schur(a: ArrayLike, output: Literal["real", "complex"] = ..., lwork: SupportsIndex | None = ...,
          overwrite_a: bool = ..., *, sort: Literal["lhp", "rhp", "iuc", "ouc"] | Callable[..., Any],
          check_finite: bool = ...) -> tuple[ndarray, ndarray, int]: ...
@overload
def schur(a: ArrayLike, output: Literal["real", "complex"], lwork: SupportsIndex | None, overwrite_a: bool,
          sort: Literal["lhp", "rhp", "iuc", "ouc"] | Callable[..., Any],
          check_finite: bool = ...) -> tuple[ndarray, ndarray, int]: ...
@overload
def schur(a: ArrayLike, output: Literal["real", "complex"] = ..., lwork: SupportsIndex | None = ...,
          overwrite_a: bool = ..., sort: Literal["lhp", "rhp", "iuc", "ouc"] | Callable[..., Any] | None = ...,
          check_finite: bool = ...) -> tuple[ndarray, ndarray] | tuple[ndarray, ndarray, int]: ...
@on_host
def schur(a: ArrayLike, output: Literal["real", "complex"] = "real", lwork: SupportsIndex | None = None,
          overwrite_a: bool = False, sort: Literal["lhp", "rhp", "iuc", "ouc"] | Callable[..., Any] | None = None,
          check_finite: bool = True) -> tuple[ndarray, ndarray] | tuple[ndarray, ndarray, int]:
    """Schur decomposition, ``a = Z @ T @ Z^H``.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices; axes before the last two are a batch.
    output : {'real', 'complex'}, optional
        Whether T of a real matrix is real, with 2 by 2 blocks for pairs of complex eigenvalues, or complex and
        triangular.
    lwork : int, optional
        Size of LAPACK's work array.
    overwrite_a, check_finite : bool, optional
        As for `lu_factor`.
    sort : {'lhp', 'rhp', 'iuc', 'ouc'} or callable, optional
        Which eigenvalues come first: of the left or right half plane, inside or outside the unit circle, or those for
        which a function of host numbers is true.

    Returns
    -------
    T : (..., M, M) ndarray
        Upper triangular, or with blocks of two rows for 'real'.
    Z : (..., M, M) ndarray
        Unitary.
    sdim : int
        If `sort`: how many eigenvalues came first.

    Raises
    ------
    ValueError
        If `a` is not square, or options are unknown.
    LinAlgError
        If the iteration does not converge.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import schur
    >>> schur(cupy.array([[0.0, 2.0], [0.0, 1.0]]))[0].diagonal()
    array([0., 1.])
    """
    ...


@on_host
def rsf2csf(T: ArrayLike, Z: ArrayLike, check_finite: bool = True) -> tuple[ndarray, ndarray]:
    """The complex Schur form from the real one.

    Parameters
    ----------
    T, Z : (..., M, M) array_like
        As from `schur`.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.

    Returns
    -------
    T, Z : (..., M, M) ndarray
        Complex, T triangular.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import rsf2csf
    >>> t, z = rsf2csf(cupy.array([[0.0, 1.0], [-1.0, 0.0]]), cupy.eye(2))
    >>> abs(t.diagonal().imag)
    array([1., 1.])
    """
    ...


@overload
def hessenberg(a: ArrayLike, calc_q: Literal[False] = ..., overwrite_a: bool = ...,
               check_finite: bool = ...) -> ndarray: ...
@overload
def hessenberg(a: ArrayLike, calc_q: Literal[True], overwrite_a: bool = ...,
               check_finite: bool = ...) -> tuple[ndarray, ndarray]: ...
@on_host
def hessenberg(a: ArrayLike, calc_q: bool = False, overwrite_a: bool = False,
               check_finite: bool = True) -> ndarray | tuple[ndarray, ndarray]:
    """Hessenberg form, ``a = Q @ H @ Q^H``, with zeros below the first subdiagonal.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices; axes before the last two are a batch.
    calc_q : bool, optional
        Whether Q is returned too.
    overwrite_a, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    H : (..., M, M) ndarray
        Zero below the first subdiagonal.
    Q : (..., M, M) ndarray
        Unitary, if `calc_q`.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import hessenberg
    >>> hessenberg(cupy.eye(3))[2, 0]
    array(0.)
    """
    ...


@on_host
def matrix_balance(A: ArrayLike, permute: bool = True, scale: bool = True, separate: bool = False,
                   overwrite_a: bool = False) -> tuple[ndarray, Any]:
    """Balance a matrix: rows and columns of like norm, by a similarity.

    Parameters
    ----------
    A : (..., M, M) array_like
        The matrices; axes before the last two are a batch.
    permute : bool, optional
        Whether rows and columns may change places.
    scale : bool, optional
        Whether they may be scaled, by powers of two.
    separate : bool, optional
        Whether scales and permutation are returned as vectors.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `A` stays as it is.

    Returns
    -------
    B : (..., M, M) ndarray
        The balanced matrices.
    T : (..., M, M) ndarray, or pair of (..., M) ndarray
        ``B = inv(T) @ A @ T``; or scales and permutation.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import matrix_balance
    >>> matrix_balance(cupy.array([[1.0, 1024.0], [0.0009765625, 1.0]]))[0]
    array([[1. , 2. ],
           [0.5, 1. ]])
    """
    ...


@on_host
def ldl(A: ArrayLike, lower: bool = True, hermitian: bool = True, overwrite_a: bool = False,
        check_finite: bool = True) -> tuple[ndarray, ndarray, ndarray]:
    """Bunch-Kaufman factors of Hermitian or symmetric matrices, ``A = L @ D @ L^H``.

    Parameters
    ----------
    A : (..., M, M) array_like
        The matrices, of which one triangle is read.
    lower : bool, optional
        Which triangle.
    hermitian : bool, optional
        Whether complex matrices are Hermitian, rather than symmetric.
    overwrite_a, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    lu : (..., M, M) ndarray
        The outer factor; its rows ``perm`` are triangular.
    d : (..., M, M) ndarray
        Blocks of one or two rows.
    perm : (..., M) ndarray of int
        The new matrix.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import ldl
    >>> ldl(cupy.array([[2.0, 1.0], [1.0, 3.0]]))[1]
    array([[2. , 0. ],
           [0. , 2.5]])
    """
    ...
