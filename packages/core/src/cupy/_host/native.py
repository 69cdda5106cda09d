"""Functions of CUDA beside the contract that have a meaning on the host: arrays, textures, surfaces, the pool.

An array is a NumPy buffer; the handle of a texture is the address of what `kernels/simt/textures.hpp` reads.
"""
import ctypes
import itertools
from types import SimpleNamespace

import numpy

from cupy._host.external import FUNCTIONS as EXTERNAL
from cupy._memory.usage import async_usage

__all__ = ["call", "member", "struct", "version"]

_NOT_PROVIDED, _INVALID_VALUE, _INVALID_HANDLE = -1, 1, 400
_ARRAY, _LINEAR, _PITCH2D = 0, 2, 3
_POOL = 1       # handle of the device's own pool

_structures, _arrays, _textures, _levels = {}, {}, {}, {}
_ATTRIBUTES = {1: 1, 2: 1, 3: 1, 4: 0}      # numbers of cudaMemPoolAttr; 4 is the release threshold
_pools = {_POOL: dict(_ATTRIBUTES)}          # handle → attributes; their memory is the system's
_current = [_POOL]
_numbers = itertools.count(_POOL + 1)


class _Texture(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_longlong * 3), ("row", ctypes.c_longlong),
                ("slice", ctypes.c_longlong), ("channels", ctypes.c_int), ("bits", ctypes.c_int),
                ("kind", ctypes.c_int), ("address", ctypes.c_int * 3), ("linear", ctypes.c_int),
                ("fractions", ctypes.c_int), ("normalized", ctypes.c_int), ("border", ctypes.c_float * 4)]


class _Struct(SimpleNamespace):
    def getPtr(self):  # noqa: N802 (a name of NVIDIA's bindings)
        _structures[id(self)] = self
        return id(self)


def struct(name, address=0):
    """A structure of CUDA's by its name: a new one, or the one at an address."""
    if address:
        return _structures[address]
    made = _Struct()
    if name == "cudaResourceDesc":
        made.res = SimpleNamespace(array=SimpleNamespace(), linear=SimpleNamespace(), pitch2D=SimpleNamespace())
    if name in ("cudaExternalMemoryHandleDesc", "cudaExternalSemaphoreHandleDesc"):
        made.handle = SimpleNamespace()
    if name in ("cudaExternalSemaphoreSignalParams", "cudaExternalSemaphoreWaitParams"):
        made.params = SimpleNamespace(fence=SimpleNamespace())
    if name == "cudaMemPoolProps":
        made.location = SimpleNamespace()
    return made


def member(enumeration, number):
    """A member of an enumeration is its number here."""
    return int(number)


def version():
    """The version of CUDA's interface that these functions follow."""
    return 13000


def call(name, *arguments):
    """Status, its text, and the result of a function of CUDA's runtime."""
    function = _FUNCTIONS.get(name)
    if function is None:
        return _NOT_PROVIDED, "the host backend has no such function", None
    try:
        return 0, "", function(*arguments)
    except KeyError:
        return _INVALID_HANDLE, "the handle is none", None
    except ValueError as error:
        return _INVALID_VALUE, str(error), None


def _format(desc):
    """``(channels, bits, kind)`` of an element."""
    bits = [b for b in (desc.x, desc.y, desc.z, desc.w) if b]
    if not bits or any(b != bits[0] for b in bits) or bits[0] not in (8, 16, 32) or desc.f == 2 and bits[0] == 8:
        raise ValueError("the channels of a format have all 8, 16 or 32 bits")
    return len(bits), bits[0], desc.f


