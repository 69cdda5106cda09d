"""Raw kernels as programs write them: tiles, warps, atomics, templates, constants, structures, streams."""
import numpy as np
import pytest

import cupy

rng = np.random.default_rng(7)


def test_tiled_product():
    source = r"""
    #define TILE 8
    extern "C" __global__ void product(const float *__restrict__ a, const float *__restrict__ b, float *c,
                                       int m, int k, int n) {
        __shared__ float left[TILE][TILE + 1], right[TILE][TILE + 1];
        const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
        float sum = 0.0f;
        for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
            const int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
            left[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0.0f;
            right[threadIdx.y][threadIdx.x] = y < k && column < n ? __ldg(&b[y * n + column]) : 0.0f;
            __syncthreads();
            #pragma unroll
            for (int j = 0; j < TILE; ++j) sum = fmaf(left[threadIdx.y][j], right[j][threadIdx.x], sum);
            __syncthreads();
        }
        if (row < m && column < n) c[row * n + column] = sum;
    }"""
    product = cupy.RawKernel(source, "product", options=("--use_fast_math",))
    a, b = rng.random((19, 13)).astype("f"), rng.random((13, 21)).astype("f")
    c = cupy.empty((19, 21), "f")
    product((3, 3), (8, 8), (cupy.asarray(a), cupy.asarray(b), c, 19, 13, 21))
    np.testing.assert_allclose(c.get(), a @ b, rtol=1e-5)


def test_dynamic_shared_memory_of_two_types():
    source = r"""
    extern "C" __global__ void scan(const int *x, int *out, double *mean, int n) {
        extern __shared__ __align__(8) unsigned char shared[];
        double *sums = reinterpret_cast<double *>(shared);
        int *items = reinterpret_cast<int *>(sums + blockDim.x);
        const int t = threadIdx.x;
        items[t] = t < n ? x[t] : 0;
        sums[t] = items[t];
        __syncthreads();
        for (int step = 1; step < blockDim.x; step *= 2) {
            const int before = t >= step ? items[t - step] : 0;
            const double more = (t ^ step) < blockDim.x ? sums[t ^ step] : 0;
            __syncthreads();
            items[t] += before;
            sums[t] += more;
            __syncthreads();
        }
        if (t < n) out[t] = items[t];
        if (t == 0) *mean = sums[0] / n;
    }"""
    kernel = cupy.RawKernel(source, "scan")
    x, mean = rng.integers(0, 9, 100, dtype="i"), cupy.zeros(())
    out = cupy.empty(100, "i")
    kernel((1,), (128,), (cupy.asarray(x), out, mean, np.int32(100)), shared_mem=128 * 12)
    np.testing.assert_array_equal(out.get(), x.cumsum())
    assert float(mean) == x.mean()


def test_warps_and_the_last_block():
    source = r"""
    __device__ unsigned arrived = 0;
    __inline__ __device__ float warp_sum(float v) {
        for (int step = warpSize / 2; step > 0; step >>= 1) v += __shfl_down_sync(0xffffffffu, v, step);
        return v;
    }
    extern "C" __global__ void total(const float *x, float *parts, float *out, int n) {
        __shared__ float sums[32];
        __shared__ bool last;
        float v = 0;
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += x[i];
        v = warp_sum(v);
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        if (lane == 0) sums[warp] = v;
        __syncthreads();
        if (warp == 0) {
            v = lane < blockDim.x / 32 ? sums[lane] : 0.0f;
            v = warp_sum(v);
            if (lane == 0) {
                parts[blockIdx.x] = v;
                __threadfence();
                last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
            }
        }
        __syncthreads();
        if (last && threadIdx.x == 0) {
            float all = 0;
            for (int b = 0; b < gridDim.x; ++b) all += ((volatile float *)parts)[b];
            *out = all;
        }
    }"""
    total = cupy.RawKernel(source, "total")
    x = rng.integers(0, 10, 1000).astype("f")
    for _ in range(2):
        out = cupy.zeros((), "f")
        total((6,), (64,), (cupy.asarray(x), cupy.empty(6, "f"), out, x.size))
        assert float(out) == x.sum()


