"""Arrays, textures and surfaces in ordinary memory, for backends that have none of their own.

An array is its elements row by row in the device's memory; the handle of a texture is the address of what
`_kernels/device/textures.hpp` reads there.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, SupportsIndex

import cupy._runtime.calls as calls
from cupy._runtime.errors import INVALID_VALUE

__all__ = ["FUNCTIONS", "Struct", "call", "member", "status_of", "struct", "structures", "version"]

_INVALID_HANDLE = 400
_ARRAY, _LINEAR, _PITCH2D = 0, 2, 3
_ANY_WAY = 4        # of a copy: the addresses tell

structures, _arrays, _textures, _levels = {}, {}, {}, {}


class _Texture(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_longlong * 3), ("row", ctypes.c_longlong),
                ("slice", ctypes.c_longlong), ("channels", ctypes.c_int), ("bits", ctypes.c_int),
                ("kind", ctypes.c_int), ("address", ctypes.c_int * 3), ("linear", ctypes.c_int),
                ("fractions", ctypes.c_int), ("normalized", ctypes.c_int), ("border", ctypes.c_float * 4)]


class Struct(SimpleNamespace):
    """Stands for a structure of CUDA's."""

    def getPtr(self) -> int:  # noqa: N802 (a name of NVIDIA's bindings)
        """What `struct` finds the structure by."""
        structures[id(self)] = self
        return id(self)


def struct(name: str, address: int = 0) -> Struct:
    """A structure of CUDA's by its name: a new one, or the one at an address."""
    if address:
        return structures[address]
    made = Struct()
    if name == "cudaResourceDesc":
        made.res = SimpleNamespace(array=SimpleNamespace(), linear=SimpleNamespace(), pitch2D=SimpleNamespace())
    return made


def member(enumeration: str, number: SupportsIndex) -> int:
    """A member of an enumeration is its number here."""
    return int(number)


def version() -> int:
    """The version of CUDA's interface that these functions follow."""
    return 13000


def call(name: str, *arguments: Any) -> Any:
    """Status, its text, and the result of a function of CUDA's runtime."""
    return status_of(FUNCTIONS[name], *arguments)


def status_of(function: Callable[..., Any], *arguments: Any) -> tuple[int, str, Any]:
    """Status, its text, and what a function returns."""
    try:
        return 0, "", function(*arguments)
    except KeyError:
        return _INVALID_HANDLE, "the handle is none", None
    except ValueError as error:
        return INVALID_VALUE, str(error), None


def _format(desc: Any) -> tuple[int, int, int]:
    """``(channels, bits, kind)`` of an element."""
    bits = [b for b in (desc.x, desc.y, desc.z, desc.w) if b]
    if not bits or any(b != bits[0] for b in bits) or bits[0] not in (8, 16, 32) or desc.f == 2 and bits[0] == 8:
        raise ValueError("the channels of a format have all 8, 16 or 32 bits")
    return len(bits), bits[0], desc.f


def _malloc(desc: Struct, extent: Sequence[int]) -> int:
    channels, bits, _ = _format(desc)
    shape = tuple(max(n, 1) for n in extent)
    size = shape[2] * shape[1] * shape[0] * channels * bits // 8
    address = calls.malloc(size)
    calls.memset(address, 0, size)
    _arrays[address] = shape, SimpleNamespace(x=desc.x, y=desc.y, z=desc.z, w=desc.w, f=desc.f)
    return address


def _free(array: int) -> None:
    del _arrays[array]
    calls.free(array)


def _rows(array: int) -> tuple[int, int]:
    """Bytes of a row of an array, and how many rows it has."""
    shape, desc = _arrays[array]
    channels, bits, _ = _format(desc)
    return shape[0] * channels * bits // 8, shape[1] * shape[2]


def _copy_rows(inward: bool, array: int, array_pitch: int, memory: int, pitch: int, width: int, height: int,
               stream: int | None) -> None:
    to, source = ((array, array_pitch), (memory, pitch))[::1 if inward else -1]
    if stream is None:
        calls.memcpy2D(*to, *source, width, height, _ANY_WAY)
    else:
        calls.memcpy2DAsync(*to, *source, width, height, _ANY_WAY, int(stream))


def _copy_3d(params: Struct, stream: int | None = None) -> None:
    """A whole array from or to memory."""
    inward = hasattr(params, "dstArray")
    array = params.dstArray if inward else params.srcArray
    other = params.srcPtr if inward else params.dstPtr
    row, rows = _rows(array)
    _copy_rows(inward, array, row, int(other.ptr), other.pitch, row, rows, stream)


def _copy_2d(inward: bool, array: int, x: int, y: int, memory: int, pitch: int, width: int, height: int,
             stream: int | None = None) -> None:
    row, rows = _rows(array)
    if x < 0 or y < 0 or x + width > row or y + height > rows or pitch < width:
        raise ValueError("the rows are not inside of the array")
    _copy_rows(inward, array + y * row + x, row, int(memory), pitch, width, height, stream)


