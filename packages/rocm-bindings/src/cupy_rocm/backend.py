"""What cupy asks of the ROCm backend: the service half of the contract."""
from __future__ import annotations

import functools
import importlib
import os
from typing import TYPE_CHECKING, NamedTuple

from cupy_rocm.errors import CompileError, ServiceMissing

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_rocm.compiler import HiprtcCompiler
    from cupy_rocm.names import LibraryNames

__all__ = ["CompileError", "Probe", "ServiceMissing", "attribute_number", "compiler", "driver", "libraries", "name",
           "names", "packs", "probe", "profiler", "service"]

name = "rocm"
contract_version = 1

#: What core asks besides functions; `docs/add-a-backend.md` says what each means.
priority = 10
device_label = "AMD GPU"
device_type = "CUDA"             # as programs for CuPy know every GPU
host_memory = False
synchronous = False
serial_blocks = False
compiled_ahead = False
dlpack_devices = (10,)
array_interface = False
default_stream = 0

_HERE = os.path.dirname(__file__)

#: Oldest runtime that can be used, as hipRuntimeGetVersion counts.
_OLDEST_RUNTIME = 60000000

_NO_DEVICE = 100

#: Service → the library without which it cannot work.
SERVICES = {
    "blas": "hipblas",
    "solver": "hipsolver",
    "fft": "hipfft",
    "comm": "rccl",
    "graphs": "amdhip64",
}

#: Attribute of a device in cudaDeviceAttr → in hipDeviceAttribute_t.
ATTRIBUTES = {
    2: 26, 3: 27, 4: 28, 6: 30, 7: 31,                      # sizes of blocks and grids along each axis
    9: 83, 11: 58, 12: 71, 82: 72, 81: 10002, 111: 73,      # constant memory, pitch, registers, shared memory
    14: 81, 30: 79, 51: 82,                                 # alignment of textures and surfaces
    15: 12, 17: 18, 19: 3, 20: 6, 31: 8, 32: 0, 35: 80, 40: 2,
    21: 39, 22: 43, 23: 44, 24: 49, 25: 50, 26: 51,         # sizes of textures along each axis
    78: 78, 79: 14, 80: 20, 84: 17, 85: 62, 86: 15, 87: 77, 89: 9, 90: 7, 91: 4, 96: 11, 99: 90, 100: 66, 101: 13,
    106: 25, 119: 91,
}

#: Variables that hide devices.
_HIDING = ("HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")


class Probe(NamedTuple):
    """How many devices there are, or why none."""

    devices: int
    reason: str
    fix: str


def probe() -> Probe:
    """How many devices can be used; makes none current and never raises."""
    try:
        return _probe(*driver().probe())
    except Exception as error:
        return Probe(0, f"{type(error).__name__}: {error}", "pip install --force-reinstall cupy-rocm-bindings")


def _probe(status: int, text: str, devices: int, version: int) -> Probe:
    from cupy_rocm import find

    if status < 0:
        fix = find.install_command("amdhip64")
        named = os.environ.get("ROCM_PATH")
        if named:
            fix = "unset ROCM_PATH, or set it to the folder that holds lib/libamdhip64.so"
        return Probe(0, text, fix)
    if version < _OLDEST_RUNTIME:
        had = f"ROCm's runtime has HIP {readable(version)}, and 6.0 is needed"
        return Probe(0, had, find.install_command("amdhip64"))
    if status == 0 and devices:
        return Probe(devices, "", "")
    hidden = next((name for name in _HIDING if os.environ.get(name) is not None), None)
    if hidden and status in (0, _NO_DEVICE):
        return Probe(0, f"ROCm sees no device with {hidden}={os.environ[hidden]}", f"unset {hidden}")
    return Probe(0, f"ROCm's runtime does not start: {text or 'it sees no device'}", "rocminfo")


def readable(version: int) -> str:
    """``"6.4"`` of 60443483."""
    return f"{version // 10_000_000}.{version // 100_000 % 100}"


def driver() -> ModuleType:
    """The module with the C functions."""
    from cupy_rocm import driver

    return driver


def attribute_number(number: int) -> int | None:
    """HIP's number of an attribute by CUDA's; None where there is none."""
    return ATTRIBUTES.get(number)


@functools.cache
def compiler() -> HiprtcCompiler:
    """hipRTC."""
    from cupy_rocm.compiler import HiprtcCompiler

    return HiprtcCompiler()


def profiler() -> ModuleType:
    """What starts and stops a profiler."""
    from cupy_rocm import profiler

    return profiler


def names(library: str) -> LibraryNames:
    """A library's functions and constants by the names of CUDA's C interface."""
    from cupy_rocm import names

    return names.names(library)


@functools.cache
def service(name: str) -> ModuleType:
    """The adapter of a service; raises `ServiceMissing` with the command that installs its library."""
    if name not in SERVICES:
        raise ServiceMissing(f"the ROCm backend has no service named {name!r}; it has {', '.join(SERVICES)}")
    from cupy_rocm import find

    library = SERVICES[name]
    module = f"cupy_rocm.adapters.{name}"
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if (error.name or "").startswith("cupy_rocm"):
            raise ServiceMissing(f"this version of cupy-rocm-bindings has no {name} service") from None
        raise ServiceMissing(f"{name} needs lib{library} ({error}); {find.install_command(library)}") from error


def libraries() -> list[tuple[str, str | None, str]]:
    """``(library, version or None, path or reason)`` of everything the backend can use."""
    from cupy_rocm import find

    reason = driver().reason()
    version = driver().version()
    rows = [("driver", readable(version) if version else None, reason or driver().library())]
    for library in find.LIBRARIES:
        path = find.locate(library)
        if path is None:
            rows.append((library, None, find.install_command(library)))
        else:
            rows.append((library, os.path.basename(os.path.realpath(path)).rpartition(".so.")[2], path))
    return rows


def packs() -> list[str]:
    """Kernel packs that ship with this package, one a target."""
    folder = os.path.join(_HERE, "packs")
    if not os.path.isdir(folder):
        return []
    return [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if file.endswith(".pack")]
