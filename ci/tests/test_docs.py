"""The Python examples of the README files and of the guide run, page by page."""
import re
import runpy
from pathlib import Path

import pytest

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
