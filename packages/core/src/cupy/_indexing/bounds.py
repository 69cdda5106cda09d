"""Bounds of index values that lie in device memory."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._core import advanced
from cupy._core.indexing import checks_indices
from cupy._core.transfer import host_view
from cupy._runtime import driver

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

#: Checks index values known to the host; brings them to the device.
in_bounds = advanced.in_bounds


def check_bounds(index: ndarray, low: int, high: int, message: str, error: type[Exception] = IndexError,
                 always: bool = False) -> None:
    """Raise `error` when a value is outside [low, high); on a GPU only if checking is on, or `always`."""
    if not index.size or not (always or checks_indices()):
        return
    values = host_view(index) if driver.backend().host_memory else index
    if int(values.min()) < low or int(values.max()) >= high:
        raise error(message)
