"""Operations on tensors with named axes by a backend's library: what an adapter offers.

An operation is ``result = alpha * op(a) * op(b) + beta * op(c)`` summed over the labels that the result has not
(``"Contraction"``), the same of a reduction of one operand (``"Reduction"``), or two or three operands joined item by
item (``"ElementwiseBinary"``, ``"ElementwiseTrinary"``).  Handles, descriptors, plans and addresses are integers.
"""
from __future__ import annotations

import functools
from typing import Any, Protocol

from cupy._runtime import driver

__all__ = []


class TensorService(Protocol):
    """What the module ``backend.service("tensor")`` holds."""

    Error: type                         # a RuntimeError with the library's `status`

    def unsupported(self, error: Exception) -> bool:
        """Whether an error means that the library cannot do this, rather than that something broke."""
        ...

    def version(self) -> int:
        """The library's version."""
        ...

    def compute(self, name: str) -> int:
        """The library's number of a precision to compute in: 16F, 16BF, TF32, 3XTF32, 32F, 64F."""
        ...

    def handle(self, device: int) -> int:
        """The handle of a device, which is current."""
        ...

    def tensor(self, handle: int, extent: tuple, stride: tuple, char: str, alignment: int) -> int:
        """A tensor descriptor; strides in items, all positive."""
        ...

    def operation(self, kind: str, handle: int, operands: list, result: tuple, operators: tuple, precision: str) -> int:
        """An operation of operands ``(descriptor, labels, operator)`` and a result ``(descriptor, labels)``."""
        ...

    def scalar(self, handle: int, operation: int) -> str:
        """Dtype char of the type of an operation's factors."""
        ...

    def preference(self, handle: int, algorithm: int, jit: int) -> int:
        """What is preferred in a plan."""
        ...

    def workspace(self, handle: int, operation: int, preference: int, kind: int) -> int:
        """Bytes of workspace that a plan may want, least (1) to most (3)."""
        ...

    def plan(self, handle: int, operation: int, preference: int, limit: int) -> int:
        """A plan that takes no more workspace than `limit`."""
        ...

    def required(self, handle: int, plan: int) -> int:
        """Bytes of workspace that a plan takes."""
        ...

    def execute(self, kind: str, *arguments: int) -> None:
        """Handle, plan, factors and tensors in turn, the result, workspace and its size, the stream."""
        ...

    def destroy(self, kind: str, made: int) -> None:
        """End a TensorDescriptor, an OperationDescriptor, a PlanPreference or a Plan."""
        ...


@functools.cache
def service(name: str = "tensor") -> Any:
    """The adapter of the active backend, or None where it has none or its library is not installed."""
    try:
        return driver.backend().service(name)
    except ImportError:
        return None


def reason(name: str = "tensor") -> str:
    """Why there is none."""
    try:
        driver.backend().service(name)
    except ImportError as error:
        return str(error)
    return ""
