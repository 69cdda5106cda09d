"""Routines on 64 Mi elements that should cost one pass over their inputs and output."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite
from cupy_testing.bench.bandwidth import rows

if TYPE_CHECKING:
    from types import ModuleType

suite = Suite("bandwidth")


def row(name: str, count: int, body: Callable[..., Any], nbytes: float, torch: Callable[..., Any] | str | None = None,
        shape: Callable[..., Any] | None = None) -> None:
    """A case on `count` big operands of float32; `nbytes` a big element."""
    def bind(body: Any) -> Callable[..., Any]:
        return lambda lib: body(lib.xp, *(lib.random(shape(lib) if shape else lib.n, "f")
                                          for _ in range(count)))

    suite.row(name, bind(body), nbytes=lambda lib: nbytes * lib.n,
              torch=SAME if torch is SAME else torch and bind(torch))


def interp(xp: ModuleType, a: Any) -> Callable[..., Any]:
    points = xp.linspace(0, 1, 1024)
    values = xp.sin(points)
    return lambda: xp.interp(a, points, values)


row("isclose_f32", 2, lambda xp, a, b: lambda: xp.isclose(a, b), 9, SAME)
row("allclose_f32", 1, lambda xp, a: lambda: xp.allclose(a, a), 8, SAME)
row("clip_f32", 1, lambda xp, a: lambda: xp.clip(a, 0.25, 0.75), 8, SAME)
row("nan_to_num_f32", 1, lambda xp, a: lambda: xp.nan_to_num(a), 8, SAME)
row("diff_f32", 1, lambda xp, a: lambda: xp.diff(a), 8, SAME)
row("gradient_f32", 1, lambda xp, a: lambda: xp.gradient(a), 8, SAME)
row("trapezoid_f32", 1, lambda xp, a: lambda: xp.trapezoid(a), 4, SAME)
row("unwrap_f32", 1, lambda xp, a: lambda: xp.unwrap(a), 8)
row("interp_f32", 1, interp, 12)
row("pad_f32", 1, lambda xp, a: lambda: xp.pad(a, 8), 8, shape=rows)
row("pad_reflect_f32", 1, lambda xp, a: lambda: xp.pad(a, 8, "reflect"), 8, shape=rows)
row("roll_f32", 1, lambda xp, a: lambda: xp.roll(a, 1000), 8, SAME)
row("flip_copy_f32", 1, lambda xp, a: lambda: xp.flip(a).copy(), 8,
    lambda xp, a: lambda: xp.flip(a, (0,)))
row("repeat_f32", 1, lambda xp, a: lambda: xp.repeat(a[:a.size // 4], 4), 5,
    lambda xp, a: lambda: xp.repeat_interleave(a[:a.numel() // 4], 4))
row("tile_f32", 1, lambda xp, a: lambda: xp.tile(a[:a.size // 4], 4), 5,
    lambda xp, a: lambda: xp.tile(a[:a.numel() // 4], (4,)))
row("concatenate_f32", 2, lambda xp, a, b: lambda: xp.concatenate([a, b]), 16, SAME)
row("stack_last_f32", 2, lambda xp, a, b: lambda: xp.stack([a, b], -1), 16, SAME)


def of_many(join: Callable[..., Any]) -> Callable[..., Any]:
    def make(xp: ModuleType, a: Any) -> Callable[..., Any]:
        parts = [a[i * (a.shape[0] // 64):(i + 1) * (a.shape[0] // 64)] for i in range(64)]
        return lambda: join(xp, parts)
    return make


row("concatenate_64_f32", 1, of_many(lambda xp, parts: xp.concatenate(parts)), 8,
    of_many(lambda xp, parts: xp.concatenate(parts)))
row("stack_f32", 2, lambda xp, a, b: lambda: xp.stack([a, b]), 16, SAME)
row("concatenate_columns_f32", 2, lambda xp, a, b: lambda: xp.concatenate([a, b], 1), 16,
    lambda xp, a, b: lambda: xp.concatenate([a, b], 1), rows)
row("average_f32", 1, lambda xp, a: lambda: xp.average(a), 4)
row("average_weighted_f32", 2, lambda xp, a, b: lambda: xp.average(a, weights=b), 8)
row("array_equal_f32", 1, lambda xp, a: (lambda b: lambda: xp.array_equal(a, b))(a + 0), 8,
    lambda xp, a: (lambda b: lambda: xp.equal(a, b))(a + 0))
row("nansum_f32", 1, lambda xp, a: lambda: xp.nansum(a), 4, SAME)
row("gradient_columns_f32", 1, lambda xp, a: lambda: xp.gradient(a, axis=0), 8,
    lambda xp, a: lambda: xp.gradient(a, dim=0), rows)
row("tril_f32", 1, lambda xp, a: lambda: xp.tril(a), 8, SAME, rows)
row("packbits_f32", 1, lambda xp, a: (lambda m: lambda: xp.packbits(m))(a > 0.5), 1.125)


def polyval(xp: ModuleType, a: Any) -> Callable[..., Any]:
    p = xp.asarray([0.5, -1, 2, 1, 3], dtype="f")
    return lambda: xp.polyval(p, a)


def vectorized(xp: ModuleType, a: Any) -> Callable[..., Any]:
    f = xp.vectorize(lambda x: x * 2 if x > 0.5 else x + 1)
    return lambda: f(a)


row("polyval_f32", 1, polyval, 8)
row("vectorize_f32", 1, vectorized, 8)
