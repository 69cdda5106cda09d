"""Cases drawn at random for the sweep: operation, dtypes, shape, layout and axes from one number.

A case knows the fewest bytes that it must move, so its time can be held against the speed of memory.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Numpy

__all__ = []

SECTOR = 32              # bytes that memory moves at the least
BURST = 64               # of those at random places: half of what comes is not asked for


class Case(NamedTuple):
    """One call to time."""

    family: str
    line: str            # reproduces it, given the operands' description
    floor: float         # bytes read and written, at the least; 0: something else bounds it
    operands: tuple      # of `Operand`
    call: Any            # of the library's module and the operands
    launches: int = 1    # kernels that wait for one another, at the least


class Operand(NamedTuple):
    """An array: a view of a contiguous one."""

    char: str
    shape: tuple
    layout: str
    order: tuple         # of the axes in memory, for "permuted"

    def make(self, library: Numpy) -> numpy.ndarray:
        """The array, of a library's."""
        shape = self.shape
        if self.layout == "permuted":
            stored = tuple(shape[k] for k in self.order)
            return library.random(stored, self.char).transpose([int(k) for k in numpy.argsort(self.order)])
        if self.layout == "stepped":
            return library.random((*shape[:-1], 2 * shape[-1]), self.char)[..., ::2]
        if self.layout == "reversed":
            return library.random(shape, self.char)[::-1]
        if self.layout == "inner":
            return library.random((*shape[:-1], shape[-1] + 3), self.char)[..., 1:-2]
        if self.layout == "offset":
            size = int(numpy.prod(shape))
            return library.random((size + 1,), self.char)[1:].reshape(shape)
        if self.layout == "sorted":
            return library.xp.sort(library.random(shape, self.char))
        if self.layout == "broadcast":
            return library.xp.broadcast_to(library.random((*shape[:-1], 1), self.char), shape)
        return library.random(shape, self.char)

    @property
    def text(self) -> Any:
        return f"{self.char}{list(self.shape)}" + ("" if self.layout == "C" else f" {self.layout}" + (
            f"{list(self.order)}" if self.layout == "permuted" else ""))

    @property
    def nbytes(self) -> float:
        """Bytes of memory that reading it moves: whole sectors, where items lie apart."""
        width = numpy.dtype(self.char).itemsize
        size = float(numpy.prod(self.shape[:-1] if self.layout == "broadcast" else self.shape, dtype=float)) * width
        if self.layout == "stepped":
            return size * min(2, max(1, SECTOR / width))
        if self.layout == "inner":
            row = self.shape[-1] * width
            return size * min(row + 3 * width, row + SECTOR - width) / row
        return size


LAYOUTS = ("C", "C", "C", "permuted", "stepped", "reversed", "inner", "offset", "broadcast")
NUMBERS = "fffdddieFBhqe"
REAL = "fffdddiqBh"


def _shape(rng: numpy.random.Generator, low: int, high: int, char: str) -> tuple[int, ...]:
    """A random shape whose array has between `low` and `high` bytes."""
    items = 2 ** rng.uniform(numpy.log2(low), numpy.log2(high)) / numpy.dtype(char).itemsize
    ndim = int(rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 6]))
    cuts = rng.dirichlet(numpy.full(ndim, 0.7))
    sizes = [max(1, round(items ** c)) for c in cuts]
    for k in range(ndim):
        if rng.random() < 0.4:
            sizes[k] |= 1
        if rng.random() < 0.15 and sizes[k] > 64:
            sizes[k] = 1 << int(numpy.log2(sizes[k]))
    return tuple(sizes)


def _operand(rng: numpy.random.Generator, char: str, shape: tuple[int, ...]) -> Operand:
    layout = str(rng.choice(LAYOUTS if len(shape) > 1 else ("C", "C", "stepped", "reversed", "offset")))
    return Operand(char, shape, layout, tuple(int(k) for k in rng.permutation(len(shape))))


