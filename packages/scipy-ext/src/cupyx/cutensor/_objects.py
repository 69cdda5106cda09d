"""Handles, descriptors and plans of cuTENSOR, made by the library when their addresses are asked for."""
from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy import _ext
from cupy.cuda import get_device_id
from cupyx.cutensor._modes import check, labels
from cupyx.cutensor._types import CUDA_TYPES, check_types, char, precision

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx.cutensor._mg_objects import MgTensorDescriptor
    from cupyx.cutensor._modes import Mode

__all__ = ["CutensorHandle", "OperationDescriptor", "TensorDescriptor"]

#: cuTENSOR's constants that are defaults of arguments.
ALGO_DEFAULT, JIT_NONE, WORKSPACE_DEFAULT = -1, 0, 2
OP_IDENTITY, OP_ADD = 1, 3

#: What operands are called, by their number.
NAMES = {2: ("A", "C"), 3: ("A", "B", "C")}


def library(name: str = "tensor") -> Any:
    """The adapter of cuTENSOR; raises `ImportError` where it cannot be used."""
    found = _ext.tensor_service(name)
    if found is None:
        raise ImportError(f"cuTENSOR's objects need the CUDA backend and cuTENSOR, pip install cutensor-cu13 "
                          f"(cutensor-cu12 for CUDA 12): {_ext.tensor_missing(name)}")
    return found


class Owned:
    """Something of the library's, made when its address is first asked for and ended with this object."""

    _service = "tensor"
    _kind = ""
    _made = 0
    _make: Callable[[Any], int]         # makes it, given the adapter

    @property
    def ptr(self) -> int:
        """The library's address."""
        if not self._made:
            self._made = self._make(library(self._service))
        return self._made

    def __del__(self) -> None:
        made, self._made = self._made, 0
        if made and not sys.is_finalizing():
            _ext.tensor_service(self._service).destroy(self._kind, made)


class CutensorHandle:
    """cuTENSOR's handle of the device that is current when its address is asked for.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> handle = cutensor.CutensorHandle()
    """

    @property
    def ptr(self) -> int:
        """The library's handle."""
        return library().handle(get_device_id())


class TensorDescriptor(Owned):
    """Extents, strides and type of a tensor.

    Parameters
    ----------
    extent, stride : tuple of int
        Elements, and elements from one to the next, of each axis.
    dtype : data-type
        Type of the elements.
    alignment : int, optional
        Bytes of which the address is a multiple.

    Attributes
    ----------
    cutensor_dtype : int
        The library's number of the type.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> cutensor.TensorDescriptor((2, 3), (3, 1), "f").cutensor_dtype
    0
    """

    __slots__ = ("cutensor_dtype",)

    _kind = "TensorDescriptor"

    def __init__(self, extent: Sequence[SupportsIndex], stride: Sequence[SupportsIndex], dtype: DTypeLike,
                 alignment: SupportsIndex = 256) -> None:
        self.extent, self.stride, self.alignment = tuple(extent), tuple(stride), alignment
        self.char = char(dtype)
        self.cutensor_dtype = CUDA_TYPES[self.char]

    def _make(self, library: ModuleType) -> int:
        return library.tensor(library.handle(get_device_id()), self.extent, self.stride, self.char, self.alignment)


