"""Breadth-first and depth-first search."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, host_memory
from cupyx.scipy.sparse.csgraph import _kernels
from cupyx.scipy.sparse.csgraph._graph import both_ways, by_scipy, compressed, node_number, on_device

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import CSR

__all__ = ["breadth_first_order", "breadth_first_tree", "depth_first_order", "depth_first_tree"]

_frontier = Kernel("frontier.hpp", _kernels, "Frontier", packed=("i", "l"))
_LEVELS = 512           # of a graph for whose search a device is worth while
_NOWHERE = -9999        # SciPy's predecessor of what has none


def breadth_first_order(csgraph: Any, i_start: Int, directed: bool = True,
                        return_predecessors: bool = True) -> Any | tuple[cupy.ndarray, cupy.ndarray] | cupy.ndarray:
    """Nodes in the order of a breadth-first search.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    i_start : int
        Where it begins.
    directed : bool, optional
        Whether edges have a direction.
    return_predecessors : bool, optional
        Whether predecessors are returned too.

    Returns
    -------
    node_array : cupy.ndarray
        The nodes that are reached, of dtype int32.
    predecessors : cupy.ndarray
        From where each node is reached; -9999 if it is not, and for the first.

    Raises
    ------
    ValueError
        If the graph is not square, or has no such node.

    Notes
    -----
    Small and long graphs are searched by SciPy on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import breadth_first_order
    >>> graph = csr_matrix(cupy.asarray([[0, 1, 2, 0], [0, 0, 0, 1], [2, 0, 0, 3], [0, 0, 0, 0]]))
    >>> breadth_first_order(graph, 0)
    (array([0, 1, 2, 3], dtype=int32), array([-9999,     0,     0,     1], dtype=int32))
    """
    graph = compressed(csgraph, directed)
    start = node_number(i_start, graph.shape[0])
    found = levels(graph, start, directed) if on_device(graph) else None
    if found is None:
        return by_scipy("breadth_first_order", graph, start, directed, return_predecessors)
    return found if return_predecessors else found[0]


def levels(graph: Any, start: int, directed: bool, most: int = _LEVELS) -> tuple[cupy.ndarray, cupy.ndarray] | None:
    """The order and the predecessors, level by level; None if there are more than `most` levels."""
    n = graph.shape[0]
    _, indices, indptr = graph._triple if directed else both_ways(graph)
    index = "i" if indices.dtype.itemsize == 4 else "l"
    claims = cupy.full(n, 0xFFFFFFFFFFFFFFFF, numpy.uint64)
    claims[start] = 0
    predecessors = cupy.full(n, _NOWHERE, numpy.int32)
    level, order = cupy.asarray([start], dtype=numpy.int32), []
    while level.size:
        order.append(level)
        if len(order) > most:
            return None
        counts = cupy.empty(level.size, numpy.int64)
        given = {"indices": indices, "indptr": indptr, "nodes_of_level": level, "claims": claims, "nodes": n,
                 "edges": indices.size}
        _visit(index, level.size, "Claim", counts=counts, **given)
        _visit(index, level.size, "Count", counts=counts, **given)
        ends = cupy.cumsum(counts)
        following = cupy.empty(int(ends[-1]), numpy.int32)
        _visit(index, level.size, "Take", counts=ends, next=following, predecessors=predecessors, **given)
        level = following
    return cupy.concatenate(order), predecessors


def _visit(index: str, count: int, name: str, **fields: Any) -> None:
    _frontier.map(index, count, work=64, **{"pass": _frontier.constants[f"k{name}"]}, **fields)


def breadth_first_tree(csgraph: spmatrix | sparray | ArrayLike, i_start: Any, directed: bool = True) -> CSR:
    """The tree of a breadth-first search.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    i_start : int
        Where it begins.
    directed : bool, optional
        Whether edges have a direction.

    Returns
    -------
    csr_array or csr_matrix
        The edges of the tree with their weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import breadth_first_tree
    >>> graph = csr_matrix(cupy.asarray([[0, 8, 3], [0, 0, 2], [0, 0, 0]]))
    >>> breadth_first_tree(graph, 0).toarray()
    array([[0., 8., 3.],
           [0., 0., 0.],
           [0., 0., 0.]])
    """
    from cupyx.scipy.sparse.csgraph._convert import reconstruct_path

    graph = compressed(csgraph, directed)
    if host_memory():
        return by_scipy("breadth_first_tree", graph, node_number(i_start, graph.shape[0]), directed)
    return reconstruct_path(graph, breadth_first_order(graph, i_start, directed)[1], directed)


def depth_first_order(csgraph: spmatrix | sparray | ArrayLike, i_start: Int, directed: bool = True,
                      return_predecessors: bool = True) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Nodes in the order of a depth-first search, which SciPy makes on the host.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    i_start : int
        Where it begins.
    directed : bool, optional
        Whether edges have a direction.
    return_predecessors : bool, optional
        Whether predecessors are returned too.

    Returns
    -------
    node_array, predecessors : cupy.ndarray
        As of `breadth_first_order`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import depth_first_order
    >>> graph = csr_matrix(cupy.asarray([[0, 1, 2, 0], [0, 0, 0, 1], [2, 0, 0, 3], [0, 0, 0, 0]]))
    >>> depth_first_order(graph, 0, return_predecessors=False)
    array([0, 1, 3, 2], dtype=int32)
    """
    graph = compressed(csgraph, directed)
    return by_scipy("depth_first_order", graph, node_number(i_start, graph.shape[0]), directed, return_predecessors)


def depth_first_tree(csgraph: spmatrix | sparray | ArrayLike, i_start: Int, directed: bool = True) -> Any:
    """The tree of a depth-first search, which SciPy makes on the host.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    i_start : int
        Where it begins.
    directed : bool, optional
        Whether edges have a direction.

    Returns
    -------
    csr_array or csr_matrix
        The edges of the tree with their weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import depth_first_tree
    >>> graph = csr_matrix(cupy.asarray([[0, 8, 3], [0, 0, 2], [0, 0, 0]]))
    >>> depth_first_tree(graph, 0).toarray()
    array([[0., 8., 0.],
           [0., 0., 2.],
           [0., 0., 0.]])
    """
    graph = compressed(csgraph, directed)
    return by_scipy("depth_first_tree", graph, node_number(i_start, graph.shape[0]), directed)
