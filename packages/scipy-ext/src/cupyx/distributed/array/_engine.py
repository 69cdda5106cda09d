"""Who holds the chunks of an array, and how parts of them come to others: devices of one process, or processes."""
import contextlib

import cupy

__all__ = []


class Devices:
    """Chunks lie on the devices of this process; whoever owns one is a device's number."""

    comm = None

    @staticmethod
    def is_mine(owner):
        """Whether this process holds the chunks of an owner."""
        return True

    @staticmethod
    def on(owner):
        """A context in which work for an owner is done."""
        return cupy.cuda.Device(owner)

    @staticmethod
    def move(transfers, dtype):
        """For each ``(from, to, array, shape)`` the array on the device that it goes to, one after the other."""
        for _, target, array, _ in transfers:
            with cupy.cuda.Device(target):
                yield array if array.device.id == target else array.to_device(cupy.cuda.Device(target))

    @staticmethod
    def members():
        """Who `get` gives the array to."""
        return (None,)


class Processes:
    """Each process holds chunks on its device; whoever owns one is a rank of a communicator.

    All processes make the same calls and know all places; arrays of others are None.
    """

    def __init__(self, comm):
        self.comm = comm

    def is_mine(self, owner):
        """Whether this process holds the chunks of an owner."""
        return owner == self.comm.rank

    @staticmethod
    def on(owner):
        """A context in which work for an owner is done."""
        return contextlib.nullcontext()

    def move(self, transfers, dtype):
        """For each ``(from, to, array, shape)`` the array where it goes to, None elsewhere: one exchange for all."""
        rank, sends, receives = self.comm.rank, {}, {}
        for number, (source, target, array, shape) in enumerate(transfers):
            if source == target:
                continue
            if source == rank:
                sends.setdefault(target, []).append(array)
            if target == rank:
                receives.setdefault(source, []).append((number, shape))
        packed = {peer: cupy.concatenate([array.ravel() for array in arrays]) for peer, arrays in sends.items()}
        coming = {peer: cupy.empty(sum(_size(shape) for _, shape in parts), dtype) for peer, parts in receives.items()}
        self.comm.exchange({peer: array for peer, array in packed.items() if array.size},
                           {peer: array for peer, array in coming.items() if array.size})
        arrived = {}
        for peer, parts in receives.items():
            at = 0
            for number, shape in parts:
                arrived[number] = coming[peer][at:at + _size(shape)].reshape(shape)
                at += _size(shape)
        for number, (source, target, array, _) in enumerate(transfers):
            yield array if source == target else arrived.get(number)

    def members(self):
        """Who `get` gives the array to."""
        return range(self.comm.size)


def _size(shape):
    count = 1
    for n in shape:
        count *= n
    return count


def engine_of(comm):
    """Who holds the chunks."""
    return Devices if comm is None else Processes(comm)
