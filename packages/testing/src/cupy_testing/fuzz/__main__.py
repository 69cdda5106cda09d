"""``python -m cupy_testing.fuzz --minutes 5``: random calls against NumPy; prints each disagreement once."""
from __future__ import annotations

import argparse
import importlib.util
import re
import sys
import time
import warnings
from typing import Any

import numpy

import cupy
from cupy._runtime import index_report
from cupy_testing.fuzz import (  # noqa: F401 - each adds its families
    aliases, array_methods, calls, casts, corpus, files, hostile, indexing, judge, keywords, known, old_names,
    operators, random_laws, routines, times, ufunc_options, words)

if importlib.util.find_spec("cupyx") and importlib.util.find_spec("scipy"):
    from cupy_testing.fuzz import (  # noqa: F401
        scatters, scipy_aliases, scipy_classes, scipy_designs, scipy_distributions, scipy_functions, scipy_graphs,
        scipy_image_options, scipy_images, scipy_interpolants, scipy_interpolation, scipy_keyword_tables, scipy_linear,
        scipy_odd_operands, scipy_points, scipy_scattered, scipy_sequences, scipy_signals, scipy_sparse,
        scipy_sparse_places, scipy_special_types, scipy_splines, scipy_statistics, scipy_structures, scipy_tests,
        scipy_transforms)


def families(only: str | None = None) -> list[str]:
    """Names of the families that are drawn from."""
    return sorted(name for name in calls.FAMILIES if (re.search(only, name) if only else name not in calls.ON_REQUEST))


def case(number: int, only: str | None = None) -> tuple[str, str, str | None]:
    """Run one call: its description and the difference, or None."""
    rng = numpy.random.default_rng(number)
    names = families(only)
    name = names[int(rng.integers(len(names)))]
    drawn = calls.FAMILIES[name](rng)
    if drawn is None:
        return name, "", None
    text, call, operands = drawn
    wanted, wanted_memory = judge.outcome(call, numpy, operands)
    got, memory = judge.outcome(call, cupy, operands)
    asked = re.findall(r"dtype='(\w)'|signature=('[^']*'|\([^)]*\))", text)
    chars = "".join([*(operand.values.dtype.char for operand in operands), *map("".join, asked)]).replace("None", "")
    coarse = chars.translate({ord(small): "f" for small in "bBhH?"})       # of these NumPy makes float32, or less
    least = max([1e-3, *(judge.largest(o.values) for o in operands)]) if name in calls.WEIGHTED_SUMS else 1e-3
    found = judge.difference(got, wanted, coarse, least)
    if found is None and not isinstance(wanted, judge.Raised):
        found = judge.difference(tuple(memory), tuple(wanted_memory), coarse)
        found = found and f"memory afterwards: {found}"
    text = f"{text} of {operands}"
    return name, text, None if found is None or known.is_known(name, text, found) else found


def past() -> Any:
    """Yield ``(name, difference)`` of findings that are back."""
    for name, call in corpus.CORPUS.items():
        wanted, got = (judge.outcome(call, xp, [])[0] for xp in (numpy, cupy))
        found = judge.difference(got, wanted)
        if found:
            yield name, found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cupy_testing.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--cases", type=int, default=None, help="calls at most, so that a run can be repeated")
    parser.add_argument("--seed", type=int, default=None, help="number of the first case; the time if not given")
    parser.add_argument("--case", type=int, default=None, help="run this case alone")
    parser.add_argument("--only", default=None, help="families whose name matches; part of what a case number means")
    parser.add_argument("--all", action="store_true", help="print disagreements of one kind each time")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    index_report.set_action("raise")        # of indices that a device would take modulo the length
    if options.case is not None:
        name, text, found = case(options.case, options.only)
        print(f"{name}: {text}\n  {found or 'as NumPy'}")
        return 1 if found else 0
    number = first = int(time.time()) * 1000 if options.seed is None else options.seed
    print(f"seed {first}", flush=True)
    seen, count = set(), 0
    for name, found in past():
        seen.add(name)
        print(f"corpus: {name}\n  {found}", flush=True)
    stop = time.monotonic() + options.minutes * 60
    while time.monotonic() < stop and count != options.cases:
        try:
            name, text, found = case(number, options.only)
        except cupy.BackendError as error:      # of a kernel of this case or of one before it; nothing runs any more
            print(f"case {number}: {error}\n  (with CUDA_LAUNCH_BLOCKING=1 it is the very case)", flush=True)
            return 1
        if found:
            kind = name, re.sub(r"[-0-9.+ejnaif\[\]()…,]+", "#", found)[:60]
            if options.all or kind not in seen:
                seen.add(kind)
                print(f"case {number} {name}: {text}\n  {found}", flush=True)
        number, count = number + 1, count + 1
    print(f"{count} calls, {len(seen)} kinds of disagreement")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
