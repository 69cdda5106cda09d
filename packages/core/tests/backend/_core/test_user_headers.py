"""Headers of CUDA's libraries and of ours that user kernels include."""
import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import run, skip_without_header


@pytest.mark.parametrize("dtype", ["l", "d"])
def test_carray(dtype):
    code = r"""
#include <cupy/carray.cuh>
extern "C" __global__ void f(TYPE *out, TYPE *data) {
    const int shape[] = {2, 3, 4};
    CArray<TYPE, 3> a(data, shape);
    const long long strides[] = {12 * sizeof(TYPE), sizeof(TYPE), 3 * sizeof(TYPE)};
    CArray<TYPE, 3, false> b(data, shape, strides);
    CIndexer<3> at(shape);
    for (int i = threadIdx.x; i < at.size(); i += blockDim.x) {
        at.set(i);
        out[i] = a[i] + 100 * b[i] + 10000 * a[at.get()];
    }
    if (threadIdx.x == 0) { out[24] = a.size() + a.shape()[1] + a.strides()[2] + at.ndim; }
}""".replace("TYPE", {"l": "long long", "d": "double"}[dtype])
    a = np.arange(24, dtype=dtype)
    found = run(code, cupy.zeros(25, dtype), cupy.asarray(a))
    b = a.reshape(2, 4, 3).swapaxes(1, 2).ravel()
    np.testing.assert_array_equal(found[:24], a + 100 * b + 10000 * a)
    assert found[24] == 24 + 3 + 8 + 3


def test_float16():
    code = r"""
#include <cupy/float16.cuh>
extern "C" __global__ void f(float16 *out, const float16 *x) { out[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }
"""
    x = np.arange(32, dtype="e")
    np.testing.assert_array_equal(run(code, cupy.zeros(32, "e"), cupy.asarray(x)), x * x)


@pytest.mark.parametrize("header,name,back", [
    ("cupy/bfloat16.cuh", "bfloat16", "(float)"), ("cuda_bf16.h", "__nv_bfloat16", "__bfloat162float")])
def test_bfloat16(header, name, back):
    code = r"""
#include <HEADER>
extern "C" __global__ void f(float *out) {
    TYPE x = (float)threadIdx.x;
    out[threadIdx.x] = TO_FLOAT(x + x) + sizeof(x);
}""".replace("HEADER", header).replace("TYPE", name).replace("TO_FLOAT", back)
    np.testing.assert_array_equal(run(code, cupy.zeros(32, "f")), np.arange(32) * 2 + 2)


def test_atomics():
    code = r"""
#include <cupy/atomics.cuh>
extern "C" __global__ void f(double *out, float *single, long long *integer) {
    atomicMax(&out[0], (double)threadIdx.x);
    atomicMin(&out[1], -(double)threadIdx.x);
    atomicMax(single, threadIdx.x + 0.5f);
    atomicAdd(integer, (long long)threadIdx.x);
}"""
    single, integer = cupy.zeros(1, "f"), cupy.zeros(1, "q")
    assert run(code, cupy.zeros(2), single, integer).tolist() == [31, -31]
    assert (float(single[0]), int(integer[0])) == (31.5, 496)


def test_type_dispatcher_and_constants():
    code = r"""
#include <cupy/type_dispatcher.cuh>
#include <cupy/cuda_workaround.h>
struct size_of {
    template <class T> __device__ void operator()(int *out) { *out = sizeof(T); }
};
extern "C" __global__ void f(int *out) {
    const int k = threadIdx.x;
    if (!dtype_dispatcher(k, size_of(), &out[k])) out[k] = -1;
}"""
    sizes = [1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 8, 16, 1, -1, -1]
    assert run(code, cupy.zeros(16, "i"), threads=16).tolist() == sizes


def test_math_constants():
    code = r"""
#include <math_constants.h>
extern "C" __global__ void f(double *out) { out[0] = CUDART_PI; out[1] = CUDART_SQRT_TWO; out[2] = CUDART_INF; }"""
    np.testing.assert_array_equal(run(code, cupy.zeros(3), threads=1), [np.pi, np.sqrt(2), np.inf])


