"""Words of the language in kernels as programs write them."""

import ctypes

import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import run

rng = np.random.default_rng(7)


def test_launch_bounds_ldg_restrict_unroll():
    code = r"""
#define BLOCK 64
template <typename T, int UNROLL>
__global__ void __launch_bounds__(BLOCK, 2) axpy(T a, const T* __restrict__ x, T* __restrict__ y, const int n) {
    const int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    #pragma unroll UNROLL
    for (int k = 0; k < UNROLL; ++k, i += stride) if (i < n) y[i] = fma(a, __ldg(&x[i]), y[i]);
}
__device__ __forceinline__ float sq(float x) { return x * x; }
__device__ __noinline__ float cube(float x) { return x * sq(x); }
template <class T> __global__ void __launch_bounds__(BLOCK) each(T *x) { x[threadIdx.x] = cube(x[threadIdx.x]); }
"""
    m = cupy.RawModule(
        code=code, options=("-std=c++17",), name_expressions=("axpy<float, 4>", "axpy<double,2>", "each<float>")
    )
    x, y = rng.normal(size=200), rng.normal(size=200)
    a, b = cupy.asarray(x), cupy.asarray(y)
    m.get_function("axpy<double,2>")((2,), (64,), (2.5, a, b, 200))
    np.testing.assert_allclose(b.get(), 2.5 * x + y)
    f = cupy.asarray(x[:64], "f")
    m.get_function("each<float>")((1,), (64,), (f,))
    np.testing.assert_allclose(f.get(), x[:64].astype("f") ** 3, rtol=1e-5)
    assert m.get_function("axpy<float, 4>").max_threads_per_block >= 64


def test_vector_types():
    code = r"""
__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline float3 operator*(float s, const float3 &v) { return make_float3(s * v.x, s * v.y, s * v.z); }
extern "C" __global__ void f(float *out, const float4 *a, const float4 *b, const uchar4 *c, longlong2 *l, double3 *d,
    char3 *e, ushort4 *u) {
    int i = threadIdx.x;
    float4 s = a[i] + __ldg(b + i);
    reinterpret_cast<float4*>(out)[i] = s;
    uchar4 p = c[i];
    out[128 + i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z + p.w;
    l[i] = make_longlong2(i, 2LL * i);
    float3 n = 2.f * make_float3(i, 1, 2);
    d[i] = make_double3(dot(n, n), sizeof(float3), alignof(float4));
    e[i] = make_char3(i, -i, 1);
    u[i].x = i; u[i].w = 7;
    int2 k = {i, i}; uint3 q = make_uint3(1, 2, 3); float1 one = make_float1(5);
    ulonglong4 big = make_ulonglong4(1,2,3,4);
    out[160 + i] = k.x + q.z + one.x + big.w;
}"""
    a, b = rng.normal(size=(32, 4)).astype("f"), rng.normal(size=(32, 4)).astype("f")
    c = rng.integers(0, 256, (32, 4)).astype("B")
    l, d, e, u = cupy.zeros((32, 2), "q"), cupy.zeros((32, 3)), cupy.zeros((32, 3), "b"), cupy.zeros((32, 4), "H")
    got = run(code, cupy.zeros(192, "f"), *map(cupy.asarray, (a, b, c)), l, d, e, u)
    np.testing.assert_array_equal(got[:128].reshape(32, 4), a + b)
    np.testing.assert_allclose(got[128:160], c @ np.array([0.299, 0.587, 0.114, 1]), rtol=1e-5)
    i = np.arange(32)
    np.testing.assert_array_equal(l.get(), np.c_[i, 2 * i])
    np.testing.assert_array_equal(d.get(), np.c_[4.0 * i * i + 20, 12 + 0 * i, 16 + 0 * i])
    np.testing.assert_array_equal(e.get(), np.c_[i, -i, 1 + 0 * i])
    np.testing.assert_array_equal(got[160:], i + 3 + 5 + 4)


