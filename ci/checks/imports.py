"""Rule 2: imports go down, and each package imports only what it may."""
import sys

from checks.tree import ROOTS, imports

#: What a package may import besides itself and the standard library, anywhere in its files.
ALLOWED = {
    "core": {"numpy", "ml_dtypes", "cython", "cpython", "libc", "libcpp", "posix", "IPython"},
    "scipy-ext": {"numpy", "cupy", "cython", "cpython", "libc", "libcpp", "IPython"},
    "cuda-bindings": {"cuda", "nvmath", "nccl", "cython", "cpython", "libc", "libcpp", "posix"},
    "rocm-bindings": {"cython", "cpython", "libc", "libcpp", "posix"},
    "testing": {"numpy", "cupy", "cupyx", "pytest", "hypothesis", "packaging", "scipy", "torch", "ml_dtypes"},
}

#: File or folder → what only it may import.
ONLY_THERE = {
    "packages/core/src/cupy/testing/__init__.py": {"cupy_testing"},
    "packages/scipy-ext/src/cupyx/scipy": {"scipy"},
    "packages/testing/src/cupy_testing/hip_shim": {"cupy_cuda", "cupy_rocm"},
}

#: Layers of core, lowest first; what is not named is above them all.
LAYERS = [{"_runtime", "_memory", "_version", "_names", "_specs"}, {"_codegen"}, {"_core"}, {"_ops"}]


def layer(module):
    """Height of a module of core: its place in `LAYERS`, routines above, public modules on top."""
    parts = module.split(".")
    if len(parts) < 2:  # cupy itself: its names are found when they are used
        return len(LAYERS)
    for height, names in enumerate(LAYERS):
        if parts[1] in names:
            return height
    return len(LAYERS) + (not parts[1].startswith("_"))


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
            for line, module, top in imports(path):
                where, root = f"{tree.name(path)}:{line}", module.split(".")[0]
                if root not in allowed and root not in sys.stdlib_module_names and root != "__future__":
                    yield f"{where}: {package} must not import {root}"
                elif package == "scipy-ext" and module.startswith("cupy._") and not module.startswith("cupy._ext"):
                    yield f"{where}: cupyx uses cupy's public names and cupy._ext, not {module}"
                elif package == "core" and root == "cupy" and top and own.split(".")[-1] != "__main__":
                    low, high = layer(own), layer(module)
                    if high > low and module != own:
                        yield f"{where}: {own} imports {module}, which stands above it"
