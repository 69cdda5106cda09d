"""Eigenvalues of general matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from cupy import linalg

from cupyx.scipy import _host
from cupyx.scipy._host import on_host
from cupyx.scipy.linalg._arguments import squares

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = ["cdf2rdf", "eig", "eigvals"]


@overload
def eig(a: ArrayLike, b: ArrayLike | None = ..., left: Literal[False] = ..., right: Literal[True] = ...,
        overwrite_a: bool = ..., overwrite_b: bool = ..., check_finite: bool = ...,
        homogeneous_eigvals: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def eig(a: ArrayLike, b: ArrayLike | None = ..., *, left: Literal[False] = ..., right: Literal[False],
        overwrite_a: bool = ..., overwrite_b: bool = ..., check_finite: bool = ...,
        homogeneous_eigvals: bool = ...) -> ndarray: ...
@overload
def eig(a: ArrayLike, b: ArrayLike | None = ..., *, left: Literal[True], right: Literal[True] = ...,
        overwrite_a: bool = ..., overwrite_b: bool = ..., check_finite: bool = ...,
        homogeneous_eigvals: bool = ...) -> tuple[ndarray, ndarray, ndarray]: ...
@overload
def eig(a: ArrayLike, b: ArrayLike | None = ..., *, left: Literal[True], right: Literal[False], overwrite_a: bool = ...,
        overwrite_b: bool = ..., check_finite: bool = ...,
        homogeneous_eigvals: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def eig(a: ArrayLike, b: ArrayLike | None = ..., left: bool = ..., right: bool = ..., overwrite_a: bool = ...,
        overwrite_b: bool = ..., check_finite: bool = ...,
        homogeneous_eigvals: bool = ...) -> tuple[ndarray, ndarray] | ndarray | tuple[ndarray, ndarray, ndarray]: ...
def eig(a: ArrayLike, b: ArrayLike | None = None, left: bool = False, right: bool = True, overwrite_a: bool = False,
        overwrite_b: bool = False, check_finite: bool = True,
        homogeneous_eigvals: bool = False) -> tuple[ndarray, ndarray] | ndarray | tuple[ndarray, ndarray, ndarray]:
    """Eigenvalues and eigenvectors, ``a @ v = w * v`` or ``a @ v = w * (b @ v)``.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices; axes before the last two are a batch.
    b : (..., M, M) array_like, optional
        Matrices of the generalised problem.
    left, right : bool, optional
        Which eigenvectors are wanted. Those on the left, and all of a generalised problem, the host computes: see
        `cupyx.scipy.HostWarning`.
    overwrite_a, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.
    homogeneous_eigvals : bool, optional
        Whether values are pairs ``(w[0], w[1])`` with ``w[1] * a @ v = w[0] * b @ v``.

    Returns
    -------
    w : (..., M) or (2, M) ndarray
        Complex, in no order.
    vl : (..., M, M) ndarray
        Left vectors, the columns, if `left`.
    vr : (..., M, M) ndarray
        Right vectors, of length one, if `right`; real where `a` and all values are.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    ValueError
        If shapes do not fit, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eig
    >>> eig(cupy.array([[0.0, -1.0], [1.0, 0.0]]), right=False).imag.max()
    array(1.)
    """
    a = squares(a, check_finite)
    if b is not None or left or homogeneous_eigvals:
        _host.warn("scipy.linalg.eig of two matrices, or with left vectors,")
        return _as_tuple(_host.call("scipy.linalg", "eig", a, b, left, right, check_finite=check_finite,
                                    homogeneous_eigvals=homogeneous_eigvals))
    if not right:
        return linalg.eigvals(a)
    w, v = linalg.eig(a)
    if a.dtype.kind == "f" and bool((w.imag == 0).all()):
        v = v.real.copy()
    return w, v


def _as_tuple(results: Any) -> Any:
    return tuple(results) if isinstance(results, list) else results


def eigvals(a: ArrayLike, b: ArrayLike | None = None, overwrite_a: bool = False, check_finite: bool = True,
            homogeneous_eigvals: bool = False, *,
            overwrite_b: bool = False) -> Any:
    """Eigenvalues, of one matrix or of a pair.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    b : (..., M, M) array_like, optional
        Matrices of the generalised problem.
    overwrite_a, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    check_finite, homogeneous_eigvals : bool, optional
        As for `eig`.

    Returns
    -------
    (..., M) or (2, M) ndarray
        Complex, in no order.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigvals
    >>> cupy.sort(eigvals(cupy.array([[2.0, 1.0], [1.0, 2.0]])))
    array([1.+0.j, 3.+0.j])
    """
    return eig(a, b, False, False, check_finite=check_finite, homogeneous_eigvals=homogeneous_eigvals)


@on_host
def cdf2rdf(w: ArrayLike, v: ArrayLike) -> tuple[ndarray, ndarray]:
    """Eigenvalues in blocks of a real matrix, and real vectors, from complex ones that come in pairs.

    Parameters
    ----------
    w : (..., M) array_like
        Eigenvalues, conjugates next to each other.
    v : (..., M, M) array_like
        Eigenvectors, the columns.

    Returns
    -------
    wr : (..., M, M) ndarray
        Values on the diagonal, and 2 by 2 blocks for pairs.
    vr : (..., M, M) ndarray
        Real vectors: ``a @ vr = vr @ wr``.

    Raises
    ------
    ValueError
        If shapes do not fit, or a complex value has no conjugate.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cdf2rdf
    >>> cdf2rdf(cupy.array([2 + 1j, 2 - 1j]), cupy.array([[1, 1], [-1j, 1j]]))[0]
    array([[ 2.,  1.],
           [-1.,  2.]])
    """
    ...
