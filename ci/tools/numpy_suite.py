"""NumPy's own tests on our arrays, through the shim numpy_on_cupy; what fails stands in a table with the reason.

Usage: numpy_suite.py [FILE ...] [--record | --shrink] [pytest arguments]

FILE is one of FILES, such as lib/tests/test_arraypad.py; all of them without.  `tests/numpy_suite.txt` of core has the
tests that fail, whatever their parameters, one a line, each with a reason behind a #; `expected_failures.py` says what
is made of it.
"""
import os
import sys
from pathlib import Path

from expected_failures import Expected, command_line

TABLE = Expected(Path(__file__).resolve().parents[2] / "packages" / "core" / "tests" / "numpy_suite.txt",
                 "Tests of NumPy 2.4 that fail with our arrays, and why; this table only shrinks.")
FILES = (
    *(f"_core/tests/test_{name}.py" for name in (
        "api", "arrayprint", "datetime", "deprecations", "dlpack", "dtype", "einsum", "finfo", "function_base",
        "getlimits", "half", "indexerrors", "indexing", "item_selection", "mem_overlap", "multiarray",
        "nep50_promotions", "numeric", "print", "regression", "scalarmath", "shape_base", "ufunc", "umath",
        "umath_complex")),
    *(f"fft/tests/test_{name}.py" for name in ("helper", "pocketfft")),
    *(f"lib/tests/test_{name}.py" for name in (
        "array_utils", "arraypad", "arraysetops", "format", "function_base", "histograms", "index_tricks", "io",
        "loadtxt", "mixins", "nanfunctions", "packbits", "polynomial", "regression", "shape_base", "stride_tricks",
        "twodim_base", "type_check", "ufunclike")),
    *(f"linalg/tests/test_{name}.py" for name in ("linalg", "regression")),
    *(f"polynomial/tests/test_{name}.py" for name in (
        "chebyshev", "classes", "hermite", "hermite_e", "laguerre", "legendre", "polynomial", "polyutils", "symbol")),
    *(f"random/tests/test_{name}.py" for name in (
        "generator_mt19937", "randomstate", "randomstate_regression", "smoke")),
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
    return TABLE.judge(outcomes.failed, outcomes.ran - outcomes.failed.keys(), options)


if __name__ == "__main__":
    sys.exit(command_line(__file__, run, sys.argv[1:], FILES))
