"""Calls on a thousand floats: bound by the host, not by the device."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("overhead")


def row(name: str, body: Callable[..., Any], torch: Callable[..., Any] | str | None = None, numpy: bool = True) -> None:
    """A case on two vectors of 1000 floats and a matrix of 10 x 100."""
    def operands(body: Any) -> Callable[..., Any]:
        return lambda lib: body(lib, lib.random(1000), lib.random(1000), lib.random((10, 100)))

    other = SAME if torch is SAME else torch and operands(torch)
    suite.row(name, operands(body), torch=other, numpy=numpy)


def with_row(lib: Any, a: Any, b: Any, m: Any) -> Any:
    r = m[0]
    return lambda: m + r


def choose(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    where, c = lib.xp.where, a > b
    return lambda: where(c, a, b)


def fancy(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    i = lib.xp.arange(0, 1000, 7)
    return lambda: a[i]


def into(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    add, o = lib.xp.add, lib.xp.empty_like(a)
    return lambda: add(a, b, out=o)


def matmul(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    x = lib.random((32, 32))
    return lambda: x @ x


def item(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    z = a.sum()
    return lambda: z.item()


def to_device(lib: Any, a: Any, b: Any, m: Any) -> Any:
    host, asarray = lib.values(1000), lib.xp.asarray
    return lambda: asarray(host)


def spectrum(lib: Any, a: Any, b: Any, m: Any) -> Any:
    z = lib.array(lib.values(1000, "F"))
    return lambda: lib.xp.fft.fft(z)


def uniform(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    draw = lib.xp.random.default_rng(0).random
    return lambda: draw(1000)


def elementwise_kernel(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    k = lib.xp.ElementwiseKernel(
        "float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)", "bench_square_difference")
    return lambda: k(a, b)


def raw_kernel(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    import numpy

    k = lib.xp.RawKernel(r"""
        extern "C" __global__ void bench_add(const float *x, const float *y, float *z, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) z[i] = x[i] + y[i];
        }""", "bench_add")
    o, n = lib.xp.empty_like(a), numpy.int32(1000)
    return lambda: k((4,), (256,), (a, b, o, n))


row("add", lambda lib, a, b, m: lambda: a + b, SAME)
row("add_scalar", lambda lib, a, b, m: lambda: a + 1.5, SAME)
row("iadd", lambda lib, a, b, m: lambda: a.__iadd__(b), SAME)
row("add_out", into, SAME)
row("add_broadcast", with_row, SAME)
row("sin", lambda lib, a, b, m: lambda: lib.xp.sin(a), SAME)
row("greater", lambda lib, a, b, m: lambda: a > b, SAME)
row("where", choose, SAME)
row("sum", lambda lib, a, b, m: lambda: a.sum(), SAME)
row("sum_axis", lambda lib, a, b, m: lambda: m.sum(axis=1), SAME)
row("mean", lambda lib, a, b, m: lambda: a.mean(), SAME)
row("max", lambda lib, a, b, m: lambda: a.max(), SAME)
row("argmax", lambda lib, a, b, m: lambda: a.argmax(), SAME)
row("empty", lambda lib, a, b, m: lambda: lib.xp.empty(1000, dtype=lib.xp.float32), SAME)
row("zeros", lambda lib, a, b, m: lambda: lib.xp.zeros(1000, dtype=lib.xp.float32), SAME)
row("arange", lambda lib, a, b, m: lambda: lib.xp.arange(1000), SAME)
row("slice_view", lambda lib, a, b, m: lambda: a[10:900], SAME)
row("index_int", lambda lib, a, b, m: lambda: m[3], SAME)
row("reshape", lambda lib, a, b, m: lambda: a.reshape(10, 100), SAME)
row("transpose", lambda lib, a, b, m: lambda: m.T, SAME)
row("setitem_scalar", lambda lib, a, b, m: lambda: a.__setitem__(slice(10, 20), 1.0), SAME)
row("copy", lambda lib, a, b, m: lambda: a.copy(), lambda lib, a, b, m: lambda: a.clone())
row("astype", lambda lib, a, b, m: lambda: a.astype(lib.xp.float64),
    lambda lib, a, b, m: lambda: a.to(lib.xp.float64))
row("take_fancy", fancy, SAME)
row("concatenate", lambda lib, a, b, m: lambda: lib.xp.concatenate((a, b)), SAME)
row("stack", lambda lib, a, b, m: lambda: lib.xp.stack((a, b)), SAME)
row("matmul_32", matmul, SAME)
row("dot_vec", lambda lib, a, b, m: lambda: a.dot(b), SAME)
row("cumsum", lambda lib, a, b, m: lambda: a.cumsum(0), SAME)
row("sort", lambda lib, a, b, m: lambda: lib.xp.sort(a), SAME)
row("clip", lambda lib, a, b, m: lambda: lib.xp.clip(a, 10, 20), SAME)
row("fft", spectrum, SAME)
row("random", uniform, lambda lib, a, b, m: lambda: lib.xp.rand(1000))
row("asarray_np", to_device, SAME)
row("get", lambda lib, a, b, m: lambda: a.get(), lambda lib, a, b, m: lambda: a.cpu(), numpy=False)
row("item", item, SAME)
row("expr_axpby", lambda lib, a, b, m: lambda: 2.0 * a + 3.0 * b - 1.0, SAME)
row("norm", lambda lib, a, b, m: lambda: lib.xp.linalg.norm(a), SAME)
row("elementwise_kernel", elementwise_kernel, numpy=False)
row("raw_kernel", raw_kernel, numpy=False)


def many(lib: Library, a: Any, b: Any, m: ModuleType) -> Callable[..., Any]:
    concatenate, parts = lib.xp.concatenate, [a] * 64
    return lambda: concatenate(parts)


# Composite routines: at most two launches, and at most twice the time of a + b.
row("concatenate_64", many, many)
row("roll", lambda lib, a, b, m: lambda: lib.xp.roll(a, 3), SAME)
row("flip_copy", lambda lib, a, b, m: lambda: lib.xp.flip(a).copy(),
    lambda lib, a, b, m: lambda: lib.xp.flip(a, (0,)))
row("pad", lambda lib, a, b, m: lambda: lib.xp.pad(a, 8),
    lambda lib, a, b, m: lambda: lib.xp.nn.functional.pad(a, (8, 8)))
row("pad_reflect", lambda lib, a, b, m: lambda: lib.xp.pad(m, 3, mode="reflect"))
row("diff", lambda lib, a, b, m: lambda: lib.xp.diff(a), SAME)
row("gradient", lambda lib, a, b, m: lambda: lib.xp.gradient(a), SAME)
row("trapezoid", lambda lib, a, b, m: lambda: lib.xp.trapezoid(a), SAME)
row("unwrap", lambda lib, a, b, m: lambda: lib.xp.unwrap(a))
row("interp", lambda lib, a, b, m: lambda: lib.xp.interp(a, b, b))
row("isclose", lambda lib, a, b, m: lambda: lib.xp.isclose(a, b), SAME)
row("allclose", lambda lib, a, b, m: lambda: lib.xp.allclose(a, b), SAME)
row("array_equal", lambda lib, a, b, m: lambda: lib.xp.array_equal(a, b),
    lambda lib, a, b, m: lambda: lib.xp.equal(a, b))
row("nan_to_num", lambda lib, a, b, m: lambda: lib.xp.nan_to_num(a), SAME)
row("average", lambda lib, a, b, m: lambda: lib.xp.average(a))
row("average_weighted", lambda lib, a, b, m: lambda: lib.xp.average(a, weights=b))
row("repeat", lambda lib, a, b, m: lambda: lib.xp.repeat(a, 4),
    lambda lib, a, b, m: lambda: lib.xp.repeat_interleave(a, 4))
row("tile", lambda lib, a, b, m: lambda: lib.xp.tile(a, 4), lambda lib, a, b, m: lambda: lib.xp.tile(a, (4,)))
row("tril", lambda lib, a, b, m: lambda: lib.xp.tril(m), SAME)
