"""cuTENSOR and cuTENSORMg by the names of their C interfaces; the first call opens the library.

Tensors, labels, extents, factors and attributes are addresses; what a function of the C interface makes, it returns.
"""
from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import LibraryMissing, TensorError
from cupy_cuda.libs.cutensor import COMPUTES, call, compute, create, cudart_version, version

__all__ = ["COMPUTE_DESCS", "CONSTANTS", "FUNCTIONS", "CuTensorError", "available", "check_status", "compute_desc",
           "get_cudart_version", "get_version", "on_stream"]

CuTensorError = TensorError
get_version, get_cudart_version = version, cudart_version

_OPERATORS = {
    "IDENTITY": 1, "SQRT": 2, "RELU": 8, "CONJ": 9, "RCP": 10, "SIGMOID": 11, "TANH": 12, "EXP": 22, "LOG": 23,
    "ABS": 24, "NEG": 25, "SIN": 26, "COS": 27, "TAN": 28, "SINH": 29, "COSH": 30, "ASIN": 31, "ACOS": 32, "ATAN": 33,
    "ASINH": 34, "ACOSH": 35, "ATANH": 36, "CEIL": 37, "FLOOR": 38, "MISH": 39, "SWISH": 40, "SOFT_PLUS": 41,
    "SOFT_SIGN": 42, "ADD": 3, "MUL": 5, "MAX": 6, "MIN": 7}

_STATUSES = {
    "SUCCESS": 0, "NOT_INITIALIZED": 1, "ALLOC_FAILED": 3, "INVALID_VALUE": 7, "ARCH_MISMATCH": 8, "MAPPING_ERROR": 11,
    "EXECUTION_FAILED": 13, "INTERNAL_ERROR": 14, "NOT_SUPPORTED": 15, "LICENSE_ERROR": 16, "CUBLAS_ERROR": 17,
    "CUDA_ERROR": 18, "INSUFFICIENT_WORKSPACE": 19, "INSUFFICIENT_DRIVER": 20, "IO_ERROR": 21}

#: cudaDataType: real and complex numbers in turn.
_TYPES = {
    "32F": 0, "64F": 1, "16F": 2, "8I": 3, "8U": 8, "32I": 10, "32U": 12, "16BF": 14, "4I": 16, "4U": 18, "16I": 20,
    "16U": 22, "64I": 24, "64U": 26}
_COMPLEX = {"32F": 4, "64F": 5, "16F": 6, "8I": 7}

#: Bits of cuTENSOR 1: integers, and what its first versions called all of them.
_INTEGER_COMPUTES = {"8U": 6, "32U": 7, "8I": 8, "32I": 9}
_OLD_COMPUTES = {
    "R_MIN_16F": 0, "C_MIN_16F": 1, "R_MIN_32F": 2, "C_MIN_32F": 3, "R_MIN_64F": 4, "C_MIN_64F": 5, "R_MIN_8U": 6,
    "R_MIN_32U": 7, "R_MIN_8I": 8, "R_MIN_32I": 9, "R_MIN_16BF": 10, "R_MIN_TF32": 11, "C_MIN_TF32": 12}

CONSTANTS = {
    **{f"OP_{name}": value for name, value in _OPERATORS.items()},
    **{f"STATUS_{name}": value for name, value in _STATUSES.items()},
    **{f"R_{name}": value for name, value in _TYPES.items()},
    **{f"C_{name}": _COMPLEX.get(name, value + 1) for name, value in _TYPES.items()},
    **{f"COMPUTE_{name}": value for name, value in COMPUTES.items()},
    **{f"COMPUTE_{name}": 1 << bit for name, bit in _INTEGER_COMPUTES.items()},
    **{name: 1 << bit for name, bit in _OLD_COMPUTES.items()},
    "ALGO_DEFAULT_PATIENT": -6, "ALGO_GETT": -4, "ALGO_TGETT": -3, "ALGO_TTGT": -2, "ALGO_DEFAULT": -1,
    "WORKSPACE_MIN": 1, "WORKSPACE_RECOMMENDED": 2, "WORKSPACE_DEFAULT": 2, "WORKSPACE_MAX": 3,
    "JIT_MODE_NONE": 0, "JIT_MODE_DEFAULT": 1, "JIT_MODE_ALL": 2, "PLAN_REQUIRED_WORKSPACE": 0,
    "CUTENSORMG_ALGO_DEFAULT": -1, "CUTENSOR_MG_DEVICE_HOST": -1, "CUTENSOR_MG_DEVICE_HOST_PINNED": -2,
}

#: Descriptions of precisions; their values are addresses in the library.
COMPUTE_DESCS = tuple(f"COMPUTE_DESC_{name}" for name in ("16F", "16BF", "TF32", "3xTF32", "32F", "64F"))

