"""CuPy's second import root: its modules are those of `cupy.cuda`, for programs that import them by this path."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

#: Package → names of its modules, each the one of `cupy.cuda` that has its name.
_MODULES = {
    "cupy_backends.cuda": {"stream"},
    "cupy_backends.cuda.api": {"driver", "runtime"},
    "cupy_backends.cuda.libs": {"cublas", "curand", "cusolver", "cusparse", "cusparselt", "cutensor", "nccl", "nvrtc",
                                "nvtx", "profiler"},
}


class _Finder(MetaPathFinder, Loader):
    """Finds these modules by the table, and loads them."""

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        if name in _MODULES:
            return ModuleSpec(name, self, is_package=True)
        return ModuleSpec(name, self) if module in _MODULES.get(package, ()) else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name not in _MODULES:
            sys.modules[name] = import_module(f"cupy.cuda.{name.rpartition('.')[2]}")


sys.meta_path.append(_Finder())
