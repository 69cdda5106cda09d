"""Graphs beyond capture and launch: which calls of the driver are made, in which order, with what."""
import ctypes
from types import SimpleNamespace

import pytest

from cupy_cuda import backend, native
from cupy_cuda.adapters import graphs


class Driver:
    """Answers the driver's calls and keeps a record of them; `answers` are values, or functions of the arguments."""

    def __init__(self, version=13000, **answers):
        self.calls, self._version = [], version
        self.answers = {"cuStreamGetCaptureInfo": (1, 77, "outer", ["last"], [], 1), "cuCtxGetCurrent": 5,
                        "cuGraphConditionalHandleCreate": 900, "cuGraphAddNode": "node",
                        "cuGraphAddChildGraphNode": "child", "cuCtxGetDevice": 0, "cuModuleLoadData": "module",
                        "cuModuleGetFunction": "setter", **answers}

    def call(self, name, *arguments):
        self.calls.append((name, *arguments))
        answer = self.answers.get(name)
        if callable(answer):
            answer = answer(*arguments)
        return (answer.status, answer.text, None) if isinstance(answer, SimpleNamespace) and hasattr(
            answer, "status") else (0, "", answer)

    def version(self):
        return self._version

    def struct(self, name):
        return SimpleNamespace(conditional=SimpleNamespace(phGraph_out=[600, 601, 602]))

    def member(self, enumeration, number):
        return enumeration, number

    def named(self, name):
        return [call[1:] for call in self.calls if call[0] == name]


@pytest.fixture
def use(monkeypatch):
    def use(**options):
        driver = Driver(**options)
        for name in ("call", "version", "struct", "member"):
            monkeypatch.setattr(native, name, getattr(driver, name))
        compiler = SimpleNamespace(target=lambda device: "sm_90", compile=lambda source, **_: SimpleNamespace(
            image=source.encode()))
        monkeypatch.setattr(backend, "compiler", lambda: compiler)
        graphs._setter.cache_clear()
        return driver
    yield use
    graphs._setter.cache_clear()


@pytest.mark.parametrize("version,edges", [(13000, (None,)), (12040, ())])
def test_child(use, version, edges):
    driver = use(version=version)
    graphs.add_child(10, 20)
    assert driver.calls[1:] == [("cuGraphAddChildGraphNode", "outer", ["last"], 1, 20),
                                ("cuStreamUpdateCaptureDependencies", 10, ["child"], *edges, 1, 1)]


def launched(arguments):
    """The four numbers that a launch of the setter passes."""
    assert arguments[:8] == ("setter", 1, 1, 1, 1, 1, 1, 0)
    places = (ctypes.c_void_p * 4).from_address(arguments[9])
    return arguments[8], [ctypes.c_ulonglong.from_address(place).value for place in places]


@pytest.mark.parametrize("kind,count", [(0, 1), (1, 1), (2, 3)])
def test_bodies(use, kind, count):
    passed = []
    driver = use(cuLaunchKernel=lambda *arguments: passed.append(launched(arguments)))
    node = graphs.add_condition(10, kind, 4096, 8, count)
    first = [900, 4096, 8, count if kind == 2 else 0]
    assert passed == [(10, first)]
    names = [call[0] for call in driver.calls]
    assert names.index("cuLaunchKernel") < names.index("cuGraphAddNode")
    ((graph, nodes, _, size, params),) = driver.named("cuGraphAddNode")
    assert (graph, nodes, size, params.type) == ("outer", ["last"], 1, ("CUgraphNodeType", 13))
    assert params.conditional.type == ("CUgraphConditionalNodeType", kind)
    assert (params.conditional.handle, params.conditional.size, params.conditional.ctx) == (900, count, 5)
    assert driver.named("cuStreamUpdateCaptureDependencies") == [(10, ["node"], None, 1, 1)]
    assert graphs.begin_body(node, count - 1, 10, 44) == 44
    assert driver.named("cuStreamBeginCaptureToGraph")[0][:2] == (44, 600 + count - 1)
    graphs.end_body(node, 44)
    assert passed[1:] == ([(44, first)] if kind == 1 else [])
    assert driver.calls[-1] == ("cuStreamEndCapture", 44)


def test_update(use):
    driver = use()
    assert graphs.update(1, 2) == ""
    driver.answers["cuGraphExecUpdate"] = SimpleNamespace(status=910, text="TOPOLOGY_CHANGED")
    assert graphs.update(1, 2) == "TOPOLOGY_CHANGED"
    driver.answers["cuGraphExecUpdate"] = SimpleNamespace(status=1, text="INVALID")
    with pytest.raises(RuntimeError, match="cuGraphExecUpdate: INVALID"):
        graphs.update(1, 2)


def test_kernels(use):
    values = ctypes.c_double(2.5), ctypes.c_int(7)
    places = (ctypes.c_void_p * 2)(*map(ctypes.addressof, values))
    params = SimpleNamespace(gridDimX=3, gridDimY=1, gridDimZ=1, blockDimX=64, blockDimY=2, blockDimZ=1,
                             sharedMemBytes=16, func="function", kernelParams=ctypes.addressof(places))
    changed = []

    def keep(executable, node, new):
        held = (ctypes.c_void_p * 2).from_address(new.kernelParams)
        changed.append((executable, node, new.gridDimX, [ctypes.string_at(p, n) for p, n in zip(held, (8, 4))]))

    driver = use(cuGraphGetNodes=lambda graph, count: (["copy", "kernel"][:count], 2),
                 cuGraphNodeGetType=lambda node: int(node == "copy"), cuGraphKernelNodeGetParams=params,
                 cuFuncGetParamInfo=lambda function, place: [(0, 8), (8, 4), SimpleNamespace(
                     status=1, text="no such parameter")][place],
                 cuFuncGetName=b"scale", cuGraphExecKernelNodeSetParams=keep)
    assert graphs.kernels(1) == [("kernel", "scale", [3, 1, 1, 64, 2, 1, 16], [bytes(v) for v in values])]
    graphs.set_kernel(9, "kernel", [5, 1, 1, 64, 2, 1, 16], [bytes(8), b"abcd"])
    assert changed == [(9, "kernel", 5, [bytes(8), b"abcd"])]
    driver.answers["cuGraphGetNodes"] = lambda graph, count: ([], 0)
    assert graphs.kernels(1) == []


def test_the_setter_compiles():
    compiler = backend.compiler()
    try:
        compiler.version()
    except ImportError as error:
        pytest.skip(str(error))
    image = compiler.compile(graphs._CONDITION, name="condition", target="sm_90").image
    assert b"cupy_set_condition" in image
