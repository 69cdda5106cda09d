"""Statistics that SciPy computes: its own code on device arrays, through the array API, or on the host."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupyx.scipy.stats import _names
from cupyx.scipy.stats._array_api import find, on_device, on_host

__all__ = []


def _wrapped(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    if name in _names.ARRAY_API:
        return on_device(function, name)
    return on_host(function, name, scalars=name in _names.FROM_118)


__getattr__ = find(frozenset((*_names.ARRAY_API, *_names.HOST_FUNCTIONS)), _wrapped)
