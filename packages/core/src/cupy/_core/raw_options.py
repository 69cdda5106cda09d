"""What raw kernels and modules accept: checks with clear messages."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from cupy._codegen.parameters import Parameter
    from cupy._core.raw import RawKernel

BACKENDS = ("nvrtc", "nvcc")


def check_name(name: str) -> None:
    """A kernel's name is a C identifier."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a kernel must be a str, not {type(name).__name__}")
    if not name.isidentifier():
        raise ValueError(f"{name!r} cannot be the name of a kernel")


def check_options(options: Any, backend: str = BACKENDS[0]) -> Any:
    """Options as a tuple of str, and a compiler that exists."""
    if isinstance(options, str) or not all(isinstance(option, str) for option in options):
        raise TypeError(f"options must be a tuple of str, not {options!r}")
    if backend not in BACKENDS:
        raise ValueError(f"backend must be one of {', '.join(map(repr, BACKENDS))}, not {backend!r}")
    return tuple(options)


def is_handle(arg: object) -> bool:
    """Whether an argument is a texture or a surface."""
    texture = sys.modules.get("cupy.cuda.texture")
    return texture is not None and isinstance(arg, (texture.TextureObject, texture.SurfaceObject))


def as_arguments(parameters: tuple[Parameter, ...], args: Sequence[Any]) -> Any:
    """Arguments as elementwise kernels take them; the same tuple where they are so already.

    The numbers of textures and surfaces stand for them, other libraries' arrays become ours, and a number that is
    given for a raw parameter an array of one element.
    """
    known = tuple([_as_argument(parameter, arg) for parameter, arg in zip(parameters, args, strict=False)])
    return args if all(a is b for a, b in zip(known, args, strict=True)) else known


def _as_argument(parameter: Parameter, arg: Any) -> Any:
    if isinstance(arg, ndarray):
        return arg
    if is_handle(arg):
        return numpy.uint64(arg.ptr)
    if hasattr(arg, "__cuda_array_interface__"):
        return asarray(arg)
    if parameter.raw and isinstance(arg, (bool, int, float, complex, numpy.generic)):
        dtype = None if parameter.is_placeholder else parameter.type
        return asarray(arg, dtype=dtype)
    return arg


def address(arg: Any, kernel: str, position: int) -> int:
    """Device address of an object that is not an array of ours: a pointer or another library's array."""
    interface = getattr(arg, "__cuda_array_interface__", None)
    if interface is not None:
        return interface["data"][0]
    ptr = getattr(arg, "ptr", None)
    if isinstance(ptr, int):
        return ptr
    hint = "; copy it to the device with cupy.asarray" if hasattr(arg, "__array__") else ""
    raise TypeError(
        f"argument {position} of kernel {kernel} cannot be passed: {type(arg).__module__}.{type(arg).__name__}{hint}")


def check_fits(kernel: str, position: int, arg: Any, given: int, size: int) -> None:
    """Raise unless an argument of `given` bytes may stand for a parameter of another size: an integer that fits."""
    where = f"argument {position} of kernel {kernel}"
    if isinstance(arg, (int, numpy.integer)) and size in (1, 2, 4) and given > size:
        if not -(1 << 8 * size - 1) <= int(arg) < 1 << 8 * size:
            raise OverflowError(f"{where}: {arg} does not fit in the {size} bytes of the parameter")
        return
    what = arg.dtype.name if isinstance(arg, numpy.generic) else type(arg).__name__
    hint = ""
    if isinstance(arg, numpy.ndarray):
        what = "NumPy array, which is passed by value,"
        hint = "; copy it to the device with cupy.asarray to pass a pointer"
    elif isinstance(arg, float):
        hint = f"; pass numpy.{'float16' if size == 2 else 'float32'}({arg})" if size in (2, 4) else ""
    elif isinstance(arg, numpy.integer) and size in (2, 4, 8):
        hint = f"; pass numpy.{'u' if arg.dtype.kind == 'u' else ''}int{8 * size}({arg})"
    raise TypeError(f"{where} cannot be passed: the {what} has {given} bytes, the parameter {size}{hint}")


def beyond_limits(kernel: RawKernel, grid: tuple[int, ...], block: tuple[int, ...], shared: int) -> str:
    """What of a launch is more than the device allows, as the end of a message."""
    from math import prod

    try:
        threads, most_shared = kernel.max_threads_per_block, kernel.max_dynamic_shared_size_bytes
    except RuntimeError:        # the device answers no more
        return ""
    found = [f"a block of this kernel has at most {threads} threads, not {prod(block)}"] * (prod(block) > threads)
    found += [f"{name} has at most {most} along axis {axis}" for name, sizes, limits in (
        ("a grid", grid, (2**31 - 1, 65535, 65535)), ("a block", block, (1024, 1024, 64)))
        for axis, (n, most) in enumerate(zip(sizes, limits, strict=True)) if n > most]
    found += ["a size is 0"] * (0 in grid or 0 in block)
    found += [f"this kernel takes at most {most_shared} bytes of dynamic shared memory, unless its "
              "max_dynamic_shared_size_bytes is set"] * (shared > most_shared)
    return f" ({'; '.join(found)})" if found else ""
