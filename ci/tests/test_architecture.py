"""`docs/architecture.md` describes the tree that is there, and no other."""
import fnmatch
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()
CORE = ROOT / "packages/core/src/cupy"

SOURCES = sorted(path for folder in ("packages", "ci", "docs") for path in (ROOT / folder).rglob("*")
                 if path.suffix in {".py", ".pyx", ".pxd", ".hpp", ".h", ".cpp", ".md"}
                 and not {"build", "__pycache__"} & set(path.parts))
FILES = {path.relative_to(ROOT).as_posix() for path in SOURCES}
FOLDERS = {parent for name in FILES for parent in map(str, Path(name).parents)}

_QUOTED = re.compile(r"`([^`\n]+)`")
_WALK = re.compile(r"^`[^\n]+?`[^\n:]*:.*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def is_there(word):
    """Whether a path, a file's name or a folder is one of the tree's, maybe below others."""
    if word.endswith("/"):
        return any(f"/{folder}/".endswith(f"/{word}") for folder in FOLDERS)
    return any(fnmatch.fnmatch(f"/{name}", f"*/{word}") for name in FILES)


def quoted(text):
    """Words between backticks that name a file or, with a slash behind them, a folder."""
    for inside in _QUOTED.findall(text):
        for word in re.findall(r"[\w./*-]+", inside):
            if re.search(r"\w\.(py|pyx|pxd|hpp|h|cpp|md)$", word) or re.fullmatch(r"[a-z_][\w/-]*/", word):
                yield word


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]


def walks():
    return _WALK.findall(section("Walks"))


def test_files_and_folders_exist():
    missing = [word for word in quoted(PAGE) if not is_there(word)]
    assert not missing, f"docs/architecture.md names what is not there: {missing}"


def test_every_folder_of_core_has_a_layer():
    table = section("Packages").partition("| layer | folders |")[2].partition("\n\n")[0]
    named = {word.strip("/") for word in re.findall(r"`(\w+)/?`", table)}
    private = {path.name for path in CORE.iterdir() if path.is_dir() and path.name.startswith("_")}
    private -= {"__pycache__", "_kernels", "_packs"}
    assert private <= named, f"folders of core without a layer: {sorted(private - named)}"


def test_every_package_is_described():
    for package in sorted(path.name for path in (ROOT / "packages").iterdir() if (path / "pyproject.toml").exists()):
        assert f"`packages/{package}`" in section("Packages"), package


@pytest.mark.parametrize("what", ["a + b", "a.sum(axis=1)", "gaussian_filter", "svd", "csr @ csr", "a[mask]"])
def test_walks_go_through_what_is_there(what):
    """Names in brackets behind a file are defined or used in one of the files of their walk."""
    (walk,) = [text for text in walks() if what in text.partition("`:")[0] + text.partition(":")[0]]
    files = [word for word in quoted(walk) if not word.endswith("/")]
    assert len(files) >= 4 and all(map(is_there, files)), files
    texts = [path.read_text() for path in SOURCES if any(path.as_posix().endswith(f"/{file}") for file in files)]
    for word in re.findall(r"`([A-Za-z_]\w+)`", walk.partition(":")[2]):
        assert any(re.search(rf"\b{word}\b", text) for text in texts), f"{word} is in none of {files}"


def test_one_walk_each():
    assert len(walks()) == 6
