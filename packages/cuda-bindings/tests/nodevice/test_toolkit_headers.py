"""Headers that stand for the toolkit's where it is not installed."""
import os

import pytest

import cupy_cuda.find
from cupy_cuda import backend, compiler as compiler_module
from cupy_cuda.errors import CompileError

SOURCES = {
    "cub": r"""
#include <cub/cub.cuh>
extern "C" __global__ void f(int *x, float *y) {
    using Sum = cub::BlockReduce<int, 64>;
    using Scan = cub::BlockScan<int, 64>;
    using Warp = cub::WarpReduce<int>;
    using Sort = cub::BlockRadixSort<float, 64, 2>;
    __shared__ union {
        Sum::TempStorage sum;
        Scan::TempStorage scan;
        Warp::TempStorage warp[2];
        Sort::TempStorage sort;
    } t;
    int v = x[threadIdx.x], total = Sum(t.sum).Sum(v);
    __syncthreads();
    Scan(t.scan).ExclusiveScan(v, v, 0, cub::Max());
    __syncthreads();
    x[threadIdx.x] = total + Warp(t.warp[threadIdx.x / 32]).Reduce(v, cub::Min());
    __syncthreads();
    float keys[2] = {y[threadIdx.x], 2.5f};
    Sort(t.sort).SortDescending(keys);
    y[threadIdx.x] = keys[0] - keys[1];
}""",
    "cooperative_groups": r"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void f(int *x) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    const auto some = cg::coalesced_threads();
    int v = cg::reduce(tile, x[block.thread_rank()], cg::plus<int>()) + cg::inclusive_scan(tile, 1) + some.size();
    const auto same = cg::labeled_partition(tile, v % 3);
    v += cg::reduce(same, v, cg::greater<int>()) + cg::binary_partition(tile, v > 2).meta_group_rank();
    v += tile.any(v) + tile.match_any(v) + int(tile.shfl(2.5, 1));
    cg::this_grid().sync();
    x[cg::this_grid().thread_rank()] = v;
}""",
    "curand_kernel": r"""
#include <curand_kernel.h>
extern "C" __global__ void f(float *x) {
    curandStatePhilox4_32_10_t philox;
    curandState xorwow;
    curandStateMRG32k3a mrg;
    curandStateSobol32_t sobol;
    curandDirectionVectors32_t vectors = {1, 2, 3};
    curand_init(vectors, 7, &sobol);
    curand_init(3ull, threadIdx.x, 1, &mrg);
    curand_init(1ull, threadIdx.x, 0, &philox);
    curand_init(1ull, threadIdx.x, 3, &xorwow);
    x[threadIdx.x] = curand_uniform4(&philox).x + curand_normal(&xorwow) + float(curand_uniform_double(&xorwow));
    x[threadIdx.x] += curand_poisson(&mrg, 2.5) + curand_normal(&sobol) + curand_normal4_double(&philox).w;
}""",
    "cuda_std": r"""
#include <cuda/std/cstdint>
#include <cuda/std/cstddef>
#include <cuda/std/type_traits>
#include <cuda/std/limits>
#include <cuda/std/utility>
#include <cuda/std/array>
#include <cuda/std/algorithm>
#include <cuda/std/cmath>
#include <cuda/std/functional>
#include <cuda/functional>
template <class T, class = cuda::std::enable_if_t<cuda::std::is_floating_point_v<T>>>
__device__ T half_of(T x) { return x / 2; }
extern "C" __global__ void f(double *out, cuda::std::int64_t *n) {
    cuda::std::array<double, 3> a{{1, 2, 3}};
    for (double &x : a) x += cuda::std::sqrt(4.0);
    cuda::std::swap(a[0], a[2]);
    auto p = cuda::std::make_pair(a.front(), 5u);
    static_assert(cuda::std::is_same_v<cuda::std::remove_cvref_t<const int &>, int>, "");
    out[0] = cuda::std::max(p.first, half_of(3.0)) + cuda::std::numeric_limits<double>::epsilon();
    out[0] += cuda::std::plus<>()(1, 2.5);
    out[1] = cuda::std::clamp(out[0], 0.0, 1.0) + cuda::maximum<int>()(1, 2);
    out[1] += cuda::std::isnan(cuda::std::numeric_limits<float>::quiet_NaN());
    n[0] = cuda::std::numeric_limits<cuda::std::int64_t>::max() - cuda::std::numeric_limits<unsigned char>::digits;
    n[1] = sizeof(cuda::std::size_t);
}""",
    "more_of_cuda_std": r"""
