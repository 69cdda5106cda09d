"""Flags in pinned memory that a kernel sets: read as soon as it is done, while what was launched after it runs."""
from __future__ import annotations

import cupy
from cupy._ext import check_waiting

from cupyx._pinned import zeros_pinned

__all__ = []

_spare: dict[tuple[int, int], list[Report]] = {}        # unset, by device and number of flags


class Report:
    """Some flags for one kernel, which is given their `address`.

    Reading a copy of flags in device memory would wait for all that is on the stream. Later kernels may read them too.
    """

    def __init__(self, count: int) -> None:
        self._flags = zeros_pinned(count, "i")
        self._done = cupy.cuda.Event(disable_timing=True)
        self.address = self._flags.ctypes.data

    def launched(self) -> None:
        """After the launch of the kernel, on the same stream."""
        self._done.record()

    def read(self) -> list[int]:
        """The flags; waits for the kernel. Not to be used afterwards."""
        self._done.synchronize()
        found = self._flags.tolist()
        if any(found):
            cupy.cuda.get_current_stream().synchronize()        # those that read them are done
            self._flags[...] = 0
        _spare_of(len(found)).append(self)
        return found


def report(count: int) -> Report:
    """Unset flags on the current device, for one who will wait for them."""
    check_waiting("flags of a kernel are waited for")
    spare = _spare_of(count)
    try:
        return spare.pop()
    except IndexError:
        return Report(count)


def _spare_of(count: int) -> list[Report]:
    return _spare.setdefault((cupy.cuda.get_device_id(), count), [])
