"""Every operation of a piece of program: what ran, when, on how many bytes, how fast beside a copy."""
from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, SupportsIndex

import cupy
from cupy import cuda
from cupy._ext import recording as _recording
from cupy._ext import synchronous

__all__ = ["Operation", "Recording", "record"]

#: Bytes of the copy whose rate is the measure: more than a cache holds, and at most this share of what is free.
_COPIED, _SHARE = 256 << 20, 16
_COPIED_ON_HOST = 32 << 20


@dataclass(frozen=True)
class Operation:
    """One operation of a recording.

    Parameters
    ----------
    kind : str
        ``"kernel"``, ``"library"``, ``"copy"``, ``"fill"``, ``"graph"``, ``"wait"``, ``"allocate"``, ``"free"``,
        ``"load"``, or ``"miss"`` for a kernel that came from a pack, the disk or the compiler.
    name : str
        Of the kernel or routine.
    start, host_time : float
        When the host began it, in seconds since the recording began, and how long the host was in it.
    device_start, device_time : float or None
        The same of the device; None where it is not measured.
    bytes : int
        Of the arrays that it reads and writes, 0 where they are not known.
    device, thread, stream : int
        Where it ran.
    grid, block : tuple of int
        Shape of a kernel's launch.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.profiler import record
    >>> a = cupy.arange(10.0)
    >>> with record() as recording:
    ...     b = a + 1
    >>> [operation.kind for operation in recording.operations if operation.name.startswith("add")][-1]
    'kernel'
    """

    kind: str
    name: str
    start: float
    host_time: float
    device_start: float | None
    device_time: float | None
    bytes: int
    device: int
    thread: int
    stream: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]


class Recording:
    """What `record` wrote down; it is filled when the block ends.

    Attributes
    ----------
    operations : list of Operation
        In the order in which the host began them.
    memory : list of tuple
        ``(seconds, device, bytes)``: how much of the pool's memory arrays held, after each change.
    duration : float
        Seconds from the beginning to the end.
    dropped : int
        Operations above the limit, of which nothing was kept.
    copy_rate : float
        Bytes a second that a copy on the device reads and writes; the measure of `table`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.profiler import record
    >>> with record() as recording:
    ...     a = cupy.zeros(1000)
    >>> len(recording.operations) > 0, recording.dropped
    (True, 0)
    """

    def __init__(self) -> None:
        self.operations, self.memory = [], []
        self.duration, self.dropped, self.copy_rate = 0.0, 0, 0.0

    def __str__(self) -> str:
        return self.table()

    def summary(self) -> list[dict[str, Any]]:
        """Operations of the same kind and name together, the longest on the device first.

        Returns
        -------
        list of dict
            With ``kind``, ``name``, ``calls``, ``host_time``, ``device_time``, ``bytes``, and ``share``, the achieved
            bandwidth as a share of the copy rate or None.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.profiler import record
        >>> a = cupy.arange(10.0)
        >>> with record() as recording:
        ...     b, c = a + 1, a + 2
        >>> [row["calls"] for row in recording.summary() if row["kind"] == "kernel"]
        [2]
        """
        rows: dict[tuple[str, str], dict[str, Any]] = {}
        for item in self.operations:
            row = rows.setdefault((item.kind, item.name), {
                "kind": item.kind, "name": item.name, "calls": 0, "host_time": 0.0, "device_time": 0.0, "bytes": 0})
            row["calls"] += 1
            row["host_time"] += item.host_time
            row["device_time"] += item.device_time or 0.0
            row["bytes"] += item.bytes
        for row in rows.values():
            known = row["bytes"] and row["device_time"] and self.copy_rate and row["kind"] not in ("load", "allocate")
            row["share"] = row["bytes"] / row["device_time"] / self.copy_rate if known else None
        return sorted(rows.values(), key=lambda row: (-row["device_time"], -row["host_time"]))

    def table(self, rows: int = 30) -> str:
        """The summary as text.

        Parameters
        ----------
        rows : int, optional
            Lines at most, of the operations that take longest.

        Returns
        -------
        str

        Examples
        --------
        >>> import cupy
        >>> from cupyx.profiler import record
        >>> with record() as recording:
        ...     a = cupy.zeros(1000)
        >>> print(recording.table().splitlines()[0].split()[:3])
        ['operation', 'kind', 'calls']
        """
        from cupyx.profiler._report import table

        return table(self, rows)

    def save_trace(self, path: Any) -> None:
        """Write a trace that Perfetto (ui.perfetto.dev) and Chrome (chrome://tracing) show.

        Parameters
        ----------
        path : path-like
            A ``.json`` file.

        Examples
        --------
        >>> import os, tempfile
        >>> import cupy
        >>> from cupyx.profiler import record
        >>> with record() as recording:
        ...     a = cupy.zeros(1000)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     recording.save_trace(os.path.join(folder, "trace.json"))
        ...     os.listdir(folder)
        ['trace.json']
        """
        from cupyx.profiler._report import save_trace

        save_trace(self, path)

    def save_html(self, path: Any) -> None:
        """Write a page with the timeline, the curve of memory and the table; it needs no network.

        Parameters
        ----------
        path : path-like
            An ``.html`` file.

        Examples
        --------
        >>> import os, tempfile
        >>> import cupy
        >>> from cupyx.profiler import record
        >>> with record() as recording:
        ...     a = cupy.zeros(1000)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     recording.save_html(os.path.join(folder, "recording.html"))
        ...     os.listdir(folder)
        ['recording.html']
        """
        from cupyx.profiler._page import save_html

        save_html(self, path)


