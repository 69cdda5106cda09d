"""Runs an operation by cuTENSOR: plans by layouts, factors, workspace."""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy import _ext
from cupy.cuda import get_current_stream, get_device_id
from cupyx.cutensor._create import ALIGNMENT, Plan, PlanPreference
from cupyx.cutensor._objects import OperationDescriptor, TensorDescriptor
from cupyx.cutensor._types import ITEMS

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = []

#: Dtype char of a factor's type → C type, and how many numbers; halves are bits.
_FACTORS = {"f": (ctypes.c_float, 1), "d": (ctypes.c_double, 1), "F": (ctypes.c_float, 2), "D": (ctypes.c_double, 2),
            "e": (ctypes.c_uint16, 1), "E": (ctypes.c_uint16, 1)}


def _layout(x: cupy.ndarray) -> tuple[tuple[int, ...], tuple[int, ...], str, int]:
    """What a descriptor says of an array."""
    address = x.data.ptr
    return x.shape, x.strides, x.dtype.char, min(address & -address, ALIGNMENT) or ALIGNMENT


def _usable(layout: tuple[tuple[int, ...], tuple[int, ...], str, int]) -> bool:
    """Whether the library takes such strides."""
    shape, strides, char, _ = layout
    return all(stride > 0 and stride % ITEMS[char] == 0 or size == 1
               for size, stride in zip(shape, strides, strict=True))


@functools.lru_cache(maxsize=1024)
def _descriptor(device: int, shape: tuple[int, ...], strides: tuple[int, ...], char: str,
                bound: int) -> TensorDescriptor:
    return TensorDescriptor(shape, [max(stride // ITEMS[char], 1) for stride in strides], char, bound)


class _Prepared:
    """A plan with what every run of it needs."""

    def __init__(self, service: Any, device: Any, plan: Plan) -> None:
        self.plan, self.kind = plan, plan.operation.kind
        self.execute = functools.partial(service.execute, self.kind, service.handle(device), plan.ptr)
        self.workspace = plan.workspace if self.kind in ("Contraction", "Reduction") else None
        self.factor = factor_maker(service.scalar(service.handle(device), plan.operation.ptr))


def _bits(char: str, value: Any) -> int:
    """A float16 or bfloat16 as an integer."""
    if char == "e":
        return int(numpy.float16(value).view("u2"))
    return min(int(numpy.float32(value).view("u4")) + 0x8000, 0xffffffff) >> 16


@functools.cache
def factor_maker(char: str) -> Any:
    """What makes C arrays of factors of a type."""
    kind, count = _FACTORS[char]
    array = kind * count

    @functools.lru_cache(maxsize=64)
    def make(value: complex) -> Any:
        if char in "eE":
            return array(_bits(char, value))
        return array(value) if count == 1 else array(value.real, value.imag)

    return make


@functools.lru_cache(maxsize=1024)
def _prepare(device: int, kind: str, layouts: tuple[tuple[tuple[Any, ...], tuple[Any, ...], str, int], ...],
             modes: tuple[tuple[int, ...], ...], unary: tuple[int, ...], joining: tuple[int, ...], precision: str,
             algo: int, jit_mode: int, ws_pref: int) -> _Prepared | list[int] | None:
    """A plan for tensors in these layouts, the result's last; places of those that have to be copied for one; None if
    the library has no kernel for them.
    """
    *given, result = layouts
    if any(0 in shape for shape, *_ in layouts) or not _usable(result):
        return None
    copied = [k for k, layout in enumerate(given) if not _usable(layout)]
    if copied:
        return copied
    if given[-1][:3] == result[:3]:         # the library wants one descriptor for both where it can be
        layouts = *given[:-1], *[(*result[:3], min(given[-1][3], result[3]))] * 2
    service = _ext.tensor_service()
    descriptors = [_descriptor(device, *layout) for layout in layouts]
    operands = tuple(zip(descriptors, modes, unary, strict=False))
    operation = OperationDescriptor(kind, operands, (descriptors[-1], modes[-1]), joining, precision)
    try:
        return _Prepared(service, device, Plan(operation, PlanPreference(algo, jit_mode), None, ws_pref))
    except service.Error as error:
        if not service.unsupported(error):
            raise
        return None


def run(kind: str, factors: tuple[complex | None, ...], arrays: Sequence[cupy.ndarray], modes: Any,
        unary: tuple[Int, ...], joining: tuple[Int, ...], out: cupy.ndarray, precision: Any, algo: Int = -1,
        jit_mode: Int = 0, ws_pref: Int = 2) -> bool:
    """Whether cuTENSOR did it: ``factors[i] * unary[i](arrays[i])`` joined into `out`; B has no factor of its own."""
    if _ext.tensor_service() is None:
        return False
    layouts = [_layout(x) for x in arrays]
    layouts.append(layouts[-1] if arrays[-1] is out else _layout(out))
    prepared = _prepare(get_device_id(), kind, tuple(layouts), (*modes, modes[-1]), unary, joining, precision, algo,
                        jit_mode, ws_pref)
    if prepared is None:
        return False
    if isinstance(prepared, list):
        arrays = [cupy.ascontiguousarray(x) if k in prepared else x for k, x in enumerate(arrays)]
        return run(kind, factors, arrays, modes, unary, joining, out, precision, algo, jit_mode, ws_pref)
    arguments, kept = [], []
    for factor, x in zip(factors, arrays, strict=True):
        if factor is not None:
            kept.append(prepared.factor(factor))
            arguments.append(ctypes.addressof(kept[-1]))
        arguments.append(x.data.ptr)
    arguments.append(out.data.ptr)
    size = prepared.workspace
    if size is not None:
        work = cupy.cuda.alloc(size) if size else None
        arguments += 0 if work is None else work.ptr, size
    prepared.execute(*arguments, get_current_stream().ptr)
    return True
