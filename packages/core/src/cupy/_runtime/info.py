"""What ``python -m cupy info`` and `cupy.show_config` tell."""
from __future__ import annotations

import os
import platform
import sys
from typing import IO, TYPE_CHECKING, Any

import numpy

from cupy._runtime import driver, owners, registry
from cupy._runtime.errors import BackendError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["show_config"]

_LABEL = 22

#: Variables that change what is used.
_VARIABLES = ("CUPY_BACKEND", "CUPY_CACHE_DIR", "CUPY_CACHE_SIZE", "CUPY_CACHE_IN_MEMORY", "CUPY_HOST_CXX",
              "CUPY_GPU_MEMORY_LIMIT", "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "CUDA_PATH", "CUDA_VISIBLE_DEVICES",
              "ROCM_PATH", "HIP_VISIBLE_DEVICES")


def describe() -> list[tuple[str, ...]]:
    """Pairs ``(label, text)`` about versions, backends, devices, libraries and the kernel cache."""
    rows = [("cupy", _version()), ("NumPy", numpy.__version__),
            ("Python", f"{platform.python_version()} on {platform.platform()}"), *_owners()]
    rows += [(name, os.environ[name]) for name in _VARIABLES if name in os.environ]
    try:
        active = driver.backend()
    except BackendError as error:
        return [*rows, ("backend", f"none: {error}"), *_others(None)]
    rows.append(("backend", active.name))
    rows += _devices()
    rows += _libraries(active)
    rows += _cache(active)
    return [*rows, *_others(active.name)]


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cupy-core")
    except PackageNotFoundError:
        return "source tree"


def _owners() -> list[tuple[str, ...]]:
    """Other distributions that ship a package of this name, whose files and ours overwrite each other."""
    found = owners.overlapping()
    lost = owners.overwritten() if found else 0
    return [(f"also {name} {version}", f"puts files into {os.path.dirname(os.path.dirname(__file__))}, where {lost} of "
             f"ours are overwritten. To fix it: {owners.remedy(found)}") for name, version in found]


def _devices() -> list[tuple[str, ...]]:
    compiler = driver.backend().compiler()
    rows = []
    for device in range(driver.device_count()):
        memory = driver.total_memory(device) / 2**30
        rows.append((f"device {device}", f"{driver.device_name(device)}, {compiler.target(device)}, {memory:.1f} GiB"))
    return rows


def _libraries(backend: ModuleType) -> list[tuple[str, ...]]:
    return [(name, f"{version} ({where})" if version else f"not found: {where}")
            for name, version, where in backend.libraries()]


def _cache(backend: ModuleType) -> list[tuple[str, ...]]:
    from cupy._runtime.images import disk_from_environment

    disk = disk_from_environment()
    rows = [("kernel packs", ", ".join(os.path.basename(path) for path in backend.packs()) or "none")]
    if disk is None:
        return [*rows, ("kernel cache", "in memory only (CUPY_CACHE_IN_MEMORY)")]
    return [*rows, ("kernel cache", f"{disk.folder}, up to {disk.limit / 2**20:.0f} MiB")]


def _others(active: str | None) -> list[tuple[str, ...]]:
    """Backends that are not used, with the reason and the command that would change it."""
    rows = []
    for name, usable, reason, fix in registry.report():
        if name == active:
            continue
        text = f"usable; choose it with CUPY_BACKEND={name}" if usable else f"not used: {reason}. To fix it: {fix}"
        rows.append((f"backend {name}", text))
    return rows


def show_config(*, _full: bool = False, file: IO[Any] | None = None) -> None:
    """Print which backend, devices and libraries are used, and why not others.

    Parameters
    ----------
    _full : bool, optional
        Accepted for compatibility: everything is shown.
    file : file object, optional
        Where to print; standard output by default.

    Examples
    --------
    >>> import cupy
    >>> cupy.show_config()  # doctest: +SKIP
    """
    out = sys.stdout if file is None else file
    for label, text in describe():
        print(f"{label:<{_LABEL}}: {text}", file=out)
