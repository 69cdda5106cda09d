"""Elementwise special functions on the host: our processor time over SciPy's.

``python -m cupy_testing.bench.special_beside_scipy [--size 100000] [--above 1.0] [NAME...]``, with
``CUPY_BACKEND=host``: double, float32 and complex numbers, alternating in one process, each the best of several turns.
Functions that take SciPy long have fewer items.  Processor time of two threads adds: up to 2 ours wait no longer.
"""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy
import scipy.special

from cupy_testing.bench._library import Cupy
from cupy_testing.bench.beside_scipy import seconds
from cupy_testing.special_arguments import COMPLEX, REAL, sample

#: Seconds that a call of SciPy's may take, and its prefixes of functions whose loops of float32 do not end.
_CALL, _ENDLESS = 0.04, ("pro_", "obl_", "mathieu_", "pb")


def rows(names: Any, size: int) -> Any:
    """``(name, type, items, our nanoseconds an item, SciPy's)`` of all functions, or of those named."""
    ours = Cupy()
    for table, chars in ((REAL, "df"), (COMPLEX, "DF")):
        for name, char in ((name, char) for name in table for char in chars if not names or name in names):
            if char == "f" and name.startswith(_ENDLESS):
                continue
            args = [sample(kind, size, k) for k, kind in enumerate(table[name])]
            args = [x.astype(char if x.dtype.kind == "c" else char.lower()) for x in args]
            if name.startswith("eval_hermite"):
                args[0] = args[0].astype(int)
            theirs = getattr(scipy.special, name)
            start = time.process_time()
            theirs(*[x[:200] for x in args])
            n = int(numpy.clip(_CALL / max(time.process_time() - start, 1e-6) * 200, 500, size))
            args = [x[:n] for x in args]
            sent, function = [ours.array(x) for x in args], getattr(ours.scipy("special"), name)
            found = seconds([lambda f=function, a=sent: f(*a), lambda f=theirs, a=args: f(*a)])
            yield name, char, n, *(x / n * 1e9 for x in found)


def main() -> None:
    """The table, a line a function and type."""
    parser = argparse.ArgumentParser(prog="python -m cupy_testing.bench.special_beside_scipy", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--above", type=float, default=0.0, help="only ratios above this")
    options = parser.parse_args()
    print("| function | type | items | ours, ns an item | SciPy | ratio |\n| --- | --- | --- | --- | --- | --- |")
    with numpy.errstate(all="ignore"):
        for name, char, n, ours, theirs in rows(options.names, options.size):
            if ours / theirs > options.above:
                print(f"| {name} | {char} | {n:,} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |", flush=True)


if __name__ == "__main__":
    main()