def test_votes_and_matches():
    source = r"""
    extern "C" __global__ void votes(const int *x, unsigned *out) {
        const unsigned lane = threadIdx.x;
        const unsigned even = __ballot_sync(0xffffffff, x[lane] % 2 == 0);
        const unsigned same = __match_any_sync(0xffffffff, x[lane]);
        out[lane] = even;
        out[32 + lane] = __popc(same);
        out[64 + lane] = __any_sync(0xffffffff, x[lane] == 3) * 2 + __all_sync(0xffffffff, x[lane] < 5);
        out[96 + lane] = __syncthreads_count(x[lane] > 1);
        out[128 + lane] = __popc(even & ((1u << lane) - 1));
    }"""
    x = rng.integers(0, 5, 32, dtype="i")
    out = cupy.zeros((5, 32), "I")
    cupy.RawKernel(source, "votes")((1,), (32,), (cupy.asarray(x), out))
    even = x % 2 == 0
    got = out.get()
    assert (got[0] == sum(1 << k for k in range(32) if even[k])).all()
    np.testing.assert_array_equal(got[1], [(x == v).sum() for v in x])
    assert (got[2] == 2 * (x == 3).any() + (x < 5).all()).all() and (got[3] == (x > 1).sum()).all()
    np.testing.assert_array_equal(got[4], even.cumsum() - even)


def test_atomics_made_of_compare_and_swap():
    source = r"""
    __device__ float atomicMaxFloat(float *address, float value) {
        int *words = (int *)address, old = *words, assumed;
        do {
            assumed = old;
            if (__int_as_float(assumed) >= value) break;
            old = atomicCAS(words, assumed, __float_as_int(value));
        } while (assumed != old);
        return __int_as_float(old);
    }
    extern "C" __global__ void peaks(const float *x, const int *group, float *peak, double *sum,
                                     unsigned long long *count, int n) {
        const int i = blockDim.x * blockIdx.x + threadIdx.x;
        if (i >= n) return;
        atomicMaxFloat(peak + group[i], x[i]);
        atomicAdd(sum + group[i], (double)x[i]);
        atomicAdd(count + group[i], 1ULL);
    }"""
    x, group = rng.normal(size=300).astype("f"), rng.integers(0, 4, 300, dtype="i")
    peak, sums, count = cupy.full(4, -np.inf, "f"), cupy.zeros(4), cupy.zeros(4, "Q")
    cupy.RawKernel(source, "peaks")((5,), (64,), (cupy.asarray(x), cupy.asarray(group), peak, sums, count, 300))
    np.testing.assert_array_equal(peak.get(), [x[group == g].max() for g in range(4)])
    np.testing.assert_allclose(sums.get(), np.bincount(group, x), rtol=1e-6)
    np.testing.assert_array_equal(count.get(), np.bincount(group))


def test_table_of_keys():
    source = r"""
    typedef unsigned int uint32;
    struct Slot { uint32 key; uint32 count; };
    extern "C" __global__ void insert(Slot *table, uint32 capacity, const uint32 *keys, int n) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
            uint32 at = (keys[i] * 2654435761u) & (capacity - 1);
            while (true) {
                const uint32 found = atomicCAS(&table[at].key, 0xffffffffu, keys[i]);
                if (found == 0xffffffffu || found == keys[i]) { atomicAdd(&table[at].count, 1u); break; }
                at = (at + 1) & (capacity - 1);
            }
        }
    }"""
    keys = rng.integers(0, 50, 400, dtype="I")
    table = cupy.zeros((128, 2), "I")
    table[:, 0] = 0xffffffff
    cupy.RawKernel(source, "insert")((3,), (64,), (table, np.uint32(128), cupy.asarray(keys), 400))
    found = {int(k): int(n) for k, n in table.get() if k != 0xffffffff}
    assert found == dict(zip(*map(np.ndarray.tolist, np.unique(keys, return_counts=True)), strict=True))


