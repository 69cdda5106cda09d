"""Write docs/gallery: a page for each program of examples/gallery, which is run, with its pictures and what it prints.

Run before Sphinx (`nox -s docs` does), on whatever backend there is.  The programs are in the form of sphinx-gallery:
the docstring is title and introduction, comments after ``# %%`` are text, ``plt.show()`` ends a picture.
"""
import contextlib
import io
import os
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pictures import STYLE

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "gallery"
SOURCES = sorted((HERE.parent / "examples" / "gallery").glob("plot_*.py"))
COLUMNS = 3


def blocks(source):
    """Docstring, and pairs of text and code."""
    intro, rest = re.fullmatch(r'"""\n(.*?)\n"""\n(.*)', source, re.DOTALL).groups()
    parts = []
    for number, cell in enumerate(re.split(r"^# %%.*\n", rest, flags=re.MULTILINE)):
        comment = re.match(r"(?:#.*\n)*", cell)[0] if number else ""
        text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in comment.splitlines())
        parts.append((text, cell[len(comment):]))
    return intro, parts


def run(path):
    """Run a program in this process and write its page."""
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(STYLE)
    stem = path.stem.removeprefix("plot_")
    shown = []

    def show():
        for number in plt.get_fignums():
            shown.append(f"{stem}_{len(shown) + 1}.png")
            plt.figure(number).savefig(OUTPUT / shown[-1], dpi=80)
        plt.close("all")

    plt.show = show
    intro, parts = blocks(path.read_text())
    page, names = [intro, ""], {"__name__": "__main__", "__file__": str(path)}
    for text, code in parts:
        page += [text, ""]
        if not code.strip():
            continue
        printed = io.StringIO()
        before = len(shown)
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(path), "exec"), names)  # noqa: S102 - it is our own program
        page += [".. code-block:: python", "", textwrap.indent(code.strip("\n"), "   "), ""]
        if printed.getvalue():
            page += [".. code-block:: none", "", textwrap.indent(printed.getvalue().rstrip(), "   "), ""]
        for name in shown[before:]:
            page += [f".. image:: {name}", f"   :alt: {intro.splitlines()[0]}", ""]
    if not shown:
        raise SystemExit(f"{path.name} shows no picture")
    (OUTPUT / f"{stem}.rst").write_text("\n".join(page))


def start(path):
    """Run a program in a process of its own; what it said when it failed."""
    done = subprocess.run([sys.executable, __file__, str(path)], capture_output=True, text=True,
                          env={**os.environ, "MPLBACKEND": "agg"})
    return f"{path.name}:\n{done.stderr}" if done.returncode else ""


def index():
    """The page of all pictures: of each program the last, or the only one."""
    cells = []
    for path in SOURCES:
        stem = path.stem.removeprefix("plot_")
        picture = sorted(OUTPUT.glob(f"{stem}_*.png"))[-1].name
        cells.append(f".. image:: {picture}\n   :target: {stem}.html\n   :alt: {stem}\n\n:doc:`{stem}`")
    cells += [""] * (-len(cells) % COLUMNS)
    parts = ["Gallery", "=======", "",
             "Programs that run as they are, on every backend: these pictures were made on the CPU when the pages were "
             "built. They lie in ``examples/gallery``.", "",
             ".. list-table::", f"   :widths: {' '.join(['1'] * COLUMNS)}", ""]
    for at, cell in enumerate(cells):
        mark = "   * - " if at % COLUMNS == 0 else "     - "
        parts.append((mark + textwrap.indent(cell, " " * 7).lstrip()).rstrip())
    names = "".join(f"   {path.stem.removeprefix('plot_')}\n" for path in SOURCES)
    parts += ["", ".. toctree::", "   :hidden:", "", names]
    (OUTPUT / "index.rst").write_text("\n".join(parts))


def main():
    """Run all programs, as many at a time as there are processors, up to four; write the index."""
    if len(sys.argv) > 1:
        return run(Path(sys.argv[1]))
    OUTPUT.mkdir(exist_ok=True)
    for old in OUTPUT.iterdir():
        old.unlink()
    with ThreadPoolExecutor(min(4, os.cpu_count())) as pool:
        failed = [said for said in pool.map(start, SOURCES) if said]
    if failed:
        raise SystemExit("\n".join(failed))
    index()
    print(f"{len(SOURCES)} programs")


if __name__ == "__main__":
    main()
