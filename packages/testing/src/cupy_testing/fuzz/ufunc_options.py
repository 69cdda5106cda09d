"""Random keywords of ufuncs and of their methods, on every ufunc that has them."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy_testing.fuzz.calls import (dtype, family, maybe, operand, order_of, said, shape, unsigned_by_floats)
from cupy_testing.fuzz.operands import DTYPES, OFTEN, REPEATED, Operand, cast_alike, finite, holds, storable

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

_ALL = sorted(name for name in dir(cupy) if isinstance(getattr(cupy, name), cupy.ufunc)
              and isinstance(getattr(numpy, name, None), numpy.ufunc) and not getattr(numpy, name).signature)
_BINARY = sorted(name for name in _ALL if (getattr(numpy, name).nin, getattr(numpy, name).nout) == (2, 1))
#: Results beyond a float's range or beside a jump; NumPy's vector loops of powers and angles are wrong in reductions.
_STEEP = {"exp", "expm1", "exp2", "sinh", "cosh", "tan", "power", "float_power", "ldexp", "left_shift", "right_shift"}
#: Results of whole numbers are whole.
_WHOLE = {"add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin"}
_NUMBERS = [0, 1, 2, -1, True, 1.5, -0.5, 2j, 300, 2**40, numpy.int8(3), numpy.uint16(7), numpy.float16(0.5),
            numpy.float32(2.5), numpy.float64(0.75), numpy.complex64(1j)]


def function_name(name: str) -> str:
    """NumPy's first name of a ufunc that has several."""
    return getattr(numpy, name).__name__


def given(rng: numpy.random.Generator, function: numpy.ufunc, name: str, whole: tuple[int, ...]) -> list[Operand]:
    """Operands, or numbers in their place."""
    items = []
    for _ in range(function.nin):
        kept = tuple(1 if rng.random() < 0.15 else n for n in whole)
        items.append(_NUMBERS[int(rng.integers(len(_NUMBERS)))] if rng.random() < 0.15 and function.nin > 1
                     else operand(rng, like=kept))
    if not any(isinstance(x, Operand) for x in items):
        items[0] = operand(rng, like=whole)
    if function_name(name) in _STEEP:
        for x in items:
            if isinstance(x, Operand):
                gentle(x)
    return items


def gentle(x: Operand) -> None:
    """Numbers near 0, of both signs."""
    finite(x)
    x.values = numpy.fmod(x.values, 3) if x.values.dtype.kind in "iuf" else x.values


def signature(rng: numpy.random.Generator, function: Callable[..., Any]) -> Any:
    """A loop of the ufunc, a type of its result alone, or any types, for which there may be none."""
    loop, kind = str(rng.choice([t for t in function.types if not set(t) & set("gGOMmpPqQ")])), rng.random()
    if kind < 0.6:
        return loop if kind < 0.4 else tuple([None] * function.nin + [*loop[loop.index(">") + 1:]])
    return tuple([None if rng.random() < 0.4 else dtype(rng) for _ in range(function.nargs)])


