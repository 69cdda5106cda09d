"""Finds a library's file without opening it, and opens it at first use."""
from __future__ import annotations

import ctypes
import functools
import glob
import os
import platform
import sys

from cupy_rocm.errors import LibraryMissing
from cupy_rocm.find.table import LIBRARIES, install_command

__all__ = ["candidates", "headers", "load", "locate", "looked_in"]


def _roots() -> list[str]:
    """Folders that hold a ROCm; the one that the user names is the only one."""
    named = os.environ.get("ROCM_PATH") or os.environ.get("ROCM_HOME")
    if named:
        return [named]
    packaged = [os.path.join(site, folder) for site in dict.fromkeys(filter(None, sys.path))
                for folder in ("_rocm_sdk_core", "_rocm_sdk_libraries")]
    return [*packaged, *filter(None, (os.environ.get("CONDA_PREFIX"),)), sys.prefix, "/opt/rocm"]


def _folders() -> list[str]:
    kinds = ("lib", "lib64", f"lib/{platform.machine()}-linux-gnu")
    return [os.path.join(root, kind) for root in _roots() for kind in kinds]


def candidates(name: str) -> list[str]:
    """What to give to the system's loader, in this order; nothing is opened or looked at.

    A user's `ROCM_PATH` is taken at its word: without the library there, none is used.
    """
    sonames = LIBRARIES[name].sonames()
    found = [os.path.join(folder, soname) for soname in sonames for folder in _folders()]
    return found if _is_named() else [*found, *sonames]


def _is_named() -> bool:
    return bool(os.environ.get("ROCM_PATH") or os.environ.get("ROCM_HOME"))


def looked_in(name: str) -> str:
    """Where `name` was looked for, in words."""
    stems = ", ".join(LIBRARIES[name].sonames())
    if _is_named():
        variable = "ROCM_PATH" if os.environ.get("ROCM_PATH") else "ROCM_HOME"
        return f"{stems} below {variable}={_roots()[0]}"
    return f"{stems} in pip packages, {sys.prefix}, /opt/rocm and the system's folders"


@functools.cache
def locate(name: str) -> str | None:
    """Path of a library's file, or None; the system's own folders are looked at last."""
    system = [] if _is_named() else [*glob.glob("/usr/lib/*-linux-gnu"), "/usr/lib64", "/usr/lib"]
    for soname in LIBRARIES[name].sonames():
        for folder in [*_folders(), *system]:
            path = os.path.join(folder, soname)
            if os.path.exists(path):
                return path
    return None


@functools.cache
def load(name: str) -> ctypes.CDLL:
    """A library opened by ctypes; what the process has loaded already is used again."""
    library = LIBRARIES[name]
    attempts = [(soname, os.RTLD_NOLOAD) for soname in library.sonames()]
    attempts += [(path, 0) for path in candidates(name)]
    for path, flags in attempts:
        try:
            return ctypes.CDLL(path, mode=os.RTLD_NOW | flags)
        except OSError as failure:
            error = failure
    raise LibraryMissing(f"lib{library.stem} cannot be opened ({error}; looked for {looked_in(name)}); "
                         f"{install_command(name)}")


@functools.cache
def headers() -> tuple[str, ...]:
    """Include folders of ROCm, for users' kernels; empty when there is none."""
    folders = [os.path.join(root, "include") for root in _roots()]
    return tuple(folder for folder in folders if os.path.exists(os.path.join(folder, "hip", "hip_runtime.h")))
