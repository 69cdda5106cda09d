"""Headers of cub, thrust, cuda::std and cooperative groups in user kernels, against NumPy."""
import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import run


def test_mdspan():
    code = r"""
#include <cuda/std/mdspan>
using namespace cuda::std;
extern "C" __global__ void f(double *out, mdspan<const float, dextents<long long, 2>, layout_stride> x) {
    for (int k = threadIdx.x; k < x.extent(0) * x.extent(1); k += blockDim.x)
        out[k] = x(k / x.extent(1), k % x.extent(1)) + 100 * x.rank();
    __syncthreads();
    if (threadIdx.x == 0) {
        mdspan<double, extents<int, dynamic_extent, 3>> y(out, 2);
        y(1, 2) += 0.5;
    }
}"""
    x = np.arange(24, dtype="f").reshape(4, 6)
    a = cupy.asarray(x)
    for view in (lambda x: x, lambda x: x.T, lambda x: x[::2, 1::2]):
        want = view(x).ravel() + 200.0
        want[5] += 0.5
        got = run(code, cupy.zeros(want.size), view(a).mdspan())
        np.testing.assert_array_equal(got, want)


SORT = r"""
#include <cub/block/block_radix_sort.cuh>
extern "C" __global__ void f(KEY *out, const KEY *x, int *values) {
    using Sort = cub::BlockRadixSort<KEY, 32, 4, int>;
    __shared__ typename Sort::TempStorage storage;
    KEY keys[4];
    int places[4];
    for (int k = 0; k < 4; ++k) { keys[k] = x[threadIdx.x * 4 + k]; places[k] = threadIdx.x * 4 + k; }
    Sort(storage).METHOD(keys, places);
    for (int k = 0; k < 4; ++k) { out[PLACE] = keys[k]; values[PLACE] = places[k]; }
}"""


@pytest.mark.parametrize("dtype, key", [("i", "int"), ("L", "unsigned long long"), ("f", "float"), ("d", "double")])
@pytest.mark.parametrize("method", ["Sort", "SortDescending", "SortBlockedToStriped"])
def test_block_radix_sort(dtype, key, method):
    place = "threadIdx.x + k * 32" if "Striped" in method else "threadIdx.x * 4 + k"
    x = np.random.default_rng(1).integers(0 if dtype == "L" else -40, 40, 128).astype(dtype)
    values = cupy.zeros(128, "i")
    code = SORT.replace("KEY", key).replace("METHOD", method).replace("PLACE", place)
    got = run(code, cupy.zeros(128, dtype), cupy.asarray(x), values)
    order = np.argsort(-x.astype("d") if "Desc" in method else x, kind="stable")
    np.testing.assert_array_equal(got, x[order])
    np.testing.assert_array_equal(values.get(), order)


def test_block_merge_sort_exchange_and_neighbours():
    code = r"""
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_shuffle.cuh>
struct Less { template <class T> __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
struct Differ { template <class T> __device__ bool operator()(const T &a, const T &b) const { return a != b; } };
struct Minus { template <class T> __device__ T operator()(const T &a, const T &b) const { return a - b; } };
extern "C" __global__ void f(int *out, const int *x) {
    using Sort = cub::BlockMergeSort<int, 32, 2>;
    using Exchange = cub::BlockExchange<int, 32, 2>;
    using Heads = cub::BlockDiscontinuity<int, 32>;
    using Steps = cub::BlockAdjacentDifference<int, 32>;
    using Move = cub::BlockShuffle<int, 32>;
    __shared__ union {
        typename Sort::TempStorage sort; typename Exchange::TempStorage exchange; typename Heads::TempStorage heads;
        typename Steps::TempStorage steps; typename Move::TempStorage move;
    } s;
    const int t = threadIdx.x;
    int v[2] = {x[2 * t], x[2 * t + 1]}, striped[2], flags[2], steps[2], turned;
    Sort(s.sort).Sort(v, Less());
    __syncthreads();
    Exchange(s.exchange).BlockedToStriped(v, striped);
    __syncthreads();
    Heads(s.heads).FlagHeads(flags, v, Differ());
    __syncthreads();
    Steps(s.steps).SubtractLeft(v, steps, Minus());
    __syncthreads();
    Move(s.move).Rotate(v[0], turned, 1);
    for (int k = 0; k < 2; ++k) {
        out[2 * t + k] = v[k]; out[64 + t + 32 * k] = striped[k]; out[128 + 2 * t + k] = flags[k];
        out[192 + 2 * t + k] = steps[k];
    }
    out[256 + t] = turned;
}"""
    x = np.random.default_rng(2).integers(0, 20, 64).astype("i")
    got = run(code, cupy.zeros(288, "i"), cupy.asarray(x))
    ordered = np.sort(x)
    np.testing.assert_array_equal(got[:64], ordered)
    np.testing.assert_array_equal(got[64:128], ordered)
    np.testing.assert_array_equal(got[128:192], np.r_[1, ordered[1:] != ordered[:-1]])
    np.testing.assert_array_equal(got[192:256], np.diff(ordered, prepend=0))
    np.testing.assert_array_equal(got[256:], np.roll(ordered[::2], -1))


