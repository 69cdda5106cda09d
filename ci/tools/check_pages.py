"""The built documentation in a real browser: links, search, copying of code, tabs, dark mode, the width of a phone.

    python ci/tools/check_pages.py [FOLDER]

Needs playwright and a Chromium: its own, or the one that CHROMIUM names.
"""
import functools
import http.server
import os
import re
import sys
import threading
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlparse

ROOT = Path(__file__).resolve().parents[2]

#: Pages that are looked at on a phone and for errors of scripts.
LOOKED_AT = ["index.html", "quickstart.html", "performance.html", "from-cupy.html", "guide/kernels.html",
             "guide/profiling.html", "gallery/index.html", "gallery/fractal.html", "api/generated/index.html",
             "api/generated/cupyx.scipy.ndimage.html",
             "api/generated/names/cupyx.scipy.ndimage.gaussian_filter.html"]

PHONE = {"width": 390, "height": 844}


#: Sources of the pictures that are white where the page is dark: those with a white corner.
WHITE = """() => [...document.images].filter(image => {
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const [red, green, blue, opacity] = pen.getImageData(1, 1, 1, 1).data
    return opacity > 128 && Math.min(red, green, blue) > 192
}).map(image => image.src)"""


class Links(HTMLParser):
    """Targets and anchors of a page."""

    def __init__(self):
        super().__init__()
        self.targets, self.anchors = [], set()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or name == "name" and tag == "a":
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.targets.append(value)


def links(folder):
    """What pages refer to and is not there."""
    pages = {}
    for path in folder.rglob("*.html"):
        page = pages[path.relative_to(folder).as_posix()] = Links()
        page.feed(path.read_text(encoding="utf-8"))
    for name, page in pages.items():
        for target in page.targets:
            if urlparse(target).scheme or target.startswith("//"):
                continue
            place, anchor = urldefrag(urljoin(f"/{name}", target))
            place = unquote(urlparse(place).path).lstrip("/")
            if not (folder / place).exists():
                yield f"{name}: {target} is not there"
            elif anchor and place in pages and unquote(anchor) not in pages[place].anchors:
                yield f"{name}: {target} has no such place"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, *words):
        pass


def look(browser, address):
    """What a browser finds wrong."""
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    for name in LOOKED_AT:
        page.goto(f"{address}/{name}")
        said, shown = [], said
        yield from (f"{name}: {text}" for text in shown)
        broken = page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
        yield from (f"{name}: no picture {source}" for source in broken)
        if not broken:
            page.evaluate("document.body.dataset.theme = 'dark'")
            yield from (f"{name}: {source} is white in the dark" for source in page.evaluate(WHITE))

    page.goto(f"{address}/quickstart.html")
    block = page.locator("div.highlight").first
    block.hover()
    block.locator("button.copybtn").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    if copied.strip().splitlines()[:1] != block.locator("pre").inner_text().strip().removeprefix("$ ").splitlines()[:1]:
        yield f"the button copied {copied!r}"

    page.goto(f"{address}/search.html?q=gaussian_filter")
    try:
        page.wait_for_selector("#search-results li a", timeout=20_000)
        if not page.locator("#search-results li a", has_text=re.compile("gaussian_filter")).count():
            yield "the search does not find gaussian_filter"
    except Exception as error:
        yield f"the search finds nothing: {error}"

    page.goto(f"{address}/index.html")
    command = page.get_by_text('"cupy-core[rocm]"')
    before = command.is_visible()
    page.locator("label", has_text="AMD GPU").click()
    if before or not command.is_visible():
        yield "the choice of what to install does not choose"
    colours = set()
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    if len(colours) != 2:
        yield f"light and dark look the same: {colours}"
    page.goto(f"{address}/performance.html")
    tops = [page.locator(f"article {what}").first.bounding_box()["y"] for what in ("img", "details")]
    if tops[0] > tops[1] or page.locator("article details table").first.is_visible():
        yield "figures come before charts, or are not folded"
    page.locator("article details summary").first.click()
    if not page.locator("article details table").first.is_visible():
        yield "a folded table does not open"
    context.close()

    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    for name in LOOKED_AT:
        page.goto(f"{address}/{name}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"] + 1:
            yield f"{name}: {width} pixels wide on a phone of {PHONE['width']}"
    context.close()


def main(folder):
    """Print what is wrong; the exit status says whether anything is."""
    from playwright.sync_api import sync_playwright

    wrong = list(links(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        wrong += look(browser, f"http://127.0.0.1:{server.server_port}")
        browser.close()
    server.shutdown()
    print(*wrong, f"{sum(1 for _ in folder.rglob('*.html'))} pages, {len(wrong)} things wrong", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs" / "_build" / "html")))
