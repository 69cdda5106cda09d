"""Random operators: with arrays and numbers on either side, in place, on parts of one array that overlap, and fused."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, operand, order_of, shape
from cupy_testing.fuzz.operands import DTYPES, REPEATED, Operand, finite

if TYPE_CHECKING:
    from types import ModuleType

_BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
           "%": operator.mod, "**": operator.pow, "&": operator.and_, "|": operator.or_, "^": operator.xor,
           "<<": operator.lshift, ">>": operator.rshift, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
           "<=": operator.le, ">": operator.gt, ">=": operator.ge, "divmod": divmod}
_IN_PLACE = {"+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "/=": operator.itruediv,
             "//=": operator.ifloordiv, "%=": operator.imod, "**=": operator.ipow, "&=": operator.iand,
             "|=": operator.ior, "^=": operator.ixor, "<<=": operator.ilshift, ">>=": operator.irshift}
_UNARY = {"-": operator.neg, "+": operator.pos, "~": operator.invert, "abs": abs, "round": round}
_NUMBERS = [0, 1, 2, -1, 3, True, False, 2.0, -1.5, 0.5, 2j, 300, -129, 70000, 2**40, 2**64, float("nan"), float("inf"),
            numpy.int8(3), numpy.uint8(200), numpy.int16(-2), numpy.uint64(5), numpy.float16(1.5), numpy.float32(2.5),
            numpy.float64(-0.25), numpy.complex64(1 + 2j), numpy.bool_(True), numpy.array(2), numpy.array(1.5, "f")]


def number(rng: numpy.random.Generator) -> float:
    return _NUMBERS[int(rng.integers(len(_NUMBERS)))]


def holes(rng: numpy.random.Generator, whole: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that broadcasts with another."""
    kept = tuple(1 if rng.random() < 0.2 else n for n in whole)
    return kept[int(rng.integers(0, len(kept) + 1)) if rng.random() < 0.3 else 0:]


def small(name: str, *operands: Operand) -> None:
    """Powers and shifts of large numbers say little."""
    if name.rstrip("=") in ("**", "<<", ">>"):
        for x in operands:
            if isinstance(x, Operand):
                finite(x)
                x.values = numpy.fmod(x.values, 4) if x.values.dtype.kind in "iuf" else x.values


@family
def binary_operator(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(_BINARY)))
    whole = shape(rng)
    a = operand(rng, like=holes(rng, whole))
    if rng.random() < 0.4:
        value, swapped = number(rng), bool(rng.random() < 0.5)
        if name in ("**", "<<", ">>") and abs(value) > 9:
            return None
        small(name, a)

        def with_number(xp: ModuleType, a: Any) -> tuple[Any, str]:
            # NumPy's arrays of no dimension stand for ours
            other = xp.asarray(value) if isinstance(value, numpy.ndarray) else value
            result = _BINARY[name](other, a) if swapped else _BINARY[name](a, other)
            return result, order_of(result)
        return f"{'b' if swapped else 'a'} {name} {value!r}", with_number, [a]
    b = operand(rng, like=holes(rng, whole))
    small(name, a, b)

    def call(xp: ModuleType, a: Any, b: Any) -> tuple[Any, str]:
        result = _BINARY[name](a, b)
        return result, order_of(result)
    return f"a {name} b", call, [a, b]


@family
def unary_operator(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    name = str(rng.choice(sorted(_UNARY)))
    a = operand(rng)
    if name == "round" and a.values.ndim == 0:
        return None         # NumPy's scalars

    def call(xp: ModuleType, a: Any) -> tuple[Any, str]:
        result = _UNARY[name](a) if name != "round" else a.round()
        return result, order_of(result)
    return f"{name} a", call, [a]


@family
def in_place(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(_IN_PLACE)))
    whole = shape(rng)
    a = operand(rng, like=whole)
    if a.layout in REPEATED:
        return None
    if rng.random() < 0.35:
        value = number(rng)
        if name in ("**=", "<<=", ">>=") and abs(value) > 9:
            return None
        small(name, a)
        return (f"a {name} {value!r}",
                lambda xp, a: _IN_PLACE[name](a, xp.asarray(value) if isinstance(value, numpy.ndarray) else value), [a])
    b = operand(rng, like=holes(rng, whole) if rng.random() < 0.9 else shape(rng))
    small(name, a, b)
    return f"a {name} b", lambda xp, a, b: _IN_PLACE[name](a, b), [a, b]


def window(rng: numpy.random.Generator, n: int, size: int) -> slice:
    """A slice of `size` items of `n`, forwards or backwards."""
    step = int(rng.choice([1, 1, 2, -1, -2]))
    while size > 1 and (size - 1) * abs(step) >= n:
        step = 1 if step > 0 else -1
    reach = (size - 1) * abs(step) if size else 0
    low = int(rng.integers(0, n - reach)) if n > reach else 0
    first, last = (low, low + reach) if step > 0 else (low + reach, low)
    end = last + (1 if step > 0 else -1)
    return slice(first, end if end >= 0 else None, step)


def place(rng: numpy.random.Generator, whole: tuple[int, ...], part: tuple[int, ...]) -> tuple[slice, ...]:
    return tuple(window(rng, n, m) for n, m in zip(whole, part))


