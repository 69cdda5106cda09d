"""cuSOLVER's and cuBLAS's routines on matrices, found at first use; handles of threads and devices."""
from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any

from cupy_cuda.errors import SolverError
from cupy_cuda.vendor import Library

if TYPE_CHECKING:
    from cupy._runtime.services.solver import Workspace

__all__ = ["DTYPES", "call", "call_blas", "full_name", "handles", "has", "sizes"]

#: cudaDataType of an element type.
DTYPES = {"f": 0, "d": 1, "F": 4, "D": 5}

_PREFIXES = {"f": "S", "d": "D", "F": "C", "D": "Z"}

#: Arguments after the handle; those of the generic routines begin with their parameters.
_SIGNATURES = {
    "Xpotrf_bufferSize": "pilipl" + "ipp",
    "Xpotrf": "pilipl" + "i" + "pzpz" + "p",
    "Xgeqrf_bufferSize": "pllipl" + "ip" + "ipp",
    "Xgeqrf": "pllipl" + "ip" + "i" + "pzpz" + "p",
    "Xgesvd_bufferSize": "pccllipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgesvd": "pccllipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "p",
    "Xgesvdp_bufferSize": "piillipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgesvdp": "piillipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "pp",
    "Xsyevd_bufferSize": "piilipl" + "ip" + "ipp",
    "Xsyevd": "piilipl" + "ip" + "i" + "pzpz" + "p",
    "XsyevBatched_bufferSize": "piilipl" + "ip" + "ippl",
    "XsyevBatched": "piilipl" + "ip" + "i" + "pzpz" + "pl",
    "Xgeev_bufferSize": "piilipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgeev": "piilipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "p",
    "getrf_bufferSize": "iipip",
    "getrf": "iipippp",
    "getrs": "iiipippip",
    "orgqr_bufferSize": "iiipipp",
    "orgqr": "iiipippip",
    "potrfBatched": "iipipi",
}
_BLAS = {"geqrfBatched": "iipippi", "getrfBatched": "ipippi", "getrsBatched": "iiipippipi"}


def full_name(routine: str, char: str) -> str:
    """`cusolverDnSgetrf` of ``("getrf", "f")``; the generic routines have one name for all types."""
    if routine.startswith("X"):
        return f"cusolverDn{routine}"
    if char in "FD":
        routine = routine.replace("orgqr", "ungqr")
    return f"cusolverDn{_PREFIXES[char]}{routine}"


_solver = Library("cusolver", {
    "cusolverDnCreate": "p", "cusolverDnCreateParams": "p", "cusolverDnSetStream": "pp",
    **{full_name(routine, char): "p" + codes for routine, codes in _SIGNATURES.items() for char in _PREFIXES},
}, SolverError)
_blas = Library("cublas", {
    "cublasCreate_v2": "p", "cublasSetStream_v2": "pp",
    **{f"cublas{prefix}{routine}": "p" + codes for routine, codes in _BLAS.items()
       for prefix in _PREFIXES.values()},
}, SolverError)

_local = threading.local()


def _created(library: Library, function: str) -> int | None:
    made = ctypes.c_void_p()
    library(function, ctypes.byref(made))
    return made.value


class _Handles:
    """Handles of both libraries for the device that is current."""

    def __init__(self) -> None:
        self.solver = _created(_solver, "cusolverDnCreate")
        self.parameters = _created(_solver, "cusolverDnCreateParams")
        self.blas = _created(_blas, "cublasCreate_v2")


def handles(device: int) -> _Handles:
    """This thread's handles on a device."""
    found = _local.__dict__.setdefault("of", {})
    if device not in found:
        found[device] = _Handles()
    return found[device]


def call(work: Workspace, stream: int, routine: str, char: str, *arguments: Any) -> None:
    """A routine of cuSOLVER on a stream."""
    known = handles(work.device)
    _solver("cusolverDnSetStream", known.solver, stream)
    first = (known.parameters,) if routine.startswith("X") else ()
    _solver(full_name(routine, char), known.solver, *first, *arguments)


def call_blas(work: Workspace, stream: int, routine: str, char: str, *arguments: Any) -> None:
    """A batched routine of cuBLAS on a stream."""
    known = handles(work.device)
    _blas("cublasSetStream_v2", known.blas, stream)
    _blas(f"cublas{_PREFIXES[char]}{routine}", known.blas, *arguments)


def has(routine: str) -> bool:
    """Whether the library has a generic routine; older versions lack some."""
    return full_name(routine, "f") in _solver


def sizes(work: Workspace, stream: int, routine: str, char: str, *arguments: Any,
          more: tuple[int, ...] = ()) -> tuple[int, int]:
    """Bytes of workspace on the device and on the host that a generic routine wants."""
    on_device, on_host = ctypes.c_size_t(), ctypes.c_size_t()
    call(work, stream, routine + "_bufferSize", char, *arguments, ctypes.addressof(on_device),
         ctypes.addressof(on_host), *more)
    return on_device.value, on_host.value
