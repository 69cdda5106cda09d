"""Graphs beyond capture and launch, by HIP's runtime: see cupy's `_runtime/services/graphs.py`.

HIP has no conditional nodes, and does not tell how many bytes the arguments of a kernel have.
"""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from typing import Any, NoReturn

from cupy_rocm.errors import HipError
from cupy_rocm.vendor import Library, native_stream

__all__ = ["HAS_CONDITIONS", "add_child", "add_condition", "begin_body", "end_body", "kernels", "set_kernel", "update"]

HAS_CONDITIONS = False

_KERNEL_NODE = 0
_REPLACE = 1                # hipStreamSetCaptureDependencies
_UPDATE_FAILED = 910
_NO_CONDITIONS = ("HIP has no conditional nodes: capture_if, capture_while and capture_switch need CUDA; launch one "
                  "graph or another by a value that the host reads")
_SIGNATURES = {
    "hipStreamGetCaptureInfo_v2": "pppppp", "hipStreamUpdateCaptureDependencies": "ppzi",
    "hipGraphAddChildGraphNode": "pppzp", "hipGraphExecUpdate": "pppp", "hipGraphGetNodes": "ppp",
    "hipGraphNodeGetType": "pp", "hipGraphKernelNodeGetParams": "pp", "hipGraphExecKernelNodeSetParams": "ppp",
}


@functools.cache
def _library() -> Library:
    return Library("amdhip64", _SIGNATURES, HipError)


def _hip(function: str, *arguments: Any) -> None:
    _library()(function, *arguments)


class _KernelParams(ctypes.Structure):
    """hipKernelNodeParams."""

    _fields_ = (("block", ctypes.c_uint * 3), ("extra", ctypes.c_void_p), ("function", ctypes.c_void_p),
                ("grid", ctypes.c_uint * 3), ("arguments", ctypes.c_void_p), ("shared", ctypes.c_uint))


def add_child(stream: int, graph: int) -> None:
    """Record a copy of a graph as a node, and what comes behind it."""
    stream = native_stream(stream)
    status, number, outer, count = ctypes.c_int(), ctypes.c_ulonglong(), ctypes.c_void_p(), ctypes.c_size_t()
    nodes, child = ctypes.c_void_p(), ctypes.c_void_p()
    _hip("hipStreamGetCaptureInfo_v2", stream, *map(ctypes.addressof, (status, number, outer, nodes, count)))
    _hip("hipGraphAddChildGraphNode", ctypes.addressof(child), outer, nodes, count, graph)
    _hip("hipStreamUpdateCaptureDependencies", stream, ctypes.addressof(child), 1, _REPLACE)


def _no_conditions(*_: object) -> NoReturn:
    """HIP cannot."""
    raise RuntimeError(_NO_CONDITIONS)


add_condition = begin_body = end_body = _no_conditions


def update(executable: int, graph: int) -> str:
    """Take the parameters of a graph of the same shape."""
    node, result = ctypes.c_void_p(), ctypes.c_int()
    try:
        _hip("hipGraphExecUpdate", executable, graph, ctypes.addressof(node), ctypes.addressof(result))
    except HipError as error:
        if error.status != _UPDATE_FAILED:
            raise
        return str(error)
    return ""


def _params(node: int) -> _KernelParams:
    params = _KernelParams()
    _hip("hipGraphKernelNodeGetParams", node, ctypes.addressof(params))
    return params


def _name(function: int) -> str:
    found = _library().function("hipKernelNameRef", ctypes.c_char_p)
    name = found(ctypes.c_void_p(function)) if found else None
    return (name or b"").decode()


def kernels(graph: int) -> list[tuple[int, str, list[int], None]]:
    """The kernel nodes with the shape of their launch; of their arguments nothing is known."""
    count, kind = ctypes.c_size_t(), ctypes.c_int()
    _hip("hipGraphGetNodes", graph, None, ctypes.addressof(count))
    nodes = (ctypes.c_void_p * count.value)()
    if count.value:
        _hip("hipGraphGetNodes", graph, ctypes.addressof(nodes), ctypes.addressof(count))
    found = []
    for node in nodes:
        _hip("hipGraphNodeGetType", node, ctypes.addressof(kind))
        if kind.value == _KERNEL_NODE:
            params = _params(node)
            found.append((node, _name(params.function), [*params.grid, *params.block, params.shared], None))
    return found


def set_kernel(executable: int, node: int, geometry: Sequence[int], arguments: Sequence[bytes | None]) -> None:
    """Change the shape of a kernel's launch in the executable graph; its arguments stay."""
    params = _params(node)
    params.grid[:], params.block[:], params.shared = geometry[:3], geometry[3:6], geometry[6]
    _hip("hipGraphExecKernelNodeSetParams", executable, node, ctypes.addressof(params))
