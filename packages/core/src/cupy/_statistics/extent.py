"""Smallest and largest item together, for who needs both on the host."""
import struct

from cupy._codegen.histogram import EXTENT
from cupy._core.template import KernelTemplate, is_host, multiprocessors
from cupy._creation.basic import empty

__all__ = []

THREADS, ITEMS = 512, 8                 # as in device/extent.hpp

_kernel = KernelTemplate(EXTENT)


def extent(a):
    """Smallest and largest item of a vector that is not empty, as NumPy scalars; waits for the device."""
    if is_host():
        blocks, threads = max(1, min(multiprocessors(), a.size // 65536)), 1
    else:
        blocks, threads = min(4 * multiprocessors(), -(-a.size // (THREADS * ITEMS))), THREADS
    ends = empty((blocks, 2), a.dtype)
    params = struct.pack("PPqq", a.data.ptr, ends.data.ptr, a.size, a.strides[0] // a.itemsize)
    letter = {"q": "l", "Q": "L"}.get(a.dtype.char, a.dtype.char)
    _kernel(letter, blocks, threads, params, (a, ends))
    ends = ends.get()
    return ends[:, 0].min(), ends[:, 1].max()
