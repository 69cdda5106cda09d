"""Devices, streams, memory and the runtime, by CuPy's names, on every backend.

Modules load at first use; importing this one starts no device.
"""
from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "Device": "device", "get_compute_capability": "device", "get_cublas_handle": "device", "get_device_id": "device",
    "Event": "stream", "ExternalStream": "stream", "Stream": "stream", "get_current_stream": "stream",
    "get_elapsed_time": "stream", "BaseStream": "stream",
    "Graph": "graph", "capture": "_capture",
    "BaseMemory": "memory", "CFunctionAllocator": "memory", "CFunctionAllocatorMemory": "memory",
    "ManagedMemory": "memory", "Memory": "memory", "MemoryAsync": "memory", "MemoryAsyncPool": "memory",
    "MemoryPointer": "memory", "MemoryPool": "memory", "PythonFunctionAllocator": "memory",
    "PythonFunctionAllocatorMemory": "memory", "SystemMemory": "memory", "UnownedMemory": "memory",
    "OutOfMemoryError": "memory", "alloc": "memory", "get_allocator": "memory", "malloc_async": "memory",
    "malloc_managed": "memory", "set_allocator": "memory", "using_allocator": "memory",
    "PinnedMemory": "pinned_memory", "PinnedMemoryPointer": "pinned_memory", "PinnedMemoryPool": "pinned_memory",
    "alloc_pinned_memory": "pinned_memory", "set_pinned_memory_allocator": "pinned_memory",
    "MemoryHook": "memory_hook",
    "Function": "function", "Module": "function",
    "compile_with_cache": "compiler",
    "get_cuda_path": "_paths", "get_hipcc_path": "_paths", "get_nvcc_path": "_paths", "get_rocm_path": "_paths",
    "profile": "profiler",
}
_RENAMED = {"get_local_runtime_version": ("runtime", "runtimeGetVersion")}
_MODULES = ("compiler", "cub", "cufft", "device", "driver", "external", "function", "graph", "jitify", "memory",
            "memory_hook", "memory_hooks", "nvrtc", "nvtx", "pinned_memory", "profiler", "runtime", "stream",
            "texture", "thrust")

#: Modules that can be imported only where NVIDIA's packages are installed.
_LIBRARIES = ("cublas", "curand", "cusolver", "cusparse", "cusparselt", "cutensor", "nccl")

__all__ = ["is_available", *sorted([*_WHERE, *_RENAMED, *_MODULES])]


def is_available() -> bool:
    """Whether a GPU can be used; never raises and starts nothing.

    Returns
    -------
    bool
        Whether a backend with a GPU is installed and sees one.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.is_available() in (True, False)
    True
    """
    from cupy._runtime.registry import has_gpu

    return has_gpu()


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        value = getattr(importlib.import_module(f"cupy.cuda.{_WHERE[name]}"), name)
    elif name in _RENAMED:
        module, inner = _RENAMED[name]
        value = getattr(importlib.import_module(f"cupy.cuda.{module}"), inner)
    elif name in _MODULES:
        value = importlib.import_module(f"cupy.cuda.{name}")
    elif name in _LIBRARIES:
        try:
            value = importlib.import_module(f"cupy.cuda.{name}")
        except ImportError as error:        # `hasattr` is how programs ask
            raise AttributeError(f"module 'cupy.cuda' has no attribute {name!r}: {error}") from error
    else:
        raise AttributeError(f"module 'cupy.cuda' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
