"""Kernels in Python as programs write them."""
import numpy as np
import pytest

import cupy
from cupyx import jit

rng = np.random.default_rng(8)


@jit.rawkernel()
def add_arrays(x, y, out, n):
    i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    step = jit.gridDim.x * jit.blockDim.x
    for k in range(i, n, step):
        out[k] = x[k] + y[k]


@pytest.mark.parametrize("dtype", ["i", "f", "d", "F", "e"])
def test_strided_loop(dtype):
    x, y = (rng.integers(0, 9, 1000).astype(dtype) for _ in range(2))
    out = cupy.empty(1000, dtype)
    add_arrays((4,), (64,), (cupy.asarray(x), cupy.asarray(y), out, np.uint32(1000)))
    np.testing.assert_array_equal(out.get(), x + y)
    add_arrays[8, 32](cupy.asarray(x), cupy.asarray(x), out, 500)
    np.testing.assert_array_equal(out.get(), np.concatenate([2 * x[:500], (x + y)[500:]]))


@jit.rawkernel()
def transpose(x, y):
    tile = jit.shared_memory(cupy.float32, 8 * 9)
    row = jit.blockIdx.y * 8 + jit.threadIdx.y
    column = jit.blockIdx.x * 8 + jit.threadIdx.x
    if row < x.shape[0] and column < x.shape[1]:
        tile[jit.threadIdx.y * 9 + jit.threadIdx.x] = x[row, column]
    jit.syncthreads()
    row, column = jit.blockIdx.x * 8 + jit.threadIdx.y, jit.blockIdx.y * 8 + jit.threadIdx.x
    if row < y.shape[0] and column < y.shape[1]:
        y[row, column] = tile[jit.threadIdx.x * 9 + jit.threadIdx.y]


def test_transpose_by_tiles():
    x = rng.random((19, 30)).astype("f")
    y = cupy.empty((30, 19), "f")
    transpose((4, 3), (8, 8), (cupy.asarray(x), y))
    np.testing.assert_array_equal(y.get(), x.T)


@jit.rawkernel(device=True)
def escape(x, y, limit):
    a, b, n = x, y, 0
    while n < limit and a * a + b * b <= 4.0:
        a, b = a * a - b * b + x, 2.0 * a * b + y
        n += 1
    return n


@jit.rawkernel()
def mandelbrot(out, left, top, step, limit):
    row, column = jit.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = escape(left + step * column, top + step * row, limit)


def test_device_functions_and_a_grid():
    out = cupy.zeros((12, 17), "i")
    mandelbrot((2, 3), (8, 8), (out, -2.0, -1.1, 0.17, 50))
    want = np.zeros((12, 17), int)
    for r, c in np.ndindex(12, 17):
        x, y = -2.0 + 0.17 * c, -1.1 + 0.17 * r
        a, b = x, y
        while want[r, c] < 50 and a * a + b * b <= 4:
            a, b = a * a - b * b + x, 2 * a * b + y
            want[r, c] += 1
    assert (out.get() != want).sum() <= 1


@jit.rawkernel()
def histogram(x, bins, counts):
    local = jit.shared_memory(cupy.int32, None)
    t = jit.threadIdx.x
    for k in range(t, bins, jit.blockDim.x):
        local[k] = 0
    jit.syncthreads()
    for k in range(jit.grid(1), x.size, jit.gridsize(1)):
        jit.atomic_add(local, x[k] % bins, 1)
    jit.syncthreads()
    for k in range(t, bins, jit.blockDim.x):
        jit.atomic_add(counts, k, local[k])


def test_dynamic_shared_memory_and_atomics():
    x = rng.integers(0, 1000, 2000, dtype="i")
    counts = cupy.zeros(37, "i")
    histogram((3,), (64,), (cupy.asarray(x), np.int32(37), counts), 37 * 4)
    np.testing.assert_array_equal(counts.get(), np.bincount(x % 37, minlength=37))


