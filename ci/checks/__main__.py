"""Run the checks that are named, or all."""
import sys
from importlib import import_module
from pathlib import Path

from checks.tree import Tree

CHECKS = ("roots", "imports", "operations", "platforms", "backends", "stems", "sizes", "cython", "light", "designs",
          "first_lines", "copies", "versions")


def main(names):
    """Print what is wrong; returns whether anything is."""
    tree = Tree(Path(__file__).resolve().parents[2])
    wrong = 0
    for name in names or CHECKS:
        found = sorted(import_module(f"checks.{name}").check(tree))
        wrong += len(found)
        print(f"{name}: {'ok' if not found else ''}")
        print("".join(f"  {line}\n" for line in found), end="")
    return wrong > 0


sys.exit(main(sys.argv[1:]))
