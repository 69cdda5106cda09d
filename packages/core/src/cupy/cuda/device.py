"""Devices."""
from cupy._runtime.device import Device, get_device_id

__all__ = ["Device", "get_compute_capability", "get_device_id"]


def get_compute_capability():
    """Version of the current device's architecture, as ``'90'``."""
    return Device().compute_capability
