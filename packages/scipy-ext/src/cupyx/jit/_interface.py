"""``rawkernel``: Python functions that are launched."""
from __future__ import annotations

import contextlib
import functools
import inspect
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import Mdspan, host_memory

from cupyx.jit import _kernels
from cupyx.jit._builtins import interpreting
from cupyx.jit._compiler import Function, Module
from cupyx.jit._types import Scalar, Value, argument_type

if TYPE_CHECKING:
    from cupy import RawKernel
    from cupyx.jit._types import Type

__all__ = ["rawkernel"]


class _Argument(Mdspan):
    """An array as translated kernels take it."""

    def __init__(self, array: cupy.ndarray) -> None:
        value = numpy.zeros((), _layout(array.ndim))
        value["data"], value["shape"], value["strides"] = array.data.ptr, array.shape or 0, array.strides or 0
        self.array, self.value = array, value[()]


@functools.cache
def _layout(ndim: int) -> numpy.dtype[Any]:
    return numpy.dtype([("data", "u8"), ("shape", "i8", (max(ndim, 1),)), ("strides", "i8", (max(ndim, 1),))])


class _JitRawKernel:
    """A kernel written in Python; `rawkernel` makes it.

    Parameters
    ----------
    func : function
        The Python function.
    mode : str
        ``'cuda'``: numbers are typed as in CUDA's C.
    device : bool
        Whether it is called by kernels instead of launched.
    options : tuple of str
        For the compiler.
    interpreted : bool or None
        Whether it runs as Python; None asks the environment.
    """

    def __init__(self, func: Callable[..., Any], mode: str, device: Any, options: tuple[Any, ...] | Sequence[str] = (),
                 interpreted: bool | None = None) -> None:
        self._func, self._mode, self._device, self._options = func, mode, device, tuple(options)
        self._interpreted = interpreted
        self._cache = {}
        functools.update_wrapper(self, func)

    def __call__(self, grid: tuple[int, ...], block: tuple[int, ...], args: Any, shared_mem: int = 0,
                 stream: cupy.cuda.Stream | None = None) -> None:
        """Translate, compile and launch.

        Parameters
        ----------
        grid, block : tuple of int
            Blocks of the grid, threads of a block: up to three sizes each.
        args : tuple
            Arrays, NumPy scalars and Python numbers; a Python int is passed as 32 bits where it fits, a float as
            float32, as in the kernel itself.  None is not passed: the kernel is translated for it.
        shared_mem : int, optional
            Bytes of dynamic shared memory.
        stream : cupy.cuda.Stream, optional
            Where to launch; the current stream if not given.

        Raises
        ------
        TypeError
            The function uses what kernels do not have, or types do not fit.
        """
        args = [cupy.asarray(a) if hasattr(a, "__cuda_array_interface__") and not isinstance(a, cupy.ndarray) else a
                for a in self._in_order(args)]
        types = tuple([argument_type(a) for a in args])
        for a, t in zip(args, types, strict=True):
            if t is None and a is not None:
                raise TypeError(f"{type(a)} is not supported for RawKernel")
        if self._runs_as_python():
            from cupyx.jit import _interpreted

            with stream or contextlib.nullcontext():
                cupy.cuda.get_current_stream().synchronize()
                _interpreted.run(self._func, _sizes(grid), _sizes(block), args, shared_mem)
            return
        kernel, _ = self._compiled(types)
        passed = tuple([_Argument(a) if isinstance(a, cupy.ndarray) else
                        t.dtype.type(a) if isinstance(t, Scalar) else a
                        for a, t in zip(args, types, strict=True) if a is not None])
        if stream is None:
            kernel(grid, block, passed, shared_mem=shared_mem)
        else:
            with stream:
                kernel(grid, block, passed, shared_mem=shared_mem)

    def _runs_as_python(self) -> bool:
        if self._interpreted is None:
            return os.environ.get("CUPY_JIT_INTERPRET", "0") not in ("", "0")
        return self._interpreted

    def __getitem__(self, grid_and_block: tuple[int | tuple[int, ...], ...]) -> Callable[..., Any]:
        """``kernel[grid, block](*args)``: the shape of the launch, then the arguments, in order or by name."""
        grid, block = map(_sizes, grid_and_block)

        def launch(*args: Any, shared_mem: int = 0, stream: cupy.cuda.Stream | None = None, **named: Any) -> None:
            self(grid, block, self._in_order(args, named), shared_mem, stream)

        return launch

    def _in_order(self, args: Any, named: tuple[Any, ...] | dict[str, int] = ()) -> tuple[Any, ...]:
        """All arguments, with those that are given by name or by default."""
        if not named and len(args) == self._func.__code__.co_argcount:
            return args
        try:
            bound = inspect.signature(self._func).bind(*args, **dict(named))
        except TypeError as error:
            raise TypeError(f"{self._func.__name__}(): {error}") from None
        bound.apply_defaults()
        return bound.args

    def _compiled(self, types: tuple[Type | None, ...]) -> tuple[RawKernel, str]:
        found = self._cache.get(types)
        if found is None:
            module = Module()
            names = list(self._func.__code__.co_varnames[:self._func.__code__.co_argcount])
            name = self._func.__name__ if self._func.__name__.isidentifier() else "kernel"
            given = dict(zip(names, types, strict=True))
            passed = {name: t for name, t in given.items() if t is not None}
            static = {name: Value("", None, None) for name in given if name not in passed}      # None itself
            text = module.text(Function(module, self._func, f"{name}_kernel", passed, static, kernel=True))
            kernel = cupy.RawKernel(text, f"{name}_kernel", options=(f"-I{_kernels.__path__[0]}", *self._options),
                                    enable_cooperative_groups=module.cooperative)
            found = self._cache[types] = kernel, text
        return found

    @property
    def cached_codes(self) -> dict[tuple[Any, ...], str]:
        """C++ of every translation so far, by the types of the arguments."""
        return {types: text for types, (_, text) in self._cache.items()}

    @property
    def cached_code(self) -> Any:
        """C++ of the first translation, or None."""
        return next(iter(self.cached_codes.values()), None)

    def get_lto_ir(self, *args: Any) -> bytes:
        """Intermediate code for the linker, of the translation for the types of some arguments.

        Parameters
        ----------
        *args
            As for a call.

        Returns
        -------
        bytes

        Raises
        ------
        RuntimeError
            The backend's compiler makes none: only NVRTC does.
        """
        if host_memory():
            raise RuntimeError("only CUDA has intermediate code for its linker")
        from cupy.cuda import compiler

        _, text = self._compiled(tuple(argument_type(a) for a in args))
        return compiler.compile_using_nvrtc(text, (f"-I{os.path.dirname(_kernels.__file__)}", "-dlto"))[0]


