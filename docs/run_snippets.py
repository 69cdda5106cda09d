"""Run the Python blocks of users' pages and READMEs, those of a page one after another; `nox -s docs` does.

A block after a line ``<!-- not run: why -->`` is left out.
"""
import contextlib
import io
import linecache
import re
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *ROOT.glob("packages/*/README.md"), *ROOT.glob("docs/guide/*.md"),
         *(page for page in ROOT.glob("docs/*.md") if not page.name.startswith("add-a-"))]
BLOCK = re.compile(r"^(<!-- not run: .*-->\n+)?```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(page):
    """Number of blocks that ran, and what failed."""
    names, ran, text = {"__name__": "__main__"}, 0, page.read_text()
    for found in BLOCK.finditer(text):
        if found[1]:
            continue
        # Blank lines before it, so that errors have the page's numbers; kernels in Python are read from linecache.
        source = "\n" * text.count("\n", 0, found.start(2)) + found[2]
        name = f"{page.relative_to(ROOT)}:{ran}"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, name, "exec"), names)  # noqa: S102 - they are our own pages
        except Exception:
            return ran, f"{page.relative_to(ROOT)}\n{traceback.format_exc(limit=-1)}"
        ran += 1
    return ran, ""


def main():
    """Run all, or the pages that are named."""
    pages = [Path(name).resolve() for name in sys.argv[1:]] or PAGES
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):       # some write files
        results = [run(page) for page in pages]
    print(f"{sum(ran for ran, _ in results)} blocks ran")
    failed = [said for _, said in results if said]
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
