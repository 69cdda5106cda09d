"""The runtime's functions on arrays, textures and surfaces, by CuPy's names; structures are passed by address."""
from __future__ import annotations

from typing import SupportsIndex

from cupy._runtime.native import call, handle, struct

__all__ = ["createSurfaceObject", "createTextureObject", "destroySurfaceObject", "destroyTextureObject", "freeArray",
           "freeMipmappedArray", "getMipmappedArrayLevel", "malloc3DArray", "mallocArray", "mallocMipmappedArray",
           "memcpy2DFromArray", "memcpy2DFromArrayAsync", "memcpy2DToArray", "memcpy2DToArrayAsync", "memcpy3D",
           "memcpy3DAsync"]


def createTextureObject(ResDescPtr: int, TexDescPtr: int) -> int:
    """A texture of what a ``cudaResourceDesc`` names, read as a ``cudaTextureDesc`` says."""
    return handle("cudaCreateTextureObject", struct("cudaResourceDesc", ResDescPtr),
                  struct("cudaTextureDesc", TexDescPtr), None)


def destroyTextureObject(texObject: SupportsIndex) -> None:
    """End a texture."""
    call("cudaDestroyTextureObject", texObject)


def createSurfaceObject(ResDescPtr: int) -> int:
    """A surface of the array that a ``cudaResourceDesc`` names."""
    return handle("cudaCreateSurfaceObject", struct("cudaResourceDesc", ResDescPtr))


def destroySurfaceObject(surfObject: SupportsIndex) -> None:
    """End a surface."""
    call("cudaDestroySurfaceObject", surfObject)


def mallocArray(descPtr: int, width: SupportsIndex, height: SupportsIndex, flags: SupportsIndex = 0) -> int:
    """A new array of one or two dimensions; the format is a ``cudaChannelFormatDesc``."""
    return handle("cudaMallocArray", struct("cudaChannelFormatDesc", descPtr), width, height, flags)


def malloc3DArray(descPtr: int, width: SupportsIndex, height: SupportsIndex, depth: SupportsIndex,
                  flags: SupportsIndex = 0) -> int:
    """A new array of up to three dimensions; the format is a ``cudaChannelFormatDesc``."""
    extent = struct("cudaExtent")
    extent.width, extent.height, extent.depth = width, height, depth
    return handle("cudaMalloc3DArray", struct("cudaChannelFormatDesc", descPtr), extent, flags)


def freeArray(ptr: SupportsIndex) -> None:
    """Return an array."""
    call("cudaFreeArray", ptr)


def memcpy2DFromArray(dst: SupportsIndex, dpitch: SupportsIndex, src: SupportsIndex, wOffset: SupportsIndex,
                      hOffset: SupportsIndex, width: SupportsIndex, height: SupportsIndex, kind: SupportsIndex) -> None:
    """Copy rows of `width` bytes from an array and wait."""
    call("cudaMemcpy2DFromArray", dst, dpitch, src, wOffset, hOffset, width, height, ("cudaMemcpyKind", kind))


def memcpy2DFromArrayAsync(dst: SupportsIndex, dpitch: SupportsIndex, src: SupportsIndex, wOffset: SupportsIndex,
                           hOffset: SupportsIndex, width: SupportsIndex, height: SupportsIndex, kind: SupportsIndex,
                           stream: SupportsIndex) -> None:
    """Copy rows of `width` bytes from an array on a stream."""
    call("cudaMemcpy2DFromArrayAsync", dst, dpitch, src, wOffset, hOffset, width, height, ("cudaMemcpyKind", kind),
         stream)


def memcpy2DToArray(dst: SupportsIndex, wOffset: SupportsIndex, hOffset: SupportsIndex, src: SupportsIndex,
                    spitch: SupportsIndex, width: SupportsIndex, height: SupportsIndex, kind: SupportsIndex) -> None:
    """Copy rows of `width` bytes to an array and wait."""
    call("cudaMemcpy2DToArray", dst, wOffset, hOffset, src, spitch, width, height, ("cudaMemcpyKind", kind))


def memcpy2DToArrayAsync(dst: SupportsIndex, wOffset: SupportsIndex, hOffset: SupportsIndex, src: SupportsIndex,
                         spitch: SupportsIndex, width: SupportsIndex, height: SupportsIndex, kind: SupportsIndex,
                         stream: SupportsIndex) -> None:
    """Copy rows of `width` bytes to an array on a stream."""
    call("cudaMemcpy2DToArrayAsync", dst, wOffset, hOffset, src, spitch, width, height, ("cudaMemcpyKind", kind),
         stream)


def memcpy3D(Memcpy3DParmsPtr: int) -> None:
    """Copy what a ``cudaMemcpy3DParms`` says and wait."""
    call("cudaMemcpy3D", struct("cudaMemcpy3DParms", Memcpy3DParmsPtr))


def memcpy3DAsync(Memcpy3DParmsPtr: int, stream: SupportsIndex) -> None:
    """Copy what a ``cudaMemcpy3DParms`` says on a stream."""
    call("cudaMemcpy3DAsync", struct("cudaMemcpy3DParms", Memcpy3DParmsPtr), stream)


def mallocMipmappedArray(descPtr: int, width: SupportsIndex, height: SupportsIndex, depth: SupportsIndex,
                         levels: SupportsIndex, flags: SupportsIndex = 0) -> int:
    """New arrays of half the size each; the format is a ``cudaChannelFormatDesc``."""
    extent = struct("cudaExtent")
    extent.width, extent.height, extent.depth = width, height, depth
    return handle("cudaMallocMipmappedArray", struct("cudaChannelFormatDesc", descPtr), extent, levels, flags)


def getMipmappedArrayLevel(mipmap: SupportsIndex, level: SupportsIndex) -> int:
    """The array of a level, which is freed with all others."""
    return handle("cudaGetMipmappedArrayLevel", mipmap, level)


def freeMipmappedArray(mipmap: SupportsIndex) -> None:
    """End the arrays of all levels."""
    call("cudaFreeMipmappedArray", mipmap)
