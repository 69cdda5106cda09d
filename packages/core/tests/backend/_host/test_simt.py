"""Raw kernels whose threads work together, against NumPy."""
import numpy as np
import pytest

import cupy
from cupy._runtime import driver

on_host = pytest.mark.skipif(driver.backend().name != "host", reason="on a GPU these headers come with the toolkit")

TRANSPOSE = r"""
#define TILE 32
extern "C" __global__ void transpose(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y)
        if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y)
        if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
"""

BLOCK_SUM = r"""
extern __shared__ double partial[];
extern "C" __global__ void block_sum(const double *x, double *sums, int n) {
    double total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += x[i];
    partial[threadIdx.x] = total;
    __syncthreads();
    for (int step = blockDim.x / 2; step; step /= 2) {
        if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
"""

WARP_SUM = r"""
template <class T> __device__ T warp_sum(T v) {
    for (int step = warpSize / 2; step; step /= 2) v += __shfl_down_sync(~0u, v, step);
    return v;
}
extern "C" __global__ void sum(const float *x, float *out, int n) {
    __shared__ float warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = warp_sum(i < n ? x[i] : 0.0f);
    if (threadIdx.x % warpSize == 0) warps[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        v = warp_sum(threadIdx.x < blockDim.x / warpSize ? warps[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}
"""

MATMUL = r"""
#define T 16
extern "C" __global__ __launch_bounds__(256) void matmul(const float *__restrict__ a, const float *__restrict__ b,
                                                         float *c, int n) {
    __shared__ float ta[T][T], tb[T][T];
    int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float total = 0;
    for (int k = 0; k < n; k += T) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < T; ++i) total += ta[threadIdx.y][i] * tb[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = total;
}
"""

HISTOGRAM = r"""
extern "C" __global__ void histogram(const unsigned char *x, unsigned *bins, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
"""


def test_tiled_transpose():
    a = np.random.default_rng(0).random((70, 133), np.float32)
    out = cupy.zeros((133, 70), "f4")
    cupy.RawKernel(TRANSPOSE, "transpose")((5, 3), (32, 8), (cupy.asarray(a), out, np.int32(70), np.int32(133)))
    np.testing.assert_array_equal(out.get(), a.T)


@pytest.mark.parametrize("threads", [32, 64, 1024])
def test_block_reduction_in_dynamic_shared_memory(threads):
    x = np.random.default_rng(1).random(10_000)
    sums = cupy.zeros(7)
    cupy.RawKernel(BLOCK_SUM, "block_sum")((7,), (threads,), (cupy.asarray(x), sums, np.int32(x.size)),
                                           shared_mem=8 * threads)
    np.testing.assert_allclose(sums.get().sum(), x.sum(), rtol=1e-12)


def test_warp_reduction():
    x = np.random.default_rng(2).random(5000, np.float32)
    out = cupy.zeros(1, "f4")
    cupy.RawKernel(WARP_SUM, "sum")((20,), (256,), (cupy.asarray(x), out, np.int32(x.size)))
    np.testing.assert_allclose(out.get()[0], x.sum(), rtol=1e-5)


def test_tiled_matmul():
    a, b = np.random.default_rng(3).random((2, 64, 64), np.float32)
    c = cupy.empty((64, 64), "f4")
    cupy.RawKernel(MATMUL, "matmul")((4, 4), (16, 16), (cupy.asarray(a), cupy.asarray(b), c, np.int32(64)))
    np.testing.assert_allclose(c.get(), a @ b, rtol=1e-5)


def test_histogram():
    x = np.random.default_rng(4).integers(0, 256, 100_000).astype("u1")
    bins = cupy.zeros(256, "u4")
    cupy.RawKernel(HISTOGRAM, "histogram")((13,), (256,), (cupy.asarray(x), bins, np.int32(x.size)))
    np.testing.assert_array_equal(bins.get(), np.bincount(x, minlength=256))


