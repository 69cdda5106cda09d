"""Cooperative groups and functions of warps in kernels as programs write them."""
import numpy as np

import cupy
from cupy_testing.user_kernels import run

rng = np.random.default_rng(6)


def test_tiles_shuffles_votes():
    code = r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int N> __device__ int tree(cg::thread_block_tile<N> g, int v) {
    for (int i = g.size() / 2; i > 0; i /= 2) v += g.shfl_down(v, i);
    return v;
}
extern "C" __global__ void f(int *out, const int *x) {
    cg::thread_block b = cg::this_thread_block();
    cg::thread_block_tile<8> t = cg::tiled_partition<8>(b);
    int v = x[b.thread_rank()];
    int s = tree<8>(t, v);
    if (t.thread_rank() == 0) out[t.meta_group_rank()] = s;
    int scan = v;
    for (int d = 1; d < 8; d *= 2) { int u = t.shfl_up(scan, d); if (t.thread_rank() >= d) scan += u; }
    out[8 + b.thread_rank()] = scan;
    out[72 + b.thread_rank()] = t.shfl_xor(v, 3);
    out[136 + b.thread_rank()] = t.ballot(v > 4);
    out[200 + b.thread_rank()] = t.all(v >= 0) + 2 * t.any(v == 7) + 4 * t.match_any(v);
    auto half = cg::tiled_partition<4>(t);
    out[264 + b.thread_rank()] = half.meta_group_size() * 10 + half.meta_group_rank();
    b.sync();
    if (b.group_index().x == 0 && b.thread_index().x == 0) out[328] = b.group_dim().x + b.size() + b.dim_threads().x
    + b.num_threads();
}"""
    x = rng.integers(0, 9, 64).astype("i")
    got = run(code, cupy.zeros(329, "i"), cupy.asarray(x), threads=64)
    r = x.reshape(8, 8)
    np.testing.assert_array_equal(got[:8], r.sum(1))
    np.testing.assert_array_equal(got[8:72].reshape(8, 8), r.cumsum(1))
    np.testing.assert_array_equal(got[72:136], x[np.arange(64) ^ 3])
    np.testing.assert_array_equal(got[136:200].reshape(8, 8), ((r > 4) << np.arange(8)).sum(1)[:, None] * np.ones(8))
    m = ((r[:, :, None] == r[:, None, :]) << np.arange(8)).sum(2)
    np.testing.assert_array_equal(got[200:264].reshape(8, 8), 1 + 2 * (r == 7).any(1, keepdims=True) + 4 * m)
    np.testing.assert_array_equal(got[264:328], 20 + np.arange(64) // 4 % 2)
    assert got[328] == 256


def test_coalesced_and_labeled():
    code = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int add(int *p) {
    auto g = cg::coalesced_threads();
    int first = 0;
    if (g.thread_rank() == 0) first = atomicAdd(p, g.size());
    return g.shfl(first, 0) + g.thread_rank();
}
extern "C" __global__ void f(int *out, const int *x, int *n) {
    if (x[threadIdx.x] > 4) out[add(n)] = x[threadIdx.x];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto same = cg::labeled_partition(warp, x[threadIdx.x] % 3);
    out[32 + threadIdx.x] = same.size();
    out[64 + threadIdx.x] = cg::reduce(same, x[threadIdx.x], cg::plus<int>());
    auto two = cg::binary_partition(warp, x[threadIdx.x] > 4);
    out[96 + threadIdx.x] = cg::reduce(two, x[threadIdx.x], cg::greater<int>());
    out[128 + threadIdx.x] = cg::reduce(warp, x[threadIdx.x], cg::less<int>()) + cg::reduce(warp, x[threadIdx.x],
    [](int a, int b) { return a ^ b; });
}"""
    x = rng.integers(0, 9, 32).astype("i")
    n = cupy.zeros(1, "i")
    got = run(code, cupy.zeros(160, "i"), cupy.asarray(x), n)
    k = int(n[0])
    assert sorted(got[:k]) == sorted(x[x > 4])
    same = x[:, None] % 3 == x % 3
    np.testing.assert_array_equal(got[32:64], same.sum(1))
    np.testing.assert_array_equal(got[64:96], (same * x).sum(1))
    two = (x[:, None] > 4) == (x > 4)
    np.testing.assert_array_equal(got[96:128], np.where(two, x, -1).max(1))
    np.testing.assert_array_equal(got[128:], x.min() + np.bitwise_xor.reduce(x))


def test_invoke_one_and_async():
    code = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void f(float *out, const float *x, int n) {
    extern __shared__ float held[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, held, n, x, n);
    cg::wait(block);
    out[block.thread_rank()] = held[n - 1 - block.thread_rank()];
    auto tile = cg::tiled_partition<32>(block);
    out[n + block.thread_rank()] = cg::exclusive_scan(tile, held[block.thread_rank()], cg::plus<float>());
    auto token = block.barrier_arrive();
    block.barrier_wait(static_cast<decltype(token)&&>(token));
    cg::sync(block);
}"""
    x = rng.integers(0, 9, 64).astype("f")
    out = cupy.zeros(128, "f")
    kernel = cupy.RawKernel(code, "f", options=("--std=c++17",))
    kernel((1,), (64,), (out, cupy.asarray(x), np.int32(64)), shared_mem=256)
    got = out.get()
    np.testing.assert_array_equal(got[:64], x[::-1])
    r = x.reshape(2, 32)
    np.testing.assert_array_equal(got[64:].reshape(2, 32), r.cumsum(1) - r)


def test_grid_group_values():
    code = r"""
