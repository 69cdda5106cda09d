"""Raw kernels of one window or one line as kernels of many."""
from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    from cupy import RawKernel

_THREADS = 128
_WINDOWS = """
extern "C" __global__ void cupyx_each(double *windows, int size, long long count, double *results) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) NAME(windows + i * size, size, results + i);
}
"""
_LINES = """
extern "C" __global__ void cupyx_each(double *lines, long long length, long long count, double *results,
                                      long long out_length) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) NAME(lines + i * length, length, results + i * out_length, out_length);
}
"""


@functools.lru_cache(maxsize=32)
def _each(code: str, name: str, options: tuple[Any, ...], call: str) -> RawKernel:
    """A kernel that calls the user's, made a function of the device, for each item."""
    code = re.sub(r'extern\s+"C"', "", code).replace("__global__", "__device__")
    return cupy.RawKernel(code + call.replace("NAME", name), "cupyx_each", options=options)


def of_windows(kernel: RawKernel) -> Callable[..., Any]:
    """``results = f(windows)`` of a raw kernel ``(const double *window, int size, double *result)``."""
    each = _each(kernel.code, kernel.name, tuple(kernel.options), _WINDOWS)

    def apply(windows: cupy.ndarray) -> cupy.ndarray:
        results = cupy.empty(len(windows))
        each((-(-len(windows) // _THREADS),), (_THREADS,),
             (windows, cupy.int32(windows.shape[1]), len(windows), results))
        return results

    return apply


def of_lines(kernel: RawKernel) -> Callable[..., Any]:
    """``results = f(lines, out_length)`` of a raw kernel ``(line, length, out, out_length)``."""
    each = _each(kernel.code, kernel.name, tuple(kernel.options), _LINES)

    def apply(lines: cupy.ndarray, out_length: int) -> cupy.ndarray:
        results = cupy.empty((len(lines), out_length))
        each((-(-len(lines) // _THREADS),), (_THREADS,), (lines, lines.shape[1], len(lines), results, out_length))
        return results

    return apply
