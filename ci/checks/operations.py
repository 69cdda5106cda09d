"""Rule 3: an operation is stated once, as data, under its own name."""
import ast


def check(tree):
    seen = {}
    for path in sorted((tree.src("core") / "_ops").glob("*.py")):
        module = ast.parse(path.read_text())
        behind_routines = "__all__ = []" in path.read_text()  # named for messages, bound as the routine likes
        for node in ast.walk(module):
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
                    and isinstance(node.value.func, ast.Name) and node.value.func.id == "ufunc"):
                continue
            stated, where = node.value.args[0], f"{tree.name(path)}:{node.lineno}"
            if not isinstance(stated, ast.Constant):
                yield f"{where}: the name of an operation is written out"
            elif stated.value in seen:
                yield f"{where}: {stated.value} is stated in {seen[stated.value]} already"
            elif not behind_routines and stated.value not in [target.id.lstrip("_") for target in node.targets]:
                yield f"{where}: {stated.value} is bound to another name"
            else:
                seen[stated.value] = where