def test_constant_memory_symbols():
    code = r"""
extern "C" {
struct Params { float scale; int n; float table[8]; };
__constant__ Params params;
__constant__ float coeff[16];
__device__ int counter = 5;
__device__ double grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
__managed__ int shared_with_host;
__global__ void poly(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= params.n) return;
    float v = 0;
    for (int k = 15; k >= 0; --k) v = v * x[i] + coeff[k];
    y[i] = v * params.scale + params.table[i % 8];
    atomicAdd(&counter, 1);
    if (i == 0) { grid[1][2] *= 2; shared_with_host = 9; }
}
}"""
    m = cupy.RawModule(code=code)
    c = rng.normal(size=16).astype("f")
    ptr = m.get_global("coeff")
    cupy.ndarray(16, "f", ptr)[...] = cupy.asarray(c)
    t = np.dtype([("scale", "f4"), ("n", "i4"), ("table", "f4", 8)])
    p = np.zeros(1, t)
    p["scale"] = 2
    p["n"] = 20
    p["table"] = np.arange(8)
    m.get_global("params").copy_from_host(p.ctypes.data_as(ctypes.c_void_p), p.nbytes)
    x = rng.uniform(-1, 1, 32).astype("f")
    y = cupy.zeros(32, "f")
    m.get_function("poly")((2,), (16,), (cupy.asarray(x), y))
    want = np.polyval(c[::-1].astype("d"), x.astype("d")) * 2 + np.arange(32) % 8
    np.testing.assert_allclose(y.get()[:20], want[:20], rtol=1e-4, atol=1e-4)
    assert not y.get()[20:].any()
    assert int(cupy.ndarray((), "i", m.get_global("counter"))) == 25
    assert float(cupy.ndarray((2, 3), "d", m.get_global("grid"))[1, 2]) == 12


def test_complex_raw():
    code = r"""
#include <cupy/complex.cuh>
extern "C" __global__ void mandel(const complex<double> *c, int *n, complex<float> *z, int limit) {
    int i = threadIdx.x;
    complex<double> w(0.0, 0.0);
    int k = 0;
    while (k < limit && norm(w) < 4.0) { w = w * w + c[i]; ++k; }
    n[i] = k;
    complex<float> v = complex<float>(c[i]);
    z[i] = polar(abs(v), arg(v)) + 1.0f / (v + complex<float>(2.f)) - conj(v) * sqrt(v) + pow(v,
    2) + exp(v) * log(v + 3.f);
    z[i] += complex<float>(real(v), v.imag()); z[i] *= 2.f; z[i] = -z[i]; z[i] /= complex<float>(0, 1);
}"""
    c = rng.uniform(-1.5, 0.5, 32) + 1j * rng.uniform(-1, 1, 32)
    n, z = cupy.zeros(32, "i"), cupy.zeros(32, "F")
    cupy.RawKernel(code, "mandel")((1,), (32,), (cupy.asarray(c), n, z, np.int32(50)))

    def it(c):
        w, k = 0, 0
        while k < 50 and abs(w) ** 2 < 4:
            w = w * w + c
            k += 1
        return k

    assert n.get().tolist() == [it(v) for v in c]
    v = c
    want = v + 1 / (v + 2) - v.conj() * np.sqrt(v) + v**2 + np.exp(v) * np.log(v + 3) + v
    np.testing.assert_allclose(z.get(), -2 * want / 1j, rtol=2e-4, atol=1e-4)


