"""Write docs/api/generated/coverage.md: the array API standard and SciPy's own tests, from what the tests hold.

The standard's functions are the tables of the test that calls them; SciPy's figures are those that `nox -s scipy_suite`
wrote into its lists of expected failures.
"""
import operator
import re
import runpy
from collections import Counter
from pathlib import Path

import cupy

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "docs" / "api" / "generated" / "coverage.md"
SIGNATURES = ROOT / "packages" / "core" / "tests" / "backend" / "array_api" / "test_signatures.py"
LISTS = ROOT / "packages" / "scipy-ext" / "tests" / "scipy_suite"


def array_api():
    """A table of the standard's chapters: the functions that are here, and those that are not."""
    tables = runpy.run_path(str(SIGNATURES))
    chapters = {title: [line.partition("(")[0] for line in block.split("\n") if line]
                for title, block in tables["CHAPTERS"].items()}
    chapters |= {"Elementwise": [*tables["UNARY"], *tables["BINARY"], "clip"], "Constants": tables["CONSTANTS"],
                 "Dtypes": tables["DTYPES"]}
    rows = []
    for title, names in chapters.items():
        here = [name for name in names if _exists(name)]
        missing = ", ".join(f"`{name}`" for name in names if name not in here)
        rows.append(f"| {title} | {len(here)} of {len(names)} | {missing} | {' '.join(f'`{name}`' for name in here)} |")
    return ["| chapter | here | missing | names |", "|---|---|---|---|", *rows]


def _exists(name):
    try:
        operator.attrgetter(name)(cupy)
    except AttributeError:
        return False
    return True


def scipy_suites():
    """A table of SciPy's modules: tests that pass, tests that do not, and the reasons that are given most."""
    rows = []
    for path in sorted(LISTS.glob("*.txt")):
        _, count, *listed = path.read_text().splitlines()
        passed, version = re.fullmatch(r"# (\d+) passed with SciPy (\S+)", count).groups()
        reasons = Counter(line.partition("  # ")[2] for line in listed)
        why = "; ".join(f"{reason} ({times})" for reason, times in reasons.most_common())
        rows.append(f"| `scipy.{path.stem}` | {version} | {int(passed):,} | {len(listed)} | {why} |")
    return ["| suite | SciPy | passed | failing | why, and how many |", "|---|---|---|---|---|", *rows]


def main():
    """Write the page."""
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text("\n".join([
        "# Standards and suites", "",
        "What is here is also listed [name by name](comparison.md). This page counts what tests hold it to.", "",
        "## The array API", "",
        "`cupy` is a namespace of the [array API](https://data-apis.org/array-api/latest/), version "
        f"{cupy.__array_api_version__}, with the extensions `linalg` and `fft`: each function is called with the "
        "standard's arguments, and its special values are compared.", "",
        *array_api(), "",
        "## SciPy's own tests", "",
        "SciPy's tests that take a library of arrays, run with arrays of ours on the host, those too that SciPy "
        "leaves out for CuPy (`nox -s scipy_suite`).", "",
        *scipy_suites(), ""]))


if __name__ == "__main__":
    main()
