"""Random calls of NumPy's routines that take functions, orders, blocks or several axes, and of its linear algebra.

Calls are expressions of ``xp``; ``a``, an array; ``b``, one of the same shape; ``s``, square matrices; words in braces
are drawn.  Of what is not unique the shapes and types are compared.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, filled_text, operand

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "axis": (None, 0, 1, -1, -2, 2), "one": (0, -1, 1), "axes": ([0], [0, 1], [-1], [1, 0], [2]), "k": (0, 1, -1, 2, 9),
    "kth": (0, 1, -1, [0, 1], 5), "order": ("C", "F", "A", "K", "wrong"), "truth": (True, False), "n": (0, 1, 2, 3),
    "p": (None, 1, -1, 2, -2, numpy.inf, -numpy.inf, "fro"), "mode": ("reduced", "complete", "r", "raw", "wrong"),
    "triangle": ("L", "U", "X"), "rtol": (None, 0.1, 0),
}
_ROUTINES = [
    "xp.take_along_axis(a, xp.argpartition(a, {kth}, {axis}), {axis}).sum({axis})",
    "xp.partition(a, {kth}, {axis}).sum()", "xp.sort(xp.partition(a, {kth}, -1), -1)", "xp.ravel(a, {order})",
    "a.flatten({order})", "a.reshape(-1, order={order})", "xp.piecewise(a, [a < 0, a > 1], [-1, lambda x: x * 2])",
    "xp.piecewise(a, a > 0, [1, 2])", "xp.piecewise(a, [a > 0], [3])", "xp.select([a < 0, b > 1], [a, b], 7)",
    "xp.block([[a, b], [b, a]])", "xp.block([a, b])", "xp.block([[a], [b, a]])",
    "xp.apply_along_axis(lambda x: x.sum(), {one}, a)", "xp.apply_along_axis(lambda x: x[::-1], {one}, a)",
    "xp.apply_over_axes(xp.sum, a, {axes})", "xp.apply_over_axes(xp.max, a, {axes})", "xp.array_split(a, 2, {one})",
    "xp.array_split(a, [1, 2], {one})", "xp.split(a, 2, {one})", "xp.moveaxis(a, 0, {k})", "xp.rollaxis(a, {k})",
    "xp.swapaxes(a, 0, {k})", "xp.expand_dims(a, {k})", "xp.atleast_3d(a)", "xp.dsplit(a, 1)", "xp.hsplit(a, 1)",
    "xp.tril_indices({n}, {k})", "xp.triu_indices({n}, {k}, 2)", "xp.mask_indices({n}, xp.triu)", "xp.fliplr(a)",
    "xp.flipud(a)", "xp.roots(a.ravel()[:2])", "xp.sort(abs(xp.roots(a.ravel()[:3] + 1)))",
    "xp.vander(a.ravel(), {n}, {truth})", "xp.poly(a.ravel()[:3])", "xp.polyder(a.ravel(), {n})",
    "xp.polyint(a.ravel(), {n})", "xp.polymul(a.ravel(), b.ravel())", "xp.unique_counts(a)", "xp.unique_inverse(a)",
    "xp.unique(a, axis={axis})", "xp.unstack(a, axis={one})",
    "xp.cumulative_sum(a, axis={axis}, include_initial={truth})", "xp.matrix_transpose(a)", "xp.diagflat(a, {k})",
]
_LINEAR = [
    "xp.linalg.cond(s, {p})", "xp.linalg.tensorinv(s, ind={n})", "xp.linalg.tensorsolve(s, s[..., 0])",
    "xp.linalg.svd(a, compute_uv=False)", "back(xp.linalg.svd(a, {truth}))", "back(xp.linalg.qr(a, {mode}))",
    "xp.linalg.eigh(s, {triangle})[0]", "xp.linalg.eigvalsh(s, {triangle})", "xp.linalg.svdvals(a)", "xp.linalg.det(s)",
    "xp.linalg.matrix_rank(a, tol={rtol})", "xp.linalg.pinv(a, {rtol})", "xp.linalg.matrix_power(s, {k})",
    "xp.linalg.inv(s)", "xp.linalg.slogdet(s)", "xp.linalg.norm(a, {p}, {axis})",
    "xp.linalg.norm(a, {p}, (0, 1), {truth})", "xp.linalg.cholesky(s)", "xp.linalg.matrix_norm(a, ord={p})",
    "xp.linalg.vector_norm(a, axis={axis}, keepdims={truth})", "xp.linalg.solve(s, a)", "xp.linalg.solve(s, s[..., 0])",
    "xp.linalg.lstsq(a, b, {rtol})[0]", "xp.linalg.multi_dot([s, s, s])", "xp.linalg.outer(a, b)",
    "xp.linalg.cross(a, b)", "xp.linalg.vecdot(a, b, axis={one})", "xp.linalg.diagonal(a, offset={k})",
    "xp.linalg.trace(a)",
]


def back(x: Any) -> str:
    """Shapes of factors, and their types."""
    return str([(numpy.dtype(f.dtype).name, tuple(f.shape)) for f in (x if isinstance(x, tuple) else [x])])


def _call(text: str) -> Callable[..., Any]:
    call = eval(f"lambda xp, a, b, s: {text}")          # noqa: S307 - of the tables above

    def told(xp: ModuleType, *arrays: ArrayLike) -> Any:
        found = call(xp, *arrays)
        return tuple(found) if isinstance(found, (tuple, list)) else found
    return told


def _drawn(rng: numpy.random.Generator, table: Any, among: str) -> Any:
    a = operand(rng, 3, 1, among)
    b, n = operand(rng, like=a.values.shape, among=among), int(rng.integers(0, 5))
    s = operand(rng, like=(*a.values.shape[:-2], n, n) if rng.random() < 0.3 else (n, n), among=among)
    for x in (a, b, s):
        if x.values.dtype.kind in "fc":
            x.values = (numpy.nan_to_num(x.values, posinf=2, neginf=-2) + rng.standard_normal(x.values.shape)).astype(
                x.values.dtype)
    if s.values.dtype.kind not in "b":
        s.values = (s.values + 9 * numpy.eye(n)).astype(s.values.dtype)
    text = filled_text(rng, str(rng.choice(table)), _WORDS)
    return text, _call(text), [a, b, s]


@family
def routines(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    return _drawn(rng, _ROUTINES, "?bilfdD")


@family
def linear_algebra(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    return _drawn(rng, _LINEAR, "?bilfdFD")