@family
def ufunc_call(rng: numpy.random.Generator) -> Any:
    """Any ufunc, of arrays and numbers, with any of its keywords together."""
    name = str(rng.choice(_ALL))
    function = getattr(numpy, name)
    whole = shape(rng)
    items = given(rng, function, name, whole)
    keywords = maybe(rng, casting=str(rng.choice(["no", "equiv", "safe", "same_kind", "unsafe"])),
                     order=str(rng.choice(list("KCFA"))))
    kind = rng.random()
    if kind < 0.2:
        keywords["dtype"] = dtype(rng)
    elif kind < 0.35:
        keywords["signature"] = signature(rng, function)
    places = [k for k, x in enumerate(items) if isinstance(x, Operand)]
    operands = [items[k] for k in places]
    result = numpy.broadcast_shapes(*(x.values.shape for x in operands))
    outs = [bool(rng.random() < 0.8) for _ in range(function.nout)] if rng.random() < 0.35 else []
    if outs and rng.random() < 0.1:
        result = (2, *result)
    first_out = len(operands)
    operands += [operand(rng, like=result) for wanted in outs if wanted]
    if any(x.layout in REPEATED for x in operands[first_out:]):
        return None
    masked = bool(outs) and all(outs) and rng.random() < 0.4
    if masked:
        operands.append(operand(rng, like=result[rng.integers(0, len(result) + 1):], among="?"))
    types = [x.values.dtype for x in operands[first_out:]] + [
        numpy.dtype(c) for c in str(keywords.get("dtype", keywords.get("signature", ""))) if c in DTYPES]
    for x in operands[:first_out]:
        storable(x, *types)
    try:
        with numpy.errstate(all="ignore"):
            plain = function(*(x.values if isinstance(x, Operand) else x for x in items))
    except (TypeError, ValueError, OverflowError):
        plain = ()
    results = plain if isinstance(plain, tuple) else (plain,)
    if not all(cast_alike(x.values.dtype, y) for x, y in zip(operands[first_out:], results, strict=False)):
        return None

    def call(xp: Any, *arrays: Any) -> Any:
        values, rest = list(items), list(arrays)
        for k in places:
            values[k] = rest.pop(0)
        more = dict(keywords)
        if masked:
            more["where"] = rest.pop()
        if outs:
            more["out"] = tuple(rest.pop(0) if wanted else None for wanted in outs)
        result = getattr(xp, name)(*values, **more)
        return (result, order_of(result)) if not outs else result
    text = ", ".join(repr(x) if not isinstance(x, Operand) else "array" for x in items)
    return f"{said(name, keywords)} of ({text}) out {outs} where {masked}", call, operands


def some_axes(rng: numpy.random.Generator, n: Any) -> Any:
    kind = rng.random()
    if kind < 0.25:
        return None
    if kind < 0.6 or n < 2:
        return int(rng.integers(-n - (rng.random() < 0.1), n)) if n else 0
    return tuple(int(k) for k in rng.permutation(n)[:int(rng.integers(0, n + 1))])


def by_way_of(name: str, a: Operand, out: Operand, keywords: dict[str, Any]) -> bool:
    """Whether first items and parts lose something in the output's type, through which they go in NumPy alone."""
    target, items = out.values.dtype, numpy.dtype(keywords.get("dtype", a.values.dtype))
    try:
        loop = getattr(numpy, name).resolve_dtypes((items, items if "dtype" in keywords else target, None))[-1]
    except TypeError:
        return False        # which both refuse
    values: list[Any] = [a.values, a.values.astype(items)]
    if keywords.get("initial") is not None:
        values.append(numpy.asarray(keywords["initial"]))
    fractions = loop.kind in "fc" and function_name(name) not in _WHOLE
    return target.kind in "iub" and fractions or target.kind != "c" and loop.kind == "c" \
        or function_name(name) == "bitwise_and" and target != loop or target.kind in "iub" and not all(
            holds(target, x) and numpy.all(x == numpy.trunc(x)) and (target.kind != "b" or numpy.all(x <= 1))
            for x in map(numpy.real, values))


