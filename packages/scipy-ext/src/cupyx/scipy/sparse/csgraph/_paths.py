"""Shortest ways."""
from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, host_memory, multiprocessors, serial_blocks
from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.sparse.csgraph import _kernels
from cupyx.scipy.sparse.csgraph._graph import both_ways, by_scipy, compressed, has_negative, on_device

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import CSR

__all__ = ["bellman_ford", "dijkstra", "floyd_warshall", "johnson", "shortest_path"]

_relax = Kernel("relax.hpp", _kernels, "Relax", packed=("i", "l"))
_floyd_warshall = Kernel("floyd_warshall.hpp", _kernels, "FloydWarshall", packed=("d",))
_FEW = 20               # nodes of which SciPy has all distances in less time than launches take
_ROUNDS = 16            # between two looks at whether anything has changed
_BYTES = 1 << 28        # of the distances that are worked on at once
_NOWHERE = -9999        # SciPy's predecessor of what has none


def _all_ways(graph: numpy.ndarray[Any, Any], *options: Any) -> Any:
    if (graph < 0).any():       # SciPy sees no loop of negative weight
        raise ValueError("This is for the kernels.")
    return of_scipy("sparse.csgraph.floyd_warshall")(graph, *options)


_few = few_by_scipy(_all_ways, types="d", axes=2, most=_FEW ** 2)


def dijkstra(csgraph: spmatrix | sparray | ArrayLike, directed: bool = True, indices: Int | ArrayLike | None = None,
             return_predecessors: bool = False, unweighted: bool = False, limit: float = numpy.inf,
             min_only: bool = False) -> Any:
    """Shortest ways from some nodes, or from all, of a graph with no negative weight.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    directed : bool, optional
        Whether edges have a direction.
    indices : int or array of int, optional
        Where ways begin; all nodes if not given.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.
    limit : float, optional
        Longer ways count as none.
    min_only : bool, optional
        Whether only the nearest of `indices` is sought for each node.

    Returns
    -------
    dist_matrix : cupy.ndarray
        Lengths, of shape ``(n_indices, N)``, or ``(N,)`` for one index or with `min_only`; infinite if there is no way.
    predecessors : cupy.ndarray
        The node before each one, of dtype int32; -9999 if there is none.
    sources : cupy.ndarray
        The nearest of `indices`, with `min_only` and `return_predecessors`.

    Raises
    ------
    ValueError
        If the graph is not square, or `limit` is negative.
    NegativeCycleError
        If ways can be made ever shorter, where SciPy's function does not end.

    Notes
    -----
    On devices, large graphs are searched in rounds: all nodes whose distance has changed offer their neighbours a way,
    from all sources at once. Small ones are searched by SciPy on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import dijkstra
    >>> graph = csr_matrix(cupy.asarray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]))
    >>> dijkstra(graph, indices=0, return_predecessors=True)
    (array([0., 1., 3.]), array([-9999,     0,     1], dtype=int32))
    """
    graph = compressed(csgraph)
    if not limit >= 0:
        raise ValueError("limit must be >= 0")
    negative = not unweighted and has_negative(graph)
    if min_only or not on_device(graph):
        if negative:
            bellman_ford(graph, directed, indices)      # raises what keeps SciPy's from its end
        return by_scipy("dijkstra", graph, directed, indices, return_predecessors, unweighted, limit, min_only)
    if negative:
        warnings.warn("Graph has negative weights: dijkstra will give inaccurate results if the graph contains "
                      "negative cycles. Consider johnson or bellman_ford.", UserWarning, stacklevel=2)
    return from_sources(graph, directed, indices, return_predecessors, unweighted, limit)


def bellman_ford(csgraph: cupy.ndarray | CSR, directed: bool = True, indices: Int | ArrayLike | None = None,
                 return_predecessors: bool = False, unweighted: bool = False) -> Any:
    """Shortest ways from some nodes, or from all, where weights may be negative.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    directed : bool, optional
        Whether edges have a direction.
    indices : int or array of int, optional
        Where ways begin; all nodes if not given.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.

    Returns
    -------
    dist_matrix, predecessors : cupy.ndarray
        As of `dijkstra`.

    Raises
    ------
    NegativeCycleError
        If ways can be made ever shorter.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import bellman_ford
    >>> bellman_ford(csr_matrix(cupy.asarray([[0, 1, 4], [0, 0, -2], [0, 0, 0]])), indices=0)
    array([ 0.,  1., -1.])
    """
    graph = compressed(csgraph)
    if not on_device(graph):
        return by_scipy("bellman_ford", graph, directed, indices, return_predecessors, unweighted)
    return from_sources(graph, directed, indices, return_predecessors, unweighted)


