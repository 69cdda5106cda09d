"""Every module of built-in kernels, for packs and for checks.

Runs while the package is being built too, when nothing is compiled yet.
"""
from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupy._codegen import (
    binary_reduce, decompose, elementwise, gather, items, join, matmul, moves, random, reduction, scan, sort,
    sparse)

if TYPE_CHECKING:
    from cupy._codegen.source import KernelSource
    from cupy._specs.spec import ReductionSpec, UfuncSpec

__all__ = []


def operations() -> list[UfuncSpec]:
    """Every elementwise operation that is stated in ``cupy._ops`` or is the engine's own, once each."""
    import cupy._ops as family

    found = {}
    modules = [f"{family.__name__}.{info.name}" for info in pkgutil.iter_modules(family.__path__)]
    for module in map(importlib.import_module, sorted(modules + ["cupy._specs.engine"])):
        for value in vars(module).values():
            spec = getattr(value, "spec", value)
            if callable(getattr(spec, "loops", None)) and isinstance(getattr(spec, "nin", None), int) \
                    and not isinstance(spec, type):
                found.setdefault(spec.name, spec)
    return list(found.values())


def reductions() -> list[ReductionSpec]:
    """Every reduction that is stated in ``cupy._ops``."""
    from cupy._ops import reductions as family

    return [getattr(value, "spec", value) for value in vars(family).values()
            if hasattr(getattr(value, "spec", value), "combine")]


def elementwise_units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of all elementwise operations."""
    for op in (*moves.MOVES, *operations()):
        for group in elementwise.groups(op, language):
            unit = elementwise.unit(op, group, language)
            if unit.functions:
                yield unit


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield every module of built-in kernels as a `KernelSource`.

    Parameters
    ----------
    language : str
        Of a backend's compiler: ``"cuda"``, ``"hip"`` or ``"host"``.

    Examples
    --------
    >>> next(units("host")).name
    'copy_linear'
    """
    from cupy._ops import arithmetic, extrema

    yield from elementwise_units(language)
    yield from gather.units(language, [arithmetic.add, extrema.maximum, extrema.minimum])
    yield from items.units(language)
    yield from join.units()
    yield from matmul.units()
    yield from binary_reduce.units(language)
    yield from reduction.units(language, reductions())
    yield from scan.units(language)
    yield from sort.units(language)
    yield from random.units(language)
    yield from decompose.units(language)
    yield from sparse.units(language)
