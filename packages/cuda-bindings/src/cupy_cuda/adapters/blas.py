"""Products of matrices by cuBLAS; the protocol is that of `cupy._runtime.services.blas`."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

from cupy_cuda import find
from cupy_cuda.libs import cublas as _cublas

__all__ = ["gemm", "handle"]

find.load("cublas")         # where it is missing, so is the service

# cudaDataType_t
_KINDS = {"b": 3, "i": 10, "e": 2, "E": 14, "f": 0, "d": 1, "F": 4, "D": 5}

# cublasComputeType_t; each is followed by its pedantic form
_PRECISE = {"b": 72, "e": 68, "E": 68, "f": 68, "d": 70, "F": 68, "D": 70}
_FAST = {"tf32": 77, "bfloat16": 75, "float16": 74}       # for float32 and its complex numbers

_DEFAULT_ALGORITHM = -1

#: What stream 0 means: CU_STREAM_PER_THREAD under per-thread default streams.
_NO_STREAM = 2 if os.environ.get("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "0") not in ("", "0") else 0


def _scalars(text: type[ctypes.c_int32] | type[ctypes.c_float] | type[ctypes.c_double],
             count: int) -> tuple[ctypes.Array[Any], int, int]:
    """Addresses of one and zero, each with a zero imaginary part."""
    values = (text * (2 * count))(*([1] + [0] * (2 * count - 1)))
    start = ctypes.addressof(values)
    return values, start, start + count * ctypes.sizeof(text)


_KEPT = {char: _scalars(*scalar) for char, scalar in {
    "b": (ctypes.c_int32, 1), "e": (ctypes.c_float, 1), "E": (ctypes.c_float, 1), "f": (ctypes.c_float, 1),
    "d": (ctypes.c_double, 1), "F": (ctypes.c_float, 2), "D": (ctypes.c_double, 2)}.items()}

#: Dtype char → its kind, the default compute type, addresses of one and zero.
_TYPES = {char: (_KINDS[char], _PRECISE[char], one, zero) for char, (_, one, zero) in _KEPT.items()}


class _Handles(threading.local):
    """A library handle for each device, and the stream it was last given."""

    def __init__(self) -> None:
        self.of = {}


_handles = _Handles()


def handle(device: int, stream: int) -> int:
    """The calling thread's handle for a device, set to a stream; the device is current."""
    found = _handles.of.get(device)
    if found is None:
        found = _handles.of[device] = [_cublas.create(), None]
    if found[1] != stream:
        _cublas.set_stream(found[0], stream or _NO_STREAM)
        found[1] = stream
    return found[0]


def gemm(device: int, stream: int, char: str, out_char: str, trans_a: bool, trans_b: bool, m: int, n: int, k: int,
         a: int, lda: int, stride_a: int, b: int, ldb: int, stride_b: int, c: int, ldc: int, stride_c: int, count: int,
         mode: str | None) -> None:
    """Row-major ``c = op(a) @ op(b)``, which the library sees as the product of the transposes."""
    kind, compute, one, zero = _TYPES[char]
    if mode == "pedantic":
        compute += 1
    elif mode in _FAST and char in "fF":
        compute = _FAST[mode]
    if count == 1:
        _cublas.gemm_ex(handle(device, stream), trans_b, trans_a, n, m, k, one, b, kind, ldb, a, kind, lda, zero, c,
                        _KINDS[out_char], ldc, compute, _DEFAULT_ALGORITHM)
    else:
        _cublas.gemm_strided_batched_ex(
            handle(device, stream), trans_b, trans_a, n, m, k, one, b, kind, ldb, stride_b, a, kind, lda, stride_a,
            zero, c, _KINDS[out_char], ldc, stride_c, count, compute, _DEFAULT_ALGORITHM)
