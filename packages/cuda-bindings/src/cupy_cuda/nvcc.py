"""nvcc as a compiler, for raw kernels that need what NVRTC has not."""
from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

from cupy_cuda.compiler import Compiled, NvrtcCompiler, fixed_options, include_folders
from cupy_cuda.errors import CompileError
from cupy_cuda.linking import DEVICE_ONLY, is_relocatable

__all__ = ["NvccCompiler"]

#: The address of an expression in PTX.
_KEPT = re.compile(r"\bcupy_expression_(\d+) = (?:generic\()?([\w$]+)")


class NvccCompiler(NvrtcCompiler):
    """Compiles to a cubin in another process."""

    language = "cuda-nvcc"

    def version(self) -> str:
        """What nvcc says about itself."""
        return _version(_nvcc())

    def compile(self, source: str, *, name: str, target: str, options: Sequence[str] = (),
                include_roots: Sequence[str] = (), name_expressions: Sequence[str] = ()) -> Compiled:
        """Compile for a target as ``"sm_90"``; raises `CompileError`."""
        standard = [option for option in fixed_options(options) if option.startswith("--std")]
        linked = is_relocatable(options)
        options = [option for option in options if option not in DEVICE_ONLY]
        with tempfile.TemporaryDirectory() as folder:
            text, image = os.path.join(folder, "kernel.cu"), os.path.join(folder, "kernel.cubin")
            with open(text, "w") as file:
                file.write(source + _named(name_expressions))
            kept = ["--keep", "--keep-dir", folder] if name_expressions else []
            command = [_nvcc(), "-cubin", *kept, f"-arch={target}", *standard, "-o", image, text]
            command += [f"-I{root}" for root in include_folders(source, include_roots)]
            log = _run([*command, *options, *(["-rdc=true"] if linked else [])], text, source, name)
            if linked:
                part, image = image, os.path.join(folder, "linked.cubin")
                log += _run([_nvcc(), "-dlink", "-cubin", f"-arch={target}", part, "-lcudadevrt", "-o", image], part,
                            source, name)
            lowered = _lowered(os.path.join(folder, "kernel.ptx"), name_expressions) if name_expressions else {}
            with open(image, "rb") as file:
                return Compiled(file.read(), log, lowered)


def _named(expressions: Sequence[str]) -> str:
    """Code that makes an instance of each expression, and keeps its address under a name that PTX shows."""
    lines = "".join(f'#line 1 "{_quoted(expression)}"\nextern "C" {{ __device__ const void *cupy_expression_{k} = '
                    f"(const void *)&({expression}); }}\n" for k, expression in enumerate(expressions))
    return f"\n{lines}" if lines else ""


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _lowered(path: str, expressions: Sequence[str]) -> dict[str, str]:
    """Name expression → its name in the image."""
    with open(path) as file:
        found = dict(_KEPT.findall(file.read()))
    return {expression: found[str(k)] for k, expression in enumerate(expressions)}


def _run(command: Sequence[str], path: str, source: str, name: str) -> str:
    """What a command prints, with the name of the source for the path of its file."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    log = (done.stdout + done.stderr).replace(path, f"{name}.cu")
    if done.returncode:
        raise CompileError(log, source, name)
    return log


def _nvcc() -> str:
    roots = (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda")
    places = [os.environ.get("NVCC"), "nvcc", *(os.path.join(root, "bin", "nvcc") for root in roots if root)]
    for place in filter(None, places):
        found = shutil.which(place)
        if found:
            return found
    raise CompileError("nvcc is not installed; use backend='nvrtc' or install the CUDA toolkit")


@functools.cache
def _version(path: str) -> str:
    return subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
