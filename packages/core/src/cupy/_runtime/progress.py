"""How far something long has come: a bar of tqdm's where it is installed, plain lines for logs, a word that passes."""
from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["shown", "told"]

_DELAY = 1.0       # seconds that may pass in silence on a terminal
_BETWEEN = 10.0    # seconds from line to line in a log


def _on_terminal() -> bool:
    """Whether standard error is a terminal; a program may have none, or have closed it."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def shown(items: Any, what: str, total: int | None = None, unit: str = "it", logged: bool = False) -> Iterable[Any]:
    """The items as they come, counted on standard error.

    On a terminal that is a bar where tqdm is installed, and nothing else; elsewhere nothing,
    or every ten seconds a line ``[12/300] what`` with `logged`.

    Parameters
    ----------
    items : iterable
        What is worked on.
    what : str
        Words before the bar, or behind the counts.
    total : int, optional
        How many items there are; their length if that is known.
    unit : str, optional
        What the bar calls an item.
    logged : bool, optional
        Whether a log is told too.
    """
    if _on_terminal():
        try:
            from tqdm import tqdm
        except ImportError:
            return items
        return tqdm(items, what, total, unit=f" {unit}", leave=False, delay=_DELAY)
    return _lines(items, what, len(items) if total is None else total) if logged else items


def _lines(items: Any, what: str, total: int) -> Iterator[Any]:
    said = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        if time.monotonic() - said > _BETWEEN:
            said = time.monotonic()
            print(f"[{number}/{total}] {what}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def told(what: str) -> Iterator[None]:
    """What takes longer than a second has a line of its own on a terminal, until it is done."""
    if not _on_terminal():
        yield
        return
    said = threading.Event()

    def say() -> None:
        said.set()
        print(f"\r{what} …", end="", file=sys.stderr, flush=True)

    timer = threading.Timer(_DELAY, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if said.is_set():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
