"""Arrays in blocks on several devices."""
from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.cutensor._types import char

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = ["ndarray_mg", "to_mg_ndarray"]

#: What stands for the host's memory among devices.
HOST = -1


class ndarray_mg:  # noqa: N801 - CuPy's name
    """An array whose blocks go round over devices.

    The blocks of an axis belong in turn to the devices along it: with two devices, the first has blocks 0, 2, 4.  Each
    device holds its blocks side by side in one array.

    Parameters
    ----------
    x : sequence of ndarray
        The array of each device, all with the same strides; or one `numpy.ndarray`.
    extent : tuple of int, optional
        The shape of the whole; by default that of the one array.
    block_size : tuple of int, optional
        The shape of a block; by default there are no more blocks than devices.
    device_count : tuple of int, optional
        Devices along each axis, one by default.
    devices : sequence of int, optional
        The devices, those along the first axis first; -1 is the host.  By default where the arrays are.  Where there
        are a multiple of those that `device_count` says, each block is on several devices.

    Attributes
    ----------
    x : list
        The array of each device.
    extent, block_size, device_count, devices : tuple of int
        As above.
    element_stride, block_stride : tuple of int
        Elements from one element, and from one block, of a device to the next, along each axis.
    dtype : numpy.dtype
        Type of the elements.
    ndim, num_devices : int
        Axes, and devices.
    data : list of int
        Addresses of the devices' arrays.
    key : tuple
        Tells arrays of another layout apart.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.ndarray_mg([cupy.ones((2, 3)), cupy.ones((2, 3))], (4, 3), device_count=(2, 1))
    >>> a.block_size, a.devices
    ((2, 3), (0, 0))
    """

    __slots__ = ("_addresses", "block_size", "block_stride", "data", "device_count", "devices", "dtype",
                 "element_stride", "extent", "key", "ndim", "num_devices", "ptr", "x")

    def __init__(self, x: Any, extent: Sequence[Int] | None = None, block_size: Sequence[Int] | None = None,
                 device_count: Sequence[int] | Sequence[Int] | None = None,
                 devices: Sequence[SupportsIndex] | None = None) -> None:
        self.x = [x] if isinstance(x, (numpy.ndarray, cupy.ndarray)) else list(x)
        first = self.x[0]
        self.dtype = first.dtype
        char(self.dtype)
        self.extent = tuple(first.shape if extent is None else extent)
        self.ndim = len(self.extent)
        self.device_count = (1,) * self.ndim if device_count is None else tuple(device_count)
        self.block_size = _block_size(self.extent, self.device_count, block_size)
        self.devices = tuple(map(_place, self.x)) if devices is None else tuple(devices)
        self.num_devices = len(self.devices)
        self._check()
        self.element_stride = tuple([stride // self.dtype.itemsize for stride in first.strides])
        self.block_stride = tuple([n * stride for n, stride in zip(self.block_size, self.element_stride, strict=True)])
        self.data = [_address(part) for part in self.x]
        self._addresses = (ctypes.c_void_p * len(self.data))(*self.data)
        self.ptr = ctypes.addressof(self._addresses)
        self.key = (self.extent, self.element_stride, self.block_size, self.block_stride, self.device_count,
                    self.devices, self.dtype.char)

    def _check(self) -> None:
        if self.num_devices != len(self.x) or self.num_devices % math.prod(self.device_count):
            raise ValueError(f"{len(self.x)} arrays on {self.num_devices} devices do not fit device_count "
                             f"{self.device_count}")
        for k, part in enumerate(self.x):
            if part.dtype != self.dtype or part.strides != self.x[0].strides:
                raise ValueError("the devices' arrays must have one type and the same strides")
            if part.ndim != self.ndim or any(have < n for have, n in zip(part.shape, self.local_extent(k),
                                                                         strict=True)):
                raise ValueError(f"array {k} of shape {part.shape} cannot hold {self.local_extent(k)} items")

    def _coordinates(self, k: Any) -> list[int]:
        """Where a device stands among those of each axis."""
        found = []
        for count in self.device_count:
            found.append(k % count)
            k //= count
        return found

    def _indices(self, k: int) -> list[slice | numpy.ndarray[Any, Any]]:
        """The items of each axis that a device has, as slices or as arrays of numbers."""
        found = []
        for n, size, count, at in zip(self.extent, self.block_size, self.device_count, self._coordinates(k),
                                      strict=True):
            if count == 1:
                found.append(slice(0, n))
            elif size * count >= n:
                found.append(slice(min(at * size, n), min((at + 1) * size, n)))
            else:
                items = numpy.arange(n)
                found.append(items[items // size % count == at])
        return found

    def local_extent(self, k: Any) -> tuple[int, ...]:
        """The shape of what device number `k` of the array has of it."""
        return tuple([len(range(*each.indices(n))) if isinstance(each, slice) else len(each)
                      for each, n in zip(self._indices(k), self.extent, strict=True)])

    def parts(self) -> Any:
        """What each device has, and where that is in the whole: an index for arrays of any kind."""
        for k, part in enumerate(self.x):
            indices = self._indices(k)
            yield part[tuple([slice(0, n) for n in self.local_extent(k)])], indices

    def __repr__(self) -> str:
        return f"ndarray_mg(extent={self.extent}, dtype={self.dtype}, devices={self.devices})"


def _block_size(extent: tuple[Int, ...], counts: tuple[int, ...] | tuple[Int, ...],
                given: tuple[int, ...] | Sequence[Int] | None) -> Any:
    """The shape of a block, from what the user says of it."""
    if len(counts) != len(extent) or given is not None and len(given) != len(extent):
        raise ValueError(f"block_size and device_count must have {len(extent)} numbers, as the extent has")
    if min((*counts, *(given or ())), default=1) < 1:
        raise ValueError("block sizes and numbers of devices must be positive")
    if given is not None:
        return tuple(given)
    return tuple([max(-(-n // count), 1) for n, count in zip(extent, counts, strict=True)])


def _place(part: cupy.ndarray | numpy.ndarray[Any, Any]) -> int:
    return part.device.id if isinstance(part, cupy.ndarray) else HOST


def _address(part: cupy.ndarray | numpy.ndarray[Any, Any]) -> int:
    return part.data.ptr if isinstance(part, cupy.ndarray) else part.ctypes.data


def _index(indices: list[slice | numpy.ndarray[Any, Any]],
        like: Any) -> tuple[slice | numpy.ndarray[Any, Any], ...] | tuple[cupy.ndarray | numpy.ndarray[tuple[Any, ...],
            numpy.dtype[Any]], ...]:
    """An index of an array for the items of `ndarray_mg.parts`."""
    if all(isinstance(each, slice) for each in indices):
        return tuple(indices)
    xp = cupy if isinstance(like, cupy.ndarray) else numpy
    arrays = [numpy.arange(each.start, each.stop) if isinstance(each, slice) else each for each in indices]
    return tuple([xp.asarray(each) for each in numpy.ix_(*arrays)])


def gather(a: Any) -> cupy.ndarray | numpy.ndarray[Any, Any]:
    """The whole on the first device; the array itself where there is one."""
    if a.num_devices == 1:
        return a.x[0][tuple([slice(0, n) for n in a.extent])]
    if a.devices[0] == HOST:
        whole = numpy.empty(a.extent, a.dtype)
        for part, indices in a.parts():
            whole[_index(indices, whole)] = part
        return whole
    with cupy.cuda.Device(a.devices[0]):
        whole = cupy.empty(a.extent, a.dtype)
        for part, indices in list(a.parts())[:math.prod(a.device_count)]:
            whole[_index(indices, whole)] = cupy.asarray(part, device=a.devices[0])
    return whole


def scatter(a: Any, whole: Any) -> None:
    """Put an array of NumPy's or ours, or what is to be repeated to one, where its items belong."""
    on_host = isinstance(whole, numpy.ndarray)
    with cupy.cuda.Device(None if on_host else whole.device.id):
        blocks = [whole[_index(indices, whole)] for _, indices in a.parts()]
    for (part, _), block, device in zip(a.parts(), blocks, a.devices, strict=True):
        if isinstance(part, numpy.ndarray):
            part[...] = block if on_host else block.get()
            continue
        with cupy.cuda.Device(device):
            part[...] = cupy.asarray(block, device=device)


def to_mg_ndarray(x: cupy.ndarray | numpy.ndarray[Any, Any] | ndarray_mg, device_count: Sequence[Int] | None = None,
                  block_size: Sequence[Int] | None = None, devices: Sequence[int] | None = None) -> ndarray_mg:
    """An array in blocks on several devices.

    Parameters
    ----------
    x : ndarray, numpy.ndarray or ndarray_mg
        The array.
    device_count : tuple of int, optional
        Devices along each axis.  Without it, `x` is not copied, and the result stands for it where it is.
    block_size : tuple of int, optional
        The shape of a block; by default there are no more blocks than devices.
    devices : sequence of int, optional
        The devices, those along the first axis first; by default 0, 1 and so on.

    Returns
    -------
    ndarray_mg
        A copy, cut as `create_mg_tensor_descriptor` says.

    Raises
    ------
    TypeError
        If `x` is no array.
    ValueError
        If numbers do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.to_mg_ndarray(cupy.ones((4, 3)), device_count=(2, 1), devices=(0, 0))
    >>> [part.shape for part in a.x]
    [(2, 3), (2, 3)]
    """
    if isinstance(x, ndarray_mg) and device_count is None:
        return x
    if not isinstance(x, (ndarray_mg, numpy.ndarray, cupy.ndarray)):
        raise TypeError(f"x must be an array, not {type(x).__name__}")
    if device_count is None:
        return ndarray_mg([x])
    whole = gather(x) if isinstance(x, ndarray_mg) else x
    counts = tuple(device_count)
    size = _block_size(whole.shape, counts, block_size)
    devices = tuple(range(math.prod(counts)) if devices is None else devices)
    blocks = [-(-n // (step * count)) for n, step, count in zip(whole.shape, size, counts, strict=True)]
    local = [count * step for count, step in zip(blocks, size, strict=True)]
    parts = []
    for device in devices:
        with cupy.cuda.Device(device):
            parts.append(cupy.empty(local, whole.dtype))
    result = ndarray_mg(parts, whole.shape, size, counts, devices)
    scatter(result, whole)
    return result
