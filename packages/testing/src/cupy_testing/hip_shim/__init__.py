"""A HIP of the tests' own: AMD's ABI over the CPU or an NVIDIA GPU, so that the ROCm backend runs without AMD hardware.

    python -m cupy_testing.hip_shim [--over host|cuda] COMMAND ...

builds the libraries and runs a command with ``CUPY_BACKEND=rocm``; ``pytest``, ``python`` and
``conformance`` are understood as commands of the same Python.
"""
import os
import shlex
import shutil
import subprocess
from pathlib import Path

__all__ = ["build", "environment"]

_HERE = Path(__file__).parent

#: Library → its source.
LIBRARIES = {"libamdhip64.so.7": "hip.cpp", "libhiprtc.so.7": "hiprtc.cpp", "libhipblas.so.3": "libraries.cpp",
             "libhipfft.so.0": "libraries.cpp", "libhipsolver.so.1": "libraries.cpp"}


def build(folder):
    """Compile the libraries into ``folder/lib``; nothing is done for those that are newer than their sources."""
    import cupy
    from cupy_testing.hip_shim.libraries import FUNCTIONS

    contract = Path(cupy.__file__).parent / "_runtime"
    newest = max(path.stat().st_mtime for path in [*_HERE.glob("*.?p?"), *_HERE.glob("*.py"), contract / "contract.h"])
    compiler = shlex.split(os.environ.get("CXX", "")) or [shutil.which("c++") or shutil.which("g++") or "c++"]
    library_folder = Path(folder) / "lib"
    library_folder.mkdir(parents=True, exist_ok=True)
    for name, source in LIBRARIES.items():
        library = library_folder / name
        if library.exists() and library.stat().st_mtime > newest:
            continue
        partial = f"{library}.{os.getpid()}"
        stem = name.removeprefix("lib").partition(".")[0]
        functions = " ".join(f"SHIM_FUNCTION({function})" for function in FUNCTIONS.get(stem, ()))
        subprocess.run([*compiler, "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{contract}",
                        f'-DSHIM_LIBRARY="{stem}"', f"-DSHIM_FUNCTIONS={functions}",
                        f"-Wl,-soname,{name}", "-o", partial, str(_HERE / source)], check=True)
        os.replace(partial, library)


def environment(folder, over="host"):
    """Variables with which the ROCm backend uses the libraries of a folder."""
    return {"ROCM_PATH": str(folder), "CUPY_BACKEND": "rocm", "CUPY_HIP_SHIM": over}