def test_templates_by_name_expressions():
    source = r"""
    namespace shapes {
    template <typename T> struct Square { __device__ T operator()(T x) const { return x * x; } };
    template <typename T> struct Negate { __device__ T operator()(T x) const { return -x; } };
    template <typename T, template <typename> class F, int N>
    __global__ void apply(const T *x, T *y) {
        const unsigned i = blockIdx.x * N + threadIdx.x;
        y[i] = F<T>()(x[i]);
    }
    }
    template <class T> __global__ void swap2(T *pairs) {
        auto flip = [](T &a, T &b) { T c = a; a = b; b = c; };
        flip(pairs[2 * threadIdx.x], pairs[2 * threadIdx.x + 1]);
    }"""
    names = ["shapes::apply<float, shapes::Square, 4>", "shapes::apply<long long, shapes::Negate, 4>", "swap2<short>",
             "swap2<double2>"]
    module = cupy.RawModule(code=source, options=("-std=c++17",), name_expressions=names)
    x = cupy.arange(8, dtype="f")
    y = cupy.empty_like(x)
    module.get_function(names[0])((2,), (4,), (x, y))
    assert y.get().tolist() == [k * k for k in range(8)]
    k = cupy.arange(8)
    module.get_function(names[1])((2,), (4,), (k, k))
    assert k.get().tolist() == [-n for n in range(8)]
    pairs = cupy.arange(6, dtype="h")
    module.get_function(names[2])((1,), (3,), (pairs,))
    assert pairs.get().tolist() == [1, 0, 3, 2, 5, 4]
    points = cupy.arange(8.0)
    module.get_function(names[3])((1,), (2,), (points,))
    assert points.get().tolist() == [2, 3, 0, 1, 6, 7, 4, 5]


def test_constants_and_counters_of_a_module():
    source = r"""
    extern "C" {
    __constant__ float weights[5];
    __constant__ struct { int radius; float scale; } settings;
    __device__ int calls = 0;
    __global__ void filter(const float *x, float *y, int n) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i == 0) atomicAdd(&calls, 1);
        if (i >= n) return;
        float sum = 0;
        for (int k = -settings.radius; k <= settings.radius; ++k) {
            const int at = min(max(i + k, 0), n - 1);
            sum += weights[k + settings.radius] * x[at];
        }
        y[i] = sum * settings.scale;
    }
    }"""
    module = cupy.RawModule(code=source)
    weights = np.array([1, 4, 6, 4, 1], "f")
    held = cupy.ndarray(5, "f", module.get_global("weights"))
    held[:] = cupy.asarray(weights)
    settings = np.array([(2, 1 / 16)], np.dtype([("radius", "i"), ("scale", "f")]))
    module.get_global("settings").copy_from_host(settings.ctypes.data, settings.nbytes)
    x, y = rng.random(40).astype("f"), cupy.empty(40, "f")
    for _ in range(3):
        module.get_function("filter")((2,), (32,), (cupy.asarray(x), y, 40))
    np.testing.assert_allclose(y.get(), np.convolve(np.pad(x, 2, mode="edge"), weights / 16, "valid"), rtol=1e-5)
    assert int(cupy.ndarray((), "i", module.get_global("calls"))) == 3


def test_bodies_with_vector_types():
    source = r"""
    extern "C" __global__ __launch_bounds__(64) void forces(const float4 *body, float3 *force, int n) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        float3 f = make_float3(0.f, 0.f, 0.f);
        const float4 me = body[i];
        for (int j = 0; j < n; ++j) {
            const float4 other = body[j];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-2f);
            const float s = other.w * inverse * inverse * inverse;
            f.x += dx * s; f.y += dy * s; f.z += dz * s;
        }
        force[i] = f;
    }"""
    body = rng.random((30, 4)).astype("f")
    force = cupy.empty((30, 3), "f")
    cupy.RawKernel(source, "forces")((1,), (64,), (cupy.asarray(body), force, 30))
    gap = body[None, :, :3] - body[:, None, :3]
    want = (gap * body[None, :, 3:] / ((gap ** 2).sum(-1, keepdims=True) + 1e-2) ** 1.5).sum(1)
    np.testing.assert_allclose(force.get(), want, rtol=1e-3, atol=1e-4)


