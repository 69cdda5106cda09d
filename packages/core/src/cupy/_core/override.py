"""Operands of other libraries: who computes with them, as NEP 13 says."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy

from cupy._core.ndarray import ndarray

__all__ = []

_OURS = (ndarray, numpy.ndarray, numpy.generic)


def ask_overrides(ufunc: Any, method: str, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
    """What ``__array_ufunc__`` of another library's operand answers (NEP 13); NotImplemented where none has it."""
    out = options.get("out")
    operands = [*inputs, *(out if isinstance(out, tuple) else (out,)), options.get("where")]
    overriding = [x for x in operands if not isinstance(x, _OURS) and hasattr(type(x), "__array_ufunc__")
              and not hasattr(type(x), "__cupy_fused__")]
    if any(x.__array_ufunc__ is None for x in overriding):
        return NotImplemented
    for x in _in_turn(overriding):
        result = x.__array_ufunc__(ufunc, method, *inputs, **options)
        if result is not NotImplemented:
            return result
    return NotImplemented


def _in_turn(operands: Iterable[Any]) -> list[Any]:
    """One operand of each type, from left to right, but derived classes before those that they derive from."""
    ordered = []
    for x in operands:
        if not any(type(x) is type(y) for y in ordered):
            place = next((k for k, y in enumerate(ordered) if isinstance(x, type(y))), len(ordered))
            ordered.insert(place, x)
    return ordered


def call_override(ufunc: Any, inputs: Sequence[Any], options: dict[str, Any], *more: Any) -> Any:
    """A ufunc on objects of which one is no array: values that are being traced, and other libraries', answer."""
    for x in inputs:
        if hasattr(type(x), "__cupy_fused__"):
            return x.__cupy_fused__(ufunc, inputs, *more)
    result = ask_overrides(ufunc, "__call__", inputs, options)
    if result is not NotImplemented:
        return result
    from cupy._core.by_method import method_of

    method = method_of(inputs[0], ufunc.name)
    if method is not None and not options:
        return method(*inputs[1:])
    for x in inputs:
        if getattr(type(x), "__array_ufunc__", 0) is None:
            raise TypeError(f"operand '{type(x).__name__}' does not support ufuncs (__array_ufunc__=None)")
    raise TypeError(f"ufunc '{ufunc.name}': unsupported operand types "
                    f"{', '.join(type(x).__name__ for x in inputs)}")
