"""What raw kernels and modules accept: checks with clear messages."""

import sys

import numpy

BACKENDS = ("nvrtc", "nvcc")


def check_name(name):
    """A kernel's name is a C identifier."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a kernel must be a str, not {type(name).__name__}")
    if not name.isidentifier():
        raise ValueError(f"{name!r} cannot be the name of a kernel")


def check_options(options, backend=BACKENDS[0]):
    """Options as a tuple of str, and a compiler that exists."""
    if isinstance(options, str) or not all(isinstance(option, str) for option in options):
        raise TypeError(f"options must be a tuple of str, not {options!r}")
    if backend not in BACKENDS:
        raise ValueError(f"backend must be one of {', '.join(map(repr, BACKENDS))}, not {backend!r}")
    return tuple(options)


def is_handle(arg):
    """Whether an argument is a texture or a surface."""
    texture = sys.modules.get("cupy.cuda.texture")
    return texture is not None and isinstance(arg, (texture.TextureObject, texture.SurfaceObject))


def handles_as_numbers(args):
    """Arguments with the numbers of textures and surfaces in their place, which is what C++ takes."""
    return tuple(numpy.uint64(arg.ptr) if is_handle(arg) else arg for arg in args)


def address(arg, kernel, position):
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
