"""Modules of `cupy.cuda` whose names are those of a library of NVIDIA's, found when they are first used.

On ROCm the same names are AMD's functions.
"""
from cupy._runtime import driver, registry

__all__ = []


def open_names(module, library):
    """``__getattr__`` and ``__dir__`` of a module that stands for a library; ``loaded_dl`` is the library's file.

    Raises
    ------
    ImportError
        When neither the CUDA nor the ROCm backend is installed, or the library or its Python bindings are missing.
    """
    backend = driver.backend()
    if not hasattr(backend, "names"):
        backend = registry.find("cuda")
    if backend is None:
        raise ImportError(f"{module} needs the CUDA backend; pip install 'cupy-core[cuda]'", name=module)
    names = backend.names(library)

    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name == "available":
            return True
        if name == "loaded_dl":
            return next((path for found, version, path in backend.libraries() if found == library and version), "")
        return getattr(names, name)

    return __getattr__, lambda: dir(names)
