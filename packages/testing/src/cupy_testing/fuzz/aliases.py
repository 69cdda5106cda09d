"""Random calls whose operands and outputs are views of the same bytes: as if what is read had been copied before."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, filled_text
from cupy_testing.fuzz.operands import Operand, cast_alike

if TYPE_CHECKING:
    from types import ModuleType

_ROOM = 1536        # bytes that the views lie in

_WORDS = {
    "axis": (None, 0, 1, -1), "one": (0, 1, -1), "kth": (0, 1, -1), "decimals": (0, 1, -1), "k": (0, 1, -1),
    "mode": ("clip", "wrap"), "image": ("reflect", "constant", "nearest", "mirror", "wrap"), "size": (2, 3),
    "unary": ("negative", "sqrt", "abs", "conj", "sign", "logical_not", "square", "floor", "exp"),
    "binary": ("add", "subtract", "multiply", "maximum", "minimum", "logical_or", "less", "fmax", "equal", "hypot"),
    "fold": ("add", "multiply", "maximum", "minimum", "logical_or"),
    "sum": ("sum", "prod", "max", "min", "any", "all", "mean", "var", "std", "ptp", "nansum", "nanmax", "nanmean",
            "argmax", "argmin", "median", "nanprod", "nanvar", "nanmin", "nanmedian"),
    "scan": ("cumsum", "cumprod", "nancumsum", "nancumprod"), "level": (0.25, [0.5, 1]),
    "joined": ("concatenate", "stack"), "signs": ("isneginf", "isposinf", "fix"),
}

#: Calls into ``o``, a view of the bytes of ``a`` and ``b``, of one shape; ``s``, square; ``i``, small numbers; ``m``,
#: truth values.
_INTO = [
    "xp.{unary}(a, out=o)", "xp.{binary}(a, b, out=o)", "xp.{binary}(a, b, o)", "xp.{binary}(a, 2, out=o)",
    "xp.{fold}.reduce(a, {one}, out=o)", "xp.{fold}.accumulate(a, {one}, out=o)", "xp.{fold}.outer(a, b[0], out=o)",
    "xp.{fold}.reduceat(a, [0, 1], {one}, out=o)", "xp.{sum}(a, axis={axis}, out=o)",
    "xp.{sum}(a, axis={one}, keepdims=True, out=o)", "xp.{scan}(a, {axis}, out=o)",
    "xp.cumulative_sum(a, axis={one}, include_initial=True, out=o)", "xp.quantile(a, {level}, {axis}, out=o)",
    "xp.matmul(s, s.T, out=o)", "xp.matmul(s, s, out=o)", "xp.matmul(s, a[:s.shape[0]], out=o)", "xp.dot(s, s, out=o)",
    "xp.dot(s, s[0], out=o)", "xp.einsum('ij,jk->ki', s, s, out=o)", "xp.einsum('ij,ij->j', a, b, out=o)",
    "xp.einsum('ij->ji', a, out=o)", "xp.einsum('ii->i', s, out=o)", "xp.vecdot(a, b, out=o)",
    "xp.matvec(s, s[1], out=o)", "xp.vecmat(s[0], s, out=o)", "xp.outer(a, b, out=o)",
    "xp.take(a, i, {axis}, out=o, mode={mode})", "xp.choose(abs(i) % 2, [a, b], out=o)",
    "xp.compress(m[0], a, 1, out=o)", "xp.clip(a, 1, b, out=o)", "xp.clip(a, None, 2, out=o)",
    "xp.round(a, {decimals}, out=o)", "xp.{joined}([a, b], out=o)", "xp.concatenate([a, b], {axis}, out=o)",
    "xp.stack([a, b], {one}, out=o)", "xp.trace(s, {k}, out=o)", "xp.{signs}(a, out=o)", "xp.copysign(a, b, out=o)",
    "xp.logaddexp(a, b, out=o)", "xp.heaviside(a, b, out=o)", "xp.ldexp(a, i, out=o)", "xp.arctan2(a, b, out=o)",
    "a.{scan}({axis}, out=o)", "a.take(i, {axis}, o, {mode})", "a.clip(b, 3, out=o)", "a.round({decimals}, out=o)",
    "xp.linalg.multi_dot([s, s, s], out=o)",
]
#: Changes of ``o``, whose shape is that of ``a``.
_CHANGES = [
    "xp.{binary}(a, b, out=o, where=m)", "xp.{unary}(a, out=o, where=m)", "o.__iadd__(a)", "o.__imul__(a[0])",
    "o.__isub__(a[:, :1])", "o.__iadd__(o.T) if o.shape[0] == o.shape[1] else None", "xp.copyto(o, a, where=m)",
    "xp.copyto(o, a[0])", "o.__setitem__(..., a)", "o.__setitem__((slice(None), 0), a[:, 1])", "o.__setitem__(m, a[m])",
    "o.__setitem__(m, a[0, 0])", "o.__setitem__(xp.arange(len(o))[::-1], a)", "xp.putmask(o, m, a)",
    "xp.place(o, m, a.ravel())", "xp.put(o, xp.arange(o.size)[::-1], a)", "o.flat.__setitem__(slice(None), a.ravel())",
    "o.flat.__setitem__(slice(None), a)", "xp.put_along_axis(o, xp.argsort(b, 0, kind='stable'), a, 0)",
    "xp.put_along_axis(o, xp.argsort(b, -1, kind='stable'), a, 1)",
    "xp.fill_diagonal(o, a[0])", "xp.add.at(o, (i % len(o)).ravel(), a[0])", "xp.maximum.at(o, [0, 1], a[:2])",
    "o.sort({one})", "o.partition({kth}, {one})", "xp.nan_to_num(o, copy=False)", "o.byteswap(inplace=True)",
    "o.fill(a[0, 0])", "o.real.__setitem__(..., a.real)", "xp.negative.at(o, [0])", "o.T.__setitem__(..., a.T)",
    "o[::-1].__setitem__(..., o)", "o.__setitem__(..., o[::-1, ::-1])", "o[1:].__iadd__(o[:-1])",
    "xp.{binary}(a, b, out=(o,), where=m[0])", "xp.divmod(a, 2, out=(o, None))", "xp.modf(o.real, out=(o.real, None))",
]


class View:
    """Where an array lies in the bytes."""

    def __init__(self, rng: numpy.random.Generator, shape: tuple[int, ...], char: str, repeats: bool = False) -> None:
        self.shape, self.dtype, size = shape, numpy.dtype(char), numpy.dtype(char).itemsize
        steps, step = [0] * len(shape), size * int(rng.choice([1, 1, 1, 2]))
        for axis in rng.permutation(len(shape)) if rng.random() < 0.4 else range(len(shape))[::-1]:
            steps[axis] = 0 if repeats and rng.random() < 0.15 else int(rng.choice([1, 1, 1, -1])) * step
            step *= max(shape[axis], 1) + int(rng.random() < 0.15)
        self.strides = tuple(steps)
        low = -sum((n - 1) * s for n, s in zip(shape, steps) if s < 0 and n)
        high = sum((n - 1) * s for n, s in zip(shape, steps) if s > 0 and n) + size
        last = (_ROOM - low - high) // size
        near = int(rng.integers(0, min(last, 9) + 1)) if last >= 0 else -1
        self.start = low + size * near + int(rng.random() < 0.1)
        self.fits = last >= 1

    def __repr__(self) -> str:
        return f"{self.dtype.str}{list(self.shape)}@{self.start}{list(self.strides)}"

    def made(self, xp: ModuleType, memory: Any) -> Any:
        if xp is numpy:
            return numpy.ndarray(self.shape, self.dtype, memory, self.start, self.strides)
        return xp.ndarray(self.shape, self.dtype, memory.data + self.start, self.strides)


def beside(view: View, out: View) -> bool:
    """Whether a view of the same shape is made the very same."""
    if view.shape != out.shape or view.dtype.itemsize != out.dtype.itemsize:
        return False
    view.start, view.strides, view.fits = out.start, out.strides, out.fits
    return True


def text_of(rng: numpy.random.Generator, table: list[str]) -> str:
    """A call of a table, with its names of functions and its words drawn."""
    named = re.sub(r"xp\.\{(\w+)\}|a\.\{(\w+)\}", lambda found: f"{found[0][0]}{'p' * (found[0][0] == 'x')}." + str(
        rng.choice(_WORDS[found[1] or found[2]])), str(rng.choice(table)))
    return filled_text(rng, named, _WORDS)


def memory_of(rng: numpy.random.Generator, chars: str) -> Operand:
    """Bytes that are ordinary numbers of the first type, or of any if some are truth values."""
    memory = Operand(rng, (_ROOM,), "?" if "?" in chars else "B", "contiguous")
    if "?" not in chars:
        first = numpy.dtype(chars[0])
        memory.values = numpy.nan_to_num(Operand(rng, (_ROOM // first.itemsize,), first).values, posinf=3).view("B")
    memory.values = memory.values.view("B")
    return memory


def wanted_like(call: Callable[..., Any], memory: numpy.ndarray, views: list[View]) -> Any:
    """What the call gives without an output; None where NumPy refuses."""
    copies = [view.made(numpy, memory).copy() for view in views]
    with numpy.errstate(all="ignore"):
        try:
            return numpy.asarray(call(numpy, *copies, None))
        except Exception:
            return None


def drawn(rng: numpy.random.Generator, table: list[str]) -> Any:
    text = text_of(rng, table)
    call = eval(f"lambda xp, a, b, s, i, m, o: {text}", {"numpy": numpy})         # noqa: S307 - of the tables above
    whole, n, char = tuple(int(k) for k in rng.integers(2, 6, 2)), int(rng.integers(2, 5)), dtype(rng, "bilfdDhB?")
    other = char if rng.random() < 0.7 else dtype(rng, "bilfdD")
    views = [View(rng, whole, char, True), View(rng, whole, other, True), View(rng, (n, n), char, True),
             View(rng, whole, "b"), View(rng, whole, "?", True)]
    used = [view for name, view in zip("absim", views) if re.search(rf"\b{name}\b", text)]
    memory = memory_of(rng, "".join(view.dtype.char for view in used or views))
    changes = table is _CHANGES
    like = views[0].made(numpy, memory.values) if changes else wanted_like(call, memory.values, views)
    if like is None:
        return None
    into = like.dtype.char if rng.random() < 0.75 or "axis=" in text or "reduc" in text else dtype(rng, "bilfdD")
    out = View(rng, like.shape, into)
    for view in views:
        if rng.random() < 0.2:
            beside(view, out)
    if not all(view.fits for view in (*views, out)) or not cast_alike(into, like):
        return None

    def on_bytes(xp: ModuleType, memory: Any) -> Any:
        if xp is not numpy:
            arrays = [view.made(xp, memory) for view in (*views, out)]
        else:
            arrays = [*(view.made(xp, memory).copy() for view in views), out.made(xp, memory)]
        try:
            call(xp, *arrays)
            return arrays[-1].copy()
        finally:
            arrays[-1][...] = 0         # so that of the bytes those are compared that are none of the output's
    told = ", ".join(f"{name} {view}" for name, view in zip("absimo", (*views, out)))
    return f"{text} of {told}", on_bytes, [memory]


@family
def alias_out(rng: numpy.random.Generator) -> Any:
    return drawn(rng, _INTO)


@family
def alias_changes(rng: numpy.random.Generator) -> Any:
    return drawn(rng, _CHANGES)
