"""Switches of the Fourier transforms, and their plan cache."""
from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._runtime import driver
from cupy.fft._cache import get_plan_cache
from cupy.fft._callbacks import get_current_callback_manager, set_cufft_callbacks

if TYPE_CHECKING:
    from cupy._core.options import Ints

__all__ = [
    "clear_plan_cache", "devices", "enable_nd_planning", "get_current_callback_manager", "get_plan_cache",
    "get_plan_cache_max_memsize", "get_plan_cache_size", "set_cufft_callbacks", "set_cufft_gpus",
    "set_plan_cache_max_memsize", "set_plan_cache_size", "show_plan_cache_info", "use_multi_gpus",
]

#: Whether several axes are transformed by one plan where that is possible.
enable_nd_planning = True

#: Whether complex transforms are shared between the devices of `set_cufft_gpus`.
use_multi_gpus = False

#: Devices that share the work, or None.
devices: Sequence[int] | None = None


def set_cufft_gpus(gpus: Ints) -> None:
    """Choose the devices that share complex transforms, once `use_multi_gpus` is set.

    Batches are shared, and single transforms along several axes; a single one along one axis stays on one device.

    Parameters
    ----------
    gpus : int or sequence of ints
        How many devices, counted from 0, or their numbers.

    Raises
    ------
    ValueError
        When there is no such device, or one occurs twice.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.config.set_cufft_gpus([0])
    """
    global devices
    given: Any = gpus
    numbers = [index(gpu) for gpu in given] if numpy.ndim(given) else list(range(index(given)))
    count = driver.device_count()
    if not numbers or len(set(numbers)) != len(numbers) or not all(0 <= number < count for number in numbers):
        raise ValueError(f"gpus is {gpus!r}; it must name different devices, and there are {count}")
    devices = numbers


def get_plan_cache_size() -> int:
    """How many plans the cache keeps; -1 for no limit."""
    return get_plan_cache().get_size()


def set_plan_cache_size(size: SupportsIndex) -> None:
    """Limit how many plans the cache keeps.

    Parameters
    ----------
    size : int
        0 keeps none, -1 means no limit.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.config.set_plan_cache_size(16)
    """
    get_plan_cache().set_size(size)


def get_plan_cache_max_memsize() -> int:
    """Bytes that the workspaces of cached plans may need together; -1 for no limit."""
    return get_plan_cache().get_memsize()


def set_plan_cache_max_memsize(size: SupportsIndex) -> None:
    """Limit the bytes that the workspaces of cached plans may need together.

    Parameters
    ----------
    size : int
        Bytes; -1 means no limit.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.config.set_plan_cache_max_memsize(-1)
    """
    get_plan_cache().set_memsize(size)


def clear_plan_cache() -> None:
    """Drop this thread's cached plans of the current device."""
    get_plan_cache().clear()


def show_plan_cache_info() -> None:
    """Print the limits, the counts and the plans of this thread's cache."""
    get_plan_cache().show_info()
