"""Finds a library's file without opening it, and opens it at first use."""
from __future__ import annotations

import ctypes
import functools
import glob
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupy_cuda.errors import LibraryMissing
from cupy_cuda.find.table import LIBRARIES, MAJORS, install_command

if TYPE_CHECKING:
    from cupy_cuda.find.table import Library

__all__ = ["headers", "load", "locate", "majors"]


@functools.cache
def majors() -> tuple[int, ...]:
    """CUDA versions to look for, best first: not newer than the driver's, when there is a driver."""
    from cupy_cuda import driver

    version = driver.version() // 1000
    usable = tuple(major for major in MAJORS if major <= version)
    return usable or MAJORS


def _toolkit_roots() -> tuple[str, ...]:
    """Folders that hold a toolkit, by environment, conda and convention."""
    named = (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), os.environ.get("CONDA_PREFIX"),
             sys.prefix, "/usr/local/cuda")
    return tuple(dict.fromkeys(root for root in named if root))


def _folders(library: Library, major: int) -> Iterator[str]:
    for site in dict.fromkeys(filter(None, sys.path)):
        for folder in library.pip_folders(major):
            yield os.path.join(site, folder)
    for root in _toolkit_roots():
        yield os.path.join(root, "lib64")
        yield os.path.join(root, "lib")
        yield os.path.join(root, "targets", "x86_64-linux", "lib")


@functools.cache
def locate(name: str) -> str | None:
    """Path of a library's file, or None; the system's own folders are not looked at."""
    library = LIBRARIES[name]
    for major in majors():
        for folder in _folders(library, major):
            path = os.path.join(folder, library.soname(major))
            if os.path.exists(path):
                return path
    return None


@functools.cache
def load(name: str) -> ctypes.CDLL:
    """A library opened by ctypes.

    What another package has loaded already is used again, so that one process
    holds one copy; then the file that `locate` finds, NVIDIA's own finder, and last
    the system's folders.
    """
    library = LIBRARIES[name]
    sonames = [library.soname(major) for major in majors()]
    attempts = [(soname, os.RTLD_NOLOAD) for soname in sonames]
    attempts += [(path, 0) for path in (locate(name),) if path]
    attempts += [(soname, 0) for soname in sonames]
    for path, flags in attempts:
        try:
            return ctypes.CDLL(path, mode=os.RTLD_NOW | flags)
        except OSError as failure:
            error = failure
    found = _pathfinder(name)
    if found is not None:
        return found
    raise LibraryMissing(f"{sonames[0]} cannot be opened ({error}); {install_command(name, majors()[0])}")


def _pathfinder(name: str) -> ctypes.CDLL | None:
    try:
        from cuda import pathfinder     # pyright: ignore[reportMissingImports]  (where it is installed)
    except ImportError:
        return None
    try:
        path = pathfinder.load_nvidia_dynamic_lib(LIBRARIES[name].stem).abs_path
        return ctypes.CDLL(path)
    except Exception:  # it has several error types, and all of them mean "not found"
        return None


@functools.cache
def headers() -> tuple[str, ...]:
    """Include folders of the CUDA toolkit, for users' kernels; empty when there is none."""
    found = []
    for site in filter(None, sys.path):
        found += [os.path.join(site, "nvidia", f"cu{major}", "include") for major in majors()]
        found += sorted(glob.glob(os.path.join(site, "nvidia", "*", "include")))
    for root in _toolkit_roots():
        found += [os.path.join(root, "include"), os.path.join(root, "targets", "x86_64-linux", "include")]
    marks = ("cuda_fp16.h", "cuda_runtime.h", "cccl/cuda", "cuda/std/version")
    folders = [folder for folder in dict.fromkeys(found)
               if any(os.path.exists(os.path.join(folder, mark)) for mark in marks)]
    more = [os.path.join(folder, "cccl") for folder in folders]
    return tuple(folders + [folder for folder in more if os.path.isdir(folder)])
