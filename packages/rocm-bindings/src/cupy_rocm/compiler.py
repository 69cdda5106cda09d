"""The compiler of the ROCm backend: hipRTC.

What is needed only to compile is imported there: most processes find their kernels in
a pack.
"""
from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cupy_rocm import __version__
from cupy_rocm.errors import CompileError, LibraryMissing

if TYPE_CHECKING:
    from cupy_rocm.child import Child

__all__ = ["Compiled", "HiprtcCompiler"]

#: Include root of this backend's kernel headers: ``platform.hpp`` lives there.
KERNELS = os.path.join(os.path.dirname(__file__), "kernels")

#: Headers of CUDA's toolkit and of C that users' kernels include; hipRTC holds their contents.
COMPATIBLE = os.path.join(KERNELS, "compatible")

#: Folder of an include root for headers that stand for those of CUDA's toolkit.
TOOLKIT = "toolkit"

#: Given to every compilation, unless the caller's options say otherwise.
FIXED = ("-std=c++17",)

#: Options of NVRTC and nvcc → hipRTC's; None: it has no counterpart and no effect on results.
OPTIONS = {
    "--use_fast_math": "-ffast-math", "-use_fast_math": "-ffast-math",
    "--fmad=false": "-ffp-contract=off", "-fmad=false": "-ffp-contract=off",
    "--fmad=true": "-ffp-contract=fast", "-fmad=true": "-ffp-contract=fast",
    "--device-debug": "-g", "-G": "-g", "--generate-line-info": "-gline-tables-only", "-lineinfo": "-gline-tables-only",
    "-default-device": None, "--device-as-default-execution-space": None, "--restrict": None, "-restrict": None,
    "--extra-device-vectorization": None, "--expt-relaxed-constexpr": None, "--expt-extended-lambda": None,
    "--extended-lambda": None, "-rdc=true": None, "--relocatable-device-code=true": None,
    "--disable-warnings": "-w",
}

#: Beginnings of an option → the same with a value.
PREFIXES = {"--std=": "-std=", "--include-path=": "-I", "--define-macro=": "-D", "--undefine-macro=": "-U",
            "-arch=": None, "--gpu-architecture=": None, "--maxrregcount=": None, "-maxrregcount=": None,
            "-ftz=": None, "--ftz=": None, "-prec-div=": None, "--prec-div=": None, "-prec-sqrt=": None,
            "--prec-sqrt=": None}

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_KERNEL = re.compile(r"\b__global__\b")
_TEXTURE = re.compile(r"\bcuda(?:Texture|Surface)Object_t\b")


class Compiled(NamedTuple):
    """What a compilation gives."""

    image: bytes
    log: str
    lowered: dict


class HiprtcCompiler:
    """Compiles HIP C++; in a process of its own where there is no device, because hipRTC may end it there."""

    language = "hip"
    include_roots = (KERNELS,)

    def version(self) -> str:
        """Names the library's file, which is cheaper than opening it."""
        from cupy_rocm import find, hiprtc

        path = find.locate("hiprtc") or find.locate("amdhip64")
        if path is None:
            return f"hiprtc {'.'.join(map(str, hiprtc.version()))} cupy_rocm {__version__}"
        stat = os.stat(path)
        return f"{os.path.basename(path)} {stat.st_size} {stat.st_mtime_ns} cupy_rocm {__version__}"

    def target(self, device: int) -> str:
        """``"gfx90a"``: without features, so that an image runs with every setting of them."""
        from cupy_rocm import driver

        return driver.architecture(device).partition(":")[0]

    def compatible(self, target: str) -> tuple[str, ...]:
        """Other targets whose images run on this one: none."""
        return ()

    def environment_options(self) -> tuple[str, ...]:
        """Options that the user's environment asks for."""
        return ("-g",) if os.environ.get("CUPY_CUDA_COMPILE_WITH_DEBUG", "0") not in ("", "0") else ()

    def compile(self, source: str, *, name: str, target: str, options: Sequence[str] = (),
                include_roots: Sequence[str] = (), name_expressions: Sequence[str] = ()) -> Compiled:
        """Compile for a target as ``"gfx90a"``; raises `CompileError`."""
        try:
            _check_target(target)
        except (LibraryMissing, ValueError) as error:
            raise CompileError(str(error), source, name) from None
        flags = [f"--offload-arch={target}", *fixed_options(options)]
        flags += [f"-I{root}" for root in include_folders(source, include_roots)]
        flags += translate(options)
        request = {"source": f"{prelude(source)}#line 1 \"{quoted(name)}.hip\"\n{source}", "name": f"{name}.hip",
                   "flags": flags, "name_expressions": name_expressions}
        try:
            return Compiled(*(_child().compile if _is_alone() else compile_here)(**request))
        except CompileError as error:
            raise CompileError(error.log, source, name) from None


