"""The compiled engine: arrays, dispatch of elementwise operations, indexing.

Importing it loads the modules that give ``ndarray`` its operators, indexing and copies.
"""
from __future__ import annotations

from typing import Any

from cupy._core import copy, indexing, operators, transfer  # noqa: F401
from cupy._core.array_methods import show_as
from cupy._core.ndarray import ndarray      # the class, which CuPy has here; modules import it from where it is defined
from cupy._core.ufunc import ufunc as _ufunc
from cupy._runtime import public_names

show_as(ndarray, "cupy.ndarray")
show_as(_ufunc, "cupy.ufunc")


def __getattr__(name: str) -> Any:
    return public_names.find(name, __name__)
