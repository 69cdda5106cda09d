"""Rule 2: imports go down, those inside functions and by name too; each package imports only what it may."""
import ast
import functools
import re
import sys

from checks.tree import ROOTS, imports

#: What a package may import besides itself and the standard library, anywhere in its files.
ALLOWED = {
    "core": {"numpy", "ml_dtypes", "cython", "cpython", "libc", "libcpp", "posix", "IPython", "tqdm"},
    "scipy-ext": {"numpy", "cupy", "cython", "cpython", "libc", "libcpp", "IPython"},
    "cuda-bindings": {"cuda", "nvmath", "nccl", "cython", "cpython", "libc", "libcpp", "posix"},
    "rocm-bindings": {"cython", "cpython", "libc", "libcpp", "posix"},
    "testing": {"numpy", "cupy", "cupyx", "pytest", "hypothesis", "packaging", "scipy", "torch", "ml_dtypes",
                "tqdm"},
}

#: File or folder → what only it may import.
ONLY_THERE = {
    "packages/scipy-ext/src/cupyx/distributed": {"dask", "dask_cuda", "distributed", "mpi4py"},
    "packages/core/src/cupy/testing/__init__.py": {"cupy_testing"},
    "packages/testing/src/cupy_testing/bench/distributed.py": {"dask", "distributed"},
    "packages/scipy-ext/src/cupyx/scipy": {"scipy"},
}

#: Layers of core, lowest first; what is not named is above them all.
LAYERS = [{"_runtime", "_memory", "_host", "_version", "_names", "_specs"}, {"_codegen"}, {"_core"}, {"_ops"}]

#: Modules of core that are named in strings: `deferred("advanced.get")`, `core_kernel("join", "join")`,
#: `import_module("cupy._core.join")`.
_BY_NAME = re.compile(r'\b(?:deferred\("(?P<_core>[\w.]+)\.\w+"|core_kernel\("(?P<_codegen>\w+)", "\w+"'
                      r'|import_module\(f?"cupy\.(?P<any>\w[\w.]*\w))')
#: Public names that a layer asks of the namespace above it (`cupy._runtime.public_names`).
_ASKED = re.compile(r'\b(?:public|public_names\.find)\("(\w+)"\)')


@functools.cache
def public_names(path):
    """Names of the main namespace, and the modules that they stand in."""
    text = path.read_text() if path.exists() else ""
    return dict(re.findall(r'^    "(\w+)": "(cupy[\w.]*)"', text, re.MULTILINE))


def layer(tree, module, importer=False):
    """Height of a module of core: its place in `LAYERS`, routines above, public modules on top.

    What is private in a public folder may use public modules, and be used by routines.
    """
    parts = module.split(".")
    if parts == ["cupy"] and importer:
        return len(LAYERS) + 1
    if len(parts) < 2 or len(parts) == 2 and parts[1] in public_names(tree.src("core") / "_names.py"):
        return 0        # cupy itself, or a name of it: `named` finds what is used of it
    for height, names in enumerate(LAYERS):
        if parts[1] in names:
            return height
    return len(LAYERS) + (not any(part.startswith("_") for part in parts[1:2 if importer else None]))


def named(path, homes):
    """``(line, module)`` of every module of core that a string, or a name of the namespace, stands for."""
    text = path.read_text()
    for found in _BY_NAME.finditer(text):
        folder = found.lastgroup
        yield _line(text, found), f"cupy.{found[folder]}" if folder == "any" else f"cupy.{folder}.{found[folder]}"
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", None) == "cupy" and node.attr in homes:
                yield node.lineno, homes[node.attr]


def needless(tree, path, own, homes):
    """``(line, name)`` of public names that are asked of the namespace although a layer may import them."""
    text = path.read_text()
    for found in _ASKED.finditer(text):
        if found[1] in homes and layer(tree, homes[found[1]]) <= layer(tree, own, importer=True):
            yield _line(text, found), found[1]


def _line(text, found):
    return text.count("\n", 0, found.start()) + 1


def allowed_at(tree, path, package):
    allowed = ALLOWED[package] | {ROOTS[package]}
    for place, extra in ONLY_THERE.items():
        if (tree.name(path) + "/").startswith(place + "/"):
            allowed = allowed | extra
    return allowed


def check(tree):
    for package in tree.packages():
        base = tree.src(package)
        for path in sorted(base.rglob("*.p*")):
            if path.suffix not in (".py", ".pyx", ".pxd"):
                continue
            allowed = allowed_at(tree, path, package)
            own = ".".join(path.relative_to(base.parent).with_suffix("").parts).removesuffix(".__init__")
            for line, module, _ in imports(path):
                where, root = f"{tree.name(path)}:{line}", module.split(".")[0]
                if root not in allowed and root not in sys.stdlib_module_names and root != "__future__":
                    yield f"{where}: {package} must not import {root}"
                elif (package == "scipy-ext" and module.startswith("cupy._")
                      and not module.startswith(("cupy._ext", "cupy._version"))):
                    yield f"{where}: cupyx uses cupy's public names and cupy._ext, not {module}"
                elif package == "core" and root == "cupy" and own.split(".")[-1] != "__main__":
                    if layer(tree, module) > layer(tree, own, importer=True):
                        yield f"{where}: {own} imports {module}, which stands above it"
            homes = public_names(base / "_names.py") if package == "core" else {}
            for line, module in named(path, homes) if package == "core" else ():
                if layer(tree, module) > layer(tree, own, importer=True):
                    yield f"{tree.name(path)}:{line}: {own} names {module}, which stands above it"
            for line, name in needless(tree, path, own, homes):
                yield f"{tree.name(path)}:{line}: {own} asks for {name}, which it may import from {homes[name]}"
