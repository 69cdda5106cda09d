"""Kernels of the host end at Ctrl-C and at the time limit, copies and fills with a bad address; the process goes on."""
import os
import subprocess
import sys

import pytest

from cupy._runtime import driver

if driver.backend().name != "host":
    pytest.skip("nothing ends a GPU's kernel, and a fault ends its context", allow_module_level=True)

START = """
import faulthandler, os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)    # a parent in the background passes on that it is ignored
import cupy
spin = "while (((volatile int *)x)[threadIdx.x] != 7);"
plain = cupy.RawKernel('extern "C" __global__ void f(int *x) { ' + spin + ' }', "f")
waiting = cupy.RawKernel('extern "C" __global__ void f(int *x) { __syncthreads(); ' + spin + ' __syncthreads(); }', "f")
ranged = cupy.ElementwiseKernel("int64 x", "int64 y",
                                "long long s = x; while (s != -1) s = ((volatile long long *)&s)[0]; y = s;")
a, b = cupy.zeros(1024, "i4"), cupy.zeros(1 << 18, "i8")
calls = {"plain": lambda: plain((8,), (32,), (a,)), "waiting": lambda: waiting((8,), (32,), (a,)),
         "ranged": lambda: ranged(b), "one block": lambda: ranged(b[:10])}
def works():
    assert float((cupy.ones(1 << 20) * 2).sum()) == 2 << 20
works()
"""


def run(code, **environment):
    done = subprocess.run([sys.executable, "-c", START + code], env={**os.environ, **environment}, capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    return done


def test_control_c():
    """The key is pressed again after some seconds: a first press may come before the kernel has begun."""
    run("""
# Compiled before any key is pressed.
plain((1,), (32,), (cupy.full(32, 7, "i4"),))
waiting((1,), (32,), (cupy.full(32, 7, "i4"),))
ranged(b - 1), ranged(b[:10] - 1)
for name, call in calls.items():
    ended = threading.Event()
    def press():
        while not ended.wait(4 if pressed else 0.5):
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
    pressed = []
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    try:
        call()
        name += " ended by itself"
    except KeyboardInterrupt:
        ended.set()
        assert time.monotonic() - pressed[-1] < 3, name
    finally:
        ended.set()
    presser.join()
    assert "ended" not in name, name
    works()
""")


@pytest.mark.parametrize("shape", ["(24 << 20,)", "(24, 1 << 20)"])
def test_control_c_in_a_sort(shape):
    """It is NumPy's on the host, which knows no signals."""
    run(f"""
a = cupy.random.default_rng(1).random({shape})
begun = time.monotonic()
cupy.sort(a)
whole = time.monotonic() - begun
pressed = []
def press():
    ready.wait()
    time.sleep(whole / 8)
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
ready, presser = threading.Event(), threading.Thread(target=press)
presser.start()
try:
    ready.set()
    for _ in range(20):
        cupy.sort(a)
    raise SystemExit("ended by itself")
except KeyboardInterrupt:
    waited = time.monotonic() - pressed[0]
assert waited < max(whole / 2, 0.1), (waited, whole)
presser.join()
works()
assert bool((cupy.diff(cupy.sort(a)) >= 0).all())
""")


LIBRARIES = {
    "matmul": "square @ square @ square", "solve": "cupy.linalg.solve(square, square)",
    "eigh": "cupy.linalg.eigh(square[:300, :300])",
    "svd": "cupy.linalg.svd(cupy.ones((60, 60, 60)) + square[:60, :60])",
    "fft": "cupy.fft.fft(square[:999, :997])", "einsum": "cupy.einsum('ij,jk,kl->il', square, square, square)",
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_control_c_in_a_library(name):
    """BLAS, LAPACK and transforms end by themselves: then no other call begins, and what they took is given back."""
    run(f"""
import gc
square = cupy.random.default_rng(1).random((1000, 1000))
call = lambda: {LIBRARIES[name]}
call()
before = time.monotonic()
call()
whole = time.monotonic() - before
pool = cupy.get_default_memory_pool()
gc.collect()
used, begun, pressed = pool.used_bytes(), [], []
def press():
    ready.wait()
    time.sleep(whole / 3)
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
ready, presser = threading.Event(), threading.Thread(target=press)
presser.start()
try:
    ready.set()
    while len(begun) < 1000:
        begun.append(time.monotonic())
        call()
    raise SystemExit("ended by itself")
except KeyboardInterrupt:
    pass
presser.join()
assert sum(t > pressed[0] for t in begun) <= 1, (begun[-3:], pressed)
gc.collect()
assert pool.used_bytes() == used
works()
call()
""", OPENBLAS_NUM_THREADS="1")


def test_time_limit():
    run("""
for name, call in calls.items():
    try:
        call()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        assert "CUPY_HOST_TIMEOUT" in str(error), error
    else:
        raise SystemExit(name + " ended by itself")
    works()
""", CUPY_HOST_TIMEOUT="0.3")


@pytest.mark.parametrize("later", ["", "faulthandler.enable(open(os.devnull, 'w'))"])
def test_bad_addresses(later):
    """Nothing lies below 4 MB, where the data of a Python that is not position-independent begin."""
    run(f"""
from cupy.cuda import MemoryPointer, UnownedMemory, runtime
far = cupy.ndarray((3,), "d", MemoryPointer(UnownedMemory(4096, 24, None), 0))
{later}
for call in (lambda: runtime.memset(16, 0, 100), lambda: runtime.memcpy(16, b.data.ptr, 80, 3), far.get,
             lambda: far.fill(3), lambda: far + 1, lambda: runtime.memset(4096, 0, 1 << 21),
             lambda: runtime.memcpy(4096, b.data.ptr, 1 << 21, 3), lambda: far.set(cupy.ones(3).get())):
    try:
        call()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        assert "ILLEGAL_ADDRESS" in str(error)
    else:
        raise SystemExit("no error")
    works()
""")


def test_other_faults_still_end_the_process():
    done = subprocess.run([sys.executable, "-c", START + "faulthandler.enable()\nimport ctypes; ctypes.string_at(16)"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == -11 and "Segmentation fault" in done.stderr
