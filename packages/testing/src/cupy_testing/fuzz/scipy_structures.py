"""Random calls of functions of matrices, dense and sparse, of graphs, interpolation and points."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, operand
from cupy_testing.fuzz.operands import REPEATED, Operand
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_METRICS = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "canberra", "braycurtis", "hamming", "seuclidean",
            "minkowski", "cosine", "correlation")


def _regular(one: Operand, rng: numpy.random.Generator) -> Operand:
    """Random values that are neither equal nor special, in the operand's type."""
    x = rng.standard_normal(one.values.shape)
    if one.values.dtype.kind == "c":
        x = x + 1j * rng.standard_normal(one.values.shape)
    one.values = x.astype(one.values.dtype)
    one.layout = "contiguous" if one.layout in (*REPEATED, "unaligned", "field") else one.layout
    return one


@family
def matrices(rng: numpy.random.Generator) -> Any:
    n = int(rng.integers(1, 6))
    a, b = operand(rng, like=(n, n), among="fdFD"), operand(rng, like=(n, 2), among="fdFD")
    lower, trans = bool(rng.integers(2)), int(rng.integers(3))
    calls = {
        "solve_triangular": lambda m, xp, a, b: m.solve_triangular(a + 9 * xp.eye(n), b, trans, lower),
        "lu_solve": lambda m, xp, a, b: m.lu_solve(m.lu_factor(a + 9 * xp.eye(n)), b),
        "expm": lambda m, xp, a, b: m.expm(a / 9), "toeplitz": lambda m, xp, a, b: m.toeplitz(a[0], b[:, 0]),
        "hankel": lambda m, xp, a, b: m.hankel(a[0]), "block_diag": lambda m, xp, a, b: m.block_diag(a, b),
        "circulant": lambda m, xp, a, b: m.circulant(a[0]), "khatri_rao": lambda m, xp, a, b: m.khatri_rao(a, a),
        "kron": lambda m, xp, a, b: xp.kron(a, b), "det": lambda m, xp, a, b: m.det(a + 9 * xp.eye(n)),
        "inv": lambda m, xp, a, b: m.inv(a + 9 * xp.eye(n)), "norm": lambda m, xp, a, b: m.norm(a),
        "companion": lambda m, xp, a, b: m.companion(xp.concatenate([xp.ones(1, a.dtype), a[0] + 1])),
    }
    name = str(rng.choice(sorted(calls)))
    if not (numpy.isfinite(a.values).all() and numpy.isfinite(b.values).all()):
        return None
    return f"{name}({lower}, {trans})", on("linalg", calls[name]), [a, b]