def _place(resource: Struct) -> _Texture:
    """What a resource names, as the begin of a texture."""
    t = _Texture()
    if resource.resType == _ARRAY:
        address = resource.res.array.array
        shape, desc = _arrays[address]
    else:
        part = resource.res.linear if resource.resType == _LINEAR else resource.res.pitch2D
        desc, address = part.desc, int(part.devPtr)
    t.channels, t.bits, t.kind = _format(desc)
    element = t.channels * t.bits // 8
    if resource.resType == _LINEAR:
        shape = (part.sizeInBytes // element, 1, 1)
    elif resource.resType == _PITCH2D:
        shape = (part.width, part.height, 1)
    t.data, t.size[:] = address, shape
    t.row = part.pitchInBytes if resource.resType == _PITCH2D else shape[0] * element
    t.slice = t.row * shape[1]
    if t.row < shape[0] * element or min(shape) < 1:
        raise ValueError("the resource has no such rows")
    return t


def _texture(resource: Struct, texture: Struct, view: Struct | None = None) -> int:
    t = _place(resource)
    t.address[:] = texture.addressMode
    t.linear, t.fractions = texture.filterMode, int(texture.readMode == 1 and t.kind != 2 and t.bits < 32)
    t.normalized = int(bool(texture.normalizedCoords))
    t.border[:] = getattr(texture, "borderColor", [0.0] * 4)
    if resource.resType == _LINEAR:
        t.linear, t.normalized, t.address[:] = 0, 0, (3, 3, 3)      # by whole numbers; 0 outside
    elif not t.normalized:
        t.address[:] = [1 if mode in (0, 2) else mode for mode in t.address]    # as CUDA does
    if t.linear and t.kind != 2 and not t.fractions:
        raise ValueError("a linear filter gives floating point: readMode must be cudaReadModeNormalizedFloat")
    return _kept(t)


def _surface(resource: Struct) -> int:
    if resource.resType != _ARRAY:
        raise ValueError("a surface is that of an array")
    return _kept(_place(resource))


def _kept(t: _Texture) -> int:
    address = calls.malloc(ctypes.sizeof(t))
    calls.memcpy(address, ctypes.addressof(t), ctypes.sizeof(t), _ANY_WAY)
    _textures[address] = t
    return address


def _end(handle: int) -> None:
    del _textures[handle]
    calls.free(handle)


def _malloc_levels(desc: Struct, extent: Struct, levels: int, flags: int) -> int:
    """Arrays of half the size each, down to one element."""
    shape = extent.width, extent.height, extent.depth
    most = max(shape).bit_length()
    if not 1 <= levels <= most:
        raise ValueError(f"an array of {shape} has 1 to {most} levels, not {levels}")
    arrays = [_malloc(desc, [max(n >> level, n > 0) for n in shape]) for level in range(levels)]
    _levels[arrays[0]] = arrays
    return arrays[0]


def _free_levels(array: int) -> None:
    for level in _levels.pop(int(array)):
        _free(level)


def _level(array: int, level: int) -> int:
    arrays = _levels[int(array)]
    if not 0 <= level < len(arrays):
        raise ValueError(f"level {level} of {len(arrays)}")
    return arrays[level]


#: Functions of CUDA's runtime by name.
FUNCTIONS = {
    "cudaMallocMipmappedArray": _malloc_levels, "cudaGetMipmappedArrayLevel": _level,
    "cudaFreeMipmappedArray": _free_levels,
    "cudaMallocArray": lambda desc, width, height, flags: _malloc(desc, (width, height, 1)),
    "cudaMalloc3DArray": lambda desc, extent, flags: _malloc(desc, (extent.width, extent.height, extent.depth)),
    "cudaFreeArray": _free, "cudaMemcpy3D": _copy_3d, "cudaMemcpy3DAsync": _copy_3d,
    "cudaMemcpy2DToArray": lambda dst, x, y, src, pitch, width, height, kind, stream=None: _copy_2d(
        True, dst, x, y, src, pitch, width, height, stream),
    "cudaMemcpy2DFromArray": lambda dst, pitch, src, x, y, width, height, kind, stream=None: _copy_2d(
        False, src, x, y, dst, pitch, width, height, stream),
    "cudaCreateTextureObject": _texture, "cudaDestroyTextureObject": _end,
    "cudaCreateSurfaceObject": _surface, "cudaDestroySurfaceObject": _end,
}
FUNCTIONS["cudaMemcpy2DToArrayAsync"] = FUNCTIONS["cudaMemcpy2DToArray"]
FUNCTIONS["cudaMemcpy2DFromArrayAsync"] = FUNCTIONS["cudaMemcpy2DFromArray"]

#: The structures and enumerations that these take.
NAMES = {"cudaArray_t", "cudaChannelFormatDesc", "cudaChannelFormatKind", "cudaExtent", "cudaMemcpy3DParms",
         "cudaMemcpyKind", "cudaPitchedPtr", "cudaResourceDesc", "cudaResourceType", "cudaTextureAddressMode",
         "cudaTextureDesc", "cudaTextureFilterMode", "cudaTextureReadMode"}
