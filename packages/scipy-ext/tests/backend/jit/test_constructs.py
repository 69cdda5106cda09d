"""What the guide says of Python kernels, construct by construct."""

import math

import numpy as np
import pytest

import cupy
from cupyx import jit

rng = np.random.default_rng(9)


def test_grid_stride_and_gridsize():
    @jit.rawkernel()
    def k(x, y):
        start = jit.grid(1)
        stride = jit.gridsize(1)
        for i in range(start, x.size, stride):
            y[i] = x[i] * 2 + jit.blockDim.x + jit.gridDim.x

    x = cupy.arange(100.0)
    y = cupy.zeros(100)
    k[2, 32](x, y)
    np.testing.assert_array_equal(y.get(), np.arange(100) * 2 + 34)
    k((2,), (32,), (x, y))

    @jit.rawkernel()
    def k3(y):
        i, j, l = jit.grid(3)
        a, b, c = jit.gridsize(3)
        if i < y.shape[0] and j < y.shape[1] and l < y.shape[2]:
            y[i, j, l] = i * 100 + j * 10 + l + a * 1000 + b + c

    z = cupy.zeros((3, 4, 5), "i")
    k3[(2, 2, 2), (2, 2, 3)](z)
    i, j, l = np.indices((3, 4, 5))
    np.testing.assert_array_equal(z.get(), i * 100 + j * 10 + l + 4000 + 4 + 6)


def test_shuffles():
    @jit.rawkernel()
    def k(x, y):
        t = jit.threadIdx.x
        v = x[t]
        y[0, t] = jit.shfl_sync(0xFFFFFFFF, v, 3)
        y[1, t] = jit.shfl_up_sync(0xFFFFFFFF, v, 1)
        y[2, t] = jit.shfl_down_sync(0xFFFFFFFF, v, 2, width=8)
        y[3, t] = jit.shfl_xor_sync(0xFFFFFFFF, v, 5)
        y[4, t] = jit.laneid() + jit.warpsize
        jit.syncwarp()
        jit.syncwarp(mask=0xFFFFFFFF)

    for d in "ilfd":
        x = np.arange(32).astype(d) + 1
        y = cupy.zeros((5, 32), d)
        k[1, 32](cupy.asarray(x), y)
        l = np.arange(32)
        np.testing.assert_array_equal(
            y.get(), [np.full(32, 4), x[np.maximum(l - 1, 0)], x[np.where(l % 8 + 2 < 8, l + 2, l)], x[l ^ 5], l + 32]
        )


def test_atomics_all():
    @jit.rawkernel()
    def k(i, u, f):
        t = jit.threadIdx.x
        jit.atomic_add(i, 0, t)
        jit.atomic_sub(i, 1, t)
        jit.atomic_max(i, 2, t)
        jit.atomic_min(i, 3, -t)
        jit.atomic_exch(i, 4, 7)
        jit.atomic_cas(i, 5, 0, 9)
        jit.atomic_and(u, 0, ~(1 << (t % 8)))
        jit.atomic_or(u, 1, 1 << t)
        jit.atomic_xor(u, 2, t)
        jit.atomic_inc(u, 3, 20)
        jit.atomic_dec(u, 4, 20)
        jit.atomic_add(f, (0, 1), 0.5)
        jit.atomic_add(f, (1, 1), 1)

    i, u, f = cupy.zeros(6, "i"), cupy.zeros(5, "I"), cupy.zeros((2, 2), "f")
    u[0] = 255
    k[1, 32](i, u, f)
    assert i.get().tolist() == [496, -496, 31, -31, 7, 9] and u.get().tolist() == [0, 0xFFFFFFFF, 0, 11, 10]
    assert f.get().tolist() == [[0, 16], [0, 32]]


def test_shared_dynamic_alignment():
    @jit.rawkernel()
    def k(x, y):
        s = jit.shared_memory(cupy.float64, None)
        t = jit.threadIdx.x
        n = jit.blockDim.x
        a = jit.shared_memory(np.int32, 64, alignment=16)
        s[t] = x[t]
        a[t] = t
        jit.syncthreads()
        y[t] = s[n - 1 - t] + a[(t + 1) % n]

    x = rng.random(64)
    y = cupy.zeros(64)
    k((1,), (64,), (cupy.asarray(x), y), shared_mem=512)