@family
def ufunc_reduce(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    name = str(rng.choice(_BINARY))
    a = operand(rng, 3, 0)
    if function_name(name) in _STEEP | {"floor_divide", "remainder", "fmod", "arctan2", "nextafter", "copysign"} \
            and max(a.values.shape, default=0) > 1:
        return None
    keywords: dict[str, Any] = {"axis": some_axes(rng, a.values.ndim)} if rng.random() < 0.8 else {}
    keywords |= maybe(rng, keepdims=True, initial=[0, 1, 2, -1.5, None, True][int(rng.integers(6))])
    if rng.random() < 0.2:
        keywords["dtype"] = dtype(rng)
    operands = [a]
    masked = rng.random() < 0.25
    if masked:
        operands.append(operand(rng, like=a.values.shape, among="?"))
    out = rng.random() < 0.25
    if out:
        try:
            plain = {k: v for k, v in keywords.items() if k in ("axis", "keepdims")}
            like = numpy.add.reduce(a.values, **plain).shape
        except Exception:
            return None
        operands.append(operand(rng, like=like))
        if operands[-1].layout in REPEATED:
            return None
        if by_way_of(name, a, operands[-1], keywords):
            return None
    storable(a, keywords.get("dtype", "d"), *[x.values.dtype for x in operands[1:] if out])

    def call(xp: ModuleType, a: Any, *more: ArrayLike) -> Any:
        rest, options = list(more), dict(keywords)
        if masked:
            options["where"] = rest.pop(0)
        if out:
            options["out"] = rest.pop(0)
        return getattr(xp, name).reduce(a, **options)
    return f"{said(name + '.reduce', keywords)} where {masked} out {out}", call, operands


@family
def ufunc_walk(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    """accumulate and reduceat, into arrays too."""
    name = str(rng.choice(_BINARY))
    method = str(rng.choice(["accumulate", "reduceat"]))
    a = operand(rng, 3, 1)
    if function_name(name) in _STEEP | {"floor_divide", "remainder", "fmod", "arctan2", "nextafter"} \
            and max(a.values.shape) > 2:
        return None
    keywords = {}
    if rng.random() < 0.7:
        keywords["axis"] = int(rng.integers(-a.values.ndim, a.values.ndim))
    if rng.random() < 0.25:
        keywords["dtype"] = dtype(rng)
    n = a.values.shape[keywords.get("axis", 0)]
    more = [rng.integers(0, max(n, 1) + (rng.random() < 0.1), int(rng.integers(0, 5))).tolist()] \
        if method == "reduceat" else []
    operands = [a]
    if rng.random() < 0.2:
        like = list(a.values.shape)
        if more:
            like[keywords.get("axis", 0)] = len(more[0])
        operands.append(operand(rng, like=tuple(like)))
        if operands[-1].layout in REPEATED:
            return None
        if by_way_of(name, a, operands[-1], keywords):
            return None
    storable(a, keywords.get("dtype", "d"), *[x.values.dtype for x in operands[1:]])

    def call(xp: ModuleType, a: Any, *out: Any) -> Any:
        return getattr(getattr(xp, name), method)(a, *more, **keywords, **({"out": out[0]} if out else {}))
    return f"{said(f'{name}.{method}', keywords)} {more} out {len(operands) - 1}", call, operands


@family
def ufunc_outer(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    name = str(rng.choice(_BINARY))
    among = OFTEN
    a, b = operand(rng, 2, 0, among), operand(rng, 2, 0, among)
    if function_name(name) in _STEEP:
        gentle(a)
        gentle(b)
    keywords = {"dtype": dtype(rng)} if rng.random() < 0.15 else {}
    for x in (a, b):
        storable(x, keywords.get("dtype", "d"))
    return said(f"{name}.outer", keywords), lambda xp, a, b: getattr(xp, name).outer(a, b, **keywords), [a, b]


@family
def ufunc_at(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    """Indices of any kind, values that broadcast; of ufuncs of one operand too."""
    name = str(rng.choice(["add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin", "bitwise_or",
                           "bitwise_and", "bitwise_xor", "logical_and", "negative", "logical_not", "divide", "floor"]))
    a = operand(rng, 3, 1)
    n = a.values.shape[0]
    if a.layout in REPEATED or not a.values.size:
        return None
    index = Operand(rng, (int(rng.integers(0, 6)),), dtype(rng, "bhilIL"))
    index.values = rng.integers(-n if index.values.dtype.kind == "i" else 0, n + (rng.random() < 0.1),
                                index.values.shape).astype(index.values.dtype)
    kind = str(rng.choice(["array", "slice", "mask", "pair", "int", "ellipsis"]))
    mask = Operand(rng, (n,), "?")
    keys = {"array": lambda i, m: i, "slice": lambda i, m: slice(None, None, 2), "mask": lambda i, m: m,
            "pair": lambda i, m: (i, slice(None)) if a.values.ndim > 1 else (i,), "int": lambda i, m: -1,
            "ellipsis": lambda i, m: ...}
    unary = getattr(numpy, name).nin == 1
    try:
        selected = a.values[keys[kind](index.values, mask.values)].shape
    except IndexError:
        selected = (*index.values.shape, *a.values.shape[1:])
    b = operand(rng, like=selected[int(rng.integers(0, len(selected) + 1)):])
    storable(b, a.values.dtype)
    if unsigned_by_floats(a, b) and name in ("subtract", "negative"):
        return None
    if name == "divide":       # one that is divided twice: either order rounds alike
        b.values = numpy.ones_like(b.values) * 2 if b.values.dtype.kind != "b" else b.values

    def change(xp: ModuleType, a: Any, i: Any, m: Any, b: Any) -> None:
        getattr(xp, name).at(a, keys[kind](i, m), *(() if unary else (b,)))
    return f"{name}.at {kind}", change, [a, index, mask, b]
