"""The cases of `beside_scipy` for two libraries, each in a process of its own: where is the first one slower?

``python -m cupy_testing.bench.beside_cupy ours cupy=/path/of/cupy [--of images …] [--sizes 4096 262144]
[--only NAME] [--minutes 4] [--out rows.jsonl]``. A row is wall time with a wait for the device: the median of three
batches of calls after two that are not timed, one call if it takes long. Rows in which the first library is slower are
measured again in turns, and each library has its least. What a library lacks is a row that says so.
"""
from __future__ import annotations

import argparse
import gc
import importlib
import itertools
import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy

from cupy_testing.bench._beside import CASES
from cupy_testing.bench._library import LIBRARIES
from cupy_testing.bench._parent import environment, read_lines
from cupy_testing.bench._timer import time_call
from cupy_testing.bench.beside_scipy import OF

LONG, BUDGET = 0.05, 0.01       # seconds: of a call that is timed by itself; of the batches of others


class Absent:
    """What stands for a function that a library lacks, and for all that is made with it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, name: str) -> Absent:
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Absent:
        return self


class _Module:
    """A module of a library, with functions that it lacks."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.module, name, None)
        return Absent(f"{self.module.__name__}.{name}") if found is None else found


class Beside:
    """A library as makers of cases see it: no missing function stops a maker before a row needs it."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def scipy(self, name: str) -> Any:
        try:
            return _Module(self._library.scipy(name))
        except ImportError:
            return Absent(f"module {name}")


def seconds(call: Callable[[], Any], sync: Callable[[], None]) -> float:
    """The time of a call; AttributeError where there is nothing to time."""
    result = call()
    if isinstance(result, Absent):
        raise AttributeError(f"there is no {result.name}")
    del result
    sync()
    start = time.perf_counter()
    call()
    sync()
    once = time.perf_counter() - start
    return once if once > LONG else time_call(call, sync, seconds=BUDGET, batches=3, warm=0)[0]


def work(order: Any) -> Iterator[Any]:
    """For each case its place, then its row; cases until the place ``order["after"]`` are passed over."""
    library = LIBRARIES[order["library"]]()
    for name in order["of"]:
        importlib.import_module(f"cupy_testing.bench._beside_{name}")
    wanted = {tuple(place) for place in order["places"]}
    cases: Any = itertools.product(CASES, order["sizes"])
    for k, ((make, most), n) in enumerate(cases):
        after = order["after"]
        if n > most or (after and k < after[0]) or (wanted and k not in {place[0] for place in wanted}):
            continue
        skipping = after and k == after[0]
        if skipping and not after[1]:           # its maker ended the process
            continue
        yield {"begins": [k, ""]}
        suite = make.__module__.rpartition(".")[2].strip("_")
        try:
            calls = make(Beside(library), n, numpy.random.default_rng(n))
        except Exception as error:
            yield {"suite": suite, "case": f"{make.__name__} of {n}", "error": f"{type(error).__name__}: {error}"[:200]}
            calls = {}
        for name, call in calls.items():
            if skipping:
                skipping = name != after[1]
                continue
            if order["only"] not in name or (wanted and (k, name) not in wanted):
                continue
            yield {"begins": [k, name]}
            row = {"suite": suite, "case": f"{name} of {n}", "place": [k, name], "backend": library.backend}
            try:
                row["seconds"] = seconds(call, library.sync)
            except Exception as error:
                row["error"] = f"{type(error).__name__}: {error}"[:200]
            yield row
            library.sync()              # raises, and ends the process, where the device is lost
        calls = call = None
        gc.collect()
        library.release()


def rows(label: str, library: str, path: str | None, options: Any, places: Any = ()) -> Iterator[Any]:
    """The rows of a library, from as many processes as it takes."""
    end, after = time.monotonic() + 60 * options.minutes, None
    while True:
        order = {"library": library, "of": options.of, "sizes": options.sizes, "only": options.only,
                 "places": list(places), "after": after}
        process = subprocess.Popen([sys.executable, "-m", "cupy_testing.bench.beside_cupy", "--work"], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(path, None))
        lines, begun, error = queue.Queue(), None, ""
        assert process.stdin
        threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True).start()
        try:
            json.dump(order, process.stdin)
            process.stdin.close()
            while (left := end - time.monotonic()) > 0:
                line = lines.get(timeout=min(left, options.timeout))
                if line is None:
                    process.wait()
                    break
                row = json.loads(line)
                if "begins" in row:
                    begun = row["begins"]
                else:
                    yield {"label": label, **row}
        except queue.Empty:
            error = f"no row after {options.timeout} s"
        except BrokenPipeError:
            pass
        finally:
            process.kill()
            status = process.wait()
        if status == 0 or end - time.monotonic() < 0.1:
            return
        yield {"label": label, "suite": "beside", "case": str(begun),
               "error": error or f"the process ended with status {status}"}
        if begun is None or begun == after:
            return
        after = begun


def compare(first: Any, second: Any) -> Any:
    """``{case: (seconds, seconds)}`` of what both libraries have."""
    found = [{f"{row['suite'].removeprefix('beside_')}: {row['case']}": row["seconds"]
              for row in of if "seconds" in row} for of in (first, second)]
    return {case: (took, found[1][case]) for case, took in found[0].items() if case in found[1]}


def report(labels: Any, first: Any, second: Any, above: float) -> str:
    """The rows in which the first library takes more than `above` of the other's time, worst first, and counts."""
    both = compare(first, second)
    ratios = {case: ours / theirs for case, (ours, theirs) in both.items()}
    slow = sorted((case for case in ratios if ratios[case] > above), key=lambda case: -ratios[case])
    lines = [f"| call | {labels[0]}, us | {labels[1]}, us | ratio |", "| --- | --- | --- | --- |"]
    lines += [f"| {case} | {both[case][0] * 1e6:.1f} | {both[case][1] * 1e6:.1f} | {ratios[case]:.2f} |"
              for case in slow]
    if both:
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        lines.append(f"\n{len(both)} calls of both libraries: {len(slow)} above {above}, geometric mean {mean:.3f}, "
                     f"{sum(max(pair) > LONG for pair in both.values())} timed by one call.")
    for label, mine in zip(labels, (first, second)):
        errors = [row for row in mine if "error" in row]
        absent = [row for row in errors if row["error"].startswith("AttributeError")]
        lines.append(f"{label}: {len(mine) - len(errors)} timed, {len(absent)} absent, "
                     f"{len(errors) - len(absent)} failed.")
    lines += [f"- {labels[0]} {row['case']}: {row['error']}" for row in first if "error" in row]
    others = sorted({row["error"] for row in second if "error" in row})
    lines += [f"- {labels[1]}: {error}" for error in others]
    return "\n".join(lines)


