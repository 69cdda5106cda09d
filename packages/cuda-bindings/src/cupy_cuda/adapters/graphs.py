"""Graphs beyond capture and launch, through NVIDIA's cuda-bindings: see cupy's `_runtime/services/graphs.py`.

Bodies of conditional nodes need a driver of CUDA 12.4.
"""
import ctypes
import functools

from cupy_cuda import native
from cupy_cuda.errors import LibraryError

__all__ = ["add_child", "begin_body", "end_body", "kernels", "set_kernel", "update"]

_KERNEL_NODE, _CONDITIONAL_NODE, _IF, _WHILE = 0, 13, 0, 1
_SET_DEPENDENCIES, _RELAXED, _NON_BLOCKING = 1, 2, 1
_UPDATE_FAILED = 910
_CUDA_13 = 13000
_GEOMETRY = ("gridDimX", "gridDimY", "gridDimZ", "blockDimX", "blockDimY", "blockDimZ", "sharedMemBytes")

_CONDITION = """
extern "C" __device__ __cudart_builtin__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
extern "C" __global__ void cupy_set_condition(unsigned long long handle, const unsigned char *bytes,
                                              unsigned long long size) {
    unsigned any = 0;
    for (unsigned long long k = 0; k < size; ++k) any |= bytes[k];
    cudaGraphSetConditional(handle, any != 0);
}
"""


def _call(name, *arguments):
    status, text, result = native.call(name, *arguments)
    if status:
        raise LibraryError(status, f"{name}: {text}")
    return result


def _capture(stream):
    """``(graph, dependencies)`` of the capture of a stream."""
    _, _, graph, nodes, *_ = _call("cuStreamGetCaptureInfo", stream)
    return graph, list(nodes)


def _continue_behind(stream, node):
    """What the stream records from now on comes behind a node."""
    edges = (None,) if native.version() >= _CUDA_13 else ()
    _call("cuStreamUpdateCaptureDependencies", stream, [node], *edges, 1, _SET_DEPENDENCIES)


def add_child(stream, graph):
    """Record a copy of a graph as a node."""
    outer, nodes = _capture(stream)
    _continue_behind(stream, _call("cuGraphAddChildGraphNode", outer, nodes, len(nodes), graph))


@functools.cache
def _setter(context):
    """The kernel that gives a condition its value, in a context; its address tells contexts apart."""
    from cupy_cuda import backend

    compiler = backend.compiler()
    device = int(_call("cuCtxGetDevice"))
    image = compiler.compile(_CONDITION, name="condition", target=compiler.target(device)).image
    return _call("cuModuleGetFunction", _call("cuModuleLoadData", image), b"cupy_set_condition")


def _set_condition(stream, handle, address, size):
    function = _setter(int(_call("cuCtxGetCurrent")))
    values = (ctypes.c_ulonglong(handle), ctypes.c_ulonglong(address), ctypes.c_ulonglong(size))
    places = (ctypes.c_void_p * 3)(*map(ctypes.addressof, values))
    _call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, stream, ctypes.addressof(places), 0)


def begin_body(stream, address, size, loops):
    """The body is recorded on a stream of its own, into the graph that the node has for it."""
    graph, _ = _capture(stream)
    context = _call("cuCtxGetCurrent")
    handle = _call("cuGraphConditionalHandleCreate", graph, context, 0, 0)
    _set_condition(stream, int(handle), address, size)
    params = native.struct("CUgraphNodeParams")
    params.type = native.member("CUgraphNodeType", _CONDITIONAL_NODE)
    conditional = params.conditional
    conditional.handle, conditional.ctx, conditional.size = handle, context, 1
    conditional.type = native.member("CUgraphConditionalNodeType", _WHILE if loops else _IF)
    graph, nodes = _capture(stream)
    edges = (None,) if native.version() >= _CUDA_13 else ()
    _continue_behind(stream, _call("cuGraphAddNode", graph, nodes, *edges, len(nodes), params))
    body = _call("cuStreamCreate", _NON_BLOCKING)
    _call("cuStreamBeginCaptureToGraph", body, params.conditional.phGraph_out[0], None, None, 0,
          ("CUstreamCaptureMode", _RELAXED))
    return (body, int(handle), address, size, loops), int(body)


def end_body(token):
    """A loop looks at its condition once more at the end of its body."""
    body, handle, address, size, loops = token
    try:
        if loops:
            _set_condition(body, handle, address, size)
        _call("cuStreamEndCapture", body)
    finally:
        _call("cuStreamDestroy", body)


def update(executable, graph):
    """Take the parameters of a graph of the same shape."""
    status, text, _ = native.call("cuGraphExecUpdate", executable, graph)
    if status == _UPDATE_FAILED:
        return text
    if status:
        raise LibraryError(status, f"cuGraphExecUpdate: {text}")
    return ""


def _sizes(function):
    """Bytes of each parameter of a function."""
    found = []
    while True:
        status, _, result = native.call("cuFuncGetParamInfo", function, len(found))
        if status:
            return found
        found.append(int(result[1]))


def kernels(graph):
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


def set_kernel(executable, node, geometry, arguments):
    """Change a kernel of the executable graph."""
    params = _call("cuGraphKernelNodeGetParams", node)
    for name, value in zip(_GEOMETRY, geometry, strict=True):
        setattr(params, name, value)
    held = [ctypes.create_string_buffer(value, len(value)) for value in arguments]
    places = (ctypes.c_void_p * len(held))(*map(ctypes.addressof, held))
    params.kernelParams = ctypes.addressof(places)
    _call("cuGraphExecKernelNodeSetParams", executable, node, params)
