"""Random calls of linear algebra with all options, stacks of matrices, and what is no matrix at all.

Calls are expressions of ``m``, the module; ``xp``; ``s``, square matrices; ``h``, Hermitian ones whose eigenvalues are
positive; ``r``, matrices of any shape; ``b``, right sides; words in braces are drawn.  What is not unique is multiplied
again: ``parts`` tells the shapes and types of factors.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, filled_text
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_WORDS = {
    "truth": (True, False), "trans": (0, 1, 2, "N", "T", "C"),
    "known": (None, "gen", "sym", "her", "pos", "upper triangular", "lower triangular", "tridiagonal", "diagonal",
              "banded", "wrong"), "side": ("left", "right", "both"), "output": ("real", "complex", "r", "c"),
    "rtol": (None, 1e-3, 0.5), "n": (1, 2, 3, 5), "order": (None, 1, 2, numpy.inf, -1, "fro", "nuc"),
    "type": (1, 2, 3), "power": (-2, -1, 0, 0.5, 1, 2, 3.25), "driver": ("gesdd", "gesvd"),
    "sort": (None, "lhp", "rhp", "iuc", "ouc"), "scale": ("sqrtn", "n", None, "wrong"),
}

_SUBSETS = ("", "subset_by_index=[0, 0]", "subset_by_index=[0, 1]", "subset_by_value=[0.5, 9]", "eigvals_only=True",
            "subset_by_index=[1, 0]", "subset_by_index=[-1, 9]", "driver='evr'", "driver='evd'", "driver='gvd'")
_SYSTEMS = [
    "m.solve({square}, b, assume_a={known}, lower={truth})", "m.solve(s, b, transposed={truth})",
    "m.solve(s, b[..., 0])", "m.solve_triangular(s, b, {trans}, {truth}, {truth})",
    "m.lu_solve(m.lu_factor(s), b, {trans})", "m.inv(s)", "m.det(s)", "m.cho_solve(m.cho_factor(h, {truth}), b)",
    "m.cho_solve((m.cholesky(h, {truth}), {truth}), b)", "m.det(r)", "m.solve_banded((1, 1), bands(xp, s), b)",
    "m.solve_banded((1, 0), bands(xp, s)[..., :2, :], b)",
    "m.solveh_banded(bands(xp, h.real)[..., 1:, :], b, lower=True)", "m.solveh_banded(bands(xp, h)[..., :2, :], b)",
    "m.cholesky_banded(bands(xp, h.real)[..., 1:, :], lower=True)", "m.solve_toeplitz(toeplitz(s), b)",
    "m.solve_toeplitz((toeplitz(s), s[..., 1]), b)", "m.matmul_toeplitz(s[..., 0, :], b)",
    "m.solve_circulant(toeplitz(s), b)", "m.solve_sylvester(s, h, r)", "m.solve_continuous_lyapunov(s, h)",
    "m.solve_discrete_lyapunov(s / 99, h)", "m.lstsq(r, b)[:3:2]", "m.lstsq(r, b, cond=0.1)[0]",
    "m.pinv(r, rtol={rtol})", "m.pinv(r, return_rank=True)[1]", "m.pinvh(h)",
    "m.solve_continuous_are(s, b, h, xp.eye(b.shape[-1]))", "m.solve_discrete_are(s / 9, b, h, xp.eye(b.shape[-1]))",
    "m.cho_solve_banded((m.cholesky_banded(bands(xp, h.real)[..., 1:, :], lower=True), True), b)",
    "m.cho_factor(h, {truth})[1]",
]
_FACTORS = [
    "back(xp, m.qr(r, mode='full'))", "parts(m.qr(r, mode='r'))", "back(xp, m.qr(r, mode='economic'))",
    "parts(m.qr(r, mode='full', pivoting=True))", "back(xp, m.rq(r, mode='economic'))", "back(xp, m.lu(r))",
    "back(xp, m.lu(r, permute_l=True))", "m.lu(r, p_indices=True)", "m.lu(r)", "m.lu_factor(s)",
    "m.cholesky(h, {truth})", "m.cholesky(-h)", "abs(m.ldl(h, {truth})[1])", "back(xp, m.ldl(h)[:2])",
    "back(xp, m.hessenberg(s, calc_q=True)[::-1])", "parts(m.hessenberg(s, {truth}))", "parts(m.schur(s, {output}))",
    "parts(m.schur(s, sort={sort}))", "parts(m.qz(s, h, {output}))", "back(xp, m.polar(r))",
    "back(xp, m.polar(r, side='right'))", "m.svdvals(r)", "m.svd(r, compute_uv=False)",
    "m.diagsvd(m.svdvals(r)[:3], 3, 4)", "parts(m.svd(r, full_matrices={truth}, lapack_driver={driver}))",
    "parts(m.null_space(r, rcond={rtol}))", "parts(m.orth(r, rcond={rtol}))", "parts(m.rsf2csf(*m.schur(s.real)))",
    "m.subspace_angles(r, r[..., ::-1])", "m.cdf2rdf(*m.eig(s))[0].shape", "parts(m.matrix_balance(s))",
    "parts(m.cossin(h, 1, 1))", "parts(m.ordqz(s, h, sort={sort}))", "back(xp, m.qr_update(*m.qr(r), b[:, 0], r[0]))",
    "back(xp, m.qr_insert(*m.qr(r), r[0], 0))", "back(xp, m.qr_delete(*m.qr(r), 0, {n}))",
    "parts(m.qr_multiply(r, s, 'right'))", "parts(m.qr_multiply(s, b, 'left', {truth}))",
]
_EIGENVALUES = [
    "m.eigvalsh(h, lower={truth})", "values(xp, m.eigh(h, {subset}))",
    "values(xp, m.eigh(h, h + xp.eye(h.shape[-1]), {subset}))",
    "values(xp, m.eigh(h, h + xp.eye(h.shape[-1]), type={type}))", "parts(m.eigh(h))", "parts(m.eig(s, left={truth}))",
    "ordered(xp, m.eigvals(s))", "ordered(xp, m.eigvals(s, h))", "parts(m.eig(s, h))",
    "parts(m.eigvals(s, homogeneous_eigvals=True))", "m.eigvals_banded(bands(xp, h.real)[..., 1:, :], lower=True)",
    "m.eigvalsh_tridiagonal(h[..., 0].real, h[..., 1:, 0].real)",
    "m.eigvalsh_tridiagonal(h[..., 0].real, h[..., 1:, 0].real, select='i', select_range=(0, 1))",
    "parts(m.eig_banded(bands(xp, h)[..., :2, :]))", "m.eigh_tridiagonal(h[..., 0].real, h[..., 1:, 0].real)[0]",
    "m.eigh_tridiagonal(h[..., 0].real, h[..., 1:, 0].real, True, 'v', (0, 30))",
]
_FUNCTIONS = [
    "m.expm(s / 9)", "m.expm(r)", "m.sqrtm(h)", "m.logm(h)", "m.signm(h)", "m.fractional_matrix_power(h, {power})",
    "m.sinm(s / 9)", "m.cosm(s / 9)", "m.tanm(s / 99)", "m.sinhm(s / 9)", "m.coshm(s / 9)", "m.tanhm(s / 9)",
    "m.funm(h, lambda x: x * x)", "m.expm_frechet(s / 9, h / 9)", "m.expm_cond(s / 9)", "m.norm(r, {order})",
    "m.norm(r, {order}, axis=(-2, -1), keepdims={truth})", "m.norm(b, {order}, axis=0)", "m.bandwidth(r)",
    "m.issymmetric(s)", "m.ishermitian(h)", "m.toeplitz(r, b)", "m.toeplitz(b[..., 0])",
    "m.hankel(b[..., 0], r[..., 0])", "m.circulant(b[..., 0])", "m.companion(b[..., 0] + 1)", "m.companion(b[..., :1])",
    "m.block_diag(s, r, b)", "m.block_diag()", "m.khatri_rao(s, h)", "m.hadamard({n})", "m.hilbert({n})",
    "m.invhilbert({n})", "m.pascal({n})", "m.invpascal({n})", "m.helmert({n}, {truth})", "m.dft({n}, scale={scale})",
    "m.leslie(b[..., 0], r[..., 1:, 0])", "m.fiedler(b[..., 0])", "m.fiedler_companion(b[..., 0] + 1)",
    "skeleton(m.interpolative, r, {n})",
    "m.convolution_matrix(b[..., 0], {n})", "m.orthogonal_procrustes(r, r)[1]",
]
_TABLES = {"systems": _SYSTEMS, "factors": _FACTORS, "eigenvalues": _EIGENVALUES, "functions": _FUNCTIONS}


def parts(x: Any) -> str:
    """Shapes and types of results."""
    several = x if isinstance(x, (tuple, list)) else [x]
    return ", ".join(f"{numpy.dtype(a.dtype).name}{tuple(a.shape)}" if hasattr(a, "dtype") else repr(a)
                     for a in several)


def back(xp: Any, x: Any) -> Any:
    """Factors multiplied, with their shapes and types; one more of LDL and Hessenberg on the other side."""
    if not isinstance(x, (tuple, list)) or any(a.ndim < 2 for a in x):
        return parts(x)
    product = x[0]
    for a in x[1:]:
        product = product @ a
    return parts(x), product


def values(xp: ModuleType, x: tuple[Any, Any]) -> tuple[str, Any]:
    """Eigenvalues, and shapes of the vectors."""
    return (parts(x), x[0]) if isinstance(x, (tuple, list)) else x


def ordered(xp: ModuleType, x: Any) -> tuple[str, Any]:
    """Eigenvalues by their sizes, which no library promises."""
    return parts(x), xp.sort(abs(x), axis=-1)


def bands(xp: ModuleType, a: Any) -> Any:
    """Three diagonals, of which the middle one is the largest."""
    top = a[..., :1, :]
    return xp.concatenate([top, top * 0 + 9, top], axis=-2)


def toeplitz(a: Any) -> Any:
    """A first column with the largest item in front."""
    c = a[..., 0] * 1
    c[..., :1] = 9
    return c


def skeleton(m: ModuleType, a: Any, k: int) -> Any:
    """A matrix that is made of some columns of another, and its singular values; SciPy crashes of higher ranks."""
    if k > min(a.shape):
        raise ValueError("the rank is too high")
    index, project = m.interp_decomp(a, k, rand=False)
    columns = m.reconstruct_skel_matrix(a, k, index)
    return (m.reconstruct_matrix_from_id(columns, index, project), m.reconstruct_interp_matrix(index, project).shape,
            m.id_to_svd(columns, index, project)[1])


def _matrix(rng: numpy.random.Generator, shape: tuple[int, ...], kind: str) -> Operand:
    a = Operand(rng, shape, kind, str(rng.choice(["contiguous", "fortran", "every_other", "backwards", "read_only"])))
    a.values = numpy.nan_to_num(a.values, posinf=2, neginf=-2)
    if a.values.dtype.kind in "fc":     # neither singular nor of equal values
        a.values = (a.values + rng.standard_normal(shape)).astype(kind)
    return a


def _drawn(rng: numpy.random.Generator, table: Any) -> Any:
    """A call of a function of a table, its words drawn."""
    n, k = (int(x) for x in rng.choice([0, 1, 2, 3, 4, 6], 2, p=[.05, .1, .2, .25, .2, .2]))
    least = 0 if rng.random() < 0.1 else 1
    stack = () if rng.random() < 0.75 else tuple(int(x) for x in rng.integers(least, 3, rng.integers(1, 3)))
    kind = dtype(rng, "ddddffFDDilb?e")
    s, r, b = (_matrix(rng, (*stack, *shape), kind if rng.random() < 0.9 else dtype(rng, "fdFD"))
               for shape in ((n, n), (n, int(rng.integers(1, 6))), (n if rng.random() < 0.95 else n + 1, max(k, 1))))
    h = _matrix(rng, (*stack, n, n), s.values.dtype.char)
    if s.values.dtype.char == "?":      # regular, of eigenvalues that are found without rounding
        s.values = numpy.triu(s.values) | numpy.eye(n, dtype=bool)
    if kind not in "?":
        h.values = (h.values @ h.values.conj().swapaxes(-1, -2) + (n + 1) * numpy.eye(n)).astype(h.values.dtype)
        s.values = (s.values + 3 * (n + 1) * numpy.eye(n)).astype(s.values.dtype)
    if rng.random() < 0.04 and s.values.size and s.values.dtype.kind in "fc":
        s.values[..., 0, 0] = h.values[..., 0, 0] = numpy.nan
    text = str(rng.choice(table))
    for word, choices in (("{square}", "sh"), ("{subset}", _SUBSETS)):      # of these the text itself
        text = text.replace(word, str(rng.choice(list(choices))))
    text = filled_text(rng, text, _WORDS)
    call = eval(f"lambda m, xp, s, h, r, b: {text}")         # noqa: S307 - of the tables above
    return text, on("linalg", call), [s, h, r, b]


def _family(name: str, table: Any) -> None:
    def drawn(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
        return _drawn(rng, table)
    drawn.__name__ = f"linear_{name}"
    family(drawn)


for _name, _table in _TABLES.items():
    _family(_name, _table)
