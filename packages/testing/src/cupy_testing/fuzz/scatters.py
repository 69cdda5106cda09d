"""Random calls of ``cupyx.scatter_add`` and its kin, of any key, against NumPy's ``ufunc.at``."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, operand, unsigned_by_floats
from cupy_testing.fuzz.indexing import filled, key_of
from cupy_testing.fuzz.operands import REPEATED, Operand, storable

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_KINDS = "bBhHiIlLfdFD"


@family
def scatters(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    name = str(rng.choice(["add", "maximum", "minimum"]))
    a, arrays = operand(rng, 3, 1, _KINDS), []
    if a.layout in REPEATED or a.values.dtype.kind == "c" and name != "add":
        return None
    items = key_of(rng, a.values.shape, arrays)
    try:
        selected = a.values[filled(items, [x.seen() for x in arrays], False)].shape
    except (IndexError, ValueError):
        return None
    value = operand(rng, like=tuple(1 if rng.random() < 0.2 else n for n in selected), among=a.values.dtype.char)
    storable(value, a.values.dtype)
    if unsigned_by_floats(a, value):
        return None

    def call(xp: ModuleType, a: Any, value: Any, *more: Any) -> None:
        key = filled(items, more, False)
        if xp is numpy:
            getattr(numpy, name).at(a, key, value)
        else:
            import cupyx
            getattr(cupyx, f"scatter_{name[:3]}")(a, key, value)
    return f"{name} at {items}", call, [a, value, *arrays]
