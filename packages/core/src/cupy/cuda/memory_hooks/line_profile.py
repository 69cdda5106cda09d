"""A hook that sums allocations by the line of code that made them."""
from __future__ import annotations

import sys
import traceback
from typing import IO, Any

from cupy._memory.hooks import MemoryHook

__all__ = ["LineProfileHook"]


class LineProfileHook(MemoryHook):
    """Sums allocations for each line of code, and for the lines that called it.

    Parameters
    ----------
    max_depth : int, optional
        How many calls deep lines are told apart; 0 for all.

    Examples
    --------
    >>> import cupy, io
    >>> hook = cupy.cuda.memory_hooks.LineProfileHook()
    >>> with hook:
    ...     x = cupy.zeros(1024)
    >>> file = io.StringIO()
    >>> hook.print_report(file)
    >>> '8.00KB' in file.getvalue()
    True
    """

    name = "LineProfileHook"

    def __init__(self, max_depth: int = 0) -> None:
        self._max_depth = max_depth
        self._root = _Line(None)

    def alloc_preprocess(self, *, device_id: int, mem_size: int) -> None:
        """Count what the pool takes from the device."""
        self._add(0, mem_size)

    def malloc_preprocess(self, *, device_id: int, size: int, mem_size: int) -> None:
        """Count what is taken from the pool."""
        self._add(mem_size, 0)

    def _add(self, used: int, acquired: int) -> None:
        frames = traceback.StackSummary.extract(traceback.walk_stack(sys._getframe(2)), lookup_lines=False)
        line = self._root
        line.add(used, acquired)
        for depth, frame in enumerate(reversed(frames), 1):
            if self._max_depth and depth > self._max_depth:
                break
            line = line.callees.setdefault((frame.filename, frame.lineno, frame.name), _Line(frame))
            line.add(used, acquired)

    def print_report(self, file: IO[Any] | None = None) -> None:
        """Print the tree of lines: bytes taken from the pool, bytes taken from the device.

        Parameters
        ----------
        file : file object, optional
            Where to print; standard output by default.
        """
        self._root.print(0, sys.stdout if file is None else file)


class _Line:
    """Sums of one line, and the lines that it called."""

    def __init__(self, frame: traceback.FrameSummary | None) -> None:
        self.frame = frame
        self.callees = {}
        self.used = self.acquired = 0

    def add(self, used: int, acquired: int) -> None:
        self.used += used
        self.acquired += acquired

    def print(self, depth: int, file: IO[str] | None) -> None:
        where = "_root" if self.frame is None else f"{self.frame.filename}:{self.frame.lineno}:{self.frame.name}"
        print(f"{'  ' * depth}{where} ({_size(self.used)}, {_size(self.acquired)})", file=file)
        for line in self.callees.values():
            line.print(depth + 1, file)


def _size(size: float) -> str:
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024:
            return f"{size:.2f}{unit}"
        size /= 1024
    return f"{size:.2f}TB"
