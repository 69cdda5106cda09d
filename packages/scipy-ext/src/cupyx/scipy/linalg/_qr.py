"""QR and RQ decompositions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import cupy
from cupy import linalg

from cupyx.scipy import _host
from cupyx.scipy._host import scipy_of_few
from cupyx.scipy.linalg._arguments import adjoint, as_lapack, both_finite, matrices

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["qr", "qr_multiply", "rq"]


@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ...,
       mode: Literal["full", "economic"] = ..., pivoting: Literal[False] = ...,
       check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ..., *, mode: Literal["r"],
       pivoting: Literal[False] = ..., check_finite: bool = ...) -> tuple[cupy.ndarray]: ...
@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ..., *, mode: Literal["raw"],
       pivoting: Literal[False] = ...,
       check_finite: bool = ...) -> tuple[tuple[cupy.ndarray, cupy.ndarray], cupy.ndarray]: ...
@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ..., *,
       mode: Literal["full", "economic"] = ..., pivoting: Literal[True],
       check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ..., *, mode: Literal["r"],
       pivoting: Literal[True], check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def qr(a: ArrayLike, overwrite_a: bool = ..., lwork: SupportsIndex | None = ...,
       mode: Literal["full", "r", "economic", "raw"] = ..., pivoting: bool = ...,
       check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray] | tuple[cupy.ndarray] | tuple[tuple[cupy.ndarray,
            cupy.ndarray], cupy.ndarray] | tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@scipy_of_few
def qr(a: ArrayLike, overwrite_a: bool = False, lwork: SupportsIndex | None = None,
       mode: Literal["full", "economic"] | Literal["r"] | Literal["raw"] | Literal["full", "r", "economic",
            "raw"] = "full",
       pivoting: bool = False,
       check_finite: bool = True) -> tuple[cupy.ndarray, cupy.ndarray] | tuple[cupy.ndarray] | tuple[tuple[cupy.ndarray,
            cupy.ndarray], cupy.ndarray] | tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """QR decomposition, ``a = Q @ R`` or ``a[:, P] = Q @ R``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    lwork : int, optional
        Accepted for SciPy's signature.
    mode : {'full', 'r', 'economic', 'raw'}, optional
        Q of shape (M, M) and R of (M, N); only R; Q of (M, K) and R of (K, N) with K = min(M, N); or the Householder
        vectors and their factors, with R of the economic mode.
    pivoting : bool, optional
        Whether columns are exchanged so that the diagonal of R descends. The host computes that: see
        `cupyx.scipy.HostWarning`.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    Q : (..., M, M) or (..., M, K) ndarray, or a pair of them for 'raw'
        Not for 'r'.
    R : (..., M, N) or (..., K, N) ndarray
        Upper triangular.
    P : (..., N) ndarray of int32
        If `pivoting`.

    Raises
    ------
    ValueError
        For an unknown `mode`, fewer than two axes, or elements that are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qr
    >>> q, r = qr(cupy.array([[0.0, -2.0], [3.0, 1.0]]))
    >>> abs(r)
    array([[3., 1.],
           [0., 2.]])
    """
    if mode not in ("full", "qr", "r", "economic", "raw"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic', 'raw']")
    mode = "full" if mode == "qr" else mode
    a = matrices(a, check_finite, message="expected a 2-D array")
    if pivoting:
        _host.warn("scipy.linalg.qr with pivoting")
        return tuple(_host.call("scipy.linalg", "qr", a, mode=mode, pivoting=True, check_finite=False))
    m, n = a.shape[-2:]
    if mode == "raw":
        packed, tau = linalg.qr(a, "raw")
        packed = packed.swapaxes(-1, -2)
        return (packed, tau), cupy.triu(packed[..., :min(m, n), :])
    if mode == "r":
        r = linalg.qr(a, "r")
        if m > n:
            r = cupy.concatenate((r, cupy.zeros((*r.shape[:-2], m - n, n), r.dtype)), axis=-2)
        return (r,)
    q, r = linalg.qr(a, "complete") if mode == "full" else linalg.qr(a, "reduced")
    return q, r


@scipy_of_few
def rq(a: ArrayLike, overwrite_a: bool = False, lwork: SupportsIndex | None = None,
       mode: Literal["full", "r", "economic"] = "full",
       check_finite: bool = True) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """RQ decomposition, ``a = R @ Q``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    lwork : int, optional
        Accepted for SciPy's signature.
    mode : {'full', 'r', 'economic'}, optional
        R of shape (M, N) and Q of (N, N); only R; or R of (M, K) and Q of (K, N) with K = min(M, N).
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    R : (..., M, N) or (..., M, K) ndarray
        Zero below the diagonal that ends in the last corner.
    Q : (..., N, N) or (..., K, N) ndarray
        Orthonormal rows. Not for 'r'.

    Raises
    ------
    ValueError
        For an unknown `mode`, fewer than two axes, or elements that are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import rq
    >>> r, q = rq(cupy.array([[1.0, 2.0], [0.0, 3.0]]))
    >>> abs(r)
    array([[1., 2.],
           [0., 3.]])
    """
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    a = matrices(a, check_finite, message="expected matrix")
    m, n = a.shape[-2:]
    # With rows reversed, the adjoint's QR decomposition is this one in reverse order.
    flipped = adjoint(a[..., ::-1, :])
    if mode == "r":
        r = _reversed_adjoint(linalg.qr(flipped, "complete").R)
        return r
    q, r = linalg.qr(flipped, "complete" if mode == "full" else "reduced")
    return _reversed_adjoint(r), adjoint(q)[..., ::-1, :]


def _reversed_adjoint(r: cupy.ndarray) -> cupy.ndarray:
    return adjoint(r)[..., ::-1, ::-1]


@overload
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Literal["left", "right"] = ..., pivoting: Literal[False] = ...,
                conjugate: bool = ..., overwrite_a: bool = ...,
                overwrite_c: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Literal["left", "right"] = ..., *, pivoting: Literal[True],
                conjugate: bool = ..., overwrite_a: bool = ...,
                overwrite_c: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Literal["left", "right"], pivoting: Literal[True],
                conjugate: bool = ..., overwrite_a: bool = ...,
                overwrite_c: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]: ...
@overload
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Literal["left", "right"] = ..., pivoting: bool = ...,
        conjugate: bool = ..., overwrite_a: bool = ...,
        overwrite_c: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray] | tuple[cupy.ndarray, cupy.ndarray,
            cupy.ndarray]: ...
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Literal["left", "right"] = "right", pivoting: bool = False,
        conjugate: bool = False, overwrite_a: bool = False,
        overwrite_c: bool = False) -> tuple[cupy.ndarray, cupy.ndarray] | tuple[cupy.ndarray, cupy.ndarray,
            cupy.ndarray]:
    """QR decomposition, and the product of Q with another matrix.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix to decompose.
    c : (P,) or (..., P, Q) array_like
        The other factor. With 'left' it has min(M, N) rows, or M where `overwrite_c`.
    mode : {'left', 'right'}, optional
        ``Q @ c``, or ``c @ Q``.
    pivoting : bool, optional
        As for `qr`.
    conjugate : bool, optional
        Whether Q is conjugated first.
    overwrite_a, overwrite_c : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are, but see `c`.

    Returns
    -------
    CQ : ndarray
        The product with Q of min(M, N) columns, or of M where `c` has M rows.
    R : (..., K, N) ndarray
        K = min(M, N).
    P : (..., N) ndarray of int32
        If `pivoting`.

    Raises
    ------
    ValueError
        For an unknown `mode`, or if the shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import qr_multiply
    >>> qc, r = qr_multiply(cupy.array([[0.0, 1.0], [2.0, 0.0]]), cupy.eye(2))
    >>> abs(qc)
    array([[0., 1.],
           [1., 0.]])
    """
    if mode not in ("left", "right"):
        raise ValueError(f"Mode argument can only be 'left' or 'right' but not '{mode}'")
    a, c = both_finite(a, c, names=("a", "c"))
    a = as_lapack(a)                # the results have its type
    c = c.astype(cupy.result_type(a.dtype, cupy.complex64) if c.dtype.kind == "c" else a.dtype, copy=False)
    vector = c.ndim < 2
    if vector:
        c = c[:, None] if mode == "left" else c[None]
    m, n = a.shape[-2:]
    k = min(m, n)
    full = mode == "left" and overwrite_c and m > n
    if mode == "left" and c.shape[-2] != (m if full else k) or mode == "right" and c.shape[-1] != m:
        raise ValueError(f"Array shapes are not compatible for Q @ c operation: {a.shape} vs {c.shape}"
                         if mode == "left" else
                         f"Array shapes are not compatible for c @ Q operation: {c.shape} vs {a.shape}")
    parts: Any = qr(a, mode="full" if full else "economic", pivoting=pivoting, check_finite=False)
    q, r, *order = parts
    q = q.conj() if conjugate and q.dtype.kind == "c" else q
    product = cupy.matmul(q, c) if mode == "left" else cupy.matmul(c, q)
    if vector:
        product = product[..., 0] if mode == "left" else product[..., 0, :]
    return product, r[..., :k, :], *order
