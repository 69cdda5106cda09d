#!/usr/bin/env python3
"""What meson.build asks about the source tree, so that no file is listed by hand.

    meson_sources.py version      the version of this package
    meson_sources.py data         files to install as they are, one a line, relative to src/
    meson_sources.py extensions   one a line, FOLDER:MODULE:SOURCES, sources with blanks between

The same file lies in every package: each is built from its own folder alone.
"""
import re
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parent / "src"
INSTALLED = {".py", ".pyi", ".pxd", ".cuh", ".h", ".hpp", ".pack", ".json"}
NAMED = {"py.typed"}


def version():
    """The value of ``__version__``."""
    for path in [*SRC.glob("*/_version.py"), *SRC.glob("*/__init__.py")]:
        found = re.search(r'^__version__ = "(.+)"$', path.read_text(), re.MULTILINE)
        if found:
            yield found[1]
            return


def data():
    """Sources, stubs and headers, and the C++ that is compiled where it is used: in folders without a driver."""
    for path in sorted(SRC.rglob("*")):
        loose = path.suffix == ".cpp" and not (path.parent / "driver.pyx").exists()
        kernels = not {"kernels", "_kernels"}.isdisjoint(path.parts)
        header = kernels and not path.suffix and path.is_file()     # C++'s headers have no suffix
        if path.suffix in INSTALLED or path.name in NAMED or loose or header:
            yield path.relative_to(SRC).as_posix()


def extensions():
    """Every Cython module; a driver has the .cpp files of its folder with it."""
    for path in sorted(SRC.rglob("*.pyx")):
        native = sorted(path.parent.glob("*.cpp")) if path.stem == "driver" else []
        sources = [source.relative_to(SRC).as_posix() for source in (path, *native)]
        yield ":".join([path.parent.relative_to(SRC).as_posix(), path.stem, " ".join(sources)])


if __name__ == "__main__":
    print("\n".join({"version": version, "data": data, "extensions": extensions}[sys.argv[1]]()))
