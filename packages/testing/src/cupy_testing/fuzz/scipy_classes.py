"""Random calls of methods of SciPy's classes, and of functions that other families do not name."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "n": (0, 1, 2, 3), "few": (1, 2, 3), "truth": (True, False), "p": (1, 2, 2.5, numpy.inf),
    "format": ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"), "kind": ("array", "matrix"),
    "norm": (1, -1, numpy.inf, "fro"), "share": (0.25, 0.5, 0.9), "scaling": (0.5, 2, -1),
    "order": ("NATURAL", "COLAMD", "MMD_ATA"),
    "dt": (None, 0.1, 1), "side": ("two-sided", "less", "greater"), "low": (0, 1, 0.5), "high": (2, 3.5),
    "maxval": (None, 5, 2**31, 2**40), "seed": (1, 7), "char": ("i", "l"), "number": (2, 1.5, 3),
}
_OPERATORS = [
    "o(m, xp, s).matvec(v)", "o(m, xp, s).rmatvec(v)", "o(m, xp, s).matmat(a.T)", "o(m, xp, s).rmatmat(a.T)",
    "(o(m, xp, s) @ o(m, xp, s)).matvec(v)", "(o(m, xp, s) + o(m, xp, s)).matvec(v)", "(-o(m, xp, s)).matvec(v)",
    "({scaling} * o(m, xp, s)).matvec(v)", "(o(m, xp, s) ** {few}).matvec(v)", "o(m, xp, s).T.matvec(v)",
    "o(m, xp, s).H.matvec(v)", "(o(m, xp, s) - o(m, xp, s)).dot(v)", "o(m, xp, s).shape", "o(m, xp, s) @ v[:, None]",
    "o(m, xp, s).adjoint().rmatvec(v)", "o(m, xp, s).transpose().dot(a.T)", "str(o(m, xp, s).dtype)",
    "m.aslinearoperator(s).matvec(v[:, None])", "m.LinearOperator(s.shape, lambda x: s @ x).matvec(v)",
    "m.LinearOperator(s.shape, lambda x: s @ x, lambda x: s.T @ x).rmatmat(a.T)", "o(m, xp, s).matvec(a[:1].T)",
    "m.LinearOperator((2, {few}), lambda x: x[:2], dtype='d').shape", "m.splu(c(xp, s)).solve(v)",
    "m.splu(c(xp, s)).shape",
    "m.splu(c(xp, s), {order}).solve(a.T)", "m.splu(c(xp, s)).solve(v, 'T')", "m.splu(c(xp, s)).solve(a.T, 'H')",
    "m.spilu(c(xp, s)).shape", "m.spilu(c(xp, s), 0.0, 99).solve(v)", "m.factorized(c(xp, s))(v)",
    "m.onenormest(s, 9)", "m.norm(c(xp, s), {norm})", "m.expm_multiply(s / 9, v)",
    "m.expm_multiply(s / 9, v, 0, 1, 3)", "m.spsolve(c(xp, s), v)", "m.spsolve_triangular(t(xp, s), v)",
    "m.lobpcg(s + s.T + 40 * xp.eye(len(s)), a[:1].T * 1.0, maxiter=200, tol=1e-10)[0].sum()",
    "m.funm_multiply_krylov(xp.exp, s + s.T, v)",
]
_SPARSE = [
    "[getattr(m, 'isspmatrix_' + k)(g(xp, s, {format}, {kind})) for k in ('csr', 'csc', 'coo', 'dia', 'lil', 'dok')]",
    "m.isspmatrix(g(xp, s, {format}, {kind}))", "m.issparse(g(xp, s, {format}, {kind}))",
    "isinstance(g(xp, s, {format}, {kind}), m.sparray)", "isinstance(g(xp, s, {format}, {kind}), m.spmatrix)",
    "str(numpy.dtype(m.get_index_dtype((), {maxval})))", "str(numpy.dtype(m.get_index_dtype(i, {maxval}, {truth})))",
    "m.safely_cast_index_arrays(g(xp, s, {format}), numpy.dtype({char}).type)",
    "m.random_array((4, {few}), density={share}, rng={seed}).shape", "m.random(3, {few}, {share}, {format}).format",
    "m.rand(3, {few}, {share}).nnz", "m.identity({few}, 'f', {format}).toarray()",
    "m.eye_array({few}, k=1, format={format}).toarray()", "m.diags_array(v, offsets={n}, format={format}).toarray()",
]
_DISTANCES = [
    "r(m, xp).volume()", "r(m, xp).min_distance_point([{high}, {low}], {p})",
    "r(m, xp).max_distance_point([{high}, {low}], {p})",
    "r(m, xp).min_distance_rectangle(m.Rectangle([9.0, 8], [5.0, 4]), {p})",
    "r(m, xp).max_distance_rectangle(m.Rectangle([9.0, 8], [5.0, 4]), {p})",
    "r(m, xp).split(0, {number})[0].maxes", "r(m, xp).split(1, {number})[1].mins",
    "m.cKDTree(a.T).query(a.T, {few}, p={p})[0]",
    "int(m.cKDTree(a.T).count_neighbors(m.cKDTree(a.T + 1), {high}, {p}))",
    "m.cKDTree(a.T).query_ball_point(a.T[:1], {high}, {p}, return_length=True)", "m.cKDTree(a.T).n",
    "m.minkowski_distance(a, a + 1, {p})", "m.minkowski_distance_p(a, a * 2, {p})", "m.distance_matrix(a, a + 1, {p})",
    "m.tsearch(m.Delaunay(a.T[:, :2]), a.T[:3, :2].copy() * 0 + 99)", "m.procrustes(a.T, a.T ** 2 + 1)[2]",
]
_SIGNALS = [
    "m.ZerosPolesGain([1.0, {low}], [-{high}, -0.25], {few}).gain", "m.lti([1.0], [1, {high}]).to_zpk().poles",
    "m.ZerosPolesGain([1.0], [-{high}, -0.25], {few}).to_tf().den", "m.lti([1.0], [1, {high}]).to_ss().A",
    "m.dlti([1.0, {low}], [1, 0.25], dt={dt} or 1).to_zpk().zeros", "m.TransferFunction([1.0], [1, {high}]).num",
    "m.StateSpace(s[:2, :2], v[:2, None], v[None, :2], xp.zeros((1, 1))).to_tf().den.shape",
    "m.lti([1.0], [1, {high}]).freqresp(v[:3])[1]", "m.lti([1.0], [1, {high}]).step(T=xp.arange(3.))[1]",
    "m.lti([1.0], [1, {high}]).impulse(T=xp.arange(3.))[1]", "m.lti([1.0], [1, {high}]).bode(v[:3] + 1)[1]",
    "m.lti([1.0], [1, {high}]).to_discrete(0.5, 'bilinear').num", "m.sosfreqz(f(m, xp), {few} + 3)[1]",
    "m.freqz_sos(f(m, xp), {few} + 3)[1]", "m.band_stop_obj(0.2, 0, xp.asarray([0.1, 0.6]), xp.asarray("
    "[0.25, 0.5]), 3, 40, 'butter')", "m.ShortTimeFFT(xp.ones(4), 2, 1.0).stft(v).shape",
    "m.ShortTimeFFT(xp.ones(4), 2, 1.0).istft(m.ShortTimeFFT(xp.ones(4), 2, 1.0).stft(v), k1=len(v))",
]
_MATRICES = [
    "m.solve_lyapunov(s, s + s.T)", "m.solve_continuous_lyapunov(s, a.T @ a)",
    "m.clarkson_woodruff_transform(s, {few}, rng={seed}).shape", "m.solve_discrete_lyapunov(s / 99, s)",
    "m.find_best_blas_type([s])[0]", "m.find_best_blas_type([s, s * 1j])[0]",
    "m.interpolative.estimate_spectral_norm(s, its=30) * 0 + 1", "m.interpolative.estimate_rank(s, 1e-8)",
    "m.interpolative.estimate_spectral_norm_diff(s, s) * 0",
]
_LAWS = [
    "m.Covariance.from_diagonal(v + 9).whiten(v)", "m.Covariance.from_diagonal(v + 9).log_pdet",
    "m.Covariance.from_cholesky(xp.linalg.cholesky(s @ s.T)).colorize(v)",
    "m.Covariance.from_precision(s @ s.T).rank", "m.Covariance.from_eigendecomposition(xp.linalg.eigh("
    "s @ s.T)).log_pdet", "m.multivariate_normal.logpdf(v, cov=m.Covariance.from_diagonal(v + 9))",
    "m.ortho_group.rvs({few} + 1, random_state={seed}).shape",
    "m.special_ortho_group.rvs({few} + 1, random_state={seed}).shape",
    "m.unitary_group.rvs({few} + 1, random_state={seed}).shape",
    "m.qmc.LatinHypercube({few}, rng={seed}).random(3).shape",
    "m.random_correlation.rvs([0.5, 1.5], random_state={seed}).shape", "m.qmc.PoissonDisk(2, radius=0.5, rng={seed}"
    ").random(2).shape", "m.random_table.pmf([[1, {few}], [2, 1]], [1 + {few}, 3], [3, {few} + 1])",
    "m.random_table.mean([3, 2], [4, 1])", "m.qmc.MultinomialQMC([0.25, 0.75], {few}, rng={seed}).random(2).shape",
    "m.qmc.MultivariateNormalQMC([0, {few}], rng={seed}).random(2).shape", "m.matrix_t.logpdf(s[:1, :1], df={few} + 2)",
    "m.bootstrap((v,), xp.mean, n_resamples=9, rng={seed}).bootstrap_distribution.shape",
    "m.monte_carlo_test(v, m.norm.rvs, xp.mean, n_resamples=9, alternative={side}).statistic",
    "m.PermutationMethod(n_resamples={few}).n_resamples", "m.BootstrapMethod(n_resamples={few}).method",
    "m.sampling.DiscreteAliasUrn(xp.asarray([0.25, 0.75]), random_state={seed}).rvs(3).shape",
    "m.make_distribution(m.expon)().cdf(v)", "m.abs(m.Normal()).cdf(v)", "m.exp(m.Normal()).logpdf(v + 20)",
    "m.rv_discrete(values=([1, 2, 5], [0.25, {share}, 0.75 - {share}])).cdf(v) if {share} < 0.75 else 0",
    "m.rv_discrete(values=([1, 2], [0.25, 0.75])).ppf({share})", "m.rv_discrete(values=([1, 2], [0.25, 0.75])).mean()",
]


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """A well-conditioned square matrix, a vector, a table of as many columns, and whole numbers."""
    n, char = int(rng.integers(3, 6)), str(rng.choice(list("dddf")))
    square = rng.integers(-4, 5, (n, n)) / 4 + 9 * numpy.eye(n)
    return {"s": given(rng, square, char), "v": given(rng, rng.permutation(9)[:n] / 2, char),
            "a": given(rng, rng.permutation(64)[:2 * n].reshape(2, n) / 4, char),
            "i": given(rng, rng.integers(0, 9, n), str(rng.choice(list("il"))))}


def _sparse(xp: Any, s: Any, form: str = "csr", kind: str = "array") -> Any:
    """What is large of a matrix, as a sparse one."""
    from cupy_testing.fuzz.scipy_modules import at
    return getattr(at(xp, "sparse"), f"{form}_{kind}")(s * (abs(s) > 0.5))


_HELPERS = {
    "g": _sparse, "c": lambda xp, s: _sparse(xp, s, "csc"), "t": lambda xp, s: _sparse(xp, xp.tril(s)),
    "o": lambda m, xp, s: m.aslinearoperator(s), "f": lambda m, xp: m.butter(3, 0.25, output="sos"),
    "r": lambda m, xp: m.Rectangle([3.0, 4], [1.0, 0.5]),
}
for _name, _module, _table in (
        ("operators", "sparse.linalg", _OPERATORS), ("sparse_kinds", "sparse", _SPARSE),
        ("rectangles", "spatial", _DISTANCES), ("systems", "signal", _SIGNALS), ("matrices", "linalg", _MATRICES),
        ("laws", "stats", _LAWS)):
    expressions(f"class_{_name}", _module, _table, _WORDS, _operands, **_HELPERS)
