"""Timing one call: wall clock around a wait for the device, median of several batches."""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any


def time_call(call: Callable[..., Any], sync: Any, *, seconds: float = 0.15, batches: Any = 5, warm: Any = 3) -> Any:
    """``(seconds a call, calls a batch)``; the device is waited for once a batch."""
    for _ in range(warm):
        call()
    sync()
    start = time.perf_counter()
    call()
    sync()
    one = time.perf_counter() - start
    number = max(1, min(2000, int(seconds / batches / max(one, 2e-6))))
    measured = []
    for _ in range(batches):
        sync()
        start = time.perf_counter()
        for _ in range(number):
            call()
        sync()
        measured.append((time.perf_counter() - start) / number)
    return statistics.median(measured), number
