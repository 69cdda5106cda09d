"""Exceptions of the ROCm backend; core turns them into its own."""
from __future__ import annotations

import ctypes
from typing import Any

__all__ = ["BlasError", "CompileError", "HipError", "HipfftError", "LibraryError", "LibraryMissing", "NcclError",
           "RandError", "ServiceMissing", "SolverError", "SparseError"]


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
    """A library of AMD's is not installed; the message names the command that installs it."""


class ServiceMissing(ImportError):
    """A service of the backend contract cannot be used here."""


class LibraryError(RuntimeError):
    """A call of one of AMD's libraries failed; `status` is its number."""

    def __init__(self, status: int, function: str = "a library of ROCm") -> None:
        super().__init__(f"{function}: {self.names.get(status, f'status {status}')}")
        self.status = status

    names = {}

    #: Of a function that the installed version of the library lacks.
    not_supported = 7

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status,)


class _HipNames:
    """Names of statuses, which the runtime knows."""

    def get(self, status: int, otherwise: str) -> str:
        from cupy_rocm import find

        name = ctypes.c_char_p()
        find.load("amdhip64").hipDrvGetErrorName(status, ctypes.byref(name))
        return name.value.decode() if name.value else otherwise


class HipError(LibraryError):
    """A call of HIP's runtime failed."""

    names = _HipNames()
    not_supported = 801


_COMMON = ("SUCCESS", "NOT_INITIALIZED", "ALLOC_FAILED", "INVALID_VALUE", "MAPPING_ERROR", "EXECUTION_FAILED",
           "INTERNAL_ERROR", "NOT_SUPPORTED", "ARCH_MISMATCH", "HANDLE_IS_NULLPTR", "INVALID_ENUM", "UNKNOWN")


class BlasError(LibraryError):
    """A call of hipBLAS failed."""

    names = {number: f"HIPBLAS_STATUS_{name}" for number, name in enumerate(_COMMON)}


class SolverError(LibraryError):
    """A call of hipSOLVER failed."""

    names = {number: f"HIPSOLVER_STATUS_{name}" for number, name in enumerate(
        (*_COMMON, "ZERO_PIVOT", "MATRIX_TYPE_NOT_SUPPORTED"))}


class HipfftError(LibraryError):
    """A call of hipFFT failed."""

    names = {1: "HIPFFT_INVALID_PLAN", 2: "HIPFFT_ALLOC_FAILED", 3: "HIPFFT_INVALID_TYPE", 4: "HIPFFT_INVALID_VALUE",
             5: "HIPFFT_INTERNAL_ERROR", 6: "HIPFFT_EXEC_FAILED", 7: "HIPFFT_SETUP_FAILED", 8: "HIPFFT_INVALID_SIZE",
             9: "HIPFFT_UNALIGNED_DATA", 10: "HIPFFT_INCOMPLETE_PARAMETER_LIST", 11: "HIPFFT_INVALID_DEVICE",
             12: "HIPFFT_PARSE_ERROR", 13: "HIPFFT_NO_WORKSPACE", 14: "HIPFFT_NOT_IMPLEMENTED",
             16: "HIPFFT_NOT_SUPPORTED"}
    not_supported = 16


class SparseError(LibraryError):
    """A call of hipSPARSE failed."""

    names = {number: f"HIPSPARSE_STATUS_{name}" for number, name in enumerate((
        "SUCCESS", "NOT_INITIALIZED", "ALLOC_FAILED", "INVALID_VALUE", "ARCH_MISMATCH", "MAPPING_ERROR",
        "EXECUTION_FAILED", "INTERNAL_ERROR", "MATRIX_TYPE_NOT_SUPPORTED", "ZERO_PIVOT", "NOT_SUPPORTED",
        "INSUFFICIENT_RESOURCES"))}
    not_supported = 10


class RandError(LibraryError):
    """A call of hipRAND failed."""

    names = {0: "HIPRAND_STATUS_SUCCESS", 100: "HIPRAND_STATUS_VERSION_MISMATCH", 101: "HIPRAND_STATUS_NOT_INITIALIZED",
             102: "HIPRAND_STATUS_ALLOCATION_FAILED", 103: "HIPRAND_STATUS_TYPE_ERROR",
             104: "HIPRAND_STATUS_OUT_OF_RANGE", 105: "HIPRAND_STATUS_LENGTH_NOT_MULTIPLE",
             106: "HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED", 201: "HIPRAND_STATUS_LAUNCH_FAILURE",
             202: "HIPRAND_STATUS_PREEXISTING_FAILURE", 203: "HIPRAND_STATUS_INITIALIZATION_FAILED",
             204: "HIPRAND_STATUS_ARCH_MISMATCH", 999: "HIPRAND_STATUS_INTERNAL_ERROR",
             1000: "HIPRAND_STATUS_NOT_IMPLEMENTED"}
    not_supported = 1000


class NcclError(RuntimeError):
    """A call of RCCL failed; `status` is its number."""

    def __init__(self, status: int, text: str = "") -> None:
        super().__init__(f"RCCL: {text or 'error'} (status {status})")
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status,)