@family
def overlap(rng: numpy.random.Generator) -> Any:
    """Parts of one array are read and written: as if what is read had been copied before."""
    whole = tuple(int(n) for n in rng.integers(2, 9, int(rng.integers(1, 4))))
    a = Operand(rng, whole, str(rng.choice(list(DTYPES))))
    if a.layout in REPEATED:
        return None
    part = tuple(int(rng.integers(1, n + 1)) for n in whole)
    to, one, two = (place(rng, whole, part) for _ in range(3))
    name = str(rng.choice(["assign", "ufunc", "in place", "copyto", "where", "mask", "index", "flat", "transpose",
                           "accumulate", "at", "take", "clip", "sort", "concatenate", "matmul", "cumsum", "sum"]))
    if name in ("transpose", "matmul") and (len(whole) < 2 or whole[0] != whole[1]):
        return None
    flag = Operand(rng, part, "?", "contiguous")
    at = rng.integers(0, part[0], part[0])
    unique = rng.permutation(part[0])
    calls = {
        "assign": lambda xp, a, m, x: a.__setitem__(to, x(one)),
        "ufunc": lambda xp, a, m, x: xp.add(x(one), x(two), out=a[to]),
        "in place": lambda xp, a, m, x: operator.iadd(a[to], x(one)),
        "copyto": lambda xp, a, m, x: xp.copyto(a[to], x(one), where=m),
        "where": lambda xp, a, m, x: xp.multiply(x(one), x(two), out=a[to], where=m),
        "mask": lambda xp, a, m, x: a[to].__setitem__(m, x(one)[m]),
        "index": lambda xp, a, m, x: a[to].__setitem__(xp.asarray(unique), x(one)),
        "flat": lambda xp, a, m, x: a[to].flat.__setitem__(slice(None), x(one).ravel()),
        "transpose": lambda xp, a, m, x: operator.iadd(a, x(...).swapaxes(0, 1)),
        "accumulate": lambda xp, a, m, x: xp.add.accumulate(x(one), out=a[to], dtype=a.dtype),
        "at": lambda xp, a, m, x: xp.maximum.at(a[to], xp.asarray(at), x(one)),
        "take": lambda xp, a, m, x: xp.take(x(one), xp.asarray(at), 0, out=a[to], mode="clip"),
        "clip": lambda xp, a, m, x: xp.clip(x(one), x(two), None, out=a[to]),
        "sort": lambda xp, a, m, x: a[to].sort(0),
        "concatenate": lambda xp, a, m, x: xp.concatenate([x(one)], out=a[to]),
        "matmul": lambda xp, a, m, x: xp.matmul(x(...), x(...), out=a),
        "cumsum": lambda xp, a, m, x: xp.cumsum(x(one), 0, a.dtype, a[to]),
        "sum": lambda xp, a, m, x: xp.sum(x(one), 0, a.dtype, a[to][0, ...]),
    }

    def call(xp: ModuleType, a: Any, m: Any) -> Any:
        # NumPy itself reads what it wrote in some of these: lines of steps of the same sign but different length.
        calls[name](xp, a, m, lambda key: a[key].copy() if xp is numpy else a[key])
        return a
    return f"{name} to {to} from {one}, {two} ({at.tolist()}, {unique.tolist()})", call, [a, flag]


_FUSED = {
    "a * s + b": lambda xp, a, b, s: a * s + b, "s - a": lambda xp, a, b, s: s - a,
    "a > s": lambda xp, a, b, s: (a > s) & (b > 0), "a ** 2": lambda xp, a, b, s: a ** 2,
    "where": lambda xp, a, b, s: xp.where(a > s, a, b),
    "maximum": lambda xp, a, b, s: xp.maximum(a, s) - b, "sqrt": lambda xp, a, b, s: xp.sqrt(abs(a)) + s,
    "sum": lambda xp, a, b, s: xp.sum(a * s + b), "max": lambda xp, a, b, s: xp.amax(a + s * b, axis=0),
    "in place": lambda xp, a, b, s: xp.add(a, b, out=b) * s, "s alone": lambda xp, a, b, s: a + (s + s),
    "add": lambda xp, a, b, s: xp.add(a, s), "astype": lambda xp, a, b, s: (a + s).astype("f4") + b,
    "a // s": lambda xp, a, b, s: a // 2 + s, "abs": lambda xp, a, b, s: abs(a) + abs(s),
    "mod": lambda xp, a, b, s: a % 3 * s,
}


@family
def fused(rng: numpy.random.Generator) -> Any:
    """An expression of arrays and a number as one kernel: what it gives without."""
    name, value = str(rng.choice(sorted(_FUSED))), number(rng)
    whole = shape(rng, 2, 1)
    a, b = operand(rng, like=whole), operand(rng, like=whole)
    if name == "in place" and b.layout in REPEATED or isinstance(value, numpy.ndarray):
        return None
    given = bool(rng.random() < 0.5)        # as an argument, or from the function's surroundings

    def call(xp: ModuleType, a: Any, b: Any) -> Any:
        body = _FUSED[name]
        fused = (lambda function: function) if xp is numpy else xp.fuse
        if given:
            return fused(lambda a, b, s: body(xp, a, b, s))(a, b, value)
        return fused(lambda a, b: body(xp, a, b, value))(a, b)
    return f"{name} of {value!r} {'given' if given else 'known'}", call, [a, b]
