"""Cases of linalg and sparse for `beside_scipy`: n is the number of items that are not zero, or of a dense matrix."""
from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

import numpy
import scipy.sparse

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

warnings.filterwarnings("ignore", category=scipy.sparse.SparseEfficiencyWarning)


def _csr(n: int, rng: numpy.random.Generator, per_row: int = 10, shift: Any = 0.0) -> Any:
    """About n items at random places of a square matrix."""
    rows = max(4, n // per_row)
    made = scipy.sparse.random_array((rows, rows), density=min(1.0, n / rows ** 2), rng=rng, format="csr")
    return (made + shift * scipy.sparse.eye_array(rows)).tocsr() if shift else made


def _given(lib: Library, host: Any, format: Any = "csr", kind: Any = "matrix") -> Any:
    """A SciPy matrix as one of the library."""
    made = getattr(lib.scipy("sparse"), f"{format}_{kind}")
    host = host.asformat(format)
    if format == "coo":
        return made((lib.array(host.data), tuple(map(lib.array, host.coords))), shape=host.shape)
    if format == "dia":
        return made((lib.array(host.data), lib.array(host.offsets)), shape=host.shape)
    if format in ("lil", "dok"):
        return _given(lib, host.tocsr(), "csr", kind).asformat(format)
    return made((lib.array(host.data), lib.array(host.indices), lib.array(host.indptr)), shape=host.shape)


def _each(module: ModuleType, names: Any, *arguments: Any) -> Any:
    """Calls of functions of a module on the same arguments, by their names."""
    return {name: functools.partial(getattr(module, name), *arguments) for name in names.split()}


@case()
def conversions(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    host = _csr(n, rng)
    band = scipy.sparse.diags_array([1.0, 2, 1], offsets=[-1, 0, 1], shape=(n // 3, n // 3))
    small = _csr(min(n, 10_000), rng)
    out, formats = {}, ("csr", "csc", "coo", "bsr")
    for first in formats:
        A = _given(lib, host, first)
        out |= {f"{first} to {second}": getattr(A, f"to{second}") for second in formats if second != first}
        out |= {f"{first} copy": A.copy, f"{first} T": lambda A=A: A.T, f"{first} astype": lambda A=A: A.astype("f")}
        B = _given(lib, small, first)
        out[f"{first} toarray"] = B.toarray
    A, C, D = _given(lib, band), _given(lib, small), _given(lib, band, "dia")
    out |= {"band to dia": A.todia, "dia to csr": D.tocsr, "dia to coo": D.tocoo, "dia to csc": D.tocsc}
    for format in ("lil", "dok"):
        B = _given(lib, small, format)
        out |= {f"csr to {format}": lambda format=format: C.asformat(format), f"{format} to csr": B.tocsr}
    return out


@case()
def products(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    hosts = _csr(n, rng), _csr(n, rng)
    rows = hosts[0].shape[0]
    v, w, X = (lib.array(rng.random(shape)) for shape in (rows, (rows, 1), (rows, 8)))
    out = {}
    for format in ("csr", "csc", "coo", "bsr", "dia"):
        if format == "dia" and n > 1000:
            continue
        A, B = (_given(lib, host, format) for host in hosts)
        out |= {f"{format} @ vector": lambda A=A: A @ v, f"vector @ {format}": lambda A=A: v @ A,
                f"{format}.T @ vector": lambda A=A: A.T @ v, f"{format} @ 8 columns": lambda A=A: A @ X,
                f"{format} @ {format}": lambda A=A, B=B: A @ B}
        if format == "csr":
            out |= {"csr @ column": lambda A=A: A @ w, "csr ** 2": lambda A=A: A ** 2, "csr.dot": lambda A=A: A.dot(v),
                    "csr @ csc": lambda A=A, B=B: A @ B.tocsc()}
    return out


@case()
def arithmetic(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    hosts = _csr(n, rng), _csr(n, rng)
    rows = hosts[0].shape[0]
    row, column = lib.array(rng.random((1, rows))), lib.array(rng.random((rows, 1)))
    out = {}
    for format in ("csr", "csc", "coo"):
        A, B = (_given(lib, host, format) for host in hosts)
        out |= {f"{format} + {format}": lambda A=A, B=B: A + B, f"{format} * {format}": lambda A=A, B=B: A.multiply(B),
                f"{format} * row": lambda A=A: A.multiply(row), f"{format} * column": lambda A=A: A.multiply(column),
                f"{format} * 2": lambda A=A: A * 2, f"{format} / 2": lambda A=A: A / 2, f"-{format}": lambda A=A: -A,
                f"abs({format})": lambda A=A: abs(A), f"{format}.power": lambda A=A: A.power(2),
                f"{format}.sqrt": lambda A=A: A.sqrt(), f"{format}.conj": lambda A=A: A.conj(),
                f"{format} != {format}": lambda A=A, B=B: A != B, f"{format} > {format}": lambda A=A, B=B: A > B,
                f"{format}.maximum": lambda A=A, B=B: A.maximum(B), f"{format} > 0.5": lambda A=A: A > 0.5}
    if n <= 10_000:
        A, D = _given(lib, hosts[0]), lib.array(rng.random((rows, rows)))
        out |= {"csr + dense": lambda: A + D, "csr * dense": lambda: A.multiply(D), "csr / dense": lambda: A / D}
    return out


@case()
def sums(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    host = _csr(n, rng)
    out = {}
    for format in ("csr", "csc", "coo"):
        A = _given(lib, host, format)
        for axis in (None, 0, 1):
            for name in ("sum", "mean", "max", "argmax"):
                out[f"{format}.{name}({axis})"] = lambda A=A, axis=axis, name=name: getattr(A, name)(axis=axis)
        out |= {f"{format}.diagonal": A.diagonal, f"{format}.trace": A.trace,
                f"{format}.count_nonzero": A.count_nonzero,
                f"{format}.nonzero": A.nonzero, f"{format}.getnnz(0)": lambda A=A: A.count_nonzero(axis=0)}
    return out


@case()
def indices(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    host = _csr(n, rng)
    rows = host.shape[0]
    some, more = lib.array(rng.integers(rows, size=rows)), lib.array(rng.integers(rows, size=rows))
    mask, few = lib.array(rng.random(rows) < 0.5), lib.array(rng.integers(rows, size=10))
    half, out = rows // 2, {}
    for format in ("csr", "csc"):
        A = _given(lib, host, format)
        for name, key in {"[i, j]": (half, 1), "[i]": half, "[:, j]": (slice(None), half), "[i:j]": slice(1, half),
                          "[:, i:j]": (slice(None), slice(1, half)), "[i:j, i:j]": (slice(1, half), slice(1, half)),
                          "[::-1]": slice(None, None, -1), "[::2]": slice(None, None, 2), "[rows]": some,
                          "[:, columns]": (slice(None), some), "[few]": few, "[:, few]": (slice(None), few),
                          "[rows, columns]": (some, more), "[mask]": mask, "[:, mask]": (slice(None), mask),
                          "[few][:, few]": (few[:, None], few)}.items():
            out[f"{format}{name}"] = lambda A=A, key=key: A[key]
        out[f"{format} at 1"] = lambda A=A: A[half, half]

        def assign(A: Any = A) -> None:
            B = A.copy()
            B[half, half] = 5

        def assign_row(A: Any = A) -> None:
            B = A.copy()
            B[half] = 5
        out |= {f"{format}[i, j] =": assign, f"{format}[i] =": assign_row}
    return out


@case()
def made(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, host = lib.scipy("sparse"), _csr(n, rng).tocoo()
    small = _csr(min(n, 10_000), rng)
    data, i, j = map(lib.array, (host.data, *host.coords))
    csr = host.tocsr()
    compressed = tuple(map(lib.array, (csr.data, csr.indices, csr.indptr)))
    A, B, dense = _given(lib, csr), _given(lib, host, "coo"), lib.array(small.toarray())
    rows, line, S = n // 3, lib.array(rng.random(n)), _given(lib, _csr(40, rng, 4))
    out = {}
    for format in ("csr", "csc", "coo"):
        of = getattr(s, f"{format}_matrix")
        out |= {f"{format} of coordinates": lambda of=of: of((data, (i, j)), shape=host.shape),
                f"{format} of dense": lambda of=of: of(dense), f"{format} of shape": lambda of=of: of((rows, rows))}

    def unsorted() -> None:
        C = A.copy()
        C.has_sorted_indices = False
        C.sort_indices()

    def twice() -> None:
        C = s.csr_matrix(compressed, shape=csr.shape)
        C.sum_duplicates()
    return out | {
        "csr of csr": lambda: s.csr_matrix(compressed, shape=csr.shape), "csr_array": lambda: s.csr_array(compressed),
        "sort_indices": unsorted, "sum_duplicates": twice, "find": lambda: s.find(A), "tril": lambda: s.tril(A),
        "triu": lambda: s.triu(A), "hstack": lambda: s.hstack([A, A]), "vstack": lambda: s.vstack([A, A]),
        "vstack csr": lambda: s.vstack([A, A], format="csr"), "hstack csr": lambda: s.hstack([A, A], format="csr"),
        "hstack coo": lambda: s.hstack([B, B]), "block_diag": lambda: s.block_diag([A, A]),
        "bmat": lambda: s.bmat([[A, None], [None, A]]), "kron": lambda: s.kron(A, S),
        "kronsum": lambda: s.kronsum(S, S),
        "eye": lambda: s.eye(rows), "eye csr": lambda: s.eye(rows, format="csr"), "identity": lambda: s.identity(rows),
        "diags": lambda: s.diags([line, line[1:]], [0, 1]), "diags csr": lambda: s.diags([line], [0], format="csr"),
        "spdiags": lambda: s.spdiags(line[None], 0, n, n), "random": lambda: s.random(rows, rows, 1e-3, random_state=1),
        "random_array": lambda: s.random_array((rows, rows), density=1e-3)}


def _poisson(lib: Library, n: int, format: Any = "csr") -> Any:
    side = max(3, round((n / 5) ** 0.5))
    line = scipy.sparse.diags_array([-1.0, 2.2, -1.0], offsets=[-1, 0, 1], shape=(side, side))
    eye = scipy.sparse.eye_array(side)
    host = (scipy.sparse.kron(line, eye) + scipy.sparse.kron(eye, line)).tocsr()
    return _given(lib, host, format), host.shape[0]


@case()
def solvers(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s = lib.scipy("sparse.linalg")
    A, rows = _poisson(lib, n)
    C, _ = _poisson(lib, n, "csc")
    b, B = lib.array(rng.random(rows)), lib.array(rng.random((rows, 3)))
    lu, solve, operator = s.splu(C), s.factorized(C), s.aslinearoperator(A)
    L = _given(lib, scipy.sparse.tril(_csr(n, rng, shift=2.0)).tocsr())
    low = lib.array(rng.random(L.shape[0]))
    out = _each(s, "cg bicg bicgstab cgs gmres minres qmr tfqmr lgmres gcrotmk lsqr lsmr", A, b)
    return out | {
        "spsolve": lambda: s.spsolve(C, b), "spsolve 3": lambda: s.spsolve(C, B), "splu": lambda: s.splu(C),
        "splu.solve": lambda: lu.solve(b), "factorized()": lambda: solve(b), "spilu": lambda: s.spilu(C),
        "spsolve_triangular": lambda: s.spsolve_triangular(L, low), "aslinearoperator @": lambda: operator @ b,
        "operator.T @": lambda: operator.T @ b, "operator sum @": lambda: (2 * operator + operator) @ b,
        "sparse norm": lambda: s.norm(A), "sparse norm 1": lambda: s.norm(A, 1), "onenormest": lambda: s.onenormest(A),
        "expm_multiply": lambda: s.expm_multiply(A, b), "matrix_power": lambda: s.matrix_power(A, 3),
        "spbandwidth": lambda: s.spbandwidth(A), "is_sptriangular": lambda: s.is_sptriangular(A)}


@case(10_000)
def eigen(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    s, (A, rows) = lib.scipy("sparse.linalg"), _poisson(lib, n)
    X, v = lib.array(rng.random((rows, 2))), lib.array(rng.random(rows))
    return {"eigsh": lambda: s.eigsh(A, 2, v0=v), "eigs": lambda: s.eigs(A, 2, v0=v),
            "svds": lambda: s.svds(A, 2, v0=v),
            "lobpcg": lambda: s.lobpcg(A, X, maxiter=20, tol=1e-3), "sparse expm": lambda: s.expm(A.tocsc()),
            "sparse inv": lambda: s.inv(A.tocsc())}


@case()
def graphs(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    g, host = lib.scipy("sparse.csgraph"), _csr(n, rng)
    A, rows = _given(lib, host), host.shape[0]
    both = _given(lib, (host + host.T).tocsr())
    whole = _given(lib, (host * 100).astype("i4"))
    out = {"connected_components": lambda: g.connected_components(A), "laplacian": lambda: g.laplacian(both),
           "connected_components weak": lambda: g.connected_components(A, connection="weak"),
           "dijkstra one": lambda: g.dijkstra(A, indices=0), "bellman_ford one": lambda: g.bellman_ford(A, indices=0),
           "breadth_first_order": lambda: g.breadth_first_order(A, 0),
           "depth_first_order": lambda: g.depth_first_order(A, 0),
           "breadth_first_tree": lambda: g.breadth_first_tree(A, 0),
           "depth_first_tree": lambda: g.depth_first_tree(A, 0),
           "minimum_spanning_tree": lambda: g.minimum_spanning_tree(A),
           "reverse_cuthill_mckee": lambda: g.reverse_cuthill_mckee(both, True),
           "maximum_bipartite_matching": lambda: g.maximum_bipartite_matching(A),
           "maximum_flow": lambda: g.maximum_flow(whole, 0, rows - 1), "structural_rank": lambda: g.structural_rank(A)}
    if n <= 2000:
        dense = A.toarray()
        out |= {"shortest_path": lambda: g.shortest_path(A), "floyd_warshall": lambda: g.floyd_warshall(dense),
                "johnson": lambda: g.johnson(A), "yen": lambda: g.yen(A, 0, rows - 1, 3),
                "csgraph_from_dense": lambda: g.csgraph_from_dense(dense),
                "csgraph_to_dense": lambda: g.csgraph_to_dense(A),
                "min_weight_full_bipartite_matching": lambda: g.min_weight_full_bipartite_matching(
                    lib.scipy("sparse").csr_matrix(dense + 1))}
    return out


def _dense(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    """A matrix, a symmetric and a positive definite one, a vector, and three columns."""
    side = max(4, round(n ** 0.5))
    G = rng.standard_normal((side, side))
    return side, *map(lib.array, (G, G + G.T, G @ G.T + side * numpy.eye(side), rng.random(side), rng.random((side,
    3))))


@case()
def dense(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    a, (side, A, _, P, v, _) = lib.scipy("linalg"), _dense(lib, n, rng)
    out = _each(a,
    "inv det lu lu_factor qr rq svd svdvals pinv norm schur hessenberg polar eig eigvals expm null_space orth "
                "bandwidth issymmetric matrix_balance block_diag ldl", A)
    out |= _each(a, "eigh eigvalsh cholesky cho_factor pinvh sqrtm logm cosm sinm tanm coshm signm ishermitian", P)
    out |= _each(a, "toeplitz hankel circulant companion fiedler", v)
    out |= _each(a, "hilbert invhilbert pascal invpascal helmert dft", min(side, 30))
    return out | {"expm_cond": lambda: a.expm_cond(A)} if side < 100 else out


@case()
def systems(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    a, (side, A, _, P, v, B) = lib.scipy("linalg"), _dense(lib, n, rng)
    U, line = lib.array(numpy.triu(rng.random((side, side))) + 2 * numpy.eye(side)), lib.array(rng.random(n) + 3)
    lu, cho, band = a.lu_factor(A), a.cho_factor(P), lib.array(rng.random((3, n)) + [[0], [4], [0]])
    half = band[:2]
    return {
        "solve": lambda: a.solve(A, v), "solve pos": lambda: a.solve(P, v, assume_a="pos"),
        "solve 3": lambda: a.solve(A, B),
        "lstsq": lambda: a.lstsq(A, v), "lu_solve": lambda: a.lu_solve(lu, v), "cho_solve": lambda: a.cho_solve(cho, v),
        "solve_triangular": lambda: a.solve_triangular(U, v),
        "solve_toeplitz": lambda: a.solve_toeplitz(line[:side], v),
        "solve_circulant": lambda: a.solve_circulant(line[:side], v),
        "matmul_toeplitz": lambda: a.matmul_toeplitz(line, line), "cholesky_banded": lambda: a.cholesky_banded(half),
        "solve_banded": lambda: a.solve_banded((1, 1), band, line),
        "solveh_banded": lambda: a.solveh_banded(half, line),
        "eigh_tridiagonal": lambda: a.eigh_tridiagonal(v, v[1:]), "eig_banded": lambda: a.eig_banded(band[:2, :side])}


@case()
def equations(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    a, (side, A, S, P, v, B) = lib.scipy("linalg"), _dense(lib, n, rng)
    qr, small = a.qr(A), A / side
    return {
        "solve_sylvester": lambda: a.solve_sylvester(A, P, S), "eigh(a, b)": lambda: a.eigh(S, P),
        "solve_continuous_lyapunov": lambda: a.solve_continuous_lyapunov(A, S), "qz": lambda: a.qz(A, P),
        "solve_discrete_lyapunov": lambda: a.solve_discrete_lyapunov(small, S),
        "solve_continuous_are": lambda: a.solve_continuous_are(A, A, P, P),
        "expm_frechet": lambda: a.expm_frechet(small, S),
        "fractional_matrix_power": lambda: a.fractional_matrix_power(P, 0.5), "khatri_rao": lambda: a.khatri_rao(B, B),
        "subspace_angles": lambda: a.subspace_angles(A[:, :2], S[:, :2]), "qr_insert": lambda: a.qr_insert(*qr, v, 1),
        "orthogonal_procrustes": lambda: a.orthogonal_procrustes(A, S), "qr_delete": lambda: a.qr_delete(*qr, 1),
        "qr_update": lambda: a.qr_update(*qr, v, v), "qr_multiply": lambda: a.qr_multiply(A, v),
        "rsf2csf": lambda: a.rsf2csf(*a.schur(A)), "cossin": lambda: a.cossin(qr[0], side // 2, side // 2),
        "funm": lambda: a.funm(P, lambda x: x), "convolution_matrix": lambda: a.convolution_matrix(v, 4),
        "clarkson_woodruff_transform": lambda: a.clarkson_woodruff_transform(A, 3, 0)}
