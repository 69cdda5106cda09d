"""Raw kernels as programs write them: tiles, warps, votes, atomics, tables, sorts."""
import numpy as np

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
