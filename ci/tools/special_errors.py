"""The tables of errors in ``docs/guide/special.md``: largest relative errors of ours and SciPy's.

``python ci/tools/special_errors.py [--points N] [--seconds S] [--jobs J] [--table TITLE] [NAME...]`` prints rows;
``--write`` puts the tables between the marks of the guide.  Points are drawn over five decades, on whole, half and
eighth numbers and beside zeros.  Double and complex are held against mpmath, in S seconds a function as many points as
it can; single precision against SciPy's double, where that does not cancel.  Names keep the tables' other rows.
"""
import argparse
import functools
import math
import multiprocessing
import os
import re
import signal
import time

import mpmath as mp
import numpy
import scipy.special
from special_references import COMPLEX, REFERENCES

import cupy
from cupyx.scipy import special

_GUIDE = os.path.join(os.path.dirname(__file__), "../../docs/guide/special.md")
_MARKS = "<!-- {} -->", "<!-- end of {} -->"
_TITLES = {"errors": "Of double:", "complex errors": "Of complex double:",
           "single errors": "Of single precision, against double where ours and SciPy's agree:"}


#: Seconds of processor time for one of mpmath's values: some take hours.
_PATIENCE = 2.0


def sample(kind, n, seed):
    """Numbers of a kind, some of them with few digits; as many of the first as one likes."""
    rng = numpy.random.default_rng(seed)
    size = 10 ** rng.uniform(-3, 2, n)
    x = {"p": size, "r": size * rng.choice([-1, 1], n), "t": rng.uniform(-10, 10, n), "S": rng.uniform(0.05, 20, n),
         "u": rng.random(n), "m": 1 - size, "i": rng.integers(1, 20, n), "I": rng.integers(1, 20, n),
         "j": rng.integers(20, 40, n), "v": rng.uniform(0.05, 3, n), "w": rng.uniform(-1, 1, n),
         "k": rng.integers(0, 4, n), "n": rng.integers(4, 12, n), "d": rng.uniform(-180, 180, n),
         "b": rng.uniform(1.1, 6, n), "B": rng.uniform(1.6, 6, n), "e": rng.integers(1, 24, n) / 8, "N": -size,
         "q": rng.uniform(0.02, 0.98, n), "z": size * numpy.exp(2j * numpy.pi * rng.random(n))}[kind]
    if kind in "iIjkn":
        return x.astype(float if kind == "I" else int)
    if kind == "z":
        x[::4] = numpy.clip(x[::4].real, -20, 20) + 1j * numpy.clip(x[::4].imag, -20, 20)
        return x
    if kind in "NbBeq":
        return x
    x[::8] = numpy.round(x[::8] * 8) / 8 + (0.0625 if kind in "prtSm" else 0)
    if kind in "prtS":                      # whole and half numbers, near the first of which poles and zeros lie
        x[4::16] = numpy.round(x[4::16] * 2) / 2 + (0.5 if kind in "pS" else 0)
        x[12::16] = (numpy.round(x[12::16]) + (kind in "pS")) * (1 + 10 ** rng.uniform(-12, -2, len(x[12::16])))
    return numpy.clip(x, 1e-9, 1 - 1e-9) if kind == "u" else x


def beside_zeros(function, x):
    """Points of a function of one variable on both sides of the zeros that lie between those of `x`."""
    low = numpy.sort(x)
    low, high = low[:-1], low[1:]
    with numpy.errstate(all="ignore"):
        kept = (function(low) * function(high) < 0) & (high - low < 0.25)
        low, high = low[kept], high[kept]
        for _ in range(60):
            middle = (low + high) / 2
            same = function(middle) * function(low) > 0
            low, high = numpy.where(same, middle, low), numpy.where(same, high, middle)
    distances = 1 + numpy.outer([-1, 1], 10.0 ** -numpy.arange(2, 14, 2)).ravel()
    return numpy.outer(low, distances).ravel() if len(low) < 200 else low[:0]


def _of(module, name, args):
    """The values of ``name`` or ``name[output]``."""
    name, _, output = name.partition("[")
    with numpy.errstate(all="ignore"):
        found = getattr(module, name)(*args)
    return found[int(output[:-1])] if output else found


def both(name, args):
    """Ours and SciPy's values of ``name`` or ``name[output]``, as NumPy's arrays."""
    return _of(special, name, [cupy.asarray(x) for x in args]).get(), _of(scipy.special, name, args)


