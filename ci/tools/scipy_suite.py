"""SciPy's own tests on our arrays, by its array-API backends; failures that are known stand in a list that shrinks.

Only tests that take a library of arrays run, those too that SciPy leaves out for CuPy.

Usage: scipy_suite.py MODULE... [--record | --shrink] [pytest arguments]

`tests/scipy_suite/MODULE.txt` of the package scipy-ext lists the tests of scipy.MODULE that fail, one a line; what
follows a # is the reason. Another test that fails is an error, and so is a listed one that passes: `--shrink` takes
those out. `--record` writes the list anew.
"""
import functools
import importlib
import inspect
import os
import sys
from pathlib import Path

LISTS = Path(__file__).resolve().parents[2] / "packages" / "scipy-ext" / "tests" / "scipy_suite"


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
        # After modules of tests looked functions up in SciPy's tables.
        delegate_everything(self.module, {item.module for item in items})

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.rpartition("tests/")[2]
        if report.failed:
            self.failed.add(name)
        elif report.when == "call" and report.passed:
            self.passed.add(name)

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed.add(report.nodeid.rpartition("tests/")[2])


def _leaves_out_cupy(mark):
    named = mark.args == ("cupy",) or mark.kwargs.get("cpu_only")
    return named and mark.name in ("skip_xp_backends", "xfail_xp_backends")


def delegate_everything(module, tests):
    """Functions of scipy.MODULE, in modules of tests too, go to ours for arrays of ours: those that SciPy keeps too."""
    scipys, ours = (importlib.import_module(f"{package}.{module}") for package in ("scipy", "cupyx.scipy"))
    if module in ("ndimage", "signal"):
        delegation = importlib.import_module(f"scipy.{module}._support_alternative_backends")
        getattr(delegation, "CUPY_BLOCKLIST" if module == "ndimage" else "CUPY_BLACKLIST").clear()
    if module != "stats":
        return
    for name in dir(ours):
        plain = getattr(scipys, name, None)
        if inspect.isfunction(plain):
            either = _delegated(plain, getattr(ours, name))
            for place in (scipys, *tests):
                if getattr(place, name, None) is plain:
                    setattr(place, name, either)


def _delegated(plain, ours):
    import cupyx

    @functools.wraps(plain)
    def either(*args, **kwargs):
        found = any(map(cupyx.scipy._host.holds_arrays, (*args, *kwargs.values())))
        return (ours if found else plain)(*args, **kwargs)
    return either


def read_list(path):
    """``{test: line}`` of a list."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.partition("  #")[0].strip(): line for line in lines if line.strip() and not line.startswith("#")}


def write_list(path, module, lines):
    """Write a list, or remove it where there is nothing to list."""
    head = f"# Tests of scipy.{module} that fail with arrays of ours; this list only shrinks.\n"
    if lines:
        path.parent.mkdir(exist_ok=True)
        path.write_text(head + "".join(line + "\n" for line in sorted(lines)))
    elif path.exists():
        path.unlink()


def run(module, options, arguments):
    """Run the tests of one module; whether they do what the list says."""
    import pytest

    outcomes, path = Outcomes(module), LISTS / f"{module}.txt"
    known = read_list(path)
    code = pytest.main(["--pyargs", f"scipy.{module}", "-q", "--tb=line", "-W", "ignore", "-p", "no:cacheprovider",
                        "-m", "array_api_backends", "-c", os.devnull, *arguments], plugins=[outcomes])
    if code not in (0, 1) or not outcomes.passed:
        print(f"scipy.{module}: pytest ended with {code} after {len(outcomes.passed)} passed tests")
        return False
    new, over = outcomes.failed - set(known), (outcomes.passed - outcomes.failed) & set(known)
    print(f"scipy.{module}: {len(outcomes.passed)} passed, {len(outcomes.failed)} failed, {len(known)} listed")
    if "--record" in options:
        write_list(path, module, [known.get(name, name) for name in outcomes.failed])
        return True
    if "--shrink" in options:
        write_list(path, module, [line for name, line in known.items() if name not in over])
        over = set()
    for text, names in (("fails", new), ("passes, but is listed", over)):
        for name in sorted(names):
            print(f"{text}: {name}")
    return not new and not over


def main(words):
    """Run what the command line names."""
    options = {word for word in words if word in ("--record", "--shrink")}
    words = [word for word in words if word not in options]
    count = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    modules, arguments = words[:count], words[count:]
    if not modules:
        modules = sorted(path.stem for path in LISTS.glob("*.txt"))
    if os.environ.get("SCIPY_ARRAY_API") is None:
        # SciPy reads it when it is imported, and processes of pytest-xdist inherit it.
        os.environ["SCIPY_ARRAY_API"] = '["cupy"]'
    if len(modules) == 1:
        return 0 if run(modules[0], options, arguments) else 1
    codes = [os.spawnv(os.P_WAIT, sys.executable, [sys.executable, __file__, module, *options, *arguments])
             for module in modules]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
