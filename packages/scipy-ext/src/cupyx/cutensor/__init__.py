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
    "CutensorHandle", "Mode", "OperationDescriptor", "Plan", "PlanPreference", "TensorDescriptor", "check_availability",
    "contraction", "create_contraction", "create_elementwise_binary", "create_elementwise_trinary", "create_mode",
    "create_plan", "create_plan_preference", "create_reduction", "create_tensor_descriptor", "elementwise_binary",
    "elementwise_trinary", "reduction",
]
