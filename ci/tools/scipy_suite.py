"""SciPy's own tests on our arrays, by its array-API backends; failures that are known stand in a list that shrinks.

Only tests that take a library of arrays run, those too that SciPy leaves out for CuPy.

Usage: scipy_suite.py [MODULE ...] [--record | --shrink] [pytest arguments]

`tests/scipy_suite/MODULE.txt` of the package scipy-ext lists the tests of scipy.MODULE that fail, one a line; what
follows a # is the reason, and its second line how many passed; `expected_failures.py` says what is made of it.
"""
import functools
import importlib
import inspect
import os
import sys
import types
from pathlib import Path

import numpy

from expected_failures import Expected, command_line

LISTS = Path(__file__).resolve().parents[2] / "packages" / "scipy-ext" / "tests" / "scipy_suite"
MODULES = ("interpolate", "ndimage", "optimize", "signal", "spatial", "special", "stats")


class Outcomes:
    """Which tests passed and which failed; a pytest plugin."""

    def __init__(self, module):
        self.module = module
        self.passed, self.failed = set(), set()

    def pytest_collection_modifyitems(self, items):
        """SciPy leaves out tests that CuPy fails; ours are held against them too."""
        for item in items:
            for node in item.listchain():
                node.own_markers[:] = [mark for mark in node.own_markers if not _leaves_out_cupy(mark)]
        for tests in {item.module for item in items}:
            if getattr(tests, "np", None) is numpy:
                tests.np = NumpyOfTests("numpy")
        # After modules of tests looked functions up in SciPy's tables.
        delegated = delegate_everything(self.module, {item.module for item in items})
        for item in items:
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            parameters.update({name: delegated[value] for name, value in parameters.items()
                               if inspect.isfunction(value) and value in delegated})

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.rpartition("tests/")[2]
        if report.failed:
            self.failed.add(name)
        elif report.when == "call" and report.passed:
            self.passed.add(name)

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed.add(report.nodeid.rpartition("tests/")[2])


class NumpyOfTests(types.ModuleType):
    """NumPy, as tests have it that compare what they make NumPy's arrays of: those of ours are copied to the host."""

    def __getattr__(self, name):
        found = getattr(numpy, name)
        if name not in ("array", "asarray", "asanyarray", "ascontiguousarray"):
            return found
        return lambda *args, **more: found(*map(_copied, args), **more)


def _copied(x):
    """An array of ours as NumPy's, and anything else."""
    return x.get() if _holds_ours([x]) and hasattr(x, "get") else x


def _leaves_out_cupy(mark):
    # Neighbours are found by SciPy's tree, which takes NumPy's arrays only; by ours here.
    named = mark.args == ("cupy",) or mark.kwargs.get("cpu_only") or "KDTree" in (mark.kwargs.get("reason") or "")
    return named and mark.name in ("skip_xp_backends", "xfail_xp_backends")


def delegate_everything(module, tests):
    """Functions of scipy.MODULE, in modules of tests too, go to ours for arrays of ours: those that SciPy keeps too.

    Returns ``{SciPy's function: what stands in its place}``.
    """
    delegated = {}
    if module in ("ndimage", "signal"):
        delegation = importlib.import_module(f"scipy.{module}._support_alternative_backends")
        getattr(delegation, "CUPY_BLOCKLIST" if module == "ndimage" else "CUPY_BLACKLIST").clear()
    if module not in ("interpolate", "stats"):
        return delegated
    scipys, ours = (importlib.import_module(f"{package}.{module}") for package in ("scipy", "cupyx.scipy"))
    for name in dir(ours):
        plain = getattr(scipys, name, None)
        if inspect.isfunction(plain):
            delegated[plain] = either = _delegated(plain, getattr(ours, name))
        elif inspect.isclass(plain) and module == "interpolate":
            either = EitherClass(name, (), {"plain": plain, "ours": getattr(ours, name)})
        else:
            continue
        # What SciPy's own functions call stays where classes are told apart by `is`.
        for place in (*([scipys] if inspect.isfunction(plain) else []), *tests):
            if getattr(place, name, None) is plain:
                setattr(place, name, either)
    return delegated


def _holds_ours(x):
    """Whether an argument is an array or an object of ours, or holds one."""
    if type(x) in (list, tuple):
        return any(map(_holds_ours, x))
    return type(x).__module__.split(".")[0] in ("cupy", "cupyx")


class EitherClass(type):
    """A class that is ours for arrays of ours and SciPy's for others; objects of both are its instances."""

    def __call__(cls, *args, **kwargs):
        return cls.of(args, kwargs)(*args, **kwargs)

    def of(cls, args, kwargs):
        return cls.ours if _holds_ours([*args, *kwargs.values()]) else cls.plain

    def __instancecheck__(cls, x):
        return isinstance(x, (cls.plain, cls.ours))

    def __getattr__(cls, name):
        return lambda *args, **kwargs: getattr(cls.of(args, kwargs), name)(*args, **kwargs)


def _delegated(plain, ours):
    """A function that is ours for arrays of ours; what ours asks of its namesake in the meantime is SciPy's."""
    inside = False

    @functools.wraps(plain)
    def either(*args, **kwargs):
        nonlocal inside
        if inside or not _holds_ours([*args, *kwargs.values()]):
            return plain(*args, **kwargs)
        inside = True
        try:
            return ours(*args, **kwargs)
        finally:
            inside = False
    return either


def expected(module):
    """The list of a module."""
    return Expected(LISTS / f"{module}.txt",
                    f"Tests of scipy.{module} that fail with arrays of ours; this list only shrinks.",
                    importlib.import_module("scipy").__version__)


def run(module, options, arguments):
    """Run the tests of one module; whether they do what the list says."""
    import cupyx    # before pytest puts the folder of SciPy in front, where CuPy may be too
    import pytest
    import scipy

    # SciPy reads it when it is imported, and processes of pytest-xdist inherit it.
    os.environ.setdefault("SCIPY_ARRAY_API", '["cupy"]')
    outcomes, known = Outcomes(module), expected(module)
    code = pytest.main(["--pyargs", f"scipy.{module}", "-q", "--tb=line", "-W", "ignore", "-p", "no:cacheprovider",
                        "-m", "array_api_backends", "-c", os.devnull, *arguments], plugins=[outcomes])
    if code not in (0, 1) or not outcomes.passed:
        print(f"scipy.{module}: pytest ended with {code} after {len(outcomes.passed)} passed tests")
        return False
    failed = dict.fromkeys(outcomes.failed, "")
    print(f"scipy.{module}: {len(outcomes.passed)} passed, {len(failed)} failed, {len(known.read())} listed, "
          f"with {cupyx.__path__[0]}")
    count = f"{len(outcomes.passed)} passed with SciPy {scipy.__version__}"
    return known.judge(failed, outcomes.passed - outcomes.failed, options, "" if arguments else count)


if __name__ == "__main__":
    sys.exit(command_line(__file__, run, sys.argv[1:], MODULES))
