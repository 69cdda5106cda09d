"""The host's thread pool: launches from several threads, after a fork, with any number of workers."""
import os
import subprocess
import sys
import textwrap

import pytest

KERNELS = '''
import threading, os, sys
import numpy as np
import cupy
from cupy._runtime import driver

reverse = cupy.RawKernel(r"""
extern "C" __global__ void reverse(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}""", "reverse")

def work(seed, times=20):
    a = np.random.default_rng(seed).integers(0, 1000, 64 * 300).astype("i4")
    x, y = cupy.asarray(a), cupy.empty(a.size, "i4")
    for _ in range(times):
        reverse((300,), (64,), (x, y))
        assert (y.get().reshape(300, 64) == a.reshape(300, 64)[:, ::-1]).all()
        assert int((x + y).sum()) == 2 * int(a.sum())
'''


def run(script, **environment):
    done = subprocess.run([sys.executable, "-c", KERNELS + textwrap.dedent(script)], text=True, timeout=120,
                          capture_output=True, env={**os.environ, "CUPY_BACKEND": "host", **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("workers", ["1", "2", "7"])
def test_eight_threads_launch_at_once(workers):
    assert run("""
        failed = []
        def guarded(seed):
            try:
                work(seed)
            except BaseException as error:
                failed.append(error)
        threads = [threading.Thread(target=guarded, args=(seed,)) for seed in range(8)]
        [t.start() for t in threads]; [t.join() for t in threads]
        print(failed, driver.attribute(0, 2))
    """, CUPY_HOST_THREADS=workers).split() == ["[]", workers]


def test_child_of_a_started_process_computes():
    assert run("""
        work(0)
        stop = threading.Event()
        busy = threading.Thread(target=lambda: [work(1, 1) for _ in iter(stop.is_set, True)])
        busy.start()
        for _ in range(5):
            child = os.fork()
            if child == 0:
                work(2, 3)
                os._exit(7)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        stop.set(); busy.join(); work(3, 2)
    """, CUPY_HOST_THREADS="4").split() == ["7"] * 5


def test_many_small_launches():
    run("""
        x = cupy.zeros(64, "i4")
        add = cupy.RawKernel('extern "C" __global__ void add(int *x) { atomicAdd(x + threadIdx.x, 1); }', "add")
        for i in range(3000):
            add((1 + i % 5,), (64,), (x,))
        assert x.get().tolist() == [600 * (1 + 2 + 3 + 4 + 5)] * 64
    """, CUPY_HOST_THREADS="6")
