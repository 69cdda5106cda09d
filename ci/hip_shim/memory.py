"""Memory of the device under the shim: copied in, and what was changed copied back, on the CPU and on a GPU alike."""
import ctypes
import functools
import os

import numpy

__all__ = ["give", "read", "table", "write"]

_DEVICE_TO_HOST, _HOST_TO_DEVICE = 2, 1


@functools.cache
def table():
    """The contract's functions of the backend below."""
    from cupy._runtime import registry
    from cupy_testing.conformance._table import Table

    return Table(registry.find(os.environ.get("CUPY_HIP_SHIM", "host")).driver())


def read(address, count, char):
    """Items of the device's memory."""
    found = numpy.empty(count, char)
    table().device_synchronize()
    if found.nbytes and table().copy_sync(found.ctypes.data, address, found.nbytes, _DEVICE_TO_HOST):
        raise ValueError(f"{found.nbytes} bytes at {address:#x} cannot be read")
    return found


def write(address, items):
    """Store items, one behind the other."""
    items = numpy.ascontiguousarray(items)
    if items.nbytes and table().copy_sync(address, items.ctypes.data, items.nbytes, _HOST_TO_DEVICE):
        raise ValueError(f"{items.nbytes} bytes at {address:#x} cannot be written")


def give(address, value, kind=ctypes.c_int):
    """Store a number through a pointer of the caller's own."""
    kind.from_address(address).value = value
