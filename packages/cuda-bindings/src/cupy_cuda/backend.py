"""What cupy asks of the CUDA backend: the service half of the contract."""
from __future__ import annotations

import functools
import importlib
import os
from typing import TYPE_CHECKING, NamedTuple

from cupy_cuda.errors import CompileError, ServiceMissing, runtime_name as error_alias

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_cuda.compiler import NvrtcCompiler
    from cupy_cuda.names import LibraryNames

__all__ = ["CompileError", "Probe", "ServiceMissing", "attribute_number", "compiler", "cusparselt", "cutensor",
           "driver", "error_alias", "libraries", "name", "names", "native", "nvrtc", "packs", "probe", "profiler",
           "service"]

name = "cuda"
contract_version = 1

#: What core asks besides functions; `docs/add-a-backend.md` says what each means.
priority = 20
device_label = "NVIDIA GPU"
device_type = "CUDA"
host_memory = False
synchronous = False
serial_blocks = False
compiled_ahead = False
dlpack_devices = (2, 13)         # CUDA, managed memory
array_interface = True
default_stream = 1

_HERE = os.path.dirname(__file__)

#: Oldest driver that can be used, as cuDriverGetVersion counts.
_OLDEST_DRIVER = 12000

_NO_DEVICE = 100

#: Service → the library without which it cannot work.
SERVICES = {
    "blas": "cublas",
    "solver": "cusolver",
    "fft": "cufft",
    "comm": "nccl",
    "tensor": "cutensor",
    "tensor_mg": "cutensormg",
    "direct": "cudss",
    "graphs": "nvrtc",
}


class Probe(NamedTuple):
    """How many devices there are, or why none."""

    devices: int
    reason: str
    fix: str


def probe() -> Probe:
    """How many devices can be used; makes no context and never raises."""
    try:
        return _probe(*driver().probe())
    except Exception as error:
        return Probe(0, f"{type(error).__name__}: {error}", "pip install --force-reinstall cupy-cuda-bindings")


def _probe(status: int, text: str, devices: int, version: int) -> Probe:
    if status < 0:
        return Probe(0, text, "install the NVIDIA driver, version 525 or newer (https://www.nvidia.com/drivers)")
    if version < _OLDEST_DRIVER:
        had = f"the NVIDIA driver supports CUDA {version // 1000}.{version % 1000 // 10}, and 12.0 is needed"
        return Probe(0, had, "update the NVIDIA driver to version 525 or newer")
    if status == 0 and devices:
        return Probe(devices, "", "")
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES")
    if hidden is not None and status in (0, _NO_DEVICE):
        return Probe(0, f"the NVIDIA driver sees no device with CUDA_VISIBLE_DEVICES={hidden}",
                     "unset CUDA_VISIBLE_DEVICES")
    return Probe(0, f"the NVIDIA driver does not start: {text or 'it sees no device'}", "nvidia-smi")


def driver() -> ModuleType:
    """The module with the C functions."""
    from cupy_cuda import driver

    return driver


def attribute_number(number: int) -> int:
    """The platform's number of an attribute by CUDA's."""
    return number


@functools.cache
def compiler() -> NvrtcCompiler:
    """NVRTC."""
    from cupy_cuda.compiler import NvrtcCompiler

    return NvrtcCompiler()


def native() -> ModuleType:
    """Functions of CUDA that the contract does not have."""
    from cupy_cuda import native

    return native


def nvrtc() -> ModuleType:
    """NVRTC's C functions."""
    from cupy_cuda import nvrtc

    return nvrtc


def cusparselt() -> ModuleType:
    """cuSPARSELt's names and functions; its library is opened by the first call."""
    from cupy_cuda.libs import cusparselt

    return cusparselt


def cutensor() -> ModuleType:
    """cuTENSOR's names and functions; its library is opened by the first call."""
    from cupy_cuda.libs import cutensor_names

    return cutensor_names


def profiler() -> ModuleType:
    """What starts and stops a profiler."""
    from cupy_cuda import profiler

    return profiler


@functools.cache
def service(name: str) -> ModuleType:
    """The adapter of a service; raises `ServiceMissing` with the command that installs its library."""
    if name not in SERVICES:
        raise ServiceMissing(f"the CUDA backend has no service named {name!r}; it has {', '.join(SERVICES)}")
    from cupy_cuda import find

    library = SERVICES[name]
    module = f"cupy_cuda.adapters.{name}"
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if (error.name or "").startswith("cupy_cuda"):
            raise ServiceMissing(f"this version of cupy-cuda-bindings has no {name} service") from None
        raise ServiceMissing(f"{name} needs lib{library} ({error}); {find.install_command(library)}") from error


def names(library: str) -> LibraryNames:
    """A library's functions and constants by the names of its C interface."""
    from cupy_cuda import names

    return names.names(library)


def libraries() -> list[tuple[str, str | None, str]]:
    """``(library, version or None, path or reason)`` of everything the backend can use."""
    from cupy_cuda import find

    rows = [("driver", _driver_version(), "libcuda.so.1" if not driver().reason() else driver().reason())]
    for library in find.LIBRARIES:
        path = find.locate(library)
        if path is None:
            rows.append((library, None, find.install_command(library, find.majors()[0])))
        else:
            rows.append((library, _file_version(path), path))
    return rows


def _driver_version() -> str | None:
    version = driver().version()
    return f"{version // 1000}.{version % 1000 // 10}" if version else None


def _file_version(path: str) -> str:
    """``"13.0.2"`` of ``libcublas.so.13 → libcublas.so.13.0.2``, as far as the name tells."""
    return os.path.basename(os.path.realpath(path)).rpartition(".so.")[2]


def packs() -> list[str]:
    """Kernel packs that ship with this package, one a target."""
    folder = os.path.join(_HERE, "packs")
    if not os.path.isdir(folder):
        return []
    return [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if file.endswith(".pack")]