def _axes(rng: numpy.random.Generator, ndim: int) -> tuple[int, ...]:
    count = int(rng.integers(1, ndim + 1))
    return tuple(sorted(int(k) for k in rng.choice(ndim, count, replace=False)))


def _unary(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list("fffddde")))
    name = str(rng.choice(["negative", "sqrt", "absolute", "square", "exp", "isnan", "floor", "tanh"]))
    x = _operand(rng, char, shape(char))
    out = float(numpy.prod(x.shape, dtype=float)) * (1 if name == "isnan" else numpy.dtype(char).itemsize)
    return Case("unary", f"xp.{name}(x)", x.nbytes + out, (x,), lambda xp, a: getattr(xp, name)(a))


def _binary(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char, name = str(rng.choice(list(NUMBERS))), str(rng.choice(["add", "multiply", "maximum", "less", "subtract"]))
    if char == "F":
        name = "add"
    size = shape(char)
    x, y = _operand(rng, char, size), _operand(rng, char, size)
    if rng.random() < 0.3:
        keep = rng.random(len(size)) < 0.5
        y = Operand(char, tuple(n if k else 1 for n, k in zip(size, keep, strict=True)), "C", ())
    full = float(numpy.prod(size, dtype=float))
    out = full * (1 if name == "less" else numpy.dtype(char).itemsize)
    return Case("binary", f"xp.{name}(x, y)", x.nbytes + y.nbytes + out, (x, y),
                lambda xp, a, b: getattr(xp, name)(a, b))


def _copy(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list(NUMBERS)))
    x = _operand(rng, char, shape(char))
    size = float(numpy.prod(x.shape, dtype=float))
    if rng.random() < 0.4:
        to = str(rng.choice(list("fdie")))
        if char == "F":
            to = "D"
        return Case("cast", f"x.astype({to!r})", x.nbytes + size * numpy.dtype(to).itemsize, (x,),
                    lambda xp, a: a.astype(to))
    return Case("copy", "xp.ascontiguousarray(x) + copy", x.nbytes + size * numpy.dtype(char).itemsize, (x,),
                lambda xp, a: xp.array(a, order="C"))


def _reduction(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list(REAL)))
    name = str(rng.choice(["sum", "sum", "mean", "max", "argmax", "any", "var", "prod"]))
    x = _operand(rng, char, shape(char))
    axis = _axes(rng, len(x.shape))
    axis = axis[0] if name == "argmax" or rng.random() < 0.3 else axis
    kept = numpy.prod([n for k, n in enumerate(x.shape) if k not in numpy.atleast_1d(axis)], dtype=float)
    out = getattr(numpy, name)(numpy.ones((1,) * len(x.shape), char), axis=axis).dtype.itemsize
    return Case("reduction", f"x.{name}(axis={axis})", x.nbytes + kept * out, (x,),
                lambda xp, a: getattr(xp, name)(a, axis=axis))


def _scan(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char, name = str(rng.choice(list("fdi"))), str(rng.choice(["cumsum", "cumprod"]))
    x = _operand(rng, char, shape(char))
    axis = int(rng.integers(len(x.shape)))
    width = 8 if char == "i" else numpy.dtype(char).itemsize
    size = float(numpy.prod(x.shape, dtype=float))
    return Case("scan", f"xp.{name}(x, axis={axis})", x.nbytes + size * width, (x,),
                lambda xp, a: getattr(xp, name)(a, axis=axis))


def _join(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list(NUMBERS)))
    size = shape(char)
    axis = int(rng.integers(len(size)))
    kind = str(rng.choice(["concatenate", "stack", "roll", "flip", "repeat", "tile", "pad"]))
    x = Operand(char, size, "C", ())
    if kind in ("concatenate", "stack"):
        return Case("join", f"xp.{kind}([x, x], {axis})", 4 * x.nbytes, (x, x),
                    lambda xp, a, b: getattr(xp, kind)([a, b], axis))
    if kind == "roll":
        return Case("join", f"xp.roll(x, 5, {axis})", 2 * x.nbytes, (x,), lambda xp, a: xp.roll(a, 5, axis))
    if kind == "flip":
        return Case("join", f"xp.flip(x, {axis}).copy()", 2 * x.nbytes, (x,), lambda xp, a: xp.flip(a, axis).copy())
    if kind == "repeat":
        return Case("join", f"xp.repeat(x, 3, {axis})", 4 * x.nbytes, (x,), lambda xp, a: xp.repeat(a, 3, axis))
    if kind == "tile":
        return Case("join", "xp.tile(x, 2)", 3 * x.nbytes, (x,), lambda xp, a: xp.tile(a, 2))
    padded = float(numpy.prod([n + 2 for n in size], dtype=float)) * numpy.dtype(char).itemsize
    return Case("join", "xp.pad(x, 1, mode='edge')", x.nbytes + padded, (x,), lambda xp, a: xp.pad(a, 1, mode="edge"))