@jit.rawkernel()
def warp_totals(x, out):
    v = x[jit.threadIdx.x]
    for step in jit.range(5, unroll=True):
        v += jit.shfl_xor_sync(0xffffffff, v, 1 << step)
    jit.syncwarp()
    if jit.laneid() == 0:
        out[jit.threadIdx.x // jit.warpsize] = v


def test_warps():
    x = rng.integers(0, 100, 64)
    out = cupy.zeros(2, "l")
    warp_totals((1,), (64,), (cupy.asarray(x), out))
    np.testing.assert_array_equal(out.get(), x.reshape(2, 32).sum(1))


@jit.rawkernel()
def statistics(x, out):
    reduce = jit.cub.BlockReduce[cupy.float64, 64]
    temp = jit.shared_memory(reduce.TempStorage, 1)
    v = x[jit.blockIdx.x, jit.threadIdx.x]
    total = reduce(temp[0]).Sum(v)
    jit.syncthreads()
    largest = reduce(temp[0]).Reduce(v, jit.cub.Max())
    if jit.threadIdx.x == 0:
        out[jit.blockIdx.x, 0] = total
        out[jit.blockIdx.x, 1] = largest


def test_blocks_of_cub():
    x, out = rng.random((3, 64)), cupy.zeros((3, 2))
    statistics((3,), (64,), (cupy.asarray(x), out))
    np.testing.assert_allclose(out.get(), np.stack([x.sum(1), x.max(1)], 1))


def test_functions_of_numpy_and_python():
    @jit.rawkernel()
    def many(x, out):
        i = jit.grid(1)
        if i < len(x):
            v = x[i]
            a = cupy.sqrt(v) + np.exp(-v) if v > 0 else cupy.float32(-1)
            b = min(max(v, np.float32(0.25)), np.float32(0.75))
            whole = int(v * 10)
            out[i, 0] = a
            out[i, 1] = b
            out[i, 2] = whole // 3 + whole % 3 - (whole >> 1) + (whole & 3) * float(not whole)
            out[i, 3] = abs(v - np.float32(0.5)) ** 2
            out[i, 4] = 1.0 if 0.2 < v < 0.6 or i == 0 else 0.0
    x = rng.normal(size=40).astype("f")
    out = cupy.zeros((40, 5))
    many((2,), (32,), (cupy.asarray(x), out))
    got = out.get()
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(got[:, 0], np.where(x > 0, np.sqrt(x) + np.exp(-x), -1), rtol=1e-5)
    np.testing.assert_allclose(got[:, 1], x.clip(0.25, 0.75))
    np.testing.assert_allclose(got[:, 3], abs(x - np.float32(0.5)) ** 2, rtol=1e-5)
    np.testing.assert_array_equal(got[1:, 4], ((x > 0.2) & (x < 0.6))[1:])


def test_views_and_written_types():
    @jit.rawkernel()
    def shift(x, y, count):
        i = jit.threadIdx.x
        if i < x.shape[0] and x.ndim == 2:
            for j in range(x.shape[1]):
                y[i, j] = x[i, (j + count) % x.shape[1]]
    x = rng.integers(0, 100, (10, 6), dtype="h")
    y = cupy.zeros((6, 10), "h").T
    shift((1,), (16,), (cupy.asarray(x)[::-1], y, np.int16(2)))
    np.testing.assert_array_equal(y.get(), np.roll(x[::-1], -2, axis=1))
    assert len(shift.cached_codes) == 1 and "shift" in shift.cached_code


@jit.rawkernel(device=True)
def quotient(a, b):
    if b == 0:
        return -1, 0.0
    return a // b, float(a) / float(b)


@jit.rawkernel(device=True)
def swapped(a, b):
    return b, a


def test_several_results():
    @jit.rawkernel()
    def divide(x, y, whole, real):
        i = jit.threadIdx.x
        whole[i], real[i] = quotient(x[i], y[i])
        both = swapped(i, x[i])
        whole[i] += both[0] * 100
    x, y = rng.integers(0, 50, 16, dtype="i"), rng.integers(0, 4, 16, dtype="i")
    whole, real = cupy.zeros(16, "i"), cupy.zeros(16)
    divide((1,), (16,), (cupy.asarray(x), cupy.asarray(y), whole, real))
    safe = np.where(y, y, 1)
    np.testing.assert_array_equal(whole.get(), np.where(y, x // safe, -1) + 100 * x)
    np.testing.assert_allclose(real.get(), np.where(y, x / safe, 0), rtol=1e-6)


def test_results_that_do_not_match():
    @jit.rawkernel(device=True)
    def wrong(a):
        if a > 1:
            return a, a
        return a

    @jit.rawkernel()
    def call(x):
        x[0] = wrong(x[0])[0]
    with pytest.raises(TypeError):
        call((1,), (1,), (cupy.arange(3),))


@jit.rawkernel(device=True)
def place(index, shape):
    return index[0] * shape[1] + index[1]


def test_tuples_as_arguments():
    @jit.rawkernel()
    def number(x, out):
        at = jit.grid(2)
        if at[0] < x.shape[0] and at[1] < x.shape[1]:
            out[at[0], at[1]] = place(at, x.shape)
    out = cupy.zeros((5, 7), "l")
    number((1, 1), (8, 8), (cupy.zeros((5, 7)), out))
    np.testing.assert_array_equal(out.get(), np.arange(35).reshape(5, 7))
