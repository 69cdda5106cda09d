"""Sparse products, conversions and solvers."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def random_coo(lib: Library, n: int, per_row: int) -> Any:
    import scipy.sparse

    rows = numpy.repeat(numpy.arange(n), per_row)
    columns = lib.source.randint(0, n, n * per_row)
    return scipy.sparse.coo_matrix((lib.source.rand(n * per_row), (rows, columns)), shape=(n, n))


@suite.case("spmv_csr_f64")
def spmv(lib: Library) -> Callable[..., Any]:
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    v = lib.array(lib.source.rand(n))
    return lambda: m @ v


@suite.case("spmv_uneven_f64")
def spmv_uneven(lib: Library) -> Callable[..., Any]:
    """Few rows with most of the items."""
    import scipy.sparse

    n = max(1 << 10, lib.n >> 8)
    lengths = numpy.minimum(2 / (lib.source.rand(n) + 1e-5), n).astype(int)
    starts = numpy.concatenate([[0], lengths.cumsum()])
    items = lib.source.rand(starts[-1]), lib.source.randint(0, n, starts[-1]), starts
    m = lib.scipy("sparse").csr_matrix(scipy.sparse.csr_matrix(items, shape=(n, n)))
    v = lib.array(lib.source.rand(n))
    return lambda: m @ v


@suite.case("spgemm_csr_f64")
def spgemm(lib: Library) -> Callable[..., Any]:
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, max(1 << 10, lib.n >> 10), 13).tocsr())
    return lambda: m @ m


@suite.case("spmm16_csr_f64")
def spmm(lib: Library) -> Callable[..., Any]:
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    b = lib.array(lib.source.rand(n, 16))
    return lambda: m @ b


@suite.case("csr_plus_csr_f64")
def plus(lib: Library) -> Callable[..., Any]:
    sparse, n = lib.scipy("sparse"), max(1 << 10, lib.n >> 10)
    a, b = (sparse.csr_matrix(random_coo(lib, n, 13).tocsr()) for _ in range(2))
    return lambda: a + b


@suite.case()
def csr_take_rows(lib: Library) -> Callable[..., Any]:
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    rows = lib.array(lib.source.randint(0, n, n // 4))
    return lambda: m[rows]


@suite.case()
def coo_tocsr(lib: Library) -> Callable[..., Any]:
    sparse = lib.scipy("sparse")
    m = sparse.coo_matrix(random_coo(lib, max(1 << 10, lib.n >> 8), 26))
    return lambda: sparse.coo_matrix((m.data, (m.row, m.col)), shape=m.shape).tocsr()


def product_row(name: str, rows: int, per_row: int) -> None:
    """The square of a matrix with so many items in each row."""
    def make(lib: Library) -> Callable[..., Any]:
        n = max(1 << 10, int(rows * min(1.0, lib.scale)))
        m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, per_row).tocsr())
        return lambda: m @ m

    suite.row(name, make)


product_row("spgemm_100k_16", 100_000, 16)
product_row("spgemm_1M_8", 1_000_000, 8)


def poisson(lib: Library, edge: Any) -> Any:
    """The five-point Laplacian of a square, SciPy's."""
    import scipy.sparse

    n = edge if lib.scale >= 1 else edge // 4
    ones = numpy.ones(n * n)
    beside = ones[1:].copy()
    beside[n - 1::n] = 0
    return scipy.sparse.diags([-ones[n:], -beside, 4 * ones, -beside, -ones[n:]], [-n, -1, 0, 1, n]).tocsr()


def solver_row(name: str, edge: int, call: Callable[..., Any]) -> None:
    """``call(linalg, matrix, right-hand side)`` for the Laplacian of a square."""
    def make(lib: Library) -> Callable[..., Any]:
        host = poisson(lib, edge)
        a, b = lib.scipy("sparse").csr_matrix(host), lib.array(lib.source.rand(host.shape[0]))
        linalg = lib.scipy("sparse.linalg")
        return lambda: call(linalg, a, b)

    suite.row(name, make)


# none of them converges in so few steps
solver_row("cg_poisson512_100it", 512, lambda s, a, b: s.cg(a, b, maxiter=100))
solver_row("bicgstab_poisson512_100it", 512, lambda s, a, b: s.bicgstab(a, b, maxiter=100))
solver_row("gmres30_poisson512_3restarts", 512, lambda s, a, b: s.gmres(a, b, restart=30, maxiter=3))
solver_row("minres_poisson512_100it", 512, lambda s, a, b: s.minres(a, b, maxiter=100))
solver_row("lsqr_poisson512", 512, lambda s, a, b: s.lsqr(a, b))
solver_row("lsmr_poisson512_100it", 512, lambda s, a, b: s.lsmr(a, b, maxiter=100))
solver_row("eigsh6_poisson512", 512, lambda s, a, b: s.eigsh(a, 6, return_eigenvectors=False, tol=1e-3))
solver_row("spsolve_poisson256", 256, lambda s, a, b: s.spsolve(a, b))


@suite.case("svds10_100k_x_1k")
def svds(lib: Library) -> Callable[..., Any]:
    import scipy.sparse

    m = max(1 << 11, int(100_000 * min(1.0, lib.scale)))
    a = lib.scipy("sparse").csr_matrix(scipy.sparse.random(m, 1000, 0.01, "csr", random_state=lib.source))
    svds = lib.scipy("sparse.linalg").svds
    return lambda: svds(a, 10)


@suite.case("splu_solve_poisson256")
def splu_solve(lib: Library) -> Callable[..., Any]:
    host = poisson(lib, 256)
    lu = lib.scipy("sparse.linalg").splu(lib.scipy("sparse").csc_matrix(host.tocsc()))
    b = lib.array(lib.source.rand(host.shape[0]))
    for _ in range(5):              # the faster way is known then
        lu.solve(b)
    return lambda: lu.solve(b)


@suite.case("spsolve_triangular_poisson512")
def triangular(lib: Library) -> Callable[..., Any]:
    import scipy.sparse

    host = scipy.sparse.tril(poisson(lib, 512)).tocsr()
    a, b = lib.scipy("sparse").csr_matrix(host), lib.array(lib.source.rand(host.shape[0]))
    solve = lib.scipy("sparse.linalg").spsolve_triangular
    return lambda: solve(a, b)


def graph_row(name: str, nodes: int, per_node: int, call: Callable[..., Any]) -> None:
    """``call(csgraph, graph)`` for a random graph."""
    def make(lib: Library) -> Callable[..., Any]:
        n = max(1 << 11, int(nodes * min(1.0, lib.scale)))
        graph = lib.scipy("sparse").csr_matrix(random_coo(lib, n, per_node).tocsr())
        csgraph = lib.scipy("sparse.csgraph")
        return lambda: call(csgraph, graph)

    suite.row(name, make)


graph_row("connected_components_10M", 1_000_000, 10, lambda s, g: s.connected_components(g, directed=False))
graph_row("dijkstra_100k", 100_000, 10, lambda s, g: s.dijkstra(g, indices=0))
graph_row("breadth_first_order_100k", 100_000, 10, lambda s, g: s.breadth_first_order(g, 0))
graph_row("minimum_spanning_tree_100k", 100_000, 10, lambda s, g: s.minimum_spanning_tree(g))
graph_row("floyd_warshall_2k", 2000, 10, lambda s, g: s.floyd_warshall(g))
