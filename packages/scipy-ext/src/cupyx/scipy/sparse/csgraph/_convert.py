"""Graphs as sparse and as dense matrices, and what predecessors say."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory, sparse as parts
from cupyx.scipy._host import call
from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import CSR, csr_array

__all__ = ["construct_dist_matrix", "csgraph_from_dense", "csgraph_from_masked", "csgraph_masked_from_dense",
           "csgraph_to_dense", "csgraph_to_masked", "reconstruct_path"]


def _square(graph: cupy.ndarray, dtype: type[Any] | None = None) -> cupy.ndarray:
    graph = cupy.asarray(graph, dtype=dtype)
    if graph.ndim != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError("compressed-sparse graph must be shape (N, N)")
    return graph


def _edges(graph: cupy.ndarray, null_value: Any, nan_null: bool, infinity_null: bool) -> cupy.ndarray:
    """Where a dense graph has edges."""
    there = cupy.ones(graph.shape, bool)
    if nan_null or null_value is not None and numpy.isnan(null_value):
        there &= ~cupy.isnan(graph)
    if infinity_null or null_value is not None and numpy.isinf(null_value):
        there &= ~cupy.isinf(graph)
    if null_value is not None and numpy.isfinite(null_value):
        there &= ~(abs(graph - null_value) <= 1e-8)
    return there


def csgraph_from_dense(graph: Any, null_value: float | None = 0, nan_null: bool = True,
                       infinity_null: bool = True) -> csr_array:
    """A sparse graph from a dense matrix of weights.

    Parameters
    ----------
    graph : cupy.ndarray
        Weights, of shape ``(N, N)``.
    null_value : float or None, optional
        The value that means no edge.
    nan_null, infinity_null : bool, optional
        Whether NaN, and infinities, mean no edge.

    Returns
    -------
    csr_array
        The graph, of float64.

    Raises
    ------
    ValueError
        If the matrix is not square.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.csgraph import csgraph_from_dense
    >>> csgraph_from_dense(cupy.asarray([[0, 1], [cupy.inf, 0]])).nnz
    1
    """
    from cupyx.scipy.sparse._csr import csr_array

    graph = _square(graph, numpy.float64)
    there = _edges(graph, null_value, nan_null, infinity_null)
    row, col = there.nonzero()
    indptr = parts.compress_rows(row, graph.shape[0], numpy.int32)
    return csr_array._make((graph[there], col.astype(numpy.int32), indptr), graph.shape, canonical=True)


def csgraph_to_dense(csgraph: Any, null_value: float = 0) -> cupy.ndarray:
    """A dense matrix of weights from a sparse graph.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph; of edges between the same nodes the lightest counts, and an edge of weight NaN is infinitely long.
    null_value : float, optional
        What stands where there is no edge.

    Returns
    -------
    cupy.ndarray
        Of float64.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import csgraph_to_dense
    >>> csgraph_to_dense(csr_matrix(cupy.asarray([[0, 1], [0, 0]])), cupy.inf)
    array([[inf,  1.],
           [inf, inf]])
    """
    csgraph = from_host(csgraph)
    if not issparse(csgraph):
        raise ValueError("csgraph must be sparse")
    if csgraph.shape[0] != csgraph.shape[1]:
        raise ValueError("csgraph must be a square matrix")
    a = csgraph.tocsr().astype(numpy.float64, copy=False)
    if host_memory():
        return call("scipy.sparse.csgraph", "csgraph_to_dense", a, null_value)
    row = parts.expand_indptr(a.indptr, a.nnz)
    dense = cupy.full(a.shape, cupy.inf)
    cupy.minimum.at(dense, (row, a.indices), cupy.where(cupy.isnan(a.data), cupy.inf, a.data))
    if not numpy.isinf(null_value) or null_value < 0:
        there = cupy.zeros(a.shape, bool)
        there[row, a.indices] = True
        dense = cupy.where(there, dense, null_value)
    return dense


def csgraph_from_masked(graph: numpy.ma.MaskedArray[Any, Any]) -> csr_array:
    """A sparse graph from a masked array of the host.

    Parameters
    ----------
    graph : numpy.ma.MaskedArray
        Weights; masked elements are no edges.

    Returns
    -------
    csr_array
        The graph, of float64.

    Examples
    --------
    >>> import numpy
    >>> from cupyx.scipy.sparse.csgraph import csgraph_from_masked
    >>> csgraph_from_masked(numpy.ma.masked_equal([[0, 1], [2, 0]], 2)).nnz
    3
    """
    import scipy.sparse.csgraph

    return from_host(scipy.sparse.csgraph.csgraph_from_masked(graph))


def csgraph_masked_from_dense(graph: cupy.ndarray, null_value: float | None = 0, nan_null: bool = True,
                              infinity_null: bool = True, copy: bool = True) -> numpy.ma.MaskedArray[Any, Any]:
    """A masked array of the host from a dense matrix of weights.

    Parameters
    ----------
    graph : cupy.ndarray
        Weights, of shape ``(N, N)``.
    null_value : float or None, optional
        The value that means no edge.
    nan_null, infinity_null : bool, optional
        Whether NaN, and infinities, mean no edge.
    copy : bool, optional
        Accepted for SciPy's signature.

    Returns
    -------
    numpy.ma.MaskedArray
        Weights; masked where there is no edge.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.csgraph import csgraph_masked_from_dense
    >>> csgraph_masked_from_dense(cupy.asarray([[0, 1], [2, 0]])).mask.tolist()
    [[True, False], [False, True]]
    """
    graph = _square(graph, numpy.float64)
    there = _edges(graph, null_value, nan_null, infinity_null)
    return numpy.ma.masked_array(graph.get(), (~there).get())


def csgraph_to_masked(csgraph: spmatrix | sparray | ArrayLike) -> numpy.ma.MaskedArray[Any, Any]:
    """A masked array of the host from a sparse graph.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph.

    Returns
    -------
    numpy.ma.MaskedArray
        Weights; masked where there is no edge.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import csgraph_to_masked
    >>> csgraph_to_masked(csr_matrix(cupy.asarray([[0, 1], [2, 0]]))).mask.tolist()
    [[True, False], [False, True]]
    """
    return numpy.ma.masked_invalid(csgraph_to_dense(csgraph, numpy.nan).get())


def reconstruct_path(csgraph: CSR, predecessors: cupy.ndarray, directed: bool = True) -> CSR:
    """The tree that predecessors describe.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph.
    predecessors : cupy.ndarray
        For each node the one before it; negative if there is none.
    directed : bool, optional
        Whether edges have a direction; of both directions the lighter one counts if not.

    Returns
    -------
    csr_array or csr_matrix
        The edges of the tree with their weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import reconstruct_path
    >>> graph = csr_matrix(cupy.asarray([[0, 8, 3], [0, 0, 2], [0, 0, 0]]))
    >>> reconstruct_path(graph, cupy.asarray([-9999, 0, 1])).toarray()
    array([[0., 8., 0.],
           [0., 0., 2.],
           [0., 0., 0.]])
    """
    from cupyx.scipy.sparse.csgraph._graph import compressed

    graph, predecessors = compressed(csgraph), cupy.asarray(predecessors)
    n = graph.shape[0]
    if predecessors.shape != (n,):
        raise ValueError(f"predecessors must have shape ({n},), not {predecessors.shape}")
    to = cupy.flatnonzero((predecessors >= 0) & (predecessors < n)).astype("i")        # as SciPy's nodes
    before = predecessors[to].astype(to.dtype)
    weights = _looked_up(graph, before, to)
    if not directed:
        back = _looked_up(graph, to, before)
        weights = cupy.where(weights == 0, back, cupy.where(back == 0, weights, cupy.minimum(weights, back)))
    tree = type(graph)((weights, (before, to)), shape=graph.shape)
    tree.eliminate_zeros()
    return tree


def _looked_up(graph: CSR, row: cupy.ndarray, col: cupy.ndarray) -> cupy.ndarray:
    index = graph.indices.dtype
    return parts.csr_lookup(graph._triple, graph.shape, row.astype(index), col.astype(index))


def construct_dist_matrix(graph: Any, predecessors: Any, directed: bool = True,
                          null_value: float = numpy.inf) -> cupy.ndarray:
    """Lengths of the ways that predecessors describe.

    Parameters
    ----------
    graph : sparse matrix or array
        The graph.
    predecessors : cupy.ndarray
        Of shape ``(N, N)``: ``predecessors[i, j]`` is the node before `j` on the way from `i`; negative if there is
        none.
    directed : bool, optional
        Whether edges have a direction.
    null_value : float, optional
        What stands where there is no way.

    Returns
    -------
    cupy.ndarray
        Of shape ``(N, N)``.

    Notes
    -----
    Ways are made twice as long in each round, by the nodes that lie half of the way back.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import construct_dist_matrix
    >>> graph = csr_matrix(cupy.asarray([[0, 8, 0], [0, 0, 2], [0, 0, 0]]))
    >>> before = cupy.asarray([[-9999, 0, 1], [-9999, -9999, 1], [-9999, -9999, -9999]])
    >>> construct_dist_matrix(graph, before)
    array([[ 0.,  8., 10.],
           [inf,  0.,  2.],
           [inf, inf,  0.]])
    """
    from cupyx.scipy.sparse.csgraph._graph import compressed

    graph, before = compressed(graph), cupy.asarray(predecessors)
    n = graph.shape[0]
    if before.shape != (n, n):
        raise ValueError("graph and predecessors must have the same shape")
    weights = csgraph_to_dense(graph, numpy.inf)
    if not directed:
        weights = cupy.minimum(weights, weights.T)
    nodes = cupy.arange(n)
    there = (before >= 0) & (before < n)
    # a step from each node towards the source, which is its own predecessor
    back = cupy.where(there, before, nodes[None]).astype(numpy.int64)
    length = cupy.where(there, weights[back, nodes[None]], 0.0)
    for _ in range(max(n - 1, 1).bit_length()):
        length = length + cupy.take_along_axis(length, back, 1)
        back = cupy.take_along_axis(back, back, 1)
    return cupy.where(back == nodes[:, None], length, null_value)
