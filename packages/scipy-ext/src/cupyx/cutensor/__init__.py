"""Operations on tensors whose axes have names, by cuTENSOR where it is installed, else by cupy's own kernels."""
from cupyx.cutensor._create import (
    Plan,
    PlanPreference,
    create_contraction,
    create_elementwise_binary,
    create_elementwise_trinary,
    create_plan,
    create_plan_preference,
    create_reduction,
    create_tensor_descriptor,
)
from cupyx.cutensor._mg_array import ndarray_mg, to_mg_ndarray
from cupyx.cutensor._mg_create import (
    create_mg_contraction_descriptor,
    create_mg_contraction_find,
    create_mg_contraction_plan,
    create_mg_copy_descriptor,
    create_mg_copy_plan,
    create_mg_tensor_descriptor,
)
from cupyx.cutensor._mg_objects import (
    MgContractionDescriptor,
    MgContractionFind,
    MgContractionPlan,
    MgCopyDescriptor,
    MgCopyPlan,
    MgHandle,
    MgTensorDescriptor,
)
from cupyx.cutensor._mg_operations import contractionMg, contractionMgWorkspace, copyMg, copyMgWorkspace
from cupyx.cutensor._modes import Mode, create_mode
from cupyx.cutensor._objects import CutensorHandle, OperationDescriptor, TensorDescriptor
from cupyx.cutensor._operations import (
    check_availability,
    contraction,
    elementwise_binary,
    elementwise_trinary,
    reduction,
)

__all__ = [
    "CutensorHandle", "MgContractionDescriptor", "MgContractionFind", "MgContractionPlan", "MgCopyDescriptor",
    "MgCopyPlan", "MgHandle", "MgTensorDescriptor", "Mode", "OperationDescriptor", "Plan", "PlanPreference",
    "TensorDescriptor", "check_availability", "contraction", "contractionMg", "contractionMgWorkspace", "copyMg",
    "copyMgWorkspace", "create_contraction", "create_elementwise_binary", "create_elementwise_trinary",
    "create_mg_contraction_descriptor", "create_mg_contraction_find", "create_mg_contraction_plan",
    "create_mg_copy_descriptor", "create_mg_copy_plan", "create_mg_tensor_descriptor", "create_mode", "create_plan",
    "create_plan_preference", "create_reduction", "create_tensor_descriptor", "elementwise_binary",
    "elementwise_trinary", "ndarray_mg", "reduction", "to_mg_ndarray",
]
