"""Graphs that functions are given: sparse or dense matrices of weights."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory, host_view
from cupy._ext import sparse as parts
from cupyx.scipy._host import of_scipy, to_device, to_host, warn
from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupyx.scipy.sparse._csr import CSR, csr_matrix

#: Edges from which on a device's own method is worth its launches; SciPy's is quicker below.
LARGE = 1 << 16


def compressed(csgraph: Any, directed: bool = True) -> CSR:
    """A graph in compressed rows of float64; of dense ones zeros, infinities and NaN are no edges.

    Where edges have no direction, compressed columns are taken for rows, as SciPy does: searches find nodes in that
    order.
    """
    csgraph = from_host(csgraph)
    if not issparse(csgraph):
        from cupyx.scipy.sparse.csgraph._convert import csgraph_from_dense

        if numpy.ma.isMaskedArray(csgraph):
            csgraph = numpy.ma.filled(csgraph.astype(float), numpy.inf)
        csgraph = csgraph_from_dense(csgraph)
    if csgraph.ndim != 2:
        raise ValueError("compressed-sparse graph must be 2-D")
    if csgraph.shape[0] != csgraph.shape[1]:
        raise ValueError("compressed-sparse graph must be shape (N, N)")
    if not directed and csgraph.format == "csc":
        csgraph = csgraph.T
    graph = csgraph.tocsr().astype(numpy.float64, copy=False)
    graph.check_format(full_check=False)
    return graph


def both_ways(graph: csr_matrix | CSR) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Arrays of a compressed graph with every edge in both directions."""
    row = parts.expand_indptr(graph.indptr, graph.nnz)
    rows, cols = cupy.concatenate([row, graph.indices]), cupy.concatenate([graph.indices, row])
    order = parts.coo_order(rows, cols, graph.shape)
    data = cupy.concatenate([graph.data, graph.data])[order]
    return data, cols[order], parts.compress_rows(rows[order], graph.shape[0], graph.indices.dtype)


def node_number(i: Int, n: int) -> int:
    """A node's number, also counted from the end."""
    i = int(i)
    if not -n <= i < n:
        raise ValueError(f"node {i} is not one of {n}")
    return i % n


def has_negative(graph: CSR) -> bool:
    """Whether a weight is negative."""
    weights = host_view(graph.data) if host_memory() else graph.data
    return bool((weights < 0).any())


def on_device(graph: CSR) -> bool:
    """Whether our own method for devices is worth while."""
    return not host_memory() and graph.nnz >= LARGE


def by_scipy(name: str, graph: CSR, *args: Any) -> Any:
    """SciPy's function of a graph; on devices it says that it goes to the host."""
    name = f"sparse.csgraph.{name}"
    warn(f"cupyx.scipy.{name}", 4)
    return to_device(of_scipy(name)(graph.get(), *map(to_host, args)))
