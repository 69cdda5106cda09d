"""Memory and semaphores by file descriptors, arrays of several levels, memory attached to streams."""
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import cupy
from cupy.cuda import runtime
from cupy.cuda.external import ExternalMemory, ExternalSemaphore

pytestmark = pytest.mark.skipif(cupy._runtime.driver.backend().name != "host", reason="needs another program's memory")


@pytest.fixture
def file():
    fd = os.memfd_create("test")
    os.truncate(fd, 1 << 16)
    yield fd
    os.close(fd)


def test_memory(file):
    os.pwrite(file, np.arange(16, dtype="f").tobytes(), 4096)
    memory = ExternalMemory(os.dup(file), 1 << 16)
    x = cupy.ndarray(16, "f", memory.map(4096, 64))
    del memory
    assert x.get().tolist() == list(range(16))
    x *= 2
    assert np.frombuffer(os.pread(file, 64, 4096), "f").tolist() == list(range(0, 32, 2))


def test_memory_that_does_not_fit(file):
    descriptors = len(os.listdir("/proc/self/fd"))
    with pytest.raises(runtime.CUDARuntimeError, match="bytes"):
        ExternalMemory(file, 1 << 20)
    memory = ExternalMemory(os.dup(file), 100)
    with pytest.raises(runtime.CUDARuntimeError, match="100 bytes"):
        memory.map(90, 20)
    del memory
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_semaphore_between_threads(file):
    semaphore, order = ExternalSemaphore(os.dup(file)), []

    def other():
        semaphore.wait(2)
        order.append("waited")
        semaphore.signal(3)
    thread = threading.Thread(target=other)
    thread.start()
    semaphore.signal(1)
    order.append("signalled")
    semaphore.signal(2)
    semaphore.wait(3)
    thread.join()
    assert order == ["signalled", "waited"] and int.from_bytes(os.pread(file, 8, 0), "little") == 3


def test_semaphore_of_another_process(file):
    semaphore = ExternalSemaphore(os.dup(file))
    code = "import os, sys; os.pwrite(int(sys.argv[1]), (7).to_bytes(8, 'little'), 0)"
    with subprocess.Popen([sys.executable, "-c", code, str(file)], pass_fds=[file]) as process:
        semaphore.wait(7)
    assert process.returncode == 0


def test_levels():
    from cupy.cuda import _array_calls, texture
    pixel = texture.ChannelFormatDescriptor(32, 0, 0, 0, runtime.cudaChannelFormatKindFloat)
    mipmap = runtime.mallocMipmappedArray(pixel.ptr, 8, 4, 0, 4)
    for level, (width, height) in enumerate([(8, 4), (4, 2), (2, 1), (1, 1)]):
        array = runtime.getMipmappedArrayLevel(mipmap, level)
        data = np.random.default_rng(level).random((height, width)).astype("f")
        back = np.zeros_like(data)
        _array_calls.memcpy2DToArray(array, 0, 0, data.ctypes.data, 4 * width, 4 * width, height, 1)
        _array_calls.memcpy2DFromArray(back.ctypes.data, 4 * width, array, 0, 0, 4 * width, height, 2)
        np.testing.assert_array_equal(back, data)
    for call in (lambda: runtime.getMipmappedArrayLevel(mipmap, 4),
                 lambda: runtime.mallocMipmappedArray(pixel.ptr, 8, 4, 0, 5)):
        with pytest.raises(runtime.CUDARuntimeError):
            call()
    runtime.freeMipmappedArray(mipmap)
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.getMipmappedArrayLevel(mipmap, 0)


def test_memory_of_a_stream():
    memory = cupy.cuda.ManagedMemory(64)
    stream = cupy.cuda.Stream()
    runtime.streamAttachMemAsync(stream.ptr, memory.ptr, 0, runtime.cudaMemAttachSingle)


def test_pools():
    properties = runtime.MemPoolProps(runtime.cudaMemAllocationTypePinned, runtime.cudaMemHandleTypeNone,
                                      runtime.cudaMemLocationTypeDevice, 0)
    first, pool = runtime.deviceGetDefaultMemPool(0), runtime.memPoolCreate(properties)
    assert pool != first
    runtime.memPoolSetAttribute(pool, runtime.cudaMemPoolAttrReleaseThreshold, 1 << 20)
    assert runtime.memPoolGetAttribute(pool, runtime.cudaMemPoolAttrReleaseThreshold) == 1 << 20
    assert runtime.memPoolGetAttribute(first, runtime.cudaMemPoolAttrReleaseThreshold) != 1 << 20
    address = runtime.mallocFromPoolAsync(100, pool, 0)
    assert runtime.pointerGetAttributes(address).type == runtime.memoryTypeDevice
    runtime.freeAsync(address, 0)
    runtime.deviceSetMemPool(0, pool)
    assert runtime.deviceGetMemPool(0) == pool
    runtime.memPoolTrimTo(pool, 0)
    runtime.memPoolDestroy(pool)
    assert runtime.deviceGetMemPool(0) == first
    for call in (lambda: runtime.memPoolTrimTo(pool, 0), lambda: runtime.memPoolDestroy(first),
                 lambda: runtime.mallocFromPoolAsync(100, pool, 0)):
        with pytest.raises(runtime.CUDARuntimeError):
            call()


def test_a_pool_of_ones_own():
    pool = cupy.cuda.MemoryAsyncPool("create")
    with cupy.cuda.using_allocator(pool.malloc):
        x = cupy.arange(5) + 1
    assert x.get().tolist() == [1, 2, 3, 4, 5]
