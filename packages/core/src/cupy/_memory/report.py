"""Texts about memory: sizes as people read them, and what an out-of-memory error says."""
from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

__all__ = ["format_size", "out_of_memory", "site"]

LINES = 5


def format_size(size: float) -> str:
    """Bytes with a binary unit.

    >>> format_size(1536)
    '1.5 KiB'
    """
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{size} bytes" if unit == "bytes" else f"{size:.4g} {unit}"


def site() -> str | None:
    """Where the caller's code is, below this library: ``"train.py:31 (step)"``."""
    frame = sys._getframe()
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if not name.startswith(("cupy.", "cupyx.")) and name not in ("cupy", "cupyx"):
            code = frame.f_code
            return f"{code.co_filename}:{frame.f_lineno} ({code.co_name})"
        frame = frame.f_back
    return None


def largest_holders(holders: Sequence[tuple[int, str | None]]) -> Iterator[str]:
    """Lines such as ``3 x 1 GiB from train.py:31 (step)``; `holders` is a list of (size, site)."""
    groups = Counter()
    sizes = {}
    for size, where in holders:
        key = (size, where) if where else (size if size >= 1 << 20 else 0, None)
        groups[key] += 1
        sizes[key] = sizes.get(key, 0) + size
    for key, total in sorted(sizes.items(), key=lambda item: -item[1])[:LINES]:
        size, where = key
        count = groups[key]
        if not size:
            yield f"{count} blocks below 1 MiB: {format_size(total)}"
        else:
            yield f"{count} x {format_size(size)}" + (f" from {where}" if where else "")


def out_of_memory(device: int, requested: int, used: int, cached: int, largest: int, limit: int, free: int, total: int,
                  holders: Sequence[tuple[int, str | None]]) -> str:
    """The text of an ``OutOfMemoryError`` raised by a pool."""
    lines = [
        f"out of memory on device {device}: {format_size(requested)} ({requested} bytes) requested",
        f"  used by this pool: {format_size(used)}",
        f"  cached: {format_size(cached)}, largest free block {format_size(largest)}",
        f"  limit: {format_size(limit)}" if limit else "  limit: none",
        f"  device: {format_size(free)} of {format_size(total)} free",
    ]
    held = [f"    {line}" for line in largest_holders(holders)]
    if held:
        lines += ["  largest holders:", *held]
    return "\n".join(lines)
