"""The sweep: random cases against the speed of memory and against other libraries.

    python -m cupy_testing.bench --sweep --minutes 2 --compare ours cupy=/path numpy
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._library import LIBRARIES
from cupy_testing.bench._parent import SOURCE
from cupy_testing.bench._timer import time_call
from cupy_testing.bench.sweep_cases import draw

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

__all__ = []

BINS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0)


def floors(library: Library) -> Any:
    """Bytes a second of a large copy, and seconds of the smallest call, in this process."""
    xp, size = library.xp, 1 << 28 if library.backend != "host" else 1 << 26
    source, target = xp.zeros(size, "u1"), xp.zeros(size, "u1")

    def copy() -> None:
        target[...] = source

    one = xp.zeros(1)
    rate = 2 * size / time_call(copy, library.sync)[0]
    return rate, time_call(lambda: xp.negative(one), library.sync)[0]


def measure(library: Library, case: Any) -> Any:
    """Seconds of a call of a case."""
    operands = [o.make(library) for o in case.operands]
    return time_call(lambda: case.call(library.xp, *operands), library.sync, seconds=0.03, batches=3, warm=2)[0]


def work(options: Any) -> None:
    """Time cases and print a line for each, until the time is over or they are done."""
    library = LIBRARIES[options.library]()
    rate, launch = floors(library)
    print(json.dumps({"rate": rate, "launch": launch, "backend": library.backend}), flush=True)
    end = time.monotonic() + 60 * options.minutes
    numbers = [int(n) for n in options.numbers.split(",")] if options.numbers else range(options.first, 1 << 30)
    for number in numbers:
        if time.monotonic() > end:
            return
        case = draw(options.seed, number, options.low, options.high)
        row = {"number": number, "family": case.family, "line": case.line, "floor": case.floor,
               "launches": case.launches, "operands": [o.text for o in case.operands]}
        try:
            row["seconds"] = measure(library, case)
        except Exception as error:
            row["error"] = f"{type(error).__name__}: {error}"[:200]
        library.release()
        print(json.dumps(row), flush=True)


def start(library: Library, path: Any, options: Any, **more: Any) -> Iterator[Any]:
    """A process that times cases; its rows as they come, the first with the speed of memory."""
    from cupy._ext import shown      # not in that process, whose cupy may be another
    words = {"library": library, "seed": options.seed, "low": options.low, "high": options.high,
             "minutes": options.minutes, **more}
    env = dict(os.environ)
    env["PYTHONPATH"] = os.pathsep.join(p for p in (path, SOURCE, env.get("PYTHONPATH")) if p)
    process = subprocess.Popen(
        [sys.executable, "-m", "cupy_testing.bench.sweep", *(w for k, v in words.items() for w in (f"--{k}", str(v)))],
        stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout
    with process:
        try:
            for line in shown(process.stdout, "sweep", unit="cases"):
                if line.startswith("{"):
                    yield json.loads(line)
        finally:
            process.terminate()


def until_stopped(rows: Iterable[Any]) -> tuple[list[Any], bool]:
    """The rows that have come, and whether whoever waits for them was stopped."""
    found = []
    try:
        for row in rows:
            found.append(row)
    except KeyboardInterrupt:
        return found, True
    return found, False


def sweep(options: Any, contestants: Any) -> Any:
    """Run all, print the report; the rows are returned. Where Ctrl-C or SIGTERM stops it, they are those until then.

    Parameters
    ----------
    options : argparse.Namespace
        ``seed``, ``minutes``, ``low``, ``high`` bytes.
    contestants : list of (label, library, path)
        The first is judged; the others time its slow cases.
    """
    label, library, path = contestants[0]
    found, stopped = until_stopped(start(library, path, options))
    if not found:
        raise KeyboardInterrupt
    head, *rows = found
    for row in rows:
        if "seconds" in row and row["floor"]:
            row["share"] = (row["floor"] / head["rate"] + row["launches"] * head["launch"]) / row["seconds"]
    rows.sort(key=lambda row: row.get("share", -1.0))
    # By number: where the others' time is too short for all, those that they reach are of every family.
    slow = sorted((row for row in rows if row.get("share", 0) < 0.85 and "error" not in row), key=lambda r: r["number"])
    for other, its_library, its_path in contestants[1:]:
        if its_library == "torch" or stopped:
            continue            # torch's names differ: the cases are NumPy's
        numbers = ",".join(str(row["number"]) for row in slow) or "0"
        theirs, stopped = until_stopped(start(its_library, its_path, options, numbers=numbers))
        for row in theirs[1:]:
            mine = next((r for r in slow if r["number"] == row["number"]), None)
            if mine is not None and "seconds" in row:
                mine.setdefault("others", {})[other] = row["seconds"]
    report(label, head, rows, options.low)
    return [head, *rows]


def report(label: str, head: Any, rows: Any, low: Any) -> None:
    """Histogram of floor over time by family, the worst cases, and those in which another library wins.

    Cases that move fewer than `low` bytes, as those of broadcast arrays, are only held against other libraries.
    """
    print(f"{label} on {head['backend']}: copy {head['rate'] / 1e12:.2f} TB/s, smallest call "
          f"{head['launch'] * 1e6:.1f} us, {len(rows)} cases")
    good = [row for row in rows if "share" in row and row["floor"] >= low]
    names = sorted({row["family"] for row in good})
    print("family      cases  " + "  ".join(f"<{b:.1f}" for b in BINS[1:]) + "  above   5 %  median")
    for name in [*names, "all"]:
        shares = sorted(row["share"] for row in good if name in (row["family"], "all"))
        counts = [sum(low <= s < high for s in shares) for low, high in zip(BINS[:-1], BINS[1:], strict=True)]
        counts.append(sum(s >= BINS[-1] for s in shares))
        print(f"{name:10} {len(shares):6}  " + "  ".join(f"{c:4}" for c in counts)
              + f"  {shares[len(shares) // 20]:.2f}  {shares[len(shares) // 2]:.2f}")
    judged = [row for row in rows if row["floor"] >= low]
    for row in judged[:40]:
        times = " ".join(f"{name} {row['seconds'] / seconds:.2f}x" for name, seconds in row.get("others", {}).items())
        print(f"{row.get('share', 0):.2f}  #{row['number']} {row['line']}  {'; '.join(row['operands'])}  "
              + (row.get("error") or f"{row['seconds'] * 1e6:.0f} us {times}"))
    behind = [row for row in rows if any(row["seconds"] > 1.05 * s for s in row.get("others", {}).values())]
    compared = sum("others" in row for row in rows)
    print(f"{len(behind)} of {compared} cases that another library timed are more than 5 % slower than it")
    for row in sorted(behind, key=lambda r: -r["seconds"] / min(r["others"].values()))[:20]:
        print(f"  {row['seconds'] / min(row['others'].values()):.2f}x  #{row['number']} {row['line']}  "
              f"{'; '.join(row['operands'])}")


def main() -> None:
    """A worker's command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--library", default="cupy", choices=sorted(LIBRARIES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--numbers", default="")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--low", type=int, default=64 << 20)
    parser.add_argument("--high", type=int, default=1 << 29)
    work(parser.parse_args())


if __name__ == "__main__":
    main()
