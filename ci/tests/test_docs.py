"""The Python examples of the README files and of the guide run, page by page."""
import functools
import importlib
import re
import runpy
import sys
from pathlib import Path

import cupy
import numpy
import pytest

import cupyx
from cupy_testing.processes import free_port
from cupyx import distributed, jit

ROOT = Path(__file__).resolve().parents[2]
#: A block after a line `<!-- not run: why -->` is none.
BLOCK = re.compile(r"(?<!-->\n)^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

PAGES = [path for path in [ROOT / "README.md", *sorted(ROOT.glob("packages/*/README.md")), ROOT / "docs" / "index.md",
                           *sorted((ROOT / "docs" / "guide").glob("*.md"))] if BLOCK.search(path.read_text())]

#: A line that is there to show an error, which its comment names.
ERROR = re.compile(r"^(.*\S) +# (\w+Error)\b.*$", re.MULTILINE)


def script(page):
    """All blocks of a page as one script; where an error is announced it is expected."""
    text = "\n".join(BLOCK.findall(page.read_text()))
    expected = r"with pytest.raises(Exception) as raised:\n    \1\nassert raised.typename == '\2'"
    return "import pytest\n" + ERROR.sub(expected, text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)     # some write files
    path = tmp_path / f"{page.stem}.py"
    path.write_text(script(page))
    runpy.run_path(str(path))


def _out_of_memory():
    pool = cupy.get_default_memory_pool()
    limit = pool.get_limit()
    pool.set_limit(size=1)
    try:
        cupy.empty(1 << 24)
    finally:
        pool.set_limit(size=limit)


def _waits():
    with cupyx.allow_synchronize(False):
        float(cupy.ones(3).sum())


def _translated(x):
    with open("x"):
        pass


#: What raises each error of docs/troubleshooting.md that needs no GPU, in the order of the page.
RAISES = [
    lambda: numpy.asarray(cupy.ones(3)),
    lambda: cupy.ones(3) + numpy.ones(3),
    lambda: cupy.ElementwiseKernel("T x", "T y", "y = nothing(x)", "wrong")(cupy.ones(3)),
    lambda: jit.rawkernel()(_translated)((1,), (1,), (cupy.ones(3),)),
    _out_of_memory,
    lambda: distributed.init_process_group(2, 1, port=free_port(), timeout=0.3),
    _waits,
    lambda: cupy.array([[1, 2], [3]]),
    lambda: cupy.array([None]),
    lambda: cupy.nothing,
]
#: Headings of what only a GPU, a fork or a warning shows, and the chapter that is no error.
OTHERS = {"BackendWarning", "ForkError", "IndexWarning", "HostWarning", "It is slow"}


def test_errors_have_the_texts_by_which_the_page_lists_them():
    titles = re.findall(r"^## (.*)", (ROOT / "docs" / "troubleshooting.md").read_text(), re.MULTILINE)
    told = [title for title in titles if title.partition(":")[0] not in OTHERS]
    assert len(told) == len(RAISES)
    for title, program in zip(told, RAISES, strict=True):
        name, _, text = title.replace("\\", "").partition(": ")
        with pytest.raises(Exception) as raised:
            program()
        assert raised.typename == name
        words = ".*".join(re.escape(part.strip()) for part in text.split("…"))
        assert re.match(words, str(raised.value), re.DOTALL), (title, str(raised.value))


def test_figures_are_of_names_that_there_are(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    monkeypatch.delitem(sys.modules, "figures", raising=False)
    from figures import FIGURES, figure

    for name, program in FIGURES.items():
        module, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(module), last), name
        assert last in program, f"the program of {name} does not call it"
        compile(program, name, "exec")
    assert figure("cupy.sin")[-2] == "   :alt: what cupy.sin does" and figure("cupy.nothing") == []


#: Written pages, what in them stands for other words or is not ours, and those that name files of other projects.
WRITTEN = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/guide/*.md"),
           *ROOT.glob("packages/*/src/**/DESIGN.md")]
PLACEHOLDER = re.compile(r"`[^`\n]*(?:AREA|NAME|scale_params|cupy\.backends)[^`\n]*`")
OTHERS_FILES = {"downstream.md"}


@functools.cache
def _files():
    return [f"/{path.relative_to(ROOT).as_posix()}" for folder in ("packages", "ci", "docs", "examples")
            for path in (ROOT / folder).rglob("*.*")] + [f"/{path.name}" for path in ROOT.iterdir()]


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_names_and_files_in_pages_are_there(page):
    text = PLACEHOLDER.sub("", page.read_text())
    for name in set(re.findall(r"`(cupyx?(?:\.[A-Za-z_]\w*)+)", text)):
        assert _found(name), name
    for name in set(re.findall(r"`([\w./-]+\.(?:py|pyx|pxd|hpp|cpp|h|md|toml|yml))`", text)):
        assert page.name in OTHERS_FILES or any(path.endswith(f"/{name}") for path in _files()), name


def _found(name):
    """Whether a dotted name is there, or a module of it says that its library is not installed."""
    value, parts = cupyx if name.startswith("cupyx") else cupy, name.split(".")
    for k, part in enumerate(parts[1:], 2):
        try:
            if hasattr(value, part):
                value = getattr(value, part)
            else:
                value = importlib.import_module(".".join(parts[:k]))
        except ModuleNotFoundError:
            return False
        except ImportError:
            return True
    return True
