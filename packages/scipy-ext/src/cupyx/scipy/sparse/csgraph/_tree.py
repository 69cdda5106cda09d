"""Minimum spanning trees."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

import cupy
from cupy._ext import from_plain, host_memory
from cupy._ext import sparse as parts
from cupyx.scipy._host import of_scipy
from cupyx.scipy.sparse.csgraph._components import run_pass, union_find
from cupyx.scipy.sparse.csgraph._graph import compressed

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import CSR

__all__ = ["minimum_spanning_tree"]

_FEW = 4096             # edges of which SciPy finds the tree in less time than launches take
_NONE = union_find.constants["kNone"]


def minimum_spanning_tree(csgraph: spmatrix | sparray | ArrayLike, overwrite: bool = False) -> CSR:
    """A minimum spanning tree of an undirected graph, or a forest.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``; of edges in both directions the lighter one counts.
    overwrite : bool, optional
        Accepted for SciPy's signature.

    Returns
    -------
    csr_array or csr_matrix
        The edges of the tree, each in one direction.

    Raises
    ------
    ValueError
        If the graph is not square.

    Notes
    -----
    Borůvka's method: in each round every component takes its lightest edge, of edges alike the first. Rounds are at
    most the logarithm of the number of nodes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import minimum_spanning_tree
    >>> graph = csr_matrix(cupy.asarray([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0, 0]]))
    >>> minimum_spanning_tree(graph).toarray()
    array([[0., 0., 0., 3.],
           [0., 0., 2., 5.],
           [0., 0., 0., 0.],
           [0., 0., 0., 0.]])
    """
    graph = compressed(csgraph)
    n, nnz = graph.shape[0], graph.nnz
    if nnz >= _NONE:
        raise ValueError(f"a graph of at most {_NONE - 1} edges is needed, not {nnz}")
    if nnz <= _FEW and host_memory() and graph.indices.dtype.char == "i":
        found = of_scipy("sparse.csgraph.minimum_spanning_tree")(graph.get())
        triple = [from_plain(part) for part in (found.data, found.indices, found.indptr)]
        return graph._make(tuple(triple), graph.shape, canonical=None)
    chosen = cupy.zeros(nnz, bool)
    if nnz:
        index = "i" if graph.indices.dtype.itemsize == 4 else "l"
        order = cupy.argsort(graph.data, kind="stable")
        parent = cupy.arange(n, dtype=numpy.uint32)
        lightest, following = cupy.empty(n, numpy.uint32), cupy.empty(n, numpy.uint32)
        edges = {"row": parts.expand_indptr(graph.indptr, nnz), "col": graph.indices, "nodes": n, "order": order}
        for _ in range(n.bit_length()):
            lightest.fill(_NONE)
            run_pass("Lightest", index, nnz, parent=parent, lightest=lightest, **edges)
            run_pass("Join", index, n, parent=parent, lightest=lightest, next=following, chosen=chosen, **edges)
            run_pass("Flatten", index, n, parent=following, next=parent, **edges)
            if not bool((lightest != _NONE).any()):
                break
    chosen &= graph.data != 0
    kept = parts.csr_keep(graph._triple, chosen)
    return graph._make(kept, graph.shape, canonical=None)
