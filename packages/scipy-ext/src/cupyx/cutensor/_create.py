"""Descriptors of tensors and operations, and plans, as functions."""
from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupyx.cutensor._objects import (
    ALGO_DEFAULT,
    JIT_NONE,
    OP_ADD,
    WORKSPACE_DEFAULT,
    OperationDescriptor,
    Owned,
    TensorDescriptor,
    library,
)
from cupy.cuda import get_device_id

if TYPE_CHECKING:
    from cupy import ndarray
    from cupyx.cutensor._modes import Mode

__all__ = ["Plan", "PlanPreference", "create_contraction", "create_elementwise_binary", "create_elementwise_trinary",
           "create_plan", "create_plan_preference", "create_reduction", "create_tensor_descriptor"]

#: Largest power of two that is asked of an address.
ALIGNMENT = 256


def create_tensor_descriptor(a: ndarray) -> TensorDescriptor:
    """The extents, strides and type of an array.

    Parameters
    ----------
    a : ndarray
        The tensor.

    Returns
    -------
    TensorDescriptor
        The new description.

    Raises
    ------
    TypeError
        If the array's type is none of the tensors'.
    ValueError
        If its strides are no whole numbers of elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> cutensor.create_tensor_descriptor(cupy.ones((2, 3), "f")).cutensor_dtype
    0
    """
    if any(stride % a.itemsize for stride in a.strides):
        raise ValueError(f"strides of {a.strides} bytes are no whole numbers of items")
    address = a.data.ptr
    return TensorDescriptor(a.shape, [stride // a.itemsize for stride in a.strides], a.dtype,
                            min(address & -address, ALIGNMENT) or ALIGNMENT)


def create_contraction(desc_A: TensorDescriptor, mode_A: Mode, op_A: SupportsIndex, desc_B: TensorDescriptor,
                       mode_B: Mode, op_B: SupportsIndex, desc_C: TensorDescriptor, mode_C: Mode, op_C: SupportsIndex,
                       compute_desc: Any = 0) -> OperationDescriptor:
    """The operation ``C = alpha * op_A(A) * op_B(B) + beta * op_C(C)``, summed over the modes that C has not.

    Parameters
    ----------
    desc_A, desc_B, desc_C : TensorDescriptor
        The tensors.
    mode_A, mode_B, mode_C : Mode
        Labels of their axes.
    op_A, op_B, op_C : int
        Operators on their elements, ``OP_...`` of `cupy.cuda.cutensor`.
    compute_desc : optional
        The precision to compute in; 0 is that of the types.

    Returns
    -------
    OperationDescriptor
        The new description.

    Raises
    ------
    TypeError
        If the types do not go together.
    ValueError
        If extents and labels do not fit, or the types are not computed in this precision.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.create_tensor_descriptor(cupy.ones((2, 2)))
    >>> ij, jk, ik = map(cutensor.Mode, ("ij", "jk", "ik"))
    >>> operation = cutensor.create_contraction(a, ij, 1, a, jk, 1, a, ik, 1)
    """
    return OperationDescriptor.create_contraction(desc_A, mode_A, op_A, desc_B, mode_B, op_B, desc_C, mode_C, op_C,
                                                  compute_desc)


def create_reduction(desc_A: TensorDescriptor, mode_A: Mode, op_A: SupportsIndex, desc_C: TensorDescriptor,
                     mode_C: Mode, op_C: SupportsIndex, op_reduce: SupportsIndex = OP_ADD,
                     compute_desc: Any = 0) -> OperationDescriptor:
    """The operation ``C = alpha * reduce(op_A(A)) + beta * op_C(C)`` over the modes that C has not.

    Parameters
    ----------
    desc_A, desc_C : TensorDescriptor
        The tensors.
    mode_A, mode_C : Mode
        Labels of their axes.
    op_A, op_C : int
        Operators on their elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_reduce : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in; 0 is that of the types.

    Returns
    -------
    OperationDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.create_tensor_descriptor(cupy.ones((2, 3)))
    >>> c = cutensor.create_tensor_descriptor(cupy.ones(3))
    >>> operation = cutensor.create_reduction(a, cutensor.Mode("ij"), 1, c, cutensor.Mode("j"), 1)
    """
    return OperationDescriptor.create_reduction(desc_A, mode_A, op_A, desc_C, mode_C, op_C, op_reduce, compute_desc)


def create_elementwise_binary(desc_A: TensorDescriptor, mode_A: Mode, op_A: SupportsIndex, desc_C: TensorDescriptor,
                              mode_C: Mode, op_C: SupportsIndex, op_AC: SupportsIndex = OP_ADD,
                              compute_desc: Any = 0) -> OperationDescriptor:
    """The operation ``D = op_AC(alpha * op_A(A), gamma * op_C(C))``, element by element of C.

    Parameters
    ----------
    desc_A, desc_C : TensorDescriptor
        The tensors; D is like C.
    mode_A, mode_C : Mode
        Labels of their axes; A is repeated along those that it has not.
    op_A, op_C : int
        Operators on their elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_AC : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in; 0 is that of the types.

    Returns
    -------
    OperationDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.create_tensor_descriptor(cupy.ones((2, 2)))
    >>> operation = cutensor.create_elementwise_binary(a, cutensor.Mode("ij"), 1, a, cutensor.Mode("ji"), 1)
    """
    return OperationDescriptor.create_elementwise_binary(desc_A, mode_A, op_A, desc_C, mode_C, op_C, op_AC,
                                                         compute_desc)


def create_elementwise_trinary(desc_A: TensorDescriptor, mode_A: Mode, op_A: SupportsIndex, desc_B: TensorDescriptor,
                               mode_B: Mode, op_B: SupportsIndex, desc_C: TensorDescriptor, mode_C: Mode,
                               op_C: SupportsIndex, op_AB: SupportsIndex = OP_ADD, op_ABC: SupportsIndex = OP_ADD,
                               compute_desc: Any = 0) -> OperationDescriptor:
    """The operation ``D = op_ABC(op_AB(alpha * op_A(A), beta * op_B(B)), gamma * op_C(C))``, element by element of C.

    Parameters
    ----------
    desc_A, desc_B, desc_C : TensorDescriptor
        The tensors; D is like C.
    mode_A, mode_B, mode_C : Mode
        Labels of their axes; A and B are repeated along those that they have not.
    op_A, op_B, op_C : int
        Operators on their elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_AB, op_ABC : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in; 0 is that of the types.

    Returns
    -------
    OperationDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a, mode = cutensor.create_tensor_descriptor(cupy.ones(2)), cutensor.Mode("i")
    >>> operation = cutensor.create_elementwise_trinary(a, mode, 1, a, mode, 1, a, mode, 1)
    """
    return OperationDescriptor.create_elementwise_trinary(desc_A, mode_A, op_A, desc_B, mode_B, op_B, desc_C, mode_C,
                                                          op_C, op_AB, op_ABC, compute_desc)


class PlanPreference(Owned):
    """How a plan is to be chosen.

    Parameters
    ----------
    algo : int, optional
        ``ALGO_...`` of `cupy.cuda.cutensor`.
    jit_mode : int, optional
        ``JIT_MODE_NONE``, or ``JIT_MODE_DEFAULT`` to compile a kernel for the operation.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> preference = cutensor.PlanPreference()
    """

    _kind = "PlanPreference"

    def __init__(self, algo: SupportsIndex = ALGO_DEFAULT, jit_mode: SupportsIndex = JIT_NONE) -> None:
        self.algo, self.jit_mode = algo, jit_mode

    def _make(self, library: ModuleType) -> int:
        return library.preference(library.handle(get_device_id()), self.algo, self.jit_mode)


def create_plan_preference(algo: SupportsIndex = ALGO_DEFAULT, jit_mode: SupportsIndex = JIT_NONE) -> PlanPreference:
    """How a plan is to be chosen.

    Parameters
    ----------
    algo : int, optional
        ``ALGO_...`` of `cupy.cuda.cutensor`.
    jit_mode : int, optional
        ``JIT_MODE_NONE``, or ``JIT_MODE_DEFAULT`` to compile a kernel for the operation.

    Returns
    -------
    PlanPreference
        The new description.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> preference = cutensor.create_plan_preference()
    """
    return PlanPreference(algo, jit_mode)


class Plan(Owned):
    """The kernels that were chosen for an operation.

    Parameters
    ----------
    operation : OperationDescriptor
        What is computed.
    preference : PlanPreference
        How to choose.
    limit : int, optional
        Bytes of workspace that may be taken; by default what the library estimates.
    ws_pref : int, optional
        ``WORKSPACE_...`` of `cupy.cuda.cutensor`, for that estimate.

    Attributes
    ----------
    workspace : int
        Bytes of workspace that it takes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a, mode = cutensor.create_tensor_descriptor(cupy.ones(2)), cutensor.Mode("i")
    >>> operation = cutensor.create_elementwise_binary(a, mode, 1, a, mode, 1)
    >>> plan = cutensor.Plan(operation, cutensor.PlanPreference())
    """

    _kind = "Plan"

    def __init__(self, operation: OperationDescriptor, preference: PlanPreference, limit: SupportsIndex | None = None,
                 ws_pref: SupportsIndex = WORKSPACE_DEFAULT) -> None:
        self.operation, self.preference, self.limit, self.ws_pref = operation, preference, limit, ws_pref

    def _make(self, library: ModuleType) -> int:
        handle = library.handle(get_device_id())
        limit = self.limit
        if limit is None:
            limit = library.workspace(handle, self.operation.ptr, self.preference.ptr, self.ws_pref)
        return library.plan(handle, self.operation.ptr, self.preference.ptr, limit)

    @property
    def workspace(self) -> int:
        """Bytes of workspace that it takes."""
        found = library()
        return found.required(found.handle(get_device_id()), self.ptr)


def create_plan(operation: OperationDescriptor, preference: PlanPreference | None = None,
                ws_limit: SupportsIndex | None = None, *, ws_pref: SupportsIndex = WORKSPACE_DEFAULT) -> Plan:
    """Choose kernels for an operation.

    Parameters
    ----------
    operation : OperationDescriptor
        What is computed.
    preference : PlanPreference, optional
        How to choose.
    ws_limit : int, optional
        Bytes of workspace that may be taken; by default what the library estimates.
    ws_pref : int, optional
        ``WORKSPACE_...`` of `cupy.cuda.cutensor`, for that estimate.

    Returns
    -------
    Plan
        The plan; it may be used for any arrays of these layouts.

    Raises
    ------
    ImportError
        If cuTENSOR cannot be used, when the plan's address is asked for.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a, mode = cutensor.create_tensor_descriptor(cupy.ones(2)), cutensor.Mode("i")
    >>> plan = cutensor.create_plan(cutensor.create_elementwise_binary(a, mode, 1, a, mode, 1))
    """
    return Plan(operation, PlanPreference() if preference is None else preference, ws_limit, ws_pref)
