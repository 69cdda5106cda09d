"""Classes of cub for blocks, warps and threads in kernels as programs write them."""
import numpy as np

import cupy
from cupy_testing.user_kernels import run

rng = np.random.default_rng(5)


def test_block_reduce_algorithms():
    code = r"""
#include <cub/cub.cuh>
struct ArgMax { template <class P> __device__ P operator()(const P &a, const P &b) const {
    return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a; } };
extern "C" __global__ void f(double *out, const float *x, int n) {
    typedef cub::KeyValuePair<int, float> Pair;
    typedef cub::BlockReduce<Pair, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS> R1;
    typedef cub::BlockReduce<float, 128, cub::BLOCK_REDUCE_RAKING> R2;
    typedef cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> R3;
    __shared__ union { typename R1::TempStorage a; typename R2::TempStorage b; typename R3::TempStorage c; } s;
    int t = threadIdx.x;
    Pair best = R1(s.a).Reduce(Pair{t, x[t]}, ArgMax());
    __syncthreads();
    float total = R2(s.b).Sum(t < n ? x[t] : 0.f);
    __syncthreads();
    float part = R2(s.b).Sum(x[t], 100);
    __syncthreads();
    float items[2] = {x[t], 1.f};
    float both = R2(s.b).Sum(items);
    __syncthreads();
    int mn = R3(s.c).Reduce(t + 3, cub::Min());
    if (t == 0) { out[0] = best.key; out[1] = best.value; out[2] = total; out[3] = part; out[4] = both; out[5] = mn; }
}"""
    x = rng.integers(-50, 50, 128).astype("f")
    got = run(code, cupy.zeros(6), cupy.asarray(x), np.int32(77), threads=128)
    assert got.tolist() == [np.argmax(x), x.max(), x[:77].sum(), x[:100].sum(), x.sum() + 128, 3]


def test_block_reduce_dims():
    code = r"""
#include <cub/block/block_reduce.cuh>
extern "C" __global__ void f(int *out) {
    using R = cub::BlockReduce<int, 8, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4, 2>;
    __shared__ typename R::TempStorage s;
    int v = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
    int m = R(s).Sum(v);
    if (!threadIdx.x && !threadIdx.y && !threadIdx.z) out[0] = m;
}"""
    out = cupy.zeros(1, "i")
    cupy.RawKernel(code, "f", options=("--std=c++17",))((1,), (8, 4, 2), (out,))
    v = np.add.outer(np.add.outer(100 * np.arange(2), 10 * np.arange(4)), np.arange(8))
    assert int(out[0]) == v.sum()


def test_block_scan_variants():
    code = r"""
#include <cub/cub.cuh>
struct Carry { int total; __device__ Carry(int t) : total(t) {}
  __device__ int operator()(int block) { int old = total; total += block; return old; } };
extern "C" __global__ void f(int *out, const int *x) {
    using S = cub::BlockScan<int, 64, cub::BLOCK_SCAN_RAKING>;
    using L = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using W = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union { typename S::TempStorage s; typename L::TempStorage l; typename W::TempStorage w; } m;
    Carry carry(0);
    for (int base = 0; base < 512; base += 256) {
        int v[4];
        L(m.l).Load(x + base, v);
        __syncthreads();
        S(m.s).ExclusiveSum(v, v, carry);
        __syncthreads();
        W(m.w).Store(out + base, v);
        __syncthreads();
    }
    int agg, v = x[threadIdx.x], r;
    S(m.s).InclusiveScan(v, r, cub::Max(), agg);
    out[512 + threadIdx.x] = r;
    if (threadIdx.x == 0) out[576] = agg;
    __syncthreads();
    S(m.s).ExclusiveScan(v, r, -7, cub::Max());
    out[577 + threadIdx.x] = r;
    __syncthreads();
    S(m.s).InclusiveSum(v, r, agg);
    if (threadIdx.x == 63) out[641] = r - agg;
}"""
    x = rng.integers(0, 9, 512).astype("i")
    got = run(code, cupy.full(642, -1, "i"), cupy.asarray(x), threads=64)
    np.testing.assert_array_equal(got[:512], np.cumsum(x) - x)
    m = np.maximum.accumulate(x[:64])
    np.testing.assert_array_equal(got[512:576], m)
    assert got[576] == m[-1] and got[641] == 0
    np.testing.assert_array_equal(got[577:641], np.r_[-7, m[:-1]])


