"""Kernels that run as Python: the same results as translated ones, errors and debuggers inside."""
import sys

import numpy as np
import pytest

import cupy
from cupyx import jit


def both(function):
    return jit.rawkernel(interpreted=True)(function), jit.rawkernel()(function)


def test_no_waiting():
    def f(x, y, factor):
        i = jit.grid(1)
        if i < x.size:
            y[i] = cupy.sqrt(x[i]) * factor

    x = cupy.arange(40, dtype="f")
    got, want = (cupy.zeros(40, "f") for _ in range(2))
    interpreted, translated = both(f)
    interpreted[3, 16](x, got, np.float32(2))
    translated[3, 16](x, want, np.float32(2))
    np.testing.assert_allclose(got.get(), want.get(), rtol=1e-6)


def test_shared_memory_and_barriers():
    def transpose(x, y):
        i, j = jit.threadIdx.x, jit.threadIdx.y
        tile = jit.shared_memory(cupy.float32, (4, 5))
        row, column = jit.grid(2)
        tile[i, j] = x[row, column]
        jit.syncthreads()
        y[jit.blockIdx.y * 4 + i, jit.blockIdx.x * 4 + j] = tile[j, i]

    x = cupy.asarray(np.random.default_rng(0).random((8, 12)), "f")
    for kernel in both(transpose):
        y = cupy.zeros((12, 8), "f")
        kernel[(2, 3), (4, 4)](x, y)
        np.testing.assert_array_equal(y.get(), x.get().T)


@jit.rawkernel(device=True)
def warp_sum(value):
    width = 16
    while width > 0:
        value += jit.shfl_down_sync(0xffffffff, value, width)
        width = width // 2
    return value


def test_warps_atomics_and_device_functions():
    def f(x, out):
        total = warp_sum(x[jit.grid(1)])
        if jit.laneid() == 0:
            jit.atomic_add(out, 0, total)
            jit.atomic_max(out, 1, total)
        if jit.threadIdx.x % jit.warpsize == 1:
            jit.atomic_cas(out, 2, 0, 7)

    x = cupy.arange(128, dtype="i")
    for kernel in both(f):
        out = cupy.zeros(3, "i")
        kernel[2, 64](x, out)
        assert out.get().tolist() == [128 * 127 // 2, sum(range(96, 128)), 7]


def test_dynamic_shared_memory_and_local_arrays():
    def f(x, out):
        held = jit.shared_memory(cupy.int32, None)
        own = jit.local_array(cupy.int32, (2,))
        held[jit.threadIdx.x] = x[jit.threadIdx.x]
        jit.syncthreads()
        for k in range(2):
            own[k] = held[(jit.threadIdx.x + k) % jit.blockDim.x]
        out[jit.threadIdx.x] = own[0] * 100 + own[1]

    x = cupy.arange(8, dtype="i")
    for kernel in both(f):
        out = cupy.zeros(8, "i")
        kernel((1,), (8,), (x, out), shared_mem=32)
        assert out.get().tolist() == [k * 100 + (k + 1) % 8 for k in range(8)]


@pytest.mark.parametrize("waits", [False, True])
def test_breakpoints_and_errors_are_in_the_function(monkeypatch, waits):
    seen = []

    def f(x):
        i = jit.threadIdx.x
        breakpoint()  # noqa: T100 (the debugger is what is tested)
        if waits:
            jit.syncthreads()
        x[i + 4] = 1

    monkeypatch.setattr(sys, "breakpointhook", lambda: seen.append(sys._getframe(1).f_locals["i"]))
    with pytest.raises(IndexError) as caught:
        jit.rawkernel(interpreted=True)(f)[1, 4](cupy.zeros(6))
    assert "f" in [entry.name for entry in caught.traceback]
    assert seen == ([0, 1, 2, 3] if waits else [0, 1, 2])


def test_threads_that_wait_for_ever():
    def f(x):
        if jit.threadIdx.x == 0:
            jit.syncwarp(3)
        elif jit.threadIdx.x == 1:
            jit.syncthreads()
        x[0] = 1

    with pytest.raises(RuntimeError, match="2 threads wait"):
        jit.rawkernel(interpreted=True)(f)[1, 4](cupy.zeros(1))


def test_the_environment_asks_for_it(monkeypatch):
    seen = []

    @jit.rawkernel()
    def f(x):
        seen.append(1)
        x[0] = 1

    monkeypatch.setenv("CUPY_JIT_INTERPRET", "1")
    x = cupy.zeros(1)
    f[1, 1](x)
    assert seen == [1] and x.get().tolist() == [1]


def test_outside_of_kernels():
    with pytest.raises(RuntimeError, match="only be called in a kernel"):
        jit.syncthreads()
    with pytest.raises(AttributeError, match="outside of kernels"):
        jit.threadIdx.x
    with pytest.raises(RuntimeError, match="device function"):
        warp_sum(1)
    with pytest.raises(ValueError, match="1 to 1024"):
        jit.rawkernel(interpreted=True)(lambda x: None)[1, 2000](cupy.zeros(1))
