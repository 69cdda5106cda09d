"""Rule 5: a backend is one package, found by its entry point, with all that the protocol and its services name."""
import ast
import tomllib

PROTOCOL = {"CompileError", "array_interface", "compiled_ahead", "compiler", "contract_version", "default_stream",
            "device_label", "device_type", "dlpack_devices", "driver", "host_memory", "libraries", "name", "packs",
            "priority", "probe", "serial_blocks", "service", "synchronous"}


def defined(path):
    """Names that a module binds at its top level."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def services(path):
    """Names of the services that a backend's `SERVICES` lists."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SERVICES":
            yield from ast.literal_eval(node.value)


def check(tree):
    modules = [tree.src("core") / "_host" / "backend.py"]
    for package in tree.packages():
        about = tomllib.loads((tree.path / "packages" / package / "pyproject.toml").read_text())
        for name, module in about["project"].get("entry-points", {}).get("cupy.backends", {}).items():
            if module != f"cupy_{name}.backend":
                yield f"packages/{package}/pyproject.toml: the backend {name} is the module cupy_{name}.backend"
            modules.append(tree.path / "packages" / package / "src" / (module.replace(".", "/") + ".py"))
    for path in modules:
        if not path.exists():
            yield f"{tree.name(path)}: an entry point names it, but it does not exist"
            continue
        for name in sorted(PROTOCOL - set(defined(path))):
            yield f"{tree.name(path)}: a backend has {name}"
        for name in services(path):
            if not any((path.parent / folder / f"{name}.py").exists() for folder in ("adapters", "services")):
                yield f"{tree.name(path)}: the service {name} has no adapter"
