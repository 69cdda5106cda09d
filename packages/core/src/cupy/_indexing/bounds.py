"""Bounds of index values that lie in device memory."""
import os

from cupy._core import advanced
from cupy._core.transfer import host_view
from cupy._runtime import driver

__all__ = []

#: Checks index values known to the host; brings them to the device.
in_bounds = advanced._bounds

_always = os.environ.get("CUPY_BOUNDS_CHECK", "0") not in ("", "0")


def check_bounds(index, low, high, message, error=IndexError, always=False):
    """Raise `error` when a value is outside [low, high); on a GPU only if checking is on, or `always`."""
    on_host = driver.started() == "host"
    if not index.size or not (always or _always or on_host):
        return
    values = host_view(index) if on_host else index
    if int(values.min()) < low or int(values.max()) >= high:
        raise error(message)