def test_constants_in_two_parts():
    code = r"""
#include <math_constants.h>
extern "C" __global__ void f(double *out) {
    const double high[] = {CUDART_PI_HI, CUDART_LN2_HI, CUDART_L2E_HI, CUDART_SQRT_HALF_HI, CUDART_SQRT_HALF_HI_F};
    const double low[] = {CUDART_PI_LO, CUDART_LN2_LO, CUDART_L2E_LO, CUDART_SQRT_HALF_LO, CUDART_SQRT_HALF_LO_F};
    for (int k = 0; k < 5; ++k) { out[2 * k] = high[k]; out[2 * k + 1] = low[k]; }
    out[10] = CUDART_TWO_TO_M1022; out[11] = CUDART_TWOTHIRD; out[12] = CUDART_LN2_X_1024;
    out[13] = CUDART_NAN_F; out[14] = -CUDART_INF_F; out[15] = CUDART_NAN;
}"""
    from fractions import Fraction
    found = run(code, cupy.zeros(16), threads=1)
    half = Fraction(found[6]) + Fraction(found[7])
    assert abs(half * half - Fraction(1, 2)) < 1e-31
    assert abs((Fraction(found[8]) + Fraction(found[9])) ** 2 - Fraction(1, 2)) < 1e-14
    # High parts are the numbers in double, low parts less than half of their last digit.
    np.testing.assert_array_equal(found[:6:2], [np.pi, np.log(2), 1 / np.log(2)])
    assert (np.abs(found[1:6:2]) < np.spacing(found[:6:2]) / 2).all() and (found[1:6:2] > 0).all()
    np.testing.assert_allclose(found[1], np.sin(found[0]), rtol=1e-12)
    np.testing.assert_allclose(found[10:13], [2.0**-1022, 2 / 3, 1024 * np.log(2)], rtol=1e-15)
    np.testing.assert_array_equal(found[13:], [np.nan, -np.inf, np.nan])


@pytest.mark.parametrize("state", ["curandState", "curandStatePhilox4_32_10_t"])
def test_curand(state):
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(double *out, int n) {
    TYPE state;
    const int thread = threadIdx.x + blockIdx.x * blockDim.x, threads = blockDim.x * gridDim.x;
    curand_init(1234ull, thread, 0, &state);
    for (int i = 0; i < n; ++i) {
        double *row = out + (i * threads + thread) * 5;
        row[0] = curand_uniform(&state);
        row[1] = curand_uniform_double(&state);
        row[2] = curand_normal(&state);
        row[3] = curand_normal_double(&state);
        row[4] = curand(&state) * (1 / 4294967296.);
    }
}""".replace("TYPE", state)
    x = run(code, cupy.zeros((64, 64, 5)), np.int32(64), blocks=2).reshape(-1, 5)
    assert (x[:, :2] > 0).all() and (x[:, :2] <= 1).all()
    np.testing.assert_allclose(x.mean(0), [0.5, 0.5, 0, 0, 0.5], atol=0.06)
    np.testing.assert_allclose(x.std(0), [12**-0.5, 12**-0.5, 1, 1, 12**-0.5], rtol=0.06)
    assert abs(np.corrcoef(x.T) - np.eye(5)).max() < 0.08
    assert len(np.unique(x[:, 4])) > 4090


def test_philox_offsets():
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(unsigned *out) {
    curandStatePhilox4_32_10_t state;
    curand_init(7, 3, threadIdx.x, &state);
    out[threadIdx.x] = curand(&state);
    if (threadIdx.x == 0)
        for (int k = 1; k < 32; ++k) out[32 + k] = curand(&state);
}"""
    x = run(code, cupy.zeros(64, "I"))
    np.testing.assert_array_equal(x[1:32], x[33:])


