"""Command line of the benchmark: ``python -m cupy_testing.bench``.

Examples::

    python -m cupy_testing.bench --suite overhead --out rows.jsonl --table
    python -m cupy_testing.bench --compare ours cupy=/path/of/cupy torch --suite floor,bandwidth
    python -m cupy_testing.bench --compare ours numpy --suite sizes --only add_f32
    python -m cupy_testing.bench --table rows.jsonl more.jsonl
    python -m cupy_testing.bench --markdown rows.jsonl --goals ci/bench_goals.json
    python -m cupy_testing.bench --sweep --minutes 5 --compare ours cupy=/path/of/cupy
"""
from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence

from cupy_testing.bench._case import SUITES, load
from cupy_testing.bench._goals import load as read_goals
from cupy_testing.bench._library import LIBRARIES
from cupy_testing.bench._parent import run
from cupy_testing.bench._table import read, render, render_markdown
from cupy_testing.bench.sweep import sweep


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m cupy_testing.bench",
        description="Time array workloads the same way for every library; each library, "
                    "and after a crash the rest of its cases, in a process of its own.")
    parser.add_argument("--lib", default="cupy", choices=sorted(LIBRARIES))
    parser.add_argument("--label", help="what to call the library in the rows")
    parser.add_argument("--compare", nargs="+", metavar="LABEL[=PATH]",
                        help="run several: torch, numpy, or a cupy found at PATH; the first is judged")
    parser.add_argument("--suite", default=None, help=f"of {','.join(SUITES)}; default: all but sizes")
    parser.add_argument("--only", default="", help="cases whose suite/name contains one of these")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on big sizes")
    parser.add_argument("--timeout", type=float, default=180, help="seconds a case may take")
    parser.add_argument("--out", help="append the rows to this file, one JSON object a line")
    parser.add_argument("--table", nargs="*", metavar="FILE",
                        help="show the rows side by side; with files, only those")
    parser.add_argument("--markdown", nargs="+", metavar="FILE", help="print these rows as Markdown tables and stop")
    parser.add_argument("--goals", metavar="FILE", help="judge the rows by the goals of this JSON file")
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    parser.add_argument("--sweep", action="store_true",
                        help="time cases drawn at random against the speed of memory, slow ones beside the others")
    parser.add_argument("--minutes", type=float, default=1, help="of the sweep, for each library")
    parser.add_argument("--seed", type=int, default=None, help="of the sweep; the clock's if not given")
    parser.add_argument("--low", type=int, default=64 << 20, help="bytes of the smallest array of the sweep")
    parser.add_argument("--high", type=int, default=1 << 29, help="bytes of the largest array of the sweep")
    return parser.parse_args(arguments)


def contestants(options: argparse.Namespace) -> list[tuple[str, str, str | None]]:
    """``(label, library, path)`` of each run."""
    if not options.compare:
        return [(options.label or options.lib, options.lib, None)]
    found = []
    for item in options.compare:
        label, _, path = item.partition("=")
        library = label.split("-")[0]
        found.append((label, library if library in ("torch", "numpy") else "cupy", path or None))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    goals = read_goals(options.goals)
    if options.table:
        print(render(read(options.table), goals))
        return 0
    if options.markdown:
        print(render_markdown(read(options.markdown), goals))
        return 0
    if options.sweep:
        options.seed = int(time.time()) if options.seed is None else options.seed
        print(f"seed {options.seed}")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        found = sweep(options, contestants(options))
        if options.out:
            with open(options.out, "a") as file:
                file.writelines(json.dumps(row) + "\n" for row in found)
        return 0
    suites = options.suite.split(",") if options.suite else [s for s in SUITES if s != "sizes"]
    only = [text for text in options.only.split(",") if text]
    out = open(options.out, "a") if options.out else None
    rows = []
    for label, library, path in contestants(options):
        cases = load(suites, library, only)
        if options.list:
            print("\n".join(case.key for case in cases))
            continue
        for number, row in enumerate(run(cases, library, label, path=path, scale=options.scale,
                                         timeout=options.timeout), 1):
            rows.append(row)
            figure = f"ERR {row['error']}" if "error" in row else f"{row['seconds'] * 1e6:.2f} us"
            print(f"[{label} {number}/{len(cases)}] {row['suite']}/{row['case']} {figure}",
                  file=sys.stderr)
            if out:
                print(json.dumps(row), file=out, flush=True)
    if options.table is not None or options.compare:
        print(render(rows, goals))
    return 0


if __name__ == "__main__":
    sys.exit(main())