class OperationDescriptor(Owned):
    """What is computed: tensors, labels of their axes, operators, and in which precision.

    Parameters
    ----------
    kind : str
        ``"Contraction"``, ``"Reduction"``, ``"ElementwiseBinary"`` or ``"ElementwiseTrinary"``.
    operands : tuple of (TensorDescriptor, Mode, int)
        Tensors, labels, operators on elements; the last one is C.
    result : (TensorDescriptor, Mode)
        The result.
    operators : tuple of int
        What joins the operands, or reduces the one.
    compute_desc : optional
        The precision to compute in.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.create_tensor_descriptor(cupy.ones((2, 2)))
    >>> ij, jk, ik = map(cutensor.Mode, ("ij", "jk", "ik"))
    >>> operation = cutensor.OperationDescriptor.create_contraction(a, ij, 1, a, jk, 1, a, ik, 1)
    """

    _kind = "OperationDescriptor"

    def __init__(self, kind: str, operands: Any, result: Any, operators: Sequence[SupportsIndex] = (),
                 compute_desc: Any = 0) -> None:
        found = "".join([desc.char for desc, _, _ in operands])
        check_types(kind, found)
        check(NAMES[len(operands)], tuple(labels(mode) for _, mode, _ in operands),
              tuple(desc.extent for desc, _, _ in operands), kind.startswith("Elementwise"))
        self.kind, self.operands, self.result, self.operators = kind, operands, result, operators
        self.precision = precision(kind, found, compute_desc)

    def _make(self, library: ModuleType) -> int:
        operands = [(desc.ptr, labels(mode), operator) for desc, mode, operator in self.operands]
        result = self.result[0].ptr, labels(self.result[1])
        return library.operation(self.kind, library.handle(get_device_id()), operands, result, self.operators,
                                 self.precision)

    @classmethod
    def create_contraction(cls, desc_A: TensorDescriptor | MgTensorDescriptor, mode_A: Mode, op_A: SupportsIndex,
                           desc_B: TensorDescriptor | MgTensorDescriptor, mode_B: Mode, op_B: SupportsIndex,
                           desc_C: TensorDescriptor | MgTensorDescriptor, mode_C: Mode, op_C: SupportsIndex,
                           compute_desc: Any = 0) -> OperationDescriptor:
        """See `create_contraction`."""
        operands = (desc_A, mode_A, op_A), (desc_B, mode_B, op_B), (desc_C, mode_C, op_C)
        return cls("Contraction", operands, (desc_C, mode_C), (), compute_desc)

    @classmethod
    def create_reduction(cls, desc_A: TensorDescriptor | MgTensorDescriptor, mode_A: Mode, op_A: SupportsIndex,
                         desc_C: TensorDescriptor | MgTensorDescriptor, mode_C: Mode, op_C: SupportsIndex,
                         op_reduce: SupportsIndex = OP_ADD, compute_desc: Any = 0) -> OperationDescriptor:
        """See `create_reduction`."""
        return cls("Reduction", ((desc_A, mode_A, op_A), (desc_C, mode_C, op_C)), (desc_C, mode_C), (op_reduce,),
                   compute_desc)

    @classmethod
    def create_elementwise_binary(cls, desc_A: TensorDescriptor | MgTensorDescriptor, mode_A: Mode, op_A: SupportsIndex,
                                  desc_C: TensorDescriptor | MgTensorDescriptor, mode_C: Mode, op_C: SupportsIndex,
                                  op_AC: SupportsIndex = OP_ADD, compute_desc: Any = 0) -> OperationDescriptor:
        """See `create_elementwise_binary`."""
        return cls("ElementwiseBinary", ((desc_A, mode_A, op_A), (desc_C, mode_C, op_C)), (desc_C, mode_C), (op_AC,),
                   compute_desc)

    @classmethod
    def create_elementwise_trinary(cls, desc_A: TensorDescriptor | MgTensorDescriptor, mode_A: Mode,
                                   op_A: SupportsIndex, desc_B: TensorDescriptor | MgTensorDescriptor, mode_B: Mode,
                                   op_B: SupportsIndex, desc_C: TensorDescriptor | MgTensorDescriptor, mode_C: Mode,
                                   op_C: SupportsIndex, op_AB: SupportsIndex = OP_ADD, op_ABC: SupportsIndex = OP_ADD,
                                   compute_desc: Any = 0) -> OperationDescriptor:
        """See `create_elementwise_trinary`."""
        operands = (desc_A, mode_A, op_A), (desc_B, mode_B, op_B), (desc_C, mode_C, op_C)
        return cls("ElementwiseTrinary", operands, (desc_C, mode_C), (op_AB, op_ABC), compute_desc)
