"""NVIDIA's libraries for users who call them: modules of `cupy.cuda` by their names, and handles.

On ROCm the same names are AMD's functions.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from cupy._runtime import driver, public_names, registry
from cupy._runtime.stream import get_current_stream

__all__ = []

#: Name → its module of `cupy.cuda`, its functions.
_LIBRARIES = {
    "cublas": ("cublas", "create", "setStream"),
    "cusolver": ("cusolver", "create", "setStream"),
    "cusolver_sp": ("cusolver", "spCreate", "spSetStream"),
    "cusparse": ("cusparse", "create", "setStream"),
    "cutensor": ("cutensor", "create", None),       # takes the stream with each call
}

_local = threading.local()


def open_names(module: str, library: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
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

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name == "available":
            return True
        if name == "loaded_dl":
            return next((path for found, version, path in backend.libraries() if found == library and version), "")
        return getattr(names, name)

    return __getattr__, lambda: dir(names)


def handle(name: str, device: Any) -> int:
    """The handle of a library on a device, set to that device's current stream."""
    known = _local.__dict__.setdefault("known", {})
    module, create, set_stream = _LIBRARIES[name]
    library = getattr(public_names.find("cuda"), module)
    with device:
        found = known.get((name, device.id))
        if found is None:
            found = known[name, device.id] = getattr(library, create)()
        if set_stream is not None:
            getattr(library, set_stream)(found, get_current_stream().ptr)
    return found
