"""Public classes and functions of several modules on the host: our processor time over SciPy's.

``python -m cupy_testing.bench.beside_scipy [--of interpolation points linear images signals statistics]
[--sizes 10 1000 100000] [--only NAME] [--above 1.0]``, with ``CUPY_BACKEND=host`` and, as SciPy mostly has
one thread, ``CUPY_HOST_THREADS=1``. Both libraries run in one process, alternating; each has the best of several turns.
"""
from __future__ import annotations

import argparse
import importlib
import sys
import time
from typing import Any

import numpy

from cupy_testing.bench._beside import CASES
from cupy_testing.bench._library import Cupy, Numpy

_TURN, _TURNS = 0.005, 5        # seconds of a turn; how many
#: Modules of cases: interpolate; spatial; linalg and sparse; ndimage; signal and fft; stats.
OF = ("interpolation", "points", "linear", "images", "signals", "statistics")


def seconds(calls: Any) -> Any:
    """The best time of each of some calls, in turns."""
    counts, best = [], [numpy.inf] * len(calls)
    for call in calls:
        call()
        start = time.process_time()
        call()
        counts.append(max(1, int(_TURN / max(time.process_time() - start, 1e-6))))
    for _ in range(_TURNS):
        for k, call in enumerate(calls):
            start = time.process_time()
            for _ in range(counts[k]):
                call()
            best[k] = min(best[k], (time.process_time() - start) / counts[k])
    return best


def rows(sizes: Any, only: Any = "") -> Any:
    """``(name, n, our microseconds, SciPy's)`` of all cases."""
    libraries = Cupy(), Numpy()
    for make, most in CASES:
        for n in sizes:
            if n > most:
                continue
            made = [make(lib, n, numpy.random.default_rng(n)) for lib in libraries]
            for name in made[0]:
                if only not in name:
                    continue
                try:
                    ours, theirs = seconds([calls[name] for calls in made])
                except (ValueError, RuntimeError) as error:         # of what so many items are not enough for
                    print(f"{name} of {n}: {error}", file=sys.stderr)
                else:
                    yield name, n, ours * 1e6, theirs * 1e6


def main() -> None:
    """The table, a line a case and size."""
    parser = argparse.ArgumentParser(prog="python -m cupy_testing.bench.beside_scipy", description=__doc__)
    parser.add_argument("--of", nargs="+", choices=OF, default=OF)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10, 1000, 100_000])
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--above", type=float, default=0.0, help="only ratios above this")
    options = parser.parse_args()
    for name in options.of:
        importlib.import_module(f"cupy_testing.bench._beside_{name}")
    print("| call | n | ours, us | SciPy, us | ratio |\n| --- | --- | --- | --- | --- |")
    for name, n, ours, theirs in rows(options.sizes, options.only):
        if ours / theirs > options.above:
            print(f"| {name} | {n:,} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |", flush=True)


if __name__ == "__main__":
    main()
