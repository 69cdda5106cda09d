"""The Laplacian of a graph."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx.scipy.sparse._base import spmatrix
    from cupyx.scipy.sparse.linalg._operators._interface import _CustomLinearOperator

__all__ = ["laplacian"]


def laplacian(csgraph: Any, normed: bool = False, return_diag: bool = False, use_out_degree: bool = False, *,
              copy: bool = True, form: Literal["array", "function", "lo"] = "array", dtype: DTypeLike | None = None,
              symmetrized: bool = False) -> Any:
    """The Laplacian matrix of a graph: degrees on the diagonal, negative weights elsewhere.

    Parameters
    ----------
    csgraph : sparse matrix or cupy.ndarray
        Weights, of shape ``(N, N)``.
    normed : bool, optional
        Whether rows and columns are divided by the roots of the degrees.
    return_diag : bool, optional
        Whether the degrees, or their roots if `normed`, are returned too.
    use_out_degree : bool, optional
        Whether degrees are sums of rows, or of columns.
    copy : bool, optional
        If false, a dense `csgraph` of the same dtype may be overwritten.
    form : {"array", "function", "lo"}, optional
        What is returned: a matrix, a function that multiplies by it, or a `LinearOperator`.
    dtype : dtype, optional
        Of the matrix; that of `csgraph` if not given.
    symmetrized : bool, optional
        Whether the conjugate transpose is added to the graph first.

    Returns
    -------
    lap : sparse matrix, cupy.ndarray, callable or LinearOperator
        The Laplacian; sparse ones are COO, DIA if `csgraph` is.
    diag : cupy.ndarray
        If asked for.

    Raises
    ------
    ValueError
        If the graph is not square, or `form` is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.csgraph import laplacian
    >>> laplacian(cupy.asarray([[0, 1, 0], [1, 0, 2], [0, 2, 0]]))
    array([[ 1, -1,  0],
           [-1,  3, -2],
           [ 0, -2,  2]])
    """
    graph = from_host(csgraph)
    if not issparse(graph):
        graph = cupy.asarray(graph)
    if graph.ndim != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError("csgraph must be a square matrix or array")
    if form not in ("array", "function", "lo"):
        raise ValueError(f"Invalid form: {form!r}")
    if normed and graph.dtype.kind in "iu":
        graph = graph.astype(numpy.float64)
    axis = 1 if use_out_degree else 0
    dtype = graph.dtype if dtype is None else numpy.dtype(dtype)
    if form != "array":
        lap, diag = _operator(graph, normed, axis, form, dtype, symmetrized)
    elif issparse(graph):
        lap, diag = _sparse(graph, normed, axis, dtype, symmetrized)
    else:
        lap, diag = _dense(graph, normed, axis, dtype, symmetrized, copy)
    return (lap, diag) if return_diag else lap


def _roots(degrees: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Where nodes stand alone, and the roots of degrees, one for those."""
    alone = degrees == 0
    return alone, cupy.where(alone, 1, cupy.sqrt(degrees))


def _sparse(graph: Any, normed: bool, axis: int, dtype: Any, symmetrized: bool) -> tuple[spmatrix, cupy.ndarray]:
    if symmetrized:
        graph = graph + graph.T.conj()
    diag = cupy.asarray(graph.sum(axis=axis)).ravel() - graph.diagonal()
    a = graph.copy() if graph.format == "dia" and not normed else graph.tocoo(copy=True)
    if normed:
        alone, diag = _roots(diag)
        a.data = a.data / diag[a.row] / diag[a.col]
        a.data = -a.data
        a.setdiag(1 - alone.astype(a.dtype))
    else:
        a.data = -a.data
        a.setdiag(diag)
    return a.astype(dtype, copy=False), diag.astype(dtype, copy=False)


def _dense(graph: cupy.ndarray, normed: bool, axis: int, dtype: Any, symmetrized: bool,
           copy: bool) -> tuple[cupy.ndarray, cupy.ndarray]:
    a = graph.copy() if copy else graph
    if symmetrized:
        a += a.T.conj()
    cupy.fill_diagonal(a, 0)
    diag = a.sum(axis=axis)
    if normed:
        alone, diag = _roots(diag)
        a /= diag
        a /= diag[:, None]
        a *= -1
        cupy.fill_diagonal(a, 1 - alone.astype(a.dtype))
    else:
        a *= -1
        cupy.fill_diagonal(a, diag.astype(a.dtype, copy=False))
    return a.astype(dtype, copy=False), diag.astype(dtype, copy=False)


def _operator(graph: cupy.ndarray, normed: bool, axis: int, form: str, dtype: Any,
              symmetrized: bool) -> tuple[Callable[..., Any] | _CustomLinearOperator, cupy.ndarray]:
    sums = cupy.asarray(graph.sum(axis=axis)).ravel()
    loops = graph.diagonal()
    if symmetrized:
        sums = sums + cupy.asarray(graph.sum(axis=1 - axis)).ravel()
        loops = 2 * loops
    diag = sums - loops
    scale = None
    if normed:
        diag = _roots(diag)[1]
        scale = 1.0 / diag

    def multiply(v: cupy.ndarray) -> cupy.ndarray:
        column = (lambda d: d) if v.ndim == 1 else (lambda d: d[:, None])
        w = v if scale is None else v * column(scale)
        result = w * column(sums) - graph @ w
        if symmetrized:
            result = result - graph.conj().T @ w
        return result if scale is None else result * column(scale)

    if form == "function":
        return multiply, diag.astype(dtype, copy=False)
    from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

    return LinearOperator(graph.shape, matvec=multiply, matmat=multiply, dtype=dtype), diag.astype(dtype, copy=False)
