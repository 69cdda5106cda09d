"""cuTENSORMg behind core's protocol of tensor operations on several devices."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cupy_cuda import find
from cupy_cuda.adapters.tensor import unsupported
from cupy_cuda.errors import TensorError as Error
from cupy_cuda.libs.cutensor import COMPUTES, DTYPES, call, create

__all__ = ["Error", "contraction", "contraction_descriptor", "contraction_find", "contraction_plan",
           "contraction_workspace", "copy", "copy_descriptor", "copy_plan", "copy_workspace", "destroy", "handle",
           "tensor", "unsupported"]

find.load("cutensormg")     # where it is missing, so is the service


def _array(kind: type[ctypes.c_int64] | type[ctypes.c_int32] | type[ctypes.c_void_p],
           values: Sequence[int]) -> ctypes.Array[Any]:
    return (kind * len(values))(*values)


def _longs(values: Sequence[int]) -> ctypes.Array[Any]:
    return _array(ctypes.c_int64, values)


def _ints(values: Sequence[int]) -> ctypes.Array[Any]:
    return _array(ctypes.c_int32, values)


def _pointers(values: Sequence[int]) -> ctypes.Array[Any]:
    return _array(ctypes.c_void_p, values)


def handle(devices: Sequence[int]) -> int:
    """A new handle of some devices."""
    return create("MgCreate", len(devices), _ints(devices))


def tensor(handle: int, extent: Sequence[int], element_stride: Sequence[int], block_size: Sequence[int],
           block_stride: Sequence[int], device_count: Sequence[int], devices: Sequence[int], char: str) -> int:
    """A tensor descriptor; strides in items."""
    return create("MgCreateTensorDescriptor", handle, len(extent), _longs(extent), _longs(element_stride),
                  _longs(block_size), _longs(block_stride), _ints(device_count), len(devices), _ints(devices),
                  DTYPES[char])


def copy_descriptor(handle: int, dst: int, modes_dst: Sequence[int], src: int, modes_src: Sequence[int]) -> int:
    """The copy of a tensor to another, by the labels of their axes."""
    return create("MgCreateCopyDescriptor", handle, dst, _ints(modes_dst), src, _ints(modes_src))


def _workspace(name: str, count: int, *arguments: Any) -> tuple[list[int], int]:
    on_devices, on_host = (ctypes.c_int64 * count)(), ctypes.c_int64()
    call(name, *arguments, on_devices, ctypes.addressof(on_host))
    return list(on_devices), on_host.value


def copy_workspace(handle: int, count: int, desc: int) -> tuple[list[int], int]:
    """Bytes of workspace on each of `count` devices, and on the host."""
    return _workspace("MgCopyGetWorkspace", count, handle, desc)


def copy_plan(handle: int, desc: int, on_devices: Sequence[int], on_host: int) -> int:
    """A plan that takes no more workspace than this."""
    return create("MgCreateCopyPlan", handle, desc, _longs(on_devices), on_host)


def copy(handle: int, plan: int, dst: Sequence[int], src: Sequence[int], on_devices: Sequence[int], on_host: int,
         streams: Sequence[int]) -> None:
    """Copy; lists of addresses, one a device."""
    call("MgCopy", handle, plan, _pointers(dst), _pointers(src), _pointers(on_devices), on_host, _pointers(streams))


def contraction_descriptor(handle: int, operands: Sequence[tuple[int, Sequence[int]]], precision: str) -> int:
    """The contraction of A and B into C, operands are (descriptor, labels)."""
    given = [part for desc, modes in (*operands, operands[-1]) for part in (desc, _ints(modes))]
    return create("MgCreateContractionDescriptor", handle, *given, COMPUTES[precision])


def contraction_find(handle: int, algorithm: int) -> int:
    """How kernels are chosen."""
    return create("MgCreateContractionFind", handle, algorithm)


def contraction_workspace(handle: int, count: int, desc: int, find: int, kind: int) -> tuple[list[int], int]:
    """Bytes of workspace on each of `count` devices, and on the host: least (1) to most (3)."""
    return _workspace("MgContractionGetWorkspace", count, handle, desc, find, kind)


def contraction_plan(handle: int, desc: int, find: int, on_devices: Sequence[int], on_host: int) -> int:
    """A plan that takes no more workspace than this."""
    return create("MgCreateContractionPlan", handle, desc, find, _longs(on_devices), on_host)


def contraction(handle: int, plan: int, alpha: ctypes.Array[Any], a: Sequence[int], b: Sequence[int],
                beta: ctypes.Array[Any], c: Sequence[int], d: Sequence[int], on_devices: Sequence[int], on_host: int,
                streams: Sequence[int]) -> None:
    """``d = alpha * a * b + beta * c``; lists of addresses, one a device, and factors as ctypes arrays."""
    call("MgContraction", handle, plan, ctypes.addressof(alpha), _pointers(a), _pointers(b), ctypes.addressof(beta),
         _pointers(c), _pointers(d), _pointers(on_devices), on_host, _pointers(streams))


def destroy(kind: str, made: int) -> None:
    """End a Handle, a descriptor, a ContractionFind or a plan."""
    call("MgDestroy" if kind == "Handle" else f"MgDestroy{kind}", made)
