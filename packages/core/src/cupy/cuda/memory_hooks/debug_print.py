"""A hook that prints every allocation."""
from __future__ import annotations

import sys
from typing import IO, Any

from cupy._memory.hooks import MemoryHook

__all__ = ["DebugPrintHook"]


class DebugPrintHook(MemoryHook):
    """Prints each allocation and each return of memory as one line.

    Parameters
    ----------
    file : file object, optional
        Where to print; standard output by default.
    flush : bool, optional
        Whether each line is written out at once.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.StringIO()
    >>> with cupy.cuda.memory_hooks.DebugPrintHook(file):
    ...     memory = cupy.cuda.alloc(100)
    >>> 'malloc' in file.getvalue()
    True
    """

    __slots__ = ("file", "flush")

    name = "DebugPrintHook"

    def __init__(self, file: IO[Any] | None = None, flush: bool = True) -> None:
        self.file = sys.stdout if file is None else file
        self.flush = flush

    def _print(self, event: str, **values: object) -> None:
        fields = ",".join(f'"{name}":{value}' for name, value in values.items())
        print(f'{{"hook":"{event}",{fields}}}', file=self.file, flush=self.flush)

    def alloc_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int) -> None:
        """Print what the pool took from the device."""
        self._print("alloc", device_id=device_id, mem_size=mem_size, mem_ptr=mem_ptr)

    def malloc_postprocess(self, *, device_id: int, size: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Print what was taken from the pool."""
        self._print("malloc", device_id=device_id, size=size, mem_size=mem_size, mem_ptr=mem_ptr, pmem_id=pmem_id)

    def free_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Print what was returned to the pool."""
        self._print("free", device_id=device_id, mem_size=mem_size, mem_ptr=mem_ptr, pmem_id=pmem_id)