def _malloc(desc, extent):
    channels, bits, _ = _format(desc)
    shape = tuple(max(n, 1) for n in extent)
    data = numpy.zeros(shape[2] * shape[1] * shape[0] * channels * bits // 8, numpy.uint8)
    _arrays[data.ctypes.data] = data, shape, SimpleNamespace(x=desc.x, y=desc.y, z=desc.z, w=desc.w, f=desc.f)
    return data.ctypes.data


def _bytes_at(address, count):
    return numpy.frombuffer((ctypes.c_ubyte * count).from_address(address), numpy.uint8)


def _copy_3d(params, stream=0):
    """A whole array from or to memory."""
    inward = hasattr(params, "dstArray")
    data, shape, desc = _arrays[params.dstArray if inward else params.srcArray]
    other = params.srcPtr if inward else params.dstPtr
    channels, bits, _ = _format(desc)
    row = shape[0] * channels * bits // 8
    rows = shape[1] * shape[2]
    memory = _bytes_at(int(other.ptr), (rows - 1) * other.pitch + row)
    memory = numpy.lib.stride_tricks.as_strided(memory, (rows, row), (other.pitch, 1))
    if inward:
        data.reshape(rows, row)[...] = memory
    else:
        memory[...] = data.reshape(rows, row)


def _copy_2d(inward, array, x, y, memory, pitch, width, height):
    data, shape, desc = _arrays[array]
    channels, bits, _ = _format(desc)
    row = shape[0] * channels * bits // 8
    if x < 0 or y < 0 or x + width > row or y + height > shape[1] or pitch < width:
        raise ValueError("the rows are not inside of the array")
    view = data.reshape(shape[2] * shape[1], row)[y:y + height, x:x + width]
    outside = numpy.lib.stride_tricks.as_strided(
        _bytes_at(int(memory), (height - 1) * pitch + width), (height, width), (pitch, 1))
    if inward:
        view[...] = outside
    else:
        outside[...] = view


def _place(resource):
    """What a resource names, as the begin of a texture."""
    t = _Texture()
    if resource.resType == _ARRAY:
        data, shape, desc = _arrays[resource.res.array.array]
        keep, address = data, data.ctypes.data
    else:
        part = resource.res.linear if resource.resType == _LINEAR else resource.res.pitch2D
        desc, address, keep = part.desc, int(part.devPtr), None
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
    return t, keep


def _texture(resource, texture, view=None):
    t, keep = _place(resource)
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
    return _kept(t, keep)


def _surface(resource):
    if resource.resType != _ARRAY:
        raise ValueError("a surface is that of an array")
    return _kept(*_place(resource))


def _kept(t, keep):
    _textures[ctypes.addressof(t)] = t, keep
    return ctypes.addressof(t)


def _new_pool(properties):
    pool = next(_numbers)
    _pools[pool] = dict(_ATTRIBUTES)
    return pool


def _end_pool(pool):
    if int(pool) == _POOL:
        raise ValueError("the pool that a device began with stays")
    del _pools[int(pool)]
    _current[0] = _POOL if _current[0] == int(pool) else _current[0]


def _use_pool(device, pool):
    _pools[int(pool)]           # one that is none is a KeyError
    _current[0] = int(pool)


def _from_pool(size, pool, stream):
    from cupy._runtime.calls import mallocAsync

    _pools[int(pool)]
    return mallocAsync(size, int(stream))


def _set_attribute(pool, attribute, value):
    _pools[int(pool)][attribute[1]] = int(value)


def _get_attribute(pool, attribute):
    attributes, number = _pools[int(pool)], attribute[1]
    if number in (5, 6, 7, 8):      # reserved now and at most, used now and at most
        return async_usage()[1 if number < 7 else 0]
    return attributes[number]


def _malloc_levels(desc, extent, levels, flags):
    """Arrays of half the size each, down to one element."""
    shape = extent.width, extent.height, extent.depth
    most = max(shape).bit_length()
    if not 1 <= levels <= most:
        raise ValueError(f"an array of {shape} has 1 to {most} levels, not {levels}")
    arrays = [_malloc(desc, [max(n >> level, n > 0) for n in shape]) for level in range(levels)]
    _levels[arrays[0]] = arrays
    return arrays[0]


def _free_levels(array):
    for level in _levels.pop(int(array)):
        _arrays.pop(level)


def _level(array, level):
    arrays = _levels[int(array)]
    if not 0 <= level < len(arrays):
        raise ValueError(f"level {level} of {len(arrays)}")
    return arrays[level]


_FUNCTIONS = {
    **EXTERNAL,
    "cudaMallocMipmappedArray": _malloc_levels, "cudaGetMipmappedArrayLevel": _level,
    "cudaFreeMipmappedArray": _free_levels,
    "cudaStreamAttachMemAsync": lambda stream, address, size, flags: None,      # all see all memory at all times
    "cudaMallocArray": lambda desc, width, height, flags: _malloc(desc, (width, height, 1)),
    "cudaMalloc3DArray": lambda desc, extent, flags: _malloc(desc, (extent.width, extent.height, extent.depth)),
    "cudaFreeArray": lambda array: _arrays.pop(array) and None,
    "cudaMemcpy3D": _copy_3d, "cudaMemcpy3DAsync": _copy_3d,
    "cudaMemcpy2DToArray": lambda dst, x, y, src, pitch, width, height, *_: _copy_2d(
        True, dst, x, y, src, pitch, width, height),
    "cudaMemcpy2DFromArray": lambda dst, pitch, src, x, y, width, height, *_: _copy_2d(
        False, src, x, y, dst, pitch, width, height),
    "cudaCreateTextureObject": _texture, "cudaDestroyTextureObject": lambda t: _textures.pop(t) and None,
    "cudaCreateSurfaceObject": _surface, "cudaDestroySurfaceObject": lambda s: _textures.pop(s) and None,
    "cudaDeviceGetMemPool": lambda device: _current[0], "cudaDeviceGetDefaultMemPool": lambda device: _POOL,
    "cudaDeviceSetMemPool": _use_pool, "cudaMemPoolCreate": _new_pool, "cudaMemPoolDestroy": _end_pool,
    "cudaMallocFromPoolAsync": _from_pool,
    "cudaMemPoolGetAttribute": _get_attribute, "cudaMemPoolSetAttribute": _set_attribute,
    "cudaMemPoolTrimTo": lambda pool, size: _pools[int(pool)] and None,
}
_FUNCTIONS["cudaMemcpy2DToArrayAsync"] = _FUNCTIONS["cudaMemcpy2DToArray"]
_FUNCTIONS["cudaMemcpy2DFromArrayAsync"] = _FUNCTIONS["cudaMemcpy2DFromArray"]
