"""Random keys of all kinds together, right ones and wrong ones, read and written."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, operand
from cupy_testing.fuzz.operands import OFTEN, REPEATED, Operand, storable

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike


def integers(rng: numpy.random.Generator, n: int, whole: tuple[int, ...], wild: float = 0.03) -> Operand:
    """An array of positions below `n`, sometimes one beyond."""
    found = Operand(rng, whole, dtype(rng, "bBhHilILl"))
    low = -n if found.values.dtype.kind == "i" else 0
    found.values = rng.integers(low, max(n, 1), whole).astype(found.values.dtype)
    if not n:
        found.values = numpy.zeros(whole, found.values.dtype)
    elif found.values.size and rng.random() < wild:
        found.values.flat[0] = n + 1
    return found


def part(rng: numpy.random.Generator, where: tuple[int, ...], at: int, arrays: list[Operand],
         broad: tuple[int, ...]) -> tuple[Any, int]:
    """An item of a key for the axes from `at` on, and how many axes it takes."""
    n = where[at]
    kind = rng.random()
    if kind < 0.22:
        ends = [None if rng.random() < 0.3 else int(k) for k in rng.integers(-n - 2, n + 3, 2)]
        return slice(ends[0], ends[1], [None, 1, 2, -1, -2, 3][int(rng.integers(6))]), 1
    if kind < 0.4:
        value = int(rng.integers(-n, n)) if n else 0
        return (numpy.int32(value) if rng.random() < 0.2 else value) if rng.random() < 0.98 else n, 1
    if kind < 0.6:
        whole = tuple(1 if rng.random() < 0.2 else k for k in broad)[int(rng.integers(0, len(broad) + 1)):]
        arrays.append(integers(rng, n, whole))
        return ("array", len(arrays) - 1), 1
    if kind < 0.68:
        return [int(k) for k in rng.integers(-n, n, broad[-1] if broad else 1)] if n else [], 1
    if kind < 0.76:
        arrays.append(Operand(rng, (n + (rng.random() < 0.03),), "?"))
        return ("array", len(arrays) - 1), 1
    if kind < 0.84 and at + 1 < len(where):
        arrays.append(Operand(rng, tuple(where[at:at + 2]), "?"))
        return ("array", len(arrays) - 1), 2
    if kind < 0.88:
        return bool(rng.random() < 0.5), 0
    if kind < 0.94:
        return None, 0
    return slice(None), 1


def key_of(rng: numpy.random.Generator, where: tuple[int, ...], arrays: list[Any]) -> list[Any]:
    broad = tuple(int(n) for n in rng.integers(1, 4, int(rng.integers(1, 3))))
    items, at, dots = [], 0, False
    while at < len(where) and rng.random() < 0.85:
        if not dots and rng.random() < 0.12:
            items.append(...)
            dots = True
            at += int(rng.integers(0, len(where) - at + 1))
            continue
        item, taken = part(rng, where, at, arrays, broad)
        items.append(item)
        at += taken
    if rng.random() < 0.03:
        items.append([1.5, "a", 2, ..., slice(None, None, 0), (0,)][int(rng.integers(6))])
    return items


def filled(items: list[Any], arrays: tuple[Any, ...] | list[numpy.ndarray],
           lone: bool) -> int | tuple[Any, ...] | slice:
    key = tuple(arrays[x[1]] if isinstance(x, tuple) and x[:1] == ("array",) else x for x in items)
    return key[0] if lone else key


@family
def key_read(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    a, arrays = operand(rng, 4, 0), []
    items = key_of(rng, a.values.shape, arrays)
    lone = len(items) == 1 and rng.random() < 0.5
    return f"a[{items}]", lambda xp, a, *more: xp.asarray(a[filled(items, more, lone)]), [a, *arrays]


@family
def key_written(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    a, arrays = operand(rng, 4, 0), []
    if a.layout in REPEATED:
        return None
    items = key_of(rng, a.values.shape, arrays)
    lone = len(items) == 1 and rng.random() < 0.5
    key = filled(items, [x.seen() for x in arrays], lone)
    try:
        selected = a.values[key].shape
        places = numpy.arange(a.values.size).reshape(a.values.shape)[key]
        if numpy.unique(places).size != places.size:        # an item that is named twice has no defined value
            return None
    except (IndexError, ValueError):
        selected = None     # one error at a time
    # Of nothing NumPy may look at the value or not.
    alone, like = selected is None or 0 in selected, ()
    if selected is not None and not alone:
        like = tuple(1 if rng.random() < 0.2 else n for n in selected)[int(rng.integers(0, len(selected) + 1)):]
    if selected and not alone and rng.random() < 0.05:
        like = (2, *like)
    value = operand(rng, like=like, among=a.values.dtype.char if alone else OFTEN)
    storable(value, a.values.dtype)
    way = str(rng.choice(["set", "set", "set", "+=", "scalar", "list"]))
    if way == "+=" and not selected:
        return None         # NumPy's scalars
    listed = value.values.tolist() if way == "list" else None

    def call(xp: ModuleType, a: Any, value: Any, *more: ArrayLike) -> None:
        key = filled(items, more, lone)
        if way == "+=":
            a[key] += value
        else:
            a[key] = {"set": value, "scalar": 3, "list": listed}[way]
    return f"a[{items}] {way} b", call, [a, value, *arrays]


@family
def flat(rng: numpy.random.Generator) -> Any:
    """The items in C order by number, slice, mask and list."""
    a = operand(rng, 3, 0)
    n = a.values.size
    if a.layout in REPEATED:
        return None
    index = integers(rng, n, (int(rng.integers(0, 4)),))
    index.values = rng.permutation(n)[:index.values.size].astype(index.values.dtype) if n else index.values[:0]
    if numpy.unique(index.seen()).size != index.values.size:        # which value is the last one is not told
        index.layout = "contiguous"
    mask = Operand(rng, (n,), "?")
    kind = str(rng.choice(["int", "slice", "array", "mask", "dots", "list"]))
    number, ends = int(rng.integers(-n, n + 1)) if n else 0, [int(k) for k in rng.integers(-n - 1, n + 2, 2)]
    step = [None, 1, 2, -1][int(rng.integers(4))]
    keys = {"int": lambda i, m: number, "slice": lambda i, m: slice(ends[0], ends[1], step), "array": lambda i, m: i,
            "mask": lambda i, m: m, "dots": lambda i, m: ..., "list": lambda i, m: [0, n - 1] if n > 1 else []}
    b = operand(rng, like=((), (1,), (2,), (3,))[int(rng.integers(4))])
    storable(b, a.values.dtype)
    written = rng.random() < 0.5
    if kind == "int":       # of arrays of one item some types make a number
        b = operand(rng, like=(), among=a.values.dtype.char)

    def call(xp: ModuleType, a: Any, i: Any, m: Any, b: Any) -> Any:
        if written:
            a.flat[keys[kind](i, m)] = b
            return None
        return xp.asarray(a.flat[keys[kind](i, m)])
    return f"flat[{kind} {number} {ends} {step}] {'set' if written else 'get'}", call, [a, index, mask, b]
