"""Modules that users write whole: many kernels and variables from one source or file."""
from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any, Literal

from cupy._core import raw_options
from cupy._core.options import plain_text
from cupy._core.raw import RawKernel
from cupy._runtime import driver, kernel_cache
from cupy._runtime.errors import ModuleFileNotFound, SymbolNotFound
from cupy._runtime.module import Module

if TYPE_CHECKING:
    from cupy import cuda

__all__ = ["RawKernel", "RawModule"]

_KERNEL = re.compile(r"__global__[^;{}()]*?(?:__launch_bounds__\s*\([^)]*\)\s*[^;{}()]*?)?\b(\w+)\s*\(")


class RawModule:
    """Kernels and variables from one source, or from a compiled file.

    Parameters
    ----------
    code : str, optional
        Source. Exactly one of `code` and `path` must be given.
    path : str, optional
        File with compiled code for the device.
    options : tuple of str, optional
        Given to the compiler.
    backend : {'nvrtc', 'nvcc'}, optional
        The compiler in this process, or the one of the installed toolkit.
    translate_cucomplex : bool, optional
        Accepted for compatibility: cuComplex.h always works.
    enable_cooperative_groups : bool, optional
        Launch so that the blocks of a grid can wait for each other.
    name_expressions : sequence of str, optional
        Template instances to compile, as ``'scale<float>'``; `get_function` takes the same text.
    jitify : bool, optional
        Accepted for compatibility: headers are found without it.

    Examples
    --------
    >>> import cupy
    >>> module = cupy.RawModule(code=r'''
    ... template <class T> __global__ void fill(T *x, T value) { x[threadIdx.x] = value; }
    ... ''', name_expressions=['fill<int>', 'fill<double>'])
    >>> x = cupy.empty(3, 'i')
    >>> module.get_function('fill<int>')((1,), (3,), (x, cupy.int32(7)))
    >>> x
    array([7, 7, 7], dtype=int32)
    """

    __slots__ = ("__weakref__", "_modules", "_name", "backend", "code", "enable_cooperative_groups", "file_path",
                 "name_expressions", "options")

    def __init__(self, *, code: str | None = None, path: str | None = None, options: Sequence[str] = (),
                 backend: Literal["nvrtc", "nvcc"] = "nvrtc", translate_cucomplex: bool = False,
                 enable_cooperative_groups: bool = False, name_expressions: Sequence[str] | None = None,
                 jitify: bool = False) -> None:
        if (code is None) == (path is None):
            raise TypeError("exactly one of code and path must be given")
        if code is not None and not isinstance(code, str):
            raise TypeError(f"code must be a str, not {type(code).__name__}")
        self.options = raw_options.check_options(options, backend)
        self.backend = backend
        self.code = code
        self.file_path = None if path is None else os.fspath(path)
        self.enable_cooperative_groups = bool(enable_cooperative_groups)
        self.name_expressions = None if name_expressions is None else tuple(name_expressions)
        if self.name_expressions and code is None:
            raise TypeError("name_expressions need code")
        self._name = "raw module"
        self._modules = {}

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = {"code": self.code, "path": self.file_path, "options": self.options, "backend": self.backend,
                     "enable_cooperative_groups": self.enable_cooperative_groups,
                     "name_expressions": self.name_expressions}
        return _made, (arguments, self._name)

    @property
    def module(self) -> Module:
        """The loaded code of the current device; compiles it at first use."""
        device = driver.current_device()
        found = self._modules.get(device)
        if found is None:
            found = self._modules[device] = self._load()
        return found

    def _load(self) -> Module:
        if self.file_path is not None:
            if not os.path.exists(self.file_path):
                raise ModuleFileNotFound(f"no such file: {self.file_path}")
            return Module(self.file_path, self.file_path)
        compiler = driver.backend().compiler()
        if self.backend == "nvcc":
            compiler = getattr(compiler, "offline", compiler)
        return kernel_cache.module(
            self.code, self._name, options=self.options, name_expressions=self.name_expressions or (),
            compiler=compiler)

    def compile(self, log_stream: IO[str] | None = None) -> None:
        """Compile now for the current device; what the compiler says goes to `log_stream`."""
        log = self.module.log
        if log_stream is not None:
            log_stream.write(log)

    def get_function(self, name: str) -> RawKernel:
        """The kernel of this name, or of one of the name expressions.

        Parameters
        ----------
        name : str
            Name of an ``extern "C"`` kernel, or a text that `name_expressions` has.

        Returns
        -------
        RawKernel
        """
        try:
            return RawKernel._of_module(self, plain_text(name))
        except SymbolNotFound as error:
            names = [*_KERNEL.findall(self.code or ""), *(self.name_expressions or ())]
            if not names:
                raise
            raise SymbolNotFound(f"{error}; it has {', '.join(names)}") from None

    def get_global(self, name: str) -> cuda.MemoryPointer:
        """A variable of the module, as a pointer to device memory.

        Parameters
        ----------
        name : str
            Name of a ``__device__`` or ``__constant__`` variable declared ``extern "C"``.

        Returns
        -------
        cupy.cuda.MemoryPointer
        """
        from cupy._memory.direct import memory_of_driver
        from cupy._memory.pointer import MemoryPointer

        module = self.module
        address, size = module.get_global(plain_text(name))
        return MemoryPointer(memory_of_driver(address, size, module, module.device), 0)


def _made(arguments: dict[str, Any], name: str) -> RawModule:
    """The module that was pickled."""
    module = RawModule(**arguments)
    module._name = name
    return module