def test_cucomplex():
    code = r"""
#include <cuComplex.h>
extern "C" __global__ void f(cuDoubleComplex *out, const cuDoubleComplex *a, const cuFloatComplex *b) {
    int i = threadIdx.x;
    cuDoubleComplex z = cuCadd(cuCmul(a[i], cuConj(a[i])), make_cuDoubleComplex(0, 1));
    z = cuCdiv(z, cuComplexFloatToDouble(b[i]));
    z = cuCsub(z, make_cuDoubleComplex(cuCabs(a[i]), cuCreal(a[i]) + cuCimagf(b[i])));
    cuComplex w = cuCfmaf(b[i], b[i], make_cuComplex(1.f, 0.f));
    out[i] = cuCfma(z, a[i], cuComplexFloatToDouble(w));
}"""
    a = rng.normal(size=8) + 1j * rng.normal(size=8)
    b = (rng.normal(size=8) + 1j * rng.normal(size=8)).astype("F")
    for tr in (False, True):
        out = cupy.zeros(8, "D")
        cupy.RawKernel(code, "f", translate_cucomplex=tr)((1,), (8,), (out, cupy.asarray(a), cupy.asarray(b)))
        z = (abs(a) ** 2 + 1j) / b - (abs(a) + 1j * (a.real + b.imag))
        np.testing.assert_allclose(out.get(), z * a + b * b + 1, rtol=1e-5)


@pytest.mark.parametrize("included", ["", "#include <cassert>\n#include <cstdio>"])
def test_printf_assert(capfd, included):
    code = included + r"""
extern "C" __global__ void f(int *x, int n) {
    int i = threadIdx.x;
    assert(i < 100);
    if (i < n) printf("thread %d of %u: %5.2f %s %lld %c %x %%\n", i, blockDim.x, i * 0.5, "text", 1LL << 40, 'c',
    255u);
    x[i] = i;
}"""
    run(code, cupy.zeros(4, "i"), np.int32(2), threads=4)
    cupy.cuda.Device().synchronize()
    out = capfd.readouterr().out
    assert "thread 1 of 4:  0.50 text 1099511627776 c ff %" in out and out.count("\n") == 2


def test_dynamic_shared_and_templates():
    code = r"""
template <class T> struct SharedMemory { __device__ operator T*() { extern __shared__ unsigned char raw[];
    return reinterpret_cast<T*>(raw); } };
template <class T, class Op> __device__ T block_reduce(T v, Op op) {
    T *s = SharedMemory<T>();
    s[threadIdx.x] = v;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + k]); __syncthreads(); }
    return s[0];
}
struct Add { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
namespace user { template <class T, class Op> __global__ void reduce(const T *x, T *out, size_t n) {
    T v{};
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
    i += size_t(blockDim.x) * gridDim.x) v = Op()(v, x[i]);
    v = block_reduce(v, [](T a, T b) { return Op()(a, b); });
    if (threadIdx.x == 0) out[blockIdx.x] = v;
} }
"""
    names = ["user::reduce<double, Add>", "user::reduce<long long, Add>"]
    m = cupy.RawModule(
        code=code, name_expressions=names, options=("--std=c++17", "--extended-lambda") if 0 else ("--std=c++17",)
    )
    x = rng.integers(0, 99, 1000)
    for name, t in zip(names, "dq"):
        out = cupy.zeros(4, t)
        m.get_function(name)((4,), (64,), (cupy.asarray(x, t), out, np.uint64(1000)), shared_mem=64 * 8)
        assert out.get().sum() == x.sum()


def test_atomics_of_all_kinds():
    code = r"""
extern "C" __global__ void f(int *i, unsigned *u, unsigned long long *l, float *x, double *d) {
    int t = threadIdx.x;
    atomicAdd(i, t); atomicSub(i + 1, t); atomicMax(i + 2, t * 7 % 32); atomicMin(i + 3, t - 9);
    atomicAnd(u, ~(1u << (t % 8))); atomicOr(u + 1, 1u << t); atomicXor(u + 2, t); atomicInc(u + 3, 20);
    atomicDec(u + 4, 20);
    atomicAdd(l, 1ull << 33); atomicMax(l + 1, (unsigned long long)t << 35); atomicCAS(l + 2, 0ull, 77ull);
    atomicExch(l + 3, 5ull);
    atomicAdd(x, 0.5f); atomicExch(x + 1, 2.f); atomicAdd(d, 0.25); atomicAdd_block(i + 4, 1);
    atomicAdd_system(i + 5, 2);
    atomicAnd(l + 4, ~(1ull << t)); atomicOr(l + 5, 1ull << (t + 8)); atomicXor(l + 6, (unsigned long long)t);
    __threadfence(); __threadfence_block(); __threadfence_system();
}"""
    i, u, l = cupy.zeros(6, "i"), cupy.zeros(5, "I"), cupy.zeros(7, "Q")
    u[0] = 0xFFFFFFFF
    u[4] = 3
    l[4] = 2**64 - 1
    x, d = cupy.zeros(2, "f"), cupy.zeros(1)
    cupy.RawKernel(code, "f")((1,), (32,), (i, u, l, x, d))
    assert i.get().tolist() == [496, -496, 31, -9, 32, 64]
    assert u.get().tolist() == [0xFFFFFF00, 0xFFFFFFFF, 0, 32 % 21, (3 - 32) % 21]
    assert l.get().tolist() == [32 << 33, 31 << 35, 77, 5, 2**64 - 2**32, 0xFFFFFFFF << 8, 0]
    assert x.get().tolist() == [16, 2] and d.get().tolist() == [8]


