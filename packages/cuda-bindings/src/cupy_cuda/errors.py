"""Exceptions of the CUDA backend; core turns them into its own."""
from __future__ import annotations

from typing import Any

__all__ = ["CompileError", "CuSparseLtError", "CublasError", "CufftError", "LibraryError", "LibraryMissing",
           "NcclError", "ServiceMissing", "SolverError", "TensorError", "runtime_name"]

#: Names of cuBLAS's statuses, without its prefix.
CUBLAS_STATUS = {1: "NOT_INITIALIZED", 3: "ALLOC_FAILED", 7: "INVALID_VALUE", 8: "ARCH_MISMATCH", 11: "MAPPING_ERROR",
                 13: "EXECUTION_FAILED", 14: "INTERNAL_ERROR", 15: "NOT_SUPPORTED", 16: "LICENSE_ERROR"}

#: Names of cuFFT's statuses; the library has no function that tells them.
CUFFT_STATUS = {
    1: "CUFFT_INVALID_PLAN", 2: "CUFFT_ALLOC_FAILED", 3: "CUFFT_INVALID_TYPE", 4: "CUFFT_INVALID_VALUE",
    5: "CUFFT_INTERNAL_ERROR", 6: "CUFFT_EXEC_FAILED", 7: "CUFFT_SETUP_FAILED", 8: "CUFFT_INVALID_SIZE",
    9: "CUFFT_UNALIGNED_DATA", 10: "CUFFT_INCOMPLETE_PARAMETER_LIST", 11: "CUFFT_INVALID_DEVICE",
    12: "CUFFT_PARSE_ERROR", 13: "CUFFT_NO_WORKSPACE", 14: "CUFFT_NOT_IMPLEMENTED", 15: "CUFFT_LICENSE_ERROR",
    16: "CUFFT_NOT_SUPPORTED", 17: "CUFFT_MISSING_DEPENDENCY", 18: "CUFFT_NVRTC_FAILURE",
    19: "CUFFT_NVJITLINK_FAILURE", 20: "CUFFT_NVSHMEM_FAILURE",
}

#: Names of cuTENSOR's statuses, without its prefix.
TENSOR_STATUS = {
    1: "NOT_INITIALIZED", 3: "ALLOC_FAILED", 7: "INVALID_VALUE", 8: "ARCH_MISMATCH", 11: "MAPPING_ERROR",
    13: "EXECUTION_FAILED", 14: "INTERNAL_ERROR", 15: "NOT_SUPPORTED", 16: "LICENSE_ERROR", 17: "CUBLAS_ERROR",
    18: "CUDA_ERROR", 19: "INSUFFICIENT_WORKSPACE", 20: "INSUFFICIENT_DRIVER", 21: "IO_ERROR",
}

#: Statuses that the runtime calls something else than the driver.
_RUNTIME_NAMES = {
    "OUT_OF_MEMORY": "MemoryAllocation", "NOT_INITIALIZED": "InitializationError", "DEINITIALIZED": "CudartUnloading",
    "DEVICE_UNAVAILABLE": "DevicesUnavailable", "INVALID_IMAGE": "InvalidKernelImage",
    "INVALID_CONTEXT": "DeviceUninitialized", "MAP_FAILED": "MapBufferObjectFailed",
    "UNMAP_FAILED": "UnmapBufferObjectFailed", "NO_BINARY_FOR_GPU": "NoKernelImageForDevice",
    "ECC_UNCORRECTABLE": "ECCUncorrectable", "CONTEXT_ALREADY_IN_USE": "DeviceAlreadyInUse",
    "UNSUPPORTED_DEVSIDE_SYNC": "UnsupportedDevSideSync", "INVALID_HANDLE": "InvalidResourceHandle",
    "NOT_FOUND": "SymbolNotFound", "PRIMARY_CONTEXT_ACTIVE": "SetOnActiveProcess", "LAUNCH_FAILED": "LaunchFailure",
}


def runtime_name(name: str) -> str:
    """What CUDA's runtime calls a status of the driver: programs look for both names in messages.

    Examples
    --------
    >>> runtime_name("CUDA_ERROR_ILLEGAL_ADDRESS")
    'cudaErrorIllegalAddress'
    """
    words = name.removeprefix("CUDA_ERROR_")
    return "cudaError" + _RUNTIME_NAMES.get(words, words.title().replace("_", ""))


class CompileError(Exception):
    """A source does not compile; `log` is what the compiler said."""

    def __init__(self, log: str, source: str = "", name: str = "") -> None:
        super().__init__(log, source, name)
        self.log = log
        self.source = source
        self.name = name

    def __str__(self) -> str:
        return f"{self.name}: {self.log}"


class LibraryMissing(ImportError):
    """A library of NVIDIA's is not installed; the message names the command that installs it."""


class ServiceMissing(ImportError):
    """A service of the backend contract cannot be used here."""


class LibraryError(RuntimeError):
    """A call of one of NVIDIA's libraries failed; `status` is its number."""

    not_supported = 801

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status,)


class CublasError(LibraryError):
    """A call of cuBLAS failed."""

    def __init__(self, status: int, function: str = "cublas") -> None:
        super().__init__(status, f"{function}: CUBLAS_STATUS_{CUBLAS_STATUS.get(status, status)}")


class CufftError(LibraryError):
    """A call of cuFFT failed."""

    def __init__(self, status: int, function: str = "cufft") -> None:
        super().__init__(status, f"{function}: {CUFFT_STATUS.get(status, status)}")


class NcclError(LibraryError):
    """A call of NCCL failed."""

    def __init__(self, status: int, text: str = "") -> None:
        super().__init__(status, f"NCCL: {text or 'error'} (status {status})")
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.text)


class SolverError(LibraryError):
    """A call of cuSOLVER, or of cuBLAS for it, failed."""

    not_supported = 9

    def __init__(self, status: int, function: str = "cusolver") -> None:
        super().__init__(status, f"{function}: status {status}")


class CuSparseLtError(LibraryError):
    """A call of cuSPARSELt failed."""

    def __init__(self, status: int, name: str = "", text: str = "") -> None:
        super().__init__(status, f"{name or f'cuSPARSELt: status {status}'}{f': {text}' if text else ''}")


class TensorError(LibraryError):
    """A call of cuTENSOR failed."""

    def __init__(self, status: int, function: str = "cutensor") -> None:
        super().__init__(status, f"{function}: CUTENSOR_STATUS_{TENSOR_STATUS.get(status, status)}")
