"""NumPy's work on parts of arrays, shared between as many threads as kernels have: its loops let others run."""
from __future__ import annotations

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cupy._host.threads import MOST_THREADS, threads

__all__ = ["abandonable", "in_shares"]


@functools.cache
def _workers(process: int) -> ThreadPoolExecutor:
    # Of these as many are made as there are shares at a time.
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="cupy-host")


@functools.cache
def _waiting(process: int) -> ThreadPoolExecutor:
    # Not the workers, for which these wait.
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="cupy-waiting")


def abandonable(work: Callable[..., Any], *arguments: Any) -> Any:
    """Call ``work(*arguments)`` in another thread: Ctrl-C ends the wait for it at once, and the work in its own time.

    For calls of NumPy's that take long and write to memory of their own, which nobody else will have seen.
    """
    return _waiting(os.getpid()).submit(work, *arguments).result()


def in_shares(count: int, work: Callable[[int, int], Any], alone: bool = False) -> list[Any]:
    """Call ``work(first, last)`` for shares of `count` items, a thread each, or once for all of them if `alone`.

    Returns the results in the order of the shares; the first error is raised when all have ended. A hand-over costs
    about 20 microseconds.
    """
    parts = 1 if alone else min(threads(), count)
    if parts < 2:
        return [work(0, count)]
    edges = [count * part // parts for part in range(parts + 1)]
    waiting = [_workers(os.getpid()).submit(work, *pair) for pair in zip(edges[1:-1], edges[2:], strict=True)]
    try:
        return [work(edges[0], edges[1]), *(task.result() for task in waiting)]
    finally:
        for task in waiting:
            task.exception()