@family
def sparse(rng: numpy.random.Generator) -> Any:
    n, m = (int(x) for x in rng.integers(1, 6, 2))
    a, b = (Operand(rng, (n, m), dtype(rng, "fdFD"), "contiguous") for _ in range(2))
    for one in (a, b):
        one.values = numpy.where(rng.random((n, m)) < 0.5, numpy.nan_to_num(one.values, posinf=1, neginf=2), 0).astype(
            one.values.dtype)
    form, other = str(rng.choice(["csr", "csc", "coo"])), str(rng.choice(["csr", "csc", "coo"]))

    def made(s: ModuleType, x: Any) -> Any:
        return getattr(s, f"{form}_matrix")(x)
    calls = {
        "to": lambda s, xp, a, b: made(s, a).asformat(other).toarray(), "sum": lambda s, xp, a, b: xp.asarray(
            made(s, a).sum(axis=0)), "add": lambda s, xp, a, b: (made(s, a) + made(s, b)).toarray(),
        "multiply": lambda s, xp, a, b: made(s, a).multiply(made(s, b)).toarray(),
        "matmul": lambda s, xp, a, b: (made(s, a) @ made(s, b).T).toarray(),
        "dense": lambda s, xp, a, b: made(s, a) @ b.T,
        "vector": lambda s, xp, a, b: made(s, a) @ b[0], "T": lambda s, xp, a, b: made(s, a).T.toarray(),
        "diagonal": lambda s, xp, a, b: made(s, a).diagonal(), "nnz": lambda s, xp, a, b: str(made(s, a).nnz),
        "kron": lambda s, xp, a, b: s.kron(made(s, a), made(s, b)).toarray(), "slice": lambda s, xp, a, b: made(
            s, a).tocsr()[::-1, : m // 2 + 1].toarray(), "max": lambda s, xp, a, b: made(s, a.real.copy()).max(
                axis=1).toarray(), "stack": lambda s, xp, a, b: s.vstack([made(s, a), made(s, b)]).toarray(),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({form}, {other})", on("sparse", calls[name]), [a, b]


@family
def systems(rng: numpy.random.Generator) -> Any:
    n = int(rng.integers(2, 7))
    a, b = (_regular(operand(rng, like=(n, k), among="ddfDF"), rng) for k in (n, 3))
    known = str(rng.choice(["gen", "sym", "her", "pos", "upper triangular", "lower triangular", "tridiagonal"]))
    lower, trans = bool(rng.integers(2)), int(rng.integers(3))

    def positive(xp: ModuleType, a: Any) -> Any:
        return a @ a.T.conj() + n * xp.eye(n, dtype=a.dtype)

    def bands(xp: ModuleType, a: Any) -> Any:
        return xp.concatenate([a[:1], a[:1] * 0 + 9, a[1:2]])
    calls = {
        "solve": lambda m, xp, a, b: m.solve(positive(xp, a), b, lower=lower, assume_a=known),
        "cho_solve": lambda m, xp, a, b: m.cho_solve(m.cho_factor(positive(xp, a), lower), b),
        "cholesky": lambda m, xp, a, b: m.cholesky(positive(xp, a), lower),
        "lu_solve": lambda m, xp, a, b: m.lu_solve(m.lu_factor(positive(xp, a)), b, trans),
        "solve_banded": lambda m, xp, a, b: m.solve_banded((1, 1), bands(xp, a), b),
        "solveh_banded": lambda m, xp, a, b: m.solveh_banded(
            bands(xp, a)[1:] if lower else bands(xp, a)[:2], b, lower=lower),
        "cholesky_banded": lambda m, xp, a, b: m.cholesky_banded(bands(xp, a)[1:], lower=True)[0],
        "eigvals_banded": lambda m, xp, a, b: m.eigvals_banded(bands(xp, a)[1:], lower=True),
        "solve_toeplitz": lambda m, xp, a, b: m.solve_toeplitz(
            xp.concatenate([a[0, :1].real * 0 + 9, a[0, 1:]]), b),
        "matmul_toeplitz": lambda m, xp, a, b: m.matmul_toeplitz((a[0], a[1]), b),
        "solve_sylvester": lambda m, xp, a, b: m.solve_sylvester(positive(xp, a), xp.eye(3, dtype=a.dtype), b),
        "eigvalsh": lambda m, xp, a, b: m.eigvalsh(positive(xp, a), lower=lower),
        "svdvals": lambda m, xp, a, b: m.svdvals(xp.concatenate([a, b], axis=1)),
        "qr": lambda m, xp, a, b: xp.matmul(*m.qr(a, mode="economic")),
        "polar": lambda m, xp, a, b: xp.matmul(*m.polar(positive(xp, a))),
        "pinv": lambda m, xp, a, b: m.pinv(positive(xp, a)) @ b, "lstsq": lambda m, xp, a, b: m.lstsq(
            positive(xp, a), b)[0],
        "sqrtm": lambda m, xp, a, b: m.sqrtm(positive(xp, a)), "expm_frechet": lambda m, xp, a, b: m.expm_frechet(
            a / 9, a.T / 9), "orth": lambda m, xp, a, b: abs(m.orth(b).T.conj() @ m.orth(b)).round(4),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({known}, {lower}, {trans})", on("linalg", calls[name]), [a, b]


@family
def graphs(rng: numpy.random.Generator) -> Any:
    n = int(rng.integers(1, 9))
    a = Operand(rng, (n, n), "d", "contiguous")
    a.values = numpy.where(rng.random((n, n)) < 0.4, rng.random((n, n)).round(3) + 0.01, 0)
    directed, unweighted = bool(rng.integers(2)), bool(rng.integers(2))
    method = str(rng.choice(["D", "BF", "FW", "J"]))
    calls = {
        "shortest_path": lambda m, xp, a: m.shortest_path(a, method, directed, unweighted=unweighted),
        "connected_components": lambda m, xp, a: str(m.connected_components(a, directed)[0]),
        "laplacian": lambda m, xp, a: m.laplacian(a + a.T, normed=directed),
        "minimum_spanning_tree": lambda m, xp, a: m.minimum_spanning_tree(a + a.T).toarray().sum(),
        "breadth_first_order": lambda m, xp, a: str(m.breadth_first_order(a, 0, directed)[0].size),
        "maximum_flow": lambda m, xp, a: str(int(m.maximum_flow(
            m.csgraph_from_dense((a * 9).astype("i")), 0, n - 1).flow_value)) if n > 1 else "",
        "structural_rank": lambda m, xp, a: str(int(m.structural_rank(m.csgraph_from_dense(a)))),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({method}, {directed}, {unweighted})", on("sparse.csgraph", calls[name]), [a]


@family
def interpolation(rng: numpy.random.Generator) -> Any:
    n = int(rng.integers(5, 12))
    x, y = Operand(rng, (n,), "d"), _regular(operand(rng, like=(n, 2), among="dddD"), rng)
    x.values, x.layout = numpy.cumsum(rng.random(n) + 0.1), y.layout
    q = Operand(rng, (int(rng.integers(1, 9)),), "d", y.layout)
    q.values = rng.uniform(x.values[0], x.values[-1], q.values.shape)
    order, bc = int(rng.integers(4)), str(rng.choice(["not-a-knot", "natural", "clamped"]))
    calls = {
        "CubicSpline": lambda m, xp, x, y, q: m.CubicSpline(x, y, bc_type=bc)(q, order),
        "PchipInterpolator": lambda m, xp, x, y, q: m.PchipInterpolator(x, y.real)(q, order),
        "Akima1DInterpolator": lambda m, xp, x, y, q: m.Akima1DInterpolator(x, y.real)(q, order),
        "make_interp_spline": lambda m, xp, x, y, q: m.make_interp_spline(x, y, k=2 * (order % 2) + 1)(q),
        "antiderivative": lambda m, xp, x, y, q: m.make_interp_spline(x, y).antiderivative()(q),
        "integrate": lambda m, xp, x, y, q: m.CubicSpline(x, y.real).integrate(x[0], x[-1]),
        "interp1d": lambda m, xp, x, y, q: m.interp1d(x, y.T, kind=["linear", "nearest", "previous", "next"][order])(q),
        "splev": lambda m, xp, x, y, q: m.splev(q, m.splrep(x, y[:, 0].real, s=0), der=order % 3),
        "BarycentricInterpolator": lambda m, xp, x, y, q: m.BarycentricInterpolator(x[:5], y[:5])(q.clip(x[0], x[4])),
        "lsq": lambda m, xp, x, y, q: m.make_lsq_spline(
            x, y.real, xp.concatenate([x[:1]] * 4 + [x[-1:]] * 4), k=3)(q),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({order}, {bc})", on("interpolate", calls[name]), [x, y, q]


@family
def points(rng: numpy.random.Generator) -> Any:
    n, k = int(rng.integers(6, 12)), int(rng.integers(2, 4))
    a, b = (_regular(operand(rng, like=(m, k), among="d"), rng) for m in (n, 5))
    p, most = float(rng.choice([1, 2, 3, numpy.inf])), int(rng.integers(1, 4))
    metric = str(rng.choice(_METRICS))
    calls = {
        "query": lambda m, xp, a, b: m.KDTree(a).query(b, most, p=p),
        "ball": lambda m, xp, a, b: m.KDTree(a).query_ball_point(b, 0.8, p, return_length=True),
        "count": lambda m, xp, a, b: m.KDTree(a).count_neighbors(m.KDTree(b), 0.9, p),
        "distance_matrix": lambda m, xp, a, b: m.distance_matrix(a, b, p),
        "cdist": lambda m, xp, a, b: m.distance.cdist(a, b, metric),
        "pdist": lambda m, xp, a, b: m.distance.pdist(a, metric),
        "squareform": lambda m, xp, a, b: m.distance.squareform(m.distance.pdist(a)),
        "inside": lambda m, xp, a, b: m.Delaunay(a).find_simplex(b) >= 0,
        "volume": lambda m, xp, a, b: xp.asarray(m.ConvexHull(a).volume),
        "procrustes": lambda m, xp, a, b: m.procrustes(a[:5], b)[2].round(9),
        "hausdorff": lambda m, xp, a, b: xp.asarray(m.distance.directed_hausdorff(a, b)[0]),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({p}, {most}, {metric})", on("spatial", calls[name]), [a, b]
