"""NumPy's own tests on our arrays, through the shim numpy_on_cupy; what fails stands in a table with the reason.

Usage: numpy_suite.py [FILE ...] [--record | --shrink] [pytest arguments]

FILE is one of FILES, such as lib/tests/test_arraypad.py; all of them without.  `tests/numpy_suite.txt` of core has the
tests that fail, whatever their parameters, one a line, each with a reason behind a #.  Another test that fails is an
error, and so is a listed one of which nothing fails: `--shrink` takes those out.  `--record` adds what fails, with the
beginning of its error for a reason.
"""
import os
import sys
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "packages" / "core" / "tests" / "numpy_suite.txt"
HEAD = "# Tests of NumPy 2.4 that fail with our arrays, and why; this table only shrinks.\n"
FILES = (
    *(f"_core/tests/test_{name}.py" for name in (
        "datetime", "deprecations", "dlpack", "dtype", "einsum", "function_base", "half", "indexerrors", "indexing",
        "item_selection", "nep50_promotions", "numeric", "scalarmath", "shape_base", "ufunc", "umath",
        "umath_complex")),
    *(f"fft/tests/test_{name}.py" for name in ("helper", "pocketfft")),
    *(f"lib/tests/test_{name}.py" for name in (
        "array_utils", "arraypad", "arraysetops", "function_base", "histograms", "index_tricks", "nanfunctions",
        "packbits", "polynomial", "regression", "shape_base", "stride_tricks", "twodim_base", "type_check",
        "ufunclike")),
    *(f"linalg/tests/test_{name}.py" for name in ("linalg", "regression")),
    *(f"polynomial/tests/test_{name}.py" for name in (
        "chebyshev", "classes", "hermite", "hermite_e", "laguerre", "legendre", "polynomial", "polyutils")),
    *(f"random/tests/test_{name}.py" for name in ("generator_mt19937", "randomstate", "smoke")),
)


class Outcomes:
    """Which tests ran and which failed with what; a pytest plugin."""

    def __init__(self, file):
        self.file, self.ran, self.failed = file, set(), {}

    def pytest_runtest_logreport(self, report):
        name = f"{self.file}::{report.nodeid.partition('::')[2].partition('[')[0]}"
        self.ran.add(name)
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.failed.setdefault(name, " ".join(str(crash.message if crash else report.longrepr).split())[:100])


def read_table():
    """``{test: reason}``."""
    lines = TABLE.read_text().splitlines() if TABLE.exists() else []
    return {name: reason for name, _, reason in (line.partition("  # ") for line in lines if "::" in line)}


def write_table(known):
    """Write the table anew."""
    TABLE.write_text(HEAD + "".join(f"{name}  # {reason}\n" for name, reason in sorted(known.items())))


def run(file, options, arguments):
    """Run the tests of one file; whether they do what the table says."""
    import numpy
    import numpy_on_cupy
    import pytest

    outcomes = Outcomes(file)
    root = Path(numpy.__file__).parent
    code = pytest.main([str(root / file), "-q", "--tb=short", "--no-header", "--no-summary", "-W", "ignore", "-p",
                        "no:cacheprovider", "-c", os.devnull, "--rootdir", str(root), *arguments],
                       plugins=[outcomes, numpy_on_cupy])
    if code not in (0, 1) or not outcomes.ran:
        print(f"{file}: pytest ended with {code} after {len(outcomes.ran)} tests")
        return False
    known = read_table()
    new = sorted(outcomes.failed.keys() - known.keys())
    over = sorted((known.keys() & outcomes.ran) - outcomes.failed.keys())
    if "--record" in options:
        write_table(known | {name: outcomes.failed[name] for name in new})
        return True
    if "--shrink" in options:
        write_table({name: reason for name, reason in known.items() if name not in over})
        over = []
    for name in new:
        print(f"fails: {name}  # {outcomes.failed[name]}")
    for name in over:
        print(f"passes, but is listed: {name}")
    return not new and not over


def main(words):
    """Run what the command line names."""
    options = {word for word in words if word in ("--record", "--shrink")}
    words = [word for word in words if word not in options]
    count = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    files, arguments = words[:count] or FILES, words[count:]
    if len(files) == 1:
        return 0 if run(files[0], options, arguments) else 1
    codes = [os.spawnv(os.P_WAIT, sys.executable, [sys.executable, __file__, file, *options, *arguments])
             for file in files]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