def test_warp_reduce_variants():
    code = r"""
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
struct Add { __device__ int operator()(int a, int b) const { return a + b; } };
extern "C" __global__ void f(int *out, const int *x) {
    using R = cub::WarpReduce<int, 16>;
    using S = cub::WarpScan<int>;
    __shared__ typename R::TempStorage r[4];
    __shared__ typename S::TempStorage s[2];
    int t = threadIdx.x, w = t / 16;
    int a = R(r[w]).Sum(x[t]);
    int b = R(r[w]).Sum(x[t], 10);
    int c = R(r[w]).HeadSegmentedSum(x[t], t % 5 == 0);
    int d = R(r[w]).TailSegmentedSum(x[t], t % 4 == 3);
    if (t % 16 == 0) { out[w] = a; out[4 + w] = b; out[8 + w] = c; out[12 + w] = d; }
    int incl, excl, agg;
    S(s[t / 32]).Scan(x[t], incl, excl, 0, Add());
    S(s[t / 32]).InclusiveSum(x[t], incl, agg);
    out[16 + t] = incl; out[80 + t] = excl; out[144 + t] = S(s[t / 32]).Broadcast(agg, 3);
}"""
    x = rng.integers(0, 9, 64).astype("i")
    got = run(code, cupy.zeros(208, "i"), cupy.asarray(x), threads=64)
    rows = x.reshape(4, 16)
    assert got[:4].tolist() == rows.sum(1).tolist() and got[4:8].tolist() == rows[:, :10].sum(1).tolist()
    for w in range(4):
        heads = [k for k in range(w * 16 + 1, w * 16 + 16) if k % 5 == 0]
        assert got[8 + w] == x[w * 16: heads[0]].sum()
    assert got[12:16].tolist() == rows[:, :4].sum(1).tolist()
    inc = x.reshape(2, 32).cumsum(1)
    np.testing.assert_array_equal(got[16:80], inc.ravel())
    np.testing.assert_array_equal(got[80:144], (inc - x.reshape(2, 32)).ravel())
    np.testing.assert_array_equal(got[144:].reshape(2, 32), np.repeat(inc[:, -1:], 32, 1))


def test_radix_sort_bits_and_pairs():
    code = r"""
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
extern "C" __global__ void f(unsigned *out, const unsigned *x, const float *y, float *yo) {
    using Sort = cub::BlockRadixSort<unsigned, 64, 3>;
    using F = cub::BlockRadixSort<float, 64, 3, double>;
    __shared__ typename Sort::TempStorage a;
    __shared__ typename F::TempStorage b;
    unsigned k[3];
    cub::LoadDirectBlocked(threadIdx.x, x, k);
    Sort(a).Sort(k, 4, 12);
    cub::StoreDirectBlocked(threadIdx.x, out, k);
    float v[3]; double d[3];
    cub::LoadDirectStriped<64>(threadIdx.x, y, v);
    for (int i = 0; i < 3; ++i) d[i] = v[i] * 2.0;
    F(b).SortDescendingBlockedToStriped(v, d);
    cub::StoreDirectStriped<64>(threadIdx.x, yo, v);
    for (int i = 0; i < 3; ++i) yo[192 + threadIdx.x + 64 * i] = float(d[i]);
}"""
    x = rng.integers(0, 1 << 20, 192).astype("I")
    y = rng.normal(size=192).astype("f")
    yo = cupy.zeros(384, "f")
    got = run(code, cupy.zeros(192, "I"), cupy.asarray(x), cupy.asarray(y), yo, threads=64)
    np.testing.assert_array_equal(got, x[np.argsort((x >> 4) & 255, kind="stable")])
    np.testing.assert_array_equal(yo.get()[:192], np.sort(y)[::-1])
    np.testing.assert_array_equal(yo.get()[192:], 2 * np.sort(y)[::-1])


def test_run_length_and_topk():
    code = r"""
#include <cub/block/block_run_length_decode.cuh>
extern "C" __global__ void f(int *out, const int *values, const unsigned *lengths) {
    using D = cub::BlockRunLengthDecode<int, 32, 1, 4>;
    __shared__ typename D::TempStorage s;
    int v[1] = {values[threadIdx.x]}; unsigned n[1] = {lengths[threadIdx.x]}, total = 0;
    D decode(s, v, n, total);
    for (unsigned done = 0; done < total; done += 128) {
        int items[4];
        decode.RunLengthDecode(items, done);
        for (int k = 0; k < 4; ++k) { unsigned at = done + threadIdx.x * 4 + k; if (at < total) out[at] = items[k]; }
        __syncthreads();
    }
}"""
    v, n = rng.integers(0, 99, 32).astype("i"), rng.integers(1, 9, 32).astype("I")
    got = run(code, cupy.zeros(int(n.sum()), "i"), cupy.asarray(v), cupy.asarray(n))
    np.testing.assert_array_equal(got, np.repeat(v, n))


