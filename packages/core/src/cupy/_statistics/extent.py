"""Smallest and largest item together, for who needs both on the host."""
import struct

import numpy

from cupy._codegen.histogram import EXTENT
from cupy._core.template import KernelTemplate, is_host, multiprocessors
from cupy._creation.basic import empty, zeros

__all__ = []

THREADS, ITEMS = 512, 8                 # as in device/extent.hpp

_kernel = KernelTemplate(EXTENT)


def extent(a):
    """Smallest and largest item of a vector that is not empty, as NumPy scalars; waits for the device."""
    host = is_host()
    blocks = max(1, min(multiprocessors(), a.size // 65536)) if host else \
        min(4 * multiprocessors(), -(-a.size // (THREADS * ITEMS)))
    ends = empty((blocks + 1, 2), a.dtype)
    ticket = None if host else zeros(1, numpy.uint32)
    params = struct.pack("3P2q", a.data.ptr, ends.data.ptr, 0 if host else ticket.data.ptr, a.size,
                         a.strides[0] // a.itemsize)
    letter = {"q": "l", "Q": "L"}.get(a.dtype.char, a.dtype.char)
    _kernel(letter, blocks, 1 if host else THREADS, params, (a, ends) if host else (a, ends, ticket))
    if not host:
        return tuple(ends[blocks].get())
    ends = ends[:blocks].get()
    return ends[:, 0].min(), ends[:, 1].max()
