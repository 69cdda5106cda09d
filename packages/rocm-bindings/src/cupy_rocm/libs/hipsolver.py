"""hipSOLVER's routines on matrices; handles of threads and devices."""
from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any

from cupy_rocm.errors import SolverError
from cupy_rocm.vendor import Library, native_stream

if TYPE_CHECKING:
    from cupy._runtime.services.solver import Workspace

__all__ = ["CONSTANTS", "FUNCTIONS", "call", "full_name", "hipsolver", "workspace"]

_PREFIXES = {"f": "S", "d": "D", "F": "C", "D": "Z"}

#: Names of the routines for complex matrices where they are others.
_COMPLEX = {"orgqr": "ungqr", "syevd": "heevd"}

#: Arguments after the handle: of the routine, and of the one that tells its workspace.
_SIGNATURES = {
    "potrf": ("iipipip", "iipip"), "potrfBatched": ("iipipipi", "iipipi"),
    "getrf": ("iipipipp", "iipip"), "getrs": ("iiipippipip", "iiipippip"),
    "geqrf": ("iipippip", "iipip"), "orgqr": ("iiipippip", "iiipipp"),
    "gesvd": ("ccii" + "pip" + "pipi" + "pipp", "cciip"), "syevd": ("iiipip" + "pip", "iiipipp"),
}

_XGEEV = "iilipl" + "ip" + "ipl" + "ipl" + "i"


def full_name(routine: str, char: str) -> str:
    """`hipsolverCungqr` of ``("orgqr", "F")``."""
    stem, size, _ = routine.partition("_")
    stem = _COMPLEX.get(stem, stem) if char in "FD" else stem
    return f"hipsolver{_PREFIXES[char]}{stem}{size}{'bufferSize' if size else ''}"


hipsolver = Library("hipsolver", {
    "hipsolverCreate": "p", "hipsolverSetStream": "pp",
    "hipsolverDnXgeev_bufferSize": "pp" + _XGEEV + "pp", "hipsolverDnXgeev": "pp" + _XGEEV + "pzpzp",
    **{full_name(routine + size, char): "p" + signatures[bool(size)]
       for routine, signatures in _SIGNATURES.items() for char in _PREFIXES for size in ("", "_bufferSize")},
}, SolverError)

_local = threading.local()


def _handle(device: int, stream: int) -> int:
    """This thread's handle on a device, set to a stream; the device is current."""
    found = _local.__dict__.setdefault("of", {})
    if device not in found:
        made = ctypes.c_void_p()
        hipsolver("hipsolverCreate", ctypes.byref(made))
        found[device] = made.value
    hipsolver("hipsolverSetStream", found[device], native_stream(stream))
    return found[device]


def call(work: Workspace, stream: int, routine: str, char: str, *arguments: Any) -> None:
    """A routine on a stream; names that begin with ``hipsolver`` are taken as they are."""
    name = routine if routine.startswith("hipsolver") else full_name(routine, char)
    hipsolver(name, _handle(work.device, stream), *arguments)


def workspace(work: Workspace, stream: int, routine: str, char: str, item: int, *arguments: Any,
              more: tuple[int, ...] = ()) -> tuple[int, int]:
    """``(address, size)`` of a routine's workspace; AMD's libraries count it in bytes, NVIDIA's in items."""
    count = ctypes.c_int()
    call(work, stream, routine + "_bufferSize", char, *arguments, ctypes.addressof(count), *more)
    return work.allocate(max(count.value, 1) * item), count.value


#: For `cupy_rocm.names`: the functions that have cuSOLVER's parameters, by its names.
FUNCTIONS = {"create": "P", "destroy": "p", "setStream": "pp", "getStream": "pP"}

_COMPATIBLE = {
    "potrf_bufferSize": "piipiI", "potrf": "piipipip", "potrfBatched": "piipipi", "potrs": "piiipipip",
    "getrf_bufferSize": "piipiI", "getrf": "piipippp", "getrs": "piiipippip", "geqrf_bufferSize": "piipiI",
    "geqrf": "piipippip", "gesvd_bufferSize": "piiI", "gesvd": "pcciipippipipipp",
    "orgqr_bufferSize": "piiipipI", "orgqr": "piiipippip", "ormqr_bufferSize": "piiiiipippiI",
    "ormqr": "piiiiipippipip", "syevd_bufferSize": "piiipipI", "syevd": "piiipippip",
}
FUNCTIONS.update({
    prefix + ({"orgqr": "ungqr", "ormqr": "unmqr", "syevd": "heevd"}.get(stem, stem) if prefix in "cz" else stem) + size
    + rest: codes for name, codes in _COMPATIBLE.items() for prefix in "sdcz"
    for stem, size, rest in [name.partition("_")]})

CONSTANTS = {"EIG_TYPE_1": 211, "EIG_TYPE_2": 212, "EIG_TYPE_3": 213, "EIG_MODE_NOVECTOR": 201,
             "EIG_MODE_VECTOR": 202}
