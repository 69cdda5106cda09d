"""A file's first line says what it is for; no file carries a note of unfinished work."""
import re

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError(\(\))?$")
STARTS = {".py": ('"""', 'r"""', "#"), ".pyi": ('"""', "#"), ".pyx": ("#", '"""'), ".pxd": ("#", '"""'),
          ".hpp": ("//", "/*"), ".h": ("//", "/*"), ".cpp": ("//", "/*")}


def check(tree):
    for path in tree.files(tests=True):
        text = path.read_text()
        if text and not text.startswith(STARTS[path.suffix]):
            yield f"{tree.name(path)}: the first line says what the file is for"
        if "tests" not in path.parts:
            for number, line in enumerate(text.splitlines(), 1):
                if UNFINISHED.search(line):
                    yield f"{tree.name(path)}:{number}: {line.strip()}"
    for path in tree.files(".py"):
        if not (path.parent / "__init__.py").exists():
            yield f"{tree.name(path.parent)}: has no __init__.py"
