"""Files that lie in every package, because each is built from its own folder alone, are equal."""
COPIES = ("LICENSE", "meson_sources.py")


def check(tree):
    for name in COPIES:
        first = tree.path / "packages" / "core" / name
        for package in tree.packages():
            path = tree.path / "packages" / package / name
            if not path.exists() or path.read_bytes() != first.read_bytes():
                yield f"{tree.name(path)}: is a copy of {tree.name(first)}"