def compile_here(source: str, name: str, flags: Sequence[str],
                 name_expressions: Sequence[str]) -> tuple[bytes, str, dict[str, str]]:
    """``(image, log, lowered)`` from this process's hipRTC; raises `CompileError`."""
    from cupy_rocm import hiprtc

    with hiprtc.program(source, name) as handle:
        for expression in name_expressions:
            hiprtc.call("hiprtcAddNameExpression", handle, expression.encode())
        try:
            hiprtc.compile_program(handle, flags)
        except hiprtc.HiprtcError as error:
            raise CompileError(hiprtc.log(handle) or str(error), source, name) from None
        lowered = {expression: hiprtc.lowered_name(handle, expression) for expression in name_expressions}
        return hiprtc.read(handle, "Code"), hiprtc.log(handle), lowered


@functools.cache
def _is_alone() -> bool:
    """Whether no device is there; its count alone tells."""
    from cupy_rocm import driver

    _, _, devices, _ = driver.probe()
    return devices == 0


@functools.cache
def _child() -> Child:
    from cupy_rocm.child import Child

    return Child()


def _check_target(target: str) -> None:
    from cupy_rocm import architectures, hiprtc

    if not any(hiprtc.version()):
        from cupy_rocm import driver
        raise LibraryMissing(driver.reason())
    architectures.check(target, hiprtc.version())


def prelude(source: str) -> str:
    """What stands before a source: users' kernels may use CUDA's names of what HIP spells differently, and textures."""
    names = '#include "cuda_names.hpp"\n' if _KERNEL.search(source) else ""
    return names + '#include "device/textures.hpp"\n' * bool(_TEXTURE.search(source))


def quoted(name: str) -> str:
    """A name as the text of a string."""
    return re.sub(r'[^\w.<>,: +-]', "_", name)


def fixed_options(options: Sequence[str]) -> list[str]:
    """`FIXED` without what the caller's options set themselves."""
    own_standard = any(option.lstrip("-").startswith("std=") for option in options)
    return [option for option in FIXED if not (own_standard and option.startswith("-std"))]


def translate(options: Sequence[str]) -> list[str]:
    """Options of NVRTC in hipRTC's words; others stay as they are.

    Examples
    --------
    >>> translate(["--std=c++20", "-DN=4", "--use_fast_math", "-arch=sm_90"])
    ['-std=c++20', '-DN=4', '-ffast-math']
    """
    words = []
    for option in options:
        if option in OPTIONS:
            words.append(OPTIONS[option])
            continue
        prefix = next((prefix for prefix in PREFIXES if option.startswith(prefix)), None)
        if prefix is None:
            words.append(option)
        elif PREFIXES[prefix] is not None:
            words.append(PREFIXES[prefix] + option.removeprefix(prefix))
    return [word for word in words if word is not None]


def include_folders(source: str, include_roots: Sequence[str]) -> list[str]:
    """Our headers first; ROCm's only when the source includes something that is not ours."""
    roots = [KERNELS, *include_roots, COMPATIBLE, *(os.path.join(root, TOOLKIT) for root in include_roots)]
    for name in _INCLUDE.findall(source):
        if not any(os.path.exists(os.path.join(root, name)) for root in roots):
            from cupy_rocm import find

            return [*roots, *find.headers()]
    return roots
