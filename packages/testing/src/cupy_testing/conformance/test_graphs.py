"""Graphs: captured work does not run until it is launched, and then as often as it is launched."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from cupy_testing.conformance._device import DEVICE_TO_DEVICE

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

THREAD_LOCAL = 1


def capture(device: Device, stream: int, work: Any) -> Any:
    device.check("stream_capture_begin", stream, THREAD_LOCAL)
    state = ctypes.c_int(-1)
    device.check("stream_capture_status", stream, state)
    assert state.value == 1
    work()
    graph = ctypes.c_void_p()
    device.check("stream_capture_end", stream, graph)
    device.check("stream_capture_status", stream, state)
    assert state.value == 0
    return graph.value


def test_capture_and_replay(device: Device) -> None:
    with device.memory(4096) as a, device.memory(4096) as b, device.stream() as s:
        device.check("fill", a, 1, 4, 1024, s)
        device.check("fill", b, 2, 4, 1024, s)
        device.check("stream_synchronize", s)
        graph = capture(device, s, lambda: (
            device.check("copy", b, a, 4096, DEVICE_TO_DEVICE, s),
            device.check("fill", a, 5, 4, 1024, s)))
        assert (device.download(b, 1024, "u4") == 2).all()
        runnable = device.make("graph_instantiate", graph)
        device.check("graph_upload", runnable, s)
        for expected in (1, 5):
            device.check("graph_launch", runnable, s)
            device.check("stream_synchronize", s)
            assert (device.download(b, 1024, "u4") == expected).all()
        device.check("graph_exec_destroy", runnable)
        device.check("graph_destroy", graph)


def test_capture_of_kernels(device: Device) -> None:
    import cupy

    kernel = cupy.RawKernel(
        'extern "C" __global__ void more(int *x) { x[threadIdx.x] += 1; }', "more")
    x = cupy.zeros(64, "i4")
    kernel((1,), (64,), (x,))
    with cupy.cuda.Stream(non_blocking=True) as stream:
        stream.synchronize()
        cupy.cuda.Device().synchronize()
        state = ctypes.c_int()
        device.status("stream_capture_status", stream.ptr, state)
        stream.begin_capture()
        for _ in range(3):
            kernel((1,), (64,), (x,))
        graph = stream.end_capture()
        assert x.get(stream=stream).tolist() == [1] * 64
        for _ in range(5):
            graph.launch(stream)
        stream.synchronize()
    assert x.get().tolist() == [16] * 64
