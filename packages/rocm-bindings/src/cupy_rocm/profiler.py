"""Starts and stops AMD's profilers where they are set to wait for it."""
from cupy_rocm import find

__all__ = ["start", "stop"]


def start():
    """Collect from here on."""
    _call("hipProfilerStart")


def stop():
    """Collect no more."""
    _call("hipProfilerStop")


def _call(name):
    status = getattr(find.load("amdhip64"), name)()
    if status:
        raise RuntimeError(f"{name} returned status {status}")