def johnson(csgraph: spmatrix | sparray | ArrayLike, directed: bool = True, indices: Int | ArrayLike | None = None,
            return_predecessors: bool = False, unweighted: bool = False) -> Any:
    """Shortest ways by Johnson's method, where weights may be negative.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    directed : bool, optional
        Whether edges have a direction.
    indices : int or array of int, optional
        Where ways begin; all nodes if not given.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.

    Returns
    -------
    dist_matrix, predecessors : cupy.ndarray
        As of `dijkstra`.

    Raises
    ------
    NegativeCycleError
        If ways can be made ever shorter.

    Notes
    -----
    On devices the same rounds as those of `bellman_ford`, which need no change of the weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import johnson
    >>> johnson(csr_matrix(cupy.asarray([[0, 1, 4], [0, 0, -2], [0, 0, 0]])), indices=0)
    array([ 0.,  1., -1.])
    """
    graph = compressed(csgraph)
    if not on_device(graph):
        return by_scipy("johnson", graph, directed, indices, return_predecessors, unweighted)
    return from_sources(graph, directed, indices, return_predecessors, unweighted)


def from_sources(graph: CSR, directed: bool, indices: list[int | list[int]] | Int | ArrayLike | None,
                 return_predecessors: bool, unweighted: bool,
                 limit: float = numpy.inf) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Distances from nodes, by rounds of relaxations."""
    n = graph.shape[0]
    sources = numpy.arange(n) if indices is None else numpy.asarray(
        indices.get() if isinstance(indices, cupy.ndarray) else indices)
    if sources.size and (sources.min() < -n or sources.max() >= n):
        raise ValueError("indices out of range 0...N")
    flat = numpy.atleast_1d(sources).ravel() % max(n, 1)
    edges = graph._triple if directed else both_ways(graph)
    if unweighted:
        edges = (None, *edges[1:])
    together = max(1, _BYTES // (10 * max(n, 1)))
    found = [_relaxed(edges, n, flat[i:i + together], return_predecessors, limit)
             for i in range(0, flat.size, together)]
    if not found:
        found = [(cupy.zeros((0, n)), cupy.zeros((0, n), numpy.int32))]
    shape = (*sources.shape, n)
    distances = cupy.concatenate([d for d, _ in found]).reshape(shape)
    if not return_predecessors:
        return distances
    return distances, cupy.concatenate([p for _, p in found if p is not None]).reshape(shape)


def _relaxed(edges: tuple[cupy.ndarray | None, cupy.ndarray, cupy.ndarray], n: int, sources: numpy.ndarray[Any, Any],
             predecessors: bool, limit: float) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    data, indices, indptr = edges
    index, count = "i" if indices.dtype.itemsize == 4 else "l", sources.size * n
    distances = cupy.full((sources.size, n), cupy.inf)
    places = cupy.arange(sources.size), cupy.asarray(sources)
    distances[places] = 0
    active, following = cupy.zeros((sources.size, n), bool), cupy.zeros((sources.size, n), bool)
    active[places] = True
    changed = cupy.zeros(1, numpy.uint32)
    given = {"data": data, "indices": indices, "indptr": indptr, "distances": distances, "limit": limit, "nodes": n,
             "edges": indices.size}
    mean = 1 + indices.size / max(n, 1)
    for _ in range(-(-(n + 1) // _ROUNDS) + 1):
        for step in range(_ROUNDS):
            if step == _ROUNDS - 1:
                changed.fill(0)
            _relax.map(index, count, work=mean, active=active, next=following, changed=changed, **given,
                       **{"pass": _relax.constants["kRelax"]})
            active, following = following, active
        if not int(changed[0]):
            break
    else:
        from scipy.sparse.csgraph import NegativeCycleError
        raise NegativeCycleError("Negative cycle detected")
    if not predecessors:
        return distances, None
    before = cupy.full((sources.size, n), 0xFFFFFFFF, numpy.uint32)
    _relax.map(index, count, work=mean, predecessors=before, **given, **{"pass": _relax.constants["kPredecessors"]})
    before = cupy.where(before == 0xFFFFFFFF, _NOWHERE, before.view(numpy.int32)).astype(numpy.int32)
    before[places] = _NOWHERE
    lost = cupy.isfinite(distances) & (before < 0)
    lost[places] = False
    for row in cupy.flatnonzero(lost.any(axis=1)).get().tolist():
        before[row] = _along_ties(edges, n, int(sources[row]), distances[row])
    return distances, before


def _along_ties(edges: tuple[cupy.ndarray, ...] | tuple[cupy.ndarray | None, cupy.ndarray, cupy.ndarray], n: int,
                source: int, distances: cupy.ndarray) -> cupy.ndarray:
    """Predecessors where edges of length zero are among the shortest ways: a search among the edges of such ways."""
    from cupyx.scipy.sparse._csr import csr_array
    from cupyx.scipy.sparse.csgraph._traversal import levels

    data, indices, indptr = edges
    from cupy._ext import sparse as parts

    row = parts.expand_indptr(indptr, indices.size)
    tight = distances[row] + (1.0 if data is None else data) == distances[indices]
    tight &= cupy.isfinite(distances[row])
    kept = parts.csr_keep((cupy.ones(indices.size), indices, indptr), tight)
    found = levels(csr_array._make(kept, (n, n)), source, True, n)
    assert found is not None            # there are no more levels than nodes
    return found[1]


def floyd_warshall(csgraph: cupy.ndarray | CSR, directed: bool = True, return_predecessors: bool = False,
                   unweighted: bool = False,
                   overwrite: bool = False) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Shortest ways between all nodes of a dense graph.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    directed : bool, optional
        Whether edges have a direction.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.
    overwrite : bool, optional
        Accepted for SciPy's signature.

    Returns
    -------
    dist_matrix, predecessors : cupy.ndarray
        Of shape ``(N, N)``, as of `dijkstra`.

    Raises
    ------
    NegativeCycleError
        If ways can be made ever shorter.

    Notes
    -----
    The method in tiles of 32 by 32 nodes, which work in shared memory on devices.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.csgraph import floyd_warshall
    >>> floyd_warshall(cupy.asarray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]))
    array([[ 0.,  1.,  3.],
           [inf,  0.,  2.],
           [inf, inf,  0.]])
    """
    from cupyx.scipy.sparse.csgraph._convert import csgraph_to_dense

    if type(csgraph) is cupy.ndarray:
        found = _few((csgraph, directed, return_predecessors, unweighted))
        if found is not NotImplemented:
            return found
    graph = compressed(csgraph)
    n = graph.shape[0]
    if n <= _FEW and host_memory() and not has_negative(graph):
        return by_scipy("floyd_warshall", graph, directed, return_predecessors, unweighted)
    dense = csgraph_to_dense(graph, numpy.inf)
    if unweighted:
        dense = cupy.where(cupy.isinf(dense), dense, 1.0)
    if not directed:
        dense = cupy.minimum(dense, dense.T)
    loops = cupy.diagonal(dense)
    negative = bool((loops < 0).any())
    cupy.fill_diagonal(dense, 0)
    tile = _floyd_warshall.constants["kTile"]
    tiles = -(-n // tile)
    distances = cupy.full((tiles * tile,) * 2, cupy.inf)
    distances[:n, :n] = dense
    before = None
    if return_predecessors:
        nodes = cupy.arange(tiles * tile, dtype=numpy.int32)
        before = cupy.where(cupy.isinf(distances) | (nodes == nodes[:, None]), numpy.int32(_NOWHERE), nodes[:, None])
        before = cupy.ascontiguousarray(before, dtype=numpy.int32)
    for through in range(tiles):
        for part, blocks in (("Middle", 1), ("Cross", 2 * tiles), ("Rest", tiles * tiles)):
            if serial_blocks():
                blocks = min(blocks, multiprocessors())
            _floyd_warshall("d", blocks=blocks, threads=256, distances=distances, predecessors=before, tiles=tiles,
                            through=through, part=_floyd_warshall.constants[f"k{part}"])
    distances = distances[:n, :n]
    if negative or n and bool((cupy.diagonal(distances) < 0).any()):
        from scipy.sparse.csgraph import NegativeCycleError
        raise NegativeCycleError("Negative cycle in nodes")
    distances = cupy.ascontiguousarray(distances)
    return distances if before is None else (distances, cupy.ascontiguousarray(before[:n, :n]))


def shortest_path(csgraph: spmatrix | sparray | ArrayLike, method: Literal["auto", "FW", "D", "BF", "J"] = "auto",
                  directed: bool = True, return_predecessors: bool = False, unweighted: bool = False,
                  overwrite: bool = False, indices: SupportsIndex | ArrayLike | None = None) -> Any:
    """Shortest ways by the method that fits, or by one that is named.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    method : {"auto", "FW", "D", "BF", "J"}, optional
        `floyd_warshall`, `dijkstra`, `bellman_ford` or `johnson`.
    directed : bool, optional
        Whether edges have a direction.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.
    overwrite : bool, optional
        Accepted for SciPy's signature.
    indices : int or array of int, optional
        Where ways begin; all nodes if not given.

    Returns
    -------
    dist_matrix, predecessors : cupy.ndarray
        As of `dijkstra`.

    Raises
    ------
    NegativeCycleError
        If ways can be made ever shorter.
    ValueError
        If the graph is not square, `method` is unknown, or is ``"FW"`` with `indices`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import shortest_path
    >>> shortest_path(csr_matrix(cupy.asarray([[0, 1, 4], [0, 0, 2], [0, 0, 0]])), directed=False)
    array([[0., 1., 3.],
           [1., 0., 2.],
           [3., 2., 0.]])
    """
    graph = compressed(csgraph)
    if method == "auto":
        n = graph.shape[0]
        dense = indices is None and graph.nnz * math.log(max(n, 2)) > n * n / 4
        negative = not unweighted and has_negative(graph)
        method = "FW" if dense else ("J" if indices is None else "BF") if negative else "D"
    if method == "FW":
        if indices is not None:
            raise ValueError("Cannot specify indices with method == 'FW'.")
        return floyd_warshall(graph, directed, return_predecessors, unweighted)
    methods = {"D": dijkstra, "BF": bellman_ford, "J": johnson}
    if method not in methods:
        raise ValueError(f"unrecognized method '{method}'")
    return methods[method](graph, directed, indices, return_predecessors, unweighted)
