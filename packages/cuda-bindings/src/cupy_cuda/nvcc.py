"""nvcc as a compiler, for raw kernels that need what NVRTC has not."""
import functools
import os
import shutil
import subprocess
import tempfile

from cupy_cuda.compiler import Compiled, NvrtcCompiler, fixed_options, include_folders
from cupy_cuda.errors import CompileError
from cupy_cuda.linking import DEVICE_ONLY, is_relocatable

__all__ = ["NvccCompiler"]


class NvccCompiler(NvrtcCompiler):
    """Compiles to a cubin in another process."""

    language = "cuda-nvcc"

    def version(self):
        """What nvcc says about itself."""
        return _version(_nvcc())

    def compile(self, source, *, name, target, options=(), include_roots=(), name_expressions=()):
        """Compile for a target as ``"sm_90"``; raises `CompileError`."""
        if name_expressions:
            raise CompileError("name expressions need backend='nvrtc'", source, name)
        standard = [option for option in fixed_options(options) if option.startswith("--std")]
        linked = is_relocatable(options)
        options = [option for option in options if option not in DEVICE_ONLY]
        with tempfile.TemporaryDirectory() as folder:
            text, image = os.path.join(folder, "kernel.cu"), os.path.join(folder, "kernel.cubin")
            with open(text, "w") as file:
                file.write(source)
            command = [_nvcc(), "-cubin", f"-arch={target}", *standard, "-o", image, text]
            command += [f"-I{root}" for root in include_folders(source, include_roots)]
            log = _run([*command, *options, *(["-rdc=true"] if linked else [])], text, source, name)
            if linked:
                part, image = image, os.path.join(folder, "linked.cubin")
                log += _run([_nvcc(), "-dlink", "-cubin", f"-arch={target}", part, "-lcudadevrt", "-o", image], part,
                            source, name)
            with open(image, "rb") as file:
                return Compiled(file.read(), log, {})


def _run(command, path, source, name):
    """What a command prints, with the name of the source for the path of its file."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    log = (done.stdout + done.stderr).replace(path, f"{name}.cu")
    if done.returncode:
        raise CompileError(log, source, name)
    return log


def _nvcc():
    roots = (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda")
    places = [os.environ.get("NVCC"), "nvcc", *(os.path.join(root, "bin", "nvcc") for root in roots if root)]
    for place in filter(None, places):
        found = shutil.which(place)
        if found:
            return found
    raise CompileError("nvcc is not installed; use backend='nvrtc' or install the CUDA toolkit")


@functools.cache
def _version(path):
    return subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
