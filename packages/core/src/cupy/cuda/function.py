"""Loaded modules and their kernels, and the linker, by CuPy's names."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cupy._core.raw import RawKernel
from cupy._runtime.module import Module as _Loaded
from cupy._runtime.numbers import DRIVER
from cupy.cuda import driver
from cupy.cuda._arguments import CIntptr, CNumpyArray, CPointer, CUIntMax

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._memory.pointer import MemoryPointer
    from cupy._runtime.stream import Stream

__all__ = ["CIntptr", "CNumpyArray", "CPointer", "CUIntMax", "Function", "LinkState", "Module"]


class Module:
    """Compiled code on the current device, loaded by `load` or `load_file`.

    Examples
    --------
    >>> import cupy
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> module = cupy.cuda.compile_with_cache(code)
    >>> x = cupy.empty(3, 'i')
    >>> module.get_function('fill')((1,), (3,), (x,))
    >>> x
    array([7, 7, 7], dtype=int32)
    """

    __slots__ = ("__weakref__", "mapping", "module")

    enable_cooperative_groups = False

    def __init__(self) -> None:
        self.module: _Loaded | None = None
        self.mapping = None

    @classmethod
    def _of(cls, loaded: Any) -> Module:
        module = cls()
        module.module = loaded
        module.mapping = loaded.lowered
        return module

    @property
    def ptr(self) -> int:
        """The backend's handle as an integer; 0 before something is loaded."""
        return 0 if self.module is None else self.module.ptr

    def load(self, cubin: bytes) -> None:
        """Load compiled code.

        Parameters
        ----------
        cubin : bytes
            What a compiler returned.
        """
        self.module = _Loaded(bytes(cubin))

    def load_file(self, filename: str) -> None:
        """Load a file of compiled code.

        Parameters
        ----------
        filename : str
            Its path.
        """
        self.module = _Loaded(str(filename), str(filename))

    def get_function(self, name: str) -> Function:
        """The kernel of this name, as a `Function`."""
        return Function(self, name)

    def get_global_var(self, name: str) -> MemoryPointer:
        """The variable of this name, as a `cupy.cuda.MemoryPointer`."""
        from cupy._memory.direct import memory_of_driver
        from cupy.cuda.memory import MemoryPointer

        module = self.module
        if module is None:
            raise RuntimeError("nothing is loaded; call load() or load_file() first")
        address, size = module.get_global(name)
        return MemoryPointer(memory_of_driver(address, size, module, module.device), 0)


class Function:
    """A kernel of a `Module`.

    Parameters
    ----------
    module : Module
        Where it comes from.
    funcname : str
        Its name.

    Raises
    ------
    AttributeError
        When the module has no such kernel.

    Examples
    --------
    >>> import cupy
    >>> code = 'extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }'
    >>> fill = cupy.cuda.Function(cupy.cuda.compile_with_cache(code), 'fill')
    >>> x = cupy.empty(3, 'i')
    >>> fill.linear_launch(3, (x,))
    >>> x
    array([7, 7, 7], dtype=int32)
    """

    __slots__ = ("__weakref__", "_kernel", "module")

    def __init__(self, module: Any, funcname: str) -> None:
        self.module = module
        self._kernel = RawKernel._of_module(module, funcname)

    @property
    def ptr(self) -> int:
        """The backend's handle as an integer."""
        return self._kernel.kernel.ptr

    def __call__(self, grid: Sequence[int], block: Sequence[int], args: Any, shared_mem: int = 0,
                 stream: Stream | None = None) -> None:
        """Launch on a stream; the current one if not given."""
        if stream is None:
            self._kernel(grid, block, args, shared_mem=shared_mem)
        else:
            with stream:
                self._kernel(grid, block, args, shared_mem=shared_mem)

    def linear_launch(self, size: int, args: tuple[Any, ...], shared_mem: int = 0,
                      block_max_size: int = 128, stream: cuda.Stream | None = None) -> None:
        """Launch at least `size` threads in one dimension.

        Parameters
        ----------
        size : int
            How many threads are needed.
        args : tuple
            Arguments of the kernel.
        shared_mem : int, optional
            Bytes of dynamic shared memory of a block.
        block_max_size : int, optional
            Most threads of a block.
        stream : cupy.cuda.Stream, optional
            Where to launch; the current one if not given.
        """
        block = max(1, min(block_max_size, size))
        grid = max(1, -(-size // block))
        self((grid,), (block,), args, shared_mem, stream)


class LinkState:
    """The driver's linker: joins compiled units to code that `Module.load` takes.  CUDA alone has it.

    Examples
    --------
    >>> import cupy
    >>> linker = cupy.cuda.function.LinkState()  # doctest: +SKIP
    >>> linker.add_ptr_data(ptx, 'kernel.ptx')  # doctest: +SKIP
    >>> module = cupy.cuda.Module()  # doctest: +SKIP
    >>> module.load(linker.complete())  # doctest: +SKIP
    """

    __slots__ = ("ptr",)

    def __init__(self) -> None:
        self.ptr = 0
        self.ptr = driver.linkCreate()

    def __del__(self) -> None:
        if self.ptr and not sys.is_finalizing():
            driver.linkDestroy(self.ptr)

    def add_ptr_data(self, data: bytes | str, name: str) -> None:
        """Add PTX.

        Parameters
        ----------
        data : bytes or str
            What a compiler returned.
        name : str
            Names it in messages.
        """
        driver.linkAddData(self.ptr, DRIVER["CU_JIT_INPUT_PTX"], data.encode() if isinstance(data, str) else data, name)

    def add_ptr_file(self, path: str) -> None:
        """Add a library with device code.

        Parameters
        ----------
        path : str
            The file.
        """
        driver.linkAddFile(self.ptr, DRIVER["CU_JIT_INPUT_LIBRARY"], path)

    def complete(self) -> bytes:
        """The linked code, as bytes."""
        return driver.linkComplete(self.ptr)
