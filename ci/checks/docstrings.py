"""Public functions have numpydoc sections and a runnable example."""
import ast

from checks.tree import generated


def public(path):
    """Functions and classes that a module's `__all__` names."""
    body = ast.parse(path.read_text()).body
    stated = []
    for node in body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            try:
                stated = ast.literal_eval(node.value)
            except ValueError:
                stated = []
    return [node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in stated]


def check(tree):
    for path in [*(tree.src("core").glob("_*/*.py")), *tree.src("scipy-ext").rglob("*.py")]:
        if path.parent.name in ("_runtime", "_codegen", "_host", "_memory") or generated(path):
            continue
        for node in public(path):
            doc, where = ast.get_docstring(node) or "", f"{tree.name(path)}:{node.lineno}: {node.name}"
            takes = isinstance(node, ast.FunctionDef) and (node.args.args or node.args.posonlyargs)
            if not doc:
                yield f"{where} has no docstring"
            elif ">>>" not in doc:
                yield f"{where} has no example"
            elif takes and "Parameters\n----------" not in doc:
                yield f"{where} does not describe its parameters"
