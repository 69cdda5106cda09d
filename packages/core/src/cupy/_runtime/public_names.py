"""The public namespace, as what lies below it sees it: `cupy` hands it in when it is imported.

Methods of arrays, ``ufunc.reduce`` and NumPy's protocols are public functions by another name.  They ask here when
they run, and so name no module that stands above them.
"""
from __future__ import annotations

TYPE_CHECKING = False        # as type checkers see it, True; `import cupy` waits for none of what only types need
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = []


def _look_up(module: str, name: str) -> Any:
    raise AttributeError(f"{module}.{name} is looked up before cupy is loaded")


def provide(look_up: Callable[..., Any]) -> None:
    """From now on `look_up` answers: ``look_up(module, name)``."""
    global _look_up
    _look_up = look_up


def find(name: str, module: str = "cupy") -> Any:
    """A public name of the library; with `module`, what programs written for CuPy find under a private path.

    Raises
    ------
    AttributeError
        When there is no such name.
    """
    return _look_up(module, name)
