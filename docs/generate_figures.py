"""Write docs/api/generated/figures: a picture for each program of the table `figures.FIGURES`.

Run after `generate_api.py`, which writes the pages that show them, and before Sphinx (`nox -s docs` does).
"""
import linecache
import sys
import traceback
from pathlib import Path

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt  # noqa: E402
from figures import FIGURES  # noqa: E402
from pictures import STYLE  # noqa: E402

PAGES = Path(__file__).resolve().parent / "api" / "generated"
OUTPUT = PAGES / "figures"


def draw(name, program):
    """Run a program and keep its picture; what is wrong with it, or nothing."""
    plt.close("all")
    linecache.cache[name] = (len(program), None, program.splitlines(True), name)     # where kernels in Python are read
    try:
        exec(compile(program, name, "exec"), {"__name__": "__main__"})  # noqa: S102 - it is our own program
    except Exception:
        return f"{name}\n{traceback.format_exc(limit=-1)}"
    if len(plt.get_fignums()) != 1:
        return f"{name} draws {len(plt.get_fignums())} pictures"
    plt.savefig(OUTPUT / f"{name}.png", dpi=80, bbox_inches="tight")
    return ""


def main(names):
    """Draw all pictures, or those that are named."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update(STYLE)
    plt.show = lambda: None
    wrong = [f"{name} has a figure and no page" for name in FIGURES if not (PAGES / "names" / f"{name}.rst").exists()]
    wrong += [said for name in names or FIGURES if (said := draw(name, FIGURES[name]))]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(names or FIGURES)} figures")


if __name__ == "__main__":
    main(sys.argv[1:])