def test_block_histogram_and_warp_load():
    code = r"""
#include <cub/block/block_histogram.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>
extern "C" __global__ void f(unsigned *out, unsigned char *x) {
    using Count = cub::BlockHistogram<unsigned char, 64, 2, 16>;
    using Load = cub::WarpLoad<unsigned char, 2, cub::WARP_LOAD_STRIPED>;
    __shared__ union { typename Count::TempStorage count; typename Load::TempStorage load[2]; } s;
    __shared__ unsigned counts[16];
    unsigned char v[2];
    Load(s.load[threadIdx.x / 32]).Load(x + threadIdx.x / 32 * 64, v);
    __syncthreads();
    Count(s.count).Histogram(v, counts);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = counts[threadIdx.x];
}"""
    x = np.random.default_rng(3).integers(0, 16, 128).astype("B")
    got = run(code, cupy.zeros(16, "I"), cupy.asarray(x), threads=64)
    np.testing.assert_array_equal(got, np.bincount(x, minlength=16))


def test_scans_and_copies_of_groups():
    code = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void f(int *out, const int *x) {
    __shared__ int held[32];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, held, x, sizeof held);
    cg::wait(block);
    auto tile = cg::tiled_partition<8>(block);
    const int v = held[threadIdx.x];
    out[threadIdx.x] = cg::inclusive_scan(tile, v, cg::plus<int>());
    out[32 + threadIdx.x] = cg::exclusive_scan(tile, v, cg::plus<int>());
}"""
    x = np.arange(3, 35, dtype="i")
    got = run(code, cupy.zeros(64, "i"), cupy.asarray(x)).reshape(2, 32)
    sums = np.cumsum(x.reshape(4, 8), 1)
    np.testing.assert_array_equal(got[0], sums.ravel())
    np.testing.assert_array_equal(got[1], (sums - x.reshape(4, 8)).ravel())


def test_thrust_in_a_kernel():
    code = r"""
#include <thrust/sort.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/functional.h>
#include <thrust/binary_search.h>
extern "C" __global__ void f(int *out, int *x, int n) {
    if (threadIdx.x) return;
    thrust::sort(thrust::seq, x, x + n, thrust::greater<int>());
    out[0] = thrust::reduce(thrust::seq, x, x + n);
    out[1] = int(thrust::lower_bound(thrust::seq, x, x + n, 5, thrust::greater<int>()) - x);
}"""
    x = np.random.default_rng(4).permutation(20).astype("i")
    a = cupy.asarray(x)
    got = run(code, cupy.zeros(2, "i"), a, np.int32(20))
    np.testing.assert_array_equal(a.get(), np.sort(x)[::-1])
    assert got.tolist() == [x.sum(), 14]


def test_cuda_std():
    code = r"""
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/span>
#include <cuda/std/optional>
#include <cuda/std/limits>
extern "C" __global__ void f(double *out) {
    if (threadIdx.x) return;
    cuda::std::array<int, 3> a = {3, 1, 2};
    cuda::std::span<int> s(a.data(), a.size());
    for (int &v : s) out[0] += v;
    out[1] = cuda::std::popcount(0xF0u) + 10 * cuda::std::countl_zero(1u);
    out[1] += 1000 * cuda::std::countr_zero((unsigned char)8);
    out[2] = cuda::std::bit_cast<float>(0x40490fdb);
    cuda::std::optional<int> none, some = 5;
    out[3] = none.value_or(7) + some.value();
    out[4] = cuda::std::numeric_limits<short>::max();
}"""
    got = run(code, cupy.zeros(5))
    np.testing.assert_allclose(got, [6, 4 + 310 + 3000, np.float32(np.pi), 12, 32767])


@pytest.mark.parametrize("header", [
    "cuda/std/algorithm", "cuda/std/numeric", "cuda/std/iterator", "cuda/std/cassert", "cuda/std/climits",
    "cuda/std/ratio", "cuda/std/bitset", "cuda/std/barrier", "cuda/std/latch", "cuda/std/semaphore",
    "cuda_pipeline_primitives.h", "cupy/cuda_workaround.h", "cuda_fp16.h", "curand_philox4x32_x.h",
    "vector_functions.h", "cub/util_type.cuh"])
def test_headers_stand_beside_ours(header):
    run(f'#include <{header}>\nextern "C" __global__ void f(int *x) {{ x[0] = abs(x[0]); }}', cupy.zeros(1, "i"))
