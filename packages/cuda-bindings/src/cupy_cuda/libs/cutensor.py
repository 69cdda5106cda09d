"""cuTENSOR's and cuTENSORMg's C functions by ctypes, found at first use; names of their types and constants."""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import TensorError

__all__ = ["COMPUTES", "DTYPES", "call", "compute", "create", "cudart_version",
           "version"]

#: Code of a signature → C type: p pointer, i int32, u uint32, l int64, w uint64.
_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "u": ctypes.c_uint32, "l": ctypes.c_int64,
            "w": ctypes.c_uint64}

_SIGNATURES = {
    "Create": "p",
    "Destroy": "p",
    "CreateTensorDescriptor": "ppuppiu",
    "DestroyTensorDescriptor": "p",
    "CreateContraction": "pp" + "ppi" * 3 + "ppp",
    "CreateReduction": "pp" + "ppi" * 2 + "ppip",
    "CreateElementwiseBinary": "pp" + "ppi" * 2 + "ppip",
    "CreateElementwiseTrinary": "pp" + "ppi" * 3 + "ppiip",
    "CreatePermutation": "pp" + "ppi" + "ppp",
    "DestroyOperationDescriptor": "p",
    "OperationDescriptorGetAttribute": "ppipw",
    "CreatePlanPreference": "ppii",
    "DestroyPlanPreference": "p",
    "EstimateWorkspaceSize": "pppip",
    "CreatePlan": "ppppw",
    "DestroyPlan": "p",
    "PlanGetAttribute": "ppipw",
    "Contract": "pppppppppwp",
    "Reduce": "ppppppp" + "pwp",
    "ElementwiseBinaryExecute": "pppppppp",
    "ElementwiseTrinaryExecute": "pppppppppp",
    "Permute": "ppp" + "ppp",
    "MgCreate": "pup",
    "MgDestroy": "p",
    "MgCreateTensorDescriptor": "ppu" + "ppppp" + "up" + "i",
    "MgDestroyTensorDescriptor": "p",
    "MgCreateCopyDescriptor": "pp" + "pp" * 2,
    "MgDestroyCopyDescriptor": "p",
    "MgCopyGetWorkspace": "pppp",
    "MgCreateCopyPlan": "pppp" + "l",
    "MgDestroyCopyPlan": "p",
    "MgCopy": "ppppppp",
    "MgCreateContractionFind": "ppi",
    "MgDestroyContractionFind": "p",
    "MgCreateContractionDescriptor": "pp" + "pp" * 4 + "i",
    "MgDestroyContractionDescriptor": "p",
    "MgContractionGetWorkspace": "pppipp",
    "MgCreateContractionPlan": "ppppp" + "l",
    "MgDestroyContractionPlan": "p",
    "MgContraction": "ppp" + "ppp" + "pp" + "ppp",
}

#: cudaDataType of an element type; E is bfloat16.
DTYPES = {"e": 2, "E": 14, "f": 0, "d": 1, "F": 4, "D": 5}

#: Precisions to compute in → the numbers that cuTENSOR 1 and cuTENSORMg have for them.
COMPUTES = {"16F": 1, "16BF": 1 << 10, "TF32": 1 << 12, "3XTF32": 1 << 13, "32F": 1 << 2, "64F": 1 << 4}


@functools.cache
def _library(name: str) -> ctypes.CDLL:
    find.load("cublaslt")       # it is linked to it, and where that lies only our finder knows
    found = find.load("cutensor")
    return find.load("cutensormg") if name.startswith("Mg") else found


@functools.cache
def _function(name: str) -> Callable[..., int]:
    found = getattr(_library("Mg" if name.startswith("Mg") else ""), f"cutensor{name}")
    found.argtypes = [_C_TYPES[code] for code in _SIGNATURES[name]]
    found.restype = ctypes.c_int
    return found


def call(name: str, *arguments: Any) -> None:
    """``cutensor<name>``; raises `TensorError` unless it succeeds."""
    status = _function(name)(*arguments)
    if status:
        raise TensorError(status, f"cutensor{name}")


def create(name: str, *arguments: Any) -> int:
    """The object that ``cutensor<name>`` puts where its second argument points, its first where there is no other."""
    made = ctypes.c_void_p()
    before = 1 if _SIGNATURES[name].startswith("pp") else 0
    call(name, *arguments[:before], ctypes.byref(made), *arguments[before:])
    return made.value or 0


@functools.cache
def compute(name: str) -> int | None:
    """Address of the library's description of a precision, as ``"TF32"``."""
    return ctypes.c_void_p.in_dll(_library(""), f"CUTENSOR_COMPUTE_DESC_{name}").value


def _number(name: str) -> int:
    function = getattr(_library(""), name)
    function.restype = ctypes.c_size_t
    return function()


def version() -> int:
    """The library's version, as 20801."""
    return _number("cutensorGetVersion")


def cudart_version() -> int:
    """The version of CUDA that the library was made for, as 13000."""
    return _number("cutensorGetCudartVersion")
