"""Starts and stops AMD's profilers where they are set to wait for it."""
from __future__ import annotations

from cupy_rocm import find

__all__ = ["start", "stop"]


def start() -> None:
    """Collect from here on."""
    _call("hipProfilerStart")


def stop() -> None:
    """Collect no more."""
    _call("hipProfilerStop")


def _call(name: str) -> None:
    status = getattr(find.load("amdhip64"), name)()
    if status:
        raise RuntimeError(f"{name} returned status {status}")