def again(contestants: Any, found: Any, options: Any) -> None:
    """Measure rows in which the first library is slower again, in turns; each row keeps the least."""
    for _ in range(options.again):
        slow = {case for case, (ours, theirs) in compare(*found).items() if ours > options.above * theirs}
        places = [row["place"] for row in found[0] if f"{row['suite'].removeprefix('beside_')}: {row['case']}" in slow]
        if not places:
            return
        for mine, contestant in zip(found, contestants):
            found_again = cast("Any", rows)(*contestant, options, places)
            least = {(row["suite"], row["case"]): row["seconds"] for row in found_again if "seconds" in row}
            for row in mine:
                if "seconds" in row:
                    row["seconds"] = min(row["seconds"], least.get((row["suite"], row["case"]), math.inf))


def parse(arguments: Any) -> Any:
    parser = argparse.ArgumentParser(prog="python -m cupy_testing.bench.beside_cupy", description=__doc__)
    parser.add_argument("compare", nargs="+", metavar="LABEL[=FOLDER]",
                        help="the one that is judged, then the other: a cupy, of a folder, or numpy, that is SciPy; "
                             "one alone is timed, and has its kernels compiled")
    parser.add_argument("--of", nargs="+", choices=OF, default=OF)
    parser.add_argument("--sizes", nargs="+", type=int, default=[4096, 262_144])
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--above", type=float, default=1.05, help="ratios that are shown")
    parser.add_argument("--again", type=int, default=2, help="times that those are measured again")
    parser.add_argument("--minutes", type=float, default=4, help="for the rows of a library")
    parser.add_argument("--timeout", type=float, default=60, help="seconds a row may take, compilers included")
    parser.add_argument("--out", type=Path, help="a file for the rows, one JSON object a line")
    return parser.parse_args(arguments)


def main(arguments: Any = None) -> None:
    options = parse(arguments)
    if len(options.compare) > 2:
        raise SystemExit("two libraries can be compared")
    contestants = []
    for item in options.compare:
        label, _, path = item.partition("=")
        contestants.append((label, "numpy" if label == "numpy" else "cupy", path or None))
    found = [list(rows(label, library, path, options)) for label, library, path in contestants]
    if len(found) == 2:
        again(contestants, found, options)
        print(report([contestant[0] for contestant in contestants], found[0], found[1], options.above))
    if options.out:
        options.out.write_text("".join(json.dumps(row) + "\n" for row in itertools.chain(*found)))


def _serve() -> None:
    """A worker: cases as standard input asks for, rows on standard output, where nothing else may write."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for row in work(json.load(sys.stdin)):
        print(json.dumps(row), file=out, flush=True)


if __name__ == "__main__":
    _serve() if sys.argv[1:] == ["--work"] else main()
