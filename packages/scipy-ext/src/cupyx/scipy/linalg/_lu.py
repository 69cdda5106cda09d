"""LU factors and solves with them."""
from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy

import cupy
from cupy._ext import Kernel, as_array, few_indices, host_memory, host_view, synchronous

from cupyx.scipy._host import MANY, few_by_scipy, scipy_of_few, scipy_of_many
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import as_lapack, batched, finite, matrices
from cupyx.scipy.linalg._finite import finite_meanwhile
from cupyx.scipy.linalg._lapack import implementation

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["lu", "lu_factor", "lu_solve"]

_permutation = Kernel("permutation.hpp", _kernels, "Permutation", packed=("i",))
_solve_few = few_by_scipy("linalg.lu_solve", types="fdFDi", axes=2, most=MANY)


def permutation(pivots: cupy.ndarray, rows: int) -> cupy.ndarray:
    """Which row is at each place after the exchanges of `pivots` (batch, k), int32."""
    batch, exchanges = pivots.shape
    order = cupy.empty((batch, rows), "i4")
    _permutation.map("i", batch, work=exchanges + rows, pivots=cupy.ascontiguousarray(pivots.astype("i4", copy=False)),
                     order=order, exchanges=exchanges, rows=rows)
    return order


@scipy_of_many
def lu_factor(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> tuple[cupy.ndarray, cupy.ndarray]:
    """LU decomposition with partial pivoting, packed for `lu_solve`.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    overwrite_a : bool, optional
        Accepted for SciPy's signature; `a` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    lu : (..., M, N) ndarray
        U in the upper triangle, L below it; L's diagonal of ones is not stored.
    piv : (..., K) ndarray of int32
        Row i was exchanged with row ``piv[i]``; K = min(M, N).

    Raises
    ------
    ValueError
        If `a` has fewer than two axes, or is not finite.

    Warns
    -----
    LinAlgWarning
        If an element of U's diagonal is exactly zero: on the host, or under ``cupyx.errstate(linalg="raise")``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import lu_factor, lu_solve
    >>> factors = lu_factor(cupy.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> factors[1]
    array([1, 1], dtype=int32)
    >>> lu_solve(factors, cupy.array([5.0, 6.0])).round(6)
    array([-4. ,  4.5])
    """
    a = finite(a, False)
    with finite_meanwhile(a, check=check_finite):
        a = matrices(a, False)
        m, n = a.shape[-2:]
        if a.size == 0:
            return cupy.empty(a.shape, a.dtype), cupy.empty((*a.shape[:-2], 0), "i4")
        factors, pivots, info = implementation().lu(batched(a))
    _warn_if_singular(info)
    return factors.reshape(a.shape), pivots.reshape(*a.shape[:-2], min(m, n))


def _warn_if_singular(info: cupy.ndarray) -> None:
    from cupy._ext import linalg_mode

    if synchronous() or linalg_mode() == "raise":
        found = int(info.max())
        if found > 0:
            from scipy.linalg import LinAlgWarning

            warnings.warn(f"Diagonal number {found} is exactly zero. Singular matrix.", LinAlgWarning, stacklevel=4)


def lu_solve(lu_and_piv: Sequence[cupy.ndarray], b: ArrayLike, trans: Literal[0, 1, 2] = 0, overwrite_b: bool = False,
             check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` with the factors of `lu_factor`.

    Parameters
    ----------
    lu_and_piv : tuple of ndarray
        ``(lu, piv)`` as from `lu_factor`.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    trans : {0, 1, 2}, optional
        Whether ``a``, its transpose, or its conjugate transpose is solved with.
    overwrite_b, check_finite : bool, optional
        As for `lu_factor`.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of its batch.

    Raises
    ------
    ValueError
        If shapes do not fit, `trans` is unknown, or `b` is not finite; if `piv` leads out of the matrix, but on a GPU,
        where it wraps.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import lu_factor, lu_solve
    >>> lu_solve(lu_factor(cupy.array([[2.0, 0.0], [1.0, 4.0]])), cupy.array([2.0, 5.0]), trans=1)
    array([0.375, 1.25 ])
    """
    factors, pivots = as_array(lu_and_piv[0], "lu"), as_array(lu_and_piv[1], "piv")
    if trans not in (0, 1, 2):
        raise ValueError("unknown trans")
    b = as_array(b, "b")
    n = b.shape[0] if b.ndim else 0
    if pivots.shape == (n,) and factors.shape == (n, n) and few_indices(pivots, 0, n - 1) is not None:
        found = _solve_few(((factors, pivots), b, trans, False, check_finite))
        if found is not NotImplemented:
            return found
    b = finite(b, check_finite, "b")
    vector = b.ndim == 1
    if factors.ndim < 2 or factors.shape[-1] != factors.shape[-2]:
        raise ValueError(f"expected square factors, not the shape {factors.shape}")
    if b.ndim == 0 or factors.shape[-1] != b.shape[-1 if vector else -2]:
        raise ValueError(f"Shapes of lu {factors.shape} and b {b.shape} are incompatible")
    factors, columns = as_lapack(factors, b[:, None] if vector else b)
    shape = numpy.broadcast_shapes(factors.shape[:-2], columns.shape[:-2], pivots.shape[:-1])
    if not factors.size or not columns.size:
        return cupy.empty(b.shape, columns.dtype)
    n, count = columns.shape[-2:]
    pivots = _in_range(pivots, n)
    factors, columns = (cupy.broadcast_to(a, (*shape, *a.shape[-2:])) for a in (factors, columns))
    pivots = cupy.ascontiguousarray(cupy.broadcast_to(pivots, (*shape, n))).reshape(math.prod(shape), n)
    conjugate = trans == 2 and factors.dtype.kind == "c"
    sides = batched(columns.conj() if conjugate else columns)
    x = implementation().lu_solve(batched(factors), pivots.astype("i4", copy=False), sides, trans != 0)
    x = (x.conj() if conjugate else x).reshape(*shape, n, count)
    return x[..., 0] if vector else x


def _in_range(pivots: cupy.ndarray, n: int) -> cupy.ndarray:
    """Pivots that lead to no row outside of the matrix: wrapped on a GPU, as indices are, an error on the host."""
    if not host_memory():
        return pivots % n
    given = host_view(pivots)
    if given.min() < 0 or given.max() >= n:
        raise ValueError(f"pivots must be from 0 to {n - 1}")
    return pivots


@scipy_of_few
def lu(a: ArrayLike, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True,
       p_indices: bool = False) -> tuple[cupy.ndarray, ...]:
    """LU decomposition with partial pivoting, ``a = P @ L @ U``.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrix; axes before the last two are a batch.
    permute_l : bool, optional
        Whether ``P @ L`` and U are returned.
    overwrite_a, check_finite : bool, optional
        As for `lu_factor`.
    p_indices : bool, optional
        Whether P is returned as indices, so that ``a = L[p] @ U``.

    Returns
    -------
    p : (..., M, M) or (..., M) ndarray
        Permutation, unless `permute_l`.
    l : (..., M, K) ndarray
        Lower triangle with ones on its diagonal, or ``P @ L``; K = min(M, N).
    u : (..., K, N) ndarray
        Upper triangle.

    Raises
    ------
    ValueError
        If `a` has fewer than two axes, or is not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import lu
    >>> p, l, u = lu(cupy.array([[1.0, 2.0], [4.0, 6.0]]))
    >>> l
    array([[1.  , 0.  ],
           [0.25, 1.  ]])
    >>> p @ l @ u
    array([[1., 2.],
           [4., 6.]])
    """
    a = matrices(a, check_finite, message="The input array must be at least two-dimensional.")
    batch, (m, n) = a.shape[:-2], a.shape[-2:]
    k = min(m, n)
    if a.size:
        factors, pivots, _ = implementation().lu(batched(a))
        order = permutation(pivots, m).reshape(*batch, m)
        lower = cupy.tril(factors[..., :k], -1).reshape(*batch, m, k)
        lower = lower + cupy.eye(m, k, dtype=a.dtype)
        upper = cupy.triu(factors[:, :k]).reshape(*batch, k, n)
    else:
        order = cupy.empty((*batch, 0), "i4")
        lower, upper = cupy.empty((*batch, m, k), a.dtype), cupy.empty((*batch, k, n), a.dtype)
    real = a.dtype.char.lower()
    if permute_l:
        return (_rows_back(lower, order) if a.size else lower), upper
    if p_indices:
        return cupy.argsort(order, axis=-1).astype("i4"), lower, upper
    # Row order[i] of `a` is row i of L U.
    rows = cupy.arange(order.shape[-1], dtype="i4")
    return (order[..., None, :] == rows[:, None]).astype(real), lower, upper


def _rows_back(a: cupy.ndarray, order: cupy.ndarray) -> cupy.ndarray:
    """Rows where they were before they were permuted."""
    return cupy.take_along_axis(a, cupy.argsort(order, axis=-1)[..., None], axis=-2)
