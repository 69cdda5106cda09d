"""Bounds of index values that lie in device memory."""
import os

from cupy._runtime import driver

__all__ = []

_always = os.environ.get("CUPY_BOUNDS_CHECK", "0") not in ("", "0")


def check_bounds(index, low, high, message, error=IndexError):
    """Raise `error` when a value is outside [low, high); on a GPU only if checking is on."""
    if not index.size or not (_always or driver.started() == "host"):
        return
    if int(index.min()) < low or int(index.max()) >= high:
        raise error(message)
