"""Families of calls that are written as text: tables of expressions whose words in braces are drawn."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, filled_text
from cupy_testing.fuzz.scipy_interpolation import settled
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = ["expressions"]


def expressions(name: str, module: str, table: Sequence[str], words: dict[str, tuple[Any, ...]],
                operands: Callable[[numpy.random.Generator], dict[str, Operand]], **helpers: Any) -> None:
    """Add a family: texts of ``m``, the module, ``xp``, the arrays that `operands` names, and `helpers`."""
    def drawn(rng: numpy.random.Generator) -> Any:
        arrays = operands(rng)
        text = filled_text(rng, str(rng.choice(table)), words)
        call = eval(f"lambda m, xp, {', '.join(arrays)}: {text}", {"numpy": numpy, **helpers})   # noqa: S307 - of tables
        return text, on(module, lambda m, xp, *a: settled(xp, call(m, xp, *a))), list(arrays.values())
    drawn.__name__ = name
    family(drawn)
