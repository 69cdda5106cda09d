"""Elementwise work on 64 Mi elements, bound by memory.

Bytes count each input read once and each output written once.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("bandwidth")

_SIZE = {"f": 4, "d": 8, "e": 2, "b": 1, "?": 1, "i": 4, "F": 8}
_NAME = {"f": "float32", "d": "float64", "e": "float16", "b": "int8", "?": "bool", "i": "int32",
         "F": "complex64"}


def row(name: str, operands: Sequence[str], body: Callable[..., Any], nbytes: int,
        torch: Callable[..., Any] | str | None = None, shape: Callable[..., Any] | None = None) -> None:
    """A case on big operands of these types; `nbytes` a big element."""
    def bind(body: Any) -> Callable[..., Any]:
        return lambda lib: body(lib.xp, *(lib.random(shape(lib) if shape else lib.n, char)
                                          for char in operands))

    suite.row(name, bind(body), nbytes=lambda lib: nbytes * lib.n,
              torch=SAME if torch is SAME else torch and bind(torch))


def rows(lib: Library) -> tuple[int, int]:
    return lib.rows


def images(lib: Library) -> Any:
    return max(1, lib.n >> 20), 256, 64, 64


def planes(lib: Library) -> Any:
    return max(1, lib.n // 3 >> 20), 3, 1 << 10, 1 << 10


def channels(lib: Library) -> Any:
    return max(1, lib.n // 3 >> 20), 1 << 10, 1 << 10, 3


def into(xp: ModuleType, a: Any, b: Any) -> Callable[..., Any]:
    add, o = xp.add, xp.empty_like(a)
    return lambda: add(a, b, out=o)


def transposed(xp: ModuleType, a: Any, b: Any) -> Callable[..., Any]:
    bt = b.reshape(a.shape[::-1])
    return lambda: a + bt.T


def first_row(xp: ModuleType, a: Any) -> Callable[..., Any]:
    r = a[0] + 0
    return lambda: a + r


def first_column(xp: ModuleType, a: Any) -> Callable[..., Any]:
    c = a[:, :1] + 0
    return lambda: a + c


def elementwise_kernel(xp: ModuleType, a: Any, b: Any) -> Callable[..., Any]:
    k = xp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "bench_square_difference")
    o = xp.empty_like(a)
    return lambda: k(a, b, o)


def own_function(xp: ModuleType, a: Any, b: Any) -> Callable[..., Any]:
    k = xp.ElementwiseKernel(
        "float32 x, float32 y", "float32 z", "z = linear(x) + linear(y)", "bench_linear_light",
        preamble="__device__ float linear(float c) { return c < 0.04f ? c / 12.9f : pow((c + 0.06f) / 1.06f, 2.4f); }")
    o = xp.empty_like(a)
    return lambda: k(a, b, o)


for _char in "fdeb?iF":
    row(f"add_{_NAME[_char]}", _char * 2, into, 3 * _SIZE[_char], SAME)
row("copy_f32", "f", lambda xp, a: lambda: a.copy(), 8, lambda xp, a: lambda: a.clone())
row("add_alloc_f32", "ff", lambda xp, a, b: lambda: a + b, 12, SAME)
row("greater_f32", "ff", lambda xp, a, b: lambda: a > b, 9, SAME)
row("astype_f64_f32", "d", lambda xp, a: lambda: a.astype("f4"), 12,
    lambda xp, a: lambda: a.to(xp.float32))
row("exp_f32", "f", lambda xp, a: lambda: xp.exp(a), 8, SAME)
row("sin_f64", "d", lambda xp, a: lambda: xp.sin(a), 16, SAME)
row("where_f32", "ff?", lambda xp, a, b, c: lambda: xp.where(c, a, b), 13, SAME)
row("add_transposed_f32", "ff", transposed, 12, SAME, rows)
row("transpose_copy_f32", "f", lambda xp, a: lambda: xp.ascontiguousarray(a.T), 8,
    lambda xp, a: lambda: a.T.contiguous(), rows)
row("broadcast_row_f32", "f", first_row, 8, SAME, rows)
row("broadcast_col_f32", "f", first_column, 8, SAME, rows)
row("strided2_f32", "f", lambda xp, a: lambda: a[::2] * 2, 6, SAME)
row("permute_nchw_nhwc", "f", lambda xp, a: lambda: xp.ascontiguousarray(a.transpose(0, 2, 3, 1)),
    8, lambda xp, a: lambda: a.permute(0, 2, 3, 1).contiguous(), images)
for _char in "bf":
    row(f"channels_last_{_NAME[_char]}", _char, lambda xp, a: lambda: xp.ascontiguousarray(a.transpose(0, 2, 3, 1)),
        2 * _SIZE[_char], lambda xp, a: lambda: a.permute(0, 2, 3, 1).contiguous(), planes)
    row(f"channels_first_{_NAME[_char]}", _char, lambda xp, a: lambda: xp.ascontiguousarray(a.transpose(0, 3, 1, 2)),
        2 * _SIZE[_char], lambda xp, a: lambda: a.permute(0, 3, 1, 2).contiguous(), channels)
suite.row("elementwise_kernel_f32",
          lambda lib: elementwise_kernel(lib.xp, lib.random(lib.n), lib.random(lib.n)),
          numpy=False, nbytes=lambda lib: 12 * lib.n)
suite.row("elementwise_kernel_own_function_f32",
          lambda lib: own_function(lib.xp, lib.random(lib.n), lib.random(lib.n)),
          numpy=False, nbytes=lambda lib: 12 * lib.n)
