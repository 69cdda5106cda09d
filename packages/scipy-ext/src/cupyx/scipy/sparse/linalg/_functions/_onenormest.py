"""Estimates of the 1-norm of an operator."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse.linalg._operators._interface import aslinearoperator

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

__all__ = ["onenormest"]


def onenormest(A: ArrayLike | spmatrix | sparray | LinearOperator, t: Int = 2, itmax: Int = 5, compute_v: bool = False,
               compute_w: bool = False) -> Any:
    """A lower bound of the 1-norm of a matrix or operator, mostly its value, from few products.

    Parameters
    ----------
    A : array, sparse matrix or LinearOperator
        Square, with ``rmatvec`` if an operator.
    t : int, optional
        Columns of the blocks that are multiplied: more make the estimate surer.
    itmax : int, optional
        Most iterations.
    compute_v, compute_w : bool, optional
        Whether the unit vector `v` for which the norm is found, and ``w = A @ v``, are returned too.

    Returns
    -------
    est : float
        The estimate.
    v, w : cupy.ndarray
        If asked for: ``est == norm(w, 1)``.

    Raises
    ------
    ValueError
        If the operator is not square, or `t` or `itmax` is too small.

    Notes
    -----
    Algorithm 2.4 of Higham and Tisseur, SIAM J. Matrix Anal. Appl. 21 (2000).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import onenormest
    >>> onenormest(cupy.asarray([[1., 0., 0.], [5., 8., 2.], [0., -1., 0.]]))
    9.0
    """
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError("expected the operator to act like a square matrix")
    n = A.shape[0]
    if t >= n:
        columns = A.matmat(cupy.eye(n))
        sums = abs(columns).sum(axis=0)
        j = int(sums.argmax())
        est, w = float(sums[j]), columns[:, j]
    else:
        if itmax < 2:
            raise ValueError("at least two iterations are required")
        if t < 1:
            raise ValueError("at least one column is required")
        est, j, w = _estimate(A, n, t, itmax)
    result = (est,)
    if compute_v:
        v = cupy.zeros(n)
        v[j] = 1
        result += (v,)
    if compute_w:
        result += (w,)
    return result if len(result) > 1 else est


def _estimate(A: LinearOperator, n: int, t: Int, itmax: Int) -> tuple[float, int, cupy.ndarray | None]:
    rng = numpy.random.default_rng()
    X = numpy.ones((n, t))
    X[:, 1:] = rng.choice([-1.0, 1.0], (n, t - 1))
    for j in range(1, t):
        while n > t and (abs(X[:, :j].T @ X[:, j]) == n).any():
            X[:, j] = rng.choice([-1.0, 1.0], n)
    X = cupy.asarray(X / n)
    visited, order, est, best, w = [], numpy.arange(0), 0.0, 0, None
    before = None
    for k in range(1, itmax + 2):
        Y = A.matmat(X)
        sums = abs(Y).sum(axis=0).get()
        j = int(sums.argmax())
        if sums[j] > est or k == 2:
            if k >= 2:
                best = int(order[j])
            w = Y[:, j]
        if k >= 2 and sums[j] <= est:
            break
        est = float(sums[j])
        if k > itmax:
            break
        S = cupy.where(Y == 0, 1, Y / cupy.where(Y == 0, 1, abs(Y)))
        if S.dtype.kind != "c":
            if before is not None and bool((abs(S.T @ before) == n).any(axis=1).all()):
                break
            S = _apart(S, before, n, rng)
            before = S
        h = abs(A.rmatmat(S)).max(axis=1).get()
        if k >= 2 and h.max() == h[best]:
            break
        order = numpy.argsort(-h, kind="stable")[:t + len(visited)]
        if t > 1:
            if numpy.isin(order[:t], visited).all():
                break
            seen = numpy.isin(order, visited)
            order = numpy.concatenate([order[~seen], order[seen]])
        X = cupy.zeros((n, t))
        X[order[:t], numpy.arange(t)] = 1
        visited += [i for i in order[:t].tolist() if i not in visited]
    return est, best, w


def _apart(S: cupy.ndarray, before: cupy.ndarray | None, n: int, rng: numpy.random.Generator) -> cupy.ndarray:
    """`S` with columns that are parallel to others, or to former ones, drawn anew."""
    others = S if before is None else cupy.concatenate([S, before], axis=1)
    products = abs(S.T @ others).get()
    for j in range(S.shape[1]):
        if (products[j, :j] == n).any() or (products[j, S.shape[1]:] == n).any():
            S[:, j] = cupy.asarray(rng.choice([-1.0, 1.0], n))
    return S
