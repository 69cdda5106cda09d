"""cuTENSOR behind core's protocol of tensor operations; the protocol is that of `cupy._runtime.services.tensor`."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import TensorError as Error
from cupy_cuda.libs.cutensor import DTYPES, call, compute, create, version

__all__ = ["Error", "compute", "destroy", "execute", "handle", "operation", "plan", "preference", "required", "scalar",
           "tensor", "unsupported", "version", "workspace"]

find.load("cublaslt")       # where one of them is missing, so is the service
find.load("cutensor")

#: Attributes of an operation and of a plan.
_SCALAR_TYPE, _REQUIRED_WORKSPACE = 1, 0

_CHARS = {number: char for char, number in DTYPES.items()}

_EXECUTE = {"Contraction": "Contract", "Reduction": "Reduce", "ElementwiseBinary": "ElementwiseBinaryExecute",
            "ElementwiseTrinary": "ElementwiseTrinaryExecute"}

#: INVALID_VALUE too, which is what the library says of some layouts; 20 is a driver too old for it.
_UNSUPPORTED = (7, 8, 15, 20)

#: Device → its handle.
_handles = {}


def unsupported(error: Any) -> bool:
    """Whether an error means that the library cannot do this, rather than that something broke."""
    return error.status in _UNSUPPORTED


def handle(device: int) -> int:
    """The handle of a device, which is current; all threads share it and its plans."""
    return _handles.get(device) or _handles.setdefault(device, create("Create"))


def tensor(handle: int, extent: Sequence[int], stride: Sequence[int], char: str, alignment: int) -> int:
    """A tensor descriptor; strides in items."""
    count = len(extent)
    array = ctypes.c_int64 * count
    return create("CreateTensorDescriptor", handle, count, array(*extent), array(*stride), DTYPES[char], alignment)


def _modes(labels: Sequence[int]) -> ctypes.Array[ctypes.c_int32]:
    return (ctypes.c_int32 * len(labels))(*labels)


def operation(kind: str, handle: int, operands: Sequence[tuple[int, Sequence[int], int]],
              result: tuple[int, Sequence[int]], operators: Sequence[int], precision: str) -> int:
    """An operation descriptor; operands are (descriptor, labels, operator), the result (descriptor, labels)."""
    given = [part for desc, labels, operator in operands for part in (desc, _modes(labels), operator)]
    return create(f"Create{kind}", handle, *given, result[0], _modes(result[1]), *operators, compute(precision))


def scalar(handle: int, operation: int) -> str:
    """Dtype char of the type of an operation's factors."""
    number = ctypes.c_int32()
    call("OperationDescriptorGetAttribute", handle, operation, _SCALAR_TYPE, ctypes.addressof(number), 4)
    return _CHARS[number.value]


def preference(handle: int, algorithm: int, jit: int) -> int:
    """A plan preference."""
    return create("CreatePlanPreference", handle, algorithm, jit)


def workspace(handle: int, operation: int, preference: int, kind: int) -> int:
    """Bytes of workspace that a plan may want, least (1) to most (3)."""
    size = ctypes.c_uint64()
    call("EstimateWorkspaceSize", handle, operation, preference, kind, ctypes.addressof(size))
    return size.value


def plan(handle: int, operation: int, preference: int, limit: int) -> int:
    """A plan that takes no more workspace than `limit`."""
    return create("CreatePlan", handle, operation, preference, limit)


def required(handle: int, plan: int) -> int:
    """Bytes of workspace that a plan takes."""
    size = ctypes.c_uint64()
    call("PlanGetAttribute", handle, plan, _REQUIRED_WORKSPACE, ctypes.addressof(size), 8)
    return size.value


def execute(kind: str, *arguments: Any) -> None:
    """The handle, the plan, factors (addresses on the host) and tensors in turn, the result, workspace, the stream."""
    call(_EXECUTE[kind], *arguments)


def destroy(kind: str, made: int) -> None:
    """End a TensorDescriptor, an OperationDescriptor, a PlanPreference or a Plan."""
    call(f"Destroy{kind}", made)
