"""Files that lie in every package, because each is built from its own folder alone, are equal."""
#: The copy → beside which file it lies, and what that says of it.
COPIES = {"LICENSE": ("pyproject.toml", ""), "meson_sources.py": ("meson.build", ""),
          "glibc.hpp": ("src/meson.build", "glibc.hpp")}


def check(tree):
    for name, (beside, word) in COPIES.items():
        first = tree.path / "packages" / "core" / name
        for package in tree.packages():
            path = tree.path / "packages" / package / name
            near = path.parent / beside
            wanted = near.exists() and word in near.read_text()
            if wanted and (not path.exists() or path.read_bytes() != first.read_bytes()):
                yield f"{tree.name(path)}: is a copy of {tree.name(first)}"
