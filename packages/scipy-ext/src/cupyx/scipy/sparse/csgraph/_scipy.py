"""Functions that SciPy computes on the host: their methods take one step after another."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from cupyx.scipy._host import on_host, to_device, to_host, warn

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["maximum_bipartite_matching", "maximum_flow", "min_weight_full_bipartite_matching",
           "reverse_cuthill_mckee", "structural_rank", "yen"]


@on_host
def maximum_bipartite_matching(graph: spmatrix | sparray | ArrayLike,
                               perm_type: Literal["row", "column"] = "row") -> ndarray:
    """A matching of the rows and columns of a bipartite graph, as large as can be.

    Parameters
    ----------
    graph : sparse matrix or array
        Edges are its stored elements.
    perm_type : {"row", "column"}, optional
        For which side partners are returned.

    Returns
    -------
    cupy.ndarray
        The partner of each row, or column, of dtype int32; -1 if it has none.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import maximum_bipartite_matching
    >>> maximum_bipartite_matching(csr_matrix(cupy.asarray([[0, 1], [1, 1]])), "column")
    array([1, 0], dtype=int32)
    """
    ...


def maximum_flow(csgraph: spmatrix | sparray | ArrayLike, source: SupportsIndex, sink: SupportsIndex, *,
                 method: Literal["dinic", "edmonds_karp"] = "dinic") -> Any:
    """The greatest flow between two nodes.

    Parameters
    ----------
    csgraph : sparse matrix or array
        Capacities, of an integer dtype.
    source, sink : int
        Where the flow comes from and goes to.
    method : {"dinic", "edmonds_karp"}, optional
        The algorithm.

    Returns
    -------
    MaximumFlowResult
        With ``flow_value``, a number, and ``flow``, a sparse matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import maximum_flow
    >>> int(maximum_flow(csr_matrix(cupy.asarray([[0, 5, 0], [0, 0, 3], [0, 0, 0]])), 0, 2).flow_value)
    3
    """
    import scipy.sparse.csgraph

    warn("cupyx.scipy.sparse.csgraph.maximum_flow")
    found = scipy.sparse.csgraph.maximum_flow(to_host(csgraph), source, sink, method=method)
    found.flow = to_device(found.flow)
    return found


@on_host
def min_weight_full_bipartite_matching(biadjacency: spmatrix | sparray | ArrayLike,
                                       maximize: bool = False) -> tuple[ndarray, ndarray]:
    """A full matching of a bipartite graph with the least sum of weights.

    Parameters
    ----------
    biadjacency : sparse matrix or array
        Weights of the edges; zeros are none.
    maximize : bool, optional
        Whether the sum shall be the greatest.

    Returns
    -------
    row_ind, col_ind : cupy.ndarray
        The rows and their partners.

    Raises
    ------
    ValueError
        If there is no full matching.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import min_weight_full_bipartite_matching
    >>> min_weight_full_bipartite_matching(csr_matrix(cupy.asarray([[3., 1.], [1., 3.]])))[1].tolist()
    [1, 0]
    """
    ...


@on_host
def reverse_cuthill_mckee(graph: spmatrix | sparray | ArrayLike, symmetric_mode: bool = False) -> ndarray:
    """An order of the nodes that makes the matrix's band narrow.

    Parameters
    ----------
    graph : sparse matrix or array
        CSR or CSC, of shape ``(N, N)``.
    symmetric_mode : bool, optional
        Whether the matrix is known to be symmetric.

    Returns
    -------
    cupy.ndarray
        The order, of dtype int32.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import reverse_cuthill_mckee
    >>> reverse_cuthill_mckee(csr_matrix(cupy.asarray([[1, 0, 1], [0, 1, 0], [1, 0, 1]])))
    array([2, 0, 1], dtype=int32)
    """
    ...


@on_host
def structural_rank(graph: spmatrix | sparray | ArrayLike) -> int:
    """The greatest rank that a matrix with these stored elements can have.

    Parameters
    ----------
    graph : sparse matrix or array
        CSR or CSC.

    Returns
    -------
    int
        The rank.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import structural_rank
    >>> int(structural_rank(csr_matrix(cupy.asarray([[1, 0, 1], [0, 0, 0], [1, 0, 1]]))))
    2
    """
    ...


@overload
def yen(csgraph: spmatrix | sparray | ArrayLike, source: SupportsIndex, sink: SupportsIndex, K: SupportsIndex, *,
        directed: bool = ..., return_predecessors: Literal[False] = ..., unweighted: bool = ...) -> ndarray: ...
@overload
def yen(csgraph: spmatrix | sparray | ArrayLike, source: SupportsIndex, sink: SupportsIndex, K: SupportsIndex, *,
        directed: bool = ..., return_predecessors: Literal[True],
        unweighted: bool = ...) -> tuple[ndarray, ndarray]: ...
@overload
def yen(csgraph: spmatrix | sparray | ArrayLike, source: SupportsIndex, sink: SupportsIndex, K: SupportsIndex, *,
        directed: bool = ..., return_predecessors: bool = ...,
        unweighted: bool = ...) -> ndarray | tuple[ndarray, ndarray]: ...
@on_host
def yen(csgraph: spmatrix | sparray | ArrayLike, source: SupportsIndex, sink: SupportsIndex, K: SupportsIndex, *,
        directed: bool = True, return_predecessors: bool = False,
        unweighted: bool = False) -> ndarray | tuple[ndarray, ndarray]:
    """The `K` shortest ways between two nodes, without loops.

    Parameters
    ----------
    csgraph : sparse matrix or array
        The graph, of shape ``(N, N)``.
    source, sink : int
        Where ways begin and end.
    K : int
        How many.
    directed : bool, optional
        Whether edges have a direction.
    return_predecessors : bool, optional
        Whether predecessors are returned too.
    unweighted : bool, optional
        Whether edges are counted, and their weights are not looked at.

    Returns
    -------
    dist_array : cupy.ndarray
        Lengths of the ways, at most `K`.
    predecessors : cupy.ndarray
        If asked for, the node before each one for every way.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> from cupyx.scipy.sparse.csgraph import yen
    >>> yen(csr_matrix(cupy.asarray([[0, 1, 4], [0, 0, 2], [0, 0, 0]])), 0, 2, 2)
    array([3., 4.])
    """
    ...
