"""What devices, streams and graphs say of themselves, by the names of CUDA's runtime."""
from __future__ import annotations


import os
import re
from typing import SupportsIndex

from cupy._runtime import driver, native
from cupy._runtime.calls import deviceGetPCIBusId, getDeviceCount, stream_kind
from cupy._runtime.errors import INVALID_DEVICE, INVALID_VALUE, BackendError
from cupy._runtime.numbers import COMMON

__all__ = []

_PCI_BUS_ID = re.compile(r"([0-9a-f]+:)?[0-9a-f]+:[0-9a-f]+(\.[0-9a-f]+)?")


def deviceGetAttribute(attrib: int, device: int) -> int:
    """An attribute of a device.

    Parameters
    ----------
    attrib : int
        A constant of this module that starts with ``cudaDevAttr``.
    device : int
        Number of the device.

    Returns
    -------
    int

    Raises
    ------
    CUDARuntimeError
        When the backend has no such attribute or device.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> runtime.deviceGetAttribute(runtime.cudaDevAttrWarpSize, 0) >= 1
    True
    """
    common, backend = COMMON.get(attrib), driver.backend()
    own = getattr(backend, "attribute", None)       # of backends that are no platform of their own numbers
    if own is not None and 0 <= device < getDeviceCount():
        value = own(attrib)
        if value is not None:
            return value
    if common is not None:
        return driver.attribute(device, common)
    number = backend.attribute_number(attrib) if hasattr(backend, "attribute_number") else None
    if number is None:
        raise BackendError(f"the {backend.name} backend has no attribute {attrib}", INVALID_VALUE)
    return driver.attribute(device, driver.NATIVE + number)


def deviceGetByPCIBusId(pciBusId: str) -> int:
    """Number of the device at a place on the PCI bus.

    Parameters
    ----------
    pciBusId : str
        As ``'0000:17:00.0'``; the part before the first colon may be missing.

    Raises
    ------
    CUDARuntimeError
        When there is no device at this place (status 101), or this is not one (status 1).

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> runtime.deviceGetByPCIBusId(runtime.deviceGetPCIBusId(0))
    0
    """
    wanted = pciBusId.lower()
    if not _PCI_BUS_ID.fullmatch(wanted):
        raise BackendError(f"{pciBusId!r} is not a PCI bus id, as 0000:17:00.0", INVALID_VALUE)
    for device in range(getDeviceCount()):
        place = deviceGetPCIBusId(device).lower()
        if wanted in (place, place.partition(":")[2]):
            return device
    raise BackendError(f"no device has the PCI bus id {pciBusId}", INVALID_DEVICE)


def streamGetFlags(stream: SupportsIndex) -> int:
    """Flags that a stream was created with.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    >>> runtime.streamGetFlags(stream) == runtime.streamNonBlocking
    True
    >>> runtime.streamDestroy(stream)
    """
    known = stream_kind(stream)
    return int(known[1]) if known else native.handle("cudaStreamGetFlags", stream)


def streamGetPriority(stream: SupportsIndex) -> int:
    """Priority that a stream was created with.

    Examples
    --------
    >>> from cupy.cuda import runtime
    >>> stream = runtime.streamCreate()
    >>> runtime.streamGetPriority(stream)
    0
    >>> runtime.streamDestroy(stream)
    """
    known = stream_kind(stream)
    return known[2] if known else native.call("cudaStreamGetPriority", stream)


def graphDebugDotPrint(graph: SupportsIndex, path: str, flags: SupportsIndex) -> None:
    """Write a graph to a file in the language of Graphviz.

    Parameters
    ----------
    graph : int
        What `streamEndCapture` returned.
    path : str
        The file.
    flags : int
        Sum of the constants ``cudaGraphDebugDotFlags*``.
    """
    native.call("cudaGraphDebugDotPrint", graph, os.fsencode(path), flags)
