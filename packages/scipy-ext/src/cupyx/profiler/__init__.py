"""Timing of device code, a record of what a program does, and ranges for profilers."""
from __future__ import annotations

from typing import Any

from cupyx.profiler._range import profile, time_range
from cupyx.profiler._record import Operation, Recording, record
from cupyx.profiler._time import benchmark, register_magic

__all__ = ["Operation", "Recording", "benchmark", "profile", "record", "time_range"]


def load_ipython_extension(ipython: Any) -> None:
    """Register the magic ``%gpu_timeit`` in IPython (``%load_ext cupyx.profiler``)."""
    register_magic(ipython)
