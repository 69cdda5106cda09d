"""Connected components."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

import cupy
from cupy._ext import Kernel
from cupy._ext import sparse as parts
from cupyx.scipy.sparse.csgraph import _kernels
from cupyx.scipy.sparse.csgraph._graph import by_scipy, compressed

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._csr import CSR

__all__ = ["connected_components"]

union_find = Kernel("union_find.hpp", _kernels, "UnionFind", packed=("i", "l"))
_WORK = 24              # operations of an edge or node, about


def run_pass(name: str, index: str, count: int, **fields: Any) -> None:
    """One pass of the kernel over edges or nodes."""
    union_find.map(index, count, work=_WORK, **{"pass": union_find.constants[f"k{name}"]}, **fields)


@overload
def connected_components(csgraph: spmatrix | sparray | ArrayLike, directed: bool = ...,
                         connection: Literal["weak", "strong"] = ...,
                         return_labels: Literal[True] = ...) -> tuple[int, cupy.ndarray]: ...
@overload
def connected_components(csgraph: spmatrix | sparray | ArrayLike, directed: bool = ...,
                         connection: Literal["weak", "strong"] = ..., *, return_labels: Literal[False]) -> int: ...
@overload
def connected_components(csgraph: spmatrix | sparray | ArrayLike, directed: bool, connection: Literal["weak", "strong"],
                         return_labels: Literal[False]) -> int: ...
@overload
def connected_components(csgraph: spmatrix | sparray | ArrayLike, directed: bool = ...,
                         connection: Literal["weak", "strong"] = ...,
                         return_labels: bool = ...) -> tuple[int, cupy.ndarray] | int: ...
def connected_components(csgraph: spmatrix | sparray | ArrayLike, directed: bool = True, connection: Any = "weak",
                         return_labels: bool = True) -> tuple[int, cupy.ndarray] | int:
    """The connected components of a graph.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    directed : bool, optional
        Whether edges have a direction.
    connection : {"weak", "strong"}, optional
        Whether nodes of a directed graph belong together if there is a way from one to the other when directions are
        dropped, or only if there are ways in both directions.
    return_labels : bool, optional
        Whether labels are returned too.

    Returns
    -------
    n_components : int
        How many components there are.
    labels : cupy.ndarray
        The component of each node, of dtype int32; in the order of their first nodes unless strong.

    Raises
    ------
    ValueError
        If the graph is not square, or `connection` is unknown.

    Notes
    -----
    Union-find over all edges at once. Strong components are SciPy's, on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import connected_components
    >>> graph = csr_matrix(cupy.asarray([[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]]))
    >>> connected_components(graph)
    (2, array([0, 0, 1, 1], dtype=int32))
    """
    connection = str(connection).lower()
    if connection not in ("weak", "strong"):
        raise ValueError("connection must be 'weak' or 'strong'")
    graph = compressed(csgraph)
    if directed and connection == "strong":
        return by_scipy("connected_components", graph, True, "strong", return_labels)
    n = graph.shape[0]
    if not n:
        return (0, cupy.zeros(0, numpy.int32)) if return_labels else 0
    roots = joined(graph)
    first = roots == cupy.arange(n, dtype=roots.dtype)
    numbers = cupy.cumsum(first, dtype=numpy.int32)
    count = int(numbers[-1])
    return (count, numbers[roots] - 1) if return_labels else count


def joined(graph: CSR) -> cupy.ndarray:
    """The lowest node of the component of each node."""
    n, index = graph.shape[0], "i" if graph.indices.dtype.itemsize == 4 else "l"
    parent = cupy.arange(n, dtype=numpy.uint32)
    edges = {"row": parts.expand_indptr(graph.indptr, graph.nnz), "col": graph.indices, "nodes": n}
    run_pass("Hook", index, graph.nnz, parent=parent, **edges)
    roots = cupy.empty_like(parent)
    run_pass("Flatten", index, n, parent=parent, next=roots, **edges)
    return roots
