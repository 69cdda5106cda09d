"""What raw kernels of programs use: templates, constants, structures, headers, groups, textures, streams."""
import numpy as np
import pytest

import cupy

rng = np.random.default_rng(9)


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


def test_variables_without_a_kernel():
    held = cupy.RawModule(code='extern "C" { __device__ int table[4]; __constant__ float scale; }').get_global("table")
    items = cupy.ndarray(4, "i", held)
    items[...] = 3
    assert items.tolist() == [3] * 4


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
