"""A recording as text and as a trace."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cupyx.profiler._record import Recording
    from pathlib import Path

_UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))

#: Kinds that take a device's time.
ON_DEVICE = ("kernel", "library", "copy", "fill", "graph")


def table(recording: Recording, rows: int = 30) -> str:
    """The summary as text, with a line of totals."""
    summary = recording.summary()
    lines = [("operation", "kind", "calls", "host ms", "device ms", "bytes", "of copy rate")]
    for row in summary[:rows]:
        share = "" if row["share"] is None else f"{row['share']:.0%}"
        lines.append((row["name"][:60], row["kind"], str(row["calls"]), f"{row['host_time'] * 1e3:.3f}",
                      f"{row['device_time'] * 1e3:.3f}", size(row["bytes"]), share))
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    text = ["  ".join(word.ljust(width) if k < 2 else word.rjust(width)
                      for k, (word, width) in enumerate(zip(line, widths, strict=True))).rstrip() for line in lines]
    if len(summary) > rows:
        text.append(f"… and {len(summary) - rows} more")
    return "\n".join([*text, "", totals(recording)])


def totals(recording: Recording) -> str:
    """What a recording was about, in a line."""
    counts = dict.fromkeys(("wait", "allocate", "miss"), 0)
    for item in recording.operations:
        if item.kind in counts:
            counts[item.kind] += 1
    busy = sum(item.device_time or 0 for item in recording.operations if item.kind in ON_DEVICE)
    peak = max((held for _, _, held in recording.memory), default=0)
    text = (f"{recording.duration * 1e3:.3f} ms, of which the device worked {busy * 1e3:.3f} ms; "
            f"{counts['wait']} waits, {counts['allocate']} allocations from the device, "
            f"{counts['miss']} kernels that were not loaded yet; arrays held {size(peak)}B at most; "
            f"a copy has {size(recording.copy_rate)}B/s")
    return f"{text}; {recording.dropped} operations were not kept" if recording.dropped else text


def size(number: float) -> str:
    """``"1.50 M"`` for 1500000."""
    for factor, unit in _UNITS:
        if number >= factor:
            return f"{number / factor:.2f} {unit}"
    return f"{number:.0f} "


def save_trace(recording: Recording, path: Path) -> None:
    """Write Chrome's trace format."""
    events = [{"ph": "M", "pid": 0, "name": "process_name", "args": {"name": "host"}}]
    for device in sorted({item.device for item in recording.operations}):
        events.append({"ph": "M", "pid": device + 1, "name": "process_name", "args": {"name": f"device {device}"}})
    for item in recording.operations:
        about = {"kind": item.kind, "bytes": item.bytes, "grid": item.grid, "block": item.block}
        events.append({"ph": "X", "pid": 0, "tid": item.thread, "name": item.name, "cat": item.kind,
                       "ts": item.start * 1e6, "dur": item.host_time * 1e6, "args": about})
        if item.device_start is not None and item.kind in ON_DEVICE:
            events.append({"ph": "X", "pid": item.device + 1, "tid": item.stream, "name": item.name, "cat": item.kind,
                           "ts": item.device_start * 1e6, "dur": item.device_time * 1e6, "args": about})
    for seconds, device, held in recording.memory:
        events.append({"ph": "C", "pid": device + 1, "name": "memory of arrays", "ts": seconds * 1e6,
                       "args": {"bytes": held}})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events, "displayTimeUnit": "ms"}, file)
