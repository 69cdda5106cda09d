"""The runtime's functions on its pools of stream-ordered memory, by CuPy's names."""
from __future__ import annotations

from typing import SupportsIndex

from cupy._runtime.native import call, handle, member, struct

__all__ = ["MemPoolProps", "deviceGetDefaultMemPool", "deviceGetMemPool", "deviceSetMemPool", "mallocFromPoolAsync",
           "memPoolCreate", "memPoolDestroy", "memPoolGetAttribute", "memPoolSetAttribute", "memPoolTrimTo"]

#: Attributes from this one on are of 64 bits, those before it of 32.
_FIRST_LONG = 4


class MemPoolProps:
    """What a new pool of the driver is like.

    Parameters
    ----------
    allocType, handleType, locationType : int
        Constants ``cudaMemAllocationType*``, ``cudaMemHandleType*`` and ``cudaMemLocationType*``.
    devId : int
        Number of the device.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> runtime.MemPoolProps(runtime.cudaMemAllocationTypePinned, runtime.cudaMemHandleTypeNone,
    ...                      runtime.cudaMemLocationTypeDevice, 0).devId
    0
    """

    __slots__ = ("allocType", "devId", "handleType", "locationType")

    def __init__(self, allocType: SupportsIndex, handleType: SupportsIndex, locationType: SupportsIndex,
                 devId: SupportsIndex) -> None:
        self.allocType, self.handleType = allocType, handleType
        self.locationType, self.devId = locationType, devId


def memPoolCreate(props: MemPoolProps) -> int:
    """A new pool; `props` is a `MemPoolProps`."""
    native = struct("cudaMemPoolProps")
    native.allocType = member("cudaMemAllocationType", props.allocType)
    native.handleTypes = member("cudaMemAllocationHandleType", props.handleType)
    native.location.type = member("cudaMemLocationType", props.locationType)
    native.location.id = props.devId
    return handle("cudaMemPoolCreate", native)


def memPoolDestroy(pool: SupportsIndex) -> None:
    """End a pool."""
    call("cudaMemPoolDestroy", pool)


def memPoolTrimTo(pool: SupportsIndex, size: SupportsIndex) -> None:
    """Return unused memory of a pool to the system, but for `size` bytes."""
    call("cudaMemPoolTrimTo", pool, size)


def memPoolGetAttribute(pool: SupportsIndex, attr: SupportsIndex) -> int:
    """An attribute of a pool; `attr` is one of the constants ``cudaMemPool*``."""
    return handle("cudaMemPoolGetAttribute", pool, ("cudaMemPoolAttr", attr))


def memPoolSetAttribute(pool: SupportsIndex, attr: int, value: SupportsIndex) -> None:
    """Set an attribute of a pool; `attr` is one of the constants ``cudaMemPool*``."""
    if attr >= _FIRST_LONG:
        value = member("cuuint64_t", value)
    call("cudaMemPoolSetAttribute", pool, ("cudaMemPoolAttr", attr), value)


def mallocFromPoolAsync(size: SupportsIndex, pool: SupportsIndex, stream: SupportsIndex) -> int:
    """Address of new memory from a pool, valid for work of a stream from now on."""
    return handle("cudaMallocFromPoolAsync", size, pool, stream) if size else 0


def deviceGetDefaultMemPool(device: SupportsIndex) -> int:
    """The pool that a device began with."""
    return handle("cudaDeviceGetDefaultMemPool", device)


def deviceGetMemPool(device: SupportsIndex) -> int:
    """The pool that a device uses now."""
    return handle("cudaDeviceGetMemPool", device)


def deviceSetMemPool(device: SupportsIndex, pool: SupportsIndex) -> None:
    """Let a device use a pool from now on."""
    call("cudaDeviceSetMemPool", device, pool)
