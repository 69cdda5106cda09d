"""Command line: ``python -m cupyx.profiler [--trace FILE] [--html FILE] [--rows N] SCRIPT [ARGUMENT ...]``."""
from __future__ import annotations

import argparse
import runpy
import sys
from typing import Any

from cupyx.profiler._record import record


def main(arguments: Any = None) -> str | int | None:
    """Run a script as a program of its own, and say what it did."""
    parser = argparse.ArgumentParser(prog="python -m cupyx.profiler",
                                     description="Run a script and write down every operation on the device.")
    parser.add_argument("--trace", metavar="FILE", help="write a trace for Perfetto or Chrome")
    parser.add_argument("--html", metavar="FILE", help="write a page with timeline and memory")
    parser.add_argument("--rows", type=int, default=30, help="lines of the table")
    parser.add_argument("--limit", type=int, default=1_000_000, help="operations that are kept at most")
    parser.add_argument("script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the script")
    options = parser.parse_args(arguments)
    before, sys.argv = sys.argv, [options.script, *options.arguments]
    status = 0
    try:
        with record(limit=options.limit) as recording:
            try:
                runpy.run_path(options.script, run_name="__main__")
            except SystemExit as end:
                status = end.code
    finally:
        sys.argv = before
    print(recording.table(options.rows), file=sys.stderr)
    if options.trace:
        recording.save_trace(options.trace)
    if options.html:
        recording.save_html(options.html)
    return status


if __name__ == "__main__":
    sys.exit(main())