#include <cuda/std/complex>
#include <cuda/std/bit>
#include <cuda/std/span>
#include <cuda/std/mdspan>
#include <cuda/std/atomic>
#include <cuda/atomic>
using namespace cuda::std;
extern "C" __global__ void f(float *x, unsigned *u, unsigned short *h,
                             mdspan<float, dextents<long long, 2>, layout_stride> m) {
    cuda::std::span<float> s(x, 4);
    s[0] = bit_cast<float>(u[0]) + popcount(u[1]) + countl_zero(u[1]) + countr_zero(u[2]) + bit_ceil(u[1]);
    cuda::atomic_ref<float, cuda::thread_scope_device> r(x[1]);
    r.fetch_add(2.f);
    cuda::atomic_ref<double, cuda::thread_scope_device> d(*(double *)(x + 2));
    d.fetch_max(2.5, cuda::std::memory_order_relaxed);
    cuda::std::atomic_ref<unsigned short> w(h[1]);
    w++;
    unsigned short expected = 1;
    w.compare_exchange_strong(expected, 7);
    __shared__ cuda::atomic<int, cuda::thread_scope_block> c;
    if (threadIdx.x == 0) c.store(1);
    c += 2;
    cuda::std::mdspan<float, cuda::std::extents<int, cuda::std::dynamic_extent, 3>> y(x, 2);
    y(1, 2) += m(1, 1) + c.load();
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    const cuda::std::complex<double> z(1, x[3]);
    x[4] = float(cuda::std::exp(z).real() + cuda::std::pow(z, 2).imag() + cuda::std::abs(z) + cuda::std::sqrt(2.0));
}""",
    "waits": r"""
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/cmath>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>
#include <cooperative_groups.h>
extern "C" __global__ void f(int *out, const int *in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int buffer[64];
    const auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) init(&all, block.size());
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, buffer, in, cuda::aligned_size_t<4>(256), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    all.arrive_and_wait();
    out[threadIdx.x] = buffer[63 - threadIdx.x];
    pipe.consumer_release();
    __pipeline_memcpy_async(buffer + threadIdx.x, in, 4);
    __shared__ cuda::std::binary_semaphore one;
    if (threadIdx.x == 0) one.release(cuda::ceil_div(3, 4));
    __syncthreads();
    if (one.try_acquire()) reinterpret_cast<cuda::std::latch *>(buffer)->count_down();
}""",
    "halves": r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class H, class P> __device__ float both(H x, P pair) {
    pair = __hfma2(pair, pair, P{x, x});
    return float(__hadd(pair.x, __shfl_xor_sync(~0u, pair.y, 1))) + float(__ldg(&x));
}
extern "C" __global__ void f(float *x, __half *h, __nv_bfloat16 *b) {
    x[0] = both(*h, __halves2half2(*h, hexp(*h))) + both(*b, __float2bfloat162_rn(2.0f));
    *h = __double2half(2.5) * __int2half_rd(7) + __float2half_ru(0.1f);
    *b = __ull2bfloat16_rn(1ull << 40);
    atomicAdd(h, __half(1.0f));
    x[1] = __half2int_rn(*h) + __half2short_rz(*h) + __bfloat162ull_ru(*b) + __hisnan(*h) + __hgt(*h, *h);
}""",
    "more_of_cub": r"""
#include <cub/cub.cuh>
struct Running {
    int total;
    __device__ int operator()(int block) { total += block; return total - block; }
};
struct Square { __device__ int operator()(int x) const { return x * x; } };
struct Before { __device__ bool operator()(int a, int b) const { return a < b; } };
extern "C" __global__ void f(int *x) {
    using Scan = cub::BlockScan<int, 64>;
    using Warp = cub::WarpReduce<int, 16>;
    using Runs = cub::BlockRunLengthDecode<int, 64, 1, 2>;
    __shared__ union { Scan::TempStorage scan; Warp::TempStorage warp[4]; Runs::TempStorage runs; } t;
    Running before{0};
    int v[2], total;
    cub::LoadDirectStriped<64>(threadIdx.x, x, v);
    Scan(t.scan).ExclusiveSum(v, v, before);
    __syncthreads();
    v[0] += Warp(t.warp[threadIdx.x / 16]).HeadSegmentedSum(v[1], threadIdx.x % 3 == 0);
    __syncthreads();
    int runs[1] = {v[0]}, lengths[1] = {2};
    Runs(t.runs, runs, lengths, total).RunLengthDecode(v);
    v[1] += cub::ThreadReduce(v, cub::Max()) + cub::LaneId() + cub::Log2<64>::VALUE + total;
    cub::CountingInputIterator<int> count(3);
    cub::TransformInputIterator<int, Square, cub::CountingInputIterator<int>> squares(count, Square());
    using Exchange = cub::WarpExchange<int, 2, 16>;
    using Merge = cub::WarpMergeSort<int, 2>;
    __shared__ union { Exchange::TempStorage exchange[4]; Merge::TempStorage merge[2]; } u;
    Exchange(u.exchange[threadIdx.x / 16]).StripedToBlocked(v, v);
    __syncthreads();
    Merge(u.merge[threadIdx.x / 32]).Sort(v, Before());
    x[threadIdx.x] = v[0] + v[1] + squares[2];
}""",
    "thrust": r"""
#include <thrust/complex.h>
#include <thrust/pair.h>
extern "C" __global__ void f(thrust::complex<float> *z) {
    const auto both = thrust::make_pair(2.0f, z[1]);
    z[0] = z[0] * thrust::conj(both.second) + thrust::exp(z[0]) / both.first;
}""",
}