def test_control_flow():
    @jit.rawkernel()
    def k(x, y, n):
        i = jit.grid(1)
        if i >= n:
            return
        v = x[i]
        steps = 0
        while v != 1 and steps < 200:
            if v % 2 == 0:
                v //= 2
            else:
                v = 3 * v + 1
            steps += 1
        for j in range(10, 0, -3):
            if j == 4:
                continue
            if j == 1:
                break
            steps += j
        y[i] = steps if steps > 20 else -steps
        a, b = i, 2 * i
        a, b = b, a
        y[i] += a - b + (1 if 0 < i < 5 else 0) + (not i) + (i in (1, 2) if False else 0)

    x = np.arange(1, 33)
    y = cupy.zeros(32, "l")
    k[1, 64](cupy.asarray(x), y, np.int32(32))

    def w(v, i):
        s = 0
        while v != 1 and s < 200:
            v = v // 2 if v % 2 == 0 else 3 * v + 1
            s += 1
        s += 17
        r = s if s > 20 else -s
        return r + i + (0 < i < 5) + (not i)

    assert y.get().tolist() == [w(v, i) for i, v in enumerate(x)]


def test_math_and_numpy_functions():
    @jit.rawkernel()
    def k(x, y):
        i = jit.grid(1)
        if i < x.size:
            v = x[i]
            y[i] = (
                cupy.sin(v)
                + np.cos(v)
                + math.sqrt(v)
                + cupy.maximum(v, 0.5)
                + abs(-v)
                + min(v, 0.3)
                + max(v, 0.2, 0.1)
                + math.exp(v)
                + v**2
                + round(0)
                if False
                else cupy.arctan2(v, 1.0)
                + (1.0 if v > 0.5 else 2.0)
                + float(int(v * 10))
                + cupy.float32(v)
                + math.pi
                + cupy.isnan(v)
                + cupy.floor(v * 3)
            )

    x = rng.random(20)
    y = cupy.zeros(20)
    k[1, 32](cupy.asarray(x), y)
    np.testing.assert_allclose(
        y.get(),
        np.arctan2(x, 1) + np.where(x > 0.5, 1, 2) + np.floor(x * 10) + x.astype("f") + np.pi + np.floor(x * 3),
        rtol=1e-6,
    )


def test_types_complex_half_bool():
    @jit.rawkernel()
    def k(z, h, b, o):
        i = jit.threadIdx.x
        w = z[i] * z[i].conj() if False else z[i] * z[i]
        z[i] = w + 1j * h[i]
        h[i] = h[i] * cupy.float16(2) + 1
        b[i] = not b[i]
        o[i] = w.real + w.imag

    z = rng.random(8) + 1j * rng.random(8)
    h = rng.integers(0, 9, 8).astype("e")
    b = rng.random(8) < 0.5
    Z, H, B, o = map(cupy.asarray, (z, h, b, np.zeros(8)))
    k[1, 8](Z, H, B, o)
    np.testing.assert_allclose(Z.get(), z * z + 1j * h)
    np.testing.assert_array_equal(H.get(), 2 * h + 1)
    np.testing.assert_array_equal(B.get(), ~b)
    np.testing.assert_allclose(o.get(), (z * z).real + (z * z).imag)


