"""Reductions of 64 Mi elements, bound by reading them once."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("bandwidth")

_SIZE = {"f": 4, "d": 8, "e": 2, "b": 1, "?": 1}


def row(name: str, char: str, body: Callable[..., Any], torch: Any = SAME,
        shape: Callable[..., Any] | None = None) -> None:
    """A case on one big operand, read once."""
    def bind(body: Callable[..., Any]) -> Callable[..., Any]:
        return lambda lib: body(lib.xp, lib.random(shape(lib) if shape else lib.n, char))

    suite.row(name, bind(body), nbytes=lambda lib: _SIZE[char] * lib.n,
              torch=SAME if torch is SAME else torch and bind(torch))


def rows(lib: Library) -> tuple[int, int]:
    return lib.rows


def short_rows(lib: Library) -> Any:
    return lib.n // 64, 64


def cube(lib: Library) -> Any:
    return max(1, lib.n >> 18), 512, 512


def every(xp: ModuleType, a: Any) -> Callable[..., Any]:
    ones = a | True
    return lambda: ones.all()


def reduction_kernel(lib: Any) -> Any:
    k = lib.xp.ReductionKernel(
        "T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "bench_norm")
    a = lib.random(lib.n)
    return lambda: k(a)


row("sum_float32", "f", lambda xp, a: lambda: a.sum())
row("sum_float64", "d", lambda xp, a: lambda: a.sum())
row("sum_float16", "e", lambda xp, a: lambda: a.sum())
row("sum_int8", "b", lambda xp, a: lambda: a.sum())
row("max_f32", "f", lambda xp, a: lambda: a.max())
row("argmax_f32", "f", lambda xp, a: lambda: a.argmax())
row("mean_f32", "f", lambda xp, a: lambda: a.mean())
row("var_f32", "f", lambda xp, a: lambda: a.var())
row("all_bool", "?", every)
row("count_nonzero_f32", "f", lambda xp, a: lambda: xp.count_nonzero(a))
row("sum_axis0_f32", "f", lambda xp, a: lambda: a.sum(axis=0), shape=rows)
row("sum_axis1_f32", "f", lambda xp, a: lambda: a.sum(axis=1), shape=rows)
row("sum_short_rows_f32", "f", lambda xp, a: lambda: a.sum(axis=1), shape=short_rows)
row("sum_axis02_f32", "f", lambda xp, a: lambda: a.sum(axis=(0, 2)), shape=cube)
suite.row("reduction_kernel_f32", reduction_kernel, numpy=False, nbytes=lambda lib: 4 * lib.n)