class _Usage(cuda.MemoryHook):
    """Writes down how much of the pool's memory arrays hold."""

    name = "Recording"

    def __init__(self, memory: list[Any], begin: float) -> None:
        super().__init__()
        self.memory, self.begin, self.held = memory, begin, {}

    def change(self, device: int, size: int) -> None:
        self.held[device] = self.held.get(device, 0) + size
        self.memory.append((time.perf_counter() - self.begin, device, self.held[device]))

    def malloc_postprocess(self, *, device_id: int, mem_size: int, **more: Any) -> None:
        self.change(device_id, mem_size)

    def free_postprocess(self, *, device_id: int, mem_size: int, **more: Any) -> None:
        self.change(device_id, -mem_size)


@contextlib.contextmanager
def record(*, limit: SupportsIndex = 1_000_000, memory: bool = True) -> Iterator[Any]:
    """Write down every operation inside a block: kernels, copies, libraries, waits, allocations, cache misses.

    Parameters
    ----------
    limit : int, optional
        Operations that are kept at most; `Recording.dropped` counts the others.
    memory : bool, optional
        Whether the memory that arrays hold is written down too.

    Returns
    -------
    context manager
        Gives a `Recording`, which is filled when the block ends.

    Raises
    ------
    RuntimeError
        When operations are recorded already, by this thread or another.

    Notes
    -----
    While nothing is recorded, nothing is asked: the functions that launch, copy and wait are replaced when a recording
    begins, and put back when it ends. Events around each operation give its time on a device; they cost a few
    microseconds each, so host times are a little longer than without. The device is waited for at both ends.
    On the host, where work is done when a call returns, the times of the device are those of the calls.
    Bytes are those of the arrays that an operation is given, whether it touches all of them or not.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.profiler import record
    >>> a = cupy.ones((100, 100))
    >>> with record() as recording:
    ...     b = (a @ a).sum()
    >>> sorted({operation.kind for operation in recording.operations} & {"kernel", "library"})
    ['kernel', 'library']
    """
    recording = Recording()
    cuda.runtime.deviceSynchronize()
    begin = time.perf_counter()
    _recording.start(limit)
    try:
        with _Usage(recording.memory, begin) if memory else contextlib.nullcontext():
            yield recording
    finally:
        cuda.runtime.deviceSynchronize()
        recording.duration = time.perf_counter() - begin
        rows, misses, recording.dropped = _recording.stop()
        found = [_operation(*row) for row in rows]
        found += [Operation("miss", f"{name} ({origin})", first, last - first, None, None, 0, 0, 0, 0,
                            (1, 1, 1), (1, 1, 1))
                  for name, origin, first, last in misses]
        recording.operations = sorted(found, key=lambda item: item.start)
        recording.copy_rate = _copy_rate(cuda.runtime.getDevice())


def _operation(kind: str, name: str, device: int, thread: int, stream: int, begin: float, end: float,
               device_begin: float, device_time: float, grid: Any, block: Any, size: int) -> Operation:
    measured = device_begin >= 0
    return Operation(kind, name or kind, begin, end - begin, device_begin if measured else None,
                     device_time if measured else None, size, device, thread, stream, grid, block)


@functools.cache
def _copy_rate(device: int) -> float:
    """Bytes a second that a copy reads and writes on a device, which is the current one, of the best of a few."""
    size = _COPIED_ON_HOST if synchronous() else min(_COPIED, cuda.runtime.memGetInfo()[0] // _SHARE)
    a = cupy.empty(max(size // 4, 1024), "f4")
    b = cupy.empty_like(a)
    events = [cuda.Event() for _ in range(5)]
    for event in events:
        event.record()
        cupy.copyto(b, a)
    events[-1].synchronize()
    times = [cuda.get_elapsed_time(first, last) * 1e-3 for first, last in zip(events, events[1:], strict=False)]
    return 2 * a.nbytes / max(min(times[1:]), 1e-9)