def _double(name, kinds, points):
    """Arguments, in an order of no meaning."""
    args = []
    for k, kind in enumerate(kinds):         # V: the characteristic value of the arguments before it
        args.append(getattr(scipy.special, name[:4] + "cv")(*args) if kind == "V" else sample(kind, points, k))
    if len(args) == 1 and not numpy.iscomplexobj(_of(scipy.special, name, args)):
        more = beside_zeros(lambda x: _of(scipy.special, name, [x]), args[0])
        args[0][points // 2:points // 2 + len(more)] = more[:points // 2]
    order = numpy.random.default_rng(0).permutation(points)
    return [x[order] for x in args]


def _give_up(*_):
    raise TimeoutError


def errors(table, name, points, seconds):
    """``(ours, SciPy's, points)``: largest relative errors of double or complex double."""
    kinds, function = table[name]
    args = _double(name, kinds, points)
    ours, theirs = both(name, args)
    signal.signal(signal.SIGVTALRM, _give_up)
    worst, until, done = [0.0, 0.0], time.process_time() + seconds, 0
    with mp.workdps(40):
        for k in range(points):
            if time.process_time() > until:
                break
            numbers = [int(x[k]) if kind in "iIjkn" else mp.mpmathify(x[k].item()) for kind, x in zip(kinds, args)]
            signal.setitimer(signal.ITIMER_VIRTUAL, _PATIENCE)
            try:
                true = function(*numbers)
                true = true if ours.dtype.kind == "c" else mp.re(true)
            except (ValueError, ZeroDivisionError, mp.libmp.NoConvergence, TimeoutError):
                mp.mp.dps = 40
                continue                    # a pole, or where mpmath gives up, or we
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            done += 1
            if not (numpy.isfinite(theirs[k]) and 1e-290 < abs(true) < 1e300):
                continue
            for j, found in enumerate((ours[k], theirs[k])):
                error = float(abs(mp.mpmathify(found.item()) - true) / abs(true))
                worst[j] = max(worst[j], error if error == error else math.inf)
    return *worst, done


def single_errors(name, points):
    """The same of single precision, where ours and SciPy's of double agree.

    SciPy's spheroidal functions of single precision do not end: theirs is NaN.
    """
    kinds = REFERENCES[name][0]
    args = [x.astype("f") for x in _double(name, kinds.replace("i", "I"), points)]
    with numpy.errstate(all="ignore"):
        checked, exact = both(name, [x.astype("d") for x in args])
        ours = _of(special, name, [cupy.asarray(x) for x in args]).get()
        theirs = exact * numpy.nan if name.startswith(("pro_", "obl_")) else _of(scipy.special, name, args)
        kept = (abs(checked - exact) < 1e-9 * abs(exact)) & (abs(exact) > 1e-36) & (abs(exact) < 1e38)
        return *[float((abs(x[kept] - exact[kept]) / abs(exact[kept])).max(initial=0)) for x in (ours, theirs)], points


def _has_single(name):
    """Whether SciPy's function is a ufunc with a loop of single precision: polynomials of Hermite's have none."""
    loops = getattr(getattr(scipy.special, name.partition("[")[0]), "types", ())
    return any("f" in x.partition("->")[0] for x in loops)


def _row(points, seconds, job):
    kind, name = job
    found = (single_errors(name, points) if kind == "single errors" else
             errors(COMPLEX if kind == "complex errors" else REFERENCES, name, points, seconds))
    return kind, "| `{}` | {:.1e} | {:.1e} | {:,} |".format(name, *found)


def main():
    """Print the tables, or write them into the guide."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--seconds", type=float, default=10, help="of processor time for a function")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", choices=_TITLES, help="only this one")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    jobs = [(kind, name) for kind, table in (("single errors", REFERENCES), ("complex errors", COMPLEX),
                                             ("errors", REFERENCES))
            for name in sorted(table) if not arguments.names or name in arguments.names
            if arguments.table in (None, kind)
            if kind != "single errors" or _has_single(name)]
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        for kind, row in pool.imap(functools.partial(_row, arguments.points, arguments.seconds), jobs):
            print(kind, row, flush=True)
            if arguments.write:
                _write(kind, row)


def _write(kind, row):
    """Put a row into the guide, in place of the function's own."""
    with open(_GUIDE, encoding="utf-8") as file:
        text = file.read()
    start, end = (mark.format(kind) for mark in _MARKS)
    before, _, rest = text.partition(start)
    old, _, after = rest.partition(end)
    rows = {line.split("`")[1]: line for line in (*re.findall(r"^\| `.*", old, re.MULTILINE), row)}
    table = "\n".join(["| function | ours | SciPy | points |", "| --- | --- | --- | --- |",
                       *(rows[name] for name in sorted(rows))])
    with open(_GUIDE, "w", encoding="utf-8") as file:
        file.write(f"{before}{start}\n{_TITLES[kind]}\n\n{table}\n{end}{after}")


if __name__ == "__main__":
    main()