@pytest.fixture
def compiler(monkeypatch):
    made = backend.compiler()
    try:
        made.version()
    except ImportError as error:
        pytest.skip(str(error))
    monkeypatch.setattr(cupy_cuda.find, "headers", lambda: ())
    return made


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_headers(compiler, name):
    from cupy._runtime.images import KERNELS
    assert compiler.compile(SOURCES[name], name=name, target="sm_90", include_roots=(KERNELS,)).image


def test_headers_that_nothing_stands_for(compiler):
    with pytest.raises(CompileError, match="mma.h"):
        compiler.compile("#include <mma.h>", name="products", target="sm_90", include_roots=())


def test_halves_of_the_toolkit_become_ours():
    if not any(os.path.exists(os.path.join(folder, "cuda_fp16.h")) for folder in cupy_cuda.find.headers()):
        pytest.skip("the toolkit's headers are not installed")
    from cupy._runtime.images import KERNELS
    source = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cupy/carray.cuh>
extern "C" __global__ void f(__half *h, cupy::float16 *x, __nv_bfloat16 *b, cupy::bfloat16 *y) {
    cupy::float16 v = *h;
    cupy::bfloat16 w = *b;
    x[0] = cupy::float16(h[1]) + v * cupy::float16(*b);
    x[1] = (cupy::float16)h[8];
    y[1] = w + cupy::bfloat16(y[0]);
    h[2] = __half(x[3]);
    v += 1;
    h[9] = x[9] < v ? h[8] : h[7];
}"""
    assert backend.compiler().compile(source, name="halves", target="sm_90", include_roots=(KERNELS,)).image


@pytest.mark.parametrize("real, own", [((), True), (("cuda_fp16.h",), False), (("cub.h",), True)])
def test_who_has_the_halves(tmp_path, monkeypatch, real, own):
    for name in real:
        (tmp_path / name).touch()
    monkeypatch.setattr(cupy_cuda.find, "headers", lambda: (str(tmp_path),))
    from cupy._runtime.images import KERNELS
    folders = compiler_module.include_folders("#include <curand_kernel.h>", (KERNELS,))
    assert compiler_module.has_own_halves(folders) is own
    assert not compiler_module.has_own_halves(compiler_module.include_folders("int x;", (KERNELS,)))
