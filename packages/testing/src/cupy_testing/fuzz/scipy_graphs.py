"""Random calls of algorithms on graphs, and of solvers and eigenvalues of sparse matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.judge import host
from cupy_testing.fuzz.scipy_interpolation import given
from cupy_testing.fuzz.scipy_modules import at

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "truth": (True, False), "method": ("auto", "D", "BF", "J", "FW"), "from": (None, 0, [0, 1]), "one": (0, 1),
    "which": ("weak", "strong"), "perm": ("row", "column"), "limit": (numpy.inf, 1.5), "norm": (1, 2, numpy.inf, "fro"),
    "format": ("csr", "csc"), "k": (1, 2), "null": (0, -1, numpy.nan), "order": ("NATURAL", "COLAMD"),
}
_GRAPHS = [
    "m.connected_components(g(xp, d), {truth}, {which})[0]", "m.laplacian(g(xp, d), normed={truth}).toarray()",
    "m.shortest_path(g(xp, d), {method}, {truth}, indices={from})",
    "m.dijkstra(g(xp, d), {truth}, {from}, limit={limit})",
    "m.bellman_ford(g(xp, d), {truth}, {from}, unweighted={truth})", "m.johnson(g(xp, d), {truth}, {from})",
    "m.floyd_warshall(g(xp, d), {truth}, unweighted={truth})", "m.minimum_spanning_tree(g(xp, d)).sum()",
    "m.breadth_first_order(g(xp, d), {one}, {truth})", "m.depth_first_order(g(xp, d), {one}, {truth})",
    "m.breadth_first_tree(g(xp, d), {one}, {truth}).toarray()", "m.depth_first_tree(g(xp, d), {one}).toarray()",
    "m.reverse_cuthill_mckee(g(xp, d), {truth}).shape", "m.structural_rank(g(xp, d))",
    "m.csgraph_from_dense(d).toarray()", "(m.maximum_bipartite_matching(g(xp, d), {perm}) >= 0).sum()",
    "m.csgraph_to_dense(g(xp, d), {null})", "m.csgraph_from_dense(d, {null}).nnz",
    "m.maximum_flow(g(xp, d.astype('i4')), 0, 1).flow_value", "m.min_weight_full_bipartite_matching(g(xp, d + 0.5))",
    "m.dijkstra(g(xp, d), min_only=True, indices=[0, 1])", "m.csgraph_masked_from_dense(d, {null}).sum()",
    "m.reconstruct_path(g(xp, d), m.breadth_first_order(g(xp, d), {one}, {truth})[1], {truth}).toarray()",
    "m.construct_dist_matrix(d, m.shortest_path(g(xp, d), 'FW', return_predecessors=True)[1], {truth})",
    "m.csgraph_to_masked(g(xp, d)).sum()",
    "m.csgraph_from_masked(numpy.ma.masked_equal(host(d), 0)).toarray()", "m.yen(g(xp, d), 0, 1, {k})",
]
_SOLVERS = [
    *(f"m.{name}(g(xp, h, {{format}}), b, rtol=1e-10)[0]"
      for name in "cg bicg bicgstab cgs gmres lgmres minres qmr tfqmr gcrotmk".split()),
    "m.spsolve(g(xp, h, {format}), b)", "m.spsolve_triangular(g(xp, xp.tril(h)), b)",
    "m.inv(g(xp, h, 'csc')).toarray()", "m.splu(g(xp, h, 'csc'), permc_spec={order}).solve(b)",
    "m.factorized(g(xp, h, 'csc'))(b)",
    "m.norm(g(xp, h), {norm})", "m.norm(g(xp, h), {norm}, axis={one})", "m.matrix_power(g(xp, h), {k}).toarray()",
    "m.onenormest(g(xp, h)) <= m.norm(g(xp, h), 1) * 1.000001", "m.expm(g(xp, h / 9, 'csc')).toarray()",
    "m.expm_multiply(g(xp, h / 9), b)", "m.lsqr(g(xp, h), b, atol=1e-12)[0]", "m.spbandwidth(g(xp, h))",
    "m.lsmr(g(xp, h), b, atol=1e-12, btol=1e-12)[0]", "m.eigsh(g(xp, h), 1, return_eigenvectors=False)",
    "abs(m.svds(g(xp, h), 1, return_singular_vectors=False))", "m.aslinearoperator(g(xp, h)).matvec(b)",
    "(m.aslinearoperator(g(xp, h)) * 2).rmatvec(b)", "[bool(x) for x in m.is_sptriangular(g(xp, h))]",
    "m.LaplacianNd((3, 2), dtype='d').toarray()", "m.spilu(g(xp, h, 'csc'), drop_tol=0).solve(b)",
    "abs(m.eigs(g(xp, h), 1, return_eigenvectors=False))",
]


def g(xp: ModuleType, dense: Any, kind: str = "csr") -> Any:
    """A sparse array of the items that are not zero."""
    return getattr(at(xp, "sparse"), f"{kind}_array")(dense)


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """A dense graph with distances that are all different, a matrix that is positive definite, and a right side."""
    n = int(rng.integers(2, 7))
    d = (rng.permutation(n * n).reshape(n, n) + 1.0) * (rng.random((n, n)) < 0.5)
    numpy.fill_diagonal(d, 0)
    a = rng.standard_normal((n, n)) * (rng.random((n, n)) < 0.6)
    return {"d": given(rng, d), "h": given(rng, a @ a.T + n * numpy.eye(n)), "b": given(rng, rng.standard_normal(n))}


expressions("graphs", "sparse.csgraph", _GRAPHS, _WORDS, _operands, g=g, host=host)
expressions("sparse_solvers", "sparse.linalg", _SOLVERS, _WORDS, _operands, g=g)
