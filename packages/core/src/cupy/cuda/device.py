"""Devices."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

from cupy._runtime.calls import pointer_info
from cupy._runtime.device import Device, get_device_id

__all__ = ["Device", "Handle", "from_pointer", "get_compute_capability", "get_cublas_handle", "get_cusolver_handle",
           "get_cusolver_sp_handle", "get_cusparse_handle", "get_cutensor_handle", "get_device_id"]


class Handle:
    """A handle of one of NVIDIA's libraries, and what ends it.

    Parameters
    ----------
    handle : int
        The library's handle.
    destroy : callable
        ``destroy(handle)`` is called with the end of this object.

    Examples
    --------
    >>> from cupy.cuda.device import Handle
    >>> Handle(7, print).handle
    7
    7
    """

    __slots__ = ("_destroy", "handle")

    def __init__(self, handle: SupportsIndex, destroy: Callable[..., Any]) -> None:
        self.handle, self._destroy = handle, destroy

    def __del__(self) -> None:
        self._destroy(self.handle)


def from_pointer(ptr: int) -> Device:
    """The device of the memory at an address.

    Raises
    ------
    ValueError
        When no device has this memory.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.device.from_pointer(cupy.zeros(3).data.ptr).id
    0
    """
    kind, device = pointer_info(ptr)
    if not kind:
        raise ValueError(f"0x{ptr:x} is not an address on a device")
    return Device(device)


def get_compute_capability() -> str:
    """Version of the current device's architecture.

    Returns
    -------
    str
        Major and minor version without a point.

    Examples
    --------
    >>> import cupy
    >>> int(cupy.cuda.get_compute_capability()) > 0
    True
    """
    return Device().compute_capability


def get_cublas_handle() -> int:
    """This thread's handle of cuBLAS, on the current device and stream.

    Returns
    -------
    int
        For functions of `cupy.cuda.cublas`.

    Examples
    --------
    >>> import cupy
    >>> handle = cupy.cuda.get_cublas_handle()                      # doctest: +SKIP
    >>> cupy.cuda.cublas.getPointerMode(handle)                     # doctest: +SKIP
    0
    """
    return Device().cublas_handle


def get_cusolver_handle() -> int:
    """This thread's handle of cuSOLVER, for dense matrices, on the current device and stream."""
    return Device().cusolver_handle


def get_cusolver_sp_handle() -> int:
    """This thread's handle of cuSOLVER, for sparse matrices, on the current device and stream."""
    return Device().cusolver_sp_handle


def get_cusparse_handle() -> int:
    """This thread's handle of cuSPARSE, on the current device and stream."""
    return Device().cusparse_handle


def get_cutensor_handle() -> int:
    """This thread's handle of cuTENSOR, on the current device."""
    return Device().cutensor_handle
