"""The compiler of the CUDA backend: NVRTC, and nvcc for those who ask for it.

What is needed only to compile is imported there: most processes find their kernels in
a pack.
"""
from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from cupy_cuda import __version__
from cupy_cuda.errors import CompileError, LibraryMissing

__all__ = ["Compiled", "NvrtcCompiler"]

#: Include root of this backend's kernel headers: ``platform.hpp`` lives there.
KERNELS = os.path.join(os.path.dirname(__file__), "kernels")

#: Folder of an include root for headers that stand for the toolkit's where it is not installed.
TOOLKIT = "toolkit"

#: Given to every compilation, unless the caller's options say otherwise.
FIXED = ("--std=c++17", "-default-device")

#: Pseudo-option: PTX instead of a cubin.
PTX = "-ptx"

#: What a source includes whose functions are compiled once for all its kernels, where nvJitLink is installed.
SEPARATE = '#include "device/separate.hpp"'

#: Compute capabilities in order; an image of one runs on later ones of the same major version.
CAPABILITIES = (50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121)

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


class Compiled(NamedTuple):
    """What a compilation gives."""

    image: bytes
    log: str
    lowered: dict


class NvrtcCompiler:
    """Compiles CUDA C++ in this process; the kernels of cupy need no toolkit."""

    language = "cuda"
    include_roots = (KERNELS,)

    def version(self) -> str:
        """Names the library's file, which is cheaper than opening it."""
        from cupy_cuda import find, nvrtc

        path = find.locate("nvrtc")
        if path is None:
            return f"nvrtc {'.'.join(map(str, nvrtc.version()))} cupy_cuda {__version__}"
        stat = os.stat(path)
        return f"{os.path.basename(path)} {stat.st_size} {stat.st_mtime_ns} cupy_cuda {__version__}"

    def target(self, device: int) -> str:
        """``"sm_90"`` for a device of compute capability 9.0."""
        from cupy_cuda import driver

        major, minor = driver.compute_capability(device)
        return f"sm_{major}{minor}"

    def compatible(self, target: str) -> tuple[str, ...]:
        """Other targets whose images run on this one, best first."""
        own = int(target.removeprefix("sm_"))
        return tuple(f"sm_{c}" for c in reversed(CAPABILITIES) if c < own and c // 10 == own // 10)

    def environment_options(self) -> tuple[str, ...]:
        """Options that the user's environment asks for."""
        options = ()
        if os.environ.get("CUPY_CUDA_COMPILE_WITH_DEBUG", "0") not in ("", "0"):
            options += ("--device-debug", "--generate-line-info")
        if os.environ.get("CUPY_COMPILE_WITH_PTX", "0") not in ("", "0"):
            options += (PTX,)
        return options

    @property
    def offline(self) -> NvrtcCompiler:
        """The compiler behind ``backend='nvcc'``."""
        from cupy_cuda.nvcc import NvccCompiler

        return NvccCompiler()

    def compile(self, source: str, *, name: str, target: str, options: Sequence[str] = (),
                include_roots: Sequence[str] = (), name_expressions: Sequence[str] = ()) -> Compiled:
        """Compile for a target as ``"sm_90"``; raises `CompileError`."""
        from cupy_cuda import find, linking, nvrtc

        try:
            _check_target(target)
        except (LibraryMissing, ValueError) as error:
            raise CompileError(str(error), source, name) from None
        ptx = PTX in options
        kind = "compute" if ptx else "sm"
        flags = [f"-arch={kind}_{target.removeprefix('sm_')}", *fixed_options(options)]
        folders = include_folders(source, include_roots)
        flags += [f"-I{root}" for root in folders]
        if has_own_halves(folders):
            flags.append("-DCCCL_DISABLE_FP16_SUPPORT")
        flags += [option for option in options if option != PTX]
        separate = SEPARATE in source and not ptx and linking.available()
        if separate:
            flags.append("--relocatable-device-code=true")
        relocatable = linking.is_relocatable(options) and not ptx
        if relocatable and not linking.available():
            raise CompileError(f"relocatable code needs nvJitLink; {find.install_command('nvjitlink')}", source, name)
        with nvrtc.program(source, f"{name}.cu") as handle:
            for expression in name_expressions:
                nvrtc.call("nvrtcAddNameExpression", handle, expression.encode())
            try:
                nvrtc.compile_program(handle, flags)
            except nvrtc.NvrtcError as error:
                log = nvrtc.log(handle) or str(error)
                raise CompileError(log, source, name) from None
            lowered = {expression: nvrtc.lowered_name(handle, expression) for expression in name_expressions}
            image = nvrtc.read(handle, "PTX" if ptx else "CUBIN")
            if separate or relocatable:
                image = linking.linked(image, target, linking.device_runtime() if relocatable else None)
            return Compiled(image, nvrtc.log(handle), lowered)


def _check_target(target: str) -> None:
    from cupy_cuda import find, nvrtc

    capability = int(target.removeprefix("sm_"))
    known = nvrtc.supported()
    if capability not in known:
        version = ".".join(map(str, nvrtc.version()))
        raise ValueError(
            f"NVRTC {version} compiles for sm_{min(known)} to sm_{max(known)}, but this device is "
            f"{target}; install another version: {find.install_command('nvrtc')}")


def fixed_options(options: Sequence[str]) -> list[str]:
    """`FIXED` without what the caller's options set themselves."""
    own_standard = any(option.lstrip("-").startswith("std=") for option in options)
    return [option for option in FIXED if not (own_standard and option.startswith("--std"))]


def include_folders(source: str, include_roots: Sequence[str]) -> list[str]:
    """Our headers first; the toolkit's, and what stands for those, where the source includes more than ours."""
    roots = [KERNELS, *include_roots]
    for name in _INCLUDE.findall(source):
        if not any(os.path.exists(os.path.join(root, name)) for root in roots):
            from cupy_cuda import find

            return [*roots, *find.headers(), *(os.path.join(root, TOOLKIT) for root in include_roots)]
    return roots


def has_own_halves(folders: Sequence[str]) -> bool:
    """Whether ``cuda_fp16.h`` is ours: cub and thrust declare the toolkit's types where they see such a header."""
    found = next((folder for folder in folders if os.path.exists(os.path.join(folder, "cuda_fp16.h"))), "")
    return os.path.basename(found) == TOOLKIT