def test_philox_numbers():
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(unsigned *out) {
    curandStatePhilox4_32_10_t state;
    curand_init(0, 0, 0, &state);
    uint4 x = curand4(&state);
    out[0] = x.x; out[1] = x.y; out[2] = x.z; out[3] = x.w;
}"""
    # The first known answer that comes with Philox' authors' library.
    assert run(code, cupy.zeros(4, "I"), threads=1).tolist() == [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]


def test_cuda_std():
    code = r"""
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/cstdint>
#include <cuda/std/cstddef>
#include <cuda/std/utility>
#include <cuda/std/tuple>
#include <cuda/std/cmath>
template <class T> __device__ cuda::std::enable_if_t<cuda::std::is_floating_point<T>::value, double> kind(T) {
    return 1;
}
template <class T> __device__ cuda::std::enable_if_t<cuda::std::is_integral<T>::value, double> kind(T) { return 2; }
extern "C" __global__ void f(double *out) {
    const cuda::std::complex<double> z(3, 4);
    out[0] = cuda::std::abs(z);
    out[1] = (z * cuda::std::conj(z)).real();
    out[2] = cuda::std::numeric_limits<float>::max();
    out[3] = kind(1.5f) + 10 * kind(cuda::std::uint8_t(1));
    out[4] = cuda::std::get<1>(cuda::std::make_tuple(1, 2.5));
    out[5] = cuda::std::pair<int, double>(1, 7.5).second;
    out[6] = cuda::std::sqrt(2.0);
    out[7] = cuda::std::exp(cuda::std::complex<double>(0, 1)).imag();
    out[8] = sizeof(cuda::std::size_t);
    out[9] = cuda::std::pow(z, 2.0).imag() + cuda::std::sqrt(z * z).real() + cuda::std::abs(-2.0);
}"""
    np.testing.assert_allclose(run(code, cupy.zeros(10), threads=1), [
        5, 25, np.finfo("f").max, 21, 2.5, 7.5, 2**0.5, np.sin(1), 8, 24 + 3 + 2], rtol=1e-14)


@pytest.mark.parametrize("header,name", [
    ("cuda/atomic", "cuda::atomic_ref<int, cuda::thread_scope_device>"),
    ("cuda/std/atomic", "cuda::std::atomic_ref<int>")])
def test_atomic_objects(header, name):
    code = r"""
