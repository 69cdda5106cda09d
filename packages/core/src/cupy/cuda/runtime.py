"""CUDA's runtime by CuPy's names, on every backend: handles and addresses are integers.

Constants have CUDA's values everywhere.
"""
from __future__ import annotations

from typing import Any, SupportsIndex

from cupy._runtime import driver
from cupy._runtime.calls import (
    check_status, device_uuid, deviceCanAccessPeer, deviceDisablePeerAccess, deviceEnablePeerAccess, deviceGetLimit,
    deviceGetPCIBusId, deviceSetLimit, deviceSynchronize, eventCreate, eventCreateWithFlags, eventDestroy,
    eventElapsedTime, eventQuery, eventRecord, eventSynchronize, free, freeAsync, freeHost, getDevice, getDeviceCount,
    graphDestroy, graphExecDestroy, graphInstantiate, graphLaunch, graphUpload, hostAlloc, hostRegister,
    hostUnregister, ipcCloseMemHandle, ipcGetEventHandle, ipcGetMemHandle, ipcOpenEventHandle, ipcOpenMemHandle,
    launchHostFunc, malloc, mallocAsync, mallocManaged, memAdvise, memcpy, memcpy2D, memcpy2DAsync, memcpyAsync,
    memcpyPeer, memcpyPeerAsync, memGetInfo, memPrefetchAsync, memset, memsetAsync, pointer_info, setDevice,
    streamAddCallback, streamBeginCapture, streamCreate, streamCreateWithFlags, streamCreateWithPriority,
    streamDestroy, streamEndCapture, streamIsCapturing, streamQuery, streamSynchronize, streamWaitEvent)
from cupy._runtime.errors import BackendError, BackendError as CUDARuntimeError
from cupy.cuda._array_calls import (
    createSurfaceObject, createTextureObject, destroySurfaceObject, destroyTextureObject, freeArray,
    freeMipmappedArray, getMipmappedArrayLevel, malloc3DArray, mallocArray, mallocMipmappedArray, memcpy2DFromArray,
    memcpy2DFromArrayAsync, memcpy2DToArray, memcpy2DToArrayAsync, memcpy3D, memcpy3DAsync)
from cupy._runtime.numbers import ATTRIBUTES, CONSTANTS
from cupy._runtime.pool_calls import (
    MemPoolProps, deviceGetDefaultMemPool, deviceGetMemPool, deviceSetMemPool, mallocFromPoolAsync, memPoolCreate,
    memPoolDestroy, memPoolGetAttribute, memPoolSetAttribute, memPoolTrimTo)
from cupy._runtime.queries import (
    deviceGetAttribute, deviceGetByPCIBusId, graphDebugDotPrint, streamGetFlags, streamGetPriority)
from cupy.cuda.external import streamAttachMemAsync
from cupy.cuda.profiler import start as profilerStart, stop as profilerStop

__all__ = [
    "CUDARuntimeError", "MemPoolProps", "PointerAttributes", "check_status", "createSurfaceObject",
    "createTextureObject", "destroySurfaceObject", "destroyTextureObject", "deviceCanAccessPeer",
    "deviceDisablePeerAccess", "deviceEnablePeerAccess", "deviceGetAttribute", "deviceGetByPCIBusId",
    "deviceGetDefaultMemPool", "deviceGetLimit", "deviceGetMemPool", "deviceGetPCIBusId", "deviceSetLimit",
    "deviceSetMemPool", "deviceSynchronize", "driverGetVersion", "eventCreate", "eventCreateWithFlags", "eventDestroy",
    "eventElapsedTime", "eventQuery", "eventRecord", "eventSynchronize", "free", "freeArray", "freeAsync", "freeHost",
    "freeMipmappedArray", "getDevice", "getDeviceCount", "getDeviceProperties", "getMipmappedArrayLevel",
    "graphDebugDotPrint", "graphDestroy", "graphExecDestroy", "graphInstantiate", "graphLaunch", "graphUpload",
    "hostAlloc", "hostRegister", "hostUnregister", "ipcCloseMemHandle", "ipcGetEventHandle", "ipcGetMemHandle",
    "ipcOpenEventHandle", "ipcOpenMemHandle", "launchHostFunc", "malloc", "malloc3DArray", "mallocArray",
    "mallocAsync", "mallocFromPoolAsync", "mallocHost", "mallocManaged", "mallocMipmappedArray", "memAdvise",
    "memGetInfo", "memPoolCreate", "memPoolDestroy", "memPoolGetAttribute", "memPoolSetAttribute", "memPoolTrimTo",
    "memPrefetchAsync", "memcpy", "memcpy2D", "memcpy2DAsync", "memcpy2DFromArray", "memcpy2DFromArrayAsync",
    "memcpy2DToArray", "memcpy2DToArrayAsync", "memcpy3D", "memcpy3DAsync", "memcpyAsync", "memcpyPeer",
    "memcpyPeerAsync", "memset", "memsetAsync", "pointerGetAttributes", "pointerGetMemoryType", "profilerStart",
    "profilerStop", "runtimeGetVersion", "setDevice", "streamAddCallback", "streamAttachMemAsync",
    "streamBeginCapture", "streamCreate", "streamCreateWithFlags", "streamCreateWithPriority", "streamDestroy",
    "streamEndCapture", "streamGetFlags", "streamGetPriority", "streamIsCapturing", "streamQuery", "streamSynchronize",
    "streamWaitEvent",
]
_UNREGISTERED, _DEVICE = 0, 2

