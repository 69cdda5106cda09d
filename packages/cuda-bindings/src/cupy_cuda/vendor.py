"""Single modules of nvmath-python's bindings, without the rest of that package.

``import nvmath`` loads every library and half a second of Python; what is needed here are compiled modules
that stand alone.
"""
import importlib
import importlib.util
import sys
import threading
import types

from cupy_cuda.errors import LibraryMissing
from cupy_cuda.find.search import load

__all__ = ["bindings"]

_lock = threading.Lock()

#: Bindings whose library has another name.
_LIBRARY = {"cusolverDn": "cusolver", "cusolverSp": "cusolver", "cublasLt": "cublaslt"}


def bindings(name):
    """The module ``nvmath.bindings.<name>``, its library loaded.

    Parameters
    ----------
    name : str
        As ``"cublas"``, ``"cublasLt"`` or ``"cusolverDn"``.
    """
    load(_LIBRARY.get(name, name))
    dotted = f"nvmath.bindings.{name}"
    with _lock:
        found = sys.modules.get(dotted)
        return found if found is not None else _import(dotted)


def _import(dotted):
    """Import a module while bare packages stand for its parents, which import too much."""
    parents = ("nvmath", "nvmath.bindings")
    if not any(parent in sys.modules for parent in parents):
        spec = importlib.util.find_spec("nvmath")
        if spec is None:
            raise LibraryMissing("nvmath-python is not installed; pip install nvmath-python")
        folder = spec.submodule_search_locations[0]
        for parent, path in zip(parents, (folder, f"{folder}/bindings"), strict=True):
            bare = types.ModuleType(parent)
            bare.__path__ = [path]
            sys.modules[parent] = bare
        try:
            return importlib.import_module(dotted)
        finally:
            for parent in parents:
                del sys.modules[parent]
    return importlib.import_module(dotted)
