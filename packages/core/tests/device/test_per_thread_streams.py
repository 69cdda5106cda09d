"""Default streams of threads: the pool keeps them apart although they have one handle."""
import os
import subprocess
import sys
import threading

import pytest

import cupy

SCRIPT = """
import threading
import cupy

def on_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]

def address():
    return cupy.empty(5000, "B").data.ptr

first = address()
assert address() == first, "a block goes back to its own thread"
assert on_thread(address) != first, "and to no other"
shared = cupy.zeros(3)
on_thread(lambda: (shared + 1).get())
del shared
held = [cupy.arange(7000)]
assert on_thread(lambda: int(held.pop().sum())) == 6999 * 3500
cupy.get_default_memory_pool().free_all_blocks()
assert cupy.ones(5).sum() == 5
"""


def test_the_default_stream_is_the_threads_own():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM": "1"})
    assert done.returncode == 0, done.stderr


def test_per_thread_streams():
    if not cupy.cuda.Stream.ptds.ptr:
        pytest.skip("the default stream of every thread is one here")

    def address():
        with cupy.cuda.Stream.ptds:
            return cupy.empty(5000, "B").data.ptr

    first, found = address(), []
    thread = threading.Thread(target=lambda: found.append(address()))
    thread.start()
    thread.join()
    assert address() == first
    assert found[0] != first
