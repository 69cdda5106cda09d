"""Raw kernels whose threads wait for one another by barriers, pipelines, locks and clocks of CUDA's library."""
import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import run

TILES = r"""
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void by_barrier(int *out, const int *in, int tiles) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier ready, drained;
    __shared__ int buffer[128];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) { init(&ready, block.size()); init(&drained, block.size()); }
    block.sync();
    for (int t = 0; t < tiles; ++t) {
        cuda::memcpy_async(block, buffer, in + 128 * t, sizeof(int) * 128, ready);
        barrier::arrival_token token = ready.arrive();
        ready.wait(static_cast<barrier::arrival_token &&>(token));
        out[128 * t + threadIdx.x] = buffer[127 - threadIdx.x];
        drained.arrive_and_wait();
    }
    if (threadIdx.x % 2) drained.arrive_and_drop();
    else drained.arrive_and_wait();
}

extern "C" __global__ void by_pipeline(int *out, const int *in, int tiles) {
    __shared__ int buffer[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int t = 0, next = 0; t < tiles; ++t) {
        for (; next < tiles && next < t + 2; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[next % 2], in + 64 * next, cuda::aligned_size_t<4>(256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[64 * t + threadIdx.x] = buffer[t % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
}

extern "C" __global__ void by_roles(int *out, const int *in, int tiles) {
    __shared__ int buffer[3][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
    auto block = cg::this_thread_block();
    const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    for (int t = 0; t < tiles; ++t) {
        if (role == cuda::pipeline_role::producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(buffer[t % 3] + threadIdx.x, in + 32 * t + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[32 * t + threadIdx.x - 32] = buffer[t % 3][63 - threadIdx.x];
            pipe.consumer_release();
        }
    }
}
"""


@pytest.mark.parametrize(("kernel", "width", "threads"), [
    ("by_barrier", 128, 128), ("by_pipeline", 64, 64), ("by_roles", 32, 64)])
def test_tiles_are_complete_when_a_phase_is(kernel, width, threads):
    """Each tile is turned around in shared memory, which the next one overwrites."""
    x = np.arange(128 * 5, dtype="i")
    out = cupy.zeros(x.size, "i")
    cupy.RawModule(code=TILES, options=("-std=c++17",)).get_function(kernel)(
        (1,), (threads,), (out, cupy.asarray(x), np.int32(x.size // width)))
    np.testing.assert_array_equal(out.get(), x.reshape(-1, width)[:, ::-1].ravel())


def test_lock_whose_owner_others_let_run():
    code = r"""
extern "C" __global__ void f(int *found) {
    int *const lock = found + 1;
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)found += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        } else {
            __nanosleep(20);
        }
    }
}"""
    found = cupy.zeros(2, "i")
    cupy.RawKernel(code, "f")((4,), (64,), (found,))
    assert found.get().tolist() == [256, 0]


def test_copies_of_one_thread():
    code = r"""
#include <cuda_pipeline.h>
#include <cuda/pipeline>
extern "C" __global__ void f(double *out, const double *in) {
    __shared__ double buffer[2][32];
    __pipeline_memcpy_async(buffer[0] + threadIdx.x, in + threadIdx.x, sizeof(double));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    auto mine = cuda::make_pipeline();
    mine.producer_acquire();
    cuda::memcpy_async(buffer[1] + threadIdx.x, in + 32 + threadIdx.x, sizeof(double), mine);
    mine.producer_commit();
    mine.consumer_wait();
    mine.consumer_release();
    out[threadIdx.x] = buffer[0][threadIdx.x] - buffer[1][threadIdx.x];
}"""
    x = np.random.default_rng(2).random(64)
    np.testing.assert_array_equal(run(code, cupy.zeros(32), cupy.asarray(x), threads=32), x[:32] - x[32:])


def test_clocks_and_variants():
    code = r"""
#include <cuda/std/chrono>
#include <cuda/std/variant>
#include <cuda/std/ratio>
struct Twice { template <class T> __device__ double operator()(T x) const { return x * 2; } };
extern "C" __global__ void f(double *x) {
    const auto begin = cuda::std::chrono::high_resolution_clock::now();
    cuda::std::variant<int, double> v = 2.5;
    x[0] = cuda::std::get<double>(v) + cuda::std::visit(Twice(), v) + v.index();
    v = 7;
    x[1] = cuda::std::holds_alternative<int>(v) + *cuda::std::get_if<int>(&v);
    const cuda::std::chrono::duration<double, cuda::std::milli> taken =
        cuda::std::chrono::high_resolution_clock::now() - begin;
    x[2] = taken.count() >= 0;
    x[3] = cuda::std::chrono::duration_cast<cuda::std::chrono::seconds>(cuda::std::chrono::minutes(3)).count();
    x[4] = cuda::std::chrono::system_clock::now().time_since_epoch().count() > 0;
}"""
    assert run(code, cupy.zeros(5), threads=1).tolist() == [8.5, 8, 1, 180, 1]


def test_atomic_objects():
    code = r"""
#include <cuda/atomic>
#include <cuda/std/bit>
extern "C" __global__ void f(double *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
    if (threadIdx.x == 0) count.store(0);
    __syncthreads();
    count += 2;
    cuda::atomic_ref<double, cuda::thread_scope_device>(out[0]).fetch_max(threadIdx.x * 0.5);
    cuda::atomic_ref<double, cuda::thread_scope_device>(out[1]).fetch_add(0.25);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[2] = count.exchange(5) + count.load();
        int wanted = 4;
        out[3] = count.compare_exchange_strong(wanted, 9) * 100 + wanted;
        out[4] = cuda::std::popcount(255u) + cuda::std::countl_zero(1u) + cuda::std::countr_zero(8ull);
        out[5] = cuda::std::bit_cast<unsigned>(1.0f) >> 23;
    }
}"""
    assert run(code, cupy.zeros(6), threads=64).tolist() == [31.5, 16, 133, 5, 8 + 31 + 3, 127]


def test_latches_and_semaphores():
    code = r"""
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/cmath>
extern "C" __global__ void f(int *out) {
    using latch = cuda::latch<cuda::thread_scope_block>;
    using semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 1>;
    alignas(latch) __shared__ unsigned char room[sizeof(latch)];
    alignas(semaphore) __shared__ unsigned char more_room[sizeof(semaphore)];
    latch &ready = *reinterpret_cast<latch *>(room);
    semaphore &one = *reinterpret_cast<semaphore *>(more_room);
    if (threadIdx.x == 0) {
        new (room) latch(blockDim.x);
        new (more_room) semaphore(1);
    }
    __syncthreads();
    ready.arrive_and_wait();
    for (int turn = 0; turn < 32; ++turn) {
        if (threadIdx.x % 32 == turn) {
            one.acquire();
            *(volatile int *)out += 1;
            one.release();
        }
        __syncwarp();
    }
    if (threadIdx.x == 0) out[1] = cuda::ceil_div(7, 2) * 100 + cuda::round_up(7, 4);
}"""
    assert run(code, cupy.zeros(2, "i"), threads=64).tolist() == [64, 408]
