"""cupy.cuda.runtime: memory, callbacks and graphs by integer handles."""
import ctypes
import sys

import pytest

from cupy.cuda import runtime


@pytest.fixture
def stream():
    handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    yield handle
    runtime.streamDestroy(handle)


def test_set_and_copy(stream):
    pointer, pinned = runtime.malloc(100), runtime.hostAlloc(100)
    runtime.memsetAsync(pointer, 7, 100, stream)
    runtime.memcpyAsync(pinned, pointer, 100, runtime.memcpyDeviceToHost, stream)
    runtime.streamSynchronize(stream)
    assert ctypes.string_at(pinned, 100) == bytes([7]) * 100
    assert runtime.pointerGetMemoryType(pointer) == runtime.memoryTypeDevice
    runtime.free(pointer)
    runtime.freeHost(pinned)


def test_callbacks_in_order(stream):
    out = []
    runtime.launchHostFunc(stream, out.append, 1)
    runtime.streamAddCallback(stream, lambda *arguments: out.append(arguments), "x")
    runtime.streamSynchronize(stream)
    assert out == [1, (stream, 0, "x")]


def test_captured_callback_runs_at_each_launch(stream):
    out = []
    runtime.streamBeginCapture(stream)
    assert runtime.streamIsCapturing(stream)
    runtime.launchHostFunc(stream, out.append, object)
    graph = runtime.streamEndCapture(stream)
    executable = runtime.graphInstantiate(graph)
    for _ in range(3):
        runtime.graphLaunch(executable, stream)
    runtime.streamSynchronize(stream)
    runtime.graphExecDestroy(executable)
    runtime.graphDestroy(graph)
    assert out == [object] * 3


def test_error_in_callback_is_reported(stream, monkeypatch):
    caught = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: caught.append(report.exc_type))
    runtime.launchHostFunc(stream, lambda _: 1 / 0, None)
    runtime.streamSynchronize(stream)
    assert caught == [ZeroDivisionError]


def test_unknown_attribute():
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.deviceGetAttribute(10**6, 0)
