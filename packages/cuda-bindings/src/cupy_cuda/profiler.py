"""Starts and stops NVIDIA's profilers where they are set to wait for it."""
import ctypes

__all__ = ["start", "stop"]


def start():
    """Collect from here on."""
    _call("cuProfilerStart")


def stop():
    """Collect no more."""
    _call("cuProfilerStop")


def _call(name):
    status = getattr(ctypes.CDLL("libcuda.so.1"), name)()
    if status:
        raise RuntimeError(f"{name} returned status {status}")
