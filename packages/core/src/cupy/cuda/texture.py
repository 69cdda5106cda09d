"""Textures and surfaces: memory that kernels read through filters."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy.cuda import _array_calls
from cupy._runtime.native import call, member, struct
from cupy._runtime.numbers import CONSTANTS

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.ndarray import ndarray
    from cupy._runtime.linear_textures import Struct
    from cupy._runtime.stream import Stream
    from cupy.typing import ArrayLike

__all__ = ["CUDAarray", "ChannelFormatDescriptor", "ResourceDescriptor", "SurfaceObject", "TextureDescriptor",
           "TextureObject"]

_ARRAY, _LINEAR, _PITCH2D = (CONSTANTS[f"cudaResourceType{name}"] for name in ("Array", "Linear", "Pitch2D"))
_KINDS = {CONSTANTS["cudaChannelFormatKindSigned"]: "i", CONSTANTS["cudaChannelFormatKindUnsigned"]: "u",
          CONSTANTS["cudaChannelFormatKindFloat"]: "f"}
_DEFAULT_COPY = CONSTANTS["memcpyDefault"]


class _Struct:
    """Stands for a structure of CUDA's."""

    __slots__ = ("_struct",)

    @property
    def ptr(self) -> int:
        """Address of the structure."""
        return int(self._struct.getPtr())


class ChannelFormatDescriptor(_Struct):
    """How an element is made of up to four channels; stands for ``cudaChannelFormatDesc``.

    Parameters
    ----------
    x, y, z, w : int
        Bits of each channel; 0 where there is none.
    f : int
        Kind of the channels: one of ``cupy.cuda.runtime.cudaChannelFormatKind*``.

    Examples
    --------
    >>> from cupy.cuda import runtime, texture
    >>> texture.ChannelFormatDescriptor(  # doctest: +SKIP
    ...     32, 0, 0, 0, runtime.cudaChannelFormatKindFloat).get_channel_format()
    {'x': 32, 'y': 0, 'z': 0, 'w': 0, 'f': 2}
    """

    __slots__ = ()

    def __init__(self, x: SupportsIndex, y: SupportsIndex, z: SupportsIndex, w: SupportsIndex,
                 f: SupportsIndex) -> None:
        self._struct = struct("cudaChannelFormatDesc")
        self._struct.x, self._struct.y, self._struct.z, self._struct.w = x, y, z, w
        self._struct.f = member("cudaChannelFormatKind", f)

    def get_channel_format(self) -> dict[str, int]:
        """The bits of each channel and their kind."""
        return {name: int(getattr(self._struct, name)) for name in "xyzwf"}


