"""SciPy's modules and ours of the same names, for calls of their functions."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []


def at(xp: ModuleType, module: str) -> ModuleType:
    """A module of SciPy, or ours of the same name."""
    return importlib.import_module(f"scipy.{module}" if xp is numpy else f"cupyx.scipy.{module}")


def on(module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A call of a module's function: ``function(module, xp, arrays…)``."""
    return lambda xp, *arrays: function(at(xp, module), xp, *(images(xp, *arrays) if module == "ndimage" else arrays))


def images(xp: ModuleType, *arrays: Any) -> tuple[Any, ...]:
    """Arrays for functions of images; SciPy's step wrongly over some layouts."""
    return tuple(numpy.array(a, order="C") if xp is numpy else a for a in arrays)