def test_structures_by_value():
    source = r"""
    struct Camera { double focal; float center[2]; int width, height; };
    extern "C" __global__ void project(Camera camera, const double3 *points, float2 *pixels, bool *seen) {
        const double3 p = points[threadIdx.x];
        const float u = float(camera.focal * p.x / p.z) + camera.center[0];
        const float v = float(camera.focal * p.y / p.z) + camera.center[1];
        pixels[threadIdx.x] = make_float2(u, v);
        seen[threadIdx.x] = u >= 0 && v >= 0 && u < camera.width && v < camera.height;
    }"""
    camera = np.zeros((), np.dtype([("focal", "d"), ("center", "f", 2), ("width", "i"), ("height", "i")], align=True))
    camera["focal"], camera["center"], camera["width"], camera["height"] = 50, (32, 24), 64, 48
    points = rng.normal(size=(16, 3))
    points[:, 2] = abs(points[:, 2]) + 1
    pixels, seen = cupy.empty((16, 2), "f"), cupy.empty(16, "?")
    cupy.RawKernel(source, "project")((1,), (16,), (camera[()], cupy.asarray(points), pixels, seen))
    want = 50 * points[:, :2] / points[:, 2:] + (32, 24)
    np.testing.assert_allclose(pixels.get(), want, rtol=1e-4, atol=1e-3)
    np.testing.assert_array_equal(seen.get(), ((want >= 0) & (want < (64, 48))).all(1))


