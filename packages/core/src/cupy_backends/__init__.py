"""CuPy's second import root: its modules are those of `cupy.cuda`, for programs that import them by this path."""
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

__all__ = []

#: Package → names of its modules, each the one of `cupy.cuda` that has its name.
_MODULES = {
    "cupy_backends.cuda": {"stream"},
    "cupy_backends.cuda.api": {"driver", "runtime"},
    "cupy_backends.cuda.libs": {"cublas", "curand", "cusolver", "cusparse", "cusparselt", "cutensor", "nccl", "nvrtc",
                                "nvtx", "profiler"},
}


class _Finder:
    """Finds these modules by the table, and loads them."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        package, _, module = name.rpartition(".")
        if name in _MODULES:
            return ModuleSpec(name, cls, is_package=True)
        return ModuleSpec(name, cls) if module in _MODULES.get(package, ()) else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        name = module.__name__
        if name not in _MODULES:
            sys.modules[name] = import_module(f"cupy.cuda.{name.rpartition('.')[2]}")


sys.meta_path.append(_Finder)
