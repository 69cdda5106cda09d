"""Allocators of users: before the first array, in threads, of the driver's pool, and ones that fail."""
import subprocess
import sys
import threading

import pytest

import cupy

FIRST = """
import cupy
pool = cupy.cuda.MemoryPool()
with cupy.cuda.using_allocator(pool.malloc):
    x = cupy.arange(3) + 1
assert x.tolist() == [1, 2, 3] and pool.used_bytes() > 0
assert cupy.cuda.get_allocator() == cupy.get_default_memory_pool().malloc
"""


def test_using_an_allocator_is_the_first_thing_that_happens():
    subprocess.run([sys.executable, "-c", FIRST], check=True, timeout=60)


def test_driver_pool():
    pool = cupy.cuda.MemoryAsyncPool()
    with cupy.cuda.using_allocator(pool.malloc):
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            y = cupy.arange(1000) + 1
        stream.synchronize()
        assert type(y.data.mem) is cupy.cuda.MemoryAsync
        assert y.data.mem.stream_ref == stream
        assert pool.used_bytes() > 0
    assert int(y.sum()) == 500500
    pool.free_all_blocks()


def test_bad_pools():
    for handles in ("bad", ["current"] * (cupy.cuda.runtime.getDeviceCount() + 1)):
        with pytest.raises(ValueError, match="pool_handles"):
            cupy.cuda.MemoryAsyncPool(handles)
    pool = cupy.cuda.MemoryAsyncPool()
    for arguments in ({}, {"size": 1, "fraction": 0.5}, {"fraction": 2}, {"size": -1}):
        with pytest.raises(ValueError):
            pool.set_limit(**arguments)
    with pytest.raises(NotImplementedError, match="free_bytes"):
        pool.n_free_blocks()


def test_allocator_of_another_thread():
    pool, seen = cupy.cuda.MemoryPool(), []
    with cupy.cuda.using_allocator(pool.malloc):
        thread = threading.Thread(target=lambda: seen.append(cupy.cuda.get_allocator()))
        thread.start()
        thread.join()
        assert cupy.cuda.get_allocator() == pool.malloc
    assert seen == [cupy.get_default_memory_pool().malloc]


def test_allocator_that_fails_leaves_nothing_behind():
    with cupy.cuda.using_allocator(lambda size: 1 / 0), pytest.raises(ZeroDivisionError):
        cupy.ones(3)
    assert cupy.ones(3).sum() == 3
    with cupy.cuda.using_allocator(None), pytest.raises(ValueError, match="inside using_allocator"):
        cupy.cuda.set_allocator(None)


@pytest.mark.parametrize("error", [
    cupy.cuda.runtime.CUDARuntimeError(2), cupy.cuda.memory.OutOfMemoryError(1, 2), MemoryError()])
def test_pools_take_the_errors_of_allocators_for_lack_of_memory(error):
    failures = [error]

    def malloc(size):
        if size > 512 and failures:
            raise failures.pop()
        return cupy.cuda.MemoryPointer(cupy.cuda.Memory(size), 0)

    pool = cupy.cuda.MemoryPool(malloc)
    pool.malloc(512)                        # cached, and given back before the second try
    assert pool.malloc(4096).mem.size == 4096 and not failures
    assert pool.total_bytes() == 4096
    failures += 8 * [error]
    with pytest.raises(cupy.cuda.memory.OutOfMemoryError, match="8 KiB"):
        pool.malloc(8192)


def test_pools_pass_on_other_errors_of_allocators():
    def malloc(size):
        raise cupy.cuda.runtime.CUDARuntimeError(1)

    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError) as caught:
        cupy.cuda.MemoryPool(malloc).malloc(512)
    assert caught.value.status == 1


def test_python_functions():
    runtime, log = cupy.cuda.runtime, []

    def malloc(size, device):
        log.append(size)
        return runtime.malloc(size)

    def free(address, device):
        log.append("free")
        runtime.free(address)

    with cupy.cuda.using_allocator(cupy.cuda.PythonFunctionAllocator(malloc, free).malloc):
        x = cupy.ones(4)
        cupy.cuda.Device().synchronize()
        del x
    assert log == [32, "free"]
