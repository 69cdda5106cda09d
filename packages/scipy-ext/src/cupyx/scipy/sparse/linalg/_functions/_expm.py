"""The exponential of a matrix."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any


import cupy
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse._format import class_of

if TYPE_CHECKING:
    from cupyx.scipy.sparse._csc import CSC, csc_array, csc_matrix

__all__ = ["expm"]

#: Degree of a Padé approximant → the norm up to which it is accurate, in double precision.
_LIMITS = {3: 1.495585217958292e-2, 5: 2.539398330063230e-1, 7: 9.504178996162932e-1, 9: 2.097847961257068,
           13: 4.25}


def _coefficients(m: int) -> list[float]:
    """Coefficients of the Padé approximant of degree `m`."""
    return [float(math.factorial(2 * m - k) * math.factorial(m) // (math.factorial(k) * math.factorial(m - k)))
            / float(math.factorial(m)) for k in range(m + 1)]


def expm(A: Any) -> Any:
    """The exponential of a square matrix.

    Parameters
    ----------
    A : sparse matrix or array
        Square.

    Returns
    -------
    sparse matrix or array
        Of the kind of `A`; the exponential of a sparse matrix is seldom sparse.

    Raises
    ------
    ValueError
        If the matrix is not square.

    Notes
    -----
    Scaling and squaring with a Padé approximant whose degree follows from norms of powers (Al-Mohy and Higham, SIAM J.
    Matrix Anal. Appl. 31, 2009).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import expm
    >>> expm(sparse.csc_matrix(cupy.asarray([[1., 0.], [0., 2.]]))).toarray().round(4)
    array([[2.7183, 0.    ],
           [0.    , 7.3891]])
    """
    A = from_host(A)
    if not issparse(A):
        A = cupy.asarray(A)
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("expected a square matrix")
    if not A.shape[0]:
        return A.copy()
    if A.dtype.kind not in "fc":
        A = A.astype(float)
    format, family, A = (A.format, A._family, A.tocsc()) if issparse(A) else (None, None, A)
    X = _exponential(A, _identity(A))
    return X if format is None else class_of("csc", family)(X).asformat(format)


def _identity(A: Any) -> cupy.ndarray | csc_array:
    if not issparse(A):
        return cupy.eye(A.shape[0], dtype=A.dtype)
    from cupyx.scipy.sparse._construct import eye_like

    return eye_like(A).tocsc()


def _norm(A: Any) -> float:
    """The 1-norm."""
    return float(abs(A).sum(axis=0).max())


def _solve(Q: Any, P: Any) -> cupy.ndarray | CSC:
    if not issparse(Q):
        return cupy.linalg.solve(Q, P)
    from cupyx.scipy.sparse.linalg import splu

    return type(P)(splu(Q).solve(P.toarray()))


def _exponential(A: Any, one: Any) -> Any:
    powers = {2: A @ A}
    powers[4] = powers[2] @ powers[2]
    powers[6] = powers[4] @ powers[2]
    roots = {p: _norm(powers[p]) ** (1 / p) for p in (4, 6)}
    if not all(map(math.isfinite, roots.values())):
        raise ValueError("the matrix must hold finite numbers that do not overflow")
    size = max(roots.values())
    m = next((m for m in (3, 5, 7) if size < _LIMITS[m] and not _excess(A, m)), None)
    if m is None:
        powers[8] = powers[4] @ powers[4]
        roots[8] = _norm(powers[8]) ** (1 / 8)
        size = max(roots[6], roots[8])
        if size < _LIMITS[9] and not _excess(A, 9):
            m = 9
    if m is not None:
        return _ratio(A, one, powers, m)
    roots[10] = _norm(powers[4] @ powers[6]) ** (1 / 10)
    size = min(size, max(roots[8], roots[10]))
    s = max(0, math.ceil(math.log2(size / _LIMITS[13]))) if size > 0 else 0
    s += _excess(A * 2.0 ** -s, 13)
    X = _ratio(A * 2.0 ** -s, one, {p: powers[p] * 2.0 ** (-s * p) for p in (2, 4, 6)}, 13)
    for _ in range(s):
        X = X @ X
    return X


def _excess(A: cupy.ndarray | csc_matrix, m: int) -> int:
    """How many more halvings the bound on the backward error asks for."""
    c = math.factorial(2 * m) * math.factorial(2 * m + 1) // math.factorial(m) ** 2
    nonnegative = abs(A)
    row = cupy.ones(A.shape[0], nonnegative.dtype)
    for _ in range(2 * m + 1):
        row = nonnegative.T @ row
    top, norm = float(row.max()), _norm(A)
    if not top or not norm:
        return 0
    if not math.isfinite(top):
        return 0
    ratio = top / norm / float(c) / 2.0 ** -53
    return max(0, math.ceil(math.log2(ratio) / (2 * m))) if ratio > 0 else 0


def _ratio(A: Any, one: cupy.ndarray | csc_array, powers: Any, m: int) -> Any:
    """The Padé approximant of degree `m`."""
    b = _coefficients(m)
    if m < 13:
        odd = sum([b[k + 1] * powers[k] for k in range(2, m, 2)], b[1] * one)
        even = sum([b[k] * powers[k] for k in range(2, m, 2)], b[0] * one)
    else:
        high, odd, even = powers[6], None, None
        odd = high @ sum([b[k + 7] * powers[k] for k in (4, 6)], b[9] * powers[2])
        odd = odd + sum([b[k + 1] * powers[k] for k in (2, 4, 6)], b[1] * one)
        even = high @ sum([b[k + 6] * powers[k] for k in (4, 6)], b[8] * powers[2])
        even = even + sum([b[k] * powers[k] for k in (2, 4, 6)], b[0] * one)
    U = A @ odd
    return _solve(even - U, even + U)