def test_thread_level():
    code = r"""
#include <cub/cub.cuh>
struct Add { __device__ float operator()(float a, float b) const { return a + b; } };
struct Most { __device__ float operator()(float a, float b) const { return a < b ? b : a; } };
extern "C" __global__ void f(double *out, const float *x) {
    float v[4];
    for (int k = 0; k < 4; ++k) v[k] = cub::ThreadLoad<cub::LOAD_LDG>(x + k);
    out[0] = cub::ThreadReduce(v, Add());
    cub::ThreadStore<cub::STORE_CG>(out + 1, double(cub::ThreadReduce(v, Most(), 100.f)));
    out[2] = cub::DivideAndRoundUp(10, 3);
    out[3] = cub::LaneId() + cub::WarpId();
    cub::CTA_SYNC();
    cub::ArgMin op;
    cub::KeyValuePair<int, float> a(1, 3.f), b(2, 2.f);
    out[4] = op(a, b).key;
    out[5] = cub::BFE(0xABCDu, 4, 8);
    out[6] = cub::Log2<1000>::VALUE;
}"""
    x = np.array([1, 2, 3, 4], "f")
    got = run(code, cupy.zeros(7), cupy.asarray(x), threads=1)
    assert got.tolist() == [10, 100, 4, 0, 2, 0xBC, 10]


def test_cub_caching_iterators():
    code = r"""
#include <cub/iterator/transform_input_iterator.cuh>
#include <cub/iterator/counting_input_iterator.cuh>
#include <cub/iterator/constant_input_iterator.cuh>
struct Sq { __host__ __device__ int operator()(int a) const { return a * a; } };
extern "C" __global__ void f(int *out) {
    cub::CountingInputIterator<int> c(3);
    cub::TransformInputIterator<int, Sq, cub::CountingInputIterator<int>> t(c, Sq());
    cub::ConstantInputIterator<int> k(7);
    out[threadIdx.x] = t[threadIdx.x] + *k;
}"""
    got = run(code, cupy.zeros(8, "i"), threads=8)
    np.testing.assert_array_equal(got, (np.arange(8) + 3) ** 2 + 7)


def test_exchanges_of_a_warp():
    code = r"""
#include <cub/warp/warp_exchange.cuh>
extern "C" __global__ void f(int *out, const int *x) {
    using Exchange = cub::WarpExchange<int, 3, 16>;
    __shared__ typename Exchange::TempStorage storage[4];
    const int part = threadIdx.x / 16, lane = threadIdx.x % 16;
    int v[3], ranks[3];
    for (int k = 0; k < 3; ++k) v[k] = x[threadIdx.x * 3 + k];
    Exchange(storage[part]).BlockedToStriped(v, v);
    for (int k = 0; k < 3; ++k) out[part * 48 + k * 16 + lane] = v[k];
    Exchange(storage[part]).StripedToBlocked(v, v);
    for (int k = 0; k < 3; ++k) ranks[k] = 47 - (lane * 3 + k);
    Exchange(storage[part]).ScatterToStriped(v, ranks);
    for (int k = 0; k < 3; ++k) out[192 + part * 48 + k * 16 + lane] = v[k];
}"""
    x = np.arange(192, dtype="i") * 7 % 193
    got = run(code, cupy.zeros(384, "i"), cupy.asarray(x), threads=64)
    parts = x.reshape(4, 48)
    np.testing.assert_array_equal(got[:192], parts.ravel())
    np.testing.assert_array_equal(got[192:], parts[:, ::-1].ravel())


def test_sorts_of_a_warp():
    code = r"""
#include <cub/warp/warp_merge_sort.cuh>
struct Greater { template <class T> __device__ bool operator()(const T &a, const T &b) const { return a > b; } };
extern "C" __global__ void f(float *keys, int *places) {
    using Sort = cub::WarpMergeSort<float, 4, 32, int>;
    __shared__ typename Sort::TempStorage storage[2];
    float k[4];
    int p[4];
    for (int j = 0; j < 4; ++j) { k[j] = keys[threadIdx.x * 4 + j]; p[j] = threadIdx.x * 4 + j; }
    Sort(storage[threadIdx.x / 32]).StableSort(k, p, Greater());
    for (int j = 0; j < 4; ++j) { keys[threadIdx.x * 4 + j] = k[j]; places[threadIdx.x * 4 + j] = p[j]; }
}"""
    x = np.random.default_rng(3).integers(0, 40, 256).astype("f")
    keys, places = cupy.asarray(x), cupy.zeros(256, "i")
    cupy.RawKernel(code, "f", options=("-std=c++17",))((1,), (64,), (keys, places))
    order = np.argsort(-x.reshape(2, 128), axis=1, kind="stable") + [[0], [128]]
    np.testing.assert_array_equal(keys.get(), x[order].ravel())
    np.testing.assert_array_equal(places.get(), order.ravel())