class CUDAarray:
    """An array in the layout that textures and surfaces have; of up to three dimensions.

    Parameters
    ----------
    desc : ChannelFormatDescriptor
        What an element is.
    width, height, depth : int
        Elements along each axis; 0 for an axis that is not there.
    flags : int, optional
        One of ``cupy.cuda.runtime.cudaArray*``.

    Examples
    --------
    >>> from cupy.cuda import runtime, texture
    >>> pixel = texture.ChannelFormatDescriptor(  # doctest: +SKIP
    ...     32, 0, 0, 0, runtime.cudaChannelFormatKindFloat)
    >>> image = texture.CUDAarray(pixel, 640, 480)  # doctest: +SKIP
    """

    __slots__ = ("depth", "desc", "flags", "height", "ndim", "ptr", "width")

    def __init__(self, desc: ChannelFormatDescriptor, width: int, height: int = 0, depth: int = 0,
                 flags: int = 0) -> None:
        self.ptr = 0
        if not width or (depth and not height):
            raise ValueError(f"an array of {width}x{height}x{depth} elements cannot be made")
        self.desc, self.flags = desc, flags
        self.width, self.height, self.depth = width, height, depth
        self.ndim = 3 if depth else 2 if height else 1
        if self.ndim == 3:
            self.ptr = _array_calls.malloc3DArray(desc.ptr, width, height, depth, flags)
        else:
            self.ptr = _array_calls.mallocArray(desc.ptr, width, height, flags)

    def __del__(self) -> None:
        if self.ptr and not sys.is_finalizing():
            _array_calls.freeArray(self.ptr)

    def copy_from(self, in_arr: ndarray | numpy.ndarray[Any, Any], stream: cuda.Stream | None = None) -> None:
        """Copy from an array on the device or on the host.

        Parameters
        ----------
        in_arr : cupy.ndarray or numpy.ndarray
            C-contiguous, of shape ``(depth, height, channels * width)`` or its end.
        stream : cupy.cuda.Stream, optional
            Where to copy; a copy without one is complete at the return.
        """
        address = self._checked(in_arr)
        params = self._params(in_arr)
        params.srcPtr, params.dstArray = self._pitched(in_arr, address), self._handle()
        self._copy(params, stream)

    def copy_to(self, out_arr: ArrayLike, stream: Stream | None = None) -> None:
        """Copy to an array on the device or on the host, which is like that of `copy_from`."""
        address = self._checked(out_arr)
        params = self._params(out_arr)
        params.srcArray, params.dstPtr = self._handle(), self._pitched(out_arr, address)
        self._copy(params, stream)

    def _handle(self) -> int:
        return member("cudaArray_t", self.ptr)

    def _params(self, arr: Any) -> Any:
        params, extent = struct("cudaMemcpy3DParms"), struct("cudaExtent")
        extent.width, extent.height, extent.depth = self.width, max(self.height, 1), max(self.depth, 1)
        params.extent = extent
        params.kind = member("cudaMemcpyKind", _DEFAULT_COPY)
        return params

    def _pitched(self, arr: Any, address: int) -> Any:
        pitched = struct("cudaPitchedPtr")
        pitched.ptr, pitched.pitch = address, arr.shape[-1] * arr.itemsize
        pitched.xsize, pitched.ysize = self.width, max(self.height, 1)
        return pitched

    def _copy(self, params: Struct, stream: Stream | None) -> None:
        from cupy._runtime.stream import get_current_stream

        target = get_current_stream() if stream is None else stream
        call("cudaMemcpy3DAsync", params, target.ptr)
        if stream is None:
            target.synchronize()

    def _checked(self, arr: Any) -> int:
        """Address of an array that fits."""
        channels = [bits for name, bits in self.desc.get_channel_format().items() if name != "f" and bits]
        kind = _KINDS[self.desc.get_channel_format()["f"]]
        if arr.dtype.kind != kind or any(arr.itemsize * 8 != bits for bits in channels):
            raise ValueError(f"the array has dtype {arr.dtype}, the format {len(channels)} channels of kind {kind!r} "
                             f"with {channels[0]} bits")
        expected = (self.depth, self.height, self.width * len(channels))[3 - self.ndim:]
        if arr.shape != expected:
            raise ValueError(f"the array has shape {arr.shape}, not {expected}")
        if not arr.flags.c_contiguous:
            raise ValueError("the array is not C-contiguous")
        return arr.ctypes.data if isinstance(arr, numpy.ndarray) else arr.data.ptr


class ResourceDescriptor(_Struct):
    """Memory that a texture or a surface reads; stands for ``cudaResourceDesc``.

    Parameters
    ----------
    restype : int
        One of ``cupy.cuda.runtime.cudaResourceType*``.
    cuArr : CUDAarray, optional
        For ``cudaResourceTypeArray``.
    arr : cupy.ndarray, optional
        For ``cudaResourceTypeLinear`` and ``cudaResourceTypePitch2D``.
    chDesc : ChannelFormatDescriptor, optional
        What an element of `arr` is.
    sizeInBytes : int, optional
        Bytes of `arr`, when linear.
    width, height, pitchInBytes : int, optional
        Elements of a row, rows, and bytes from row to row of `arr`, when of two dimensions.
    """

    __slots__ = ("_arguments", "arr", "chDesc", "cuArr")

    def __init__(self, restype: SupportsIndex, cuArr: CUDAarray | None = None, arr: ndarray | None = None,
                 chDesc: ChannelFormatDescriptor | None = None, sizeInBytes: SupportsIndex = 0,
                 width: SupportsIndex = 0, height: SupportsIndex = 0, pitchInBytes: SupportsIndex = 0) -> None:
        self._struct = desc = struct("cudaResourceDesc")
        self.cuArr, self.arr, self.chDesc = cuArr, arr, chDesc
        self._arguments = {"restype": restype, "cuArr": cuArr, "arr": arr, "chDesc": chDesc,
                           "sizeInBytes": sizeInBytes, "width": width, "height": height,
                           "pitchInBytes": pitchInBytes}
        desc.resType = member("cudaResourceType", restype)
        if restype == _ARRAY:
            if cuArr is None:
                raise ValueError("an array resource needs cuArr")
            desc.res.array.array = member("cudaArray_t", cuArr.ptr)
            return
        if restype not in (_LINEAR, _PITCH2D):
            raise ValueError(f"restype {restype} is neither an array, nor linear, nor pitched memory")
        if arr is None or chDesc is None:
            raise ValueError("a resource in ordinary memory needs arr and chDesc")
        part = desc.res.linear if restype == _LINEAR else desc.res.pitch2D
        part.devPtr, part.desc = arr.data.ptr, chDesc._struct
        if restype == _LINEAR:
            part.sizeInBytes = sizeInBytes
        else:
            part.width, part.height, part.pitchInBytes = width, height, pitchInBytes

    def get_resource_desc(self) -> Any:
        """The arguments by name."""
        return dict(self._arguments)