class _DeviceFunction(_JitRawKernel):
    """A function that kernels call, those of `cupy.vectorize` too; `rawkernel` makes it."""

    @property
    def pyfunc(self) -> Callable[..., Any]:
        """The Python function, by the name that `cupy.vectorize` gives its own."""
        return self._func

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as Python, in an interpreted kernel.

        Raises
        ------
        RuntimeError
            Outside of kernels.
        """
        if not interpreting():
            raise RuntimeError(f"{self._func.__name__} is a device function: call it from a kernel")
        from cupyx.jit import _interpreted

        return _interpreted.with_numpy(self._func)(*args, **kwargs)


def _sizes(sizes: int | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sizes) if isinstance(sizes, (tuple, list)) else (sizes,)


def rawkernel(*, mode: Literal["cuda"] = "cuda", device: bool = False, options: Sequence[str] = (),
              interpreted: bool | None = None) -> Callable[..., Any]:
    """Make a CUDA kernel of a Python function.

    The function is translated when it is first launched with arguments of new types, and runs on every backend.  A
    variable has the type of the first value that it is given; numbers of the program text are 32 bits wide.

    Parameters
    ----------
    mode : {'cuda'}, optional
        How numbers are typed: as in CUDA's C, where float32 and int64 meet in float32.
    device : bool, optional
        Make a function for other kernels to call instead.
    options : tuple of str, optional
        Given to the compiler.
    interpreted : bool, optional
        Run the function as Python on the host, one thread at a time, so that ``breakpoint()``, ``print`` and
        tracebacks work in it.  By default the environment variable ``CUPY_JIT_INTERPRET=1`` asks for that.  Numbers
        have Python's and NumPy's types then; groups, ``cub`` and ``thrust`` are not there.

    Returns
    -------
    callable
        A decorator. What it makes is launched by ``kernel[grid, block](*args)`` or ``kernel(grid, block, args)``.

    Raises
    ------
    ValueError
        For another mode.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import jit
    >>> @jit.rawkernel()
    ... def double(x, y, size):
    ...     i = jit.grid(1)
    ...     if i < size:
    ...         y[i] = 2 * x[i]
    >>> x = cupy.arange(5, dtype=cupy.float32)  # doctest: +SKIP
    >>> double[1, 32](x, x, x.size)  # doctest: +SKIP
    >>> x  # doctest: +SKIP
    array([0., 2., 4., 6., 8.], dtype=float32)
    """
    if mode not in ("cuda", "numpy"):
        raise ValueError(f"mode must be 'cuda', not {mode!r}")
    kind = _DeviceFunction if device else _JitRawKernel
    return lambda func: kind(func, mode, device, options, interpreted)
