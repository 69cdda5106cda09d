"""Random calls on polynomials, whose coefficients may begin with zeros, and on arrays of text."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, shape
from cupy_testing.fuzz.operands import REPEATED, Operand

if TYPE_CHECKING:
    from types import ModuleType

_ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "==": operator.eq,
               "!=": operator.ne, "of": lambda p, q: p(q)}
_WORDS = ["", "a", "b", "ab", "abc", "B", "10", "9", "-1", "z" * 7]


def coefficients(rng: numpy.random.Generator) -> Operand:
    found = Operand(rng, (int(rng.integers(1, 6)),), dtype(rng, "ilfdD"))
    found.values = numpy.nan_to_num(found.values, posinf=2, neginf=-2)
    found.values[:rng.integers(0, 3)] = 0
    if found.layout in REPEATED:
        found.layout = "contiguous"
    return found


def plain(result: Any) -> Any:
    """What a polynomial, or several, is made of."""
    if isinstance(result, tuple):
        return tuple(plain(item) for item in result)
    return getattr(result, "coeffs", result)


@family
def polynomial(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    p, q = coefficients(rng), coefficients(rng)
    name = str(rng.choice([*_ARITHMETIC, "deriv", "integ", "value", "**", "number", "order", "items", "array"]))
    times, number = int(rng.integers(0, 3)), [2, -1.5, True, 2j][int(rng.integers(4))]
    if name == "/" and (not q.values.any() or "f" in (p.values.dtype.char, q.values.dtype.char)):
        return None         # rests of few digits are no zeros
    calls = {
        "deriv": lambda p, q, x: p.deriv(times), "integ": lambda p, q, x: p.integ(times), "value": lambda p, q, x: p(x),
        "**": lambda p, q, x: p ** times, "number": lambda p, q, x: (p + number, number - p, p * number, p / 2),
        "order": lambda p, q, x: (p.order, q.order) == (len(p.coeffs) - 1, len(q.coeffs) - 1) and x,
        "items": lambda p, q, x: (p[0], p[1], p[9]), "array": lambda p, q, x: (p + x, p * x),
    }

    def call(xp: ModuleType, a: Any, b: Any) -> Any:
        p, q = xp.poly1d(a), xp.poly1d(b)
        return plain(_ARITHMETIC[name](p, q) if name in _ARITHMETIC else calls[name](p, q, b))
    return f"{name}({times}, {number})", call, [p, q]


def text(rng: numpy.random.Generator, whole: tuple[int, ...], kind: Any = None) -> Operand:
    kind = kind or str(rng.choice(["S", "U"]))
    found = Operand(rng, whole, f"{kind}{rng.integers(1, 6)}",
                    str(rng.choice(["contiguous", "fortran", "every_other", "backwards", "field", "offset"])))
    found.values = rng.choice(_WORDS, whole).astype(found.values.dtype)
    return found


@family
def words(rng: numpy.random.Generator) -> Any:
    whole = shape(rng, 3, 1)
    a, b = text(rng, whole), text(rng, whole)
    name = str(rng.choice(["==", "!=", "<", "<=", ">", ">=", "sort", "argsort", "unique", "concatenate", "where",
                           "number", "scalar", "set", "cast", "take", "isin", "searchsorted", "mask", "fill", "fold"]))
    mask = Operand(rng, whole, "?")
    k, kind, word = int(rng.integers(len(whole))), f"{rng.choice(['S', 'U'])}{rng.choice(['', '2', '9'])}", "ab"
    if not a.values.size and name in ("take", "searchsorted", "fold"):
        return None

    def changed(a: Any, key: Any, value: Any) -> Any:
        a[key] = value
        return a

    calls = {
        "==": lambda xp, a, b, m: a == b, "!=": lambda xp, a, b, m: a != b, "<": lambda xp, a, b, m: a < b,
        "<=": lambda xp, a, b, m: a <= b, ">": lambda xp, a, b, m: a > b, ">=": lambda xp, a, b, m: a >= b,
        "sort": lambda xp, a, b, m: xp.sort(a, k), "argsort": lambda xp, a, b, m: xp.argsort(a, k, kind="stable"),
        "unique": lambda xp, a, b, m: xp.unique(a, return_inverse=True, return_counts=True),
        "concatenate": lambda xp, a, b, m: xp.concatenate([a, b], k), "where": lambda xp, a, b, m: xp.where(m, a, b),
        "number": lambda xp, a, b, m: (a == 1, a != m), "scalar": lambda xp, a, b, m: (a == word, a < word),
        "set": lambda xp, a, b, m: changed(a, ..., b), "cast": lambda xp, a, b, m: a.astype(kind),
        "take": lambda xp, a, b, m: xp.take(a, xp.asarray([0, -1]), k), "isin": lambda xp, a, b, m: xp.isin(a, b),
        "searchsorted": lambda xp, a, b, m: xp.searchsorted(xp.sort(a.ravel()), b), "mask": lambda xp, a, b, m: a[m],
        "fill": lambda xp, a, b, m: changed(a, m, word), "fold": lambda xp, a, b, m: xp.tile(a.T[::-1], 2).reshape(-1),
    }
    return f"{name}({k}, {kind})", calls[name], [a, b, mask]