def test_intrinsics_in_elementwise():
    k = cupy.ElementwiseKernel(
        "float32 x, int32 n",
        "float32 y, int32 m",
        r"""
      y = __fmaf_rn(x, x, 1.f) + __fdividef(1.f, x) + __expf(-x) + rsqrtf(x) + __saturatef(x) + copysignf(1.f,
      -x) + __int_as_float(__float_as_int(x)) + tanhf(x) + fdimf(x, 1.f) + scalbnf(x,
      2) + (isfinite(x) ? 1 : 0) + sincospif_(x);
      m = __mul24(n, 3) + __mulhi(1 << 30, n) + __usad(n, 3, 1) + __byte_perm(n, 0x11223344, 0x3210) + max(n,
      2) + min(n, 3) + abs(-n) + __funnelshift_l(n, n, 3) + __dp4a(n, 0x01010101, 0);""",
        "many",
        preamble="""
        __device__ float sincospif_(float x) { float s, c; sincospif(x, &s, &c); sincosf(x, &c, &s); return s; }""",
    )
    x, n = rng.uniform(0.5, 3, 20).astype("f"), rng.integers(0, 100, 20).astype("i")
    y, m = k(cupy.asarray(x), cupy.asarray(n))
    want = (
        x * x
        + 1
        + 1 / x
        + np.exp(-x)
        + 1 / np.sqrt(x)
        + np.clip(x, 0, 1)
        - 1
        + x
        + np.tanh(x)
        + np.maximum(x - 1, 0)
        + 4 * x
        + 1
        + np.cos(x)
    )
    np.testing.assert_allclose(y.get(), want, rtol=1e-4)
    N = n.astype("q")
    wm = 3 * N + (N >> 2) + abs(N - 3) + 1 + N + np.maximum(N, 2) + np.minimum(N, 3) + N + 8 * N + N
    np.testing.assert_array_equal(m.get(), wm)


