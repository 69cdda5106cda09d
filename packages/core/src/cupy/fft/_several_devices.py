"""Complex transforms shared between devices: batches, and single transforms along several axes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._runtime import driver
from cupy.fft import config
from cupy.fft._engine import C2C, deliver, precision, transform

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = ["shared"]


def shared(a: ndarray, s: Sequence[int], axes: Sequence[int], forward: bool, scale: float,
           out: ndarray | None) -> ndarray:
    """A complex transform along `axes`, cut into one part a device of `config.devices`.

    A batch is cut along its longest axis.  A single transform along several axes is cut along
    the first of them while the others are transformed, and along the second while the first
    is: between the two every device gives a block to every other.  A single transform along
    one axis stays where it is, and parts that are fewer than the devices on the first ones.
    """
    batch = max((k for k in range(a.ndim) if k not in axes), key=lambda k: a.shape[k], default=None)
    shape = list(a.shape)
    for n, axis in zip(s, axes, strict=True):
        shape[axis] = n
    if batch is not None and a.shape[batch] > 1:
        parts = [(device, index, _transformed(_moved(a[index], device), s, axes, forward, scale, device))
                 for device, index in _cut(batch, a.shape[batch])]
    elif len(axes) > 1 and a.shape[axes[0]] > 1 and s[1] > 1 and a.dtype.char != "e":
        parts = _two_stages(a, shape, s, axes, forward, scale)
    else:
        return transform(a, C2C, s, axes, forward, scale, out)
    result = empty(tuple(shape), precision(a.dtype).upper())
    for _, index, part in parts:
        result[index] = _moved(part, driver.current_device())
    return deliver(result, 1, None, out)


def _cut(axis: int, length: int) -> list[tuple[int, Any]]:
    """``(device, index)`` of the parts of an axis."""
    devices = config.devices or ()
    count = min(len(devices), length)
    edges = [length * part // count for part in range(count + 1)]
    return [(device, (slice(None),) * axis + (slice(first, last),))
            for device, first, last in zip(devices, edges, edges[1:], strict=False)]


def _moved(a: ndarray, device: int) -> ndarray:
    """An array on a device."""
    return a if a.device.id == device else asarray(a.to_device(device))


def _transformed(a: ndarray, s: Sequence[int], axes: Sequence[int], forward: bool, scale: float,
                 device: int) -> ndarray:
    from cupy.cuda import Device
    with Device(device):
        return transform(a, C2C, s, axes, forward, scale)


def _two_stages(a: ndarray, shape: Sequence[int], s: Sequence[int], axes: Sequence[int], forward: bool,
                scale: float) -> list[tuple[int, Any, ndarray]]:
    """The parts of a transform along all axes, each along the whole of the first axis."""
    from cupy.cuda import Device
    first, second = axes[:2]
    slabs = [(index, _transformed(_moved(a[index], device), s[1:], axes[1:], forward, 1, device))
             for device, index in _cut(first, a.shape[first])]
    parts = []
    for device, index in _cut(second, s[1]):
        with Device(device):
            whole = list(shape)
            whole[first], whole[second] = a.shape[first], index[second].stop - index[second].start
            column = empty(tuple(whole), precision(a.dtype).upper())
            for place, slab in slabs:
                column[place] = _moved(slab[index], device)
        parts.append((device, index, _transformed(column, s[:1], axes[:1], forward, scale, device)))
    return parts
