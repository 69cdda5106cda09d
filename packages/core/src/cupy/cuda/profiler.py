"""Starting and stopping a profiler that watches this process."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

from cupy._runtime import driver

__all__ = ["profile", "start", "stop"]


@contextlib.contextmanager
def profile() -> Iterator[None]:
    """Let the profiler collect inside a block; ``cupyx.profiler.profile`` is the same.

    Examples
    --------
    >>> import cupy
    >>> with cupy.cuda.profile():
    ...     x = cupy.zeros(3)
    """
    start()
    try:
        yield
    finally:
        stop()


def start() -> None:
    """Let the profiler collect from here on; nothing where the backend has no profiler.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.profiler.start()
    >>> cupy.cuda.profiler.stop()
    """
    _call("start")


def stop() -> None:
    """End what `start` began.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.profiler.stop()
    """
    _call("stop")


def _call(name: str) -> None:
    profiler = getattr(driver.backend(), "profiler", None)
    if profiler is not None:
        getattr(profiler(), name)()
