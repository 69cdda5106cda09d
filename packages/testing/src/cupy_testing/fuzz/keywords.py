"""Functions with many arguments: any of their keywords together."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, said
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.routine_tables import TABLES

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike


def chosen(rng: numpy.random.Generator, choices: list[Any] | Callable[..., Any], arrays: list[Operand]) -> Any:
    """A value of a keyword: one of a list, or what a function of the generator and the arrays gives."""
    return choices(rng, arrays) if callable(choices) else choices[int(rng.integers(len(choices)))]


def found_in(xp: Any, path: str) -> Any:
    """The function that a path names below a module."""
    for name in path.split("."):
        xp = getattr(xp, name)
    return xp


def drawn(rng: numpy.random.Generator, tables: tuple[dict[str, tuple[Any, ...]], ...],
          find: Callable[..., Any] = found_in) -> tuple[str, Callable[..., Any], list[Operand]]:
    """A call of a function of the tables; `find` gives it for a library."""
    table = tables[int(rng.integers(len(tables)))]
    name = sorted(table)[int(rng.integers(len(table)))]
    given, choices, share = table[name]
    arrays = [array(rng) for array in given]
    more = {key.rstrip("!"): chosen(rng, values, arrays) for key, values in choices.items()
            if key.endswith("!") or rng.random() < share}
    # Arrays among the keywords are operands too, whose place in the call is kept.
    operands = [*arrays, *(value for value in more.values() if isinstance(value, Operand))]
    places = [key for key, value in more.items() if isinstance(value, Operand)]
    listed = bool(given) and getattr(given[0], "listed", False)

    def call(xp: ModuleType, *values: ArrayLike) -> Any:
        named = more | dict(zip(places, values[len(arrays):], strict=True))
        head = values[:len(arrays)]
        with numpy.errstate(all="ignore"):
            return find(xp, name)(*([head] if listed else head), **named)
    return said(name, more), call, operands


@family
def keywords(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    return drawn(rng, TABLES)
