"""What cupy asks of the ROCm backend: whether it can be used, and why not."""
from typing import NamedTuple

from cupy_rocm import loader
from cupy_rocm.errors import CompileError, ServiceMissing

__all__ = ["CompileError", "Probe", "ServiceMissing", "compiler", "driver", "libraries", "name", "packs",
           "probe", "service"]

name = "rocm"
contract_version = 1

_INSTALL = "install ROCm 6 or newer (https://rocm.docs.amd.com)"


class Probe(NamedTuple):
    """How many devices there are, or why none."""

    devices: int
    reason: str
    fix: str


def probe():
    """How many devices can be used; makes no context and never raises."""
    try:
        devices = loader.device_count()
    except OSError as error:
        return Probe(0, f"ROCm's libamdhip64 cannot be opened ({error})", _INSTALL)
    except Exception as error:
        return Probe(0, f"{type(error).__name__}: {error}", _INSTALL)
    if not devices:
        return Probe(0, "ROCm sees no device", "rocminfo")
    return Probe(0, f"ROCm sees {devices} devices, but this version of cupy-rocm-bindings cannot drive them yet",
                 "pip install --upgrade cupy-rocm-bindings")


def driver():
    """Raises `ServiceMissing`: this version has no driver functions."""
    raise ServiceMissing("this version of cupy-rocm-bindings has no driver functions")


def compiler():
    """Raises `ServiceMissing`: this version has no compiler."""
    raise ServiceMissing("this version of cupy-rocm-bindings has no compiler")


def service(name):
    """Raises `ServiceMissing`: this version has no services."""
    raise ServiceMissing(f"this version of cupy-rocm-bindings has no {name} service")


def libraries():
    """``(library, version or None, path or reason)`` of everything the backend can use."""
    rows = []
    for library in loader.LIBRARIES:
        path = loader.locate(library)
        version = path.rpartition(".so.")[2] if path else None
        rows.append((library, version, path or _INSTALL))
    return rows


def packs():
    """Kernel packs that ship with this package, one a target."""
    return []
