"""Arrays on a GPU, or on the CPU when there is none, with NumPy's interface.

Names are found when they are first used (`cupy._names` says in which module), so
importing this package opens no library, no device, and no submodule.

Examples
--------
>>> import cupy
>>> (cupy.arange(6).reshape(2, 3) ** 2).sum(axis=0)
array([ 9, 17, 29])
"""
import sys as _sys
from importlib import import_module as _import_module
from cupy._names import NAMES as _NAMES
from cupy._names import SUBMODULES as _SUBMODULES
from cupy._runtime import public_names as _public_names
from cupy._runtime.locks import watch_forks as _watch_forks
from cupy._version import __version__

__array_api_version__ = "2025.12"

__all__ = [*_NAMES, *_SUBMODULES, "__array_api_version__", "__version__"]


def __getattr__(name: str) -> object:
    if name in _NAMES:
        value = getattr(_import_module(_NAMES[name]), name)
    elif name in _SUBMODULES:
        value = _import_module(f"cupy.{name}")
    elif name.startswith("_") and _PrivateNames.find_spec(f"cupy.{name}"):
        value = _import_module(f"cupy.{name}")
    else:
        raise AttributeError(f"module 'cupy' has no attribute {name!r}")
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _PrivateNames:
    """Finds modules by CuPy's private paths, of which `cupy._environment.private_names` has the table."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        if not name.startswith("cupy."):
            return None
        from cupy._environment import private_names
        return private_names.find_spec(name)


def _look_up(module: str, name: str) -> object:
    if module == __name__:
        return getattr(_sys.modules[__name__], name)
    from cupy._environment import private_names
    return private_names.find(module, name)


_public_names.provide(_look_up)
_sys.meta_path.append(_PrivateNames)        # pyright: ignore[reportArgumentType]  (its types are not imported)
_watch_forks()