#include <HEADER>
extern "C" __global__ void f(int *out) {
    TYPE sum(out[0]), most(out[1]), wanted(out[2]);
    sum.fetch_add(1);
    most.fetch_or((int)threadIdx.x);
    int expected = 5;
    if (wanted.compare_exchange_strong(expected, 6)) out[3] = 1;
    if (threadIdx.x == 0) out[4] = sum.load() > 0;
}""".replace("HEADER", header).replace("TYPE", name)
    assert run(code, cupy.array([0, 0, 5, 0, 0], "i")).tolist() == [32, 31, 6, 1, 1]


CUB = r"""
struct largest { template <class T> __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
extern "C" __global__ void f(int *out, const int *x) {
    typedef cub::BlockReduce<int, 64> Reduce;
    typedef cub::BlockScan<int, 64> Scan;
    typedef cub::BlockLoad<int, 64, 2> Load;
    typedef cub::BlockStore<int, 64, 2> Store;
    typedef cub::WarpReduce<int> WarpReduce;
    typedef cub::WarpScan<int> WarpScan;
    __shared__ Reduce::TempStorage reduce;
    __shared__ Scan::TempStorage scan;
    __shared__ Load::TempStorage load;
    __shared__ Store::TempStorage store;
    __shared__ WarpReduce::TempStorage warp_reduce[2];
    __shared__ WarpScan::TempStorage warp_scan[2];
    const int k = threadIdx.x, warp = k / 32;
    int items[2], inside[2], before, all, most, sum, rising;
    Load(load).Load(x, items);
    const int value = items[0] + items[1];
    sum = Reduce(reduce).Sum(value);
    __syncthreads();
    most = Reduce(reduce).Reduce(value, largest());
    Scan(scan).ExclusiveSum(value, before, all);
    __syncthreads();
    Scan(scan).InclusiveSum(items, inside);
    Store(store).Store(out, inside);
    out[128 + k] = before;
    WarpScan(warp_scan[warp]).InclusiveSum(value, rising);
    out[192 + k] = rising;
    const int part = WarpReduce(warp_reduce[warp]).Sum(value);
    if (k % 32 == 0) out[256 + warp] = part;
    if (k == 0) { out[258] = sum; out[259] = most; out[260] = all; }
}"""


@pytest.mark.parametrize("headers", [("cub/cub.cuh",), (
    "cub/block/block_reduce.cuh", "cub/block/block_scan.cuh", "cub/block/block_load.cuh", "cub/block/block_store.cuh",
    "cub/warp/warp_reduce.cuh", "cub/warp/warp_scan.cuh")])
def test_cub(headers):
    x = np.random.default_rng(0).integers(-100, 100, 128).astype("i")
    found = run("".join(f"#include <{h}>\n" for h in headers) + CUB, cupy.zeros(261, "i"), cupy.asarray(x), threads=64)
    pairs = x.reshape(64, 2).sum(1)
    np.testing.assert_array_equal(found[:128], x.cumsum())
    np.testing.assert_array_equal(found[128:192], pairs.cumsum() - pairs)
    np.testing.assert_array_equal(found[192:256], pairs.reshape(2, 32).cumsum(1).ravel())
    assert found[256:].tolist() == [*pairs.reshape(2, 32).sum(1), x.sum(), pairs.max(), x.sum()]


def test_thrust_complex():
    code = r"""
#include <thrust/complex.h>
extern "C" __global__ void f(double *out) {
    thrust::complex<double> z(3, 4);
    out[0] = thrust::abs(z); out[1] = thrust::conj(z).imag(); out[2] = (z * z).real();
}"""
    assert run(code, cupy.zeros(3), threads=1).tolist() == [5, -4, -7]


def test_thrust_pair():
    code = r"""
#include <thrust/pair.h>
#include <thrust/swap.h>
extern "C" __global__ void f(double *out) {
    thrust::pair<int, double> p = thrust::make_pair(1, 2.5);
    double a = p.first, b = p.second;
    thrust::swap(a, b);
    out[0] = a; out[1] = b;
}"""
    assert run(code, cupy.zeros(2), threads=1).tolist() == [2.5, 1]


def test_cooperative_reduction():
    code = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void f(int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int k = threadIdx.x;
    out[k] = cg::reduce(tile, k, cg::plus<int>());
    out[32 + k] = cg::reduce(tile, k, cg::greater<int>());
}"""
    x = np.arange(32).reshape(4, 8)
    found = run(code, cupy.zeros(64, "i"))
    np.testing.assert_array_equal(found, np.concatenate([x.sum(1).repeat(8), x.max(1).repeat(8)]))


@pytest.mark.parametrize("header,expression,expected", [
    ("cupy/carray.cuh", "CIndexer<1>(&k).size() + x", 4), ("cupy/type_dispatcher.cuh", "CUPY_TYPE_INT32 + x", 5),
    ("math_constants.h", "CUDART_PI * x", np.pi), ("thrust/pair.h", "thrust::make_pair(1, x).second", 1),
    ("thrust/complex.h", "thrust::complex<double>(x, 2).imag()", 2),
    ("cuda_fp16.h", "__half2float(__float2half(x))", 1),
    ("cuda/std/limits", "cuda::std::numeric_limits<float>::digits + x", 25),
    ("cuda/std/complex", "cuda::std::norm(cuda::std::complex<double>(3, x))", 10),
    ("curand_kernel.h", "(curand_uniform(&state) <= 1) + x", 2)])
def test_preamble(header, expression, expected):
    state = "curandState state; curand_init(1, i, 0, &state);" if "curand" in header else ""
    kernel = cupy.ElementwiseKernel("float64 x", "float64 y", f"const int k = 3; {state} y = {expression}",
                                    "with_header", preamble=f"#include <{header}>")
    try:
        found = kernel(cupy.ones(3))
    except cupy.cuda.compiler.CompileException as error:
        skip_without_header(error)
        raise
    np.testing.assert_allclose(found.get(), [expected] * 3)


def test_function_objects():
    code = r"""
#include <cuda/functional>
#include <cuda/std/functional>
#include <cub/block/block_reduce.cuh>
extern "C" __global__ void f(int *out) {
    typedef cub::BlockReduce<int, 32> Reduce;
    __shared__ Reduce::TempStorage storage[3];
    const int value = threadIdx.x + 1;
    const int sum = Reduce(storage[0]).Reduce(value, cuda::std::plus<>());
    const int most = Reduce(storage[1]).Reduce(value, cuda::maximum<>());
    const int least = Reduce(storage[2]).Reduce(value, cuda::minimum<int>());
    if (threadIdx.x == 0) { out[0] = sum; out[1] = most; out[2] = least; }
}"""
    assert run(code, cupy.zeros(3, "i")).tolist() == [528, 32, 1]
