"""A HIP of the tests' own: AMD's ABI over the CPU or an NVIDIA GPU, so that the ROCm backend runs without AMD hardware.

    PYTHONPATH=ci python -m hip_shim [--over host|cuda] COMMAND ...

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

#: Library → its source, whatever is under the shim.
RUNTIME = {"libamdhip64.so.7": "hip.cpp", "libhiprtc.so.7": "hiprtc.cpp"}

#: Library → its source over the CPU, and over an NVIDIA GPU.
LIBRARIES = {
    "libhipblas.so.3": ("libraries.cpp", "over_cuda/hipblas.cpp"),
    "libhipfft.so.0": ("libraries.cpp", "over_cuda/hipfft.cpp"),
    "libhipsolver.so.1": ("libraries.cpp", "over_cuda/hipsolver.cpp"),
    "libhipsparse.so.4": ("libraries.cpp", "over_cuda/hipsparse.cpp"),
    "libhiprand.so.1": ("hiprand.cpp", "over_cuda/hiprand.cpp"),
    "librccl.so.1": ("rccl.cpp", "over_cuda/rccl.cpp"),
}

#: What a source has of its own, rather than by the words of libraries.cpp.
_OWN = {"ncclCommInitRank", "hiprandGenerateNormal", "hiprandGenerateNormalDouble", "hiprandGenerateLogNormal",
        "hiprandGenerateLogNormalDouble", "hiprandGeneratePoisson"}


def build(folder, over="host"):
    """Compile the libraries into ``folder/<over>/lib``; nothing is done for those that are newer than their sources."""
    import cupy
    contract = Path(cupy.__file__).parent / "_runtime"
    headers = [*_HERE.rglob("*.hpp"), contract / "contract.h", _HERE / "under.py"]
    compiler = shlex.split(os.environ.get("CXX", "")) or [shutil.which("c++") or shutil.which("g++") or "c++"]
    library_folder = Path(folder) / over / "lib"
    library_folder.mkdir(parents=True, exist_ok=True)
    sources = RUNTIME | {name: pair[over == "cuda"] for name, pair in LIBRARIES.items()}
    for name, source in sources.items():
        library = library_folder / name
        tables = [] if name in RUNTIME else _HERE.glob("*.py")
        newest = max(path.stat().st_mtime for path in [_HERE / source, *headers, *tables])
        if library.exists() and library.stat().st_mtime > newest:
            continue
        partial = f"{library}.{os.getpid()}"
        stem = name.removeprefix("lib").partition(".")[0]
        words = " ".join(f"SHIM_FUNCTION({function})" for function in _functions(stem, over))
        subprocess.run([*compiler, "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{contract}",
                        f'-DSHIM_LIBRARY="{stem}"', f"-DSHIM_FUNCTIONS={words}",
                        f"-Wl,-soname,{name}", "-o", partial, str(_HERE / source)], check=True)
        os.replace(partial, library)


def _functions(stem, over):
    """Functions of a library that have no source of their own."""
    if over == "cuda":
        from cupy_rocm.libs import hipsparse

        names = hipsparse.FUNCTIONS if stem == "hipsparse" else ()
        return [f"hipsparse{name[0].upper()}{name[1:]}" for name in names]
    from hip_shim.libraries import FUNCTIONS

    return [function for function in FUNCTIONS.get(stem, ()) if function not in _OWN]


def environment(folder, over="host"):
    """Variables with which the ROCm backend uses the libraries of a folder."""
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    if str(_HERE.parent) not in paths:
        paths.append(str(_HERE.parent))
    return {"ROCM_PATH": str(Path(folder) / over), "CUPY_BACKEND": "rocm", "CUPY_HIP_SHIM": over,
            "CUPY_HOST_GUARD_SHARED": "1", "PYTHONPATH": os.pathsep.join(paths)}
