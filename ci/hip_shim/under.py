"""What the libraries of the shim call: the contract's functions and the compiler of another backend."""
import ctypes
import os
import re
import subprocess
import tempfile

__all__ = ["compile", "cuda_library", "library", "table"]

_SEPARATOR = "\x1f"
_HERE = os.path.dirname(__file__)

#: Beginnings of the options that the host's compiler takes as they are.
_UNDERSTOOD = ("-std", "-D", "-U", "-ffast-math", "-ffp-contract", "-w")

_kept = []


def _over():
    return os.environ.get("CUPY_HIP_SHIM", "host")


def table():
    """Address of a CupyDriver of contract.h with the functions of the host or the CUDA backend."""
    from cupy._runtime import driver, registry

    module = registry.find(_over()).driver()
    capsules = module.__pyx_capi__
    name_of, pointer_of = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name_of.restype, name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    pointers = [pointer_of(capsules[name], name_of(capsules[name])) for name in driver.function_names()]
    functions = (ctypes.c_void_p * len(pointers))(*pointers)
    _kept.append(functions)
    return ctypes.addressof(functions)


def cuda_library(name):
    """Handle of one of NVIDIA's libraries, as dlopen gives it."""
    from cupy_cuda import find

    found = find.load(name)
    _kept.append(found)
    return found._handle


def library(name, function, words):
    """Status of a function of a mathematical library."""
    from hip_shim import libraries

    return libraries.forward(name, function, words)


def compile(source, name, options, expressions):
    """``(compiled, code, log, symbols)`` of a program of hipRTC."""
    words, names = (text.split(_SEPARATOR) if text else [] for text in (options, expressions))
    backend = _host if _over() == "host" else _cuda
    try:
        code, log, lowered = backend(source, name, words, names)
    except Exception as error:
        return 0, b"", str(getattr(error, "log", error)).encode(), b""
    return 1, code, log.encode(), _SEPARATOR.join(lowered[expression] for expression in names).encode()


def _sorted(options):
    """``(include folders, other options)`` of hipRTC's, without the architecture; ``-D NAME`` becomes one word."""
    options = re.sub(rf"(^|{_SEPARATOR})(-[DUI]){_SEPARATOR}", r"\1\2", _SEPARATOR.join(options)).split(_SEPARATOR)
    folders = [option[2:] for option in options if option.startswith("-I")]
    rest = [option for option in options if not option.startswith(("-I", "--offload-arch", "-std"))]
    standard = next((option for option in options if option.startswith("-std")), "-std=c++17")
    return folders, [standard, *rest]


def _host(source, name, options, expressions):
    """Raw kernels of the SIMT launcher; kernels that our headers make are written out first."""
    from cupy._codegen.param_block import CORE
    from cupy._runtime import registry

    folders, rest = _sorted(options)
    if not re.search(r"\b__global__\b", source) and not expressions:
        headers = [os.path.join(_HERE, "host_headers"), *folders]
        # The mark of raw sources; the launcher's own headers include some of core's.
        source, folders = f"{_written_out(source, headers)}\n// __global__", [CORE]
    compiler = registry.find("host").compiler()
    # Not optimised: a fifth of the time of a compilation, of which a run of the tests is made.
    known = ["-O0", *(option for option in rest if option.startswith(_UNDERSTOOD))]
    unknown = [option for option in rest if option not in known and not option.startswith(("-g", "-O"))]
    if unknown:
        raise ValueError(f"unknown option {unknown[0]}")
    done = compiler.compile(source, name=name.removesuffix(".hip"), target=compiler.target(0),
                            options=("-include", os.path.join(_HERE, "host_names.hpp"), *known),
                            include_roots=folders, name_expressions=expressions)
    return done.image, done.log, done.lowered


def _written_out(source, folders):
    """The source with its headers and macros, so that the launcher's tool sees the kernels."""
    from cupy._host.compiler import _command

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.cpp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        command = [*_command(), "-std=c++17", "-E", "-P", "-w", *(f"-I{root}" for root in folders), path]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.replace(path, "kernel.hip"))
        return done.stdout


def _cuda(source, name, options, expressions):
    from cupy_cuda import driver, nvrtc
    from cupy_cuda.compiler import KERNELS

    folders, rest = _sorted(options)
    major, minor = driver.compute_capability(0)
    replaced = {"-ffast-math": "--use_fast_math", "-ffp-contract=off": "--fmad=false",
                "-ffp-contract=fast": "--fmad=true", "-g": "--generate-line-info", "-w": "--disable-warnings"}
    flags = [f"-arch=sm_{major}{minor}", "-default-device", "--diag-suppress=47,128,161",
             f"--pre-include={os.path.join(KERNELS, 'grid_arrivals.hpp')}",
             f"--pre-include={os.path.join(_HERE, 'cuda_names.hpp')}", *(f"-I{root}" for root in folders),
             *(replaced.get(option, option) for option in rest)]
    with nvrtc.program(source, name) as handle:
        for expression in expressions:
            nvrtc.call("nvrtcAddNameExpression", handle, expression.encode())
        try:
            nvrtc.compile_program(handle, flags)
        except nvrtc.NvrtcError as error:
            raise RuntimeError(nvrtc.log(handle) or str(error)) from None
        lowered = {expression: nvrtc.lowered_name(handle, expression) for expression in expressions}
        return nvrtc.read(handle, "CUBIN"), nvrtc.log(handle), lowered
