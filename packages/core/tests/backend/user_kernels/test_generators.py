"""cuRAND's generators in kernels as programs write them."""
import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import run

@pytest.mark.parametrize("state", ["curandState", "curandStatePhilox4_32_10_t", "curandStateMRG32k3a_t"])
def test_states(state):
    code = r"""
#include <curand_kernel.h>
#include <curand_mrg32k3a.h>
extern "C" __global__ void f(double *out, int n) {
    STATE s;
    curand_init(1234ULL, threadIdx.x, 0, &s);
    STATE local = s;
    for (int k = 0; k < n; ++k) {
        out[threadIdx.x * n + k] = curand_uniform(&local);
    }
    double *o2 = out + blockDim.x * n;
    for (int k = 0; k < n; ++k) o2[threadIdx.x * n + k] = curand_normal_double(&local);
    o2 += blockDim.x * n;
    for (int k = 0; k < n; ++k) o2[threadIdx.x * n + k] = curand_log_normal(&local, 0.f, 0.5f);
    o2 += blockDim.x * n;
    for (int k = 0; k < n; ++k) o2[threadIdx.x * n + k] = curand_poisson(&local, 3.5);
    skipahead(10, &local);
    skipahead_sequence(1, &local);
    out[0] = curand_uniform_double(&local);
}""".replace("STATE", state)
    n = 100
    got = run(code, cupy.zeros(4 * 32 * n), np.int32(n)).reshape(4, -1)
    assert abs(got[0].mean() - 0.5) < 0.03 and 0 < got[0].min() and got[0].max() <= 1
    assert abs(got[1].mean()) < 0.1 and abs(got[1].std() - 1) < 0.1
    assert abs(np.log(got[2]).mean()) < 0.05 and abs(np.log(got[2]).std() - 0.5) < 0.05
    assert abs(got[3].mean() - 3.5) < 0.2 and abs(got[3].var() - 3.5) < 0.5
    assert (got[3] == np.floor(got[3])).all()


@pytest.mark.parametrize("mean", [0.0, 0.3, 9.5, 30.0, 4000.0])
def test_poisson(mean):
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(double *out, double mean) {
    curandStatePhilox4_32_10_t s;
    curand_init(7, threadIdx.x, 0, &s);
    for (int k = 0; k < 100; ++k) out[threadIdx.x * 100 + k] = curand_poisson(&s, mean);
}"""
    got = run(code, cupy.zeros(3200), mean)
    assert abs(got.mean() - mean) <= 5 * np.sqrt(mean / 3200)
    assert abs(got.var() - mean) <= 6 * mean * np.sqrt(2 / 3200) + 0.05 * mean


# cuRAND's own numbers: words from the start, then after `skipahead(1000)` and `skipahead_sequence(5)`.
@pytest.mark.parametrize("seed, subsequence, offset, words", [
    (1234, 3, 7, [1746892513, 201512978, 3014704278, 1720776320, 1577472877, 2134137549, 4161826761]),
    (77 << 33, 100000, 12345678901,
     [3305547711, 647574022, 188124510, 1539883426, 1853681830, 1945754392, 3367832819])])
def test_numbers_of_mrg32k3a(seed, subsequence, offset, words):
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(unsigned *out, unsigned long long seed, unsigned long long sub,
                             unsigned long long off) {
    curandStateMRG32k3a s;
    curand_init(seed, sub, off, &s);
    for (int k = 0; k < 5; ++k) out[k] = curand(&s);
    for (int k = 0; k < 4; ++k) curand_uniform(&s) + curand_uniform_double(&s);
    curand_normal2(&s);
    curand_normal2(&s);
    curand_normal2_double(&s);
    curand_normal2_double(&s);
    skipahead(1000, &s);
    out[5] = curand(&s);
    skipahead_sequence(5, &s);
    out[6] = curand(&s);
}"""
    got = run(code, cupy.zeros(7, "I"), np.uint64(seed), np.uint64(subsequence), np.uint64(offset), threads=1)
    assert got.tolist() == words


