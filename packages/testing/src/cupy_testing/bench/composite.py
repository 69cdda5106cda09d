"""Whole programs of several operations."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.bench._library import Library

suite = Suite("composite")


def edge(lib: Library, n: int) -> Any:
    """A length for this scale."""
    return max(64, int(n * min(1.0, lib.scale) ** 0.5) // 64 * 64)


def softmax_bytes(lib: Library) -> Any:
    return 8 * edge(lib, 8192) * edge(lib, 4096)


def softmax(lib: Library) -> Callable[..., Any]:
    exp, a = lib.xp.exp, lib.random((edge(lib, 8192), edge(lib, 4096))) / 100

    def call() -> Any:
        e = exp(a - a.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    return call


def softmax_torch(lib: Any) -> Any:
    exp, a = lib.xp.exp, lib.random((edge(lib, 8192), edge(lib, 4096))) / 100

    def call() -> Any:
        e = exp(a - a.amax(dim=1, keepdim=True))
        return e / e.sum(dim=1, keepdim=True)

    return call


suite.row("softmax_8192x4096", softmax, torch=softmax_torch, nbytes=softmax_bytes)


@suite.case("softmax_fused_8192x4096", nbytes=softmax_bytes, numpy=False)
def softmax_fused(lib: Library) -> Callable[..., Any]:
    """The benchmark's fused form: one raw kernel, one block a row."""
    n = edge(lib, 4096)
    a = lib.random((edge(lib, 8192), n)) / 100
    o, k = lib.xp.empty_like(a), lib.xp.RawKernel(SOFTMAX, "softmax")
    return lambda: k((a.shape[0],), (256,), (a, o, numpy.int32(n)))


suite.cases[-1].make["torch"] = lambda lib: (
    lambda a: lambda: lib.xp.softmax(a, 1))(lib.random((edge(lib, 8192), edge(lib, 4096))) / 100)

# A row of at most 4096 numbers stays in the registers of its block: it is read once and written once.
SOFTMAX = r"""
__device__ float block_reduce(float v, float *shared, bool maximum) {
    #pragma unroll
    for (int step = 16; step > 0; step /= 2) {
        float o = __shfl_xor_sync(0xffffffffu, v, step);
        v = maximum ? fmaxf(v, o) : v + o;
    }
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = v;
    __syncthreads();
    v = shared[0];
    #pragma unroll
    for (int warp = 1; warp < 8; warp++) v = maximum ? fmaxf(v, shared[warp]) : v + shared[warp];
    return v;
}
extern "C" __global__ void __launch_bounds__(256) softmax(const float4 *a, float4 *o, int n) {
    __shared__ float tops[8], totals[8];
    float4 x[4];
    n /= 4;
    a += (size_t)blockIdx.x * n;
    o += (size_t)blockIdx.x * n;
    float top = -3e38f, total = 0;
    #pragma unroll
    for (int j = 0; j < 4; j++)
        if (j * 256 + threadIdx.x < n) x[j] = a[j * 256 + threadIdx.x];
        else x[j].x = x[j].y = x[j].z = x[j].w = -3e38f;
    #pragma unroll
    for (int j = 0; j < 4; j++) top = fmaxf(top, fmaxf(fmaxf(x[j].x, x[j].y), fmaxf(x[j].z, x[j].w)));
    top = block_reduce(top, tops, true);
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        x[j].x = expf(x[j].x - top);
        x[j].y = expf(x[j].y - top);
        x[j].z = expf(x[j].z - top);
        x[j].w = expf(x[j].w - top);
        total += (x[j].x + x[j].y) + (x[j].z + x[j].w);
    }
    total = 1 / block_reduce(total, totals, false);
    #pragma unroll
    for (int j = 0; j < 4; j++)
        if (j * 256 + threadIdx.x < n)
            o[j * 256 + threadIdx.x] = make_float4(x[j].x * total, x[j].y * total, x[j].z * total, x[j].w * total);
}
"""


def option_size(lib: Library) -> Any:
    return max(1 << 10, lib.n // 4)


def option_bytes(lib: Library) -> Any:
    return 16 * option_size(lib)


def options(lib: Library) -> Any:
    return [lib.array(lib.source.uniform(low, high, option_size(lib)).astype("f"))
            for low, high in ((10, 50), (10, 50), (1, 2))]


def price(xp: ModuleType) -> Callable[..., Any]:
    """Black and Scholes with a logistic curve for the normal distribution."""
    r, v = 0.1, 0.2

    def call(s: Any, k: int, t: Any) -> Any:
        d1 = (xp.log(s / k) + (r + v * v / 2) * t) / (v * xp.sqrt(t))
        d2 = d1 - v * xp.sqrt(t)
        c1 = 1 / (1 + xp.exp(-1.702 * d1))
        c2 = 1 / (1 + xp.exp(-1.702 * d2))
        return s * c1 - k * xp.exp(-r * t) * c2

    return call


@suite.case("black_scholes_16M", torch=SAME, nbytes=option_bytes)
def black_scholes(lib: Library) -> Callable[..., Any]:
    call, operands = price(lib.xp), options(lib)
    return lambda: call(*operands)


@suite.case("black_scholes_fuse_16M", nbytes=option_bytes, numpy=False)
def black_scholes_fused(lib: Library) -> Callable[..., Any]:
    call, operands = lib.xp.fuse(price(lib.xp)), options(lib)
    return lambda: call(*operands)


@suite.case("kmeans_assign_1M", torch=SAME)
def kmeans(lib: Library) -> Callable[..., Any]:
    x = lib.array(lib.source.rand(max(1 << 10, lib.n >> 6), 8).astype("f"))
    c = x[:16] + 0
    return lambda: ((x[:, None, :] - c[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)


@suite.case("jacobi_4096", torch=SAME, nbytes=lambda lib: 8 * edge(lib, 4096) ** 2)
def jacobi(lib: Library) -> Callable[..., Any]:
    a = lib.random((edge(lib, 4096), edge(lib, 4096)))
    o = a + 0

    def call() -> None:
        o[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])

    return call


@suite.case("cg_dense_20it", torch=SAME)
def conjugate_gradient(lib: Library) -> Callable[..., Any]:
    n = edge(lib, 2048)
    m = lib.source.rand(n, n)
    a, b = lib.array(m @ m.T + n * numpy.eye(n)), lib.array(lib.source.rand(n))

    def call() -> Any:
        x = b * 0
        r = b - a @ x
        p = r
        before = r @ r
        for _ in range(20):
            ap = a @ p
            step = before / (p @ ap)
            x = x + step * p
            r = r - step * ap
            after = r @ r
            p = r + (after / before) * p
            before = after
        return x

    return call