class TextureDescriptor(_Struct):
    """How a texture is read; stands for ``cudaTextureDesc``.

    Parameters
    ----------
    addressModes : tuple of int, optional
        For each axis what is outside: ``cupy.cuda.runtime.cudaAddressMode*``.
    filterMode : int, optional
        One of ``cudaFilterMode*``.
    readMode : int, optional
        One of ``cudaReadMode*``.
    sRGB : bool, optional
        Whether values are converted from sRGB.
    borderColors : tuple of float, optional
        Values outside with ``cudaAddressModeBorder``.
    normalizedCoords : bool, optional
        Whether coordinates are from 0 to 1.
    maxAnisotropy : int, optional
        Limit of the anisotropy ratio.
    """

    __slots__ = ("_arguments",)

    def __init__(self, addressModes: Sequence[SupportsIndex] | None = None, filterMode: SupportsIndex = 0,
                 readMode: SupportsIndex = 0, sRGB: bool | None = None, borderColors: Sequence[float] | None = None,
                 normalizedCoords: bool | None = None, maxAnisotropy: SupportsIndex | None = None) -> None:
        self._struct = desc = struct("cudaTextureDesc")
        self._arguments = {"addressModes": addressModes, "filterMode": filterMode, "readMode": readMode, "sRGB": sRGB,
                           "borderColors": borderColors, "normalizedCoords": normalizedCoords,
                           "maxAnisotropy": maxAnisotropy}
        modes = tuple(addressModes or ())
        if len(modes) > 3:
            raise ValueError(f"a texture has at most three axes, not {len(modes)}")
        desc.addressMode = [member("cudaTextureAddressMode", mode) for mode in (*modes, *(0,) * (3 - len(modes)))]
        desc.filterMode = member("cudaTextureFilterMode", filterMode)
        desc.readMode = member("cudaTextureReadMode", readMode)
        if borderColors is not None:
            if len(borderColors) > 4:
                raise ValueError(f"a border has at most four channels, not {len(borderColors)}")
            desc.borderColor = [*map(float, borderColors), *(0.0,) * (4 - len(borderColors))]
        desc.sRGB, desc.normalizedCoords = int(sRGB or 0), int(normalizedCoords or 0)
        desc.maxAnisotropy = maxAnisotropy or 0

    def get_texture_desc(self) -> Any:
        """The arguments by name."""
        return dict(self._arguments)


class TextureObject:
    """A texture, which raw kernels take as ``cudaTextureObject_t``.

    Parameters
    ----------
    ResDesc : ResourceDescriptor
        What is read.
    TexDesc : TextureDescriptor
        How it is read.
    """

    __slots__ = ("ResDesc", "TexDesc", "ptr")

    def __init__(self, ResDesc: ResourceDescriptor, TexDesc: TextureDescriptor) -> None:
        self.ptr = 0
        self.ResDesc, self.TexDesc = ResDesc, TexDesc
        self.ptr = _array_calls.createTextureObject(ResDesc.ptr, TexDesc.ptr)

    def __del__(self) -> None:
        if self.ptr and not sys.is_finalizing():
            _array_calls.destroyTextureObject(self.ptr)


class SurfaceObject:
    """A surface, which raw kernels take as ``cudaSurfaceObject_t``.

    Parameters
    ----------
    ResDesc : ResourceDescriptor
        The array, made with ``cudaArraySurfaceLoadStore``.
    """

    __slots__ = ("ResDesc", "ptr")

    def __init__(self, ResDesc: ResourceDescriptor) -> None:
        self.ptr = 0
        self.ResDesc = ResDesc
        self.ptr = _array_calls.createSurfaceObject(ResDesc.ptr)

    def __del__(self) -> None:
        if self.ptr and not sys.is_finalizing():
            _array_calls.destroySurfaceObject(self.ptr)