#: Function → what the C interface calls it, its parameters.  With ``stream`` last, the current one is passed on.
FUNCTIONS = {
    "create": ("Create", ""),
    "createTensorDescriptor": ("CreateTensorDescriptor", "handle numModes extent stride dataType alignment"),
    "createContraction": ("CreateContraction", "handle descA modeA opA descB modeB opB descC modeC opC descD modeD "
                          "descCompute"),
    "createReduction": ("CreateReduction", "handle descA modeA opA descC modeC opC descD modeD opReduce descCompute"),
    "createElementwiseBinary": ("CreateElementwiseBinary", "handle descA modeA opA descC modeC opC descD modeD opAC "
                                "descCompute"),
    "createElementwiseTrinary": ("CreateElementwiseTrinary", "handle descA modeA opA descB modeB opB descC modeC opC "
                                 "descD modeD opAB opABC descCompute"),
    "createPermutation": ("CreatePermutation", "handle descA modeA opA descB modeB descCompute"),
    "createPlanPreference": ("CreatePlanPreference", "handle algo jitMode"),
    "createPlan": ("CreatePlan", "handle desc pref workspaceSizeLimit"),
    "contract": ("Contract", "handle plan alpha A B beta C D workspace workspaceSize stream"),
    "reduce": ("Reduce", "handle plan alpha A beta C D workspace workspaceSize stream"),
    "elementwiseBinaryExecute": ("ElementwiseBinaryExecute", "handle plan alpha A gamma C D stream"),
    "elementwiseTrinaryExecute": ("ElementwiseTrinaryExecute", "handle plan alpha A beta B gamma C D stream"),
    "permute": ("Permute", "handle plan alpha A B stream"),
    "planGetAttribute": ("PlanGetAttribute", "handle plan attr buf sizeInBytes"),
    "operationDescriptorGetAttribute": ("OperationDescriptorGetAttribute", "handle desc attr buf sizeInBytes"),
    "estimateWorkspaceSize": ("EstimateWorkspaceSize", "handle desc planPref workspacePref"),
    "createMg": ("MgCreate", "numDevices devices"),
    "createMgTensorDescriptor": ("MgCreateTensorDescriptor", "handle numModes extent elementStride blockSize "
                                 "blockStride deviceCount numDevices devices type"),
    "createMgCopyDescriptor": ("MgCreateCopyDescriptor", "handle descDst modesDst descSrc modesSrc"),
    "getMgCopyWorkspace": ("MgCopyGetWorkspace", "handle desc deviceWorkspaceSize hostWorkspaceSize"),
    "createMgCopyPlan": ("MgCreateCopyPlan", "handle desc deviceWorkspaceSize hostWorkspaceSize"),
    "copyMg": ("MgCopy", "handle plan ptrDst ptrSrc deviceWorkspace hostWorkspace streams"),
    "createMgContractionFind": ("MgCreateContractionFind", "handle algo"),
    "createMgContractionDescriptor": ("MgCreateContractionDescriptor", "handle descA modesA descB modesB descC modesC "
                                      "descD modesD compute"),
    "getMgContractionWorkspace": ("MgContractionGetWorkspace", "handle desc find preference deviceWorkspaceSize "
                                  "hostWorkspaceSize"),
    "createMgContractionPlan": ("MgCreateContractionPlan", "handle desc find deviceWorkspaceSize hostWorkspaceSize"),
    "contractionMg": ("MgContraction", "handle plan alpha ptrA ptrB beta ptrC ptrD deviceWorkspace hostWorkspace "
                      "streams"),
    **{f"destroy{mg}{kind}": (f"{mg}Destroy{kind}", "desc") for mg, kinds in (
        ("", ("", "TensorDescriptor", "OperationDescriptor", "PlanPreference", "Plan")),
        ("Mg", ("", "TensorDescriptor", "CopyDescriptor", "CopyPlan", "ContractionFind", "ContractionDescriptor",
                "ContractionPlan"))) for kind in kinds},
}


def available() -> bool:
    """Whether the library is installed."""
    try:
        find.load("cublaslt")
        find.load("cutensor")
    except LibraryMissing:
        return False
    return True


def check_status(status: int) -> None:
    """Raise `CuTensorError` unless a status of the library is 0."""
    if status:
        raise CuTensorError(status)


def compute_desc(name: str) -> int | None:
    """The address that a name of `COMPUTE_DESCS` stands for."""
    return compute(name.removeprefix("COMPUTE_DESC_").upper())


def on_stream(name: str, current_stream: Callable[[], int]) -> Callable[..., Any]:
    """A function of the library.

    Parameters
    ----------
    name : str
        A key of `FUNCTIONS`.
    current_stream : callable
        Gives the stream, as an integer, for what is put on one.
    """
    c_name, words = FUNCTIONS[name]
    words = words.split()
    streamed = words[-1:] == ["stream"]
    signature = inspect.Signature([inspect.Parameter(word, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                                   for word in (words[:-1] if streamed else words)])
    makes = "Create" in c_name

    def function(*arguments: Any, **named: Any) -> int | None:
        given = signature.bind(*arguments, **named).args
        if makes:
            return create(c_name, *given)
        if c_name == "EstimateWorkspaceSize":
            size = ctypes.c_uint64()
            call(c_name, *given, ctypes.byref(size))
            return size.value
        call(c_name, *given, *((current_stream(),) if streamed else ()))
        return None

    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature
    function.__doc__ = f"cutensor{c_name} of cuTENSOR's C interface."
    return function