def test_life():
    source = r"""
    extern "C" __global__ void step(const unsigned char *now, unsigned char *next, int rows, int columns) {
        const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        if (x >= columns || y >= rows) return;
        int alive = 0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if (dx | dy) alive += now[(y + dy + rows) % rows * columns + (x + dx + columns) % columns];
        next[y * columns + x] = alive == 3 || (alive == 2 && now[y * columns + x]);
    }"""
    step = cupy.RawKernel(source, "step")
    board = np.zeros((8, 9), "B")
    board[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
    now, then = cupy.asarray(board), cupy.empty((8, 9), "B")
    for _ in range(4):
        step((3, 2), (4, 4), (now, then, 8, 9))
        now, then = then, now
    np.testing.assert_array_equal(now.get(), np.roll(board, (1, 1), (0, 1)))


def test_sort_in_shared_memory():
    source = r"""
    template <typename K> __device__ void bitonic(K *keys, unsigned n) {
        for (unsigned size = 2; size <= n; size <<= 1)
            for (unsigned stride = size >> 1; stride; stride >>= 1) {
                const unsigned i = threadIdx.x, j = i ^ stride;
                if (j > i && j < n) {
                    const bool up = (i & size) == 0;
                    if ((keys[i] > keys[j]) == up) { const K k = keys[i]; keys[i] = keys[j]; keys[j] = k; }
                }
                __syncthreads();
            }
    }
    extern "C" __global__ void sort(float *x) {
        __shared__ float keys[128];
        keys[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        bitonic(keys, 128u);
        x[threadIdx.x] = keys[threadIdx.x];
    }"""
    x = rng.normal(size=128).astype("f")
    held = cupy.asarray(x)
    cupy.RawKernel(source, "sort")((1,), (128,), (held,))
    np.testing.assert_array_equal(held.get(), np.sort(x))


def test_complex_numbers_and_halves():
    source = r"""
    #include <cupy/complex.cuh>
    #include <cuda_fp16.h>
    extern "C" __global__ void mix(const complex<float> *z, const __half *h, complex<float> *out, __half2 *pairs) {
        const int i = threadIdx.x;
        out[i] = z[i] * conj(z[i]) + complex<float>(0.0f, __half2float(h[i])) * exp(complex<float>(0.0f, 1.0f));
        if (i % 2 == 0) {
            const __half2 pair = __halves2half2(h[i], h[i + 1]);
            pairs[i / 2] = __hfma2(pair, __float2half2_rn(2.0f), __floats2half2_rn(1.0f, -1.0f));
        }
    }"""
    z = (rng.normal(size=16) + 1j * rng.normal(size=16)).astype("F")
    h = rng.integers(0, 9, 16).astype("e")
    out, pairs = cupy.empty(16, "F"), cupy.empty(16, "e")
    cupy.RawKernel(source, "mix")((1,), (16,), (cupy.asarray(z), cupy.asarray(h), out, pairs))
    np.testing.assert_allclose(out.get(), z * z.conj() + 1j * h * np.exp(1j), rtol=1e-5)
    np.testing.assert_array_equal(pairs.get(), 2 * h + np.resize([1, -1], 16).astype("e"))


def test_many_arguments_of_many_types():
    source = r"""
    extern "C" __global__ void all(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                                   long long g, unsigned long long h, float i, double j, bool k, float2 l,
                                   const void *m, double *out) {
        const double found[] = {(double)a, (double)b, (double)c, (double)d, (double)e, (double)f, (double)g,
                                (double)h, i, j, (double)k, l.x, l.y, (double)(m == nullptr)};
        for (int n = 0; n < 14; ++n) out[n] = found[n];
    }"""
    out = cupy.zeros(14)
    args = (np.int8(-1), np.uint8(200), np.int16(-300), np.uint16(60000), -5, np.uint32(4e9), np.int64(-2**40),
            np.uint64(2**63), np.float32(0.5), 0.25, True, np.complex64(1 + 2j), None, out)
    cupy.RawKernel(source, "all")((1,), (1,), args)
    assert out.get().tolist() == [-1, 200, -300, 60000, -5, 4e9, -2.0**40, 2.0**63, 0.5, 0.25, 1, 1, 2, 1]


def test_random_walks():
    source = r"""
    #include <curand_kernel.h>
    extern "C" __global__ void walk(unsigned long long seed, float *mean, float *uniform, int steps) {
        curandStatePhilox4_32_10_t state;
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        curand_init(seed, i, 0, &state);
        float sum = 0;
        for (int s = 0; s < steps; ++s) sum += curand_normal(&state);
        mean[i] = sum / steps;
        const float4 four = curand_uniform4(&state);
        uniform[i] = fminf(fminf(four.x, four.y), fminf(four.z, four.w));
    }"""
    mean, uniform = cupy.empty(256, "f"), cupy.empty(256, "f")
    cupy.RawKernel(source, "walk")((4,), (64,), (np.uint64(3), mean, uniform, np.int32(200)))
    assert abs(float(mean.mean())) < 0.02 and 0.05 < float(mean.std()) < 0.09
    assert 0 < float(uniform.min()) and float(uniform.max()) < 1


def test_blocks_of_cub():
    source = r"""
    #include <cub/block/block_reduce.cuh>
    #include <cub/block/block_scan.cuh>
    extern "C" __global__ void blocks(const int *x, int *sums, int *running) {
        using Reduce = cub::BlockReduce<int, 64>;
        using Scan = cub::BlockScan<int, 64>;
        __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; } temp;
        const int i = blockIdx.x * 64 + threadIdx.x;
        int value = x[i], total = Reduce(temp.reduce).Sum(value);
        if (threadIdx.x == 0) sums[blockIdx.x] = total;
        __syncthreads();
        Scan(temp.scan).InclusiveSum(value, value);
        running[i] = value;
    }"""
    x = rng.integers(-5, 9, 192, dtype="i")
    sums, running = cupy.empty(3, "i"), cupy.empty(192, "i")
    cupy.RawKernel(source, "blocks", options=("-std=c++17",))((3,), (64,), (cupy.asarray(x), sums, running))
    np.testing.assert_array_equal(sums.get(), x.reshape(3, 64).sum(1))
    np.testing.assert_array_equal(running.get().reshape(3, 64), x.reshape(3, 64).cumsum(1))


def test_groups_and_the_whole_grid():
    source = r"""
    #include <cooperative_groups.h>
    namespace cg = cooperative_groups;
    extern "C" __global__ void relax(float *x, float *y, int n, int rounds) {
        cg::grid_group grid = cg::this_grid();
        auto tile = cg::tiled_partition<16>(cg::this_thread_block());
        for (int r = 0; r < rounds; ++r) {
            for (int i = grid.thread_rank(); i < n; i += grid.size())
                y[i] = 0.5f * (x[i > 0 ? i - 1 : 0] + x[i + 1 < n ? i + 1 : n - 1]);
            grid.sync();
            float *z = x; x = y; y = z;
        }
        if (tile.meta_group_rank() == 0 && blockIdx.x == 0) {
            const int lanes = tile.shfl(tile.thread_rank(), 5);
            if (tile.thread_rank() == 0 && lanes != 5) x[0] = -1;
        }
    }"""
    kernel = cupy.RawKernel(source, "relax", enable_cooperative_groups=True)
    x = rng.random(100).astype("f")
    a, b = cupy.asarray(x), cupy.empty(100, "f")
    kernel((2,), (32,), (a, b, 100, 4))
    for _ in range(4):
        p = np.pad(x, 1, mode="edge")
        x = np.float32(0.5) * (p[:-2] + p[2:])
    np.testing.assert_allclose(a.get(), x, rtol=1e-5)


@pytest.mark.skipif(cupy._runtime.driver.backend().name == "rocm", reason="no textures there")
@pytest.mark.parametrize("linear", [False, True])
def test_textures(linear):
    from cupy.cuda import runtime, texture
    source = r"""
    extern "C" __global__ void sample(cudaTextureObject_t tex, const float2 *at, float *out, int n) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = tex2D<float>(tex, at[i].x, at[i].y);
    }"""
    image = rng.random((6, 9)).astype("f")
    array = texture.CUDAarray(texture.ChannelFormatDescriptor(32, 0, 0, 0, runtime.cudaChannelFormatKindFloat), 9, 6)
    array.copy_from(image)
    tex = texture.TextureObject(
        texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array),
        texture.TextureDescriptor((runtime.cudaAddressModeClamp,) * 2,
                                  runtime.cudaFilterModeLinear if linear else runtime.cudaFilterModePoint,
                                  runtime.cudaReadModeElementType))
    at = rng.uniform(1, 5, (40, 2)).astype("f")
    if not linear:
        at = np.floor(at) + np.float32(0.25)
    out = cupy.empty(40, "f")
    cupy.RawKernel(source, "sample")((1,), (64,), (tex, cupy.asarray(at), out, 40))
    x, y = (at - (0.5 if linear else 0)).T
    if linear:
        c, r = np.floor(x).astype(int), np.floor(y).astype(int)
        a, b = x - c, y - r
        want = ((1 - a) * (1 - b) * image[r, c] + a * (1 - b) * image[r, c + 1] + (1 - a) * b * image[r + 1, c] +
                a * b * image[r + 1, c + 1])
    else:
        want = image[y.astype(int), x.astype(int)]
    np.testing.assert_allclose(out.get(), want, atol=1e-2 if linear else 0)


