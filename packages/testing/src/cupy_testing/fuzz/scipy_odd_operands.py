"""Calls of all families of SciPy's functions with operands of another type, size, number of axes or layout.

What both refuse is alike, whatever the error; an error that no program expects is a finding.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import FAMILIES, ON_REQUEST, family
from cupy_testing.fuzz.operands import LAYOUTS, Operand, finite

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

#: Families that look at types or shapes only, that hold other families, or whose operands are no arrays.
_LEFT_OUT = {"odd_operands", "special_types", "sparse_files", "alias_images"}
#: Families of functions of points with which SciPy crashes if points have more axes.
_MATRICES = {"hulls", "half_spaces", "points"}
#: Functions with which it crashes if operands have no items, or not as many axes.
_CRASHES = re.compile(r"((correlate|convolve)2d|binary_hit_or_miss)\(")
#: What programs expect of a call that is not possible.
_EXPECTED = (TypeError, ValueError, IndexError, OverflowError, NotImplementedError, ZeroDivisionError)


def another_type(rng: numpy.random.Generator, one: Operand) -> None:
    target = str(rng.choice(list("??eeFDbBHiILfd")))
    if numpy.dtype(target).kind in "biu":
        finite(one)
    values = numpy.real(one.values) if one.values.dtype.kind == "c" and target not in "FD" else one.values
    one.values = (abs(values) if numpy.dtype(target).kind == "u" else values).astype(target)


def nothing(rng: numpy.random.Generator, one: Operand) -> None:
    if one.values.ndim:
        one.values = numpy.take(one.values, [], int(rng.integers(one.values.ndim)))


def a_number(rng: numpy.random.Generator, one: Operand) -> None:
    if one.values.size:
        one.values = one.values.reshape(-1)[0].reshape(())


def one_item(rng: numpy.random.Generator, one: Operand) -> None:
    if one.values.size:
        one.values = one.values.reshape(-1)[:1].reshape((1,) * one.values.ndim)


def one_more_axis(rng: numpy.random.Generator, one: Operand) -> None:
    one.values = numpy.expand_dims(one.values, int(rng.integers(one.values.ndim + 1)))


def another_layout(rng: numpy.random.Generator, one: Operand) -> None:
    one.layout = str(rng.choice([layout for layout in LAYOUTS if layout[:8] != "repeated"]))


_CHANGES: tuple[Callable[..., None], ...] = (another_type, another_type, another_type, nothing, a_number, one_item,
                                             one_more_axis, another_layout, another_layout)


def _of_scipy(name: str) -> bool:
    return FAMILIES[name].__module__.rpartition(".")[2].startswith(("scipy_", "expressions"))


ON_REQUEST.add("odd_operands")


@family
def odd_operands(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(filter(_of_scipy, set(FAMILIES) - _LEFT_OUT))))
    drawn = FAMILIES[name](rng)
    if drawn is None or not drawn[2] or not all(type(x) is Operand for x in drawn[2]):
        return None
    text, call, operands = drawn
    change = _CHANGES[int(rng.integers(len(_CHANGES)))]
    if change is one_more_axis and name in _MATRICES or (
            change not in (another_type, another_layout) and _CRASHES.search(text)):
        return None
    first = operands[int(rng.integers(len(operands)))]
    shape = first.values.shape
    alike = rng.random() < 0.5
    for one in operands:
        if one is first or alike and one.values.shape == shape:
            change(rng, one)

    refused: list[type[BaseException]] = []

    def told(xp: ModuleType, *arrays: Any) -> Any:
        try:
            return call(xp, *arrays)
        except Exception as error:
            if xp is numpy:
                refused.append(type(error))
            elif not isinstance(error, (*_EXPECTED, *refused)) and type(error) is not RuntimeError:
                raise
            return "refused"
    return f"{name} with {change.__name__}: {text}", told, operands
