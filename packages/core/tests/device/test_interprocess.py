"""Memory and events of other processes."""
import subprocess
import sys

import pytest

import cupy
from cupy.cuda import runtime

OTHER = """
import sys
import cupy
from cupy.cuda import runtime
address = runtime.ipcOpenMemHandle(bytes.fromhex(sys.argv[1]))
offset, size = int(sys.argv[2]), int(sys.argv[3])
memory = cupy.cuda.UnownedMemory(address, offset + 4 * size, None)
x = cupy.ndarray(size, "f", cupy.cuda.MemoryPointer(memory, offset))
assert x.get().tolist() == list(range(size)), x
x *= 2
event = runtime.ipcOpenEventHandle(bytes.fromhex(sys.argv[4]))
runtime.eventSynchronize(event)
cupy.cuda.Device().synchronize()
runtime.ipcCloseMemHandle(address)
"""


def other(*arguments):
    return subprocess.run([sys.executable, "-c", OTHER, *map(str, arguments)], capture_output=True, text=True,
                          timeout=120)


@pytest.mark.parametrize("size", [5, 3 << 20])
def test_memory_of_another_process(size):
    base = runtime.malloc(4 * size)
    try:
        memory = cupy.cuda.UnownedMemory(base, 4 * size, None)
        x = cupy.ndarray(size, "f", cupy.cuda.MemoryPointer(memory, 0))
        x[...] = cupy.arange(size)
        event = cupy.cuda.Event(disable_timing=True, interprocess=True)
        event.record()
        event.synchronize()
        handle = runtime.ipcGetMemHandle(base)
        assert len(handle) == 64 and runtime.ipcGetMemHandle(base) == handle
        if size < 100:
            done = other(handle.hex(), 0, size, runtime.ipcGetEventHandle(event.ptr).hex())
            assert done.returncode == 0, done.stderr
            assert x.get().tolist() == [2 * k for k in range(size)]
        else:
            assert float(x[-1]) == size - 1
    finally:
        runtime.free(base)


def test_memory_of_the_pool():
    x = cupy.arange(1000, dtype="f")
    handle = runtime.ipcGetMemHandle(x.data.ptr)
    x += 1
    assert float(x.sum()) == 500500 and len(handle) == 64


def test_handles_that_are_none():
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.ipcOpenMemHandle(bytes(64))
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.ipcGetMemHandle(8)
    address = runtime.malloc(1000)
    handle = runtime.ipcGetMemHandle(address)
    runtime.free(address)
    if cupy._runtime.driver.backend().name == "host":
        with pytest.raises(runtime.CUDARuntimeError):
            runtime.ipcOpenMemHandle(handle)
        with pytest.raises(runtime.CUDARuntimeError):
            runtime.ipcOpenEventHandle(bytes(64))
