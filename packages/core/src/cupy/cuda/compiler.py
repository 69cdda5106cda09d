"""Compiling kernels of users by CuPy's names, with the active backend's compiler."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, Any, Literal

from cupy._environment import private_names
from cupy._runtime import driver, images, kernel_cache
from cupy._runtime.errors import CompileException

if TYPE_CHECKING:
    from cupy.cuda.function import Module

__all__ = ["CompileException", "HIPCCException", "JitifyException", "NVCCException", "compile_using_hipcc",
           "compile_using_nvcc", "compile_using_nvrtc", "compile_with_cache", "is_valid_kernel_name"]

__getattr__ = partial(private_names.find, __name__)

HIPCCException = JitifyException = NVCCException = CompileException


def is_valid_kernel_name(name: str) -> bool:
    """Whether a kernel can have this name.

    Examples
    --------
    >>> from cupy.cuda import compiler
    >>> compiler.is_valid_kernel_name('add_1'), compiler.is_valid_kernel_name('1 + 1')
    (True, False)
    """
    return name.isidentifier() and name.isascii()


def compile_using_nvrtc(source: str, options: Sequence[str] = (), arch: str | None = None, filename: str = "kern.cu",
                        name_expressions: Sequence[str] | None = None, log_stream: IO[Any] | None = None,
                        cache_in_memory: bool = False, jitify: bool = False) -> tuple[bytes, dict[str, str]]:
    """Compile with the compiler in this process, for the current device or `arch`.

    Parameters
    ----------
    source : str
        Source text.
    options : tuple of str, optional
        Given to the compiler.
    arch : str, optional
        Another target than the current device, as ``'90'`` or as the backend writes it.
    filename : str, optional
        Names the source in messages.
    name_expressions : sequence of str, optional
        Template instances to compile.
    log_stream : file object, optional
        Gets what the compiler says.
    cache_in_memory, jitify : bool, optional
        Accepted for compatibility.

    Returns
    -------
    (bytes, dict)
        Compiled code, and symbols of the name expressions.

    Raises
    ------
    CompileException
        When the source does not compile.

    Examples
    --------
    >>> from cupy.cuda import compiler
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> image, symbols = compiler.compile_using_nvrtc(code)
    >>> symbols
    {}
    """
    return _compile(driver.backend().compiler(), source, options, arch, filename, name_expressions, log_stream)


def compile_using_nvcc(source: str, options: Sequence[str] = (), arch: str | None = None, filename: str = "kern.cu",
                       log_stream: IO[Any] | None = None) -> bytes:
    """Compile with the toolkit's compiler; the one in this process where a backend has no other.

    Parameters and errors are those of `compile_using_nvrtc`; only the compiled code is returned.

    Examples
    --------
    >>> from cupy.cuda import compiler
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> image = compiler.compile_using_nvcc(code)  # doctest: +SKIP
    """
    compiler = driver.backend().compiler()
    return _compile(getattr(compiler, "offline", compiler), source, options, arch, filename, None, log_stream)[0]


def compile_using_hipcc(source: str, options: Sequence[str] = (), arch: str | None = None,
                        log_stream: IO[Any] | None = None) -> bytes:
    """Compile for ROCm, with the compiler in this process: hipRTC is the compiler that ``hipcc`` calls.

    Parameters and errors are those of `compile_using_nvrtc`; only the compiled code is returned.

    Examples
    --------
    >>> from cupy.cuda import compiler
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> image = compiler.compile_using_hipcc(code)  # doctest: +SKIP
    """
    return _compile(driver.backend().compiler(), source, options, arch, "kern.hip", None, log_stream)[0]


def _compile(compiler: Any, source: str, options: Sequence[str], arch: str | int | None, filename: str,
             name_expressions: Sequence[str] | None, log_stream: IO[str] | None) -> tuple[bytes, dict[str, str]]:
    target = compiler.target(driver.current_device())
    if arch is not None:
        arch = str(arch)
        target = target.rstrip("0123456789abcf") + arch if arch[:1].isdigit() else arch
    image = images.Images(compiler, compile_error=driver.backend().CompileError).get(
        source, name=filename, target=target, options=tuple(options),
        name_expressions=tuple(name_expressions or ()))
    if log_stream is not None:
        log_stream.write(image.log)
    return image.data, image.lowered


def compile_with_cache(source: str, options: Sequence[str] = (), arch: Any = None, cache_dir: Any = None,
                       extra_source: Any = None, backend: Literal["nvrtc", "nvcc"] = "nvrtc", *,
                       name_expressions: Sequence[str] | None = None, log_stream: IO[Any] | None = None,
                       **kwargs: Any) -> Module:
    """The loaded `Module` of a source text; compiled only when it has not been before.

    Parameters
    ----------
    source : str
        Source text.
    options : tuple of str, optional
        Given to the compiler.
    arch, cache_dir, extra_source : optional
        Accepted for compatibility: the code is for the current device, the cache's
        folder is `CUPY_CACHE_DIR`, and headers are found by their contents.
    backend : {'nvrtc', 'nvcc'}, optional
        The compiler in this process, or the one of the installed toolkit.
    name_expressions : sequence of str, optional
        Template instances to compile.
    log_stream : file object, optional
        Gets what the compiler says.

    Returns
    -------
    cupy.cuda.Module
        The module, loaded on the current device.

    Raises
    ------
    CompileException
        When the source does not compile.

    Examples
    --------
    >>> import cupy
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> cupy.cuda.compile_with_cache(code).get_function('fill').ptr != 0
    True
    """
    from cupy.cuda.function import Module

    compiler = driver.backend().compiler()
    if backend == "nvcc":
        compiler = getattr(compiler, "offline", compiler)
    loaded = kernel_cache.module(source, "module", options=tuple(options),
                                 name_expressions=tuple(name_expressions or ()), compiler=compiler)
    if log_stream is not None:
        log_stream.write(loaded.log)
    return Module._of(loaded)
