"""Starts and stops NVIDIA's profilers where they are set to wait for it."""
from __future__ import annotations

import ctypes

__all__ = ["start", "stop"]


def start() -> None:
    """Collect from here on."""
    _call("cuProfilerStart")


def stop() -> None:
    """Collect no more."""
    _call("cuProfilerStop")


def _call(name: str) -> None:
    status = getattr(ctypes.CDLL("libcuda.so.1"), name)()
    if status:
        raise RuntimeError(f"{name} returned status {status}")