def _scattered(nbytes: float, run: float, width: int, written: bool) -> float:
    """Bytes that memory moves for runs of so many at random places; what is written in part is read first."""
    if run % BURST == 0:
        return nbytes
    return nbytes / run * (run + BURST - width) * (2 if written and run < BURST else 1)


def _select(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list("fdiB")))
    size = shape(char)
    x = Operand(char, size, "C", ())
    kind = str(rng.choice(["where", "mask", "take", "count", "rows", "fill"]))
    items = float(numpy.prod(size, dtype=float))
    # Two calls each: what the first writes, the second reads; a mask once more, as its result needs its size first.
    if kind == "where":
        return Case("select", "xp.where(x > 50, x, 0)", 3 * x.nbytes + 2 * items, (x,),
                    lambda xp, a: xp.where(a > 50, a, 0), 2)
    if kind == "mask":
        above = int(rng.choice([1, 50, 50, 90, 99]))
        return Case("select", f"x[x > {above}]", (3 - above / 100) * x.nbytes + 3 * items, (x,),
                    lambda xp, a: a[a > above], 3)
    if kind == "count":
        return Case("select", "xp.count_nonzero(x)", x.nbytes, (x,), lambda xp, a: xp.count_nonzero(a))
    if kind == "fill":
        return Case("select", "x[...] = 7", x.nbytes, (x,), lambda xp, a: a.fill(7))
    axis = int(rng.integers(len(size))) if kind == "take" else 0
    width = numpy.dtype(char).itemsize
    run = float(numpy.prod(size[axis + 1:], dtype=float)) * width
    moved = x.nbytes + _scattered(x.nbytes, run, width, kind != "take") + 8 * size[axis]
    held = {}

    def indices(xp: ModuleType) -> numpy.ndarray:
        if xp not in held:
            held.clear()
            held[xp] = xp.asarray(numpy.random.default_rng(0).permutation(size[axis]))
        return held[xp]

    if kind == "take":
        return Case("select", f"xp.take(x, permutation, {axis})", moved, (x,),
                    lambda xp, a: xp.take(a, indices(xp), axis))

    def scatter(xp: ModuleType, a: Any, b: Any) -> None:
        a[indices(xp)] = b

    return Case("select", "x[permutation] = y", moved, (x, x), scatter)


MEMORY_BOUND = (_unary, _binary, _binary, _copy, _copy, _reduction, _reduction, _reduction, _scan, _join, _select)


def draw(seed: int, number: int, low: int = 64 << 20, high: int = 1 << 29) -> Case:
    """The case of a number: the same wherever it is drawn."""
    from cupy_testing.bench.sweep_bound import FAMILIES as others

    rng = numpy.random.default_rng([seed, number])
    # One in six is of those that another library bounds.
    families = others if number % 6 == 5 else MEMORY_BOUND
    family = families[int(rng.integers(len(families)))]
    return family(rng, lambda char: _shape(rng, low, high, char))
