"""Rule 1: one import root a package; cupy.testing is one file."""
from checks.tree import ALIASES, ROOTS


def check(tree):
    for package, root in ROOTS.items():
        src = tree.path / "packages" / package / "src"
        if not src.is_dir():
            continue
        expected = {root, ALIASES.get(package), "meson.build"}
        for path in src.iterdir():
            if path.name not in expected and not path.name.startswith((".", "__pycache__")):
                yield f"{tree.name(path)}: {package} owns {root}/ and nothing else"
    shim = tree.src("core") / "testing"
    for path in shim.rglob("*.py"):
        if path.name != "__init__.py":
            yield f"{tree.name(path)}: cupy.testing is one lazy file over cupy_testing"
