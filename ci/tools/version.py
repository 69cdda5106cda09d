"""Give all packages a version: the file VERSION, every ``__version__``, every pin between packages.

    python ci/tools/version.py 0.2.0
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def write(root, version):
    """Write the version wherever it stands below a repository's root."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc|\.dev)\d+)?", version):
        raise SystemExit(f"{version!r} is no version such as 0.2.0 or 0.2.0rc1")
    (root / "VERSION").write_text(f"{version}\n")
    for path in [*root.glob("packages/*/src/*/__init__.py"), *root.glob("packages/*/src/*/_version.py")]:
        replace(path, r'^__version__ = ".+"$', f'__version__ = "{version}"')
    for path in root.glob("packages/*/pyproject.toml"):
        replace(path, r'"(cupy-[a-z-]+(?:\[\w+\])?)~=[^"]+"', rf'"\1~={version}"')


def replace(path, pattern, text):
    """Replace a pattern in a file that has it."""
    old = path.read_text()
    new = re.sub(pattern, text, old, flags=re.MULTILINE)
    if new != old:
        path.write_text(new)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    write(ROOT, sys.argv[1])
