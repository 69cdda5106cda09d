"""Fourier transforms of distributed arrays: axes that are cut are brought together first."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex

import cupy

from cupyx.distributed.array import _slabs
from cupyx.distributed.array._modes import REPLICA

if TYPE_CHECKING:
    from cupyx.distributed.array._array import DistributedArray

__all__ = ["fft", "fftn", "ifft", "ifftn"]


def _cut_evenly(a: DistributedArray, axis: int) -> dict[int, tuple[slice, ...]]:
    """An index map of the same devices that cuts one axis into equal parts."""
    devices, length = list(a.devices), a.shape[axis]
    bounds = [length * k // len(devices) for k in range(len(devices) + 1)]
    return {device: (slice(None),) * axis + (slice(low, high),)
            for device, low, high in zip(devices, bounds[:-1], bounds[1:], strict=True) if high > low}


def _whole(a: DistributedArray, axis: int) -> bool:
    return all(len(place[axis]) == a.shape[axis] for _, place, _ in a._flat())


def _along(a: DistributedArray, axes: Sequence[SupportsIndex], function: Callable[..., cupy.ndarray],
           norm: str | None) -> DistributedArray:
    a = a.change_mode(REPLICA)
    home, left = a.index_map, [range(a.ndim)[axis] for axis in axes]
    cut = _slabs.cut_axis(a)
    if cut is not None and left.count(cut) == 1 and len(set(left)) == len(left) and _slabs.worth(a):
        return _slabs.transform(a, left, cut, lambda array, axes: function(array, axes=axes, norm=norm))
    while left:
        ready = [axis for axis in dict.fromkeys(left) if _whole(a, axis)]
        if ready:       # all of them by one plan
            a = a._map(lambda place, array, ready=tuple(ready): function(array, axes=ready, norm=norm))
            for axis in ready:
                left.remove(axis)
            continue
        # The longest axis that is done, or else another one, is cut from now on.
        others = [k for k in range(a.ndim) if k not in left] or [k for k in range(a.ndim) if k != left[0]]
        a = a.reshard(_cut_evenly(a, max(others, key=lambda k: a.shape[k])) if others else
                      {next(iter(a.devices)): slice(None)})
    return a if a.index_map == home else a.reshard(home)


def fft(a: DistributedArray, axis: SupportsIndex = -1,
        norm: Literal["backward", "ortho", "forward"] | None = None) -> DistributedArray:
    """Fourier transform along one axis.

    Parameters
    ----------
    a : DistributedArray
        The array; its result is in the same chunks.
    axis : int, optional
        Axis to transform.
    norm : {'backward', 'ortho', 'forward'}, optional
        As for `cupy.fft.fft`.

    Returns
    -------
    DistributedArray
        The transform, in chunks of its own.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, fft
    >>> fft(distributed_array(cupy.ones((2, 4)), {0: [slice(0, 1), slice(1, 2)]})).get()[1].real
    array([4., 0., 0., 0.])
    """
    return _along(a, (axis,), cupy.fft.fftn, norm)


def ifft(a: DistributedArray, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None) -> DistributedArray:
    """Inverse Fourier transform along one axis.

    Parameters
    ----------
    a : DistributedArray
        The array; its result is in the same chunks.
    axis : int, optional
        Axis to transform.
    norm : {'backward', 'ortho', 'forward'}, optional
        As for `cupy.fft.fft`.

    Returns
    -------
    DistributedArray
        The transform, in chunks of its own.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, ifft
    >>> ifft(distributed_array(cupy.ones((1, 2)), {0: slice(None)})).get().real
    array([[1., 0.]])
    """
    return _along(a, (axis,), cupy.fft.ifftn, norm)


def fftn(a: DistributedArray, axes: Sequence[SupportsIndex] | None = None,
         norm: Literal["backward", "ortho", "forward"] | None = None) -> DistributedArray:
    """Fourier transform along several axes: slabs, one exchange between all devices, slabs again.

    Parameters
    ----------
    a : DistributedArray
        The array; its result is in the same chunks.
    axes : tuple of int, optional
        Axes to transform; all if not given.
    norm : {'backward', 'ortho', 'forward'}, optional
        As for `cupy.fft.fftn`.

    Returns
    -------
    DistributedArray
        The transform, in chunks of its own.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, fftn
    >>> float(fftn(distributed_array(cupy.ones((4, 4)), {0: slice(None)})).get()[0, 0].real)
    16.0
    """
    return _along(a, range(a.ndim) if axes is None else axes, cupy.fft.fftn, norm)


def ifftn(a: DistributedArray, axes: Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None) -> DistributedArray:
    """Inverse Fourier transform along several axes.

    Parameters
    ----------
    a : DistributedArray
        The array; its result is in the same chunks.
    axes : tuple of int, optional
        Axes to transform; all if not given.
    norm : {'backward', 'ortho', 'forward'}, optional
        As for `cupy.fft.fftn`.

    Returns
    -------
    DistributedArray
        The transform, in chunks of its own.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array, ifftn
    >>> float(ifftn(distributed_array(cupy.ones((4, 4)), {0: slice(None)})).get()[0, 0].real)
    1.0
    """
    return _along(a, range(a.ndim) if axes is None else axes, cupy.fft.ifftn, norm)

