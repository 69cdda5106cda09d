"""Sorting, sets and order statistics beyond the rows of the algorithms suite, on 32 Mi elements."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite
from cupy_testing.bench.algorithms import masked, on, shaped, size, small_ints, wide

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("algorithms")

ROWS = (-1, 1024)

suite.row("argsort_rows_f32", shaped(lambda xp, a: xp.argsort(a, axis=1), ROWS),
          torch=shaped(lambda xp, a: xp.argsort(a, dim=1), ROWS))
suite.row("sort_short_rows_f32", shaped(lambda xp, a: xp.sort(a, axis=1), (-1, 16)),
          torch=shaped(lambda xp, a: xp.sort(a, dim=1), (-1, 16)))
suite.row("sort_long_rows_f32", shaped(lambda xp, a: xp.sort(a, axis=1), (512, -1)),
          torch=shaped(lambda xp, a: xp.sort(a, dim=1), (512, -1)))
suite.row("argpartition_f32", on("f", lambda xp, a: xp.argpartition(a, 1000)))
suite.row("median_rows_f32", shaped(lambda xp, a: xp.median(a, axis=1), ROWS))
suite.row("median_long_rows_f32", shaped(lambda xp, a: xp.median(a, axis=1), (512, -1)))
suite.row("nanmedian_f32", on("f", lambda xp, a: xp.nanmedian(a)))
suite.row("quantile_higher_f32", on("f", lambda xp, a: xp.quantile(a, 0.3, method="higher")))


@suite.case(torch=SAME)
def unique_narrow_i64(lib: Library) -> Callable[..., Any]:
    a = lib.array(lib.source.randint(0, 1000, size(lib)).astype("l"))
    return lambda: lib.xp.unique(a)


@suite.case()
def unique_all_i32(lib: Library) -> Callable[..., Any]:
    a = small_ints(lib, 100_000)
    return lambda: lib.xp.unique(a, return_index=True, return_inverse=True, return_counts=True)


@suite.case()
def lexsort_two(lib: Library) -> Callable[..., Any]:
    a, b = small_ints(lib, 1000), wide(lib, "f")
    return lambda: lib.xp.lexsort((b, a))


@suite.case()
def digitize_f32(lib: Library) -> Callable[..., Any]:
    a, bins = wide(lib, "f"), lib.array((lib.source.rand(1000) * 0.001).cumsum().astype("f"))
    return lambda: lib.xp.digitize(a, bins)


@suite.case()
def intersect1d_i32(lib: Library) -> Callable[..., Any]:
    a, b = small_ints(lib, 1 << 30), small_ints(lib, 1 << 30)
    return lambda: lib.xp.intersect1d(a, b)


@suite.case()
def mask_set_f32(lib: Library) -> Callable[..., Any]:
    a = wide(lib, "f")
    mask = a > 0.5
    values = a[mask]

    def call() -> None:
        a[mask] = values

    return call


suite.row("compress_f32", masked(lambda xp, a, m: xp.compress(m, a)))