def test_cub_block_and_warp():
    @jit.rawkernel()
    def r(x, y, w):
        t = jit.threadIdx.x
        BR = jit.cub.BlockReduce[cupy.float32, 64]
        temp = jit.shared_memory(BR.TempStorage, 1)
        s = BR(temp[0]).Sum(x[t])
        if t == 0:
            y[0] = s
        jit.syncthreads()
        m = BR(temp[0]).Reduce(x[t], jit.cub.Max())
        if t == 0:
            y[1] = m
        WR = jit.cub.WarpReduce[cupy.float32]
        wt = jit.shared_memory(WR.TempStorage, 2)
        v = WR(wt[t // 32]).Sum(x[t])
        if t % 32 == 0:
            w[t // 32] = v
        u = WR(wt[t // 32]).Reduce(x[t], jit.cub.Min())
        if t % 32 == 0:
            w[2 + t // 32] = u

    x = rng.integers(-9, 9, 64).astype("f")
    y, w = cupy.zeros(2, "f"), cupy.zeros(4, "f")
    r[1, 64](cupy.asarray(x), y, w)
    assert y.get().tolist() == [x.sum(), x.max()] and w.get().tolist() == [
        *x.reshape(2, 32).sum(1),
        *x.reshape(2, 32).min(1),
    ]


def test_cg():
    @jit.rawkernel()
    def k(x, y):
        g = jit.cg.this_thread_block()
        t = g.thread_rank()
        i = g.group_index().x
        j = g.thread_index().x
        d = g.group_dim().x
        s = jit.shared_memory(cupy.int32, 64)
        jit.cg.memcpy_async(g, s, 0, x, 0, 64 * 4 if False else 64 * 4)
        jit.cg.wait(g)
        y[t] = s[63 - t] + i + j + d + g.size()
        g.sync()
        jit.cg.sync(g)

    x = rng.integers(0, 99, 64).astype("i")
    y = cupy.zeros(64, "i")
    k[1, 64](cupy.asarray(x), y)
    np.testing.assert_array_equal(y.get(), x[::-1] + np.arange(64) + 128)

    @jit.rawkernel()
    def gk(x, y):
        g = jit.cg.this_grid()
        r = g.thread_rank()
        x[r] = r
        g.sync()
        y[r] = x[g.size() - 1 - r] + g.is_valid()

    x, y = cupy.zeros(128, "l"), cupy.zeros(128, "l")
    gk[4, 32](x, y)
    np.testing.assert_array_equal(y.get(), 128 - np.arange(128))


def test_thrust():
    @jit.rawkernel()
    def k(x, y, o):
        i = jit.threadIdx.x
        x[i]
        x.shape[1]
        y[i] = jit.thrust.count(jit.thrust.device, x[i], x[i] if False else x[i], 3) if False else 0

    @jit.rawkernel()
    def c(x, y):
        i = jit.threadIdx.x
        a = x[i]

        y[i] = jit.thrust.count(jit.thrust.device, a.begin(), a.end(), 3)
        jit.thrust.sort(jit.thrust.seq, a.begin(), a.end())

    x = rng.integers(0, 6, (4, 12)).astype("i")
    a = cupy.asarray(x)
    y = cupy.zeros(4, "i")
    c[1, 4](a, y)
    assert y.get().tolist() == (x == 3).sum(1).tolist()
    np.testing.assert_array_equal(a.get(), np.sort(x, 1))


def test_device_function_inline_and_static():
    @jit.rawkernel(device=True)
    def f(a, b=2):
        return a * a + b

    @jit.rawkernel(device=True)
    def pair(a):
        return a, a + 1

    @jit.rawkernel()
    def k(x, y):
        i = jit.grid(1)
        p, q = pair(x[i])
        y[i] = f(x[i]) + f(x[i], 5) + p + q
        for j in jit.range(3, unroll=2):
            y[i] += j
        for j in jit.range(4, unroll=True):
            y[i] += j

    x = np.arange(8)
    y = cupy.zeros(8, "l")
    k[1, 8](cupy.asarray(x), y)
    np.testing.assert_array_equal(y.get(), 2 * x * x + 7 + 2 * x + 1 + 3 + 6)


def test_bits_and_intrinsics():
    @jit.rawkernel()
    def k(x, y):
        i = jit.threadIdx.x
        v = x[i]
        y[i] = (v << 2) | (v & 3) ^ (~v >> 1)
        y[i] += cupy.int32(cupy.uint8(300)) + cupy.bitwise_and(v, 5) + v % 3 - v // 3 + int(v / 2) + divmod_(v)

    def divmod_(v):
        return v - 1

    x = np.arange(1, 17)
    y = cupy.zeros(16, "l")
    k[1, 16](cupy.asarray(x), y)
    np.testing.assert_array_equal(
        y.get(), ((x << 2) | (x & 3) ^ (~x >> 1)) + 44 + (x & 5) + x % 3 - x // 3 + x // 2 + x - 1
    )


def test_gc_methods():
    @jit.rawkernel()
    def k(x, y):
        i = jit.threadIdx.x
        y[i] = x.size + x.ndim * 100 + len(x) * 1000 + x.shape[1] + (x.strides[0] // 8)
        r = x[i]
        y[i] += r.size
        y[i] += int(x[i, -1 + x.shape[1]])

    x = np.arange(12.0).reshape(4, 3)
    y = cupy.zeros(4, "l")
    k[1, 4](cupy.asarray(x), y)
    np.testing.assert_array_equal(y.get(), 12 + 200 + 4000 + 3 + 3 + 3 + x[:, -1].astype(int))


def test_choices_and_complex_numbers():
    @jit.rawkernel()
    def k(x, y, z):
        i = jit.threadIdx.x
        y[i] = cupy.where(x[i] > 1, x[i], -1) + round(x[i]) + round(i)
        z[i] = complex(x[i], i) + complex(1, 2) + np.where(i, 1j, 0.5)

    x = np.array([0.4, 1.5, 2.5, -0.6])
    y, z = cupy.zeros(4), cupy.zeros(4, "D")
    k[1, 4](cupy.asarray(x), y, z)
    i = np.arange(4)
    np.testing.assert_array_equal(y.get(), np.where(x > 1, x, -1) + np.rint(x) + i)
    np.testing.assert_array_equal(z.get(), x + 1j * i + 1 + 2j + np.where(i, 1j, 0.5))


def test_print(capfd):
    @jit.rawkernel()
    def k(x, name):
        i = jit.threadIdx.x
        if i == 1:
            print("100% \\ \"of\"", i, x[i], x[i] > 0, (1, 2.5), "größe", sep=" | ", end="!\n")
            print(complex(x[i], -1), np.uint64(2**63), x.dtype)
            print()

    k[1, 2](cupy.array([0.1, 0.25]), 3)
    cupy.cuda.Device().synchronize()
    assert capfd.readouterr().out == (
        '100% \\ "of" | 1 | 0.25 | True | (1, 2.5) | größe!\n(0.25-1j) 9223372036854775808 float64\n\n')


def test_what_cannot_be_printed():
    @jit.rawkernel()
    def k(x):
        print(x)

    with pytest.raises(TypeError, match="prints a value of type"):
        k[1, 1](cupy.zeros(3))


def test_functions_of_math_and_of_python():
    @jit.rawkernel()
    def k(x, y, limit=None):
        i = jit.threadIdx.x
        v = x[i]
        quotient, rest = divmod(i, 3)
        y[i, 0] = math.erf(v) + math.erfc(v) * 2 + math.gamma(v) + math.lgamma(v) + math.log(v, 2)
        y[i, 1] = quotient * 10 + rest + sum((i, 2, 0.5)) + any((i > 3, v > 2)) + all((i, v < 2))
        y[i, 2] = (i in (1, 4)) + 2 * (i not in (1, 4)) if v < float("inf") else 0
        if limit is None and x.dtype == np.float64:
            y[i, 3] = 1

    x = np.linspace(0.5, 3, 6)
    y = cupy.zeros((6, 4))
    k[1, 6](cupy.asarray(x), y, limit=np.int32(3))
    assert not y[:, 3].any()
    k[1, 6](cupy.asarray(x), y)
    want = [[math.erf(v) + math.erfc(v) * 2 + math.gamma(v) + math.lgamma(v) + math.log(v, 2),
             i // 3 * 10 + i % 3 + i + 2.5 + (i > 3 or v > 2) + (i > 0 and v < 2), 1 if i in (1, 4) else 2, 1]
            for i, v in enumerate(x)]
    np.testing.assert_allclose(y.get(), want)
