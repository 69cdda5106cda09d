"""cuSPARSE by the names of its C interface, over NVIDIA's `nvmath.bindings`, where that is installed."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from cupy.cuda._cusparse_names import ATTRIBUTES, FORMER_CONSTANTS, GETTERS, former_function
from cupy._runtime.libraries import open_names

_find, __dir__ = open_names(__name__, "cusparse")

globals().update({kind.__name__: kind for kind in ATTRIBUTES.values()})


def __getattr__(name: str) -> Any:
    try:
        value = _find(name)
    except AttributeError:
        if name in FORMER_CONSTANTS:
            return FORMER_CONSTANTS[name]
        value = former_function(name)
        if value is None:
            raise
    return _with_fields(value, ATTRIBUTES[GETTERS[name]]) if name in GETTERS else value


def _with_fields(function: Callable[..., Any], kind: type[Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def get(descriptor: int) -> Any:
        return kind(*function(descriptor))
    return get


def get_build_version() -> int:
    """Version of the library, as 12603: nothing of it is compiled in."""
    from cupy.cuda.device import get_cusparse_handle

    return _find("getVersion")(get_cusparse_handle())


def is_cuda_python_build() -> bool:
    """Whether the functions are those of ``cuda-python``'s own build of CuPy: never."""
    return False