def test_two_streams_and_events():
    source = r"""
    extern "C" __global__ void add(double *x, double value, int n) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += value;
    }"""
    add = cupy.RawKernel(source, "add")
    x = cupy.zeros(1000)
    cupy.cuda.Stream.null.synchronize()
    first, second = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    with first:
        first.record(start)
        for k in range(10):
            add((8,), (128,), (x, float(k), 1000))
        done = first.record()
    second.wait_event(done)
    add((8,), (128,), (x, 100.0, 1000), stream=second)
    second.record(end)
    second.synchronize()
    assert (x.get() == 145).all() and end.done
    assert cupy.cuda.get_elapsed_time(start, end) >= 0


def test_facts_of_a_kernel():
    kernel = cupy.RawKernel(r"""
    extern "C" __global__ void facts(double *x) {
        __shared__ double held[48];
        held[threadIdx.x % 48] = x[threadIdx.x];
        __syncthreads();
        x[threadIdx.x] = held[(threadIdx.x + 1) % 48];
    }""", "facts")
    assert kernel.name == "facts" and kernel.options == () and kernel.backend == "nvrtc"
    assert kernel.shared_size_bytes == 384 and kernel.max_threads_per_block >= 64
    assert set(kernel.attributes) >= {"binary_version", "cache_mode_ca", "const_size_bytes", "local_size_bytes",
                                      "max_dynamic_shared_size_bytes", "max_threads_per_block", "num_regs",
                                      "preferred_shared_memory_carveout", "ptx_version", "shared_size_bytes"}
    assert "facts" in kernel.code and kernel.enable_cooperative_groups is False
