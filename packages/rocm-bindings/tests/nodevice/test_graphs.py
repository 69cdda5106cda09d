"""Graphs beyond capture and launch: which calls of HIP are made, with what."""
import ctypes

import pytest

from cupy_rocm.adapters import graphs
from cupy_rocm.errors import HipError


class Hip:
    """Answers HIP's calls; a graph has nodes 1 (a kernel), 2 (a copy) and 3 (a kernel)."""

    def __init__(self, monkeypatch):
        self.calls, self.fails = [], {}
        monkeypatch.setattr(graphs, "_library", lambda: self)

    def function(self, name, result):
        return lambda function: b"kernel%d" % function.value

    def __call__(self, name, *arguments):
        self.calls.append((name, *arguments))
        if name in self.fails:
            raise self.fails[name]
        getattr(self, name, lambda *_: None)(*arguments)

    def hipStreamGetCaptureInfo_v2(self, stream, status, number, graph, nodes, count):
        ctypes.c_void_p.from_address(graph).value = 70
        ctypes.c_void_p.from_address(nodes).value = 80
        ctypes.c_size_t.from_address(count).value = 2

    def hipGraphAddChildGraphNode(self, node, *_):
        ctypes.c_void_p.from_address(node).value = 90

    def hipStreamUpdateCaptureDependencies(self, stream, nodes, count, flags):
        self.behind = ctypes.c_void_p.from_address(nodes).value, count, flags

    def hipGraphGetNodes(self, graph, nodes, count):
        if nodes:
            (ctypes.c_void_p * 3).from_address(nodes)[:] = [1, 2, 3]
        ctypes.c_size_t.from_address(count).value = 3

    def hipGraphNodeGetType(self, node, kind):
        ctypes.c_int.from_address(kind).value = int(node == 2)

    def hipGraphKernelNodeGetParams(self, node, params):
        words = (ctypes.c_uint * 16).from_address(params)       # as the C compiler lays hipKernelNodeParams out
        words[:3], words[6], words[8:11], words[14] = [64, 2, 1], node, [5, 1, 1], 16

    def hipGraphExecKernelNodeSetParams(self, executable, node, params):
        self.changed = (executable, node, list((ctypes.c_uint * 16).from_address(params)))


@pytest.fixture
def hip(monkeypatch):
    return Hip(monkeypatch)


def test_child(hip):
    graphs.add_child(10, 20)
    assert [call[0] for call in hip.calls] == [
        "hipStreamGetCaptureInfo_v2", "hipGraphAddChildGraphNode", "hipStreamUpdateCaptureDependencies"]
    _, _, outer, nodes, count, graph = hip.calls[1]
    assert (outer.value, nodes.value, count.value, graph) == (70, 80, 2, 20) and hip.behind == (90, 1, 1)


def test_update(hip):
    assert graphs.update(1, 2) == ""
    error = HipError.__new__(HipError)
    RuntimeError.__init__(error, "hipGraphExecUpdate: no")
    error.status = 910
    hip.fails["hipGraphExecUpdate"] = error
    assert "no" in graphs.update(1, 2)
    error.status = 1
    with pytest.raises(HipError):
        graphs.update(1, 2)


def test_kernels(hip):
    assert graphs.kernels(9) == [(1, "kernel1", [5, 1, 1, 64, 2, 1, 16], None),
                                     (3, "kernel3", [5, 1, 1, 64, 2, 1, 16], None)]
    graphs.set_kernel(7, 3, [6, 1, 1, 32, 1, 1, 0], None)
    executable, node, words = hip.changed
    assert (executable, node, words[:3], words[6], words[8:11], words[14]) == (7, 3, [32, 1, 1], 3, [6, 1, 1], 0)


def test_conditions_are_refused(hip):
    with pytest.raises(RuntimeError, match="HIP has no conditional nodes"):
        graphs.add_condition(1, 0, 4096, 1, 1)
