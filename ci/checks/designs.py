"""Rule 10: a folder with C++ ownership or a lock explains it in a DESIGN.md of at most 150 lines."""
import re

OWNERSHIP = re.compile(r"std::(mutex|shared_mutex|condition_variable|unique_ptr|shared_ptr|thread)\b|"
                       r"threading\.(R?Lock|Condition)\(")
LONGEST = 150


def check(tree):
    folders = {}
    for path in tree.files(".py", ".pyx", ".cpp", ".hpp"):
        if OWNERSHIP.search(path.read_text()):
            folders.setdefault(path.parent, path)
    for folder, path in folders.items():
        design = folder / "DESIGN.md"
        if not design.exists():
            yield f"{tree.name(folder)}: {path.name} owns or locks something; say what in DESIGN.md"
        elif design.read_text().count("\n") > LONGEST:
            yield f"{tree.name(design)}: more than {LONGEST} lines"
