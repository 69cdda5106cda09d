"""Products of matrices by hipBLAS; the protocol is that of `cupy._runtime.services.blas`."""
from __future__ import annotations

import ctypes
import threading
from typing import Any

from cupy_rocm.errors import BlasError as Error
from cupy_rocm.vendor import Library, native_stream

__all__ = ["Error", "call", "gemm", "handle"]

_GEMM = "piiiii" + "p" + "pii" + "pii" + "p" + "pii" + "ii"
_BATCHED = "piiiii" + "p" + "piil" + "piil" + "p" + "piil" + "iii"

_PREFIXES = {"f": "S", "d": "D", "F": "C", "D": "Z"}

#: Routines for stacks of matrices, which hipSOLVER does not have.
_STACKED = {"geqrfBatched": "piipippi", "getrfBatched": "pipippi", "getrsBatched": "piiipippipi"}

_hipblas = Library("hipblas", {
    **{f"hipblas{prefix}{name}": chars for name, chars in _STACKED.items() for prefix in _PREFIXES.values()},
    "hipblasCreate": "p", "hipblasSetStream": "pp", "hipblasGemmEx": _GEMM, "hipblasGemmEx_v2": _GEMM,
    "hipblasGemmStridedBatchedEx": _BATCHED, "hipblasGemmStridedBatchedEx_v2": _BATCHED}, Error)

#: hipBLAS 2 has the functions with a type of computation under names of their own; hipBLAS 3 has no others.
_SUFFIX = "_v2" if "hipblasGemmEx_v2" in _hipblas else ""

# hipDataType
_KINDS = {"b": 3, "i": 10, "e": 2, "E": 14, "f": 0, "d": 1, "F": 4, "D": 5}

# hipblasComputeType_t
_PRECISE = {"b": 9, "e": 2, "E": 2, "f": 2, "d": 7, "F": 2, "D": 7}
_MODES = {"tf32": 6, "bfloat16": 5, "float16": 4, "pedantic": 3}
_PEDANTIC = {"d": 8, "D": 8}

_OPERATIONS = 111, 112      # as it is, transposed
_DEFAULT_ALGORITHM = 160


def _scalars(text: type[ctypes.c_int32] | type[ctypes.c_float] | type[ctypes.c_double],
             count: int) -> tuple[ctypes.Array[Any], int, int]:
    """Addresses of one and zero, each with a zero imaginary part."""
    values = (text * (2 * count))(*([1] + [0] * (2 * count - 1)))
    start = ctypes.addressof(values)
    return values, start, start + count * ctypes.sizeof(text)


_KEPT = {char: _scalars(*scalar) for char, scalar in {
    "b": (ctypes.c_int32, 1), "e": (ctypes.c_float, 1), "E": (ctypes.c_float, 1), "f": (ctypes.c_float, 1),
    "d": (ctypes.c_double, 1), "F": (ctypes.c_float, 2), "D": (ctypes.c_double, 2)}.items()}


class _Handles(threading.local):
    """A library handle for each device, and the stream it was last given."""

    def __init__(self) -> None:
        self.of = {}


_handles = _Handles()


def handle(device: int, stream: int) -> int:
    """The calling thread's handle for a device, set to a stream; the device is current."""
    found = _handles.of.get(device)
    if found is None:
        made = ctypes.c_void_p()
        _hipblas("hipblasCreate", ctypes.byref(made))
        found = _handles.of[device] = [made.value, None]
    if found[1] != stream:
        _hipblas("hipblasSetStream", found[0], native_stream(stream))
        found[1] = stream
    return found[0]


def call(device: int, stream: int, routine: str, char: str, *arguments: Any) -> None:
    """A routine for stacks of matrices."""
    _hipblas(f"hipblas{_PREFIXES[char]}{routine}", handle(device, stream), *arguments)


def gemm(device: int, stream: int, char: str, out_char: str, trans_a: bool, trans_b: bool, m: int, n: int, k: int,
         a: int, lda: int, stride_a: int, b: int, ldb: int, stride_b: int, c: int, ldc: int, stride_c: int, count: int,
         mode: str | None) -> None:
    """Row-major ``c = op(a) @ op(b)``, which the library sees as the product of the transposes."""
    kind, out_kind, compute = _KINDS[char], _KINDS[out_char], _PRECISE[char]
    _, one, zero = _KEPT[char]
    if mode == "pedantic":
        compute = _PEDANTIC.get(char, _MODES[mode])
    elif mode in _MODES and char in "fF":
        compute = _MODES[mode]
    first, second = _OPERATIONS[bool(trans_b)], _OPERATIONS[bool(trans_a)]
    if count == 1:
        _hipblas(f"hipblasGemmEx{_SUFFIX}", handle(device, stream), first, second, n, m, k, one, b, kind, ldb, a, kind,
                 lda, zero, c, out_kind, ldc, compute, _DEFAULT_ALGORITHM)
    else:
        _hipblas(f"hipblasGemmStridedBatchedEx{_SUFFIX}", handle(device, stream), first, second, n, m, k, one, b, kind,
                 ldb, stride_b, a, kind, lda, stride_a, zero, c, out_kind, ldc, stride_c, count, compute,
                 _DEFAULT_ALGORITHM)
