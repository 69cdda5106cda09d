"""Files that lie in every package, because each is built from its own folder alone, are equal."""
COPIES = {"LICENSE": "pyproject.toml", "meson_sources.py": "meson.build"}   # the copy → beside which file


def check(tree):
    for name, beside in COPIES.items():
        first = tree.path / "packages" / "core" / name
        for package in tree.packages():
            path = tree.path / "packages" / package / name
            if (path.parent / beside).exists() and (not path.exists() or path.read_bytes() != first.read_bytes()):
                yield f"{tree.name(path)}: is a copy of {tree.name(first)}"