globals().update(CONSTANTS)
globals().update({f"cudaDevAttr{name}": number for name, number in ATTRIBUTES.items()})

__all__.extend(["is_hip", *CONSTANTS, *(f"cudaDevAttr{name}" for name in ATTRIBUTES)])

mallocHost = hostAlloc

#: Property of a device → its attribute.
_PROPERTIES = {
    "asyncEngineCount": "AsyncEngineCount", "canMapHostMemory": "CanMapHostMemory", "clockRate": "ClockRate",
    "computeMode": "ComputeMode", "concurrentKernels": "ConcurrentKernels",
    "concurrentManagedAccess": "ConcurrentManagedAccess", "cooperativeLaunch": "CooperativeLaunch",
    "ECCEnabled": "EccEnabled", "globalL1CacheSupported": "GlobalL1CacheSupported", "integrated": "Integrated",
    "isMultiGpuBoard": "IsMultiGpuBoard", "kernelExecTimeoutEnabled": "KernelExecTimeout",
    "l2CacheSize": "L2CacheSize", "localL1CacheSupported": "LocalL1CacheSupported", "managedMemory": "ManagedMemory",
    "maxBlocksPerMultiProcessor": "MaxBlocksPerMultiprocessor", "maxThreadsPerBlock": "MaxThreadsPerBlock",
    "maxThreadsPerMultiProcessor": "MaxThreadsPerMultiProcessor", "memPitch": "MaxPitch",
    "memoryBusWidth": "GlobalMemoryBusWidth", "memoryClockRate": "MemoryClockRate",
    "multiGpuBoardGroupID": "MultiGpuBoardGroupID", "multiProcessorCount": "MultiProcessorCount",
    "pageableMemoryAccess": "PageableMemoryAccess", "pciBusID": "PciBusId", "pciDeviceID": "PciDeviceId",
    "pciDomainID": "PciDomainId", "regsPerBlock": "MaxRegistersPerBlock",
    "regsPerMultiprocessor": "MaxRegistersPerMultiprocessor",
    "reservedSharedMemPerBlock": "ReservedSharedMemoryPerBlock", "sharedMemPerBlock": "MaxSharedMemoryPerBlock",
    "sharedMemPerBlockOptin": "MaxSharedMemoryPerBlockOptin",
    "sharedMemPerMultiprocessor": "MaxSharedMemoryPerMultiprocessor",
    "streamPrioritiesSupported": "StreamPrioritiesSupported", "surfaceAlignment": "SurfaceAlignment",
    "textureAlignment": "TextureAlignment", "texturePitchAlignment": "TexturePitchAlignment",
    "totalConstMem": "TotalConstantMemory", "unifiedAddressing": "UnifiedAddressing", "warpSize": "WarpSize",
}
_TRIPLES = {
    "maxThreadsDim": ("MaxBlockDimX", "MaxBlockDimY", "MaxBlockDimZ"),
    "maxGridSize": ("MaxGridDimX", "MaxGridDimY", "MaxGridDimZ"),
}


