"""The check of built pages: links that lead nowhere."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import check_pages  # noqa: E402


def test_links(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="sub/page.html#here">ok</a> <a href="sub/page.html#there">no place</a> <a href="#top">no place</a>'
        '<a href="https://example.org/x">elsewhere</a> <img src="none.png"> <h1 id="end">x</h1> <a href="#end">ok</a>')
    (tmp_path / "sub" / "page.html").write_text(
        '<p id="here"></p><a href="../index.html">ok</a><a href="gone.html">no</a>')
    assert sorted(check_pages.links(tmp_path)) == [
        "index.html: #top has no such place", "index.html: none.png is not there",
        "index.html: sub/page.html#there has no such place", "sub/page.html: gone.html is not there"]


def test_pages_that_are_looked_at_are_made():
    text = (Path(__file__).parents[2] / "docs" / "index.md").read_text()
    for name in check_pages.LOOKED_AT:
        stem = name.removesuffix(".html")
        assert stem.startswith(("gallery/", "api/")) or stem == "index" or f"\n{stem}\n" in text, name
