"""One version for all packages: the file VERSION, every ``__version__``, every pin between packages, the changelog."""
import re

_OWN = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_PIN = re.compile(r'"(cupy-[a-z-]+)(?:\[\w+\])?([^"]*)"')


def places(tree):
    """``(path, found)`` of each place where a version stands, `found` being a match of which group 1 is the version."""
    for package in tree.packages():
        folder = tree.path / "packages" / package
        for path in [*folder.glob("src/*/__init__.py"), *folder.glob("src/*/_version.py")]:
            for found in _OWN.finditer(path.read_text()):
                yield path, found


def pins(tree):
    """``(path, package, constraint)`` of each of our packages that another one names."""
    for package in tree.packages():
        path = tree.path / "packages" / package / "pyproject.toml"
        for name, constraint in _PIN.findall(path.read_text()):
            if name != f"cupy-{package}":
                yield path, name, constraint


def check(tree):
    source = tree.path / "VERSION"
    if not source.exists():
        yield "VERSION: is missing; it holds the version of all packages"
        return
    version = source.read_text().strip()
    for path, found in places(tree):
        if found[1] != version:
            yield f"{tree.name(path)}: has version {found[1]}, VERSION has {version}; run ci/tools/version.py {version}"
    for path, name, constraint in pins(tree):
        if constraint != f"~={version}":
            yield f"{tree.name(path)}: {name}{constraint} is not {name}~={version}; run ci/tools/version.py {version}"
    changes = tree.path / "CHANGELOG.md"
    if changes.exists() and not re.search(rf"^## {re.escape(version)}\b", changes.read_text(), re.MULTILINE):
        yield f"CHANGELOG.md: says nothing of {version}"