def __getattr__(name: str) -> Any:
    if name == "is_hip":        # the backend is not known, and must not be started, at import
        return driver.backend().compiler().language == "hip"
    raise AttributeError(f"module 'cupy.cuda.runtime' has no attribute {name!r}")


def driverGetVersion() -> int:
    """Version of the backend's driver, as 13000.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> isinstance(runtime.driverGetVersion(), int)
    True
    """
    return driver.driver_version()


def runtimeGetVersion() -> int:
    """Version of the runtime: that of the driver, because no other library stands before it.

    Returns
    -------
    int
        As CUDA counts: 13000 is 13.0.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> runtime.runtimeGetVersion() == runtime.driverGetVersion()
    True
    """
    return driver.driver_version()


def getDeviceProperties(device: int) -> dict[Any, Any]:
    """What is known about a device, by the names of ``cudaDeviceProp``.

    Parameters
    ----------
    device : int
        Number of the device.

    Returns
    -------
    dict
        Attributes that the backend does not have are missing.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> properties = runtime.getDeviceProperties(0)
    >>> properties["multiProcessorCount"] >= 1 and properties["totalGlobalMem"] > 0
    True
    """
    found = {
        "name": driver.device_name(device).encode(),
        "totalGlobalMem": driver.total_memory(device),
        "major": deviceGetAttribute(CONSTANTS["deviceAttributeComputeCapabilityMajor"], device),
        "minor": deviceGetAttribute(CONSTANTS["deviceAttributeComputeCapabilityMinor"], device),
    }
    rows = {**{name: (attribute,) for name, attribute in _PROPERTIES.items()}, **_TRIPLES}
    for name, attributes in rows.items():
        try:
            values = tuple(deviceGetAttribute(ATTRIBUTES[attribute], device) for attribute in attributes)
        except BackendError:
            continue
        found[name] = values if name in _TRIPLES else values[0]
    try:
        found["uuid"] = device_uuid(device)
    except BackendError:
        pass
    compiler = driver.backend().compiler()
    if compiler.language == "hip":
        found["gcnArchName"] = compiler.target(device)
    return found


class PointerAttributes:
    """What an address points to.

    Attributes
    ----------
    device : int
        Number of the device; -2 for memory that the backend does not know.
    devicePointer, hostPointer : int
        The address for kernels and for the host; 0 where it cannot be used.
    type : int
        One of the constants that start with ``memoryType``.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import runtime
    >>> runtime.pointerGetAttributes(cupy.zeros(3).data.ptr).type == runtime.memoryTypeDevice
    True
    """

    __slots__ = ("device", "devicePointer", "hostPointer", "type")

    def __init__(self, device: SupportsIndex, devicePointer: SupportsIndex, hostPointer: SupportsIndex,
                 type: SupportsIndex) -> None:
        self.device = device
        self.devicePointer = devicePointer
        self.hostPointer = hostPointer
        self.type = type

    def __repr__(self) -> str:
        return (f"PointerAttributes(device={self.device}, devicePointer={self.devicePointer}, "
                f"hostPointer={self.hostPointer}, type={self.type})")


def pointerGetAttributes(ptr: SupportsIndex) -> PointerAttributes:
    """What an address points to.

    Parameters
    ----------
    ptr : int
        The address.

    Returns
    -------
    PointerAttributes

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import runtime
    >>> runtime.pointerGetAttributes(cupy.zeros(3).data.ptr).device
    0
    """
    kind, device = pointer_info(ptr)
    return PointerAttributes(
        CONSTANTS["cudaInvalidDeviceId"] if kind == _UNREGISTERED else device,
        0 if kind == _UNREGISTERED else ptr, 0 if kind == _DEVICE else ptr, kind)


def pointerGetMemoryType(ptr: SupportsIndex) -> int:
    """Kind of the memory at an address: one of the constants that start with ``memoryType``.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import runtime
    >>> runtime.pointerGetMemoryType(cupy.zeros(3).data.ptr) == runtime.memoryTypeDevice
    True
    """
    return pointer_info(ptr)[0]
