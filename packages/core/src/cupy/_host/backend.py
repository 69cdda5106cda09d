"""What cupy asks of the host backend: the service half of the contract."""
from __future__ import annotations

import functools
import glob
import importlib
import os
import platform
from typing import TYPE_CHECKING, NamedTuple

from cupy._host.errors import CompileError, ServiceMissing
from cupy._runtime.environment import positive, variable

if TYPE_CHECKING:
    from types import ModuleType
    from cupy._host.compiler import HostCompiler

__all__ = ["CompileError", "Probe", "ServiceMissing", "compiler", "driver", "libraries", "name", "packs",
           "probe", "service"]

name = "host"
contract_version = 1

#: What core asks besides functions; `docs/add-a-backend.md` says what each means.
priority = 0
device_label = "CPU"
device_type = "Host"
host_memory = True
synchronous = True
serial_blocks = True
compiled_ahead = True
dlpack_devices = (1,)
array_interface = False
default_stream = None

_HERE = os.path.dirname(__file__)

#: Services that the host has, each a module of `_host/services` or of core's own kernels.
SERVICES = ("blas", "fft", "graphs")


class Probe(NamedTuple):
    """How many devices there are, or why none."""

    devices: int
    reason: str
    fix: str


def probe() -> Probe:
    """One device, or as many as ``CUPY_HOST_DEVICES`` asks for, wherever the compiled driver can be imported."""
    try:
        driver()
    except ImportError as error:
        return Probe(0, f"its compiled driver cannot be imported: {error}",
                     "pip install --force-reinstall cupy-core")
    asked = os.environ.get("CUPY_HOST_DEVICES") or "1"
    if not (asked.isdigit() and 1 <= int(asked) <= 32):
        return Probe(0, f"CUPY_HOST_DEVICES is {asked!r}, which is no number from 1 to 32", "unset CUPY_HOST_DEVICES")
    return Probe(int(asked), "", "")


def _check_environment() -> None:
    """What the driver reads from the environment must be what it takes it for."""
    variable("CUPY_HOST_THREADS", positive(int), "a positive whole number")
    variable("CUPY_HOST_TIMEOUT", positive(float), "a positive number of seconds")


def driver() -> ModuleType:
    """The module with the C functions."""
    import cupy._host.driver as driver

    _check_environment()

    return driver


def attribute(number: int) -> int | None:
    """An attribute of a device beyond those of the contract, by CUDA's number; None where there is none."""
    from cupy._host.attributes import attribute as found

    return found(number)


def native() -> ModuleType:
    """Functions of CUDA beside the contract that have a meaning here: arrays, textures, surfaces, the pool."""
    from cupy._host import native as functions

    return functions


@functools.cache
def compiler() -> HostCompiler:
    """The system's C++ compiler."""
    from cupy._host.compiler import HostCompiler

    return HostCompiler()


def service(name: str) -> ModuleType:
    """The adapter of a service; raises `ServiceMissing` when the host has none of this name."""
    if name not in SERVICES:
        raise ServiceMissing(f"the host backend has no service named {name!r}; it has {', '.join(SERVICES)}")
    try:
        return importlib.import_module(f"cupy._host.services.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cupy._host.services"):
            raise ServiceMissing(f"this version of cupy-core has no {name} service on the host") from None
        raise


def libraries() -> list[tuple[str, str | None, str]]:
    """``(library, version or None, path or reason)`` of everything the backend can use."""
    return [*compiler().libraries(), (*_c_library(), "C library")]


def _c_library() -> tuple[str, str | None]:
    found, version = platform.libc_ver()
    return found or "libc", version or None


def packs() -> list[str]:
    """Kernel packs that ship with this package, one a target."""
    return sorted(glob.glob(os.path.join(_HERE, "packs", "*.pack")))
