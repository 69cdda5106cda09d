"""Who holds the chunks of an array, and how parts of them come to others: devices of one process, or processes."""
from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    import numpy

    from cupyx.distributed._communicator import Communicator

__all__ = []

_ADDED = "bBiIlLqQefd"      # dtypes that all transports add and multiply


class Devices:
    """Chunks lie on the devices of this process; whoever owns one is a device's number."""

    comm = None

    @staticmethod
    def is_mine(owner: int) -> bool:
        """Whether this process holds the chunks of an owner."""
        return True

    @staticmethod
    def on(owner: int) -> cupy.cuda.Device:
        """A context in which work for an owner is done."""
        return cupy.cuda.Device(owner)

    @staticmethod
    def move(transfers: list[tuple[int, int, Any, tuple[int, ...]]], dtype: numpy.dtype[Any],
             views: Sequence[Any] | None = None) -> Iterator[Any]:
        """For each ``(from, to, array, shape)`` the array on the device that it goes to, one after the other."""
        for _, target, array, _ in transfers:
            with cupy.cuda.Device(target):
                yield array if array.device.id == target else array.to_device(cupy.cuda.Device(target))


class Processes:
    """Each process holds chunks on its device; whoever owns one is a rank of a communicator.

    All processes make the same calls and know all places; arrays of others are None.
    """

    def __init__(self, comm: Communicator) -> None:
        self.comm = comm

    def is_mine(self, owner: int) -> bool:
        """Whether this process holds the chunks of an owner."""
        return owner == self.comm.rank

    @staticmethod
    def on(owner: int) -> AbstractContextManager[Any]:
        """A context in which work for an owner is done."""
        return contextlib.nullcontext()

    def move(self, transfers: list[tuple[int, int, Any, tuple[int, ...]]], dtype: numpy.dtype[Any],
             views: Sequence[Any] | None = None) -> Iterator[Any]:
        """For each ``(from, to, array, shape)`` the array where it goes to, None elsewhere: one exchange for all.

        `views` says for each where it may be put, and is yielded then: what comes alone from a process comes there.
        """
        rank, sends, receives = self.comm.rank, {}, {}
        for number, (source, target, array, shape) in enumerate(transfers):
            if source == target:
                continue
            if source == rank:
                sends.setdefault(target, []).append(array)
            if target == rank:
                receives.setdefault(source, []).append((number, shape))
        packed = {peer: _packed(arrays) for peer, arrays in sends.items()}
        coming, arrived = {}, {}
        for peer, parts in receives.items():
            number, _ = parts[0]
            if views is not None and len(parts) == 1 and views[number].flags.c_contiguous:
                coming[peer] = arrived[number] = views[number]
                continue
            coming[peer], at = cupy.empty(sum(math.prod(shape) for _, shape in parts), dtype), 0
            for number, shape in parts:
                arrived[number] = coming[peer][at:at + math.prod(shape)].reshape(shape)
                at += math.prod(shape)
        self.comm.exchange({peer: array for peer, array in packed.items() if array.size},
                           {peer: array for peer, array in coming.items() if array.size})
        for number, (source, target, array, _) in enumerate(transfers):
            yield array if source == target else arrived.get(number)

    def members(self) -> range:
        """Who `get` gives the array to."""
        return range(self.comm.size)

    def can_reduce(self, owners: list[int], name: str, dtype: numpy.dtype[Any]) -> bool:
        """Whether chunks of one place are combined by `reduce`: one on each process, of what NCCL can add or multiply.

        Its maxima lose NaNs.
        """
        return (sorted(owners) == list(self.members()) and name in ("sum", "prod")
                and dtype.char in _ADDED + ("FD" if name == "sum" else ""))

    def reduce(self, array: cupy.ndarray, name: Any) -> cupy.ndarray:
        """The chunks of all processes combined."""
        result = cupy.empty_like(array, order="C")
        self.comm.all_reduce(array, result, name)
        return result


def _packed(arrays: list[cupy.ndarray]) -> cupy.ndarray:
    """Elements of some arrays, one after the other; each is copied once, a contiguous one that is alone not at all."""
    if len(arrays) == 1:
        return arrays[0].ravel()
    packed, at = cupy.empty(sum(array.size for array in arrays), arrays[0].dtype), 0
    for array in arrays:
        packed[at:at + array.size].reshape(array.shape)[...] = array
        at += array.size
    return packed


def engine_of(comm: Communicator | None) -> Processes | type[Devices]:
    """Who holds the chunks."""
    return Devices if comm is None else Processes(comm)
