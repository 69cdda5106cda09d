"""The part of CUDA's driver interface that every backend has, by CuPy's names."""
from __future__ import annotations

from cupy._runtime.calls import check_status, getDevice as ctxGetDevice
from cupy._runtime.driver import driver_version
from cupy._runtime.errors import BackendError as CUDADriverError
from cupy._runtime.function import ATTRIBUTES
from cupy._runtime.module_calls import (
    funcGetAttribute, funcSetAttribute, launchCooperativeKernel, launchKernel, moduleGetFunction, moduleGetGlobal,
    moduleLoad, moduleLoadData, moduleUnload, occupancyMaxActiveBlocksPerMultiprocessor,
    occupancyMaxPotentialBlockSize)
from cupy.cuda._driver_calls import (
    ctxCreate, ctxDestroy, ctxGetCurrent, ctxSetCurrent, devicePrimaryCtxRelease, linkAddData, linkAddFile,
    linkComplete, linkCreate, linkDestroy, streamGetCtx)
from cupy._runtime.numbers import DRIVER

CUDA_ERROR_INVALID_VALUE = 1

_CONSTANTS = {**DRIVER, **{f"CU_FUNC_ATTRIBUTE_{name.upper()}": number for name, number in ATTRIBUTES.items()}}
__all__ = [
    "CUDADriverError", "CUDA_ERROR_INVALID_VALUE", "check_status", "ctxCreate", "ctxDestroy", "ctxGetCurrent",
    "ctxGetDevice", "ctxSetCurrent", "devicePrimaryCtxRelease", "funcGetAttribute", "funcSetAttribute",
    "get_build_version", "launchCooperativeKernel", "launchKernel", "linkAddData", "linkAddFile", "linkComplete",
    "linkCreate", "linkDestroy", "moduleGetFunction", "moduleGetGlobal", "moduleLoad", "moduleLoadData",
    "moduleUnload", "occupancyMaxActiveBlocksPerMultiprocessor", "occupancyMaxPotentialBlockSize", "streamGetCtx",
]

globals().update(_CONSTANTS)
__all__.extend(_CONSTANTS)


def get_build_version() -> int:
    """Version of the driver in use, as 13000: nothing depends on the version at build time.

    Examples
    --------
    >>> import cupy
    >>> isinstance(cupy.cuda.driver.get_build_version(), int)
    True
    """
    return driver_version()