def test_halves():
    code = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void f(float *out, const __half *h, const __nv_bfloat16 *b, __half *ho, __nv_bfloat16 *bo) {
    int i = threadIdx.x;
    __half s = __hadd(h[i], __float2half(1.0f)), t = h[i] * s - __hdiv(s, __float2half_rn(2.f));
    half2 p = __halves2half2(h[i], s);
    p = __hadd2(p, p); p = __hmul2(p, __half2half2(__float2half(0.5f)));
    ho[i] = __hfma(s, t, __low2half(p));
    out[i] = __half2float(hexp(h[i])) + __half2float(__hmax(s, t)) + (__hgt(s,
    t) ? 1 : 0) + __half2float(hsqrt(__habs(h[i])));
    __nv_bfloat16 c = __hmul(b[i], __float2bfloat16(3.f));
    __nv_bfloat162 q = __floats2bfloat162_rn(1.f, 2.f);
    bo[i] = __hadd(c, __low2bfloat16(q));
    out[32 + i] = __bfloat162float(c) + float(b[i]) + __high2float(p) + float(s < t) ;
    ho[32 + i] = (__half)(float)i; s += h[i]; s = -s; ho[64 + i] = s;
    __half z = 2.0f; z = __int2half_rn(i); ho[96 + i] = z / __half(2.0);
    half w = h[i]; w *= w; float back = w; out[64 + i] = back; bool tr = w; out[64+i] += tr ? 0 : 0;
    out[96 + i] = __half2int_rz(s) + __half_as_ushort(h[i]) + (__hisnan(s) ? 1 : 0);
}"""
    h = rng.uniform(0, 4, 32).astype("e")
    b = cupy.asarray(rng.integers(0, 9, 32).astype("f")).astype("bfloat16") if hasattr(cupy, "bfloat16") else None
    ints = rng.integers(0, 9, 32).astype("f")
    b = cupy.asarray((ints.view("I") >> 16).astype("H"))
    ho, bo = cupy.zeros(128, "e"), cupy.zeros(32, "H")
    got = run(code, cupy.zeros(128, "f"), cupy.asarray(h), b, ho, bo)
    s = h + np.float16(1)
    t = h * s - s / np.float16(2)
    np.testing.assert_allclose(ho.get()[:32], s.astype("d") * t + h, rtol=2e-3)
    np.testing.assert_allclose(
        got[:32],
        np.exp(h.astype("f")).astype("e").astype("f") + np.maximum(s, t) + (s > t) + np.sqrt(h.astype("f")),
        rtol=3e-3,
    )
    np.testing.assert_array_equal((bo.get().astype("I") << 16).view("f"), ints * 3 + 1)
    np.testing.assert_array_equal(ho.get()[32:64], np.arange(32))
    np.testing.assert_array_equal(ho.get()[96:], np.arange(32) / 2)
    np.testing.assert_array_equal(got[64:96], (h * h).astype("f"))


def test_thrust_functional():
    code = r"""
#include <thrust/functional.h>
#include <thrust/tuple.h>
#include <thrust/swap.h>
#include <thrust/extrema.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/transform_reduce.h>
#include <thrust/inner_product.h>
#include <thrust/scan.h>
struct Square { __host__ __device__ int operator()(int x) const { return x * x; } };
extern "C" __global__ void f(int *out, const int *x, int n) {
    if (threadIdx.x) return;
    thrust::plus<int> plus; thrust::multiplies<int> times; thrust::maximum<int> most; thrust::logical_and<bool> both;
    thrust::negate<int> minus; thrust::identity<int> same;
    out[0] = plus(2, 3) + times(4, 5) + most(1, 9) + both(true,
    true) + minus(1) + same(3) + thrust::modulus<int>()(7, 4) + thrust::divides<int>()(9, 2);
    thrust::tuple<int, float, char> t = thrust::make_tuple(1, 2.5f, 'a');
    out[1] = thrust::get<0>(t) + int(2 * thrust::get<1>(t)) + thrust::get<2>(t);
    int a, b; thrust::tie(a, b) = thrust::make_tuple(8, 9); thrust::swap(a, b); out[2] = 10 * a + b;
    thrust::counting_iterator<int> c(0);
    out[3] = thrust::reduce(thrust::device, thrust::make_transform_iterator(c, Square()),
    thrust::make_transform_iterator(c + 5, Square()));
    out[4] = thrust::transform_reduce(thrust::seq, x, x + n, Square(), 0, thrust::plus<int>());
    out[5] = thrust::inner_product(thrust::seq, x, x + n, c, 0);
    out[6] = int(thrust::max_element(thrust::seq, x, x + n) - x);
    auto z = thrust::make_zip_iterator(thrust::make_tuple(x, c));
    out[7] = thrust::get<0>(z[2]) + thrust::get<1>(z[2]);
    int r[8]; thrust::inclusive_scan(thrust::seq, x, x + 8, r, thrust::maximum<int>()); out[8] = r[7];
    auto p = thrust::make_permutation_iterator(x, c + 3); out[9] = p[1];
    out[10] = *thrust::make_constant_iterator(4) + thrust::count_if(thrust::seq, x, x + n, [](int v) { return v > 4;
    });
    thrust::pair<const int *, const int *> mm = thrust::minmax_element(thrust::seq, x, x + n);
    out[11] = *mm.first + *mm.second;
}"""
    x = rng.integers(0, 9, 20).astype("i")
    got = run(code, cupy.zeros(12, "i"), cupy.asarray(x), np.int32(20))
    assert got.tolist() == [
        5 + 20 + 9 + 1 - 1 + 3 + 3 + 4,
        1 + 5 + 97,
        98,
        30,
        (x**2).sum(),
        (x * np.arange(20)).sum(),
        np.argmax(x),
        x[2] + 2,
        x[:8].max(),
        x[4],
        4 + (x > 4).sum(),
        x.min() + x.max(),
    ]


def test_std_headers():
    code = r"""
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda/std/numeric>
#include <cuda/std/iterator>
#include <cuda/std/atomic>
#include <cuda/atomic>
extern "C" __global__ void f(double *out) {
    cuda::std::tuple<int, double> t{1, 2.5};
    auto [a, b] = t;
    cuda::std::complex<double> z(1, 2);
    double v[3] = {1, 2, 3};
    out[0] = a + b + abs(z * z) + cuda::std::accumulate(v, v + 3, 0.0);
    cuda::atomic_ref<double, cuda::thread_scope_device> r(out[1]);
    r.fetch_add(2.0);
}"""
    assert run(code, cupy.zeros(2), threads=1).tolist() == [1 + 2.5 + 5 + 6, 2]


def test_clocks_and_jumps():
    code = r"""
