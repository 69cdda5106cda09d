"""Rule 7: files of 100 to 300 lines; over 400 is worth a look, over 600 fails."""
import sys

from checks.tree import generated

LIMIT, LOOK = 600, 400

#: Files that may be longer.  May only shrink.
EXCEPTIONS = set()


def check(tree):
    ours = [*tree.files(tests=True), *tree.path.glob("ci/**/*.py"), *tree.path.glob("examples/**/*.py"),
            tree.path / "noxfile.py"]
    for path in ours:
        if not path.exists() or generated(path):
            continue
        lines, name = path.read_text().count("\n"), tree.name(path)
        if lines > LIMIT and name not in EXCEPTIONS:
            yield f"{name}: {lines} lines, {LIMIT} is the limit; split it by idea"
        elif lines <= LIMIT and name in EXCEPTIONS:
            yield f"{name}: needs no exception any more"
        elif lines > LOOK:
            print(f"  (look: {name} has {lines} lines)", file=sys.stderr)
