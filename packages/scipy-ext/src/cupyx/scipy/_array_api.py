"""SciPy's own code on arrays of the device: its array-API mode, for the time of a block."""
from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from types import ModuleType

from cupy._ext import Lock

__all__ = []

_lock = Lock()
_state = {"depth": 0, "before": False}


def _switch() -> tuple[ModuleType, str]:
    """``(module, name)`` of SciPy's global switch, which it reads from the environment when it is imported."""
    for module in ("scipy._lib._array_api_override", "scipy._lib._array_api"):
        with contextlib.suppress(ImportError):
            found = importlib.import_module(module)
            if hasattr(found, "SCIPY_ARRAY_API"):
                return found, "SCIPY_ARRAY_API"
    raise ImportError("this SciPy has no switch of its array-API mode")


@contextlib.contextmanager
def array_api() -> Iterator[None]:
    """SciPy's functions dispatch on the library of their arrays inside this block.

    The switch is global: other threads may see it on for a while, which only makes SciPy stricter about the types
    of arrays.
    """
    module, name = _switch()
    with _lock:
        if _state["depth"] == 0:
            _state["before"] = getattr(module, name)
            setattr(module, name, True)
        _state["depth"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["depth"] -= 1
            if _state["depth"] == 0:
                setattr(module, name, _state["before"])
