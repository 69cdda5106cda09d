"""Graphs beyond capture and launch, through NVIDIA's cuda-bindings: see cupy's `_runtime/services/graphs.py`.

Bodies of conditional nodes need a driver of CUDA 12.4, several bodies of one node a driver of 12.8.
"""
from __future__ import annotations

import ctypes
import functools
import typing
from collections.abc import Sequence
from typing import Any

from cupy_cuda import native
from cupy_cuda.errors import LibraryError

__all__ = ["HAS_CONDITIONS", "add_child", "add_condition", "begin_body", "end_body", "kernels", "set_kernel", "update"]

HAS_CONDITIONS = True

_KERNEL_NODE, _CONDITIONAL_NODE, _WHILE, _SWITCH = 0, 13, 1, 2
_SET_DEPENDENCIES, _RELAXED = 1, 2
_UPDATE_FAILED = 910
_CUDA_13 = 13000
_GEOMETRY = ("gridDimX", "gridDimY", "gridDimZ", "blockDimX", "blockDimY", "blockDimZ", "sharedMemBytes")

_CONDITION = """
extern "C" __device__ __cudart_builtin__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
extern "C" __global__ void cupy_set_condition(unsigned long long handle, const unsigned char *bytes,
                                              unsigned long long size, unsigned long long choices) {
    unsigned long long any = 0, number = 0;
    for (unsigned long long k = 0; k < size; ++k) {
        any |= bytes[k];
        if (k < 8) number |= (unsigned long long)bytes[k] << 8 * k;
    }
    if (choices) cudaGraphSetConditional(handle, unsigned(number < choices ? number : choices));
    else cudaGraphSetConditional(handle, any != 0);
}
"""


def _call(name: str, *arguments: Any) -> typing.Any:
    status, text, result = native.call(name, *arguments)
    if status:
        raise LibraryError(status, f"{name}: {text}")
    return result


def _capture(stream: int) -> tuple[Any, list[Any]]:
    """``(graph, dependencies)`` of the capture of a stream."""
    _, _, graph, nodes, *_ = _call("cuStreamGetCaptureInfo", stream)
    return graph, list(nodes)


def _continue_behind(stream: int, node: Any) -> None:
    """What the stream records from now on comes behind a node."""
    edges = (None,) if native.version() >= _CUDA_13 else ()
    _call("cuStreamUpdateCaptureDependencies", stream, [node], *edges, 1, _SET_DEPENDENCIES)


def add_child(stream: int, graph: int) -> None:
    """Record a copy of a graph as a node."""
    outer, nodes = _capture(stream)
    _continue_behind(stream, _call("cuGraphAddChildGraphNode", outer, nodes, len(nodes), graph))


@functools.cache
def _setter(context: int) -> Any:
    """The kernel that gives a condition its value, in a context; its address tells contexts apart."""
    from cupy_cuda import backend

    compiler = backend.compiler()
    device = int(_call("cuCtxGetDevice"))
    image = compiler.compile(_CONDITION, name="condition", target=compiler.target(device)).image
    return _call("cuModuleGetFunction", _call("cuModuleLoadData", image), b"cupy_set_condition")


def _set_condition(stream: int, *numbers: int) -> None:
    function = _setter(int(_call("cuCtxGetCurrent")))
    values = [ctypes.c_ulonglong(number) for number in numbers]
    places = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    _call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, stream, ctypes.addressof(places), 0)


class _Condition(typing.NamedTuple):
    """A conditional node: its handle on the device, what it looks at, and the graphs of its bodies."""

    handle: int
    kind: int
    address: int
    size: int
    bodies: list


def add_condition(stream: int, kind: int, address: int, size: int, count: int) -> _Condition:
    """A kernel before the node looks at the bytes."""
    graph, _ = _capture(stream)
    context = _call("cuCtxGetCurrent")
    handle = _call("cuGraphConditionalHandleCreate", graph, context, 0, 0)
    params = native.struct("CUgraphNodeParams")
    params.type = native.member("CUgraphNodeType", _CONDITIONAL_NODE)
    conditional = params.conditional
    conditional.handle, conditional.ctx, conditional.size = handle, context, count
    conditional.type = native.member("CUgraphConditionalNodeType", kind)
    _set_condition(stream, int(handle), address, size, count if kind == _SWITCH else 0)
    graph, nodes = _capture(stream)
    edges = (None,) if native.version() >= _CUDA_13 else ()
    _continue_behind(stream, _call("cuGraphAddNode", graph, nodes, *edges, len(nodes), params))
    return _Condition(int(handle), kind, address, size, [int(body) for body in params.conditional.phGraph_out])


def begin_body(node: _Condition, choice: int, stream: int, spare: int) -> int:
    """The spare stream records into the graph that the node has for the body."""
    _call("cuStreamBeginCaptureToGraph", spare, node.bodies[choice], None, None, 0, ("CUstreamCaptureMode", _RELAXED))
    return spare


def end_body(node: _Condition, stream: int) -> None:
    """A loop looks at its condition once more at the end of its body."""
    try:
        if node.kind == _WHILE:
            _set_condition(stream, node.handle, node.address, node.size, 0)
    finally:
        _call("cuStreamEndCapture", stream)


def update(executable: int, graph: int) -> str:
    """Take the parameters of a graph of the same shape."""
    status, text, _ = native.call("cuGraphExecUpdate", executable, graph)
    if status == _UPDATE_FAILED:
        return text
    if status:
        raise LibraryError(status, f"cuGraphExecUpdate: {text}")
    return ""


def _sizes(function: Any) -> list[int]:
    """Bytes of each parameter of a function."""
    found = []
    while True:
        status, _, result = native.call("cuFuncGetParamInfo", function, len(found))
        if status:
            return found
        found.append(int(result[1]))


def kernels(graph: int) -> list[tuple[Any, str, list[int], list[bytes]]]:
    """The kernel nodes with what they are launched with."""
    nodes, count = _call("cuGraphGetNodes", graph, 0)
    nodes, _ = _call("cuGraphGetNodes", graph, count) if count else ((), 0)
    found = []
    for node in nodes:
        if int(_call("cuGraphNodeGetType", node)) != _KERNEL_NODE:
            continue
        params = _call("cuGraphKernelNodeGetParams", node)
        geometry = [getattr(params, name) for name in _GEOMETRY]
        sizes = _sizes(params.func)
        places = (ctypes.c_void_p * len(sizes)).from_address(int(params.kernelParams)) if sizes else ()
        arguments = [ctypes.string_at(place, size) for place, size in zip(places, sizes, strict=True)]
        found.append((node, _call("cuFuncGetName", params.func).decode(), geometry, arguments))
    return found


def set_kernel(executable: int, node: Any, geometry: Sequence[int], arguments: Sequence[bytes]) -> None:
    """Change a kernel of the executable graph."""
    params = _call("cuGraphKernelNodeGetParams", node)
    for name, value in zip(_GEOMETRY, geometry, strict=True):
        setattr(params, name, value)
    held = [ctypes.create_string_buffer(value, len(value)) for value in arguments]
    places = (ctypes.c_void_p * len(held))(*map(ctypes.addressof, held))
    params.kernelParams = ctypes.addressof(places)
    _call("cuGraphExecKernelNodeSetParams", executable, node, params)
