"""Work of the host's libraries in a capture: recorded as a function that the graph calls."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupy._runtime.calls import launchHostFunc, streamIsCapturing
from cupy._runtime.driver import current_stream

__all__ = []


def at_once_or_recorded(run: Callable[..., Any], stream: int | None = None) -> None:
    """Call a function without arguments now, or in every launch of the graph that a stream records."""
    stream = current_stream() if stream is None else stream
    if stream and streamIsCapturing(stream):
        launchHostFunc(stream, lambda _: run(), None)
    else:
        run()