#include <cooperative_groups.h>
using namespace cooperative_groups;
extern "C" __global__ void f(int *out, int *scratch) {
    grid_group g = this_grid();
    scratch[g.thread_rank()] = g.thread_rank();
    g.sync();
    int other = scratch[g.num_threads() - 1 - g.thread_rank()];
    g.sync();
    out[g.thread_rank()] = other;
    if (g.thread_rank() == 0) out[g.size()] = g.is_valid() + 10 * g.group_dim().x + 100 * g.num_blocks() + 1000 *
    g.block_rank();
}"""
    k = cupy.RawKernel(code, "f", enable_cooperative_groups=True, options=("--std=c++17",))
    out, s = cupy.zeros(129, "i"), cupy.zeros(128, "i")
    k((4,), (32,), (out, s))
    np.testing.assert_array_equal(out.get()[:128], np.arange(128)[::-1])
    assert int(out[128]) == 1 + 40 + 400


def test_warp_intrinsics():
    code = r"""
extern "C" __global__ void f(int *out, const int *x) {
    const unsigned full = 0xffffffffu;
    int lane = threadIdx.x & 31, v = x[threadIdx.x];
    out[lane] = __shfl_sync(full, v, (lane + 5) % 32);
    out[32 + lane] = __shfl_up_sync(full, v, 2, 8);
    out[64 + lane] = __shfl_down_sync(full, v, 3);
    out[96 + lane] = __shfl_xor_sync(full, v, 16);
    out[128 + lane] = __reduce_add_sync(full, v) + __reduce_max_sync(full, v) + __reduce_min_sync(full, v);
    out[160 + lane] = __reduce_or_sync(full, unsigned(v));
    int pred; unsigned all = __match_all_sync(full, v, &pred);
    out[192 + lane] = __popc(__match_any_sync(full, v)) + 100 * pred + (all ? 1000 : 0);
    out[224 + lane] = __popc(__ballot_sync(full, v > 3)) + 100 * __all_sync(full, v >= 0) + 1000 * __any_sync(full,
    v > 100);
    double d = __shfl_sync(full, v + 0.5, 0);
    out[256 + lane] = int(d * 2);
    __syncwarp();
    out[288 + lane] = __ffs(v) * 10000 + __clz(v) * 100 + __popc(__activemask());
    out[320] = __syncthreads_count(v > 3); out[321] = __syncthreads_or(v > 7); out[322] = __syncthreads_and(v >= 0);
}"""
    x = rng.integers(0, 9, 32).astype("i")
    g = run(code, cupy.zeros(323, "i"), cupy.asarray(x))
    l = np.arange(32)
    np.testing.assert_array_equal(g[:32], x[(l + 5) % 32])
    np.testing.assert_array_equal(g[32:64], x[np.where(l % 8 >= 2, l - 2, l)])
    np.testing.assert_array_equal(g[64:96], x[np.where(l + 3 < 32, l + 3, l)])
    np.testing.assert_array_equal(g[96:128], x[l ^ 16])
    np.testing.assert_array_equal(g[128:160], x.sum() + x.max() + x.min())
    np.testing.assert_array_equal(g[160:192], np.bitwise_or.reduce(x))
    np.testing.assert_array_equal(g[192:224], (x[:, None] == x).sum(1))
    np.testing.assert_array_equal(g[224:256], (x > 3).sum() + 100)
    np.testing.assert_array_equal(g[256:288], 2 * x[0] + 1)
    ffs = np.array([(int(v) & -int(v)).bit_length() for v in x])
    clz = np.array([32 - int(v).bit_length() for v in x])
    np.testing.assert_array_equal(g[288:320], ffs * 10000 + clz * 100 + 32)
    assert g[320:].tolist() == [(x > 3).sum(), (x > 7).any(), 1]


def test_two_grids_at_once():
    code = r"""
#include <cooperative_groups.h>
extern "C" __global__ void turns(int *x, int rounds) {
    auto grid = cooperative_groups::this_grid();
    const int blocks = gridDim.x;
    for (int k = 0; k < rounds; ++k) {
        if (threadIdx.x == 0) x[(k + 1) % 2 * blocks + blockIdx.x] = x[k % 2 * blocks + (blockIdx.x + 1) % blocks] + 1;
        grid.sync();
    }
}"""
    turns = cupy.RawKernel(code, "turns", enable_cooperative_groups=True)
    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(2)]
    held = [cupy.zeros((2, 3 + k), "i") for k in range(2)]
    held[0][0], held[1][0] = cupy.arange(3, dtype="i"), cupy.arange(4, dtype="i")
    cupy.cuda.Device().synchronize()
    for stream, x in zip(streams, held, strict=True):
        turns((x.shape[1],), (32,), (x, np.int32(200)), stream=stream)
    cupy.cuda.Device().synchronize()
    for x in held:
        n = x.shape[1]
        np.testing.assert_array_equal(x[0].get(), (np.arange(n) + 200) % n + 200)