def run(body, threads=64, blocks=1, dtype="i4", size=None, head=""):
    """What `out` holds after a kernel with this body."""
    out = cupy.zeros(size or threads * blocks, dtype)
    name = {"i4": "int", "u4": "unsigned", "f4": "float", "f8": "double"}[dtype]
    code = f'{head}\nextern "C" __global__ void k({name} *out) {{ int t = threadIdx.x; {body} }}'
    cupy.RawKernel(code, "k")((blocks,), (threads,), (out,))
    return out.get()


def test_votes():
    lanes = np.arange(64) % 32
    ballot = run("out[t] = __ballot_sync(~0u, t % 3 == 0);", dtype="u4")
    assert ballot.tolist() == [sum(1 << i for i in range(32) if (i + w) % 3 == 0) for w in (0, 32) for _ in range(32)]
    assert run("out[t] = __any_sync(~0u, t == 40) + 2 * __all_sync(~0u, t < 32);").tolist() == [2] * 32 + [1] * 32
    np.testing.assert_array_equal(run("out[t] = __match_any_sync(~0u, t % 32 / 8);", dtype="u4"),
                                  0xFF << (lanes // 8 * 8))


def test_votes_of_a_block():
    assert run("out[t] = __syncthreads_count(t % 3 == 0);").tolist() == [22] * 64
    assert run("out[t] = __syncthreads_and(t < 63) + 2 * __syncthreads_or(t == 63);").tolist() == [2] * 64


def test_shuffles_within_parts_of_a_warp():
    t = np.arange(64)
    np.testing.assert_array_equal(run("out[t] = __shfl_sync(~0u, t, 1, 8);"), t // 8 * 8 + 1)
    up = np.where(t % 8 >= 3, t - 3, t)
    np.testing.assert_array_equal(run("out[t] = __shfl_up_sync(~0u, t, 3, 8);"), up)
    np.testing.assert_array_equal(run("out[t] = __shfl_xor_sync(~0u, t, 5, 16);"), t ^ 5)


def test_shuffle_of_double():
    np.testing.assert_array_equal(run("out[t] = __shfl_sync(~0u, t + 0.25, 31 - t % 32);", 32, dtype="f8"),
                                  np.arange(32)[::-1] + 0.25)


def test_parts_of_a_warp_exchange_at_different_times():
    body = """
        if (t < 8) { for (int i = 0; i < 3; ++i) out[t] += __shfl_sync(0xffu, t + i, 7); }
        else { out[t] = __shfl_sync(0xffffff00u, t, 8); }
        __syncwarp();
        out[t] += 100 * __shfl_sync(~0u, t, 0);"""
    assert run(body, 32).tolist() == [7 + 8 + 9] * 8 + [8] * 24


def test_threads_that_end_early():
    body = "if (t >= 32) return; out[t] = t; __syncthreads(); int v = out[31 - t]; __syncthreads(); out[t] += v;"
    assert run(body, 96).tolist() == [31] * 32 + [0] * 64


def test_part_of_a_last_warp():
    assert run("out[t] = __popc(__ballot_sync(~0u, 1));", 40).tolist() == [32] * 32 + [8] * 8


def test_barrier_orders_the_threads_many_times():
    body = """
        for (int i = 0; i < 50; ++i) {
            int v = out[(t + 1) % 64];
            __syncthreads();
            out[t] = v + 1;
            __syncthreads();
        }"""
    assert run(body).tolist() == [50] * 64


def test_atomics_of_every_kind():
    body = """
        if (t == 0) { out[1] = 1000; out[5] = -1; }
        __syncthreads();
        atomicAdd(out, t); atomicMin(out + 1, t - 5); atomicMax(out + 2, t); atomicSub(out + 3, 1);
        atomicOr(out + 4, 1 << t % 8); atomicAnd(out + 5, ~(1 << t % 4)); atomicXor(out + 6, 1 << t % 32);
        atomicInc((unsigned *)out + 7, 9u); atomicExch(out + 8, 3); atomicCAS(out + 9, 0, 4);
        atomicDec((unsigned *)out + 10, 9u);"""
    assert run(body, size=11).tolist() == [2016, -5, 63, -64, 255, -16, 0, 4, 3, 4, 6]


def test_atomic_add_of_floats():
    assert run("atomicAdd(out, 0.5f);", 256, 8, "f4", 1).tolist() == [1024]
    assert run("atomicAdd(out, 0.5);", 256, 8, "f8", 1).tolist() == [1024]


def test_dynamic_shared_memory_of_a_template():
    code = r"""
template <class T> __global__ void reverse(T *x) {
    extern __shared__ __align__(16) unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
"""
    module = cupy.RawModule(code=code, name_expressions=["reverse<double>", "reverse<short>"])
    for dtype, kind in (("f8", "double"), ("i2", "short")):
        x = cupy.arange(48, dtype=dtype)
        module.get_function(f"reverse<{kind}>")((1,), (48,), (x,), shared_mem=48 * x.dtype.itemsize)
        assert x.get().tolist() == list(range(48))[::-1]


def test_three_dimensional_blocks_that_wait():
    body = """
        __shared__ int s[60];
        int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        s[i] = i; __syncthreads(); out[i] = s[59 - i] + 1000 * (int)threadIdx.z;"""
    out = cupy.zeros(60, "i4")
    kernel = cupy.RawKernel(f'extern "C" __global__ void k(int *out) {{ {body} }}', "k")
    kernel((1,), (3, 4, 5), (out,))
    i = np.arange(60)
    np.testing.assert_array_equal(out.get(), 59 - i + 1000 * (i // 12))


def test_vector_types_and_mathematics():
    body = """
        float4 v = make_float4(t, 1, 2, 3);
        int2 w = make_int2(t, -t);
        dim3 d(2, 3);
        out[t] = rsqrtf(4.0f) + v.x + w.y + d.z + fmaxf(v.y, v.z) + max(t, 3) + __fdividef(1.f, 4.f)
               + fmaf(2.f, 3.f, 4.f) + sin(0.0f) + pow(2.0, 3) + abs(-1.5f) + __clz(1) + __ffs(8) + __popc(255u);"""
    base = 0.5 + 1 + 2 + 0.25 + 10 + 8 + 1.5 + 31 + 4 + 8
    assert run(body, 8, dtype="f4").tolist() == [base + max(t, 3) for t in range(8)]


def test_variables_of_a_module():
    code = r"""
namespace N { __constant__ float table[4]; }
__device__ int counter = 5;
extern "C" __global__ void use(float *out) { out[threadIdx.x] = N::table[threadIdx.x] + atomicAdd(&counter, 1) * 0; }
"""
    module = cupy.RawModule(code=code, name_expressions=["N::table"])
    pointer = module.get_global("N::table")
    cupy.ndarray((4,), "f4", memptr=pointer)[...] = cupy.arange(4, dtype="f4")
    out = cupy.zeros(4, "f4")
    module.get_function("use")((1,), (4,), (out,))
    assert out.get().tolist() == [0, 1, 2, 3]
    assert int(cupy.ndarray((), "i4", memptr=module.get_global("counter"))) == 9


def test_error_names_the_line():
    from cupy._runtime.errors import CompileException

    code = '// first\nextern "C" __global__ void broken(int *x) {\n    x[0] = undeclared;\n}\n'
    with pytest.raises(CompileException) as caught:
        cupy.RawKernel(code, "broken").compile()
    assert "undeclared" in caught.value.log
    assert "3 |     x[0] = undeclared;" in str(caught.value)


@on_host
def test_cooperative_groups():
    head = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;"
    body = """
        cg::thread_block block = cg::this_thread_block();
        cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
        int v = t;
        for (int step = tile.size() / 2; step; step /= 2) v += tile.shfl_xor(v, step);
        __shared__ int s[64];
        s[block.thread_rank()] = v + 1000 * tile.thread_rank();
        block.sync();
        out[t] = s[63 - t];
        if (t % 2) { cg::coalesced_group odd = cg::coalesced_threads(); out[t] += 100000 * (int)odd.thread_rank(); }"""
    t = np.arange(64)
    s = (t // 8 * 64 + 28) + 1000 * (t % 8)
    np.testing.assert_array_equal(run(body, head=head), s[::-1] + np.where(t % 2, 100000 * (t % 32 // 2), 0))


ROTATE = r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void rotate(int *x, long long *ranks, int n, int rounds) {
    cg::grid_group grid = cg::this_grid();
    __shared__ int mine[64];
    const int i = (int)grid.thread_rank();
    for (int round = 0; round < rounds; ++round) {
        mine[threadIdx.x] = x[(i + 1) % n];
        grid.sync();
        x[i] = mine[threadIdx.x];
        cg::sync(grid);
    }
    ranks[i] = grid.is_valid() ? grid.size() * 100 + grid.num_blocks() * 10 + grid.block_rank() : -1;
}
extern "C" __global__ void falter(int *x, int *nowhere) {
    if (blockIdx.x == 1) *nowhere = 1;
    cg::this_grid().sync();
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
"""


@on_host
@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_grid_that_waits(blocks):
    kernel = cupy.RawKernel(ROTATE, "rotate", enable_cooperative_groups=True)
    n = blocks * 64
    x, ranks = cupy.arange(n, dtype="i"), cupy.zeros(n, "l")
    kernel((blocks,), (64,), (x, ranks, n, 7))
    np.testing.assert_array_equal(x.get(), np.roll(np.arange(n), -7))
    np.testing.assert_array_equal(ranks.get(), n * 100 + blocks * 10 + np.arange(n) // 64)


@on_host
def test_grid_that_waits_in_a_graph():
    kernel = cupy.RawKernel(ROTATE, "rotate", enable_cooperative_groups=True)
    x, ranks = cupy.arange(128, dtype="i"), cupy.zeros(128, "l")
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        kernel((2,), (64,), (x, ranks, 128, 1))
        graph = stream.end_capture()
        for _ in range(3):
            graph.launch(stream)
    np.testing.assert_array_equal(x.get(), np.roll(np.arange(128), -3))


@on_host
def test_grid_that_cannot_wait():
    module = cupy.RawModule(code=ROTATE, enable_cooperative_groups=True)
    x = cupy.zeros(1 << 20, "i")
    with pytest.raises(RuntimeError, match="COOPERATIVE_LAUNCH_TOO_LARGE"):
        module.get_function("rotate")((1 << 14,), (64,), (x, x, 1, 1))
    with pytest.raises(RuntimeError, match="ILLEGAL_ADDRESS"):
        module.get_function("falter")((3,), (32,), (x, 0))
    with pytest.raises(RuntimeError, match="TRAP"):
        cupy.RawKernel(ROTATE, "rotate")((1,), (64,), (x, x, 1, 1))


@on_host
def test_half():
    head = "#include <cuda_fp16.h>"
    body = """
        __half h = __float2half(0.1f * t), g = __hadd(h, __float2half(1.0f));
        half2 p = __hfma2(make_half2(h, g), make_half2(g, h), __float2half2_rn(0.5f));
        out[t] = __half2float(g) * 10 + __low2float(p) + __half2float(__hmax(h, g)) + (h < g);"""
    h = (np.float32(0.1) * np.arange(32, dtype="f4")).astype("f2")
    g = h + np.float16(1)
    p = (h.astype("f8") * g.astype("f8") + 0.5).astype("f2")
    np.testing.assert_allclose(run(body, 32, dtype="f4", head=head),
                               g.astype("f4") * 10 + p.astype("f4") + g.astype("f4") + 1, rtol=1e-6)


def test_complex_numbers():
    body = "complex<float> z(t, 1); z = z * z + exp(complex<float>(0, 0)); out[t] = z.real() + sqrtf(4.0f);"
    head = "#include <cupy/complex.cuh>"
    np.testing.assert_array_equal(run(body, 8, dtype="f4", head=head), np.arange(8.0) ** 2 + 2)
