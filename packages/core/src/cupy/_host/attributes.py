"""Attributes of the host as a device, by CUDA's numbers: what a kernel or a program can rely on here."""
from __future__ import annotations

import functools

__all__ = []

#: Number → value: limits of launches, and what there is (1) and is not (0).
_FIXED = {
    2: 1024, 3: 1024, 4: 64, 6: 65535, 7: 65535,    # sizes of blocks and grids along each axis
    9: 1 << 16,                                     # bytes of constant memory; no kernel is refused for more
    11: (1 << 31) - 1,                              # pitch
    12: 1 << 16, 82: 1 << 16,                       # registers: compilers use memory instead
    14: 1, 30: 1, 51: 1,                            # alignment of textures and surfaces
    15: 0, 40: 0, 31: 0,                            # work is done when a call returns: nothing overlaps
    17: 0, 19: 1, 20: 0, 32: 0, 35: 0,
    78: 0, 79: 1, 80: 1,
    81: 227 << 10, 111: 0, 106: 1,                  # shared memory, blocks of a processor
    84: 0, 85: 0, 86: 1, 87: 2, 88: 1, 89: 1, 90: 1, 91: 1, 96: 0, 98: 0, 99: 1, 100: 1, 101: 1,
    112: 0, 113: 1, 114: 0, 116: 0, 117: 0, 118: 0, 119: 0,
}


@functools.cache
def _clock() -> int:
    """The processors' highest frequency in kHz, or 0 where the system does not say."""
    try:
        with open("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") as file:
            return int(file.read())
    except (OSError, ValueError):
        pass
    try:
        with open("/proc/cpuinfo") as file:
            rates = [float(line.partition(":")[2]) for line in file if line.startswith("cpu MHz")]
        return int(max(rates, default=0) * 1000)
    except (OSError, ValueError):
        return 0


def attribute(number: int) -> int | None:
    """An attribute by CUDA's number, or None where the host has nothing to say.

    Examples
    --------
    >>> attribute(2)
    1024
    """
    if number == 13:
        return _clock()
    return _FIXED.get(number)
