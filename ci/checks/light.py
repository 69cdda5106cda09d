"""Rule 9: importing a package opens no library, no device, and no submodule."""
import ast

from checks.tree import ROOTS, imports

#: What the first file of a package may import; all else is loaded when it is used.
FIRST = {"importlib", "sys", "typing", "cupy._names", "cupy._runtime", "cupy._runtime.locks", "cupy._version",
         "cupyx._lazy", "cupyx._core_version"}

OPENERS = {"CDLL", "PyDLL", "dlopen", "LoadLibrary", "find_library"}


def calls_at_top(node):
    """Calls that run when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.Call):
            yield child
        yield from calls_at_top(child)


def check(tree):
    for package in tree.packages():
        path = tree.src(package) / "__init__.py"
        if not path.exists():
            yield f"{tree.name(path)}: {ROOTS[package]} is a package, not a namespace"
            continue
        if package != "testing":  # it is there to be loaded
            for line, module, top in imports(path):
                if top and module not in FIRST and not (package == "scipy-ext" and module == "cupy"):
                    yield f"{tree.name(path)}:{line}: loads {module} at once; names are found when they are used"
    for path in tree.files(".py"):
        for call in calls_at_top(ast.parse(path.read_text())):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name in OPENERS:
                yield f"{tree.name(path)}:{call.lineno}: opens a library when it is imported"