extern "C" __global__ void f(long long *out) {
    long long a = clock64(); clock_t c = clock();
    out[0] = clock64() - a >= 0; out[1] = warpSize; out[2] = c != 0 || true;
    __nanosleep(10);
    switch (int(out[1])) { case 32: out[7] = 1; break; default: out[7] = 2; }
    goto end; out[7] = 9;
end: return;
}"""
    got = run(code, cupy.zeros(8, "q"), threads=1)
    assert got.tolist()[:3] == [1, 32, 1] and got[7] == 1


def test_alignment_unions_bitfields_recursion():
    code = r"""
union Bits { float f; unsigned u; };
struct __align__(16) Node { float value; int left, right; unsigned flag : 3; unsigned rest : 29; };
enum class Op : unsigned char { add, mul };
__device__ float eval(const Node *n, int k) {
    return n[k].left < 0 ? n[k].value : n[k].flag == (int)Op::add ? eval(n, n[k].left) + eval(n,
    n[k].right) : eval(n, n[k].left) * eval(n, n[k].right); }
typedef float (*fn)(float, float);
__device__ float hyp(float a, float b) { return hypotf(a, b); }
extern "C" __global__ void f(float *out, const Node *n) {
    Bits b; b.f = 1.f; out[1] = b.u >> 23; out[0] = eval(n, 0); out[2] = sizeof(Node);
    fn g = hyp; out[3] = g(3, 4);
    constexpr int k = [] { int s = 0; for (int i = 0; i < 5; ++i) s += i; return s; }();
    out[4] = k; static const float inner[3] = {7, 8, 9}; out[5] = inner[int(out[2]) % 3];
    if constexpr (sizeof(int) == 4) out[6] = 1;
}"""
    t = np.dtype([("v", "f4"), ("l", "i4"), ("r", "i4"), ("flag", "u4")])
    n = np.zeros(5, t)
    n["l"] = [1, 3, -1, -1, -1]
    n["r"] = [2, 4, -1, -1, -1]
    n["v"] = [0, 0, 5, 2, 3]
    n["flag"] = [0, 1, 0, 0, 0]
    got = run(
        code,
        cupy.zeros(7, "f"),
        cupy.asarray(n.view("u1")),
        threads=1,
    )
    assert got.tolist() == [11, 127, 16, 5, 10, 8, 1]