def test_four_at_once():
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(double *out) {
    curandStatePhilox4_32_10_t s;
    curand_init(7, threadIdx.x, 0, &s);
    uint4 u = curand4(&s);
    float4 a = curand_uniform4(&s), b = curand_normal4(&s), c = curand_log_normal4(&s, 0.f, 1.f);
    double2 d = curand_uniform2_double(&s), e = curand_normal2_double(&s);
    double4 g = curand_uniform4_double(&s), h = curand_normal4_double(&s);
    uint4 p = curand_poisson4(&s, 2.0);
    float2 q = curand_normal2(&s);
    float2 l = curand_log_normal2(&s, 0.f, 1.f);
    double2 ld = curand_log_normal2_double(&s, 0., 1.);
    out[threadIdx.x] = u.x / 4294967296.0 + a.w + d.x + g.z;
    out[32 + threadIdx.x] = b.x + e.y + h.w + q.x;
    out[64 + threadIdx.x] = c.x > 0 && l.y > 0 && ld.x > 0 && p.x < 20;
}"""
    got = run(code, cupy.zeros(96))
    assert (got[64:] == 1).all() and abs(got[32:64].mean()) < 2 and 1 < got[:32].mean() < 3


def test_states_kept():
    code = r"""
#include <curand_kernel.h>
extern "C" {
__global__ void setup(curandState *s, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &s[i]);
}
__global__ void pi(curandState *s, int *hits, int tries) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState_t local = s[i];
    int h = 0;
    for (int k = 0; k < tries; ++k) { float x = curand_uniform(&local), y = curand_uniform(&local);
    h += x * x + y * y <= 1.f; }
    atomicAdd(hits, h);
    s[i] = local;
}
__global__ void size(int *out) { out[0] = sizeof(curandState); out[1] = sizeof(curandStatePhilox4_32_10_t);
    out[2]=sizeof(curandStateMRG32k3a);}
}"""
    m = cupy.RawModule(code=code)
    z = cupy.zeros(3, "i")
    m.get_function("size")((1,), (1,), (z,))
    assert z.get().tolist() == [48, 64, 48]
    s = cupy.zeros(64 * 48, "u1")
    m.get_function("setup")((2,), (32,), (s, np.uint64(3)))
    h = cupy.zeros(1, "i")
    for _ in range(2):
        m.get_function("pi")((2,), (32,), (s, h, np.int32(400)))
    assert abs(int(h[0]) * 4 / (64 * 800) - np.pi) < 0.05


def test_sobol():
    code = r"""
#include <curand_kernel.h>
extern "C" __global__ void f(unsigned long long *out, unsigned *v, unsigned long long *w, double *u) {
    curandStateSobol32_t a;
    curand_init(v, 5, &a);
    curandStateScrambledSobol32_t b;
    curand_init(v, 12345u, 5, &b);
    curandStateSobol64_t c;
    curand_init(w, 5, &c);
    curandStateScrambledSobol64_t d;
    curand_init(w, 99ull, 5, &d);
    for (int k = 0; k < 5; ++k) {
        out[k] = curand(&a);
        out[5 + k] = curand(&b);
        out[10 + k] = curand(&c) >> 32;
        out[15 + k] = curand(&d) & 255;
    }
    skipahead(3, &a);
    u[0] = curand_uniform_double(&a);
    u[1] = curand_normal_double(&c);
}"""
    u = cupy.zeros(2)
    got = run(code, cupy.zeros(20, "Q"), cupy.asarray((1 << np.arange(31, -1, -1)).astype("I")),
              cupy.asarray(np.uint64(1) << np.arange(63, -1, -1).astype("Q")), u, threads=1).reshape(4, 5)
    sobol = [3758096384, 2684354560, 536870912, 805306368, 2952790016]                # cuRAND's
    assert got[0].tolist() == sobol and got[1].tolist() == [w ^ 12345 for w in sobol]
    assert got[2].tolist() == sobol and got[3].tolist() == [99] * 5
    assert 0 < float(u[0]) <= 1 and abs(float(u[1])) < 3


def test_distributions_of_the_programs_own():
    code = r"""
#include <curand.h>
#include <curand_kernel.h>
template <class S> __device__ float exponential(S *s, float rate) { return -logf(curand_uniform(s)) / rate; }
__device__ int categorical(curandState *s, const float *cdf, int n) { float u = curand_uniform(s); int k = 0;
    while (k < n - 1 && u > cdf[k]) ++k; return k; }
extern "C" __global__ void f(float *out, const float *cdf, int n) {
    curandState s; curand_init(99, 0, threadIdx.x * 1000, &s);
    float sum = 0; int counts = 0;
    for (int k = 0; k < 200; ++k) { sum += exponential(&s, 2.f); counts += categorical(&s, cdf, n) == 1; }
    out[threadIdx.x] = sum / 200; out[32 + threadIdx.x] = counts / 200.f;
}"""
    got = run(code, cupy.zeros(64, "f"), cupy.asarray(np.array([.2, .7, 1], "f")), np.int32(3))
    assert abs(got[:32].mean() - .5) < .03 and abs(got[32:].mean() - .5) < .03
